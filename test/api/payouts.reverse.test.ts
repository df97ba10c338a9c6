import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notified } from '../../src/kernel/engine/due.js';
import { audit } from '../../src/kernel/ledger/balances.js';
import { eventsOf } from '../support/callers.js';
import { accountOf, advanceClock, available, bankAccount, funded, ledger, moveClockTo } from '../support/merchant.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';

const day = 86_400;
const everyone = { 'in one write': {}, 'asked between two writes': { FLORIN_ONE_WRITE: 'off' } };

const get = async (client: Client, id: string): Promise<Answer['body']> => (await client.get(`/v1/payouts/${id}`)).body;
const reverse = (client: Client, id: string, params: Record<string, unknown> = {}): Promise<Answer> =>
  client.post(`/v1/payouts/${id}/reverse`, params);
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];

/** A payout of 600 from 1,000 in this state: its bank has it for two days at least. */
async function paidOut(
  service: TestService,
  far: 'ordered' | 'handed over' | 'arrived' = 'arrived',
  number = '000123456789',
): Promise<{ client: Client; id: string }> {
  const client = await funded(service, 1000);
  const destination = await bankAccount(client, number);
  const { id, arrival_date } = (await client.post('/v1/payouts', { amount: 600, currency: 'usd', destination })).body;
  if (far !== 'ordered') await moveClockTo(client, arrival_date - (far === 'arrived' ? 0 : day));
  return { client, id };
}

