import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../support/acquired.js';
import { eventsOf } from '../../support/callers.js';
import { accountOf, advanceClock, bankAccount, ledger, topUp } from '../../support/merchant.js';
import { type Scripted, startScripted } from '../../support/scripted.js';
import type { Answer, Client } from '../../support/service.js';

let it: Scripted;
beforeAll(async () => {
  it = await startScripted();
});
afterAll(() => it.stop());
beforeEach(() => {
  it.answer = () => ({ result: 'approved', fee: 0 });
});

const day = 86_400;
const hearing = (verb: string, id: string) => it.heard.filter((ask) => ask.verb === verb && ask.subject.id === id);
const notify = async (client: Client, by: string, verb: string, object: string, id: string, answer: object, attempt = id) =>
  it.tell(by, { account: `${await accountOf(client)}_test`, subject: { object, id }, verb, attempt, answer });
const now = async (client: Client, path: string): Promise<Answer['body']> => (await client.get(path)).body;

describe('a processor that notifies of an object of another one', () => {
  test('does not change its refunds', async () => {
    const client = it.service.client();
    const { body: intent } = await pay(client, 2000);
    const { body: refund } = await client.post('/v1/refunds', { payment_intent: intent.id });
    await notify(client, 'second', 'refund', 'refund', refund.id, { result: 'declined', code: 'card_declined' });
    expect(await now(client, `/v1/refunds/${refund.id}`)).toMatchObject({ status: 'succeeded' });
  });

  test('opens no dispute of its charges', async () => {
    const client = it.service.client();
    const { body: intent } = await pay(client, 2000);
    const answer = { result: 'disputed', dispute: { inquiry: false, reason: 'fraudulent' } };
    await notify(client, 'second', 'charge', 'payment_intent', intent.id, answer, intent.latest_attempt);
    expect(await now(client, `/v1/charges/${intent.latest_charge}`)).toMatchObject({ disputed: false });
  });

  test('decides none of its disputes', async () => {
    it.answer = (ask) => (ask.verb === 'contest' ? { result: 'pending' } : { result: 'approved' });
    const client = it.service.client();
    const { body: intent } = await pay(client, 2000);
    const { body: dispute } = await client.post('/v1/test_helpers/disputes', { charge: intent.latest_charge });
    await client.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_text: 'See there.' } });
    await notify(client, 'second', 'contest', 'dispute', dispute.id, { result: 'approved' }, `${dispute.id} 1`);
    expect(await now(client, `/v1/disputes/${dispute.id}`)).toMatchObject({ status: 'under_review' });
  });

  test('returns none of its payouts', async () => {
    it.answer = () => ({ result: 'pending' });
    const client = it.service.client();
    await topUp(client, 1000);
    const destination = await bankAccount(client, '000123456789');
    const { body: payout } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', destination, method: 'instant' });
    await it.service.until(async () => (await now(client, `/v1/payouts/${payout.id}`)).processor === 'first');
    await notify(client, 'second', 'pay_out', 'payout', payout.id, { result: 'declined', code: 'card_declined' });
    expect(await now(client, `/v1/payouts/${payout.id}`)).toMatchObject({ status: 'in_transit' });
  });
});

describe('an expired step', () => {
  test('that is answered with the same step again is asked about at a slow pace', async () => {
    const client = it.service.client();
    const expires_at = Math.floor(it.service.now() / 1000) + 3600;
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay' } };
    it.answer = () => ({ result: 'needs_action', next_action, expires_at });
    const { body: intent } = await pay(client, 2000);
    expect(intent.status).toBe('requires_action');
    await advanceClock(client, 3601);
    expect(hearing('charge', intent.id).length).toBeLessThan(5);
  });

  test('that is reported twice has one event', async () => {
    const client = it.service.client();
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay' } };
    it.answer = () => ({ result: 'needs_action', next_action });
    const { body: intent } = await pay(client, 2000);
    await notify(client, 'first', 'charge', 'payment_intent', intent.id, { result: 'needs_action', next_action }, intent.latest_attempt);
    expect(await eventsOf(client, intent.id)).toEqual(['payment_intent.created', 'payment_intent.requires_action']);
  });
});

