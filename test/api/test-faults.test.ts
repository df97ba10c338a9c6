import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant } from '../support/keyholders.js';
import { made } from '../support/populate.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = [await startService(), await startReceiver()];
});
afterAll(() => Promise.all([service.stop(), receiver.stop()]));

const faulty = (fault: string, key?: string) => ({
  headers: { 'florin-test-fault': fault, ...(key !== undefined && { 'idempotency-key': key }) },
});
const payment = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };

/** The customers of a sandbox. */
const count = async (client: Client): Promise<number> => (await client.get('/v1/customers')).body.data.length;

test('429 and 500 are answered before anything is done, on reads too', async () => {
  const client = service.client();
  const limited = await client.post('/v1/customers', {}, faulty('429'));
  expect([limited.status, limited.body.error.code, limited.headers.get('retry-after')]).toEqual([429, 'rate_limit', '1']);
  const failed = await client.get('/v1/customers', undefined, faulty('500'));
  expect([failed.status, failed.body.error.type]).toEqual([500, 'api_error']);
  expect(await count(client)).toBe(0);
});

test('a timeout carries the request out and closes the connection, and the idempotency key then has the response', async () => {
  const client = service.client();
  await client.get('/v1/account');
  await expect(client.post('/v1/customers', {}, faulty('timeout', 'lost'))).rejects.toThrow('fetch failed');
  expect(await count(client)).toBe(1);
  const again = await client.post('/v1/customers', {}, faulty('timeout', 'lost'));
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(await count(client)).toBe(1);
});

test('a fault happens once under an idempotency key, so that a client which tries again succeeds', async () => {
  const client = service.client();
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await client.post('/v1/customers', {}, faulty('500', 'retried'))).status);
  expect(statuses).toEqual([500, 200, 200]);
  expect(await count(client)).toBe(1);
});

test('the events of a request are delivered twice', async () => {
  const client = service.client();
  await made(client, '/v1/webhook_endpoints', { url: receiver.url('/twice'), enabled_events: ['customer.created'] });
  const { body } = await client.post('/v1/customers', {}, faulty('duplicate-webhook'));
  await made(client, '/v1/customers', {});
  await service.until(async () => receiver.at('/twice').length === 3);
  const events = receiver.at('/twice').map((each) => JSON.parse(each.body));
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  expect(events.filter(({ data }) => data.object.id === body.id)).toHaveLength(2);
  expect(Object.keys(events[0].request).sort()).toEqual(['id', 'idempotency_key']);
});

test('the events of a request are delivered from the last to the first', async () => {
  const client = service.client();
  await made(client, '/v1/webhook_endpoints', { url: receiver.url('/reversed'), enabled_events: ['*'] });
  const { status } = await client.post('/v1/payment_intents', payment, faulty('out-of-order-webhook'));
  expect(status).toBe(200);
  const stored = (await client.get('/v1/events')).body.data.filter(({ type }: { type: string }) => !type.startsWith('account'));
  await service.until(async () => receiver.at('/reversed').length === stored.length);
  expect(receiver.at('/reversed').map((each) => JSON.parse(each.body).id)).toEqual(stored.map(({ id }: { id: string }) => id));
});

test('400 parameter_invalid: another value, with the header and its values; 403 test_mode_only: in live mode', async () => {
  const { body, status } = await service.client().post('/v1/customers', {}, faulty('503'));
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'Florin-Test-Fault']);
  expect(body.error.message).toBe('Florin-Test-Fault must be one of 429, 500, timeout, duplicate-webhook, out-of-order-webhook.');
  const { live } = await openMerchant(service);
  const refused = await live.post('/v1/customers', {}, faulty('500'));
  expect([refused.status, refused.body.error.code]).toEqual([403, 'test_mode_only']);
});
