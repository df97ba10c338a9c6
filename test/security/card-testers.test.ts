import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finalInvoice } from '../support/billed.js';
import { must } from '../support/billing.js';
import { cardOf, club, mug, sessionOf } from '../support/checkout.js';
import { advanceClock } from '../support/merchant.js';
import { visitor } from '../support/portal.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';

type Body = Answer['body'];

/** Limits of declines an hour: 2 of an intent and of a card, 6 of an address, 20 of a payment link, 200 of an account. */
const most = 2;
let service: TestService;

beforeAll(async () => {
  service = await startService({ FLORIN_DECLINES_PER_HOUR_MAX: String(most), FLORIN_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service.stop());

const good = '4242424242424242';
/** Cards that are declined when they are set up and when they are charged. */
const declining = [
  ...['4000000000000002', '4000000000009995', '4000000000009987', '4000000000009979', '4000000000006975'],
  ...['4000000000000069', '4000000000000119', '4000000000000127', '4100000000000019'],
] as const;

/** A card that is declined when it is charged. */
const declined_later = '4000000000000341';

/** Another card of a tester each time. */
const cardAt = (count: number): string => declining[count % declining.length] ?? '';

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;
const from = (address: string) => ({ 'x-forwarded-for': address });

/** A place where a payer at an address tries a card. */
type Page = (address: string, number: string) => Promise<Response>;

const filled = { do: 'pay', email: 'al@example.com', name: 'Al', exp: '12 / 34', cvc: '123' };
const sent = (url: string, address: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', headers: from(address), body: new URLSearchParams({ ...filled, ...fields }), redirect: 'manual' });

/** Calls the API as a browser does. */
const called = (path: string, key: string, address: string, params: object): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...from(address), authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });

const linkOf = (shop: Client, params: object = {}): Promise<Body> => must(shop.post('/v1/payment_links', { line_items: [mug], ...params }));

const onLink =
  ({ url }: Body): Page =>
  (address, number) =>
    sent(url, address, { method: 'card', number });

const onCheckout =
  (shop: Client, params: Readonly<Record<string, unknown>> = {}): Page =>
  async (address, number) =>
    sent((await sessionOf(shop, params)).url, address, { method: 'card', number });

const onInvoice =
  (shop: Client): Page =>
  async (address, number) =>
    sent((await finalInvoice(shop, [5000])).hosted_invoice_url, address, { way: 'card', number });

const byElements =
  (shop: Client): Page =>
  async (address, number) => {
    const { id, client_secret } = await must(shop.post('/v1/payment_intents', { amount: 2000, currency: 'usd' }));
    const params = { client_secret, payment_method_data: cardOf(number) };
    return called(`/v1/payment_intents/${id}/confirm`, shop.publishable_key, address, params);
  };

const bySetup =
  (shop: Client): Page =>
  async (address, number) => {
    const { id, client_secret } = await must(shop.post('/v1/setup_intents'));
    const params = { client_secret, payment_method_data: cardOf(number) };
    return called(`/v1/setup_intents/${id}/confirm`, shop.publishable_key, address, params);
  };

const byPortal =
  (shop: Client): Page =>
  async (address, number) => {
    const { id: customer } = await must(shop.post('/v1/customers'));
    const { id, url } = await must(shop.post('/v1/billing_portal/sessions', { customer, return_url: 'https://shop.example/' }));
    const key = `page_${url.split('/').at(-1)}`;
    await called(`/v1/billing_portal/sessions/${id}/open`, key, address, { session: visitor });
    const { card } = cardOf(number);
    const params = { session: visitor, card, return_url: 'https://shop.example/' };
    return called(`/v1/billing_portal/sessions/${id}/add_card`, key, address, params);
  };

const pagesOf = async (shop: Client) => ({
  'the page of a link': onLink(await linkOf(shop)),
  'the page of a subscription link': onLink(await linkOf(shop, { line_items: [club] })),
  'the page of a checkout': onCheckout(shop),
  'the page of a checkout in setup mode': onCheckout(shop, { line_items: undefined, mode: 'setup', currency: 'usd' }),
  'the page of an invoice': onInvoice(shop),
  'elements that pay': byElements(shop),
  'elements that save a card': bySetup(shop),
  'the portal': byPortal(shop),
});

const names = [
  'the page of a link',
  'the page of a subscription link',
  'the page of a checkout',
  'the page of a checkout in setup mode',
  'the page of an invoice',
  'elements that pay',
  'elements that save a card',
  'the portal',
] as const;

const tried = (shop: Client): Promise<number> =>
  Promise.all(
    ['/v1/charges', '/v1/setup_attempts'].map(async (path) => {
      if (path === '/v1/charges') return (await must(shop.get(path, { limit: 100 }))).data.length;
      const { data } = await must(shop.get('/v1/setup_intents', { limit: 100 }));
      return data.filter(({ latest_attempt }: Body) => latest_attempt !== null).length;
    }),
  ).then(([charges = 0, setups = 0]) => charges + setups);

const isWait = ({ status, headers }: Response): boolean => {
  const seconds = Number(headers.get('retry-after'));
  return status === 429 && seconds > 0 && seconds <= 3600;
};

describe.each(names)('%s', (name) => {
  test('429: a tester with many cards is stopped there and on every other page, and no processor is asked', async () => {
    const shop = service.client();
    const pages = await pagesOf(shop);
    const address = newAddress();
    for (let count = 0; count < 3 * most; count++) {
      const { status } = await pages[name](address, cardAt(count));
      expect([200, 303, 402]).toContain(status);
    }
    const before = await tried(shop);
    expect(before).toBe(3 * most);
    for (const each of names) {
      const refused = await pages[each](address, good);
      expect([each, refused.status, isWait(refused)]).toEqual([each, 429, true]);
    }
    expect(await tried(shop)).toBe(before);
  });

  test('a payer at another address still pays there', async () => {
    const shop = service.client();
    const pages = await pagesOf(shop);
    const address = newAddress();
    for (let count = 0; count < 3 * most; count++) await pages[name](address, cardAt(count));
    expect((await pages[name](address, good)).status).toBe(429);
    expect([200, 303]).toContain((await pages[name](newAddress(), good)).status);
  });
});

test('429: a stopped tester cannot start sessions of a link', async () => {
  const shop = service.client();
  const [link, address] = [await linkOf(shop), newAddress()];
  for (let count = 0; count < 3 * most; count++) await onLink(link)(address, cardAt(count));
  const sessions = async (): Promise<number> => (await must(shop.get('/v1/checkout/sessions', { limit: 100 }))).data.length;
  const before = await sessions();
  for (let count = 0; count < 5; count++) expect((await onLink(link)(address, cardAt(count))).status).toBe(429);
  expect(await sessions()).toBe(before);
});

test('429: one card is stopped, from however many addresses, and another card is not', async () => {
  const shop = service.client();
  const [page, stolen] = [byElements(shop), cardAt(0)];
  for (let count = 0; count < most; count++) expect((await page(newAddress(), stolen)).status).toBe(402);
  const address = newAddress();
  expect(isWait(await page(address, stolen))).toBe(true);
  expect((await page(address, good)).status).toBe(200);
});

test('429: a saved card is the same card as the typed one', async () => {
  const shop = service.client();
  const [stolen, address] = [cardAt(0), newAddress()];
  for (let count = 0; count < most; count++) await byElements(shop)(newAddress(), stolen);
  const method = await must(shop.post('/v1/payment_methods', cardOf(stolen)));
  const { id, client_secret } = await must(shop.post('/v1/payment_intents', { amount: 2000, currency: 'usd' }));
  const params = { client_secret, payment_method: method.id };
  expect((await called(`/v1/payment_intents/${id}/confirm`, shop.publishable_key, address, params)).status).toBe(429);
});

test('429: a link is stopped for testers with many addresses, and the other links of the shop are not', async () => {
  const shop = service.client();
  const [link, other] = [await linkOf(shop), await linkOf(shop)];
  const all = [...declining, declined_later];
  for (const number of [...all, ...all]) expect((await onLink(link)(newAddress(), number)).status).toBe(402);
  expect(isWait(await onLink(link)(newAddress(), good))).toBe(true);
  expect((await onLink(other)(newAddress(), good)).status).toBe(303);
});

test('429: declines of a link whose subscriptions start with a trial count as well', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { line_items: [club], subscription_data: { trial_period_days: 7 } });
  for (const number of [...declining, ...declining]) await onLink(link)(newAddress(), number);
  const other = '4000008400001280';
  for (let count = 0; count < most; count++) await onLink(link)(newAddress(), other);
  expect(isWait(await onLink(link)(newAddress(), good))).toBe(true);
});

