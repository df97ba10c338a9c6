import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

/** A shop in April that meters calls, at a price per call in cents, or at another one. */
async function openShop(...cents: readonly number[]) {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const { id: meter } = await made(shop.client, '/v1/billing/meters', {
    display_name: 'Calls',
    event_name: 'calls',
    default_aggregation: { formula: 'sum' },
  });
  const prices = await Promise.all(
    cents.map((each) => shop.price(each, { recurring: { interval: 'month', usage_type: 'metered', meter } })),
  );
  return { shop, prices, meter };
}

const used = ({ client, customer }: ClockedShop, value: number, timestamp: string) =>
  made(client, '/v1/billing/meter_events', {
    event_name: 'calls',
    payload: { stripe_customer_id: customer, value: String(value) },
    timestamp: moment(timestamp),
  });

type Line = { readonly amount: number; readonly quantity: number; readonly period: { readonly start: number; readonly end: number } };

const said = ({ amount, quantity, period }: Line) => [amount, quantity, dated(period.start), dated(period.end)];
const billsOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.toReversed();
const linesOf = async (shop: ClockedShop, sub: { id: string }) =>
  (await billsOf(shop, sub)).map(({ lines }: { lines: { data: Line[] } }) => lines.data.map(said));
const pendingOf = async ({ client, customer }: ClockedShop) =>
  (await client.get(`/v1/invoiceitems?customer=${customer}&pending=true`)).body.data.map(said);
const now = async ({ client }: ClockedShop, { id }: { id: string }) => (await client.get(`/v1/subscriptions/${id}`)).body;

test('usage before a subscription ends with its period is billed on a last invoice, which is paid automatically', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }], { cancel_at_period_end: true });
  await shop.advance('2026-04-20');
  await used(shop, 30, '2026-04-20');
  await shop.advance('2026-05-01');
  const ended = await now(shop, sub);
  const [last] = await billsOf(shop, sub);
  expect([ended.status, last.status, last.auto_advance, last.billing_reason]).toEqual(['canceled', 'draft', true, 'subscription_cycle']);
  expect(ended.latest_invoice).toBe(last.id);
  expect(await linesOf(shop, sub)).toEqual([[[150, 30, '2026-04-01', '2026-05-01']]]);
  await shop.advance('2026-05-01T02:00');
  expect((await billsOf(shop, sub)).map(({ status, amount_paid }: never) => [status, amount_paid])).toEqual([['paid', 150]]);
  await shop.advance('2026-07-01');
  expect(await billsOf(shop, sub)).toHaveLength(1);
});

test('a subscription that ends with its period without usage gets no last invoice', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }], { cancel_at_period_end: true });
  await shop.advance('2026-05-02');
  expect([(await now(shop, sub)).status, await billsOf(shop, sub)]).toEqual(['canceled', []]);
});

test('pending items are on the last invoice too', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-04-16');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, quantity: 2 }] });
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { cancel_at_period_end: true });
  await shop.advance('2026-05-01T02:00');
  const [, last] = await billsOf(shop, sub);
  expect([last.status, last.amount_paid]).toEqual(['paid', 500]);
});

test('usage before a cancellation is billed up to that time on request, and once', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 7, '2026-04-10');
  await shop.client.del(`/v1/subscriptions/${sub.id}`, { invoice_now: true });
  await shop.advance('2026-06-02');
  expect(await linesOf(shop, sub)).toEqual([[[35, 7, '2026-04-01', '2026-04-11']]]);
});

test('a metered price that replaces another charges later usage, and the old one earlier usage', async () => {
  const { shop, prices } = await openShop(5, 9);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, price: prices[1] }] });
  expect(await pendingOf(shop)).toEqual([[50, 10, '2026-04-01', '2026-04-11']]);
  await shop.advance('2026-04-20');
  await used(shop, 100, '2026-04-15');
  const preview = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id });
  expect(preview.total).toBe(950);
  await shop.advance('2026-05-01T02:00');
  expect(await linesOf(shop, sub)).toEqual([
    [
      [50, 10, '2026-04-01', '2026-04-11'],
      [900, 100, '2026-04-11', '2026-05-01'],
    ],
  ]);
});

