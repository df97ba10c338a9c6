import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Body, billed, billsOf, get, subscriptionNow } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

test('with save_default_payment_method=on_subscription the method of the first payment pays the next period', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: null });
  const items = [{ price: await shop.price(2000) }];
  const waiting = { payment_behavior: 'default_incomplete' };
  const saving = { ...waiting, payment_settings: { save_default_payment_method: 'on_subscription' } };
  const [saved, unsaved] = [await shop.subscribe(items, saving), await shop.subscribe(items, waiting)];
  for (const { latest_invoice } of [saved, unsaved]) {
    const { payment_intent } = await get(shop, `/v1/invoices/${latest_invoice}`);
    await made(shop.client, `/v1/payment_intents/${payment_intent}/confirm`, { payment_method: 'pm_card_visa' });
  }
  const now = await subscriptionNow(shop, saved.id);
  expect([now.status, (await subscriptionNow(shop, unsaved.id)).default_payment_method]).toEqual(['active', null]);
  expect((await get(shop, `/v1/payment_methods/${now.default_payment_method}`)).customer).toBe(shop.customer);
  await shop.advance('2026-02-02');
  const bill = async (subscription: string) => (await billsOf(shop)).filter((each) => each.subscription === subscription).at(-1)?.status;
  expect([await bill(saved.id), await bill(unsaved.id)]).toEqual(['paid', 'open']);
});

test('trial_from_plan begins the longest trial of the prices after a change', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const trial = (trial_period_days: number) => shop.price(3000, { recurring: { interval: 'month', trial_period_days } });
  const { id, items } = await shop.subscribe([{ price: await trial(3) }]);
  const item = items.data[0].id;
  const change = { items: [{ id: item, price: await trial(10) }], trial_from_plan: true, proration_behavior: 'none' };
  const changed = await made(shop.client, `/v1/subscriptions/${id}`, change);
  expect([changed.status, dated(changed.trial_end)]).toEqual(['trialing', '2026-01-11']);
  const both = await shop.client.post(`/v1/subscriptions/${id}`, { trial_from_plan: true, trial_end: 'now' });
  expect([both.status, both.body.error.param]).toEqual([400, 'trial_from_plan']);
});

test('pending invoice items are billed at their own interval, and with the next period without one', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const weekly = { pending_invoice_item_interval: { interval: 'week' } };
  const subscription = await shop.subscribe([{ price: await shop.price(2000) }], weekly);
  expect(subscription.pending_invoice_item_interval).toEqual({ interval: 'week', interval_count: 1 });
  expect(dated(subscription.next_pending_invoice_item_invoice)).toBe('2026-01-08');
  await shop.advance('2026-01-09');
  const item = { customer: shop.customer, subscription: subscription.id, amount: 300, currency: 'usd' };
  await made(shop.client, '/v1/invoiceitems', item);
  await shop.advance('2026-01-16');
  expect(await billed(shop)).toEqual([
    ['2026-01-01', 2000],
    ['2026-01-15', 300],
  ]);
  const [, second] = await billsOf(shop);
  expect([second.billing_reason, second.status]).toEqual(['automatic_pending_invoice_item_invoice', 'paid']);
  const removed = await made(shop.client, `/v1/subscriptions/${subscription.id}`, { pending_invoice_item_interval: '' });
  expect([removed.pending_invoice_item_interval, removed.next_pending_invoice_item_invoice]).toEqual([null, null]);
  await made(shop.client, '/v1/invoiceitems', item);
  await shop.advance('2026-02-02');
  expect((await billed(shop)).slice(2)).toEqual([['2026-02-01', 2300]]);
});