test('429: of many concurrent attempts from one address, few more are declined than an hour allows', async () => {
  const shop = service.client();
  const [page, address] = [onLink(await linkOf(shop)), newAddress()];
  const answers = await Promise.all(Array.from({ length: 60 }, (_, count) => page(address, cardAt(count))));
  const declined = answers.filter(({ status }) => status === 402).length;
  console.info(`of 60 attempts at once ${declined} were declined, and ${answers.filter(isWait).length} had to wait`);
  expect(declined).toBeLessThan(3 * most + 20);
  expect(answers.filter(isWait)).toHaveLength(60 - declined);
});

test('a payer who corrects a mistake, and one who pays often, are not stopped', async () => {
  const shop = service.client();
  const [page, address] = [onLink(await linkOf(shop)), newAddress()];
  expect((await page(address, cardAt(0))).status).toBe(402);
  for (let count = 0; count < 4 * most; count++) expect((await page(address, good)).status).toBe(303);
});

test('402: an hour later the payer can try again, and their shop at any time', async () => {
  const shop = service.client();
  const [page, address] = [byElements(shop), newAddress()];
  for (let count = 0; count < 3 * most; count++) await page(address, cardAt(count));
  expect((await page(address, good)).status).toBe(429);
  const by_server = { amount: 2000, currency: 'usd', confirm: true, payment_method_data: cardOf(cardAt(0)) };
  expect((await shop.post('/v1/payment_intents', by_server)).status).toBe(402);
  await advanceClock(shop, 3600);
  expect((await page(address, good)).status).toBe(200);
});