test('without prorations usage at a replaced price is not billed, not even at the next price', async () => {
  const { shop, prices } = await openShop(5, 9);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  const items = [{ id: sub.items.data[0].id, price: prices[1] }];
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items, proration_behavior: 'none' });
  await shop.advance('2026-05-01T02:00');
  expect(await linesOf(shop, sub)).toEqual([[[0, 0, '2026-04-11', '2026-05-01']]]);
});

test('classic: usage at a replaced price is lost, as in Stripe, and the next price does not charge it', async () => {
  const { shop, prices } = await openShop(5, 9);
  const sub = await shop.subscribe([{ price: prices[0] }], { billing_mode: { type: 'classic' } });
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, price: prices[1] }] });
  await shop.advance('2026-05-01T02:00');
  expect((await linesOf(shop, sub))[1]).toEqual([[0, 0, '2026-04-11', '2026-05-01']]);
});

test('a removed metered item is billed with its removal, at once on request', async () => {
  const { shop, prices } = await openShop(5);
  const flat = await shop.price(1000);
  const sub = await shop.subscribe([{ price: flat }, { price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  const { status } = await shop.client.del(`/v1/subscription_items/${sub.items.data[1].id}`, { proration_behavior: 'always_invoice' });
  const bills = await billsOf(shop, sub);
  expect([status, bills.map(({ status, total }: never) => [status, total])]).toEqual([
    200,
    [
      ['paid', 1000],
      ['paid', 50],
    ],
  ]);
  await shop.advance('2026-05-01T02:00');
  expect((await linesOf(shop, sub))[2]).toEqual([[1000, 1, '2026-05-01', '2026-06-01']]);
});

test('a metered item added in mid-month is charged for usage from then on', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  await made(shop.client, '/v1/subscription_items', { subscription: sub.id, price: prices[0] });
  await shop.advance('2026-04-20');
  await used(shop, 4, '2026-04-19');
  await shop.advance('2026-05-01T02:00');
  expect((await linesOf(shop, sub))[1]).toContainEqual([20, 4, '2026-04-11', '2026-05-01']);
});

test('moving the anchor to now bills the usage until then, and the next period the usage after it', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { billing_cycle_anchor: 'now' });
  expect(await linesOf(shop, sub)).toEqual([[[50, 10, '2026-04-01', '2026-04-11']]]);
  await shop.advance('2026-04-20');
  await used(shop, 3, '2026-04-19');
  await shop.advance('2026-05-11T02:00');
  expect((await linesOf(shop, sub))[1]).toEqual([[15, 3, '2026-04-11', '2026-05-11']]);
});

test('usage during a pause is free, and earlier usage is billed', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-11');
  await used(shop, 10, '2026-04-10');
  await made(shop.client, `/v1/subscriptions/${sub.id}/pause`, {});
  expect(await pendingOf(shop)).toEqual([[50, 10, '2026-04-01', '2026-04-11']]);
  await shop.advance('2026-04-20');
  await used(shop, 1000, '2026-04-15');
  await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { billing_cycle_anchor: 'unchanged' });
  await shop.advance('2026-04-25');
  await used(shop, 2, '2026-04-24');
  await shop.advance('2026-05-01T02:00');
  expect((await linesOf(shop, sub)).flat()).toEqual([
    [50, 10, '2026-04-01', '2026-04-11'],
    [10, 2, '2026-04-20', '2026-05-01'],
  ]);
});

test('a phase that starts with a period follows the usage at the price before it', async () => {
  const { shop, prices } = await openShop(5, 9);
  const schedule = await made(shop.client, '/v1/subscription_schedules', {
    customer: shop.customer,
    start_date: 'now',
    end_behavior: 'release',
    phases: [
      { items: [{ price: prices[0] }], duration: { interval: 'month', interval_count: 1 } },
      { items: [{ price: prices[1] }], duration: { interval: 'month', interval_count: 1 } },
    ],
  });
  await shop.advance('2026-04-20');
  await used(shop, 10, '2026-04-19');
  await shop.advance('2026-05-20');
  await used(shop, 10, '2026-05-19');
  await shop.advance('2026-06-01T02:00');
  expect(await linesOf(shop, { id: schedule.subscription })).toEqual([
    [[50, 10, '2026-04-01', '2026-05-01']],
    [[90, 10, '2026-05-01', '2026-06-01']],
  ]);
});

