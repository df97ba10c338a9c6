import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { eventsOf } from '../support/callers.js';
import { advanceClock, bankAccount, funded, ledger, liveClient, topUp } from '../support/merchant.js';
import { paid } from '../support/payments.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

const line = (amount: number, currency: string) => ({ amount, currency, source_types: { card: amount } });

test('200: a new sandbox has a balance of zero in its own currency', async () => {
  const { status, body } = await service.client().get('/v1/balance');
  expect(status).toBe(200);
  const nothing = [line(0, 'usd')];
  expect(body).toEqual({ object: 'balance', available: nothing, instant_available: [], livemode: false, pending: nothing });
});

test('200: a balance has a line per currency, and each is the sum of its transactions', async () => {
  const client = await funded(service, 500);
  await topUp(client, 70, 'jpy');
  await topUp(client, 2500, 'kwd');
  await client.post('/v1/payouts', { amount: 120, currency: 'usd' });
  const { body } = await client.get('/v1/balance');
  expect(body.available).toEqual([line(70, 'jpy'), line(2500, 'kwd'), line(380, 'usd')]);
  // Only dollars have a bank account that instant payouts can go to.
  const destination = (await client.get('/v1/account')).body.default_destination;
  const instant = { ...line(380, 'usd'), net_available: [{ amount: 380, destination, source_types: { card: 380 } }] };
  expect(body.instant_available).toEqual([instant]);
  for (const { currency, amount } of body.available) {
    const { body: transactions } = await client.get('/v1/balance_transactions', { currency });
    expect(transactions.data.reduce((sum: number, { net }: { net: number }) => sum + net, 0)).toBe(amount);
    expect((await ledger(service, client, currency)).merchant_available).toBe(amount);
  }
});

test('200: an external account that was stored before it had methods of payouts has the default ones', async () => {
  const client = await funded(service, 500);
  const text = `update objects set doc = (doc::jsonb - 'available_payout_methods')::json where object = 'bank_account' and id = $1`;
  await rowsOf(service, text, (await client.get('/v1/account')).body.default_destination);
  const { status, body } = await client.get('/v1/balance');
  expect([status, body.instant_available]).toMatchObject([200, [line(500, 'usd')]]);
});

test('200: a balance is the same before and after its entries are rolled up', async () => {
  const client = await funded(service, 500);
  await client.post('/v1/payouts', { amount: 120, currency: 'usd' });
  const before = await client.get('/v1/balance');
  const total = `select total from balances where ledger_account = 'merchant_available' and total = 380`;
  await service.until(async () => (await service.engine.database.query({ text: total, values: [] })).length);
  expect((await client.get('/v1/balance')).text).toBe(before.text);
});

test('200: a live account has its own balance', async () => {
  const { body } = await (await liveClient(service)).get('/v1/balance');
  expect(body).toMatchObject({ livemode: true, available: [line(0, 'usd')] });
});

test('403: a publishable key cannot read the balance', async () => {
  const client = await funded(service, 1);
  const { status, body } = await client.get('/v1/balance', undefined, { key: client.publishable_key });
  expect([status, body.error.code]).toEqual([403, 'secret_key_required']);
});

test('200: a top-up is available at once and has a balance transaction', async () => {
  const client = service.client();
  const params = { amount: 500, currency: 'USD', description: 'Seed', metadata: { a: '1' }, statement_descriptor: 'TOPUP' };
  const { status, body } = await client.post('/v1/test_helpers/top_ups', params);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...params,
    object: 'topup',
    currency: 'usd',
    status: 'succeeded',
    expected_availability_date: body.created,
  });
  expect((await client.get(`/v1/topups/${body.id}`)).body).toEqual(body);
  const { body: transaction } = await client.get(`/v1/balance_transactions/${body.balance_transaction}`);
  expect(transaction).toMatchObject({
    object: 'balance_transaction',
    amount: 500,
    available_on: body.created,
    currency: 'usd',
    description: 'Seed',
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: 500,
    reporting_category: 'topup',
    source: body.id,
    status: 'available',
    type: 'topup',
  });
  expect(await eventsOf(client, body.id)).toEqual(['topup.succeeded']);
  expect(await ledger(service, client)).toEqual({ processor_clearing: -500, merchant_available: 500 });
});

