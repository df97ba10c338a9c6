import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { accountOf, advanceClock, bankAccount } from '../support/merchant.js';
import { made } from '../support/populate.js';
import { rowsOf } from '../support/reports.js';
import { type Client, card } from '../support/service.js';

const service = await auditedService();

type Step = { readonly do: 'pay' | 'refund' | 'pay out' | 'wait' | 'dispute'; readonly amount: number };

const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('pay', 'pay', 'refund', 'pay out', 'wait', 'dispute'),
    amount: fc.integer({ min: 60, max: 90_000 }),
  }),
  {
    minLength: 4,
    maxLength: 14,
  },
);

async function take(client: Client, paid: string[], step: Step): Promise<void> {
  const payment = { amount: step.amount, currency: step.amount % 3 === 0 ? 'eur' : 'usd', confirm: true };
  if (step.do === 'pay') paid.push((await made(client, '/v1/payment_intents', { ...payment, payment_method_data: card() })).id);
  if (step.do === 'dispute') await made(client, '/v1/payment_intents', { ...payment, payment_method: 'pm_card_createDispute' });
  // A refund of more than is left, or a payout of more than is available, is refused and moves nothing.
  if (step.do === 'refund' && paid[0]) await client.post('/v1/refunds', { payment_intent: paid[0], amount: step.amount });
  if (step.do === 'pay out') await client.post('/v1/payouts', { amount: step.amount, currency: 'usd' });
  if (step.do === 'wait') await advanceClock(client, step.amount * 10);
}

const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
const sumOf = (rows: readonly Readonly<Record<string, string>>[], name: string, currency: string): number =>
  rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + cents(row[name]), 0);

test('whatever happens, the sums of reports equal the balance in the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const client = service.client();
      const paid: string[] = [];
      for (const step of all) await take(client, paid, step);
      const end = (await client.get('/v1/reporting/report_types/balance.summary.1')).body.data_available_end;
      const interval_end = end + 1;
      await advanceClock(client, 60);
      const interval = { interval_start: end - 86_400 * 3, interval_end };
      const held = (await client.get('/v1/balance')).body as { available: Held[]; pending: Held[] };
      const [summary, activity, itemized, payouts, unsettled] = await Promise.all([
        rowsOf(service, client, 'balance.summary.1', interval),
        rowsOf(service, client, 'balance_change_from_activity.summary.1', interval),
        rowsOf(service, client, 'balance_change_from_activity.itemized.3', interval),
        rowsOf(service, client, 'payouts.itemized.3', interval),
        rowsOf(service, client, 'ending_balance_reconciliation.itemized.4', { interval_end }),
      ]);
      for (const currency of ['usd', 'eur']) {
        const balance = [...held.available, ...held.pending].reduce(
          (sum, each) => (each.currency === currency ? sum + each.amount : sum),
          0,
        );
        const of = (category: string): number =>
          sumOf(
            summary.filter((row) => row.category === category),
            'net_amount',
            currency,
          );
        expect(of('ending_balance')).toBe(balance);
        expect(sumOf(unsettled, 'net', currency)).toBe(balance);
        expect(of('starting_balance') + of('activity') + of('payouts')).toBe(of('ending_balance'));
        expect(sumOf(itemized, 'net', currency)).toBe(of('activity'));
        expect(sumOf(payouts, 'net', currency)).toBe(of('payouts'));
        const totals = activity.filter(({ reporting_category }) => reporting_category === 'total');
        expect(sumOf(totals, 'net', currency)).toBe(of('activity'));
        expect(sumOf(totals, 'gross', currency) - sumOf(totals, 'fee', currency)).toBe(of('activity'));
      }
    }),
    { seed: 7, numRuns: 8 },
  );
});

type Held = { readonly amount: number; readonly currency: string };

test('the transactions of an automatic payout add up to it, and those after it to the ending balance', async () => {
  const client = service.client();
  await bankAccount(client, '000123456789');
  await client.post(`/v1/accounts/${await accountOf(client)}`, { settings: { payouts: { schedule: { interval: 'daily' } } } });
  for (const amount of [5000, 7300, 1100]) {
    await made(client, '/v1/payment_intents', { amount, currency: 'usd', confirm: true, payment_method_data: card() });
    await advanceClock(client, 86_400 * 4);
  }
  const all = (await client.get('/v1/payouts', { limit: 100 })).body.data.filter((each: { automatic: boolean }) => each.automatic);
  expect(all.length).toBeGreaterThan(1);
  for (const { id, amount } of all) {
    const rows = await rowsOf(service, client, 'payout_reconciliation.by_id.itemized.4', { payout: id });
    expect([sumOf(rows, 'net', 'usd'), new Set(rows.map((row) => row.automatic_payout_id))]).toEqual([amount, new Set([id])]);
  }
  const end = (await client.get('/v1/reporting/report_types/balance.summary.1')).body.data_available_end;
  const interval = { interval_start: 1, interval_end: end };
  const [total] = (await rowsOf(service, client, 'payout_reconciliation.summary.1', interval)).filter(
    (row) => row.reporting_category === 'total',
  );
  expect(cents(total?.net)).toBe(all.reduce((sum: number, each: { amount: number }) => sum + each.amount, 0));
});
