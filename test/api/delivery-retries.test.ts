import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptsOf, deliveriesOf, endpointAt, newestEvent } from '../support/deliveries.js';
import { type Answered, type Delivery, type Receiver, startReceiver } from '../support/receiver.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { startInstallation } from '../support/services.js';

let service: TestService;
let receiver: Receiver;
/** The answers of the receiver by path; 200 for any other path. */
const behaviours = new Map<string, (delivery: Delivery) => Answered>();

beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver((delivery) => behaviours.get(delivery.path)?.(delivery) ?? 200);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** The published schedule: the pause before each attempt, in seconds. */
const minute = 60;
const hour = 60 * minute;
const pauses = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];

/** Waits for the attempt with this number, and answers with all up to it. */
const attemptsUntil = (client: Client, event: string, count: number): Promise<Answer['body'][]> =>
  service.until(async () => {
    const attempts = await attemptsOf(client, { event });
    return attempts.length >= count && attempts;
  });

/** Moves the service's clock to the time that an attempt names for the next one. */
const advanceToNext = ({ next_attempt }: { next_attempt: number }): void => service.advance(next_attempt * 1000 + 1000 - service.now());

/** Runs all remaining attempts of an event, and answers with them. */
async function exhaust(
  client: Client,
  event: string,
  between: (attempt: number) => Promise<void> = async () => {},
): Promise<Answer['body'][]> {
  for (let count = 1; ; count++) {
    const attempts = await attemptsUntil(client, event, count);
    const last = attempts.at(-1);
    if (last.next_attempt === null) return attempts;
    await between(count);
    advanceToNext(last);
  }
}

/** An endpoint with its own path, and the event of a new customer. */
async function failingOn(client: Client, path: string, behaviour: (delivery: Delivery) => Answered) {
  behaviours.set(path, behaviour);
  const endpoint = await endpointAt(client, receiver.url(path), ['customer.created']);
  await client.post('/v1/customers', {});
  const event = await newestEvent(client, 'customer.created');
  return { endpoint, event };
}

const statusOf = async (client: Client, id: string): Promise<string> => (await client.get(`/v1/webhook_endpoints/${id}`)).body.status;

test('a failed delivery is tried again on the published schedule, 10 times in all, and then abandoned', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/never', () => 500);
  const attempts = await exhaust(client, event.id);
  expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 10 }, (_, place) => place + 1));
  for (const [place, pause] of pauses.entries()) {
    const { created, next_attempt } = attempts[place];
    expect(next_attempt - created).toBeGreaterThanOrEqual(pause - 1);
    expect(next_attempt - created).toBeLessThanOrEqual(pause * 1.2 + 1);
  }
  expect(deliveriesOf(receiver, '/never', event.id)).toHaveLength(10);
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
});

/** Sends another event, until this path has received this many deliveries in all. */
async function anotherAt(client: Client, path: string): Promise<void> {
  const before = receiver.at(path).length;
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  await service.until(async () => receiver.at(path).length > before && (await attemptsOf(client, { event: id })).length > 0);
}

test('an endpoint that does nothing but fail for five days is disabled, and its owner gets a mail', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/told'), ['webhook_endpoint.disabled']);
  const { endpoint, event } = await failingOn(client, '/ill', () => 500);
  await attemptsUntil(client, event.id, 1);
  service.advance(119 * hour * 1000);
  await anotherAt(client, '/ill');
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
  service.advance(2 * hour * 1000);
  await service.until(async () => (await statusOf(client, endpoint.id)) === 'disabled');
  const told = JSON.parse((await service.until(async () => receiver.at('/told')[0])).body);
  expect(told).toMatchObject({ type: 'webhook_endpoint.disabled', data: { object: { id: endpoint.id, status: 'disabled' } } });
  expect(JSON.stringify(told)).not.toMatch(/whsec_|failing_since/);
});

test('one success within the five days clears the earlier failures', async () => {
  const client = service.client();
  let accepts = false;
  const { endpoint, event } = await failingOn(client, '/up-and-down', () => (accepts ? 200 : 500));
  await attemptsUntil(client, event.id, 1);
  service.advance(100 * hour * 1000);
  accepts = true;
  await anotherAt(client, '/up-and-down');
  accepts = false;
  service.advance(100 * hour * 1000);
  await anotherAt(client, '/up-and-down');
  service.advance(100 * hour * 1000);
  await anotherAt(client, '/up-and-down');
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
});