/** A subscription with a flat price and one that is metered by records, in a billing mode. */
async function recorded(type: string) {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const metered = await shop.price(5, { recurring: { interval: 'month', usage_type: 'metered' } });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }, { price: metered }], { billing_mode: { type } });
  await shop.advance('2026-04-11');
  const item = sub.items.data[1].id;
  await made(shop.client, `/v1/subscription_items/${item}/usage_records`, { quantity: 10, timestamp: moment('2026-04-10') });
  return { shop, sub, item };
}

test('classic: an item with usage records is removed only together with them', async () => {
  const { shop, item } = await recorded('classic');
  const { status, body } = await shop.client.del(`/v1/subscription_items/${item}`);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', 'items[0][clear_usage]']);
  expect((await shop.client.del(`/v1/subscription_items/${item}`, { clear_usage: true })).body).toMatchObject({ deleted: true });
  expect(await pendingOf(shop)).toEqual([]);
});

test('flexible: an item with usage records is billed when it is removed, and clearing them is refused', async () => {
  const { shop, item } = await recorded('flexible');
  const refused = await shop.client.del(`/v1/subscription_items/${item}`, { clear_usage: true });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'items[0][clear_usage]']);
  expect((await shop.client.del(`/v1/subscription_items/${item}`)).status).toBe(200);
  expect(await pendingOf(shop)).toEqual([[50, 10, '2026-04-01', '2026-04-11']]);
});

test('phases that keep the same metered price each bill their own usage', async () => {
  const { shop, prices } = await openShop(5);
  const { client, customer } = shop;
  const items = [{ price: prices[0] }];
  const schedule = await made(client, '/v1/subscription_schedules', {
    customer,
    start_date: 'now',
    end_behavior: 'release',
    phases: [
      { items, iterations: 1 },
      { items, iterations: 1 },
    ],
  });
  await shop.advance('2026-04-20');
  await used(shop, 30, '2026-04-20');
  await shop.advance('2026-05-20');
  await used(shop, 40, '2026-05-20');
  await shop.advance('2026-06-02');
  const totals = (await billsOf(shop, { id: schedule.subscription })).map(({ total }: { total: number }) => total);
  expect(totals.filter((total: number) => total > 0)).toEqual([150, 200]);
});

test('a change without a cost bills earlier usage once, whenever it is made', async () => {
  const { shop, prices } = await openShop(5);
  const sub = await shop.subscribe([{ price: prices[0] }]);
  await shop.advance('2026-04-20');
  await used(shop, 30, '2026-04-20');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { metadata: { seen: 'yes' } });
  await shop.advance('2026-05-02');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { metadata: { seen: 'again' } });
  await shop.advance('2026-06-02');
  const totals = (await billsOf(shop, sub)).map(({ total }: { total: number }) => total);
  expect(totals.filter((total: number) => total > 0)).toEqual([150]);
});

test('an item that becomes metered loses its quantity, and has one again when it is charged by quantity', async () => {
  const { shop, prices } = await openShop(5);
  const flat = await shop.price(1000);
  const sub = await shop.subscribe([{ price: flat, quantity: 3 }]);
  const { id } = sub.items.data[0];
  const changed = await made(shop.client, `/v1/subscription_items/${id}`, { price: prices[0], proration_behavior: 'none' });
  const read = (await shop.client.get(`/v1/subscription_items/${id}`)).body;
  const { data } = (await shop.client.get(`/v1/subscription_items?subscription=${sub.id}`)).body;
  for (const item of [changed, read, data[0], (await now(shop, sub)).items.data[0]]) expect('quantity' in item).toBe(false);
  await made(shop.client, `/v1/subscription_items/${id}`, { price: flat, proration_behavior: 'none' });
  expect((await shop.client.get(`/v1/subscription_items/${id}`)).body.quantity).toBe(1);
});
