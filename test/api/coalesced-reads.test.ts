import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off' });
});
afterAll(() => service.stop());

test('a replay is answered with the stored bytes when only the key has to be read', async () => {
  const client = service.client();
  const repeated = { headers: { 'idempotency-key': 'nothing-else-to-read' } };
  const first = await client.post('/v1/customers', { email: 'jo@example.com' }, repeated);
  const second = await client.post('/v1/customers', { email: 'jo@example.com' }, repeated);
  expect({ status: second.status, text: second.text }).toEqual({ status: 200, text: first.text });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('an event that is read alone shows the number of its pending deliveries', async () => {
  const client = service.client();
  await client.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/webhooks', enabled_events: ['customer.created'] });
  await client.post('/v1/customers', { email: 'jo@example.com' });
  const { body: events } = await client.get('/v1/events', { type: 'customer.created' });
  const { body: event } = await client.get(`/v1/events/${events.data[0].id}`, {}, { headers: { 'stripe-version': '2025-01-27.acacia' } });
  expect(event.pending_webhooks).toBe(1);
});

test('sealed values are read whole when they begin a new statement', async () => {
  const client = service.client();
  const { body: account } = await client.get('/v1/account');
  const { body: method } = await client.post('/v1/payment_methods', { ...card() });
  const of = { account: `${account.id}_test`, object: 'payment_method', id: method.id };
  // One statement takes 64 reads; the last of these is the first of the next statement.
  const documents = Array.from({ length: 64 }, () => ({ ...of, of: 'object' as const }));
  const rows = await service.engine.load([...documents, { ...of, of: 'vault', member: '' }]);
  expect(rows.at(-1)).toMatchObject({ id: method.id, secret: 'k1', version: null });
});
