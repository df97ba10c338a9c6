import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEvents } from '../support/callers.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const most = 999_999_999_999;
const openShop = (card: string | null = 'pm_card_visa') => openClockedShop(service, { at: '2026-01-01', card });
const billsOf = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/invoices?subscription=${id}&limit=100`)).body.data;
const eventsOf = async ({ client }: ClockedShop, type: string) =>
  (await allEvents(client)).filter((each: { type: string }) => each.type === type);
const refusalOf = ({ status, body }: { status: number; body: { error?: { code: string; param: string } } }) => [
  status,
  body.error?.code,
  body.error?.param,
];

test('400 amount_too_large: a subscription, a preview and an invoice refuse items beyond the maximum amount', async () => {
  const shop = await openShop();
  const { client, customer, product } = shop;
  const [cheap, dear] = [await shop.price(1000), await shop.price(most)];
  const sub = await shop.subscribe([{ price: cheap }]);
  const item = sub.items.data[0].id;
  const [quantity, proration_behavior] = [999_999_999, 'none'];
  const of_first = [400, 'amount_too_large', 'items[0][quantity]'];
  const items = [{ price: dear, quantity }];
  expect(refusalOf(await client.post('/v1/subscriptions', { customer, items }))).toEqual(of_first);
  expect(refusalOf(await client.post('/v1/invoices/create_preview', { customer, subscription_details: { items } }))).toEqual(of_first);
  const dearer = { items: [{ id: item, price: dear, quantity }], proration_behavior };
  expect(refusalOf(await client.post(`/v1/subscriptions/${sub.id}`, dearer))).toEqual(of_first);
  const added = { subscription: sub.id, price: dear, quantity, proration_behavior };
  expect(refusalOf(await client.post('/v1/subscription_items', added)).slice(0, 2)).toEqual(of_first.slice(0, 2));
  const data = { currency: 'usd', product, unit_amount: most, recurring: { interval: 'month' } };
  const made_up = { customer, items: [{ price_data: data, quantity }] };
  expect(refusalOf(await client.post('/v1/subscriptions', made_up))).toEqual(of_first);
  const billed = { customer, currency: 'usd', unit_amount: most, quantity };
  expect(refusalOf(await client.post('/v1/invoiceitems', billed))).toEqual([400, 'amount_too_large', 'quantity']);
});

test('a renewal whose usage exceeds the maximum amount stays a draft, with an event; there is no internal error', async () => {
  const shop = await openShop();
  const { client, customer } = shop;
  const meter = await made(client, '/v1/billing/meters', { display_name: 'x', event_name: 'x', default_aggregation: { formula: 'sum' } });
  const recurring = { interval: 'month', usage_type: 'metered', meter: meter.id };
  const sub = await shop.subscribe([{ price: await shop.price(most, { recurring }) }]);
  await shop.advance('2026-01-11');
  await made(client, '/v1/billing/meter_events', { event_name: 'x', payload: { stripe_customer_id: customer, value: '999999999999' } });
  expect((await client.post('/v1/invoices/create_preview', { subscription: sub.id })).status).toBe(200);
  const at_once = await client.del(`/v1/subscriptions/${sub.id}`, { invoice_now: true });
  expect(refusalOf(at_once).slice(0, 2)).toEqual([400, 'amount_too_large']);
  await shop.advance('2026-03-02');
  const [, bill] = await billsOf(shop, sub.id);
  expect([bill.status, bill.last_finalization_error?.code]).toEqual(['draft', 'amount_too_large']);
  expect(await eventsOf(shop, 'invoice.finalization_failed')).toHaveLength(1);
});

test('a phase starts although its change cannot be charged, and its invoice shows why it is not final', async () => {
  const shop = await openShop();
  const [first, second] = [await shop.price(1000), await shop.price(99_000_000)];
  const { id, subscription } = await made(shop.client, '/v1/subscription_schedules', {
    customer: shop.customer,
    start_date: 'now',
    phases: [
      { items: [{ price: first }], end_date: moment('2026-01-15') },
      {
        items: [{ price: second, quantity: 100 }],
        proration_behavior: 'always_invoice',
        duration: { interval: 'month', interval_count: 1 },
      },
    ],
  } as never);
  await shop.advance('2026-01-20');
  const [bill] = await billsOf(shop, subscription);
  expect([bill.status, bill.last_finalization_error?.code]).toEqual(['draft', 'amount_too_large']);
  expect((await shop.client.get(`/v1/subscription_schedules/${id}`)).body.current_phase?.start_date).toBe(moment('2026-01-15'));
  expect((await shop.client.get(`/v1/subscriptions/${subscription}`)).body).toMatchObject({ quantity: 100, status: 'active' });
});

test('402: a failed subscription that must be paid at once leaves its coupon and its code for the next attempt', async () => {
  const shop = await openShop('pm_card_chargeCustomerFail');
  const { client, customer } = shop;
  const price = await shop.price(1000);
  const coupon = await made(client, '/v1/coupons', { percent_off: 10, duration: 'once', max_redemptions: 1 });
  const code = await made(client, '/v1/promotion_codes', { coupon: coupon.id, max_redemptions: 1 });
  const asked = { customer, items: [{ price }], payment_behavior: 'error_if_incomplete', discounts: [{ promotion_code: code.id }] };
  expect(refusalOf(await client.post('/v1/subscriptions', asked)).slice(0, 2)).toEqual([402, 'card_declined']);
  expect((await client.get(`/v1/coupons/${coupon.id}`)).body).toMatchObject({ times_redeemed: 0, valid: true });
  expect((await client.get(`/v1/promotion_codes/${code.id}`)).body).toMatchObject({ active: true, times_redeemed: 0 });
  const good = await made(client, '/v1/payment_methods/pm_card_visa/attach', { customer });
  const second = await client.post('/v1/subscriptions', { ...asked, default_payment_method: good.id });
  expect([second.status, second.body.status]).toEqual([200, 'active']);
  expect((await client.get(`/v1/coupons/${coupon.id}`)).body).toMatchObject({ times_redeemed: 1, valid: false });
});

test('a customer’s discount for one invoice applies to the first of two drafts that is finalized', async () => {
  const { client, customer } = await openShop();
  const { id: coupon } = await made(client, '/v1/coupons', { percent_off: 50, duration: 'once' });
  await made(client, `/v1/customers/${customer}`, { coupon });
  const drafts: string[] = [];
  for (const description of ['one', 'two']) {
    await made(client, '/v1/invoiceitems', { customer, currency: 'usd', amount: 1000, description });
    drafts.push((await made(client, '/v1/invoices', { customer, pending_invoice_items_behavior: 'include' })).id);
  }
  const final = await Promise.all(drafts.map((id) => client.post(`/v1/invoices/${id}/finalize`)));
  expect(final.map(({ status, body }) => [status, body.status, body.amount_due]).sort()).toEqual([
    [200, 'open', 1000],
    [200, 'open', 500],
  ]);
});

test('a coupon created again under an id does not expire with the timers of the earlier one', async () => {
  const client = service.client();
  const redeem_by = Math.floor(service.now() / 1000) + 86_400;
  await made(client, '/v1/coupons', { id: 'AGAIN', percent_off: 10, duration: 'once', redeem_by });
  await client.del('/v1/coupons/AGAIN');
  await made(client, '/v1/coupons', { id: 'AGAIN', percent_off: 20, duration: 'once' });
  const code = await made(client, '/v1/promotion_codes', { coupon: 'AGAIN' });
  // At the same time, so the timer of the first has run when this one has ended.
  await made(client, '/v1/coupons', { id: 'LAST', percent_off: 10, duration: 'once', redeem_by });
  service.advance(2 * 86_400_000);
  await service.until(async () => (await client.get('/v1/coupons/LAST')).body.valid === false);
  await service.until(
    async () => (await service.engine.database.query({ text: `select from jobs where id like 'AGAIN %'`, values: [] })).length === 0,
  );
  expect((await client.get('/v1/coupons/AGAIN')).body.valid).toBe(true);
  expect((await client.get(`/v1/promotion_codes/${code.id}`)).body.active).toBe(true);
});

test.each(['.', '..', 'new\nline', 'a\tb', '\u0000', 'a/b'])(
  '400: %j cannot be chosen as an id, because it could never be read',
  async (id) => {
    const client = service.client();
    const { status, body } = await client.post('/v1/coupons', { id, percent_off: 10, duration: 'once' });
    expect([status, body.error?.param]).toEqual([400, 'id']);
  },
);

test('402: a discount redeemed for an item can be redeemed again by the next attempt', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: 'pm_card_chargeCustomerFail' });
  const { client, customer } = shop;
  await made(client, '/v1/coupons', { id: 'TWICE', percent_off: 10, duration: 'once', max_redemptions: 2 });
  const price = await shop.price(1000);
  const asked = {
    ...{ customer, payment_behavior: 'error_if_incomplete', discounts: [{ coupon: 'TWICE' }] },
    items: [{ price, discounts: [{ coupon: 'TWICE' }] }],
  };
  expect((await client.post('/v1/subscriptions', asked)).status).toBe(402);
  expect((await client.get('/v1/coupons/TWICE')).body).toMatchObject({ times_redeemed: 0, valid: true });
});
