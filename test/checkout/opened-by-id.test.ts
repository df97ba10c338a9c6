import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, success_url } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const personal = { email: 'mary.poe@example.com', name: 'Mary Poe', phone: '+15550100' };
const of_person = /mary\.poe|Mary Poe|5550100|•• 4444|"4444"/;

type Victim = { readonly shop: Client; readonly session: Body; readonly saved: string };

/** A session of a customer with a saved card that ends in 4444. */
async function victim(params: object = {}): Promise<Victim> {
  const shop = service.client();
  const customer = await must(shop.post('/v1/customers', personal));
  const method = await must(shop.post('/v1/payment_methods', cardOf('5555555555554444')));
  await must(shop.post(`/v1/payment_methods/${method.id}/attach`, { customer: customer.id }));
  const invoice_settings = { default_payment_method: method.id };
  await must(shop.post(`/v1/customers/${customer.id}`, { invoice_settings }));
  const asked = { line_items: [mug], mode: 'payment', success_url, customer: customer.id, phone_number_collection: { enabled: true } };
  const session = await must(shop.post('/v1/checkout/sessions', { ...asked, ...params }));
  return { shop, session, saved: method.id };
}

/** The page that the id of a session and a publishable key open. */
const opened = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${service.url}${path}`, init);
const byId = ({ shop, session }: Victim): string => `/pay/${session.id}?key=${shop.publishable_key}`;

/** The API as the address of that page can call it. */
const pageById = async (of: Victim): Promise<Client> => pageAt(service, (await opened(byId(of))).url);

/** The fields of a page's form, with those of `typed` replaced. */
const sent = (typed: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ do: 'pay', email: 'al@example.com', name: 'Al', phone: '+15550199', ...typed }),
  redirect: 'manual',
});
const card = { method: 'card', number: '4242424242424242', exp: '12 / 34', cvc: '123' };

const paidWith = async ({ shop, session }: Victim): Promise<readonly string[]> => {
  const { payment_intent } = await must(shop.get(`/v1/checkout/sessions/${session.id}`));
  const { data } = await must(shop.get('/v1/charges', payment_intent ? { payment_intent } : {}));
  return data.map(({ payment_method_details }: Body) => payment_method_details.card.last4);
};

test("a page opened by a session's id shows no data of its customer", async () => {
  for (const params of [{}, { customer: undefined, customer_email: personal.email }]) {
    const page = await opened(byId(await victim(params)));
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Mug');
    expect(text).not.toMatch(of_person);
  }
});

test("the address of a page opened by id gives no customer data through the API, nor the session's own address", async () => {
  const of = await victim({ after_expiration: { recovery: { enabled: true } } });
  const page = await pageById(of);
  const path = `/v1/checkout/sessions/${of.session.id}`;
  const answers = [
    await page.post(`${path}/look`, {}),
    await page.post(`${path}/adjust`, {}),
    await page.get(path),
    await page.post(`${path}/recover`, {}),
    await page.post(`${path}/confirm`, { payment_method: of.saved }),
    await page.get(`/v1/customers/${of.session.customer}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 400, 403]);
  for (const { text } of answers) {
    expect(text).not.toMatch(of_person);
    expect(text).not.toContain(of.session.url);
  }
});

test('400: a page opened by id charges no saved card, by the API or by its form', async () => {
  const of = await victim();
  const page = await pageById(of);
  const refused = await page.post(`/v1/checkout/sessions/${of.session.id}/confirm`, { payment_method: of.saved, phone: '+15550199' });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'payment_method']);
  const { url } = await opened(byId(of));
  expect((await fetch(url, sent({ method: of.saved }))).status).toBe(400);
  expect(await paidWith(of)).toEqual([]);
});

test('a free trial that starts on a page opened by id is not charged to a saved card later', async () => {
  const subscription_data = { trial_period_days: 7 };
  const asked = { line_items: [club], mode: 'subscription', payment_method_collection: 'if_required', subscription_data };
  const of = await victim({ ...asked, phone_number_collection: { enabled: false } });
  const page = await pageById(of);
  const path = `/v1/checkout/sessions/${of.session.id}/confirm`;
  const without = await page.post(path, { email: 'al@example.com' });
  expect([without.status, without.body.error.param]).toEqual([400, 'payment_method_data']);
  await must(page.post(path, { payment_method_data: cardOf('4242424242424242') }));
  const { subscription } = await must(of.shop.get(`/v1/checkout/sessions/${of.session.id}`));
  const { default_payment_method } = await must(of.shop.get(`/v1/subscriptions/${subscription}`));
  expect(default_payment_method).not.toBe(of.saved);
  expect((await must(of.shop.get(`/v1/payment_methods/${default_payment_method}`))).card.last4).toBe('4242');
});

test('a payer with an authentication returns to the page opened by id, and not to the address that shows the customer', async () => {
  const of = await victim();
  const { url } = await opened(byId(of));
  const step = await fetch(url, sent({ ...card, number: '4000000000003220' }));
  expect(step.status).toBe(303);
  const { payment_intent } = await must(of.shop.get(`/v1/checkout/sessions/${of.session.id}`));
  const intent = await must(of.shop.get(`/v1/payment_intents/${payment_intent}`));
  expect(JSON.stringify(intent)).not.toContain(of.session.url);
  const back = await fetch(`${url}?payment_intent=${payment_intent}`);
  expect(await back.text()).not.toMatch(of_person);
});

test('a step of the customer is not shown on a page opened by id', async () => {
  const of = await victim();
  const own = pageAt(service, of.session.url);
  const typed_card = { payment_method_data: cardOf('4000000000003220') };
  await must(own.post(`/v1/checkout/sessions/${of.session.id}/confirm`, typed_card));
  const looked = async (page: Client): Promise<Body> => must(page.post(`/v1/checkout/sessions/${of.session.id}/look`, {}));
  expect((await looked(own)).page.step).not.toBeNull();
  expect((await looked(await pageById(of))).page.step).toBeNull();
});

test('a payer who types in a card on a page opened by id pays with it', async () => {
  const of = await victim();
  const { url } = await opened(byId(of));
  expect((await fetch(url, sent(card))).status).toBe(303);
  expect(await paidWith(of)).toEqual(['4242']);
});

test("the session's own address shows its payer their saved details, and charges their saved card", async () => {
  const of = await victim();
  const page = await fetch(of.session.url);
  const text = await page.text();
  for (const known of [personal.email, personal.phone, '4444']) expect(text).toContain(known);
  expect((await fetch(of.session.url, sent({ method: of.saved }))).status).toBe(303);
  expect(await paidWith(of)).toEqual(['4444']);
});
