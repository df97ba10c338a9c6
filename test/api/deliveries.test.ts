import { afterAll, beforeAll, expect, test } from 'vitest';
import { newest_version } from '../../src/kernel/base/api-version.js';
import { acceptedBy, attemptsOf, deliveriesOf, endpointAt, newestEvent, pendingOf, verifiers } from '../support/deliveries.js';
import { type Answered, type Delivery, type Receiver, startReceiver } from '../support/receiver.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
const hanging: ((answered: Answered) => void)[] = [];

beforeAll(async () => {
  service = await startService({ FLORIN_WEBHOOK_TIMEOUT_MS: '60000' });
  receiver = await startReceiver(({ path }) =>
    path === '/hangs' ? new Promise((resolve) => void hanging.push(resolve)) : path === '/fails' ? 500 : 200,
  );
});
afterAll(async () => {
  for (const answer of hanging.splice(0)) answer(200);
  await service.stop();
  await receiver.stop();
});

/** The one delivery that a path gets. */
const first = (path: string): Promise<Delivery> => service.until(async () => receiver.at(path)[0]);

/** A few events of a small shop. */
async function shop(client: Client): Promise<void> {
  const { body: customer } = await client.post('/v1/customers', { name: 'Jo' });
  await client.post('/v1/setup_intents', { customer: customer.id, confirm: true, payment_method: 'pm_card_visa' });
  await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_chargeDeclined' });
  await client.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  const { body: payout } = await client.post('/v1/payouts', { amount: 700, currency: 'usd' });
  await client.post(`/v1/payouts/${payout.id}/cancel`);
  await client.del(`/v1/customers/${customer.id}`);
}

test('each event reaches every endpoint that asks for its type, natively as the same bytes that the API shows', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/all'), ['*'], { api_version: 'native' });
  await endpointAt(client, receiver.url('/some'), ['customer.created', 'payout.canceled']);
  await shop(client);
  // The consequences of deleting the customer follow shortly after.
  await service.until(async () => (await client.get('/v1/events', { type: 'payment_method.detached' })).body.data[0]);
  const { body } = await client.get('/v1/events', { limit: 100 });
  const events = body.data.filter(({ type }: { type: string }) => !type.startsWith('account.'));
  const some = events.filter(({ type }: { type: string }) => type === 'customer.created' || type === 'payout.canceled');
  expect(events.length).toBeGreaterThan(9);
  expect(some).toHaveLength(2);
  await service.until(async () => receiver.at('/all').length >= events.length && receiver.at('/some').length >= 2);
  expect(new Set(receiver.at('/all').map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(events.map(({ id }: { id: string }) => id)),
  );
  expect(new Set(receiver.at('/some').map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(some.map(({ id }: { id: string }) => id)),
  );
  for (const { id } of events) expect(deliveriesOf(receiver, '/all', id)[0]?.body).toBe((await client.get(`/v1/events/${id}`)).text);
});

test('a healthy endpoint gets each event once', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/healthy'));
  await shop(client);
  const { body } = await client.get('/v1/events', { limit: 100 });
  for (const { id } of body.data) await service.until(async () => (await pendingOf(client, id)) === 0);
  const ids = receiver.at('/healthy').map(({ headers }) => headers['webhook-id']);
  expect(ids.length).toBeGreaterThan(9);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every verifier accepts a delivery, and none accepts a changed one, an old one or one of another endpoint', async () => {
  const client = service.client();
  const { secret } = await endpointAt(client, receiver.url('/signed'), ['customer.created']);
  const other = await endpointAt(client, receiver.url('/signed-too'), ['customer.created']);
  await client.post('/v1/customers', { name: 'Jo' });
  const delivery = await first('/signed');
  expect(acceptedBy(delivery, secret)).toEqual(Object.keys(verifiers));
  expect(acceptedBy({ ...delivery, body: delivery.body.replace('"Jo"', '"Jp"') }, secret)).toEqual([]);
  expect(acceptedBy(delivery, other.secret)).toEqual([]);
  const minutes_ago = Number(delivery.headers['webhook-timestamp']) - 600;
  const older = { ...delivery.headers, 'webhook-timestamp': String(minutes_ago) };
  const redated = (name: string): string => String(delivery.headers[name]).replace(/t=\d+/, `t=${minutes_ago}`);
  const headers = { ...older, 'stripe-signature': redated('stripe-signature'), 'florin-signature': redated('florin-signature') };
  expect(acceptedBy({ ...delivery, headers }, secret)).toEqual([]);
});

test('deliveries have timestamps in seconds, in the shape of their endpoint’s version', async () => {
  const client = service.client();
  const version = '2025-09-30.clover';
  const params = { url: receiver.url('/dated'), enabled_events: ['customer.created'] };
  const dated = await client.post('/v1/webhook_endpoints', params, { headers: { 'stripe-version': version } });
  expect(dated.body.api_version).toBe(version);
  expect((await endpointAt(client, receiver.url('/plain'), ['customer.created'])).api_version).toBe(newest_version);
  const { body: customer } = await client.post('/v1/customers', {});
  const [told, plain] = [JSON.parse((await first('/dated')).body), JSON.parse((await first('/plain')).body)];
  expect(told).toMatchObject({ api_version: version, created: customer.created, pending_webhooks: 1 });
  expect(plain).toEqual({ ...told, api_version: newest_version });
  expect(acceptedBy(await first('/dated'), dated.body.secret)).toEqual(Object.keys(verifiers));
});

