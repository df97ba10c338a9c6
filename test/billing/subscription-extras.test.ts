import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

type Line = {
  readonly amount: number;
  readonly description: string;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
};

const openShop = () => openClockedShop(service, { at: '2026-04-01' });
const billsOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.toReversed();
const linesOf = ({ lines }: { lines: { data: Line[] } }) => lines.data.map(({ amount, description }) => [amount, description]);

/** A one-time setup fee. */
async function setup({ client }: ClockedShop, unit_amount: number): Promise<string> {
  const product = (await made(client, '/v1/products', { name: 'Setup' })).id;
  return (await made(client, '/v1/prices', { product, currency: 'usd', unit_amount })).id;
}

test('one-time items are on the first invoice of a subscription, before its recurring items', async () => {
  const shop = await openShop();
  const once = await setup(shop, 500);
  const { id: rate } = await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false });
  const data = { currency: 'usd', product: shop.product, unit_amount: 250 };
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], {
    add_invoice_items: [{ price: once, quantity: 2, tax_rates: [rate] }, { price_data: data }],
  });
  const [bill] = await billsOf(shop, sub);
  expect(linesOf(bill).sort()).toEqual([
    [1000, '1 × Tea (at $10.00 / month)'],
    [1000, 'Setup'],
    [250, 'Tea'],
  ]);
  const [line] = bill.lines.data.filter(({ description }: Line) => description === 'Setup');
  expect([line.quantity, dated(line.period.start), dated(line.period.end)]).toEqual([2, '2026-04-01', '2026-05-01']);
  expect([bill.status, bill.total, sub.status]).toEqual(['paid', 2450, 'active']);
  await shop.advance('2026-05-01T02:00');
  expect((await billsOf(shop, sub)).map(({ total }: never) => total)).toEqual([2450, 1000]);
});

test('one-time items are due when a trial starts', async () => {
  const shop = await openShop();
  const add_invoice_items = [{ price: await setup(shop, 500) }];
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { add_invoice_items, trial_end: moment('2026-04-20') });
  const [bill] = await billsOf(shop, sub);
  expect([sub.status, bill.status, bill.total]).toEqual(['trialing', 'paid', 500]);
});

test('one-time items of a change wait for the next invoice, or are billed at once on request', async () => {
  const shop = await openShop();
  const once = await setup(shop, 500);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { add_invoice_items: [{ price: once }] });
  expect(await billsOf(shop, sub)).toHaveLength(1);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, {
    add_invoice_items: [{ price: once, quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  expect((await billsOf(shop, sub)).map(({ total, status }: never) => [total, status])).toEqual([
    [1000, 'paid'],
    [2000, 'paid'],
  ]);
});

test('one-time items have their own discounts, which have no events, and their own period', async () => {
  const shop = await openShop();
  const once = await setup(shop, 500);
  const { id: coupon } = await made(shop.client, '/v1/coupons', { percent_off: 50, duration: 'forever' });
  const until = { type: 'timestamp', timestamp: moment('2026-06-01') };
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], {
    add_invoice_items: [{ price: once, discounts: [{ coupon }], period: { start: { type: 'now' }, end: until } }],
  });
  await shop.advance('2026-04-16');
  const period = { start: { type: 'now' }, end: { type: 'min_item_period_end' } };
  const add_invoice_items = [{ price: once, quantity: 2, discounts: [{ coupon }], period }];
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { add_invoice_items, proration_behavior: 'always_invoice' });
  await shop.advance('2026-05-01T02:00');
  const bills = await billsOf(shop, sub);
  expect(bills.map(({ total }: never) => total)).toEqual([1250, 500, 1000]);
  const lines = bills
    .flatMap(({ lines }: { lines: { data: Line[] } }) => lines.data)
    .filter(({ description }: Line) => description === 'Setup');
  expect(lines.map(({ period }: Line) => [dated(period.start), dated(period.end)])).toEqual([
    ['2026-04-01', '2026-06-01'],
    ['2026-04-16', '2026-05-01'],
  ]);
  expect((await shop.client.get(`/v1/coupons/${coupon}`)).body.times_redeemed).toBe(2);
  expect((await shop.client.get('/v1/events?type=customer.discount.created')).body.data).toEqual([]);
});

