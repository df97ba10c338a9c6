import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_ONE_WRITE: 'off' });
});
afterAll(() => service.stop());

test('400: an impossible expansion is refused before anything is stored, also between two writes', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { payment_method: 'pm_card_visa' })).body;
  const refused = await client.post(`/v1/setup_intents/${id}/confirm`, { expand: ['nonsense'] });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'expand']);
  expect((await client.get(`/v1/setup_intents/${id}`)).body.status).toBe('requires_confirmation');
});

test('400: an empty page still refuses an impossible expansion', async () => {
  const { status } = await service.client().get('/v1/payouts', { 'expand[0]': 'data.nonsense' });
  expect(status).toBe(400);
});

test('400: an id of another kind is not expanded', async () => {
  const { status } = await service.client().get('/v1/balance', { 'expand[0]': 'available' });
  expect(status).toBe(400);
});

test('200: an object created by the same request is expanded, in one write and in two', async () => {
  const { body } = await service
    .client()
    .post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa', expand: ['payment_method', 'latest_attempt'] });
  expect([body.payment_method.object, body.latest_attempt.status]).toEqual(['payment_method', 'succeeded']);
});

test('200: each element of a list under an object is expanded further', async () => {
  const client = service.client();
  const { body: customer } = await client.post('/v1/customers', {});
  const paid = { amount: 900, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', customer: customer.id };
  const { latest_charge: charge } = (await client.post('/v1/payment_intents', paid)).body;
  await client.post('/v1/refunds', { charge, amount: 100 });
  const { body } = await client.get(`/v1/charges/${charge}`, { 'expand[0]': 'refunds.data.charge.customer' });
  expect(body.refunds).toMatchObject({ object: 'list', has_more: false, url: `/v1/charges/${charge}/refunds` });
  expect(body.refunds.data[0]).toMatchObject({ amount: 100, charge: { id: charge, customer: { id: customer.id } } });
  const list = await client.get('/v1/charges', { 'expand[0]': 'data.refunds.data.charge' });
  expect(list.body.data[0].refunds.data[0].charge.id).toBe(charge);
});

test.each(['refunds.charge', 'refunds.data.amount', 'refunds.data.charge.customer.default_source.owner'])(
  '400: %s leads to no expandable member',
  async (path) => {
    const { status, body } = await service.client().get('/v1/charges/ch_1', { 'expand[0]': path });
    expect([status, body.error.param]).toEqual([400, 'expand']);
  },
);

test('402: a payer with a declined payment sees no member that only the merchant may see', async () => {
  const client = service.client();
  const { id: payment_method } = (
    await client.post('/v1/payment_methods', { type: 'card', card: { token: 'tok_chargeDeclined' }, metadata: { note: 'internal' } })
  ).body;
  const { id, client_secret } = (await client.post('/v1/setup_intents', { payment_method, payment_method_types: ['card'] })).body;
  const declined = await client.post(`/v1/setup_intents/${id}/confirm`, { client_secret }, { key: client.publishable_key });
  expect([declined.status, declined.body.error.setup_intent.last_setup_error.payment_method.id]).toEqual([402, payment_method]);
  expect(declined.text).not.toContain('internal');
  const seen = await client.get(`/v1/setup_intents/${id}`, { client_secret }, { key: client.publishable_key });
  expect(seen.text).not.toContain('internal');
  expect((await client.get(`/v1/setup_intents/${id}`)).text).toContain('internal');
});

test('a percent escape in the path gets the same bytes under its key, and another request is refused', async () => {
  const client = service.client();
  await client.post('/v1/customers', {});
  const { id } = (await client.get('/v1/events')).body.data[0];
  const headers = { 'idempotency-key': 'again' };
  const first = await client.post(`/v1/events/${id}/retry`, {}, { headers });
  const second = await client.post(`/v1/events/${id}/retry`, {}, { headers });
  expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  expect((await client.post('/v1/customers', {}, { headers })).body.error.type).toBe('idempotency_error');
});

test('an update with a state change records the previous values', async () => {
  const client = service.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 100, currency: 'usd' });
  await client.post('/v1/payouts', { amount: 100, currency: 'usd', method: 'instant' });
  const [event] = await service.until(async () => {
    const { data } = (await client.get('/v1/events', { type: 'payout.updated' })).body;
    return data.length ? data : null;
  });
  expect(event.data.previous_attributes).toEqual({ status: 'pending' });
});

test('415: a charset other than UTF-8 is not guessed', async () => {
  const { status } = await service.client().post('/v1/customers', {}, { headers: { 'content-type': 'application/json; charset=utf-16' } });
  expect(status).toBe(415);
});

test('400: a form with percent escapes that are not UTF-8 is refused', async () => {
  const client = service.client();
  const authorization = `Bearer ${client.key}`;
  const response = await fetch(`${service.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'description=%FF%C3(',
  });
  expect(response.status).toBe(400);
});
