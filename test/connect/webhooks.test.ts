import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected } from '../support/connect.js';
import { acceptedBy, attemptsOf, endpointAt, verifiers } from '../support/deliveries.js';
import { moveClockTo } from '../support/merchant.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

type Told = { readonly type: string; readonly account?: string; readonly data: { readonly object: { readonly id: string } } };

/** The events that a path received, as delivered. */
const toldAt = (path: string): Told[] => receiver.at(path).map(({ body }) => JSON.parse(body));

test('a platform gets the events of its accounts, each with its account, at a Connect endpoint only', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const platforms = await endpointAt(client, receiver.url('/connect'), ['customer.created'], { connect: true });
  await endpointAt(client, receiver.url('/own'), ['customer.created']);
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/theirs'), enabled_events: ['customer.created'] }, as(id));
  const theirs = (await client.post('/v1/customers', { name: 'Jo' }, as(id))).body.id;
  const own = (await client.post('/v1/customers', { name: 'Al' })).body.id;
  await service.until(async () => toldAt('/connect')[0] && toldAt('/own')[0] && toldAt('/theirs')[0]);
  expect(toldAt('/connect').map(({ account, data }) => [account, data.object.id])).toEqual([[id, theirs]]);
  expect(toldAt('/own').map(({ account, data }) => [account, data.object.id])).toEqual([[undefined, own]]);
  expect(toldAt('/theirs').map(({ account, data }) => [account, data.object.id])).toEqual([[undefined, theirs]]);
  const [delivery] = receiver.at('/connect');
  expect(delivery && acceptedBy(delivery, platforms.secret)).toEqual(Object.keys(verifiers));
  const attempt = await service.until(async () => (await attemptsOf(client, { webhook_endpoint: platforms.id }))[0]);
  expect(attempt).toMatchObject({ outcome: 'delivered', response_status: 200 });
});

test("automatic events of an account are delivered as well, and none of another platform's account", async () => {
  const [client, stranger] = [service.client(), service.client()];
  const { id } = await connected(client);
  await endpointAt(client, receiver.url('/later'), ['*'], { connect: true, api_version: 'native' });
  await endpointAt(stranger, receiver.url('/strange'), ['*'], { connect: true });
  await client.post('/v1/topups', { amount: 500, currency: 'usd' }, as(id));
  await service.until(async () => toldAt('/later')[0]);
  const { frozen_time } = (await client.get('/v1/test_helpers/sandbox_clock')).body;
  await moveClockTo(client, frozen_time + 2 * 86_400);
  await service.until(async () => toldAt('/later').some(({ type }) => type === 'topup.succeeded'));
  expect(new Set(toldAt('/later').map(({ account }) => account))).toEqual(new Set([id]));
  expect(toldAt('/strange')).toEqual([]);
});