test.each([
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
  [{ amount: 1 }, 'parameter_missing', 'currency'],
  [{ amount: 0, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 1, currency: 'zzz' }, 'parameter_invalid', 'currency'],
  [{ amount: 1, currency: 'usd', statement_descriptor: 'x'.repeat(16) }, 'parameter_invalid_string', 'statement_descriptor'],
  [{ amount: 1, currency: 'usd', source: 'src_1' }, 'parameter_unknown', 'source'],
])('400: the top-up %j is refused', async (params, code, param) => {
  const client = service.client();
  const { status, body } = await client.post('/v1/test_helpers/top_ups', params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  expect((await client.get('/v1/topups')).body.data).toEqual([]);
});

test('403 test_mode_only: a live balance cannot be topped up', async () => {
  const { status, body } = await (await liveClient(service)).post('/v1/test_helpers/top_ups', { amount: 1, currency: 'usd' });
  expect([status, body.error.code]).toEqual([403, 'test_mode_only']);
});

test.each(['/v1/topups', '/v1/topups/list'])('200: %s lists top-ups newest first, within bounds of created', async (path) => {
  const client = service.client();
  const first = await topUp(client, 1);
  service.advance(2000);
  const second = await topUp(client, 2);
  const { body } = await client.get(path);
  expect(body).toMatchObject({ object: 'list', url: '/v1/topups', has_more: false, data: [{ id: second }, { id: first }] });
  expect((await client.get(path, { 'created[lt]': body.data[0].created })).body.data).toEqual([body.data[1]]);
});

test.each(['/v1/topups/tu_0000000000000000000000', '/v1/balance_transactions/txn_0000000000000000000000'])('404: %s', async (path) => {
  const { status, body } = await service.client().get(path);
  expect([status, body.error.code]).toEqual([404, 'resource_missing']);
});

test('200: balance transactions are filtered by currency, payout, source, type and created', async () => {
  const client = await funded(service, 500);
  const euros = await topUp(client, 70, 'eur');
  service.advance(2000);
  const { body: payout } = await client.post('/v1/payouts', { amount: 120, currency: 'usd' });
  await client.post(`/v1/payouts/${payout.id}/cancel`);
  const types = async (filter: Record<string, unknown>, path = '/v1/balance_transactions'): Promise<string[]> =>
    (await client.get(path, filter)).body.data.map(({ type }: { type: string }) => type);
  expect(await types({})).toEqual(['payout_cancel', 'payout', 'topup', 'topup']);
  expect(await types({}, '/v1/balance_transactions/list')).toEqual(await types({}));
  expect(await types({ currency: 'EUR' })).toEqual(['topup']);
  expect(await types({ source: euros })).toEqual(['topup']);
  expect(await types({ payout: payout.id })).toEqual(['payout_cancel', 'payout']);
  expect(await types({ payout: payout.id, type: 'payout' })).toEqual(['payout']);
  expect(await types({ 'created[gte]': payout.created })).toEqual(['payout_cancel', 'payout']);
  expect(await types({ 'created[lt]': payout.created, currency: 'usd' })).toEqual(['topup']);
});

test.each([
  [{ type: 'gift' }, 'parameter_invalid', 'type'],
  [{ currency: 'zzz' }, 'parameter_invalid', 'currency'],
  [{ net: 5 }, 'parameter_unknown', 'net'],
])('400: the list of balance transactions refuses %j', async (params, code, param) => {
  const { status, body } = await service.client().get('/v1/balance_transactions', params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test('404: a balance transaction of another sandbox is unknown', async () => {
  const { body } = await (await funded(service, 5)).get('/v1/balance_transactions');
  expect((await service.client().get(`/v1/balance_transactions/${body.data[0].id}`)).status).toBe(404);
});

test('twenty top-ups at once add up', async () => {
  const client = service.client();
  await client.get('/v1/account');
  await Promise.all(Array.from({ length: 20 }, () => topUp(client, 7)));
  expect((await client.get('/v1/balance')).body.available).toEqual([line(140, 'usd')]);
  expect((await client.get('/v1/balance_transactions', { limit: 100 })).body.data).toHaveLength(20);
});

test('the ledger accepts entries, and no entry can be changed or deleted', async () => {
  await funded(service, 5);
  for (const text of ['update entries set amount = 1', 'delete from entries', 'truncate entries'])
    await expect(service.engine.database.query({ text, values: [] })).rejects.toThrow('entries are only ever appended');
});

test('a payout in one currency does not change the other balance', async () => {
  const client = await funded(service, 500);
  await topUp(client, 70, 'eur');
  const destination = await bankAccount(client, '000123456789', 'eur');
  await client.post('/v1/payouts', { amount: 70, currency: 'eur', destination });
  expect((await client.get('/v1/balance')).body.available).toEqual([line(0, 'eur'), line(500, 'usd')]);
});

const toldOf = async (client: Client) =>
  (await client.get('/v1/events', { type: 'balance.available' })).body.data.map(({ data }: Answer['body']) => data.object);

test('balance.available shows the balance when payments become available, one event for all of the same time', async () => {
  const client = service.client();
  await service.atOneMoment(async () => {
    for (const amount of [2000, 3000]) await paid(client, { amount });
    await paid(client, { amount: 7000, currency: 'eur' });
  });
  await advanceClock(client, 86_400);
  expect(await toldOf(client)).toEqual([]);
  await advanceClock(client, 86_400);
  const { body: balance } = await client.get('/v1/balance');
  const [event, ...others] = await toldOf(client);
  expect([event, others]).toMatchObject([
    { object: 'balance', livemode: false, available: balance.available, pending: balance.pending },
    [],
  ]);
  expect(event.available).toMatchObject([{ currency: 'eur' }, { amount: 2000 + 3000 - 88 - 117, currency: 'usd' }]);
});

test('balance.available follows a payment that is available at once, but no top-up, payout or refund', async () => {
  const client = await funded(service, 500);
  const { id } = await paid(client, { amount: 2000, payment_method: 'pm_card_bypassPending' });
  const [event] = await service.until(async () => ((found) => found.length > 0 && found)(await toldOf(client)));
  expect(event).toMatchObject({ object: 'balance', available: [line(500 + 2000 - 88, 'usd')] });
  await client.post('/v1/refunds', { payment_intent: id });
  await client.post('/v1/payouts', { amount: 120, currency: 'usd' });
  await advanceClock(client, 7 * 86_400);
  expect(await toldOf(client)).toHaveLength(1);
});
