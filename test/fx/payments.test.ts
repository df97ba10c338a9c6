import { expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { must } from '../support/billing.js';
import { asking_card, authenticated } from '../support/by-hand.js';
import { connected } from '../support/connect.js';
import { advanceClock, topUp } from '../support/merchant.js';
import type { Answer, Client } from '../support/service.js';

const service = await auditedService();

const day = 86_400;

/** A quote of the sample, in which 0.97 euros are a dollar, so that a euro is 1.030927835 dollars. */
const quoteOf = async (client: Client, given: object = {}): Promise<string> => {
  const pair = { from_currencies: ['eur', 'jpy'], to_currency: 'usd', lock_duration: 'hour', usage: { type: 'payment' } };
  return (await must(client.post('/v1/fx_quotes', { ...pair, ...given }))).id;
};

const by_card = { currency: 'eur', payment_method: 'pm_card_visa', payment_method_types: ['card'] };

async function pay(client: Client, given: object = {}): Promise<Answer['body']> {
  const fx_quote = await quoteOf(client);
  return must(client.post('/v1/payment_intents', { amount: 10_000, ...by_card, confirm: true, fx_quote, ...given }));
}

/** The balances, pending and available, by currency and without zeros. */
async function fundsOf(client: Client): Promise<{ available: object; pending: object }> {
  const { available, pending } = await must(client.get('/v1/balance'));
  const by_currency = (lines: readonly { amount: number; currency: string }[]): object =>
    Object.fromEntries(lines.filter(({ amount }) => amount !== 0).map(({ amount, currency }) => [currency, amount]));
  return { available: by_currency(available), pending: by_currency(pending) };
}

const newest = async (client: Client): Promise<Answer['body']> =>
  (await must(client.get('/v1/balance_transactions', { limit: 1 }))).data[0];

const settled = { available: {}, pending: { usd: 10_309 - 329 } };

test('a payment with a quote settles in the other currency at the quoted rate, less a fee in that', async () => {
  const client = service.client();
  const intent = await pay(client);
  expect(intent).toMatchObject({ status: 'succeeded', currency: 'eur', amount_received: 10_000, fx_quote: expect.stringMatching(/^fxq_/) });
  const charge = await must(client.get(`/v1/charges/${intent.latest_charge}`, { 'expand[]': 'balance_transaction' }));
  expect(charge).toMatchObject({ amount: 10_000, currency: 'eur' });
  expect(charge).not.toHaveProperty('settles');
  // The processor keeps 320 cents of a euro.
  expect(charge.balance_transaction).toMatchObject({
    ...{ amount: 10_309, currency: 'usd', exchange_rate: 1.030927835, fee: 329, net: 9980, type: 'charge' },
    fee_details: [{ amount: 329, currency: 'usd', type: 'stripe_fee' }],
  });
  expect(await fundsOf(client)).toEqual(settled);
  await advanceClock(client, 3 * day);
  expect(await fundsOf(client)).toEqual({ available: { usd: 9980 }, pending: {} });
});

test('partial refunds cost as much as a full one, at the rate of their charge, and a failed one restores its amount', async () => {
  const client = service.client();
  await topUp(client, 50_000);
  const { latest_charge: charge } = await pay(client);
  for (const [amount, taken] of [
    [3333, 3435],
    [3333, 3436],
    [3334, 3438],
  ]) {
    await must(client.post('/v1/refunds', { charge, amount }));
    expect(await newest(client)).toMatchObject({ type: 'refund', amount: -(taken ?? 0), currency: 'usd', exchange_rate: 1.030927835 });
  }
  expect((await fundsOf(client)).available).toEqual({ usd: 50_000 - 10_309 });
  const doomed = await pay(client, { payment_method: 'pm_card_refundFail' });
  const refund = await must(client.post('/v1/refunds', { charge: doomed.latest_charge, amount: 3333 }));
  await advanceClock(client, 10 * day);
  expect((await must(client.get(`/v1/refunds/${refund.id}`))).status).toBe('failed');
  expect(await fundsOf(client)).toEqual({ available: { usd: 50_000 - 10_309 + 2 * 9980 }, pending: {} });
  await must(client.post('/v1/refunds', { charge: doomed.latest_charge }));
  expect((await newest(client)).amount).toBe(-10_309);
});

test('a dispute withdraws the settled amount of the charge, and returns it when it is won', async () => {
  const client = service.client();
  await topUp(client, 50_000);
  const { latest_charge: charge } = await pay(client, { payment_method: 'pm_card_createDispute' });
  const { dispute } = await must(client.get(`/v1/charges/${charge}`));
  const [withdrawn] = (await must(client.get(`/v1/disputes/${dispute}`))).balance_transactions;
  expect(withdrawn).toMatchObject({ amount: -10_309, currency: 'usd', fee: 1546, net: -11_855 });
  await must(client.post(`/v1/disputes/${dispute}`, { evidence: { uncategorized_text: 'winning_evidence' } }));
  expect((await must(client.get(`/v1/disputes/${dispute}`))).status).toBe('won');
  expect((await fundsOf(client)).available).toEqual({ usd: 50_000 - 1546 });
});

test('an authorization keeps its rate until it is captured, though the quote has expired by then', async () => {
  const client = service.client();
  const held = await pay(client, { capture_method: 'manual' });
  await advanceClock(client, day);
  await must(client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 5000 }));
  expect(await newest(client)).toMatchObject({ amount: 5154, currency: 'usd', exchange_rate: 1.030927835 });
  expect(await fundsOf(client)).toMatchObject({ pending: { usd: 5154 - (await newest(client)).fee } });
});

