import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { eventsOf } from '../support/callers.js';
import { accountOf, advanceClock, available, bankAccount, funded, ledger, moveClockTo, topUp } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

const at = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;
const said = (moment: number): string => new Date(moment * 1000).toISOString().slice(0, 16);

type Payout = {
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly automatic: boolean;
};

const payouts = async (client: Client): Promise<Payout[]> => (await client.get('/v1/payouts', { limit: 100 })).body.data.reverse();
const dates = async (client: Client): Promise<string[]> => (await payouts(client)).map(({ created }) => said(created));

const settle = async (client: Client, payouts: object) => client.post(`/v1/accounts/${await accountOf(client)}`, { settings: { payouts } });

/** A sandbox with funds, and its clock at noon of this day. */
async function on(day: string, amount = 1000): Promise<Client> {
  const client = await funded(service, amount);
  await moveClockTo(client, at(day) + 43_200);
  return client;
}

test('200: no payout is automatic until a schedule is set', async () => {
  const client = await on('2027-03-01');
  expect((await client.get('/v1/account')).body.settings.payouts).toEqual({
    debit_negative_balances: false,
    minimum_balance_by_currency: {},
    minimum_payout_by_currency: {},
    schedule: {
      ...{ delay_days: 0, interval: 'manual', start_of_day: null },
      ...{ monthly_anchor: null, monthly_payout_days: null, weekly_anchor: null, weekly_payout_days: null },
    },
    statement_descriptor: null,
  });
  await advanceClock(client, 40 * 86_400);
  expect(await payouts(client)).toEqual([]);
});

test('a payout of the schedule can be reconciled once it is paid, which an event tells; one of your own cannot', async () => {
  const client = await on('2027-03-01', 2000);
  const own = (await client.post('/v1/payouts', { amount: 500, currency: 'usd' })).body;
  const pending = { application_fee_amount: null, trace_id: { status: 'pending', value: null } };
  expect(own).toMatchObject({ ...pending, reconciliation_status: 'not_applicable' });
  await settle(client, { schedule: { interval: 'daily' } });
  await moveClockTo(client, at('2027-03-02') + 3600);
  const [, scheduled] = (await client.get('/v1/payouts')).body.data.reverse();
  expect(scheduled).toMatchObject({ ...pending, automatic: true, reconciliation_status: 'in_progress' });
  await advanceClock(client, 9 * 86_400);
  const paid = (await client.get(`/v1/payouts/${scheduled.id}`)).body;
  const over = { status: 'paid', trace_id: { status: 'unsupported', value: null } };
  expect(paid).toMatchObject({ ...over, reconciliation_status: 'completed' });
  expect((await client.get(`/v1/payouts/${own.id}`)).body).toMatchObject({ ...over, reconciliation_status: 'not_applicable' });
  const told = await client.get('/v1/events', { type: 'payout.reconciliation_completed' });
  expect(told.body.data.map(({ data }: { data: { object: { id: string } } }) => data.object.id)).toEqual([scheduled.id]);
});

test.each([
  ['canceled', '000123456789'],
  ['failed', '000111111113'],
])('a payout of the schedule that is %s before it is paid is in no report', async (status, number) => {
  const client = await on('2027-03-01');
  const destination = await bankAccount(client, number);
  await client.post(`/v1/accounts/${await accountOf(client)}/external_accounts/${destination}`, { default_for_currency: true });
  await settle(client, { schedule: { interval: 'daily' } });
  await moveClockTo(client, at('2027-03-02') + 60);
  const [pending] = (await client.get('/v1/payouts')).body.data;
  expect(pending).toMatchObject({ automatic: true, destination, reconciliation_status: 'in_progress' });
  if (status === 'canceled') await client.post(`/v1/payouts/${pending.id}/cancel`);
  else await advanceClock(client, 6 * 86_400);
  expect((await client.get(`/v1/payouts/${pending.id}`)).body).toMatchObject({ status, reconciliation_status: 'not_applicable' });
});

test('daily: all available funds are paid out at the start of the next business day, and arrive', async () => {
  const client = await on('2027-03-05');
  const { status, body } = await settle(client, { schedule: { interval: 'daily' }, statement_descriptor: 'FLORIN' });
  expect([status, body.settings.payouts.schedule.interval]).toEqual([200, 'daily']);
  expect(body).not.toHaveProperty('next_payout');
  await moveClockTo(client, at('2027-03-07'));
  expect(await payouts(client)).toEqual([]);
  await moveClockTo(client, at('2027-03-15'));
  const [only, ...more] = await payouts(client);
  expect(only).toMatchObject({ amount: 1000, automatic: true, statement_descriptor: 'FLORIN', status: 'paid' });
  expect([said(only?.created ?? 0), more]).toEqual(['2027-03-08T00:00', []]);
  const told = await eventsOf(client, (only as unknown as { id: string }).id);
  expect(told).toEqual(['payout.created', 'payout.updated', 'payout.paid', 'payout.reconciliation_completed']);
  expect(await available(client)).toBe(0);
});

