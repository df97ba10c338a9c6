import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { slowRefund } from '../support/money-back.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const typesOf = async (client: Client, type: string): Promise<string[]> =>
  (await client.get('/v1/events', { type })).body.data.map((each: { type: string }) => each.type);
const dollars = async (client: Client): Promise<number> => (await client.get('/v1/balance')).body.available[0].amount;

test('a top-up that the bank does not send fails, and never arrives', async () => {
  const client = service.client();
  const { id } = await must(client.post('/v1/topups', { amount: 500, currency: 'usd' }));
  const failed = await must(client.post(`/v1/test_helpers/top_ups/${id}/fail`));
  expect([failed.status, failed.failure_code, failed.balance_transaction]).toEqual(['failed', 'insufficient_funds', null]);
  expect(failed.failure_message).toEqual(expect.any(String));
  const refused = await client.post(`/v1/topups/${id}/cancel`);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'topup_unexpected_state']);
  expect((await client.get('/v1/topups', { status: 'failed' })).body.data.map((each: { id: string }) => each.id)).toEqual([id]);
  expect(await typesOf(client, 'topup.*')).toEqual(['topup.failed', 'topup.created']);
  expect(await dollars(client)).toBe(0);
});

test.each(['payments', 'issuing'])('a bank takes a top-up of the balance of %s back, also below zero', async (destination_balance) => {
  const client = service.client();
  const { id } = await must(client.post('/v1/test_helpers/top_ups', { amount: 500, currency: 'usd', destination_balance }));
  if (destination_balance === 'payments') await must(client.post('/v1/payouts', { amount: 500, currency: 'usd' }));
  expect((await must(client.post(`/v1/test_helpers/top_ups/${id}/reverse`))).status).toBe('reversed');
  const { data } = (await client.get('/v1/balance_transactions', { type: 'topup_reversal' })).body;
  expect(data).toMatchObject([{ amount: -500, net: -500, source: id, reporting_category: 'topup_reversal' }]);
  const { available, issuing } = (await client.get('/v1/balance')).body;
  expect(destination_balance === 'payments' ? available[0].amount : issuing.available[0].amount).toBe(
    destination_balance === 'payments' ? -500 : 0,
  );
  const again = await client.post(`/v1/test_helpers/top_ups/${id}/reverse`);
  expect([again.status, again.body.error.code]).toEqual([400, 'topup_unexpected_state']);
  expect(await typesOf(client, 'topup.reversed')).toEqual(['topup.reversed']);
});

test('a refund that requires an action and gets none fails, and the amount can be refunded again', async () => {
  const client = service.client();
  const { id, charge } = await slowRefund(client);
  const early = await client.post(`/v1/test_helpers/refunds/${id}/expire`);
  expect([early.status, early.body.error.code]).toEqual([400, 'refund_unexpected_state']);
  expect((await must(client.post(`/v1/test_helpers/refunds/${id}/settle`, { outcome: 'require_action' }))).status).toBe('requires_action');
  const expired = await must(client.post(`/v1/test_helpers/refunds/${id}/expire`));
  expect([expired.status, expired.failure_reason]).toEqual(['failed', 'unknown']);
  expect(expired.failure_balance_transaction).toMatch(/^txn_/);
  expect(await typesOf(client, 'refund.failed')).toEqual(['refund.failed']);
  expect((await client.get(`/v1/charges/${charge}`)).body).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await client.post('/v1/refunds', { charge })).status).toBe(200);
});

test('a refund names the customer and the payment method of its charge', async () => {
  const client = service.client();
  const customer = (await must(client.post('/v1/customers', { payment_method: 'pm_card_visa' }))).id;
  const [method] = (await client.get(`/v1/customers/${customer}/payment_methods`)).body.data;
  const paid = { amount: 2000, currency: 'usd', customer, payment_method: method.id, payment_method_types: ['card'], confirm: true };
  const { id: payment_intent } = await must(client.post('/v1/payment_intents', paid));
  const refund = await must(client.post('/v1/refunds', { payment_intent }));
  expect([refund.customer, refund.payment_method]).toEqual([customer, method.id]);
});

test('a kept card tells in its last month that it expires, unless its date was changed', async () => {
  const client = service.client();
  const clock = await must(client.post('/v1/test_helpers/test_clocks', { frozen_time: Date.UTC(2031, 0, 15) / 1000 }));
  const keeping = async (exp_year: number) => {
    const customer = (await must(client.post('/v1/customers', { test_clock: clock.id }))).id;
    const card = (await must(client.post(`/v1/customers/${customer}/sources`, { source: 'tok_visa' }))).id;
    await must(client.post(`/v1/customers/${customer}/sources/${card}`, { exp_month: 3, exp_year: 2031 }));
    if (exp_year !== 2031) await must(client.post(`/v1/customers/${customer}/sources/${card}`, { exp_year }));
    return card;
  };
  const [expiring, renewed] = [await keeping(2031), await keeping(2035)];
  await must(client.post(`/v1/test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: Date.UTC(2031, 2, 2) / 1000 }));
  await service.until(async () => (await client.get(`/v1/test_helpers/test_clocks/${clock.id}`)).body.status === 'ready');
  const { data } = (await client.get('/v1/events', { type: 'customer.source.expiring' })).body;
  expect(data.map((each: { data: { object: { id: string } } }) => each.data.object.id)).toEqual([expiring]);
  expect(expiring).not.toBe(renewed);
});
