import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { as, connected } from '../support/connect.js';
import { accountOf, available, funded, moveClockTo, topUp } from '../support/merchant.js';
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

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const said = (moment: number): string => new Date(moment * 1000).toISOString().slice(0, 16);
const settle = (client: Client, payments: object) => client.post('/v1/balance_settings', { payments });

/** A sandbox with funds, and its clock at noon of this day. */
async function on(day: string, amount = 1000): Promise<Client> {
  const client = await funded(service, amount);
  await moveClockTo(client, at(`${day}T12:00:00`));
  return client;
}

const payouts = async (client: Client): Promise<{ amount: number; automatic: boolean; created: number; status: string }[]> =>
  (await client.get('/v1/payouts', { limit: 100 })).body.data.reverse();

test('200: the settings of payouts of the account are the same values, also after either was changed', async () => {
  const client = service.client();
  expect((await client.get('/v1/balance_settings')).body).toMatchObject({
    object: 'balance_settings',
    payments: {
      debit_negative_balances: false,
      payouts: { minimum_balance_by_currency: null, schedule: { interval: 'manual' }, statement_descriptor: null, status: 'enabled' },
      settlement_timing: { delay_days: 0, start_of_day: null },
    },
  });
  const payouts = {
    minimum_balance_by_currency: { usd: 500, EUR: 300 },
    schedule: { interval: 'weekly', weekly_payout_days: ['friday', 'monday', 'friday'] },
    statement_descriptor: 'FLORIN',
  };
  const timing = { delay_days_override: 4, start_of_day: { hour: 17, minutes: 30, timezone: 'Europe/Berlin' } };
  const { status, body } = await settle(client, { payouts, debit_negative_balances: true, settlement_timing: timing });
  expect([status, body.payments]).toEqual([
    200,
    {
      debit_negative_balances: true,
      payouts: {
        minimum_balance_by_currency: { usd: 500, eur: 300 },
        schedule: { interval: 'weekly', weekly_payout_days: ['monday', 'friday'] },
        statement_descriptor: 'FLORIN',
        status: 'enabled',
      },
      settlement_timing: { delay_days: 4, ...timing },
    },
  ]);
  const { settings } = (await client.get('/v1/account')).body;
  expect(settings.payouts).toMatchObject({
    debit_negative_balances: true,
    minimum_balance_by_currency: { usd: 500, eur: 300 },
    schedule: { delay_days: 4, interval: 'weekly', weekly_anchor: 'monday', weekly_payout_days: ['monday', 'friday'] },
  });
  await client.post(`/v1/accounts/${await accountOf(client)}`, { settings: { payouts: { schedule: { weekly_anchor: 'tuesday' } } } });
  expect((await client.get('/v1/balance_settings')).body.payments.payouts.schedule).toEqual({
    interval: 'weekly',
    weekly_payout_days: ['tuesday'],
  });
  const { data } = (await client.get('/v1/events', { type: 'balance_settings.updated' })).body;
  expect(data.map(({ data: of }: { data: { object: { object: string } } }) => of.object.object)).toEqual([
    'balance_settings',
    'balance_settings',
  ]);
});

test('200: an empty value unsets the minimum of a currency, all of them, the delay and the start of the day', async () => {
  const client = service.client();
  const start_of_day = { hour: 1, minutes: 0, timezone: 'Asia/Tokyo' };
  await settle(client, {
    payouts: { minimum_balance_by_currency: { usd: 500, eur: 300 } },
    settlement_timing: { delay_days_override: 3, start_of_day },
  });
  const one = await settle(client, { payouts: { minimum_balance_by_currency: { usd: '' } } });
  expect(one.body.payments.payouts.minimum_balance_by_currency).toEqual({ eur: 300 });
  const nothing = { payouts: { minimum_balance_by_currency: '' }, settlement_timing: { delay_days_override: '', start_of_day: '' } };
  const { payments } = (await settle(client, nothing)).body;
  expect([payments.payouts.minimum_balance_by_currency, payments.settlement_timing]).toEqual([null, { delay_days: 0, start_of_day: null }]);
});

test('a weekly schedule with two days pays out on both, at the time at which their day begins', async () => {
  const client = await on('2027-03-05');
  const start_of_day = { hour: 17, minutes: 30, timezone: 'Europe/Berlin' };
  const schedule = { interval: 'weekly', weekly_payout_days: ['tuesday', 'thursday'] };
  await settle(client, { payouts: { schedule }, settlement_timing: { start_of_day } });
  await moveClockTo(client, at('2027-03-10T12:00:00'));
  await topUp(client, 500);
  await moveClockTo(client, at('2027-03-12T12:00:00'));
  const made = (await payouts(client)).map(({ amount, created }) => [amount, said(created)]);
  expect(made).toEqual([
    [1000, '2027-03-09T16:30'],
    [500, '2027-03-11T16:30'],
  ]);
});

