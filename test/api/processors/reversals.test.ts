import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/kernel/ledger/balances.js';
import { accountOf, advanceClock, available, bankAccount, topUp } from '../../support/merchant.js';
import { type Heard, type Scripted, startScripted } from '../../support/scripted.js';
import type { Answer, Client } from '../../support/service.js';

let it: Scripted;
let able: Scripted;
beforeAll(async () => {
  it = await startScripted();
  able = await startScripted({}, ['pay_out']);
});
afterAll(async () => {
  const violations = await audit(it.service.engine.database);
  await Promise.all([it.stop(), able.stop()]);
  expect(violations).toEqual([]);
});
afterEach(() => {
  it.answer = () => ({ result: 'approved' });
});

const day = 86_400;
const now = async (client: Client, id: string): Promise<Answer['body']> => (await client.get(`/v1/payouts/${id}`)).body;
const reverse = (client: Client, id: string): Promise<Answer> => client.post(`/v1/payouts/${id}/reverse`);

async function paidOut({ service }: Scripted): Promise<{ client: Client; id: string }> {
  const client = service.client();
  await topUp(client, 1000);
  const destination = await bankAccount(client, '000123456789');
  const { id } = (await client.post('/v1/payouts', { amount: 600, currency: 'usd', destination })).body;
  await advanceClock(client, 8 * day);
  return { client, id };
}

const hearing = (verb: string, id: string): Heard[] => it.heard.filter((ask) => ask.verb === verb && ask.subject.id === id);

test('the processor of a payout is asked to reverse it, by its attempt and with the account number', async () => {
  const { client, id } = await paidOut(it);
  const { body } = await reverse(client, id);
  expect(hearing('reverse', body.id)).toMatchObject([
    { by: 'first', attempt: body.id, payout: id, amount: 600, currency: 'usd', account_number: '000123456789' },
  ]);
  expect(body).toMatchObject({ status: 'paid', amount: -600, processor: 'first' });
  expect(await available(client)).toBe(1000);
});

test('a processor that does not answer gets the same request again, no other does, and the money returns once', async () => {
  const { client, id } = await paidOut(it);
  it.answer = () => ({ status: 500 });
  const { status, body } = await reverse(client, id);
  expect([status, body.status, await available(client)]).toEqual([200, 'pending', 400]);
  expect((await reverse(client, id)).body.error.code).toBe('payout_unexpected_state');
  it.answer = () => ({ result: 'approved' });
  it.service.advance(90_000);
  await it.service.until(async () => (await now(client, body.id)).status === 'paid');
  const asked = hearing('reverse', body.id);
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked.map(({ by, attempt, payout }) => [by, attempt, payout].join()))).toEqual(new Set([`first,${body.id},${id}`]));
  expect(await available(client)).toBe(1000);
});

test('a processor refuses at once, or notifies of the result of a reversal', async () => {
  const { client, id } = await paidOut(it);
  it.answer = () => ({ result: 'declined', code: 'processing_error', decline_code: 'debit_not_authorized' });
  const { body: refused } = await reverse(client, id);
  expect(refused).toMatchObject({ status: 'failed', failure_code: 'debit_not_authorized' });
  it.answer = () => ({ result: 'pending' });
  const { body } = await reverse(client, id);
  const about = {
    account: `${await accountOf(client)}_test`,
    subject: { object: 'payout', id: body.id },
    verb: 'reverse',
    attempt: body.id,
  };
  await it.tell('second', { ...about, answer: { result: 'approved' } });
  expect((await now(client, body.id)).status).toBe('in_transit');
  expect(await it.tell('first', { ...about, answer: { result: 'approved' } })).toBe(200);
  await it.tell('first', { ...about, answer: { result: 'approved' } });
  expect((await now(client, body.id)).status).toBe('paid');
  expect(await available(client)).toBe(1000);
});

test('400 payment_method_unactivated: nothing is created where a processor cannot be asked', async () => {
  const { client, id } = await paidOut(able);
  const { status, body } = await reverse(client, id);
  expect([status, body.error.code]).toEqual([400, 'payment_method_unactivated']);
  expect((await now(client, id)).reversed_by).toBeNull();
  expect((await client.get('/v1/payouts')).body.data).toHaveLength(1);
});
