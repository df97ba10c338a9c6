import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { club, mug } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const linkOf = (shop: Client, params: object = {}): Promise<Body> => must(shop.post('/v1/payment_links', { line_items: [mug], ...params }));
const made = ['checkout/sessions', 'payment_intents', 'setup_intents', 'customers', 'subscriptions', 'charges', 'events'] as const;

/** The number of objects of each kind in an account. */
const counts = async (shop: Client): Promise<readonly number[]> =>
  Promise.all(made.map(async (each) => (await must(shop.get(`/v1/${each}`, { limit: 100 }))).data.length));

const filled = { do: 'pay', email: 'al@example.com', name: 'Al', method: 'card', number: '4242424242424242', exp: '12 / 34', cvc: '123' };
const sent = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test.each([
  ['a one-time price', { line_items: [mug] }],
  ['a recurring price', { line_items: [club], subscription_data: { trial_period_days: 7 } }],
])('visits of a link that sells %s create nothing', async (_, params) => {
  const shop = service.client();
  const link = await linkOf(shop, params);
  const before = await counts(shop);
  const visits = await Promise.all(Array.from({ length: 25 }, () => fetch(link.url)));
  expect(new Set(visits.map(({ status, url }) => `${status} ${url}`))).toEqual(new Set([`200 ${link.url}`]));
  expect(await visits[0]?.text()).toContain('data-testid="submit"');
  expect(await counts(shop)).toEqual(before);
});

test('an invalid form creates nothing, and its input is kept', async () => {
  const shop = service.client();
  const link = await linkOf(shop);
  const before = await counts(shop);
  const answer = await sent(link.url, { ...filled, number: '' });
  const page = await answer.text();
  expect([answer.status, page.includes('value="al@example.com"'), page.includes('fault-number')]).toEqual([400, true, true]);
  expect(await counts(shop)).toEqual(before);
});

test('the first payment on the page of a link creates one session, and pays it', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { line_items: [{ ...mug, adjustable_quantity: { enabled: true, maximum: 3 } }] });
  const query = '?prefilled_email=jo%40example.com&client_reference_id=seat-1';
  const shown = await (await fetch(`${link.url}${query}`)).text();
  expect(shown).toContain('value="jo@example.com"');
  const paid = await sent(`${link.url}${query}`, { ...filled, 'quantity-0': '1', expected_amount: '1000' });
  expect(paid.status).toBe(303);
  const { data } = await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }));
  expect(data).toEqual([expect.objectContaining({ status: 'complete', amount_total: 1000, client_reference_id: 'seat-1' })]);
});

test('a payer who changes the order sees the new total, and continues with that session', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { line_items: [{ ...mug, adjustable_quantity: { enabled: true, maximum: 3 } }] });
  expect(await (await fetch(link.url)).text()).toContain('name="quantity-0"');
  const changed = await sent(link.url, { ...filled, do: 'update', 'quantity-0': '3' });
  const [, action = ''] = /<form id="checkout"[^>]* action="([^"]+)"/.exec(await changed.text()) ?? [];
  expect([changed.status, action]).toEqual([200, expect.stringMatching(/^\/checkout\//)]);
  expect((await sent(`${service.url}${action}`, { ...filled, expected_amount: '3000' })).status).toBe(303);
  const { data } = await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }));
  expect(data).toEqual([expect.objectContaining({ status: 'complete', amount_total: 3000 })]);
});

test('a code in the address is applied on the page, and one without a discount is left out', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { amount_off: 400, currency: 'usd' }));
  await must(shop.post('/v1/promotion_codes', { coupon: coupon.id, code: 'SPRING' }));
  const link = await linkOf(shop, { allow_promotion_codes: true });
  const total = async (code: string): Promise<string | undefined> =>
    /name="expected_amount" value="(\d+)"/.exec(await (await fetch(`${link.url}?prefilled_promo_code=${code}`)).text())?.[1];
  expect([await total('SPRING'), await total('AUTUMN')]).toEqual(['600', '1000']);
  expect((await sent(`${link.url}?prefilled_promo_code=SPRING`, { ...filled, expected_amount: '600' })).status).toBe(303);
  const { data } = await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }));
  expect(data).toEqual([expect.objectContaining({ status: 'complete', amount_total: 600 })]);
});

test('402: after a decline the payer tries again with the session of the first attempt', async () => {
  const shop = service.client();
  const link = await linkOf(shop);
  const declined = await sent(link.url, { ...filled, number: '4000000000000002' });
  const [, action = ''] = /<form id="checkout"[^>]* action="([^"]+)"/.exec(await declined.text()) ?? [];
  expect(declined.status).toBe(402);
  expect((await sent(`${service.url}${action}`, filled)).status).toBe(303);
  const { data } = await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }));
  expect(data).toEqual([expect.objectContaining({ status: 'complete' })]);
});
