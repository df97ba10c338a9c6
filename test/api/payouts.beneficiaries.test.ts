import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { failing_accounts } from '../../src/processors/sandbox/bank-accounts.js';
import { beneficiaryOf, destinationData, us_account } from '../support/beneficiaries.js';
import { eventsOf } from '../support/callers.js';
import { advanceClock, available, bankAccount, funded, ledger, moveClockTo } from '../support/merchant.js';
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

const arrived = async (client: Client, { id, arrival_date }: { id: string; arrival_date: number }) => {
  await moveClockTo(client, arrival_date);
  return (await client.get(`/v1/payouts/${id}`)).body;
};

test('200: a payout goes to a beneficiary, and arrives', async () => {
  const client = await funded(service, 1000);
  const beneficiary = await beneficiaryOf(client);
  const { status, body } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', beneficiary });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ amount: 600, currency: 'usd', beneficiary, destination: beneficiary, status: 'pending', type: 'bank_account' },
    ...{ payment_amount: 600, payment_currency: 'usd', source_amount: 600, source_currency: 'usd' },
  });
  expect(await available(client)).toBe(400);
  expect(await arrived(client, body)).toMatchObject({ status: 'paid' });
  expect(await eventsOf(client, body.id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
});

test.each([...failing_accounts])('a payout to a beneficiary with the number %s comes back', async (number, { code }) => {
  const client = await funded(service, 1000);
  const { body } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', beneficiary: await beneficiaryOf(client, number) });
  const failed = await arrived(client, body);
  expect(failed).toMatchObject({ status: 'failed', failure_code: code, failure_balance_transaction: expect.stringMatching(/^txn_/) });
  expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 1000, payouts_in_transit: 0 });
});

test('200: beneficiary_data creates a beneficiary and pays it in one request', async () => {
  const client = await funded(service, 1000);
  const beneficiary_data = { nickname: 'Jenny', destination_data: destinationData('bank_account'), metadata: { a: '1' } };
  const params = { payment_amount: 300, payment_currency: 'USD', beneficiary_data, merchant_payout_id: 'w12' };
  const { status, body } = await client.post('/v1/payouts', params);
  expect(status).toBe(200);
  const { body: kept } = await client.get(`/v1/beneficiaries/${body.beneficiary}`);
  expect(kept).toMatchObject({
    nickname: 'Jenny',
    metadata: { a: '1' },
    destination_data: { bank_account: { account_number: '****6789' } },
  });
  expect(await arrived(client, body)).toMatchObject({ status: 'paid', merchant_payout_id: 'w12' });
});

test('a refused payout creates no beneficiary', async () => {
  const client = await funded(service, 100);
  const beneficiary_data = { destination_data: destinationData('bank_account') };
  const { body } = await client.post('/v1/payouts', { amount: 101, currency: 'usd', beneficiary_data });
  expect(body.error).toMatchObject({ code: 'balance_insufficient', param: 'amount' });
  expect((await client.get('/v1/beneficiaries')).body.data).toEqual([]);
});

test.each([
  [{ destination_type: 'card' }, 'destination_data[card]'],
  [destinationData('bank_account', { routing_number: '110000001' }), 'destination_data[bank_account][routing_number]'],
])('400: %j is refused with its place within beneficiary_data', async (destination_data, param) => {
  const client = await funded(service, 100);
  const { status, body } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', beneficiary_data: { destination_data } });
  const [head, ...rest] = param.split(/(?=\[)/);
  expect([status, body.error.param]).toEqual([400, `beneficiary_data[${head}]${rest.join('')}`]);
});

test('400: a payout goes to one place', async () => {
  const client = await funded(service, 100);
  const [beneficiary, destination] = [await beneficiaryOf(client), await bankAccount(client, '000123456789')];
  const both = await client.post('/v1/payouts', { amount: 1, currency: 'usd', beneficiary, destination });
  expect([both.status, both.body.error.code, both.body.error.param]).toEqual([400, 'parameters_exclusive', 'beneficiary']);
  const unknown = await client.post('/v1/payouts', { amount: 1, currency: 'usd', beneficiary: await beneficiaryOf(service.client()) });
  expect([unknown.status, unknown.body.error.code, unknown.body.error.param]).toEqual([400, 'resource_missing', 'beneficiary']);
});

test('400: a beneficiary is paid in the currency of their account', async () => {
  const client = await funded(service, 100, 'eur');
  const beneficiary = await beneficiaryOf(client);
  const { body } = await client.post('/v1/payouts', { amount: 1, payment_currency: 'eur', beneficiary });
  expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'payment_currency' });
});

