import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { businessDaysAfter } from '../../src/resources/accounts/bank-details/bank-holidays.js';
import { eventsOf } from '../support/callers.js';
import { available, bankAccount, funded, liveClient, topUp } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

const unknown_id = 'po_0000000000000000000000';

test('200: a payout of available funds is pending and goes to the default bank account', async () => {
  const client = await funded(service, 5000);
  const { status, body } = await client.post('/v1/payouts', { amount: 3000, currency: 'USD' });
  const { body: account } = await client.get('/v1/account');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^po_[0-9A-Za-z]{22}$/),
    object: 'payout',
    amount: 3000,
    currency: 'usd',
    destination: account.default_destination,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    type: 'bank_account',
  });
  expect(body.arrival_date).toBe(businessDaysAfter(body.created, 3, 'usd'));
  expect(await eventsOf(client, body.id)).toEqual(['payout.created']);
});

test("200: a merchant's description of a payout is kept", async () => {
  const client = await funded(service, 5000);
  const destination = await bankAccount(client, '000123456789');
  const said = {
    description: 'Week 12',
    destination,
    merchant_payout_id: 'w12',
    metadata: { week: '12' },
    source_type: 'bank_account',
    statement_descriptor: 'FLORIN W12',
  };
  const { body } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', ...said });
  expect(body).toMatchObject(said);
  expect((await client.get(`/v1/payouts/${body.id}`)).body).toEqual(body);
});

test('200: an instant payout arrives within half an hour', async () => {
  const client = await funded(service, 100);
  const { body } = await client.post('/v1/payouts', { amount: 100, currency: 'usd', method: 'instant' });
  expect(body).toMatchObject({ method: 'instant', arrival_date: body.created + 1800 });
});

test.each([
  [{ source_amount: 70, source_currency: 'usd' }],
  [{ payment_amount: 70, payment_currency: 'USD' }],
  [{ amount: 70, source_currency: 'usd' }],
  [{ amount: 70, currency: 'usd', source_amount: 70, source_currency: 'usd', payment_amount: 70, payment_currency: 'usd' }],
])('200: the amount may be spelled %j', async (spelling) => {
  const client = await funded(service, 100);
  const { status, body } = await client.post('/v1/payouts', spelling);
  expect(status).toBe(200);
  expect(body).toMatchObject({ amount: 70, currency: 'usd' });
  expect(await available(client)).toBe(30);
});

test.each([
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
  [{ amount: 1 }, 'parameter_missing', 'currency'],
  [{ amount: 1, currency: 'usd', source_currency: 'eur' }, 'balance_insufficient', 'amount'],
  [{ amount: 1, currency: 'usd', payment_currency: 'eur' }, 'parameter_invalid', 'payment_currency'],
  [{ amount: 1, source_amount: 2, currency: 'usd' }, 'parameters_exclusive', 'payment_amount'],
  [{ amount: 0, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: -5, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ payment_amount: 0, currency: 'usd' }, 'amount_too_small', 'payment_amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 1.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: '12', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 1, currency: 'xxx' }, 'parameter_invalid', 'currency'],
  [{ amount: 1, currency: 'usd', method: 'slow' }, 'parameter_invalid', 'method'],
  [{ amount: 1, currency: 'usd', status: 'paid' }, 'parameter_unknown', 'status'],
  [{ amount: 1, currency: 'usd', statement_descriptor: 'x'.repeat(23) }, 'parameter_invalid_string', 'statement_descriptor'],
  [{ amount: 1, currency: 'usd', destination: 'ba_0000000000000000000000' }, 'resource_missing', 'destination'],
])('400: %j is refused', async (params, code, param) => {
  const client = await funded(service, 100);
  const { status, body } = await client.post('/v1/payouts', params);
  expect({ status, code: body.error.code, param: body.error.param }).toEqual({ status: 400, code, param });
  expect(await available(client)).toBe(100);
});

test('400 balance_insufficient: a payout cannot exceed the available balance', async () => {
  const client = await funded(service, 100);
  const { status, body } = await client.post('/v1/payouts', { amount: 101, currency: 'usd' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'balance_insufficient', param: 'amount', type: 'invalid_request_error' });
  expect(await available(client)).toBe(100);
  expect((await client.get('/v1/payouts')).body.data).toEqual([]);
});

test('400 balance_insufficient: funds of one currency do not pay for another', async () => {
  const client = await funded(service, 100, 'usd');
  const destination = await bankAccount(client, '000123456789', 'eur');
  const { body } = await client.post('/v1/payouts', { amount: 1, currency: 'eur', destination });
  expect(body.error.code).toBe('balance_insufficient');
});

test('400: a bank account is paid in its own currency only, named or by default', async () => {
  const client = await funded(service, 100, 'eur');
  const named = await client.post('/v1/payouts', { amount: 1, currency: 'eur', destination: await bankAccount(client, '000123456789') });
  const by_default = await client.post('/v1/payouts', { amount: 1, currency: 'eur' });
  expect([named.status, named.body.error?.param]).toEqual([400, 'currency']);
  expect([by_default.status, by_default.body.error?.param]).toEqual([400, 'currency']);
});

test('200: a bank account of another currency is paid in it', async () => {
  const client = await funded(service, 100, 'eur');
  const destination = await bankAccount(client, '000123456789', 'eur');
  const { status } = await client.post('/v1/payouts', { amount: 40, currency: 'eur', destination });
  expect(status).toBe(200);
  expect(await available(client, 'eur')).toBe(60);
});

test('200: metadata is merged key by key, and an event records the change', async () => {
  const client = await funded(service, 100);
  const { body: made } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', metadata: { a: '1', b: '2' } });
  const { body } = await client.post(`/v1/payouts/${made.id}`, { metadata: { b: '', c: '3' } });
  expect(body.metadata).toEqual({ a: '1', c: '3' });
  expect(await eventsOf(client, made.id)).toEqual(['payout.created', 'payout.updated']);
});

test('200: an update without a change has no event', async () => {
  const client = await funded(service, 100);
  const { body: made } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', metadata: { a: '1' } });
  expect((await client.post(`/v1/payouts/${made.id}`, { metadata: { a: '1' } })).body).toEqual(made);
  expect(await eventsOf(client, made.id)).toEqual(['payout.created']);
});

test('400: metadata is limited to 50 keys, however they are added', async () => {
  const client = await funded(service, 100);
  const keys = (from: number) => Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`k${from + place}`, 'v']));
  const { body: made } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', metadata: keys(0) });
  const { status, body } = await client.post(`/v1/payouts/${made.id}`, { metadata: keys(30) });
  expect([status, body.error?.param]).toEqual([400, 'metadata']);
  expect((await client.get(`/v1/payouts/${made.id}`)).body).toEqual(made);
});

