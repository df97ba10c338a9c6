import { expect, test } from 'vitest';
import { rollActivity } from '../../src/kernel/ledger/activity.js';
import { auditedService } from '../support/audited.js';
import { advanceClock } from '../support/merchant.js';
import { disputeBy } from '../support/money-back.js';
import { made } from '../support/populate.js';
import { rowsOf } from '../support/reports.js';
import { type Client, card } from '../support/service.js';

const service = await auditedService();

const now = (): number => Math.floor(service.now() / 1000);
const hour = 3600;

const pay = (client: Client, amount: number, number?: string): Promise<{ body: Record<string, string> }> =>
  client.post('/v1/payment_intents', { amount, currency: 'usd', confirm: true, payment_method_data: card(number) });

/** The summary of the last hours, with the interval before them. */
async function summaryOf(client: Client, more: object = {}): Promise<Record<string, never>> {
  const { status, body } = await client.get('/v1/reporting/summary', { interval_start: now() - 3 * hour, interval_end: now(), ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

test('a summary counts payments, refunds, failed attempts and customers, and the same before and after sums are rolled up', async () => {
  const client = service.client();
  await client.post('/v1/customers');
  const { body: paid } = await pay(client, 9000);
  await pay(client, 1000);
  await pay(client, 500, '4000000000000002');
  await client.post('/v1/refunds', { payment_intent: paid.id, amount: 2000 });
  const fee = (await client.get('/v1/balance_transactions', { limit: 100 })).body.data.reduce(
    (sum: number, each: { fee: number }) => sum + each.fee,
    0,
  );
  const before = await summaryOf(client);
  await rollActivity(service.engine.database);
  const after = await summaryOf(client);
  const figures = {
    gross_volume: 10_000,
    net_volume: 8000 - fee,
    payments: 2,
    failed_payments: 1,
    success_rate: 2 / 3,
    refunds: { amount: 2000, count: 1 },
    disputes: { amount: 0, count: 0 },
    fees: fee,
    new_customers: 1,
    recurring_revenue: 0,
  };
  for (const each of [before, after]) {
    expect(each).toMatchObject({ object: 'reporting.summary', currency: 'usd', currencies: ['usd'], unit: 'hour', current: figures });
    expect(each.previous).toMatchObject({ gross_volume: 0, payments: 0, success_rate: null });
    const series: { gross_volume: number }[] = each.series as never;
    expect(series.reduce((sum, { gross_volume }) => sum + gross_volume, 0)).toBe(10_000);
    const held: { available: number; pending: number } = each.balance as never;
    expect(held.available + held.pending).toBe(8000 - fee);
  }
});

test('an earlier interval is compared, on the clock of the account', async () => {
  const client = service.client();
  await pay(client, 4000);
  await advanceClock(client, 3 * hour);
  await pay(client, 1000);
  const end = now() + 3 * hour;
  const body = await summaryOf(client, { interval_start: end - 2 * hour, interval_end: end, compare_start: end - 4 * hour });
  expect([body.current, body.previous]).toMatchObject([{ gross_volume: 1000 }, { gross_volume: 4000 }]);
});

test('what needs attention is listed with its earliest date', async () => {
  const client = service.client();
  const dispute = await disputeBy(client, 'pm_card_createDispute');
  const { attention } = (await summaryOf(client)) as Record<string, unknown>;
  expect(attention).toContainEqual({ type: 'disputes_due', count: 1, objects: [dispute.id], due_by: dispute.evidence_details.due_by });
});

test('the next payout is that of the schedule, until one is on its way', async () => {
  const client = service.client();
  await made(client, '/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  expect((await summaryOf(client)).next_payout).toBe(null);
  const payout = await made(client, '/v1/payouts', { amount: 1500, currency: 'usd' });
  expect((await summaryOf(client)).next_payout).toEqual({ amount: 1500, currency: 'usd', date: payout.arrival_date, payout: payout.id });
});

test.each([
  ['an interval that ends before it starts', { interval_start: 9000, interval_end: 900 }, 'interval_start'],
  ['more than 400 parts', { interval_start: 0, interval_end: 1_700_000_000, unit: 'hour' }, 'unit'],
  ['a later interval to compare with', { interval_start: 900, interval_end: 1800, compare_start: 900 }, 'compare_start'],
  ['an unknown time zone', { interval_start: 900, interval_end: 1800, timezone: 'Mars/Base' }, 'timezone'],
])('400: %s is refused', async (_, query, param) => {
  const { status, body } = await service.client().get('/v1/reporting/summary', query);
  expect([status, body.error?.param]).toEqual([400, param]);
});

test('recurring revenue is new, expands, contracts and is lost, by month and currency', async () => {
  const client = service.client();
  const product = await made(client, '/v1/products', { name: 'Gold' });
  const price = await made(client, '/v1/prices', {
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'year' },
    product: product.id,
  });
  const customer = await made(client, '/v1/customers', {
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const start = now();
  const { id, items } = await made(client, '/v1/subscriptions', { customer: customer.id, items: [{ price: price.id, quantity: 2 }] });
  const advance = (days: number): Promise<number> => advanceClock(client, days * 24 * hour);
  const change = (quantity: number): Promise<unknown> =>
    client.post(`/v1/subscriptions/${id}`, { items: [{ id: items.data[0].id, quantity }] });
  await advance(1);
  await change(5);
  await advance(1);
  await change(3);
  expect((await summaryOf(client, { interval_start: start, interval_end: now() + 3 * 24 * hour })).current).toMatchObject({
    recurring_revenue: 300,
  });
  await advance(1);
  await client.del(`/v1/subscriptions/${id}`);
  await advance(1);
  const interval = { interval_start: start - hour, interval_end: now() + 4 * 24 * hour - 60 };
  const changes = await rowsOf(service, client, 'recurring_revenue.itemized.1', interval);
  expect(changes.map(({ change_type, change: by, recurring_revenue }) => [change_type, by, recurring_revenue])).toEqual([
    ['new', '2.00', '2.00'],
    ['expansion', '3.00', '5.00'],
    ['contraction', '-2.00', '3.00'],
    ['churn', '-3.00', '0.00'],
  ]);
  expect(changes[0]).toMatchObject({ subscription_id: id, customer_id: customer.id, currency: 'usd' });
  const months = await rowsOf(service, client, 'recurring_revenue.summary.1', interval);
  const total = (name: string): number => months.reduce((sum, each) => sum + Number(each[name]), 0);
  expect(['new', 'expansion', 'contraction', 'churn', 'subscriptions'].map(total).slice(0, 4)).toEqual([2, 3, -2, -3]);
  expect(months.at(-1)).toMatchObject({ currency: 'usd', ending_recurring_revenue: '0.00', subscriptions: '0' });
});