test('an endpoint that was repaired has five days again', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/mended', () => 500);
  await attemptsUntil(client, event.id, 1);
  service.advance(121 * hour * 1000);
  await client.post(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('/mended') });
  await anotherAt(client, '/mended');
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
  expect((await client.get(`/v1/webhook_endpoints/${endpoint.id}`)).body).not.toHaveProperty('failing_since');
});

test('each attempt has the same id and the same bytes, and a new timestamp and signature', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/twice-in-vain', () => (receiver.at('/twice-in-vain').length > 2 ? 200 : 503));
  const attempts = await exhaust(client, event.id);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'delivered']);
  const deliveries = receiver.at('/twice-in-vain');
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.id]));
  const times = deliveries.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times).toEqual(attempts.map(({ created }) => expect.toSatisfy((time: number) => Math.abs(time - created) <= 1)));
  for (const [place, { body, headers }] of deliveries.entries()) {
    const received_ms = (times[place] ?? 0) * 1000;
    const verify = () =>
      Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), endpoint.secret, 300, undefined, received_ms);
    expect(verify).not.toThrow();
  }
});

test('a success ends the retries and keeps the endpoint enabled', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/recovers', () => (receiver.at('/recovers').length > 4 ? 200 : 500));
  const attempts = await exhaust(client, event.id);
  expect(attempts).toHaveLength(5);
  service.advance(100 * 3_600_000);
  await client.post('/v1/customers', {});
  await service.until(async () => receiver.at('/recovers').length === 6);
  expect(deliveriesOf(receiver, '/recovers', event.id)).toHaveLength(5);
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
});

/** The first event that a path received. */
const picked = (path: string): unknown => receiver.at(path)[0]?.headers['webhook-id'];

/** Another event, which the endpoint accepts while the first one fails. */
const anotherDelivered = async (client: Client): Promise<void> => {
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  await attemptsUntil(client, id, 1);
};

test('an event that is never accepted does not disable an endpoint that accepts others', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/picky', ({ headers }) => (headers['webhook-id'] === picked('/picky') ? 500 : 200));
  const attempts = await exhaust(client, event.id, async (count) => (count === 9 ? anotherDelivered(client) : undefined));
  expect(attempts).toHaveLength(10);
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
});

test('the five days are real time, however far the clock of a sandbox is moved', async () => {
  const client = service.client();
  const { endpoint, event } = await failingOn(client, '/in-the-future', () => 500);
  await attemptsUntil(client, event.id, 1);
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 30 * 86_400 });
  await anotherAt(client, '/in-the-future');
  expect(await statusOf(client, endpoint.id)).toBe('enabled');
  const [{ created, next_attempt }] = (await attemptsOf(client, { webhook_endpoint: endpoint.id })).slice(-1) as [Answer['body']];
  expect(created).toBeGreaterThanOrEqual(clock.frozen_time + 30 * 86_400);
  expect(next_attempt - created).toBeLessThanOrEqual(7);
});

test('an attempt counts once it was made: a restart in the middle of one uses none', async () => {
  const held: ((answered: Answered) => void)[] = [];
  const slow = await startReceiver(() => new Promise((resolve) => void held.push(resolve)));
  const installation = await startInstallation({});
  try {
    const [first] = installation.services as [TestService];
    const client = first.client();
    await endpointAt(client, slow.url('/'), ['customer.created']);
    await client.post('/v1/customers', {});
    const { id } = await newestEvent(client, 'customer.created');
    const kills = 3;
    for (let made = 1; made <= kills; made++) {
      await first.until(async () => held.length === made);
      // A process that is gone leaves a lease that runs out.
      await first.engine.database.query({ text: `update jobs set leased_until = null where queue = 'webhook'`, values: [] });
      first.engine.wake();
    }
    await first.until(async () => held.length > kills);
    for (const answer of held.splice(0)) answer(500);
    const attempts = await first.until(async () => {
      const found = await attemptsOf(client, { event: id });
      return found.length > 0 && found;
    });
    expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map(() => 1));
  } finally {
    await installation.stop();
    await slow.stop();
  }
});