test('an endpoint from before versions were stored gets timestamps in seconds', async () => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/made-before'), ['customer.created']);
  await service.engine.database.query({
    text: `update objects set doc = jsonb_set(doc::jsonb, '{api_version}', 'null')::json where object = 'webhook_endpoint' and id = $1`,
    values: [id],
  });
  const { body: customer } = await client.post('/v1/customers', {});
  expect(JSON.parse((await first('/made-before')).body)).toMatchObject({ api_version: newest_version, created: customer.created });
});

test('an endpoint with the native version gets milliseconds, as a native caller reads events', async () => {
  const client = service.client();
  const { api_version } = await endpointAt(client, receiver.url('/native'), ['customer.created'], { api_version: 'native' });
  expect(api_version).toBe('native');
  const { body: customer } = await client.post('/v1/customers', {});
  const native = JSON.parse((await first('/native')).body);
  expect(native).toMatchObject({ api_version: null });
  expect(native).not.toHaveProperty('pending_webhooks');
  expect(Math.floor(native.created / 1000)).toBe(customer.created);
});

test('an event names its request and idempotency key, in a delivery and when it is read', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/asked'), ['payment_intent.succeeded']);
  const params = { amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  const paid = await client.post('/v1/payment_intents', params, { headers: { 'idempotency-key': 'order 7' } });
  const request = { id: paid.headers.get('request-id'), idempotency_key: 'order 7' };
  expect(JSON.parse((await first('/asked')).body).request).toEqual(request);
  expect((await newestEvent(client, 'charge.succeeded')).request).toEqual(request);
  await client.post('/v1/customers', {});
  expect((await newestEvent(client, 'customer.created')).request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: null });
});

test('an event without a request names none', async () => {
  const client = service.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  await client.post('/v1/payouts', { amount: 700, currency: 'usd' });
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 7 * 86_400 });
  const { id, request } = await newestEvent(client, 'payout.paid');
  expect(request).toBeNull();
  const { body } = await client.get(`/v1/events/${id}`, undefined, { headers: { 'stripe-version': '2025-09-30.clover' } });
  expect(body.request).toEqual({ id: null, idempotency_key: null });
});

test('an endpoint can subscribe to events by a prefix of their type', async () => {
  const client = service.client();
  const paths = { '/every-payout': ['payout.*'], '/deeper': ['customer.subscription.*'], '/both': ['customer.*', 'payout.created'] };
  for (const [path, names] of Object.entries(paths)) await endpointAt(client, receiver.url(path), names);
  await shop(client);
  const told = (path: string): string[] => receiver.at(path).map(({ body }) => JSON.parse(body).type);
  await service.until(async () => told('/every-payout').length === 2 && told('/both').length === 3);
  expect(told('/every-payout').sort()).toEqual(['payout.canceled', 'payout.created']);
  expect(told('/both').sort()).toEqual(['customer.created', 'customer.deleted', 'payout.created']);
  expect(told('/deeper')).toEqual([]);
});

test('while a secret is being rolled both the old and the new one verify, and afterwards only the new one', async () => {
  const client = service.client();
  const endpoint = await endpointAt(client, receiver.url('/rolled'), ['customer.created']);
  const { body: rolled } = await client.post(`/v1/webhook_endpoints/${endpoint.id}/roll_secret`, { expires_in: 3600 });
  expect(rolled.secret).toMatch(/^whsec_/);
  expect(rolled.secret).not.toBe(endpoint.secret);
  await client.post('/v1/customers', {});
  const delivery = await first('/rolled');
  expect(acceptedBy(delivery, rolled.secret)).toEqual(Object.keys(verifiers));
  expect(acceptedBy(delivery, endpoint.secret)).toEqual(Object.keys(verifiers));
  await client.post(`/v1/webhook_endpoints/${endpoint.id}/roll_secret`, { expires_in: 0 });
  await client.post('/v1/customers', {});
  const last = await service.until(async () => receiver.at('/rolled')[1]);
  expect(acceptedBy(last, rolled.secret)).toEqual([]);
  expect(acceptedBy(last, endpoint.secret)).toEqual([]);
});

test('the old secret ends with its overlap', async () => {
  const client = service.client();
  const endpoint = await endpointAt(client, receiver.url('/overlap'), ['customer.created']);
  const { body: rolled } = await client.post(`/v1/webhook_endpoints/${endpoint.id}/roll_secret`, { expires_in: 3600 });
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 3601 });
  await client.post('/v1/customers', {});
  const delivery = await first('/overlap');
  expect(acceptedBy(delivery, rolled.secret)).toEqual(Object.keys(verifiers));
  expect(acceptedBy(delivery, endpoint.secret)).toEqual([]);
});

