import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const now = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/subscriptions/${id}`)).body;
const billsOf = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/invoices?subscription=${id}&limit=100`)).body.data;

test('a first invoice paid after its short period is over: the next period is still billed', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(100_000) }], {
    billing_cycle_anchor: moment('2026-01-01T02:00'),
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.payment_intent'],
  });
  await shop.advance('2026-01-01T03:00');
  expect((await now(shop, sub.id)).status).toBe('incomplete');
  await made(shop.client, `/v1/payment_intents/${sub.latest_invoice.payment_intent.id}/confirm`, { payment_method: 'pm_card_visa' });
  await service.until(async () => (await billsOf(shop, sub.id)).length === 2);
  await shop.advance('2026-02-01T04:00');
  const bills = await billsOf(shop, sub.id);
  expect(bills.map(({ amount_due }: never) => amount_due)).toEqual([100_000, 100_000, 269]);
  expect(await audit(service.engine.database)).toEqual([]);
  const { status, current_period_end } = await now(shop, sub.id);
  expect([status, dated(current_period_end)]).toEqual(['active', '2026-03-01T02:00']);
});

test('a weekly subscription without payments ends with the retries of its first unpaid invoice, however many have followed', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000, { recurring: { interval: 'week' } }) }]);
  const { id } = await made(shop.client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer: shop.customer });
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: id } });
  await shop.advance('2026-02-20');
  const { status, cancellation_details, ended_at } = await now(shop, sub.id);
  expect([status, cancellation_details.reason, dated(ended_at)]).toEqual(['canceled', 'payment_failed', '2026-01-29T01:00']);
  expect(await billsOf(shop, sub.id)).toHaveLength(5);
});

test.each([
  ['void', 'void', 4000],
  ['mark_uncollectible', 'uncollectible', 4000],
  ['keep_as_draft', 'draft', 4000],
])('while collection is paused (%s) a change with always_invoice is not collected', async (behavior, status, amount_due) => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { pause_collection: { behavior } });
  await made(shop.client, `/v1/subscriptions/${sub.id}`, {
    items: [{ id: sub.items.data[0].id, quantity: 5 }],
    proration_behavior: 'always_invoice',
  });
  const [bill] = await billsOf(shop, sub.id);
  expect(bill).toMatchObject({ status, amount_due, amount_paid: 0, billing_reason: 'subscription_update', auto_advance: false });
  await shop.advance('2026-01-05');
  expect((await billsOf(shop, sub.id))[0]).toMatchObject({ status, amount_paid: 0 });
});

test('a last invoice is not collected either while collection is paused', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { pause_collection: { behavior: 'void' } });
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, currency: 'usd', amount: 700 });
  await shop.client.del(`/v1/subscriptions/${sub.id}`, { invoice_now: true });
  expect((await billsOf(shop, sub.id))[0]).toMatchObject({ status: 'void', amount_due: 700, amount_paid: 0 });
});

const amountsOf = (bill: { lines: { data: { amount: number }[] } }) => bill.lines.data.map(({ amount }) => amount).sort((a, b) => a - b);

/** A subscription of 100 a day, paid for January, and paused on the 11th. */
async function pausedFor(type: string, params: object = {}) {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(3100) }], { billing_mode: { type } });
  await shop.advance('2026-01-11');
  await made(shop.client, `/v1/subscriptions/${sub.id}/pause`, params as never);
  const resume = async (at: string, more: object) => {
    await shop.advance(at);
    return made(shop.client, `/v1/subscriptions/${sub.id}/resume`, more as never);
  };
  return { shop, sub, resume };
}

test.each(['classic', 'flexible'])('%s: a paused subscription is charged only for the days outside the pause', async (type) => {
  const { shop, sub, resume } = await pausedFor(type);
  const resumed = await resume('2026-05-10', { billing_cycle_anchor: 'unchanged' });
  expect([resumed.status, dated(resumed.current_period_start), dated(resumed.current_period_end)]).toEqual([
    'active',
    '2026-05-01',
    '2026-06-01',
  ]);
  expect(await billsOf(shop, sub.id)).toHaveLength(1);
  await shop.advance('2026-06-01T02:00');
  const bills = await billsOf(shop, sub.id);
  expect(bills.map(amountsOf)).toEqual([[-2100, 2200, 3100], [3100]]);
});