describe('a refund that is canceled while its processor works on it', () => {
  const canceled = async (client: Client, amount: number) => {
    const { body: intent } = await pay(client, 1000);
    it.answer = (ask) => ({ result: 'pending', ask_again_at: ask.now + 3600 });
    const { body: refund } = await client.post('/v1/refunds', { payment_intent: intent.id, amount });
    expect((await client.post(`/v1/refunds/${refund.id}/cancel`)).body.status).toBe('canceled');
    return { intent, refund };
  };

  test('succeeds if it was carried out', async () => {
    const client = it.service.client();
    const { refund } = await canceled(client, 1000);
    it.answer = () => ({ result: 'approved' });
    await advanceClock(client, 2 * day);
    expect(await now(client, `/v1/refunds/${refund.id}`)).toMatchObject({ status: 'succeeded' });
  });

  test('that was carried out while another one is pending is booked once that one has failed', async () => {
    const client = it.service.client();
    const { intent, refund } = await canceled(client, 600);
    const { body: other } = await client.post('/v1/refunds', { payment_intent: intent.id, amount: 1000 });
    await notify(client, 'first', 'refund', 'refund', refund.id, { result: 'approved' });
    await notify(client, 'first', 'refund', 'refund', other.id, { result: 'declined', code: 'card_declined' });
    it.answer = () => ({ result: 'approved' });
    await advanceClock(client, 10 * day);
    expect((await now(client, `/v1/refunds/${other.id}`)).status).toBe('failed');
    expect((await now(client, `/v1/charges/${intent.latest_charge}`)).amount_refunded).toBe(600);
  });
});

describe('a direct charge', () => {
  const charged = (client: Client) => client.post('/v1/charges', { amount: 1000, currency: 'usd', source: 'tok_visa' });

  test('whose payer completes a step too late is voided', async () => {
    const client = it.service.client();
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay' } };
    it.answer = () => ({ result: 'needs_action', next_action });
    const { status, body } = await charged(client);
    expect(status).toBe(402);
    it.answer = () => ({ result: 'approved' });
    await notify(client, 'first', 'charge', 'charge', body.error.charge, { result: 'approved', reference: 'r1' });
    expect(hearing('void', body.error.charge)).toHaveLength(1);
  });

  test('whose authorization was not voided in time is asked about again', async () => {
    const client = it.service.client();
    const { body } = await client.post('/v1/charges', { amount: 1000, currency: 'usd', source: 'tok_visa', capture: false });
    it.answer = () => ({ result: 'declined', code: 'processing_error' });
    await advanceClock(client, 8 * day);
    it.answer = () => ({ result: 'approved' });
    await advanceClock(client, 3 * day);
    expect(await now(client, `/v1/charges/${body.id}`)).toMatchObject({ refunded: true });
  });
});

test('an approval reported for the pending charge of an intent completes the intent', async () => {
  const client = it.service.client();
  it.answer = () => ({ result: 'pending' });
  const { body: intent } = await pay(client, 2000);
  expect(intent.status).toBe('processing');
  await notify(client, 'first', 'charge', 'charge', intent.latest_charge, { result: 'approved', reference: 'r1' });
  await notify(client, 'first', 'charge', 'payment_intent', intent.id, { result: 'approved', reference: 'r1' }, intent.latest_attempt);
  expect((await now(client, `/v1/payment_intents/${intent.id}`)).status).toBe('succeeded');
});

test("a void uses the processor's reference, because the intent may have another amount by now", async () => {
  const client = it.service.client();
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay' } };
  it.answer = () => ({ result: 'needs_action', next_action });
  const { body: intent } = await pay(client, 2000);
  await client.post(`/v1/payment_intents/${intent.id}`, { amount: 5000, currency: 'eur' });
  it.answer = () => ({ result: 'approved' });
  await notify(client, 'first', 'charge', 'payment_intent', intent.id, { result: 'approved', reference: 'r1' }, intent.latest_attempt);
  expect(hearing('void', intent.id)).toMatchObject([{ reference: 'r1', processor: 'first' }]);
});