test.each([
  ['in seconds', { 'retry-after': '7200' }],
  ['as a date', { date: 'Wed, 01 Jan 2025 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2025 02:00:00 GMT' }],
])('Retry-After %s delays the next attempt', async (spelling, headers) => {
  const client = service.client();
  const { event } = await failingOn(client, `/later-${spelling.replaceAll(' ', '-')}`, () => ({ status: 503, headers }));
  const [{ created, next_attempt }] = (await attemptsUntil(client, event.id, 1)) as [Answer['body']];
  expect(next_attempt - created).toBeGreaterThanOrEqual(7199);
  expect(next_attempt - created).toBeLessThanOrEqual(7200 * 1.2 + 1);
});

test('410 disables the endpoint at once, and nothing is tried again', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/told-of-410'), ['webhook_endpoint.disabled']);
  const { endpoint, event } = await failingOn(client, '/gone', () => 410);
  const [attempt] = await attemptsUntil(client, event.id, 1);
  expect(attempt).toMatchObject({ outcome: 'refused', response_status: 410, next_attempt: null });
  expect(await statusOf(client, endpoint.id)).toBe('disabled');
  const told = await service.until(async () => receiver.at('/told-of-410')[0]);
  expect(JSON.parse(told.body).data.object.id).toBe(endpoint.id);
  service.advance(100 * 3_600_000);
  await client.post('/v1/customers', {});
  await service.until(async () => (await newestEvent(client, 'customer.created')).id !== event.id);
  expect(receiver.at('/gone')).toHaveLength(1);
});

test('an endpoint that answers several concurrent deliveries with 410 is disabled once, and each attempt is kept', async () => {
  const client = service.client();
  behaviours.set('/gone-at-once', () => 410);
  await endpointAt(client, receiver.url('/gone-at-once'), ['customer.created']);
  await Promise.all(Array.from({ length: 8 }, () => client.post('/v1/customers', {})));
  await service.until(async () => (await newestEvent(client, 'webhook_endpoint.disabled')) !== undefined);
  const { body } = await client.get('/v1/events', { type: 'customer.created' });
  await service.until(async () => (await jobsOf(body.data.map(({ id }: { id: string }) => id))) === 0);
  expect((await client.get('/v1/events', { type: 'webhook_endpoint.disabled' })).body.data).toHaveLength(1);
  const { body: attempts } = await client.get('/v1/webhook_attempts', { limit: 100 });
  expect(attempts.data).toHaveLength(receiver.at('/gone-at-once').length);
  expect(service.lines.filter((line) => line.includes('a job failed'))).toEqual([]);
});

/** The number of pending deliveries of these events. */
async function jobsOf(events: readonly string[]): Promise<number> {
  const [row] = await service.engine.database.query<{ count: number }>({
    text: `select count(*)::int as count from jobs where queue = 'webhook' and subject = any ($1)`,
    values: [events],
  });
  return row?.count ?? 0;
}

test('a redirect counts as a failure and is not followed', async () => {
  const client = service.client();
  const { event } = await failingOn(client, '/moved', () => ({ status: 302, headers: { location: receiver.url('/secret') } }));
  const [attempt] = await attemptsUntil(client, event.id, 1);
  expect(attempt).toMatchObject({ outcome: 'redirected', response_status: 302 });
  expect(receiver.at('/secret')).toEqual([]);
});

test('an endpoint that refuses connections is retried like any other', async () => {
  const client = service.client();
  const closed = await startReceiver();
  const url = closed.url('/');
  await closed.stop();
  await endpointAt(client, url, ['customer.created']);
  await client.post('/v1/customers', {});
  const { id } = await newestEvent(client, 'customer.created');
  const [attempt] = await attemptsUntil(client, id, 1);
  expect(attempt).toMatchObject({ outcome: 'connection_failed', response_status: null });
  expect(attempt.next_attempt).toBeGreaterThan(attempt.created);
});

test('FLORIN_TIME_SCALE runs through the same schedule faster', async () => {
  const fast = await startService({ FLORIN_TIME_SCALE: '0.00000001' });
  try {
    const client = fast.client();
    behaviours.set('/fast', () => 500);
    const endpoint = await endpointAt(client, receiver.url('/fast'), ['customer.created']);
    await client.post('/v1/customers', {});
    // The five days are shortened as well, so the endpoint may be disabled before the event is abandoned.
    const attempts = await fast.until(async () => {
      const found = await attemptsOf(client, { webhook_endpoint: endpoint.id });
      const is_over = found.at(-1)?.next_attempt === null || (await statusOf(client, endpoint.id)) === 'disabled';
      return is_over && found;
    });
    expect(attempts.length).toBeGreaterThan(1);
  } finally {
    await fast.stop();
  }
});
