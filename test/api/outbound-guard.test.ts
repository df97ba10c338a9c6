import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptsOf, endpointAt, newestEvent } from '../support/deliveries.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import type { TestService } from '../support/service.js';
import { type Installation, startInstallation } from '../support/services.js';

let installation: Installation;
/** Accepts endpoints at loopback, but delivers nothing. */
let lax: TestService;
/** May reach public addresses and a range for documentation, and delivers for both. */
let strict: TestService;
/** A server that no delivery may reach. */
let tripwire: Receiver;

beforeAll(async () => {
  tripwire = await startReceiver();
  installation = await startInstallation(
    { FLORIN_WORKER: 'off', FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128' },
    { FLORIN_WEBHOOK_ALLOW: '203.0.113.0/24' },
  );
  [lax, strict] = installation.services as [TestService, TestService];
});
afterAll(async () => {
  await installation.stop();
  await tripwire.stop();
});

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://sub.localhost./',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
])('400 url_invalid: an endpoint at %s is neither created nor moved there', async (url) => {
  const client = strict.client();
  const made = await client.post('/v1/webhook_endpoints', { url, enabled_events: ['*'] });
  expect([made.status, made.body.error.code, made.body.error.param]).toEqual([400, 'url_invalid', 'url']);
  const { id } = await endpointAt(client, 'https://example.com/hook', ['payout.paid']);
  const moved = await client.post(`/v1/webhook_endpoints/${id}`, { url });
  expect([moved.status, moved.body.error.code]).toEqual([400, 'url_invalid']);
  expect((await client.get(`/v1/webhook_endpoints/${id}`)).body.url).toBe('https://example.com/hook');
});

test('200: an endpoint in an allowed range is created', async () => {
  expect((await endpointAt(strict.client(), 'http://203.0.113.7/hook')).status).toBe('enabled');
});

test.each([
  ['an address', '127.0.0.1'],
  ['a name', 'localhost'],
])('a URL that leads inside by %s is refused at the connection, however it was stored', async (_kind, host) => {
  const client = lax.client();
  const url = tripwire.url('/').replace('127.0.0.1', host);
  await endpointAt(client, url, ['customer.created']);
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  const attempt = await strict.until(async () => (await attemptsOf(client, { event: id }))[0]);
  expect(attempt).toMatchObject({ outcome: 'address_not_allowed', response_status: null, response_body: null, url });
  expect(tripwire.deliveries).toEqual([]);
});