test('the page says in the payer’s language when to try again', async () => {
  const shop = service.client();
  const [link, address] = [await linkOf(shop), newAddress()];
  for (let count = 0; count < 3 * most; count++) await onLink(link)(address, cardAt(count));
  const headers = { ...from(address), 'accept-language': 'de-AT' };
  const body = new URLSearchParams({ ...filled, method: 'card', number: good });
  const page = await (await fetch(link.url, { method: 'POST', headers, body })).text();
  expect(page).toMatch(/<html lang="de-AT"/);
  expect(page).toMatch(/Bitte versuchen Sie es in (59|60) Minuten erneut\./);
});

test('a 429 is not stored under its idempotency key', async () => {
  const shop = service.client();
  const [page, address] = [byElements(shop), newAddress()];
  for (let count = 0; count < 3 * most; count++) await page(address, cardAt(count));
  const { id, client_secret } = await must(shop.post('/v1/payment_intents', { amount: 2000, currency: 'usd' }));
  const confirm = async (): Promise<number> => {
    const params = { client_secret, payment_method_data: cardOf(good) };
    const headers = { ...from(address), 'idempotency-key': `pay ${id}` };
    return (await service.client(shop.publishable_key).post(`/v1/payment_intents/${id}/confirm`, params, { headers })).status;
  };
  expect(await confirm()).toBe(429);
  await advanceClock(shop, 3600);
  expect(await confirm()).toBe(200);
});

test('the stored counters of declines are shown to no caller', async () => {
  const shop = service.client();
  const [page, address] = [onLink(await linkOf(shop)), newAddress()];
  await page(address, cardAt(0));
  for (const path of ['/v1/payment_intents', '/v1/charges', '/v1/events', '/v1/checkout/sessions'])
    expect((await shop.get(path)).text).not.toMatch(/counted_in|declines|"payment_link":"[^p]/);
});