describe.each(Object.entries(everyone))('%s', (_, environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(environment);
  });
  afterAll(async () => {
    const violations = await audit(service.engine.database);
    await service.stop();
    expect(violations).toEqual([]);
  });

  const tells = async (client: Client, verb: string, id: string, answer: object): Promise<unknown> => {
    const account_id = await accountOf(client);
    const tenant = { account: `${account_id}_test`, account_id, livemode: false, clock_offset_ms: 0, id_offset_ms: 0, epoch: 0 };
    return notified(service.engine, tenant, 'sandbox', { verb, subject: { object: 'payout', id }, attempt: id, answer } as never);
  };
  const declined = { result: 'declined', code: 'processing_error', decline_code: 'account_closed' } as const;

  test('200: a paid payout is reversed by another one with a negative amount, and its funds are available when they return', async () => {
    const { client, id } = await paidOut(service);
    const { status, body } = await reverse(client, id, { metadata: { reason: 'wrong account' } });
    const original = await get(client, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'payout',
      amount: -600,
      currency: 'usd',
      destination: original.destination,
      metadata: { reason: 'wrong account' },
      original_payout: id,
      reversed_by: null,
      balance_transaction: null,
      arrival_date: body.created + 3 * day,
    });
    expect(original).toMatchObject({ status: 'paid', amount: 600, reversed_by: body.id, original_payout: null });
    expect(await available(client)).toBe(400);
    await advanceClock(client, 3 * day);
    const paid = await get(client, body.id);
    expect(paid.status).toBe('paid');
    expect(await ledger(service, client)).toEqual({ processor_clearing: -1000, merchant_available: 1000, payouts_in_transit: 0 });
    const { body: transaction } = await client.get(`/v1/balance_transactions/${paid.balance_transaction}`);
    const explained = { type: 'payout', reporting_category: 'payout_reversal', amount: 600, net: 600, source: body.id, payout: body.id };
    expect(transaction).toMatchObject(explained);
    expect(await eventsOf(client, body.id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect((await eventsOf(client, id)).slice(-2)).toEqual(['payout.paid', 'payout.updated']);
  });

  test('200: a payout in transit can be reversed, and then arrives and is returned', async () => {
    const { client, id } = await paidOut(service, 'handed over');
    expect((await get(client, id)).status).toBe('in_transit');
    const { body } = await reverse(client, id);
    await advanceClock(client, 8 * day);
    expect([(await get(client, id)).status, (await get(client, body.id)).status]).toEqual(['paid', 'paid']);
    expect(await available(client)).toBe(1000);
  });

  test.each([
    ['000500000005', 'debit_not_authorized'],
    ['000500000013', 'insufficient_funds'],
  ])('a reversal at %s fails with %s, moves no money, and can be requested again', async (number, failure_code) => {
    const { client, id } = await paidOut(service, 'arrived', number);
    const { body } = await reverse(client, id);
    await advanceClock(client, 3 * day);
    const failed = await get(client, body.id);
    expect(failed).toMatchObject({ status: 'failed', failure_code, balance_transaction: null, failure_balance_transaction: null });
    expect(await get(client, id)).toMatchObject({ status: 'paid', reversed_by: null });
    expect(await available(client)).toBe(400);
    expect(await eventsOf(client, body.id)).toEqual(['payout.created', 'payout.updated', 'payout.failed']);
    expect((await reverse(client, id)).status).toBe(200);
  });

  test('a bank that claims a reversal back gets its money, and the merchant loses it', async () => {
    const { client, id } = await paidOut(service);
    const { body } = await reverse(client, id);
    await advanceClock(client, 3 * day);
    await tells(client, 'reverse', body.id, declined);
    const failed = await get(client, body.id);
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
    const { body: transaction } = await client.get(`/v1/balance_transactions/${failed.failure_balance_transaction}`);
    expect(transaction).toMatchObject({ type: 'payout_failure', reporting_category: 'payout_reversal', amount: -600 });
    expect(await available(client)).toBe(400);
    expect((await get(client, id)).reversed_by).toBeNull();
  });

  test('a payout that its bank returns during its reversal is returned once', async () => {
    const { client, id } = await paidOut(service);
    const { body } = await reverse(client, id);
    await tells(client, 'pay_out', id, declined);
    expect(await get(client, id)).toMatchObject({ status: 'failed', reversed_by: null });
    expect((await get(client, body.id)).status).toBe('failed');
    await tells(client, 'reverse', body.id, { result: 'approved' });
    await advanceClock(client, 8 * day);
    expect(await available(client)).toBe(1000);
  });

  test('a payout recalled before its arrival is returned once, whatever the bank reports of its arrival', async () => {
    const { client, id } = await paidOut(service, 'handed over');
    const { body } = await reverse(client, id);
    await tells(client, 'reverse', body.id, { result: 'approved' });
    await tells(client, 'pay_out', id, declined);
    expect([(await get(client, id)).status, (await get(client, body.id)).status]).toEqual(['paid', 'paid']);
    await tells(client, 'pay_out', id, declined);
    expect(await available(client)).toBe(1000);
  });

  test('a report under the wrong name changes nothing', async () => {
    const { client, id } = await paidOut(service);
    const { body } = await reverse(client, id);
    await tells(client, 'pay_out', body.id, { result: 'approved' });
    await tells(client, 'reverse', id, declined);
    expect([(await get(client, id)).status, (await get(client, body.id)).status]).toEqual(['paid', 'in_transit']);
  });

  test('one of twenty concurrent reversals is created', async () => {
    const { client, id } = await paidOut(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(client, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(others).toEqual(others.map(() => [400, 'payout_unexpected_state', undefined]));
    await advanceClock(client, 3 * day);
    expect(await available(client)).toBe(1000);
  });
});

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([
  ['pending', 'ordered', '000123456789', 'cancel a pending one'],
  ['failed', 'arrived', '000111111116', 'is failed'],
] as const)('400 payout_unexpected_state: a payout that is %s cannot be reversed', async (status, far, number, sentence) => {
  const { client, id } = await paidOut(service, far, number);
  expect((await get(client, id)).status).toBe(status);
  const answer = await reverse(client, id);
  expect(refusal(answer)).toEqual([400, 'payout_unexpected_state', undefined]);
  expect(answer.body.error.message).toContain(sentence);
  expect((await client.get('/v1/payouts')).body.data).toHaveLength(1);
});

test('400 payout_unexpected_state: a canceled payout, a reversed one and a reversal cannot be reversed', async () => {
  const { client, id } = await paidOut(service, 'ordered');
  await client.post(`/v1/payouts/${id}/cancel`);
  expect((await reverse(client, id)).body.error.message).toContain('is canceled');
  const { client: other, id: paid } = await paidOut(service);
  const { body: reversal } = await reverse(other, paid);
  expect((await reverse(other, paid)).body.error.message).toContain(`already reversed by ${reversal.id}`);
  expect((await reverse(other, reversal.id)).body.error.message).toContain(`reverses ${paid}`);
  expect(refusal(await other.post(`/v1/payouts/${reversal.id}/cancel`))).toEqual([400, 'payout_unexpected_state', undefined]);
});

test('400 payouts_not_allowed: foreign banks and closed accounts are not debited', async () => {
  const { client, id } = await paidOut(service);
  const account = await accountOf(client);
  await client.del(`/v1/accounts/${account}/external_accounts/${(await get(client, id)).destination}`);
  expect(refusal(await reverse(client, id))).toEqual([400, 'payouts_not_allowed', 'payout']);
  const external_account = { account_number: 'DE89370400440532013000', country: 'DE', currency: 'usd' };
  const { body: abroad } = await client.post(`/v1/accounts/${account}/external_accounts`, { external_account });
  const { body: sent } = await client.post('/v1/payouts', { amount: 10, currency: 'usd', destination: abroad.id });
  await advanceClock(client, 8 * day);
  expect(refusal(await reverse(client, sent.id))).toEqual([400, 'payouts_not_allowed', 'payout']);
});

test('404: no payout has an unknown id, or one of another sandbox', async () => {
  const { id } = await paidOut(service);
  expect(refusal(await reverse(service.client(), id))).toEqual([404, 'resource_missing', 'payout']);
  expect(refusal(await reverse(service.client(), 'po_0000000000000000000000'))).toEqual([404, 'resource_missing', 'payout']);
});

test('one idempotency key reverses once, and cannot be used for another payout', async () => {
  const { client, id } = await paidOut(service);
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const first = await client.post(`/v1/payouts/${id}/reverse`, {}, key);
  expect((await client.post(`/v1/payouts/${id}/reverse`, {}, key)).text).toBe(first.text);
  const { body: second } = await client.post('/v1/payouts', { amount: 10, currency: 'usd' });
  await advanceClock(client, 8 * day);
  const reused = await client.post(`/v1/payouts/${second.id}/reverse`, {}, key);
  expect(refusal(reused)).toEqual([400, 'idempotency_key_reused', undefined]);
});
