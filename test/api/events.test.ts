import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointAt } from '../support/deliveries.js';
import { funded, topUp } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A URL without a listener. */
const unused_url = 'http://127.0.0.1:9/unused';

const version = { headers: { 'stripe-version': '2025-09-30.clover' } };

const typesOf = (body: { data: { type: string }[] }): string[] => body.data.map(({ type }) => type);

/** The event of a top-up. */
async function topUpEvent(client: Client) {
  await topUp(client, 5);
  return (await client.get('/v1/events', { type: 'topup.succeeded' })).body.data[0];
}

test('200: an event has the shape of the published example, with milliseconds', async () => {
  const client = service.client();
  const before_ms = service.now();
  const { id } = await topUpEvent(client);
  const { status, body } = await client.get(`/v1/events/${id}`);
  const { body: topup } = await client.get(`/v1/topups/${body.data.object.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
    object: 'event',
    api_version: null,
    created: expect.any(Number),
    data: { object: topup },
    livemode: false,
    request: { id: expect.stringMatching(/^req_/), idempotency_key: null },
    type: 'topup.succeeded',
  });
  expect(body.created).toBeGreaterThanOrEqual(before_ms);
  expect(body.created).toBeLessThanOrEqual(service.now());
  expect(Math.floor(body.created / 1000)).toBe(topup.created);
});

test('200: a caller that pins a version sees seconds, and only members that its SDK has', async () => {
  const client = service.client();
  const event = await topUpEvent(client);
  const { body } = await client.get(`/v1/events/${event.id}`, undefined, version);
  expect(body).toEqual({
    ...event,
    api_version: '2025-09-30.clover',
    created: Math.floor(event.created / 1000),
    data: { object: event.data.object },
    pending_webhooks: 0,
  });
  const { body: list } = await client.get('/v1/events', { type: 'topup.succeeded' }, version);
  expect(list.data[0].created).toBe(body.created);
});

test.each([
  ['Stripe-Version', { 'stripe-version': '2025-09-30.clover' }],
  ['X-Stripe-Client-User-Agent', { 'x-stripe-client-user-agent': '{"bindings_version":"8.222.0","lang":"node"}' }],
  ['a User-Agent that begins with Stripe/', { 'user-agent': 'Stripe/v1 PythonBindings/5.5.0' }],
])('200: an SDK is detected by %s and sees seconds', async (_, headers) => {
  const client = service.client();
  const event = await topUpEvent(client);
  const { body } = await client.get(`/v1/events/${event.id}`, undefined, { headers });
  expect(body).toMatchObject({ created: Math.floor(event.created / 1000), api_version: expect.any(String), pending_webhooks: 0 });
  expect((await client.get('/v1/events', { limit: 1 }, { headers })).body.data[0].created).toBe(body.created);
});

test('200: an event shows its object as it was then, whatever happens to it later', async () => {
  const client = service.client();
  const { body: customer } = await client.post('/v1/customers', { name: 'Jo', metadata: { a: '1' } });
  await client.post(`/v1/customers/${customer.id}`, { name: 'Jay', metadata: { a: '2' } });
  const { body } = await client.get('/v1/events', { 'types[]': 'customer.created' });
  expect(body.data[0].data).toEqual({ object: customer });
  const { body: updated } = await client.get('/v1/events', { type: 'customer.updated' });
  expect(updated.data[0].data).toMatchObject({
    object: { name: 'Jay', metadata: { a: '2' } },
    previous_attributes: { name: 'Jo', metadata: { a: '1' } },
  });
});

test.each(['/v1/events', '/v1/events/list'])('200: %s lists events newest first and pages both ways', async (path) => {
  const client = service.client();
  for (const name of ['a', 'b', 'c']) await client.post('/v1/customers', { name });
  const all = await client.get(path, { type: 'customer.created' });
  const names = (body: { data: { data: { object: { name: string } } }[] }): string[] => body.data.map(({ data }) => data.object.name);
  expect([names(all.body), all.body.url, all.body.has_more]).toEqual([['c', 'b', 'a'], '/v1/events', false]);
  const [, middle] = all.body.data;
  const older = await client.get(path, { type: 'customer.created', limit: 1, starting_after: middle.id });
  const newer = await client.get(path, { type: 'customer.created', limit: 1, ending_before: middle.id });
  expect([names(older.body), names(newer.body)]).toEqual([['a'], ['c']]);
});

test('200: events are filtered by one type or by several', async () => {
  const client = await funded(service, 100);
  const { body: payout } = await client.post('/v1/payouts', { amount: 5, currency: 'usd' });
  await client.post(`/v1/payouts/${payout.id}/cancel`);
  expect(typesOf((await client.get('/v1/events', { type: 'payout.canceled' })).body)).toEqual(['payout.canceled']);
  const several = 'types[0]=payout.canceled&types[1]=topup.succeeded';
  expect(typesOf((await client.get(`/v1/events?${several}`)).body)).toEqual(['payout.canceled', 'topup.succeeded']);
  expect(typesOf((await client.get('/v1/events', { type: 'charge.failed' })).body)).toEqual([]);
  expect(typesOf((await client.get('/v1/events', { type: 'payout.*' })).body)).toContain('payout.canceled');
  expect(typesOf((await client.get('/v1/events', { type: 'payout.*' })).body)).not.toContain('topup.succeeded');
});

test('200: events are filtered by created in seconds, although they show milliseconds', async () => {
  const client = await funded(service, 100);
  service.advance(2000);
  await topUp(client, 5);
  const { body } = await client.get('/v1/events', { type: 'topup.succeeded' });
  const [second, first] = body.data.map(({ created }: { created: number }) => Math.floor(created / 1000));
  const found = async (filter: Record<string, number>): Promise<number[]> =>
    (await client.get('/v1/events', { type: 'topup.succeeded', ...filter })).body.data.map(({ created }: { created: number }) =>
      Math.floor(created / 1000),
    );
  expect(await found({ created: first })).toEqual([first]);
  expect(await found({ 'created[gt]': first })).toEqual([second]);
  expect(await found({ 'created[gte]': first, 'created[lt]': second })).toEqual([first]);
  expect(await found({ 'created[lte]': second })).toEqual([second, first]);
});

test.each([
  [{ type: '' }, 'parameter_invalid_empty', 'type'],
  [{ types: 'payout.paid' }, 'parameter_invalid', 'types'],
  [{ 'created[gte]': 'now' }, 'parameter_invalid_integer', 'created[gte]'],
  [{ delivery_success: 'true' }, 'parameter_unknown', 'delivery_success'],
])('400: the list of events refuses %j', async (params, code, param) => {
  const { status, body } = await service.client().get('/v1/events', params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test('404: the event never existed, or belongs to another sandbox', async () => {
  const { id } = await topUpEvent(service.client());
  const stranger = service.client();
  for (const each of ['evt_0000000000000000000000', id]) {
    for (const { status, body } of [await stranger.get(`/v1/events/${each}`), await stranger.post(`/v1/events/${each}/retry`)])
      expect([status, body.error.code]).toEqual([404, 'resource_missing']);
  }
});

test('200: the answer to resending an event is the unchanged event', async () => {
  const client = service.client();
  const event = await topUpEvent(client);
  for (const params of [{}, { webhook_endpoint: (await endpointAt(client, unused_url, ['customer.created'])).id }]) {
    const { status, body } = await client.post(`/v1/events/${event.id}/retry`, params);
    expect([status, body]).toEqual([200, event]);
  }
});

test('400: an event cannot be resent to an endpoint that is unknown or disabled', async () => {
  const client = service.client();
  const event = await topUpEvent(client);
  const { id: disabled } = await endpointAt(client, unused_url, ['customer.created']);
  await client.post(`/v1/webhook_endpoints/${disabled}`, { disabled: true });
  const { id: foreign } = await endpointAt(service.client(), unused_url, ['customer.created']);
  for (const webhook_endpoint of ['we_0000000000000000000000', disabled, foreign]) {
    const { status, body } = await client.post(`/v1/events/${event.id}/retry`, { webhook_endpoint });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'resource_missing', 'webhook_endpoint']);
  }
});

test('an event uses the clock of its sandbox', async () => {
  const client = service.client();
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 86_400 });
  const { created } = await topUpEvent(client);
  expect(created).toBeGreaterThanOrEqual((clock.frozen_time + 86_400) * 1000);
});