test('a monthly schedule with several days pays out on each, and on the last day of a shorter month', async () => {
  const client = await on('2027-02-01');
  await settle(client, { payouts: { schedule: { interval: 'monthly', monthly_payout_days: [31, 15] } } });
  await moveClockTo(client, at('2027-02-20T00:00:00'));
  await topUp(client, 500);
  await moveClockTo(client, at('2027-03-03T00:00:00'));
  // 15 February 2027 is a holiday, and 28 February a Sunday.
  expect((await payouts(client)).map(({ amount, created }) => [amount, said(created)])).toEqual([
    [1000, '2027-02-16T00:00'],
    [500, '2027-03-01T00:00'],
  ]);
});

test('a connected account that is created with a schedule is paid out by it', async () => {
  const client = service.client();
  await moveClockTo(client, at('2027-03-01T12:00:00'));
  const account = await connected(client);
  await client.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  const { id } = await connected(client, {
    type: 'custom',
    business_profile: { mcc: '5734', url: 'https://example.com' },
    settings: { payouts: { schedule: { interval: 'monthly', monthly_payout_days: [9, 4] } } },
  });
  const { payments } = (await client.get('/v1/balance_settings', {}, as(id))).body;
  expect(payments.payouts).toMatchObject({ schedule: { interval: 'monthly', monthly_payout_days: [4, 9] }, status: 'disabled' });
  await client.post(`/v1/balance_settings`, { payments: { payouts: { schedule: { interval: 'daily' } } } }, as(account.id));
  await client.post('/v1/transfers', { amount: 700, currency: 'usd', destination: account.id });
  await moveClockTo(client, at('2027-03-03T00:00:00'));
  expect((await client.get('/v1/payouts', {}, as(account.id))).body.data).toMatchObject([{ amount: 700, automatic: true }]);
});

/** An account that owes 2,000 after its funds were paid out. */
async function indebted(debit_negative_balances: boolean): Promise<Client> {
  const client = service.client();
  await moveClockTo(client, at('2027-03-01T12:00:00'));
  await settle(client, { debit_negative_balances, payouts: { schedule: { interval: 'daily' } } });
  const paid = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  const { id } = (await client.post('/v1/payment_intents', paid)).body;
  await topUp(client, 5000);
  await moveClockTo(client, at('2027-03-15T12:00:00'));
  expect(await available(client)).toBe(0);
  expect((await client.post('/v1/refunds', { payment_intent: id })).status).toBe(200);
  expect(await available(client)).toBe(-2000);
  return client;
}

test('debit_negative_balances: a debt is taken back from the bank account on the next day of the schedule, once', async () => {
  const client = await indebted(true);
  await moveClockTo(client, at('2027-03-18T12:00:00'));
  const back = (await payouts(client)).filter(({ amount }) => amount < 0);
  expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(-2000);
  expect(back.every(({ automatic }) => automatic)).toBe(true);
  await moveClockTo(client, at('2027-03-24T12:00:00'));
  expect(await available(client)).toBe(0);
  expect((await payouts(client)).filter(({ amount }) => amount < 0)).toHaveLength(back.length);
});

test('without debit_negative_balances a debt stays', async () => {
  const client = await indebted(false);
  await moveClockTo(client, at('2027-03-24T12:00:00'));
  expect(await available(client)).toBe(-2000);
});

const schedule = 'payments[payouts][schedule]';

test.each([
  [{ payouts: { schedule: { interval: 'weekly' } } }, 'parameter_missing', `${schedule}[weekly_payout_days]`],
  [{ payouts: { schedule: { interval: 'monthly', monthly_payout_days: [] } } }, 'parameter_missing', `${schedule}[monthly_payout_days]`],
  [
    { payouts: { schedule: { interval: 'monthly', monthly_payout_days: [32] } } },
    'parameter_invalid_integer',
    `${schedule}[monthly_payout_days][0]`,
  ],
  [
    { settlement_timing: { start_of_day: { hour: 9, minutes: 10, timezone: 'Etc/UTC' } } },
    'parameter_invalid',
    'payments[settlement_timing][start_of_day][minutes]',
  ],
  [
    { settlement_timing: { start_of_day: { hour: 9, minutes: 0, timezone: 'Mars/Olympus' } } },
    'parameter_invalid',
    'payments[settlement_timing][start_of_day][timezone]',
  ],
  [{ settlement_timing: { delay_days_override: 32 } }, 'parameter_invalid_integer', 'payments[settlement_timing][delay_days_override]'],
  [
    { payouts: { automatic_transfer_rules_by_currency: { usd: [] } } },
    'parameter_unknown',
    'payments[payouts][automatic_transfer_rules_by_currency]',
  ],
])('400: settings refuse %j', async (payments, code, param) => {
  const { status, body } = await settle(service.client(), payments);
  expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
});

test('400 parameters_exclusive: an account does not take the day of its schedule by both names', async () => {
  const client = service.client();
  const both = { interval: 'weekly', weekly_anchor: 'monday', weekly_payout_days: ['monday'] };
  const { status, body } = await client.post(`/v1/accounts/${await accountOf(client)}`, { settings: { payouts: { schedule: both } } });
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'parameters_exclusive',
    'settings[payouts][schedule][weekly_payout_days]',
  ]);
});
