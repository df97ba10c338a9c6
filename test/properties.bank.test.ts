import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, rollUp } from '../src/kernel/ledger/balances.js';
import { count, repeats } from './support/campaign.js';
import { accountOf, advanceClock } from './support/merchant.js';
import { passDays } from './support/money-back.js';
import { balanceOf, paid, sumOfTransactions } from './support/payments.js';
import { type Answer, type Client, clientOf, type TestService } from './support/service.js';
import { type Installation, rowsOf, startInstallation } from './support/services.js';

/** Two processes on one database with different write paths: each property must hold for both together. */
let installation: Installation;
let one: TestService;
let other: TestService;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
  [one, other] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

const times = <T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)));

const taken = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status === 200);
const sum = (answers: readonly Answer[]): number => taken(answers).reduce((total, { body }) => total + body.amount, 0);

/** Answered with the requested object, or with one of these refusals. */
function expectOnly(answers: readonly Answer[], ...codes: readonly string[]): void {
  const others = answers.filter(({ status, body }) => status !== 200 && !codes.includes(body?.error?.code));
  expect(others.map(({ text }) => text)).toEqual([]);
}

/** Calls one process and the other in turn. */
const inTurn = (client: Client): ((turn: number) => Client) => {
  const elsewhere = clientOf(other.url, client.key);
  return (turn) => (turn % 2 ? client : elsewhere);
};

/** Rolls up balances without a pause, as no worker does, during other work. */
async function whileRollingUp<T>(work: () => Promise<T>): Promise<T> {
  let over = false;
  const rolling = (async () => {
    while (!over) await rollUp(other.engine.database);
  })();
  try {
    return await work();
  } finally {
    over = true;
    await rolling;
  }
}

test('concurrent payouts of the whole balance, refunds and disputes take no more than payouts may', async () => {
  for (let round = 0; round < repeats('rounds_of_bank'); round++) {
    const client = one.client();
    const at = inTurn(client);
    const payments = await times(10, () => paid(client, { payment_method: 'pm_card_bypassPending' }));
    const { available } = await balanceOf(client);
    const [payouts, refunds, disputes] = await whileRollingUp(() =>
      Promise.all([
        times(12, (turn) => at(turn).post('/v1/payouts', { amount: available, currency: 'usd' })),
        times(10, (turn) => at(turn).post('/v1/refunds', { payment_intent: payments[turn % 5].id, amount: 1200 })),
        times(5, (turn) => at(turn).post('/v1/test_helpers/disputes', { charge: payments[5 + turn].latest_charge, amount: 700 })),
      ]),
    );
    expectOnly(payouts, 'balance_insufficient');
    expectOnly(refunds, 'amount_too_large');
    expect([taken(refunds).length, taken(disputes).length]).toEqual([5, 5]);
    // One if it came before the other withdrawals, none if it came after.
    expect(taken(payouts).length).toBeLessThanOrEqual(1);
    count('payouts, refunds and disputes that raced for one balance, none too many', payouts.length + refunds.length + disputes.length);
    const left = available - sum(payouts) - 5 * 1200 - 5 * (700 + 1500);
    expect(await balanceOf(client)).toEqual({ pending: 0, available: left });
    expect(await sumOfTransactions(client)).toBe(left);
    const next = await client.post('/v1/payouts', { amount: Math.max(1, left + 1), currency: 'usd' });
    expect(next.body.error.code).toBe('balance_insufficient');
  }
  expect(await audit(one.engine.database)).toEqual([]);
});

test('partial payouts take the whole balance that refunds leave, and none of the refunded amounts', async () => {
  const client = one.client();
  const at = inTurn(client);
  const payments = await times(10, () => paid(client, { payment_method: 'pm_card_bypassPending' }));
  const { available } = await balanceOf(client);
  const refunds = times(10, (turn) => at(turn).post('/v1/refunds', { payment_intent: payments[turn].id, amount: 500 }));
  const payouts = await times(40, (turn) => at(turn).post('/v1/payouts', { amount: 500, currency: 'usd' }));
  expectOnly(payouts, 'balance_insufficient');
  expectOnly(await refunds);
  for (let left = (await balanceOf(client)).available; left >= 500; left -= 500)
    expect((await client.post('/v1/payouts', { amount: 500, currency: 'usd' })).status).toBe(200);
  const { body: all } = await client.get('/v1/payouts', { limit: 100 });
  const paid_out = all.data.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
  expect(paid_out).toBeLessThanOrEqual(available);
  expect((await balanceOf(client)).available).toBe(available - 5000 - paid_out);
});

type Sums = { readonly entries: number; readonly merchant: number; readonly explained: number };

/** All of a sandbox's money in one statement: the ledger, the merchant's part of it, and the balance transactions. */
const lookAt = async (account: string): Promise<Sums> => {
  const [row] = await rowsOf<Sums>(
    one,
    `select (select coalesce(sum(amount), 0)::bigint from ledger_entries where account = $1) as entries,
      (select coalesce(sum(amount), 0)::bigint from ledger_entries where account = $1 and ledger_account like 'merchant_%') as merchant,
      (select coalesce(sum(net), 0)::bigint from balance_transactions where account = $1) as explained`,
    account,
  );
  return row as Sums;
};

/** A bank's day: money is deposited, authorized, captured, refunded, disputed and paid out, by many callers at once. */
async function trade(at: (turn: number) => Client, turn: number): Promise<Answer[]> {
  const client = at(turn);
  const intent = await paid(client, { amount: 1000 + turn, payment_method: turn % 3 ? 'pm_card_bypassPending' : 'pm_card_visa' });
  const hold = await paid(client, { capture_method: 'manual' });
  return Promise.all([
    at(turn + 1).post('/v1/refunds', { payment_intent: intent.id, amount: 300 }),
    at(turn).post('/v1/refunds', { charge: intent.latest_charge, amount: 900 }),
    at(turn).post(`/v1/payment_intents/${hold.id}/capture`, { amount_to_capture: 1500 }),
    at(turn + 1).post(`/v1/payment_intents/${hold.id}/cancel`),
    at(turn).post('/v1/test_helpers/disputes', { charge: intent.latest_charge, amount: 100 }),
    at(turn + 1).post('/v1/payouts', { amount: 200 + turn, currency: 'usd' }),
    at(turn).post('/v1/payouts', { amount: 400, currency: 'usd', method: 'instant' }),
  ]);
}

test('a bank in the middle of its day always has the balance of its entries, explained to the last cent', async () => {
  const client = one.client();
  const account = `${await accountOf(client)}_test`;
  const at = inTurn(client);
  let over = false;
  const looks: Sums[] = [];
  const looking = (async () => {
    while (!over) looks.push(await lookAt(account));
  })();
  const answers = await whileRollingUp(async () => {
    const traded: Answer[] = [];
    for (let hour = 0; hour < 6; hour++) {
      traded.push(...(await times(8, (turn) => trade(at, hour * 8 + turn))).flat());
      await advanceClock(client, 3600);
    }
    return traded;
  });
  over = true;
  await looking;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(looks.length).toBeGreaterThan(10);
  for (const { entries, merchant, explained } of looks) expect([entries, merchant]).toEqual([0, explained]);
  expect(new Set(looks.map(({ merchant }) => merchant)).size).toBeGreaterThan(5);
  await passDays(client, 10);
  const { pending, available } = await balanceOf(client);
  expect([pending, available]).toEqual([0, (await lookAt(account)).merchant]);
  expect(await audit(one.engine.database)).toEqual([]);
  expect([one, other].flatMap(({ lines }) => lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
}, 120_000);