test('400 parameter_unknown: only the metadata of a payout can be changed', async () => {
  const client = await funded(service, 100);
  const { body: made } = await client.post('/v1/payouts', { amount: 1, currency: 'usd' });
  const { status, body } = await client.post(`/v1/payouts/${made.id}`, { amount: 2 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_unknown', 'amount']);
});

test.each(['GET', 'POST', 'POST cancel'])('404: %s of an unknown payout', async (how) => {
  const client = service.client();
  const path = `/v1/payouts/${unknown_id}`;
  const { status, body } = await (how === 'GET' ? client.get(path) : client.post(how === 'POST' ? path : `${path}/cancel`));
  expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_missing', 'id']);
});

test('404: a payout of another sandbox is unknown, with the same message as one that never existed', async () => {
  const { body: made } = await (await funded(service, 100)).post('/v1/payouts', { amount: 1, currency: 'usd' });
  const stranger = service.client();
  for (const answer of [await stranger.get(`/v1/payouts/${made.id}`), await stranger.post(`/v1/payouts/${made.id}/cancel`)]) {
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe(`No such payout: '${made.id}'`);
  }
});

test('400: a bank account of another sandbox cannot be paid', async () => {
  const client = await funded(service, 100);
  const destination = await bankAccount(service.client(), '000123456789');
  const { status, body } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', destination });
  expect([status, body.error.param]).toEqual([400, 'destination']);
});

test('400: a live account without a bank account cannot pay out', async () => {
  const { status, body } = await (await liveClient(service)).post('/v1/payouts', { amount: 1, currency: 'usd' });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'payouts_not_allowed', 'destination']);
});

test('one idempotency key pays out once', async () => {
  const client = await funded(service, 100);
  const pay = () => client.post('/v1/payouts', { amount: 60, currency: 'usd' }, { headers: { 'idempotency-key': 'week-12' } });
  const [first, second] = [await pay(), await pay()];
  expect(second.text).toBe(first.text);
  expect(await available(client)).toBe(40);
});

test('a payout refused for want of funds stays refused under its key after funds arrive', async () => {
  const client = await funded(service, 10);
  const pay = () => client.post('/v1/payouts', { amount: 60, currency: 'usd' }, { headers: { 'idempotency-key': 'week-12' } });
  const first = await pay();
  await topUp(client, 100);
  expect((await pay()).text).toBe(first.text);
  expect(await available(client)).toBe(110);
});