test('usage is billed when it reaches a threshold, and what is used afterwards with the period', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const metered = await shop.price(100, { recurring: { interval: 'month', usage_type: 'metered' } });
  const subscription = await shop.subscribe([{ price: metered }], { billing_thresholds: { amount_gte: 5000 } });
  const item = subscription.items.data[0].id;
  const used = (quantity: number, at: string) =>
    made(shop.client, `/v1/subscription_items/${item}/usage_records`, { quantity, timestamp: moment(at), action: 'increment' });
  await shop.advance('2026-01-03');
  await used(49, '2026-01-02');
  await shop.advance('2026-01-04');
  expect(await billsOf(shop)).toEqual([]);
  await used(2, '2026-01-03T12:00');
  await shop.advance('2026-01-05');
  await used(7, '2026-01-04T12:00');
  await shop.advance('2026-02-02');
  const bills = await billsOf(shop);
  expect(bills.map(({ billing_reason, status, total }) => [billing_reason, status, total])).toEqual([
    ['subscription_threshold', 'paid', 5100],
    ['subscription_cycle', 'paid', 700],
  ]);
  const [first] = bills;
  expect(dated(first.created)).toBe('2026-01-04T01:00');
});

test('a threshold of units with reset_billing_cycle_anchor begins a period', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const metered = await shop.price(100, { recurring: { interval: 'month', usage_type: 'metered' } });
  const items = [{ price: metered, billing_thresholds: { usage_gte: 10 } }, { price: await shop.price(2000) }];
  const { id, items: made_items } = await shop.subscribe(items, { billing_thresholds: { reset_billing_cycle_anchor: true } });
  const item = made_items.data.find((each: Body) => each.price.id === metered).id;
  await shop.advance('2026-01-03');
  await made(shop.client, `/v1/subscription_items/${item}/usage_records`, { quantity: 10, timestamp: moment('2026-01-02') });
  await shop.advance('2026-01-04');
  const now = await subscriptionNow(shop, id);
  expect([dated(now.current_period_start), dated(now.current_period_end)]).toEqual(['2026-01-03T01:00', '2026-02-03T01:00']);
  expect((await billsOf(shop)).map(({ billing_reason, total }) => [billing_reason, total])).toEqual([
    ['subscription_create', 2000],
    ['subscription_threshold', 1000],
    ['subscription_update', 2000],
  ]);
});

const preview = ({ client }: { client: Body }, subscription: string, subscription_details: object) =>
  client.post('/v1/invoices/create_preview', { subscription, subscription_details });

test('a preview with cancel_now is the last invoice, and cancels nothing', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { id } = await shop.subscribe([{ price: await shop.price(3100) }]);
  await shop.advance('2026-01-11');
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, subscription: id, amount: 500, currency: 'usd' });
  const shown = await preview(shop, id, { cancel_now: true });
  expect([shown.status, shown.body.total]).toEqual([200, 500 - 2100]);
  expect((await preview(shop, id, { cancel_now: true, proration_behavior: 'none' })).body.total).toBe(500);
  expect((await subscriptionNow(shop, id)).status).toBe('active');
  const both = await preview(shop, id, { cancel_now: true, cancel_at: moment('2026-02-01') });
  expect([both.status, both.body.error.param]).toEqual([400, 'subscription_details[cancel_at]']);
  const canceled = await shop.client.del(`/v1/subscriptions/${id}?prorate=true&invoice_now=true`);
  expect((await get(shop, `/v1/invoices/${canceled.body.latest_invoice}`)).total).toBe(shown.body.total);
});

test('a preview with resume_at is the invoice of a resumption', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { id } = await shop.subscribe([{ price: await shop.price(3100) }]);
  const running = await preview(shop, id, { resume_at: 'now' });
  expect([running.status, running.body.error.param]).toEqual([400, 'subscription_details[resume_at]']);
  await made(shop.client, `/v1/subscriptions/${id}/pause`, {});
  await shop.advance('2026-01-11');
  const shown = await preview(shop, id, { resume_at: 'now' });
  expect(shown.status).toBe(200);
  await made(shop.client, `/v1/subscriptions/${id}/resume`, {});
  const { latest_invoice } = await subscriptionNow(shop, id);
  expect((await get(shop, `/v1/invoices/${latest_invoice}`)).total).toBe(shown.body.total);
});
