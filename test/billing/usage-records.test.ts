import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../support/payments.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A shop whose customer has subscribed to an item that is metered by records, and that item. */
async function subscribed(aggregate_usage?: string): Promise<{ readonly shop: ClockedShop; readonly item: string }> {
  const shop = await openClockedShop(service, { at: '2026-01-31' });
  const recurring = { interval: 'month', usage_type: 'metered', ...(aggregate_usage && { aggregate_usage }) };
  const { items } = await shop.subscribe([{ price: await shop.price(10, { recurring }) }]);
  return { shop, item: items.data[0].id };
}

type Of = Awaited<ReturnType<typeof subscribed>>;

const record = ({ shop, item }: Of, quantity: number, more: object = {}) =>
  shop.client.post(`/v1/subscription_items/${item}/usage_records`, { quantity, ...more });

const summaries = async ({ shop, item }: Of, query = '') =>
  (await shop.client.get(`/v1/subscription_items/${item}/usage_record_summaries${query}`)).body;

const totals = async (of: Of): Promise<number[]> =>
  (await summaries(of)).data.map(({ total_usage }: { total_usage: number }) => total_usage);

test('a record has its quantity and its time, by the clock of the customer', async () => {
  const of = await subscribed();
  const now = moment('2026-01-31');
  const { status, body } = await record(of, 3, { timestamp: 'now' });
  expect([status, body]).toMatchObject([
    200,
    {
      id: expect.stringMatching(/^mbur_/),
      object: 'usage_record',
      quantity: 3,
      subscription_item: of.item,
      timestamp: now,
      livemode: false,
    },
  ]);
  expect((await record(of, 4)).body.timestamp).toBe(now);
  expect(await totals(of)).toEqual([7]);
});

test('a record with action set replaces those of its second, and later ones are added to it', async () => {
  const of = await subscribed();
  for (const [quantity, action] of [
    [5, 'increment'],
    [2, 'set'],
    [3, 'increment'],
  ] as const)
    expect((await record(of, quantity, { action, timestamp: moment('2026-01-31') })).status).toBe(200);
  await of.shop.advance('2026-02-01');
  await record(of, 10);
  expect(await totals(of)).toEqual([15]);
});

test.each([
  [undefined, [9, 12]],
  ['sum', [9, 12]],
  ['max', [9, 7]],
  ['last_during_period', [9, 5]],
  ['last_ever', [9, 5]],
] as const)('records of aggregate_usage=%s result in %j in the two periods', async (aggregate_usage, expected) => {
  const of = await subscribed(aggregate_usage);
  await record(of, 7);
  await of.shop.advance('2026-02-02');
  await record(of, 5);
  await of.shop.advance('2026-03-01');
  const [now, then] = await totals(of);
  expect([now, then]).toEqual([aggregate_usage === 'last_ever' ? 5 : 0, expected[1]]);
  await record(of, 9);
  expect(await totals(of)).toEqual(expected);
});

test('summaries list the periods, the current one first, page by page', async () => {
  const of = await subscribed();
  await of.shop.advance('2026-04-02');
  const all = await summaries(of);
  expect(all.data.map(({ period }: { period: object }) => period)).toEqual([
    { start: moment('2026-03-31'), end: moment('2026-04-30') },
    { start: moment('2026-02-28'), end: moment('2026-03-31') },
    { start: moment('2026-01-31'), end: moment('2026-02-28') },
  ]);
  expect(all.data[0]).toMatchObject({ object: 'usage_record_summary', subscription_item: of.item, total_usage: 0, livemode: false });
  const { data: invoices } = (await of.shop.client.get(`/v1/invoices?customer=${of.shop.customer}`)).body;
  const renewals = invoices.filter(({ billing_reason }: { billing_reason: string }) => billing_reason === 'subscription_cycle');
  expect(all.data.map(({ invoice }: { invoice: string | null }) => invoice)).toEqual([
    null,
    ...renewals.map(({ id }: { id: string }) => id),
  ]);
  const page = await summaries(of, `?limit=1&starting_after=${all.data[0].id}`);
  expect([page.data, page.has_more]).toEqual([[all.data[1]], true]);
});

test('400: usage is recorded for metered items, in their current period, and not in the future', async () => {
  const of = await subscribed();
  const { client } = of.shop;
  const now = moment('2026-01-31');
  expect(refusal(await record(of, 1, { timestamp: now + 1 }))).toEqual([400, 'timestamp_in_future', 'timestamp']);
  expect(refusal(await record(of, 1, { timestamp: now - 1 }))).toEqual([400, 'parameter_invalid', 'timestamp']);
  expect(refusal(await record(of, -1))).toEqual([400, 'parameter_invalid_integer', 'quantity']);
  expect(refusal(await record({ ...of, item: 'si_none' }, 1))).toEqual([404, 'resource_missing', 'subscription_item']);
  expect((await client.get('/v1/subscription_items/si_none/usage_record_summaries')).status).toBe(404);
  const { items } = await of.shop.subscribe([{ price: await of.shop.price(10) }]);
  expect(refusal(await record({ ...of, item: items.data[0].id }, 1))).toEqual([400, 'parameter_invalid', 'subscription_item']);
  const meter = { display_name: 'Calls', event_name: 'calls', default_aggregation: { formula: 'sum' } };
  const { id } = (await client.post('/v1/billing/meters', meter)).body;
  const price = await of.shop.price(10, { recurring: { interval: 'month', usage_type: 'metered', meter: id } });
  const counted = await of.shop.subscribe([{ price }]);
  expect(refusal(await record({ ...of, item: counted.items.data[0].id }, 1))).toEqual([400, 'parameter_invalid', 'subscription_item']);
});

test('concurrent records of one item all count', async () => {
  const of = await subscribed();
  const answers = await Promise.all(Array.from({ length: 60 }, () => record(of, 2)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await totals(of)).toEqual([120]);
});