test.each(['card', 'alipay', 'carrier_billing', 'imps', 'upi'] as const)('200: a destination of the type %s is paid', async (type) => {
  const currency = type === 'imps' || type === 'upi' ? 'inr' : 'usd';
  const client = await funded(service, 50_000, currency);
  const beneficiary_data = { destination_data: destinationData(type) };
  const { status, body, text } = await client.post('/v1/payouts', { amount: 20_000, currency, beneficiary_data });
  expect(status, text).toBe(200);
  expect(body.type).toBe(type);
  expect(await arrived(client, body)).toMatchObject({ status: 'paid' });
});

describe('limits per country', () => {
  const accounts: Readonly<Record<string, object>> = {
    CA: { country: 'CA', account_number: '000123456789', routing_number: '11000000' },
    ID: { country: 'ID', account_number: '000123456789', routing_number: '014' },
    IN: { country: 'IN', account_number: '918273645546', routing_number: 'HDFC0004051' },
    JP: { country: 'JP', account_number: '0001234', routing_number: '1100000' },
    US: us_account,
    VN: { country: 'VN', account_number: '000123456789', swift: 'BFTVVNVX' },
  };
  // In minor units: rupiah and rupees have two decimals, yen and dong none.
  test.each([
    ['IN', 'inr', 9_999, 'amount_too_small'],
    ['IN', 'inr', 10_000, 'balance_insufficient'],
    ['IN', 'inr', 1_000_000, 'balance_insufficient'],
    ['IN', 'inr', 1_000_001, 'amount_too_large'],
    ['JP', 'jpy', 99, 'amount_too_small'],
    ['JP', 'jpy', 100, 'balance_insufficient'],
    ['CA', 'cad', 200_000_000, 'balance_insufficient'],
    ['CA', 'cad', 200_000_001, 'amount_too_large'],
    ['ID', 'idr', 999_999, 'amount_too_small'],
    ['ID', 'idr', 100_000_000_000, 'balance_insufficient'],
    ['ID', 'idr', 100_000_000_001, 'amount_too_large'],
    ['VN', 'vnd', 9_999, 'amount_too_small'],
    ['VN', 'vnd', 300_000_001, 'amount_too_large'],
    ['US', 'usd', 1, 'balance_insufficient'],
    ['US', 'usd', 99_999_999, 'balance_insufficient'],
    ['US', 'usd', 100_000_000, 'amount_too_large'],
  ])('to %s in %s, %i is %s', async (country, currency, payment_amount, code) => {
    const destination_data = { destination_type: 'bank_account', bank_account: { account_holder_name: 'Jo', ...accounts[country] } };
    const { body } = await service
      .client()
      .post('/v1/payouts', { payment_amount, payment_currency: currency, beneficiary_data: { destination_data } });
    expect([body.error?.code, body.error?.param]).toEqual([code, 'payment_amount']);
  });
});

describe('merchant_payout_id', () => {
  const pay = (client: Client, more: object = {}) =>
    client.post('/v1/payouts', { amount: 10, currency: 'usd', merchant_payout_id: 'w12', ...more });

  test('400: a second payout with the same is refused, and the message names the first', async () => {
    const [client, neighbour] = [await funded(service, 100), await funded(service, 100)];
    const { body: first } = await pay(client);
    const { status, body } = await pay(client, { amount: 20 });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_already_exists', 'merchant_payout_id']);
    expect(body.error.message).toContain(first.id);
    expect(await available(client)).toBe(90);
    expect((await pay(neighbour)).status).toBe(200);
  });

  test('one of twenty concurrent payouts with the same is created', async () => {
    const client = await funded(service, 1000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(client)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.error.code)).sort();
    expect(outcomes).toEqual(['made', ...Array(19).fill('resource_already_exists')]);
    expect(await available(client)).toBe(990);
  });

  test('400: one that was canceled keeps it', async () => {
    const client = await funded(service, 100);
    await client.post(`/v1/payouts/${(await pay(client)).body.id}/cancel`);
    expect((await pay(client)).body.error.code).toBe('resource_already_exists');
  });
});

