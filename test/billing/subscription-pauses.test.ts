import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests look into it.
type Body = any;

const billsOf = async ({ client, customer }: ClockedShop): Promise<Body[]> =>
  (await client.get(`/v1/invoices?customer=${customer}`)).body.data.reverse();
const amountsOf = ({ lines }: Body): number[] => lines.data.map(({ amount }: Body) => amount).sort((a: number, b: number) => a - b);
const pendingOf = async ({ client, customer }: ClockedShop): Promise<number[]> =>
  (await client.get(`/v1/invoiceitems?pending=true&customer=${customer}`)).body.data.map(({ amount }: Body) => amount);

/** A subscription of 100 a day, paid for January, on the 11th. */
async function subscribed(more: object = {}) {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(3100) }], more);
  await shop.advance('2026-01-11');
  const pause = (params: Record<string, unknown> = {}) => shop.client.post(`/v1/subscriptions/${sub.id}/pause`, params);
  return { shop, sub, pause };
}

test('the credit of a pause waits for the next invoice, or is on one at once on request', async () => {
  const waiting = await subscribed();
  const { body: paused } = await waiting.pause({ invoicing_behavior: 'pending_invoice_item' });
  expect([paused.status, await pendingOf(waiting.shop), (await billsOf(waiting.shop)).length]).toEqual(['paused', [-2100], 1]);
  const billed = await subscribed();
  const { body } = await billed.pause({ invoicing_behavior: 'invoice' });
  const [, bill] = await billsOf(billed.shop);
  expect([body.status, body.latest_invoice, await pendingOf(billed.shop)]).toEqual(['paused', bill.id, []]);
  expect([amountsOf(bill), bill.status, bill.total, bill.billing_reason]).toEqual([[-2100], 'paid', -2100, 'subscription_update']);
  expect((await billed.shop.client.get(`/v1/customers/${billed.shop.customer}`)).body.balance).toBe(-2100);
});

test('the invoice of a pause bills pending items as well, and there is none without an amount', async () => {
  const { shop, sub, pause } = await subscribed();
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, currency: 'usd', amount: 5000 });
  const bill_for = { unused_time_from: { type: 'none' } };
  await pause({ invoicing_behavior: 'invoice', bill_for });
  const [, bill] = await billsOf(shop);
  expect([amountsOf(bill), bill.status, bill.amount_paid]).toEqual([[5000], 'paid', 5000]);
  await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { billing_cycle_anchor: 'unchanged', proration_behavior: 'none' });
  const again = await pause({ invoicing_behavior: 'invoice', bill_for });
  expect([again.body.status, again.body.latest_invoice, (await billsOf(shop)).length]).toEqual(['paused', bill.id, 2]);
});

test('200: a pause is answered with the subscription, whatever the result of its invoice', async () => {
  const { shop, pause } = await subscribed();
  const { id } = await made(shop.client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer: shop.customer });
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: id } });
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, currency: 'usd', amount: 5000 });
  const { status, body } = await pause({ invoicing_behavior: 'invoice' });
  const [, bill] = await billsOf(shop);
  expect([status, body.status, bill.status, bill.amount_remaining]).toEqual([200, 'paused', 'open', 2900]);
});

test('the invoice of a pause is not collected while collection is paused', async () => {
  const { shop, pause } = await subscribed({});
  const [{ subscription }] = await billsOf(shop);
  await made(shop.client, `/v1/subscriptions/${subscription}`, { pause_collection: { behavior: 'keep_as_draft' } });
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, currency: 'usd', amount: 5000 });
  await pause({ invoicing_behavior: 'invoice' });
  await shop.advance('2026-01-12');
  expect((await billsOf(shop))[1]).toMatchObject({ status: 'draft', auto_advance: false });
});

test('400: a subscription under a schedule cannot be paused, until it is released', async () => {
  const { shop, sub, pause } = await subscribed();
  const schedule = await made(shop.client, '/v1/subscription_schedules', { from_subscription: sub.id });
  const { status, body } = await pause();
  expect([status, body.error.code]).toEqual([400, 'subscription_unexpected_state']);
  expect(body.error.message).toContain(schedule.id);
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}/release`, {});
  expect((await pause()).body.status).toBe('paused');
});

test('the paid part of a period before a pause is not charged again, whatever the proration_date', async () => {
  const { shop, sub, pause } = await subscribed();
  await pause();
  await shop.advance('2026-01-21');
  const unchanged = { billing_cycle_anchor: 'unchanged', proration_date: moment('2026-01-01') };
  const free = await shop.client.post(`/v1/subscriptions/${sub.id}/resume`, { ...unchanged, proration_behavior: 'none' });
  expect([free.status, free.body.error.param]).toEqual([400, 'proration_date']);
  await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, unchanged);
  // The ten days until the pause were paid; the other 21 were credited.
  expect((await pendingOf(shop)).sort()).toEqual([-2100, 2100]);
});

test('payment_behavior applies to a resumed subscription, and its proration_date lies within the period', async () => {
  const { shop, sub, pause } = await subscribed();
  await pause();
  await shop.advance('2026-01-21');
  const resume = (params: Record<string, unknown>) => shop.client.post(`/v1/subscriptions/${sub.id}/resume`, params);
  const waits = await resume({ payment_behavior: 'resume_on_payment_success' });
  expect([waits.status, waits.body.error.param]).toEqual([400, 'payment_behavior']);
  const date = (day: string) => ({ proration_date: moment(day) });
  const of_new = await resume(date('2026-01-16'));
  expect([of_new.status, of_new.body.error.code, of_new.body.error.param]).toEqual([400, 'parameters_exclusive', 'proration_date']);
  const unchanged = { payment_behavior: 'resume_on_payment_attempt', billing_cycle_anchor: 'unchanged' };
  const early = await resume({ ...unchanged, ...date('2025-12-31') });
  expect([early.status, early.body.error.param]).toEqual([400, 'proration_date']);
  const { body } = await resume({ ...unchanged, ...date('2026-01-16') });
  expect([body.status, (await pendingOf(shop)).sort()]).toEqual(['active', [-2100, 1600]]);
});

test('items added during a pause wait for the first invoice after it, whatever the proration_behavior', async () => {
  const { shop, sub, pause } = await subscribed();
  await pause({ bill_for: { unused_time_from: { type: 'none' } } });
  const once = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'usd', unit_amount: 700 })).id;
  const added = { add_invoice_items: [{ price: once }], proration_behavior: 'always_invoice' };
  await made(shop.client, `/v1/subscriptions/${sub.id}`, added);
  expect([await pendingOf(shop), (await billsOf(shop)).length]).toEqual([[700], 1]);
  await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { billing_cycle_anchor: 'now' });
  expect(amountsOf((await billsOf(shop))[1])).toEqual([700, 3100]);
});
