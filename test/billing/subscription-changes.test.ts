import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at: string) => openClockedShop(service, { at });

/** The members of a line or an item that a test compares. */
type Line = { readonly amount: number; readonly description: string; readonly proration: boolean };

const change = ({ client }: ClockedShop, id: string, params: object) => made(client, `/v1/subscriptions/${id}`, params as never);
const pendingOf = async ({ client, customer }: ClockedShop): Promise<Line[]> =>
  (await client.get(`/v1/invoiceitems?customer=${customer}&pending=true`)).body.data;
const latest = async ({ client }: ClockedShop, { latest_invoice }: { latest_invoice: string }) =>
  (await client.get(`/v1/invoices/${latest_invoice}`)).body;
const amounts = (lines: readonly Line[]): number[] => lines.map(({ amount }) => amount).sort((a, b) => a - b);

test.each(['classic', 'flexible'])(
  '%s: an upgrade within a month credits the old price and charges the new one to the second',
  async (type) => {
    // 445,540 of 2,678,400 seconds of August remain then.
    const shop = await openShop('2020-08-01');
    const [price, dearer] = [await shop.price(1000), await shop.price(3252)];
    const sub = await shop.subscribe([{ price }], { billing_mode: { type } });
    await shop.advance(moment('2020-09-01') - 445_540);
    await change(shop, sub.id, { items: [{ id: sub.items.data[0].id, price: dearer }] });
    const items = await pendingOf(shop);
    expect(amounts(items)).toEqual([-166, 541]);
    expect(items.map(({ description }) => description).sort()).toEqual([
      'Remaining time on Tea after 26 Aug 2020',
      'Unused time on Tea after 26 Aug 2020',
    ]);
    expect(items.every(({ proration }) => proration)).toBe(true);
    await shop.advance('2020-09-01T01:00');
    const bill = await latest(shop, (await shop.client.get(`/v1/subscriptions/${sub.id}`)).body);
    expect([bill.status, amounts(bill.lines.data), bill.total]).toEqual(['paid', [-166, 541, 3252], 3627]);
    expect(await pendingOf(shop)).toEqual([]);
  },
);

test('a third seat in mid-month credits both old seats and charges all three, at once on request', async () => {
  const shop = await openShop('2026-07-01');
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price, quantity: 2 }]);
  await shop.advance('2026-07-11');
  const changed = await change(shop, sub.id, {
    items: [{ id: sub.items.data[0].id, quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  const bill = await latest(shop, changed);
  expect([amounts(bill.lines.data), bill.billing_reason, bill.status, bill.amount_paid]).toEqual([
    [-1355, 2032],
    'subscription_update',
    'paid',
    677,
  ]);
  expect([changed.quantity, changed.status, dated(changed.current_period_end)]).toEqual([3, 'active', '2026-08-01']);
});

test.each([
  ['classic', [-667, 333]],
  ['flexible', [-333, 333]],
])('%s: an increase without a proration is credited at %s', async (type, expected) => {
  const shop = await openShop('2026-04-01');
  const [ten, twenty] = [await shop.price(1000), await shop.price(2000)];
  const sub = await shop.subscribe([{ price: ten }], { billing_mode: { type } });
  const item = sub.items.data[0].id;
  await shop.advance('2026-04-11');
  await change(shop, sub.id, { items: [{ id: item, price: twenty }], proration_behavior: 'none' });
  expect(await pendingOf(shop)).toEqual([]);
  await shop.advance('2026-04-21');
  const changed = await change(shop, sub.id, { items: [{ id: item, price: ten }], proration_behavior: 'always_invoice' });
  const bill = await latest(shop, changed);
  expect([amounts(bill.lines.data), bill.status]).toEqual([expected, 'paid']);
});

test('a year in the place of a month starts at once in classic mode, and credits the month', async () => {
  const shop = await openShop('2026-04-01');
  const [monthly, yearly] = [await shop.price(1000), await shop.price(10_000, { recurring: { interval: 'year' } })];
  const sub = await shop.subscribe([{ price: monthly }], { billing_mode: { type: 'classic' } });
  await shop.advance('2026-04-16');
  const changed = await change(shop, sub.id, { items: [{ id: sub.items.data[0].id, price: yearly }] });
  expect([changed.billing_cycle_anchor, changed.current_period_start, changed.current_period_end].map(dated)).toEqual([
    '2026-04-16',
    '2026-04-16',
    '2027-04-16',
  ]);
  const bill = await latest(shop, changed);
  expect([amounts(bill.lines.data), bill.amount_paid]).toEqual([[-500, 10_000], 9500]);
});

test('items are added and removed, but not the last one', async () => {
  const shop = await openShop('2026-04-01');
  const [tea, milk] = [await shop.price(1000), await shop.price(300)];
  const sub = await shop.subscribe([{ price: tea }]);
  await shop.advance('2026-04-16');
  const both = await change(shop, sub.id, { items: [{ price: milk, quantity: 2 }] });
  expect(both.items.data.map(({ price, quantity }: never) => [(price as { id: string }).id, quantity])).toEqual([
    [tea, 1],
    [milk, 2],
  ]);
  expect([both.plan, both.quantity, amounts(await pendingOf(shop))]).toEqual([null, null, [300]]);
  const one = await change(shop, sub.id, { items: [{ id: both.items.data[0].id, deleted: true }] });
  expect([one.items.data.length, amounts(await pendingOf(shop))]).toEqual([1, [-500, 300]]);
  expect((await shop.client.get(`/v1/subscription_items/${both.items.data[0].id}`)).status).toBe(404);
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, { items: [{ id: one.items.data[0].id, deleted: true }] });
  expect([status, body.error.param]).toEqual([400, 'items']);
});

test('moving the anchor to now credits the rest of the period and charges a full one', async () => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-04-16');
  const changed = await change(shop, sub.id, { billing_cycle_anchor: { type: 'now' } });
  expect([changed.current_period_start, changed.current_period_end].map(dated)).toEqual(['2026-04-16', '2026-05-16']);
  expect(amounts((await latest(shop, changed)).lines.data)).toEqual([-500, 1000]);
});