test('daily: new funds are paid out the next day, and not on a bank holiday', async () => {
  const client = await on('2027-05-26');
  await settle(client, { schedule: { interval: 'daily' } });
  for (const day of ['2027-05-28', '2027-05-31', '2027-06-02']) {
    await moveClockTo(client, at(day) + 3600);
    await topUp(client, 500);
  }
  await moveClockTo(client, at('2027-06-04'));
  // 31 May 2027 is Memorial Day.
  expect(await dates(client)).toEqual(['2027-05-27T00:00', '2027-06-01T00:00', '2027-06-03T00:00']);
  expect((await payouts(client)).map(({ amount }) => amount)).toEqual([1000, 1000, 500]);
});

test('weekly: on its day, or on the next business day', async () => {
  const client = await on('2027-05-12');
  await settle(client, { schedule: { interval: 'weekly', weekly_anchor: 'monday' } });
  for (const day of ['2027-05-18', '2027-05-25', '2027-06-02']) {
    await moveClockTo(client, at(day));
    await topUp(client, 100);
  }
  await moveClockTo(client, at('2027-06-08'));
  expect(await dates(client)).toEqual(['2027-05-17T00:00', '2027-05-24T00:00', '2027-06-01T00:00', '2027-06-07T00:00']);
});

test('monthly: on its day, on the last one of a shorter month, or on the next business day', async () => {
  const client = await on('2027-01-04');
  await settle(client, { schedule: { interval: 'monthly', monthly_anchor: 31 } });
  for (const day of ['2027-02-10', '2027-03-10', '2027-04-10']) {
    await moveClockTo(client, at(day));
    await topUp(client, 100);
  }
  await moveClockTo(client, at('2027-05-02'));
  // 31 January and 28 February 2027 are Sundays.
  expect(await dates(client)).toEqual(['2027-02-01T00:00', '2027-03-01T00:00', '2027-03-31T00:00', '2027-04-30T00:00']);
});

test('a minimum stays in the balance, and smaller amounts wait until they are enough', async () => {
  const client = await on('2027-03-01');
  const least = { minimum_balance_by_currency: { usd: 300 }, minimum_payout_by_currency: { USD: 800 } };
  await settle(client, { schedule: { interval: 'daily' }, ...least });
  await moveClockTo(client, at('2027-03-03'));
  expect(await payouts(client)).toEqual([]);
  await topUp(client, 200);
  await moveClockTo(client, at('2027-03-05'));
  expect((await payouts(client)).map(({ amount }) => amount)).toEqual([900]);
  expect(await available(client)).toBe(300);
});

test("a minimum above a country's limit waits for that amount, and is paid in parts", async () => {
  const client = await on('2027-03-01');
  const account = await accountOf(client);
  const bank = { object: 'bank_account', country: 'IN', currency: 'inr', account_number: '000123456789', routing_number: 'HDFC0004051' };
  await client.post(`/v1/accounts/${account}/external_accounts`, { external_account: bank });
  await topUp(client, 2_500_000, 'inr');
  await settle(client, { schedule: { interval: 'daily' }, minimum_payout_by_currency: { inr: 2_000_000 } });
  await moveClockTo(client, at('2027-03-03'));
  const in_rupees = (await payouts(client)).filter(({ currency }) => currency === 'inr');
  expect(in_rupees.map(({ amount }) => amount)).toEqual([1_000_000]);
});

test('each currency is paid to its own default bank account', async () => {
  const client = await on('2027-03-01');
  await topUp(client, 700, 'eur');
  await topUp(client, 400, 'gbp');
  const euros = await bankAccount(client, '000123456789', 'eur');
  await settle(client, { schedule: { interval: 'daily' } });
  await moveClockTo(client, at('2027-03-03'));
  const made = (await payouts(client)).map(({ amount, currency }) => [amount, currency]).sort();
  expect(made).toEqual([
    [1000, 'usd'],
    [700, 'eur'],
  ]);
  expect((await client.get('/v1/payouts', { destination: euros })).body.data).toHaveLength(1);
  expect(await available(client, 'gbp')).toBe(400);
});