describe('a beneficiary in use', () => {
  const busy = async (client: Client) => {
    const beneficiary = await beneficiaryOf(client);
    return { beneficiary, payout: (await client.post('/v1/payouts', { amount: 10, currency: 'usd', beneficiary })).body };
  };
  const deleting = (client: Client, id: string) => client.del(`/v1/beneficiaries/${id}`);

  test('400 beneficiary_in_use: it is neither deleted nor moved while a payout is pending or in transit', async () => {
    const client = await funded(service, 100);
    const { beneficiary, payout } = await busy(client);
    const refused = async () => {
      for (const answer of [
        await deleting(client, beneficiary),
        await client.post(`/v1/beneficiaries/${beneficiary}`, { destination_data: destinationData('card') }),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([400, 'beneficiary_in_use']);
        expect(answer.body.error.message).toContain(payout.id);
      }
    };
    await refused();
    await moveClockTo(client, payout.arrival_date - 60);
    expect((await client.get(`/v1/payouts/${payout.id}`)).body.status).toBe('in_transit');
    await refused();
    expect((await client.post(`/v1/beneficiaries/${beneficiary}`, { nickname: 'Still here' })).status).toBe(200);
    await arrived(client, payout);
    expect((await deleting(client, beneficiary)).body).toMatchObject({ deleted: true });
    expect((await client.get(`/v1/payouts/${payout.id}`)).body).toMatchObject({ beneficiary, status: 'paid' });
  });

  test('200: it can be deleted once its payout was canceled', async () => {
    const client = await funded(service, 100);
    const { beneficiary, payout } = await busy(client);
    await client.post(`/v1/payouts/${payout.id}/cancel`);
    expect((await deleting(client, beneficiary)).status).toBe(200);
  });

  test('of a deletion and ten concurrent payouts either all payouts or the deletion is refused', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const client = await funded(service, 1000);
      const beneficiary = await beneficiaryOf(client);
      const pay = () => client.post('/v1/payouts', { amount: 10, currency: 'usd', beneficiary });
      const [gone, ...paid] = await Promise.all([deleting(client, beneficiary), ...Array.from({ length: 10 }, pay)]);
      const made = paid.filter(({ status }) => status === 200).length;
      expect(gone.status === 200 ? made : Math.min(made, 1)).toBe(gone.status === 200 ? 0 : 1);
      expect(await available(client)).toBe(1000 - 10 * made);
    }
  });
});

test('200: a payout to a beneficiary in the United States is reversed, and one to Germany is not', async () => {
  const client = await funded(service, 1000);
  const { body } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', beneficiary: await beneficiaryOf(client) });
  await arrived(client, body);
  const { status, body: reversal } = await client.post(`/v1/payouts/${body.id}/reverse`);
  expect([status, reversal.amount, reversal.beneficiary]).toEqual([200, -600, body.beneficiary]);
  expect(await arrived(client, reversal)).toMatchObject({ status: 'paid', original_payout: body.id });
  expect(await available(client)).toBe(1000);

  const german = await funded(service, 1000, 'eur');
  const bank_account = { account_holder_name: 'Jo', country: 'DE', account_number: 'DE89370400440532013000' };
  const beneficiary_data = { destination_data: { destination_type: 'bank_account', bank_account } };
  const { body: sent } = await german.post('/v1/payouts', { amount: 600, currency: 'eur', beneficiary_data });
  await arrived(german, sent);
  expect((await german.post(`/v1/payouts/${sent.id}/reverse`)).body.error.code).toBe('payouts_not_allowed');
});

test('200: payouts are listed by beneficiary, by destination and by arrival date', async () => {
  const client = await funded(service, 1000);
  const beneficiary = await beneficiaryOf(client);
  const { body: own } = await client.post('/v1/payouts', { amount: 10, currency: 'usd' });
  await advanceClock(client, 30 * 86_400);
  const { body: theirs } = await client.post('/v1/payouts', { amount: 10, currency: 'usd', beneficiary });
  const ids = async (query: object) => (await client.get('/v1/payouts', { ...query })).body.data.map(({ id }: { id: string }) => id);
  expect(await ids({ beneficiary })).toEqual([theirs.id]);
  expect(await ids({ destination: beneficiary })).toEqual([theirs.id]);
  expect(await ids({ destination: own.destination })).toEqual([own.id]);
  expect(await ids({ arrival_date: own.arrival_date })).toEqual([own.id]);
  expect(await ids({ 'arrival_date[gt]': own.arrival_date })).toEqual([theirs.id]);
  expect(await ids({ 'arrival_date[lte]': theirs.arrival_date })).toEqual([theirs.id, own.id]);
  expect(await ids({ 'arrival_date[lt]': own.arrival_date })).toEqual([]);
});