test('402: discounts redeemed for items that are never charged are not counted', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01', card: 'pm_card_chargeCustomerFail' });
  const [price, once] = [await shop.price(1000), await setup(shop, 500)];
  const [pending, added] = await Promise.all(
    [10, 20].map(async (percent_off) => (await made(shop.client, '/v1/coupons', { percent_off, duration: 'forever' })).id as string),
  );
  const { customer } = shop;
  await made(shop.client, '/v1/invoiceitems', { customer, currency: 'usd', amount: 700, discounts: [{ coupon: pending }] });
  const { status } = await shop.client.post('/v1/subscriptions', {
    ...{ customer, items: [{ price }], payment_behavior: 'error_if_incomplete' },
    add_invoice_items: [{ price: once, discounts: [{ coupon: added }] }],
  });
  expect(status).toBe(402);
  const redeemed = async (id: string | undefined) => (await shop.client.get(`/v1/coupons/${id}`)).body.times_redeemed;
  expect([await redeemed(pending), await redeemed(added)]).toEqual([1, 0]);
});

test('400: a custom time without its timestamp, an end before the start, and a discount of items that may never be charged', async () => {
  const shop = await openShop();
  const once = await setup(shop, 500);
  const { id: coupon } = await made(shop.client, '/v1/coupons', { percent_off: 50, duration: 'forever' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const refused = async (item: object, more: object = {}) => {
    const add_invoice_items = [{ price: once, ...item }];
    const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, { add_invoice_items, ...more });
    return [status, body.error?.param];
  };
  const [start, end] = [{ type: 'now' }, { type: 'min_item_period_end' }];
  const at = 'add_invoice_items[0]';
  expect(await refused({ period: { start: { type: 'timestamp' }, end } })).toEqual([400, `${at}[period][start][timestamp]`]);
  expect(await refused({ period: { start, end: { ...end, timestamp: 5 } } })).toEqual([400, `${at}[period][end][timestamp]`]);
  expect(await refused({ period: { start, end: { type: 'timestamp', timestamp: 5 } } })).toEqual([400, `${at}[period][end]`]);
  expect(await refused({ discounts: [{ coupon }] }, { payment_behavior: 'pending_if_incomplete' })).toEqual([400, `${at}[discounts]`]);
  expect((await shop.client.get(`/v1/coupons/${coupon}`)).body.times_redeemed).toBe(0);
});

test('a recurring price cannot be charged once, nor one in another currency', async () => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const euros = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'eur', unit_amount: 5 })).id;
  const answers = await Promise.all(
    [{ price }, { price: euros }, { quantity: 2 }].map((each) =>
      shop.client.post('/v1/subscriptions', { customer: shop.customer, items: [{ price }], add_invoice_items: [each] }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.error.param])).toEqual(
    Array.from({ length: 3 }, () => [400, 'add_invoice_items[0][price]']),
  );
});

test('a discount is removed from a subscription', async () => {
  const shop = await openShop();
  const { id: coupon } = await made(shop.client, '/v1/coupons', { percent_off: 50, duration: 'forever' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { discounts: [{ coupon }] });
  const [discount] = sub.discounts;
  const { status, body } = await shop.client.del(`/v1/subscriptions/${sub.id}/discount`);
  expect([status, body]).toMatchObject([200, { id: discount, object: 'discount', deleted: true }]);
  const { discounts, discount: first } = (await shop.client.get(`/v1/subscriptions/${sub.id}`)).body;
  expect([discounts, first]).toEqual([[], null]);
  await shop.advance('2026-05-01T02:00');
  expect((await billsOf(shop, sub)).map(({ total }: never) => total)).toEqual([500, 1000]);
  expect((await shop.client.del(`/v1/subscriptions/${sub.id}/discount`)).status).toBe(404);
});