test('a payout that is returned after its arrival restores its funds', async () => {
  const client = it.service.client();
  await topUp(client, 1000);
  const destination = await bankAccount(client, '000123456789');
  const { body: payout } = await client.post('/v1/payouts', { amount: 600, currency: 'usd', destination, method: 'instant' });
  await it.service.until(async () => (await now(client, `/v1/payouts/${payout.id}`)).status === 'paid');
  await notify(client, 'first', 'pay_out', 'payout', payout.id, {
    result: 'declined',
    code: 'card_declined',
    decline_code: 'account_closed',
  });
  expect(await ledger(it.service, client)).toMatchObject({ merchant_available: 1000 });
});

test('a chargeback that is reported during a full refund is not lost', async () => {
  const client = it.service.client();
  const { body: intent } = await pay(client, 2000);
  it.answer = () => ({ result: 'pending' });
  const { body: refund } = await client.post('/v1/refunds', { payment_intent: intent.id });
  const answer = { result: 'disputed', dispute: { inquiry: false, reason: 'fraudulent', amount: 2000, fee: 0 } };
  expect(await notify(client, 'first', 'charge', 'payment_intent', intent.id, answer, intent.latest_attempt)).toBe(200);
  await notify(client, 'first', 'refund', 'refund', refund.id, { result: 'declined', code: 'card_declined' });
  expect((await client.get('/v1/disputes')).body.data).toHaveLength(1);
});

test('a repeated ask has the number of its own payment method, whatever the intent has now', async () => {
  const client = it.service.client();
  it.answer = () => ({ status: 500 });
  const { body: intent } = await pay(client, 2000);
  expect(intent.status).toBe('processing');
  const declined = { result: 'declined', code: 'card_declined' };
  await notify(client, 'first', 'charge', 'payment_intent', intent.id, declined, intent.latest_attempt);
  it.answer = () => declined;
  it.service.advance(60_000);
  await it.service.until(async () => hearing('charge', intent.id).length > 1);
  expect(hearing('charge', intent.id)[1]).toMatchObject({ card: { number: '4242424242424242' } });
});

test('the payment code of a wallet is not stored with the ask', async () => {
  const client = it.service.client();
  let stored: object[] = [];
  it.answer = async () => {
    stored = await it.service.engine.database.query({ text: `select payload::text from jobs where queue = 'ask'`, values: [] });
    return { result: 'approved' };
  };
  await client.post('/v1/payment_intents', {
    amount: 1000,
    currency: 'cny',
    confirm: true,
    payment_method_types: ['wechat_pay'],
    payment_method_data: { type: 'wechat_pay', wechat_pay: { payment_code: 'CODE-98765' } },
  });
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain('CODE-98765');
});

test('the lifetime of a voucher is sent with the ask, and the processor decides when it expires', async () => {
  const client = it.service.client();
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/vouchers/1', return_url: null } };
  it.answer = ({ now: at, options }) => ({ result: 'needs_action', next_action, expires_at: at + options.expires_after_days * day });
  const { body: intent } = await client.post('/v1/payment_intents', {
    amount: 1000,
    currency: 'brl',
    confirm: true,
    payment_method_data: { type: 'boleto', billing_details: { name: 'Ana', email: 'ana@example.com', address: { country: 'BR' } } },
    payment_method_options: { boleto: { expires_after_days: 2 }, pix: { expires_after_seconds: 600 } },
  });
  expect(hearing('charge', intent.id)).toMatchObject([{ options: { expires_after_days: 2 } }]);
  it.answer = () => ({ result: 'declined', code: 'payment_intent_payment_attempt_expired' });
  const statusAfter = async (seconds: number): Promise<string> => {
    await advanceClock(client, seconds);
    return (await now(client, `/v1/payment_intents/${intent.id}`)).status;
  };
  expect([await statusAfter(2 * day - 60), await statusAfter(120)]).toEqual(['requires_action', 'requires_payment_method']);
});

test('a processor that can capture and cannot void is refused at the start', async () => {
  const starting = startScripted({}, ['charge', 'refund']).then((started) => started.stop());
  await expect(starting).rejects.toThrow('void');
});