test('a subscription with cancel_at_period_end is active until then, and can be kept', async () => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const ending = await change(shop, sub.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: moment('2026-05-01'),
    canceled_at: moment('2026-04-01'),
  });
  expect(await change(shop, sub.id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  });
  await change(shop, sub.id, { cancel_at_period_end: true });
  await shop.advance('2026-05-02');
  const { body } = await shop.client.get(`/v1/subscriptions/${sub.id}`);
  expect([body.status, dated(body.ended_at)]).toEqual(['canceled', '2026-05-01']);
  expect((await shop.client.get(`/v1/invoices?subscription=${sub.id}`)).body.data).toHaveLength(1);
});

test('a change of descriptive members bills nothing', async () => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const changed = await change(shop, sub.id, { metadata: { order: '2' }, description: 'Two' });
  expect([changed.metadata, changed.description, changed.latest_invoice]).toEqual([{ order: '2' }, 'Two', sub.latest_invoice]);
  expect(await pendingOf(shop)).toEqual([]);
});

test('20 concurrent changes apply one after another, and their prorations add up to the difference', async () => {
  const shop = await openShop('2026-04-01');
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price }]);
  await shop.advance('2026-04-16');
  const item = sub.items.data[0].id;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => shop.client.post(`/v1/subscriptions/${sub.id}`, { items: [{ id: item, quantity: n + 2 }] })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const { body } = await shop.client.get(`/v1/subscriptions/${sub.id}`);
  const items = (await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}&pending=true&limit=100`)).body.data as Line[];
  expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe((body.quantity - 1) * 500);
});

test.each([
  ['an unknown item', { items: [{ id: 'si_0000000000000000000000', quantity: 2 }] }, 'items[0][id]'],
  ['a time outside the period', { items: [], proration_date: 1 }, 'proration_date'],
  ['two ends', { cancel_at: 4_000_000_000, cancel_at_period_end: true }, 'cancel_at'],
  ['a trial of three years', { trial_end: moment('2029-05-01') }, 'trial_end'],
  ['a past end', { cancel_at: 1 }, 'cancel_at'],
])('400: %s', async (_, params, param) => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, params);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('a subscription canceled in mid-month credits its remaining time on request', async () => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-04-16');
  const { body } = await shop.client.del(`/v1/subscriptions/${sub.id}`, { prorate: true, invoice_now: true });
  expect(body.status).toBe('canceled');
  expect(amounts((await latest(shop, body)).lines.data)).toEqual([-500]);
  expect((await shop.client.get(`/v1/customers/${shop.customer}`)).body.balance).toBe(-500);
});