test('an endpoint that hangs delays no other', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/hangs'), ['customer.created']);
  await endpointAt(client, receiver.url('/beside-one-that-hangs'), ['customer.created']);
  const names = Array.from({ length: 40 }, (_, place) => `customer ${place}`);
  for (const name of names) await client.post('/v1/customers', { name });
  await service.until(async () => receiver.at('/beside-one-that-hangs').length >= names.length);
  const arrived = receiver.at('/beside-one-that-hangs').map(({ body }) => JSON.parse(body).data.object.name);
  expect(new Set(arrived)).toEqual(new Set(names));
  expect(receiver.at('/hangs').length).toBeLessThan(names.length);
});

test('a disabled or deleted endpoint gets no more deliveries, not even those already waiting', async () => {
  const client = service.client();
  const paths = ['/disabled', '/deleted', '/fails', '/kept'];
  const [disabled, deleted, failing] = await Promise.all(paths.map((path) => endpointAt(client, receiver.url(path), ['customer.created'])));
  expect((await client.post(`/v1/webhook_endpoints/${disabled.id}`, { disabled: true })).body.status).toBe('disabled');
  expect((await client.del(`/v1/webhook_endpoints/${deleted.id}`)).body).toMatchObject({ id: deleted.id, deleted: true });
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  await service.until(async () => (await attemptsOf(client, { event: id })).length === 2);
  expect(await pendingOf(client, id)).toBe(1);
  await client.post(`/v1/webhook_endpoints/${failing.id}`, { disabled: true });
  service.advance(60_000);
  await service.until(async () => (await pendingOf(client, id)) === 0);
  expect(paths.map((path) => receiver.at(path).length)).toEqual([0, 0, 1, 1]);
});

test('an endpoint that is enabled again gets the events from then on', async () => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/again'), ['customer.created']);
  await client.post(`/v1/webhook_endpoints/${id}`, { disabled: true });
  await client.post('/v1/customers', { name: 'before' });
  await client.post(`/v1/webhook_endpoints/${id}`, { disabled: false });
  await client.post('/v1/customers', { name: 'after' });
  expect(JSON.parse((await first('/again')).body).data.object.name).toBe('after');
});

test('an event is resent by hand, to one endpoint or to all, with the same id and bytes', async () => {
  const client = service.client();
  const one = await endpointAt(client, receiver.url('/one'), ['customer.created']);
  await endpointAt(client, receiver.url('/two'), ['customer.created']);
  const later = await endpointAt(client, receiver.url('/later'), ['payout.paid']);
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  await service.until(async () => (await pendingOf(client, id)) === 0);
  expect((await client.post(`/v1/events/${id}/retry`, { webhook_endpoint: one.id })).body.id).toBe(id);
  await service.until(async () => deliveriesOf(receiver, '/one', id).length === 2 && (await pendingOf(client, id)) === 0);
  await client.post(`/v1/events/${id}/retry`);
  await service.until(async () => deliveriesOf(receiver, '/one', id).length === 3 && deliveriesOf(receiver, '/two', id).length === 2);
  await client.post(`/v1/events/${id}/retry`, { webhook_endpoint: later.id });
  await service.until(async () => deliveriesOf(receiver, '/later', id).length === 1);
  expect(new Set(receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === id).map(({ body }) => body)).size).toBe(1);
  const unknown = await client.post(`/v1/events/evt_unknown/retry`);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'resource_missing']);
});

test('no account can resend the event of another', async () => {
  const client = service.client();
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  const stranger = service.client();
  await endpointAt(stranger, receiver.url('/stranger'));
  expect((await stranger.post(`/v1/events/${id}/retry`)).status).toBe(404);
  await stranger.post('/v1/customers', { name: 'their own' });
  expect(JSON.parse((await first('/stranger')).body).data.object.name).toBe('their own');
});

test('the result of each delivery is kept: outcome, status, the beginning of the answer, the time of the next attempt', async () => {
  const client = service.client();
  const good = await endpointAt(client, receiver.url('/kept-attempt'), ['customer.created']);
  const bad = await endpointAt(client, receiver.url('/fails'), ['customer.created']);
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  const attempts = await service.until(async () => {
    const found = await attemptsOf(client, { event: id });
    return found.length === 2 && found;
  });
  const to = (endpoint: string) => attempts.find(({ webhook_endpoint }) => webhook_endpoint === endpoint);
  expect(to(good.id)).toMatchObject({
    outcome: 'delivered',
    response_status: 200,
    response_body: 'thank you',
    next_attempt: null,
    attempt: 1,
  });
  expect(to(bad.id)).toMatchObject({ outcome: 'refused', response_status: 500, url: receiver.url('/fails'), event: id });
  expect(to(bad.id).next_attempt).toBeGreaterThan(to(bad.id).created);
  expect((await client.get(`/v1/webhook_attempts/${to(bad.id).id}`)).body).toEqual(to(bad.id));
  expect(await attemptsOf(client, { webhook_endpoint: good.id })).toEqual([to(good.id)]);
});