test('an authorization is incremented at the same rate while the quote is valid, and not afterwards', async () => {
  const client = service.client();
  const payment_method_options = { card: { request_incremental_authorization: 'if_available' } };
  const held = await pay(client, { capture_method: 'manual', payment_method_options });
  await must(client.post(`/v1/payment_intents/${held.id}/increment_authorization`, { amount: 11_000 }));
  await advanceClock(client, 3600);
  const late = await client.post(`/v1/payment_intents/${held.id}/increment_authorization`, { amount: 12_000 });
  expect([late.status, late.body.error.code, late.body.error.param]).toEqual([400, 'fx_quote_invalid', 'fx_quote']);
  await must(client.post(`/v1/payment_intents/${held.id}/capture`));
  expect((await newest(client)).amount).toBe(11_340);
});

test('a payer who was redirected in time pays by the quote, though it has expired when the server confirms again', async () => {
  const client = service.client();
  const fx_quote = await quoteOf(client, { lock_duration: 'five_minutes' });
  const intent = await authenticated(client, { ...by_card, amount: 10_000, fx_quote, payment_method: asking_card });
  await advanceClock(client, 400);
  await must(client.post(`/v1/payment_intents/${intent.id}/confirm`));
  expect(await newest(client)).toMatchObject({ amount: 10_309, currency: 'usd' });
});

test('an amount too small to convert moves on its own side only', async () => {
  const client = service.client();
  await topUp(client, 50_000);
  const { latest_charge: charge } = await pay(client, { amount: 100, currency: 'jpy' });
  expect(await newest(client)).toMatchObject({ amount: 63, currency: 'usd' });
  await must(client.post('/v1/refunds', { charge, amount: 1 }));
  expect(await newest(client)).toMatchObject({ amount: 0, currency: 'usd', net: 0 });
  await must(client.post('/v1/refunds', { charge }));
  expect(await newest(client)).toMatchObject({ amount: -63 });
});

test('a quote is given when a payment is created, updated or confirmed, and must be valid then', async () => {
  const client = service.client();
  const made = async (): Promise<string> => (await must(client.post('/v1/payment_intents', { amount: 10_000, ...by_card }))).id;
  const [changed, late] = [await made(), await made()];
  const fx_quote = await quoteOf(client);
  expect((await must(client.post(`/v1/payment_intents/${changed}`, { fx_quote }))).fx_quote).toBe(fx_quote);
  await must(client.post(`/v1/payment_intents/${changed}/confirm`, { return_url: 'https://example.com/' }));
  expect((await newest(client)).currency).toBe('usd');
  await must(client.post(`/v1/payment_intents/${late}`, { fx_quote }));
  await advanceClock(client, 3600);
  const expired = await client.post(`/v1/payment_intents/${late}/confirm`, { return_url: 'https://example.com/' });
  expect([expired.status, expired.body.error.code, expired.body.error.param]).toEqual([400, 'fx_quote_invalid', 'fx_quote']);
  // Its description can still be changed, and so can the quote: to another, or to none.
  await must(client.post(`/v1/payment_intents/${late}`, { description: 'Late' }));
  await must(client.post(`/v1/payment_intents/${late}`, { fx_quote: '' }));
  await must(client.post(`/v1/payment_intents/${late}/confirm`, { return_url: 'https://example.com/' }));
  expect((await newest(client)).currency).toBe('eur');
});

test('400: a quote for another use, without a rate, not locked or of another account converts no payment, and a converted payment has no transfer', async () => {
  const client = service.client();
  const { id: destination } = await connected(client);
  const refused = async (given: object): Promise<[number, string, string]> => {
    const { status, body } = await client.post('/v1/payment_intents', { amount: 10_000, ...by_card, ...given });
    return [status, body.error?.code, body.error?.param];
  };
  const invalid = [400, 'fx_quote_invalid', 'fx_quote'];
  expect(await refused({ fx_quote: await quoteOf(client, { usage: { type: 'payout' } }) })).toEqual(invalid);
  expect(await refused({ fx_quote: await quoteOf(client, { lock_duration: 'none' }) })).toEqual(invalid);
  expect(await refused({ fx_quote: await quoteOf(client, { from_currencies: ['gbp'] }) })).toEqual(invalid);
  expect(await refused({ fx_quote: await quoteOf(service.client()) })).toEqual([400, 'resource_missing', 'fx_quote']);
  const fx_quote = await quoteOf(client);
  expect(await refused({ fx_quote, transfer_data: { destination } })).toEqual([400, 'parameters_exclusive', 'transfer_data']);
  const { latest_charge: source_transaction } = await pay(client);
  const shared = (await must(client.post('/v1/payment_intents', { amount: 10_000, ...by_card, transfer_data: { destination } }))).id;
  const late = await client.post(`/v1/payment_intents/${shared}/confirm`, { fx_quote, return_url: 'https://example.com/' });
  expect([late.status, late.body.error.code, late.body.error.param]).toEqual([400, 'parameters_exclusive', 'fx_quote']);
  const passed = await client.post('/v1/transfers', { amount: 10, currency: 'usd', destination, source_transaction });
  expect([passed.status, passed.body.error.param]).toEqual([400, 'source_transaction']);
});
