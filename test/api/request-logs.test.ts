import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, card, startService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The logs of a client, newest first, once there are so many. */
async function logsOf(client: Client, count: number, query: object = {}): Promise<Record<string, unknown>[]> {
  return service.until(async () => {
    const { body } = await client.get('/v1/request_logs', { limit: 100, ...query });
    return body.data.length >= count && body.data;
  });
}

test('a payment is logged with its parameters, its response and its object, and without numbers, codes and secrets', async () => {
  const client = service.client();
  const params = { amount: 2000, currency: 'usd', confirm: true, payment_method_data: card('4242424242424242'), metadata: { order: '7' } };
  const { body, headers } = await client.post('/v1/payment_intents', params, {
    headers: { 'idempotency-key': 'one', 'user-agent': 'shop/1.0' },
  });
  const [log] = await logsOf(client, 1);
  expect(log).toMatchObject({
    id: headers.get('request-id'),
    error: null,
    idempotency_key: 'one',
    key_type: 'secret',
    method: 'POST',
    object_id: body.id,
    outcome: 'succeeded',
    path: '/v1/payment_intents',
    replayed: false,
    status_code: 200,
    user_agent: 'shop/1.0',
    parameters: { amount: 2000, metadata: { order: '7' }, payment_method_data: { card: { number: '[concealed]' } } },
    response: { id: body.id, client_secret: '[concealed]', status: 'succeeded' },
  });
  const { text } = await client.get(`/v1/request_logs/${log?.id}`);
  expect(text).not.toContain('4242424242424242');
  expect(text).not.toContain(body.client_secret);
});

test('a refusal is logged with its error, also of a request that only reads', async () => {
  const client = service.client();
  await client.get('/v1/customers/cus_missing');
  await client.post('/v1/payment_intents', { amount: 'many', currency: 'usd' });
  const [refused, missing] = await logsOf(client, 2, { outcome: 'failed' });
  expect(missing).toMatchObject({ method: 'GET', status_code: 404, error: { code: 'resource_missing', param: 'id' } });
  expect(refused).toMatchObject({ parameters: null, status_code: 400, error: { param: 'amount', type: 'invalid_request_error' } });
});

test('a read that succeeds leaves no log', async () => {
  const client = service.client();
  await client.get('/v1/customers');
  await client.post('/v1/customers');
  expect(await logsOf(client, 1)).toHaveLength(1);
});

test('logs are filtered by path, status code and object', async () => {
  const client = service.client();
  const { body: customer } = await client.post('/v1/customers');
  await client.del(`/v1/customers/${customer.id}`);
  await client.post('/v1/coupons', { percent_off: 200 });
  await logsOf(client, 3);
  const filtered = async (query: object): Promise<unknown[]> => (await logsOf(client, 0, query)).map(({ method, path }) => [method, path]);
  const [created, deleted, refused] = [
    ['POST', '/v1/customers'],
    ['DELETE', `/v1/customers/${customer.id}`],
    ['POST', '/v1/coupons'],
  ];
  expect(await filtered({ path: '/v1/coupons' })).toEqual([refused]);
  expect(await filtered({ status_code: 400 })).toEqual([refused]);
  expect(await filtered({ object_id: customer.id })).toEqual([deleted, created]);
});

test('the signing secret of an endpoint is concealed', async () => {
  const client = service.client();
  const { body } = await client.post('/v1/webhook_endpoints', { url: 'https://example.com/hooks', enabled_events: ['*'] });
  const [log] = await logsOf(client, 1);
  expect(body.secret).toMatch(/^whsec_/);
  expect(log?.response).toMatchObject({ id: body.id, secret: '[concealed]' });
});

test('the events of one object are listed alone', async () => {
  const client = service.client();
  const { body: intent } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd' });
  await client.post('/v1/payment_intents', { amount: 3000, currency: 'usd' });
  await client.post(`/v1/payment_intents/${intent.id}/cancel`);
  const { body } = await client.get('/v1/events', { related_object: intent.id });
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['payment_intent.canceled', 'payment_intent.created']);
});
