import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { failing_accounts } from '../../src/processors/sandbox/bank-accounts.js';
import { businessDaysAfter } from '../../src/resources/accounts/bank-details/bank-holidays.js';
import { eventsOf } from '../support/callers.js';
import { advanceClock, available, bankAccount, funded, ledger, towards } from '../support/merchant.js';
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

const pay = async (client: Client, amount: number, more: object = {}) =>
  (await client.post('/v1/payouts', { amount, currency: 'usd', ...more })).body;

const inStatus = (client: Client, id: string, status: string) =>
  service.until(async () => {
    const { body } = await client.get(`/v1/payouts/${id}`);
    return body.status === status && body;
  });

const transactionsOf = async (client: Client, payout: string) =>
  (await client.get('/v1/balance_transactions', { payout })).body.data.map(({ type, amount }: { type: string; amount: number }) => [
    type,
    amount,
  ]);

test('a payout leaves the balance at once', async () => {
  const client = await funded(service, 1000);
  const { id, balance_transaction } = await pay(client, 600);
  expect(await available(client)).toBe(400);
  expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 400, payouts_in_transit: 600 });
  const { body } = await client.get(`/v1/balance_transactions/${balance_transaction}`);
  expect(body).toMatchObject({ amount: -600, net: -600, fee: 0, currency: 'usd', payout: id, source: id, type: 'payout' });
});

test('the worker hands a payout to the bank, and the bank pays it on its arrival date', async () => {
  const client = await funded(service, 1000);
  const { id, arrival_date } = await pay(client, 600);
  towards(service, { arrival_date }, 1);
  await inStatus(client, id, 'in_transit');
  expect(await ledger(service, client)).toMatchObject({ payouts_in_transit: 600 });
  towards(service, { arrival_date });
  await inStatus(client, id, 'paid');
  expect(await ledger(service, client)).toEqual({ processor_clearing: -400, merchant_available: 400, payouts_in_transit: 0 });
  expect(await transactionsOf(client, id)).toEqual([['payout', -600]]);
  expect(await eventsOf(client, id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
});

test('each event of a payout shows its state at that time', async () => {
  const client = await funded(service, 1000);
  const { id, arrival_date } = await pay(client, 600);
  towards(service, { arrival_date }, 1);
  await inStatus(client, id, 'in_transit');
  towards(service, { arrival_date });
  await inStatus(client, id, 'paid');
  const { body } = await client.get('/v1/events');
  type Event = { data: { object: { id: string; status: string } } };
  const states = body.data.filter(({ data }: Event) => data.object.id === id).map(({ data }: Event) => data.object.status);
  expect(states).toEqual(['paid', 'in_transit', 'pending']);
});

test('an instant payout is handed over at once and paid within half an hour', async () => {
  const client = await funded(service, 1000);
  const { id } = await pay(client, 600, { method: 'instant' });
  await inStatus(client, id, 'in_transit');
  service.advance(1_800_000);
  await inStatus(client, id, 'paid');
  expect(await eventsOf(client, id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
});

test.each([...failing_accounts.keys()])('a payout to %s is returned, and its funds are available again', async (number) => {
  const client = await funded(service, 1000);
  const { id, arrival_date, balance_transaction } = await pay(client, 600, { destination: await bankAccount(client, number) });
  towards(service, { arrival_date }, 1);
  await inStatus(client, id, 'in_transit');
  towards(service, { arrival_date });
  const failed = await inStatus(client, id, 'failed');
  expect(failed).toMatchObject({ failure_code: failing_accounts.get(number)?.code, failure_message: expect.stringMatching(/\w/) });
  expect(failed.balance_transaction).toBe(balance_transaction);
  const { body: reversal } = await client.get(`/v1/balance_transactions/${failed.failure_balance_transaction}`);
  expect(reversal).toMatchObject({ amount: 600, payout: id, source: id, type: 'payout_failure', reporting_category: 'payout_reversal' });
  expect(await available(client)).toBe(1000);
  expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 1000, payouts_in_transit: 0 });
  expect(await eventsOf(client, id)).toEqual(['payout.created', 'payout.updated', 'payout.failed']);
});

test('a canceled payout returns its funds and is never handed over', async () => {
  const client = await funded(service, 1000);
  const { id } = await pay(client, 600);
  const { status, body } = await client.post(`/v1/payouts/${id}/cancel`);
  expect([status, body.status]).toEqual([200, 'canceled']);
  expect(await transactionsOf(client, id)).toEqual([
    ['payout_cancel', 600],
    ['payout', -600],
  ]);
  expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 1000, payouts_in_transit: 0 });
  await advanceClock(client, 10 * 86_400);
  expect((await client.get(`/v1/payouts/${id}`)).body).toEqual(body);
  expect(await eventsOf(client, id)).toEqual(['payout.created', 'payout.canceled']);
});