test('a changed or removed schedule pays by the new one only', async () => {
  const client = await on('2027-03-01');
  await settle(client, { schedule: { interval: 'daily' } });
  await settle(client, { schedule: { interval: 'weekly', weekly_anchor: 'friday' } });
  await moveClockTo(client, at('2027-03-04'));
  expect(await payouts(client)).toEqual([]);
  await moveClockTo(client, at('2027-03-05'));
  expect(await dates(client)).toEqual(['2027-03-05T00:00']);
  await topUp(client, 100);
  await settle(client, { schedule: { interval: 'manual' } });
  await moveClockTo(client, at('2027-04-05'));
  expect(await payouts(client)).toHaveLength(1);
});

test('setting the same schedule twice pays once', async () => {
  const client = await on('2027-03-01');
  for (let count = 0; count < 3; count++) await settle(client, { schedule: { interval: 'daily' } });
  await moveClockTo(client, at('2027-03-05'));
  expect(await payouts(client)).toHaveLength(1);
});

test('delay_days: earnings stay pending for at least this long, and are paid out then', async () => {
  const client = service.client();
  await moveClockTo(client, at('2027-03-01') + 43_200);
  await settle(client, { schedule: { interval: 'daily', delay_days: 7 } });
  await client.post('/v1/payment_intents', { amount: 10_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });
  await moveClockTo(client, at('2027-03-08'));
  expect((await client.get('/v1/balance')).body).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 9680 }] });
  await moveClockTo(client, at('2027-03-08') + 50_000);
  expect((await client.get('/v1/balance')).body).toMatchObject({ available: [{ amount: 9680 }], pending: [{ amount: 0 }] });
  await moveClockTo(client, at('2027-03-09'));
  expect((await payouts(client)).map(({ amount }) => amount)).toEqual([9680]);
});

test('a scheduled payout that its bank returns restores its funds, and they are paid out again', async () => {
  const client = await on('2027-03-01');
  const account = await accountOf(client);
  const external_account = {
    object: 'bank_account',
    account_number: '000111111113',
    country: 'US',
    currency: 'usd',
    routing_number: '110000000',
  };
  await client.post(`/v1/accounts/${account}/external_accounts`, { external_account, default_for_currency: true });
  await settle(client, { schedule: { interval: 'weekly', weekly_anchor: 'tuesday' } });
  await moveClockTo(client, at('2027-03-10'));
  const [first, second] = await payouts(client);
  expect([first?.status, second?.status]).toEqual(['failed', 'in_transit']);
  expect(await ledger(service, client)).toMatchObject({ merchant_available: 0, payouts_in_transit: 1000 });
});

test.each([
  [{ schedule: { interval: 'weekly' } }, 'parameter_missing', 'settings[payouts][schedule][weekly_anchor]'],
  [{ schedule: { interval: 'monthly' } }, 'parameter_missing', 'settings[payouts][schedule][monthly_anchor]'],
  [{ schedule: { interval: 'monthly', monthly_anchor: 32 } }, 'parameter_invalid_integer', 'settings[payouts][schedule][monthly_anchor]'],
  [{ schedule: { interval: 'weekly', weekly_anchor: 'someday' } }, 'parameter_invalid', 'settings[payouts][schedule][weekly_anchor]'],
  [{ schedule: { interval: 'hourly' } }, 'parameter_invalid', 'settings[payouts][schedule][interval]'],
  [{ schedule: { delay_days: 32 } }, 'parameter_invalid_integer', 'settings[payouts][schedule][delay_days]'],
  [{ minimum_balance_by_currency: { usd: -1 } }, 'parameter_invalid_integer', 'settings[payouts][minimum_balance_by_currency][usd]'],
  [{ minimum_payout_by_currency: { xxx: 1 } }, 'parameter_invalid', 'settings[payouts][minimum_payout_by_currency]'],
])('400: a schedule refuses %j', async (params, code, param) => {
  const { status, body } = await settle(service.client(), params);
  expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
});

test('twenty payouts beside a scheduled one never take more than the balance', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const client = await on('2027-03-01');
    await settle(client, { schedule: { interval: 'daily' } });
    const [, ...answers] = await Promise.all([
      moveClockTo(client, at('2027-03-02') + 60),
      ...Array.from({ length: 20 }, () => client.post('/v1/payouts', { amount: 90, currency: 'usd' })),
    ]);
    const made = answers.filter(({ status }) => status === 200).length;
    const outcomes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.error.code]));
    expect(outcomes.filter((code) => code !== 'balance_insufficient')).toEqual([]);
    const scheduled = (await payouts(client)).filter(({ automatic }) => automatic);
    const sum = scheduled.reduce((total, { amount }) => total + amount, 90 * made);
    expect(sum + (await available(client))).toBe(1000);
    expect(await ledger(service, client)).toMatchObject({ merchant_available: 1000 - sum, payouts_in_transit: sum });
  }
});