test.each([
  ['always_invoice', [[-2100, 1600], [3100]]],
  ['none', [[3100]]],
])('%s: the rest of the period in which it resumes is charged by the proration_behavior', async (proration_behavior, expected) => {
  const { shop, sub, resume } = await pausedFor('flexible');
  await resume('2026-01-16', { billing_cycle_anchor: 'unchanged', proration_behavior });
  expect((await billsOf(shop, sub.id)).map(amountsOf)).toEqual(expected);
});

test('where resuming starts a period, the paid rest of the earlier one is credited, from the pause on', async () => {
  const { shop, sub, resume } = await pausedFor('flexible');
  const resumed = await resume('2026-01-16', {});
  const [bill] = await billsOf(shop, sub.id);
  expect([amountsOf(bill), bill.status, bill.amount_paid]).toEqual([[-2100, 3100], 'paid', 1000]);
  expect(dated(resumed.current_period_end)).toBe('2026-02-16');
});

test.each([
  ['none', [3100]],
  ['item_current_period_start', [-3100, 1600, 3100]],
])('a pause credits by its setting: %s', async (type, expected) => {
  const { shop, sub, resume } = await pausedFor('flexible', { bill_for: { unused_time_from: { type } } });
  await resume('2026-01-16', { billing_cycle_anchor: 'unchanged' });
  await shop.advance('2026-02-01T02:00');
  expect(amountsOf((await billsOf(shop, sub.id))[0])).toEqual(expected);
});

test.each(['classic', 'flexible'])('%s: a paused subscription is not credited a second time when it changes or ends', async (type) => {
  const { shop, sub } = await pausedFor(type);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, quantity: 3 }] });
  await shop.client.del(`/v1/subscriptions/${sub.id}`, { prorate: true, invoice_now: true });
  expect(amountsOf((await billsOf(shop, sub.id))[0])).toEqual([-2100]);
});

test('a paused subscription ends at the time that was set before or during the pause', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const items = [{ price: await shop.price(1000) }];
  const [before, during] = [await shop.subscribe(items, { cancel_at: moment('2026-04-01') }), await shop.subscribe(items)];
  for (const { id } of [before, during]) await made(shop.client, `/v1/subscriptions/${id}/pause`, {});
  await made(shop.client, `/v1/subscriptions/${during.id}`, { cancel_at: moment('2026-05-01') });
  await shop.advance('2026-06-01');
  for (const [{ id }, at] of [[before, '2026-04-01'] as const, [during, '2026-05-01'] as const]) {
    const { status, ended_at } = (await shop.client.get(`/v1/subscriptions/${id}`)).body;
    expect([status, dated(ended_at)]).toEqual(['canceled', at]);
    expect(await billsOf(shop, id)).toHaveLength(1);
  }
});

test.each([
  ['billing_cycle_anchor', 'now'],
  ['trial_end', moment('2026-03-01')],
])('400: %s starts a period, and a paused subscription must be resumed first', async (param, value) => {
  const { shop, sub } = await pausedFor('flexible');
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, { [param]: value });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'subscription_unexpected_state', param]);
});

test('in classic mode a new interval of a paused subscription is billed when it resumes, and not before', async () => {
  const { shop, sub, resume } = await pausedFor('classic');
  const price = await shop.price(12_000, { recurring: { interval: 'year' } });
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, price }] });
  expect(await billsOf(shop, sub.id)).toHaveLength(1);
  await resume('2026-02-01', {});
  expect((await billsOf(shop, sub.id)).map(amountsOf)).toEqual([[-2100, 12_000], [3100]]);
});

test('a resumed subscription with cancel_at_period_end ends with its new period', async () => {
  const { shop, sub, resume } = await pausedFor('flexible');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { cancel_at_period_end: true });
  const resumed = await resume('2026-01-21', {});
  expect([dated(resumed.current_period_end), dated(resumed.cancel_at)]).toEqual(['2026-02-21', '2026-02-21']);
});