test.each(['in_transit', 'paid', 'failed', 'canceled'])(
  '400 payout_unexpected_state: a payout that is %s cannot be canceled',
  async (state) => {
    const client = await funded(service, 1000);
    const made = await pay(client, 600, state === 'failed' ? { destination: await bankAccount(client, '000111111116') } : {});
    const { id } = made;
    if (state === 'canceled') await client.post(`/v1/payouts/${id}/cancel`);
    else towards(service, made, state === 'in_transit' ? 1 : 0);
    const before = await inStatus(client, id, state);
    const { status, body } = await client.post(`/v1/payouts/${id}/cancel`);
    expect([status, body.error.code]).toEqual([400, 'payout_unexpected_state']);
    expect(body.error.message).toContain(state);
    expect((await client.get(`/v1/payouts/${id}`)).body).toEqual(before);
  },
);

test('the sandbox clock pays out as the real clock does, on the right days', async () => {
  const client = await funded(service, 1000);
  const { id, created, arrival_date } = await pay(client, 600);
  await advanceClock(client, 30 * 86_400);
  await inStatus(client, id, 'paid');
  const { body } = await client.get('/v1/events', { type: 'payout.paid' });
  expect(Math.floor(body.data[0].created / 1000)).toBe(arrival_date);
  const { body: updated } = await client.get('/v1/events', { type: 'payout.updated' });
  expect(Math.floor(updated.data[0].created / 1000)).toBe(businessDaysAfter(created, 1, 'usd'));
});

test('an advance of the sandbox clock answers after all due work has run', async () => {
  const client = await funded(service, 1000);
  for (let count = 0; count < 12; count++) await pay(client, 10);
  await advanceClock(client, 8 * 86_400);
  const { body } = await client.get('/v1/payouts', { limit: 100 });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(Array(12).fill('paid'));
});

test('a sandbox clock moves no other account', async () => {
  const [client, neighbour] = [await funded(service, 1000), await funded(service, 1000)];
  const { id } = await pay(neighbour, 600);
  await advanceClock(client, 8 * 86_400);
  expect((await neighbour.get(`/v1/payouts/${id}`)).body.status).toBe('pending');
});

test('one of twenty concurrent payouts of 60 % is created', async () => {
  const client = await funded(service, 1000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/v1/payouts', { amount: 600, currency: 'usd' })));
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.error.code)).sort();
  expect(outcomes).toEqual([...Array(19).fill('balance_insufficient'), 'made']);
  expect(await available(client)).toBe(400);
});

test('twenty concurrent payouts within the balance are all created', async () => {
  const client = await funded(service, 1000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/v1/payouts', { amount: 50, currency: 'usd' })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 0, payouts_in_transit: 1000 });
});

test('a payout canceled by twenty concurrent requests returns its funds once', async () => {
  const client = await funded(service, 1000);
  const { id } = await pay(client, 600);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(`/v1/payouts/${id}/cancel`)));
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'canceled' : body.error.code)).sort();
  expect(outcomes).toEqual(['canceled', ...Array(19).fill('payout_unexpected_state')]);
  expect(await available(client)).toBe(1000);
});
