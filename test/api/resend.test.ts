import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointAt, newestEvent, pendingOf } from '../support/deliveries.js';
import { type Answered, type Receiver, startReceiver } from '../support/receiver.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
const answers = new Map<string, Answered>();
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver(({ path }) => answers.get(path) ?? 200);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const resend = (client: Client, id: string, params: object): Promise<Answer> =>
  client.post(`/v1/webhook_endpoints/${id}/resend`, { ...params });

/** The names of the customers in the events that a path received, sorted. */
const namesAt = (path: string): string[] =>
  receiver
    .at(path)
    .map(({ body }) => JSON.parse(body).data.object.name)
    .sort();

/** Creates a customer, waits until every endpoint has received or refused the event, and answers with the time. */
async function delivered(client: Client, name: string): Promise<number> {
  const { body } = await client.post('/v1/customers', { name });
  const { id } = await newestEvent(client, 'customer.created');
  await service.until(async () => receiver.deliveries.some(({ headers }) => headers['webhook-id'] === id));
  service.advance(2000);
  return body.created;
}

test('the events that an endpoint has not accepted within a time range are delivered again, and no others', async () => {
  const client = service.client();
  const path = '/recovering';
  const { id } = await endpointAt(client, receiver.url(path), ['customer.created']);
  await delivered(client, 'before');
  answers.set(path, 410);
  const from = await delivered(client, 'lost at first');
  await service.until(async () => (await client.get(`/v1/webhook_endpoints/${id}`)).body.status === 'disabled');
  answers.delete(path);
  const { body: last } = await client.post('/v1/customers', { name: 'not even tried' });
  service.advance(2000);
  await client.post('/v1/customers', { name: 'after' });
  await client.post(`/v1/webhook_endpoints/${id}`, { disabled: false });
  const { status, body } = await resend(client, id, { created: { gte: from, lte: last.created } });
  expect([status, body]).toEqual([200, { object: 'webhook_resend', webhook_endpoint: id, count: 2, has_more: false, last_event: null }]);
  await service.until(async () => receiver.at(path).length === 4);
  expect(namesAt(path)).toEqual(['before', 'lost at first', 'lost at first', 'not even tried']);
});

test('all events of a range can be resent, or some types of them', async () => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/all-again'), ['customer.*']);
  const from = await delivered(client, 'one');
  const { body: customer } = await client.post('/v1/customers', { name: 'two' });
  await client.post(`/v1/customers/${customer.id}`, { name: 'other' });
  await service.until(async () => receiver.at('/all-again').length === 3);
  for (const type of ['customer.created', 'customer.updated']) {
    const event = await newestEvent(client, type);
    await service.until(async () => (await pendingOf(client, event.id)) === 0);
  }
  const created = { gte: from };
  expect((await resend(client, id, { created })).body.count).toBe(0);
  expect((await resend(client, id, { created, only: 'all', types: ['customer.updated'] })).body.count).toBe(1);
  await service.until(async () => receiver.at('/all-again').length === 4);
  expect((await resend(client, id, { created, only: 'all', types: ['customer.*'] })).body.count).toBe(3);
  await service.until(async () => receiver.at('/all-again').length === 7);
});

test('where a clock was moved the range uses the times that events show', async () => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/moved-clock'), ['customer.created']);
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  await delivered(client, 'today');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 30 * 86_400 });
  const later = await delivered(client, 'in a month');
  const again = (created: object): Promise<Answer> => resend(client, id, { created, only: 'all' });
  expect((await again({ gte: later, lte: later })).body.count).toBe(1);
  expect((await again({ gte: clock.frozen_time - 60, lt: later })).body.count).toBe(1);
});

test.each([
  [{}, 400, 'created'],
  [{ created: { lt: 5 } }, 400, 'created[gte]'],
  [{ created: { gte: 'yesterday' } }, 400, 'created[gte]'],
  [{ created: { gte: 1 }, only: 'some' }, 400, 'only'],
  [{ created: { gte: 1 }, types: ['charge.flown'] }, 400, 'types[0]'],
])('%j is refused', async (params, status, param) => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/refusing'));
  const answer = await resend(client, id, params);
  expect([answer.status, answer.body.error.param]).toEqual([status, param]);
});

test('400 for an endpoint that is disabled, 404 for one of another account', async () => {
  const client = service.client();
  const { id } = await endpointAt(client, receiver.url('/disabled'));
  await client.post(`/v1/webhook_endpoints/${id}`, { disabled: true });
  const disabled = await resend(client, id, { created: { gte: 1 } });
  expect([disabled.status, disabled.body.error.message]).toEqual([400, 'The endpoint is disabled. Enable it first.']);
  expect((await resend(service.client(), id, { created: { gte: 1 } })).status).toBe(404);
});
