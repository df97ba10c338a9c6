import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceClock, liveClient } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';
import { startInstallation } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const path = '/v1/test_helpers/sandbox_clock';
const hour = 3600;
const year = 31_536_000;

test("200: the clock of a new sandbox shows the service's time, and runs with it", async () => {
  const client = service.client();
  const before = Math.floor(service.now() / 1000);
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  expect(body).toEqual({ object: 'test_helpers.sandbox_clock', frozen_time: expect.any(Number), livemode: false, status: 'ready' });
  expect(body.frozen_time).toBeGreaterThanOrEqual(before);
  expect(body.frozen_time).toBeLessThanOrEqual(service.now() / 1000);
  service.advance(5000);
  expect((await client.get(path)).body.frozen_time).toBeGreaterThanOrEqual(body.frozen_time + 5);
});

test('200: a moved clock shows its new time, from the next request on', async () => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  const { body: moved } = await client.post(`${path}/advance`, { frozen_time: start + hour });
  const { body: read } = await client.get(path);
  for (const { frozen_time } of [moved, read]) {
    expect(frozen_time).toBeGreaterThanOrEqual(start + hour);
    expect(frozen_time).toBeLessThan(start + hour + 60);
  }
});

test('200: moves add up', async () => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  for (let count = 1; count <= 3; count++) {
    const moved = await advanceClock(client, hour);
    expect(moved).toBeGreaterThanOrEqual(start + count * hour);
    expect(moved).toBeLessThan(start + count * hour + 60);
  }
});

test('200: every object in the sandbox is created by its clock', async () => {
  const client = service.client();
  const moved = await advanceClock(client, 10 * hour);
  const { body: customer } = await client.post('/v1/customers', { name: 'Jo' });
  expect(customer.created).toBeGreaterThanOrEqual(moved);
  expect((await client.get('/v1/customers', { 'created[gte]': moved })).body.data).toEqual([customer]);
  expect((await client.get('/v1/customers', { 'created[lt]': moved })).body.data).toEqual([]);
});

test('200: objects created after a move are listed before those from before it', async () => {
  const client = service.client();
  const { body: before } = await client.post('/v1/customers', { name: 'before' });
  await advanceClock(client, hour);
  const { body: after } = await client.post('/v1/customers', { name: 'after' });
  expect((await client.get('/v1/customers')).body.data).toEqual([after, before]);
});

test('200: no other sandbox moves with it, and using the key again does not reset it', async () => {
  const [client, neighbour] = [service.client(), service.client()];
  const moved = await advanceClock(client, 10 * hour);
  expect((await neighbour.get(path)).body.frozen_time).toBeLessThan(moved - 9 * hour);
});

test('200: a moved clock applies to a caller whose cached entry has expired', async () => {
  const client = service.client();
  const moved = await advanceClock(client, 10 * hour);
  service.advance(60_000);
  expect((await client.get(path)).body.frozen_time).toBeGreaterThanOrEqual(moved + 60);
});

test('200: a clock moved by one process is moved for every other from the next request on', async () => {
  const installation = await startInstallation({}, {});
  const [here, there] = installation.services as [TestService, TestService];
  const client = here.client();
  const elsewhere = there.client(client.key);
  await elsewhere.post('/v1/customers');
  for (let count = 1; count <= 3; count++) {
    const moved = await advanceClock(client, hour);
    expect((await elsewhere.post('/v1/customers')).body.created).toBeGreaterThanOrEqual(moved);
    expect((await elsewhere.get(path)).body.frozen_time).toBeGreaterThanOrEqual(moved);
  }
  await installation.stop();
});

test('200: a move by zero changes nothing', async () => {
  const client = service.client();
  const { frozen_time, moved } = await service.atOneMoment(async () => {
    const { frozen_time } = (await client.get(path)).body;
    return { frozen_time, moved: await client.post(`${path}/advance`, { frozen_time }) };
  });
  expect([moved.status, moved.body.frozen_time]).toEqual([200, frozen_time]);
});

test.each([
  [() => ({}), 'parameter_missing'],
  [() => ({ frozen_time: 'tomorrow' }), 'parameter_invalid_integer'],
  [() => ({ frozen_time: -1 }), 'parameter_invalid_integer'],
  [() => ({ frozen_time: 1.5 }), 'parameter_invalid_integer'],
  [(now: number) => ({ frozen_time: now - 60 }), 'parameter_invalid'],
  [(now: number) => ({ frozen_time: now + 3 * year }), 'parameter_invalid'],
])('400: a clock is not moved by %s', async (params, code) => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  const { status, body } = await client.post(`${path}/advance`, params(start));
  expect([status, body.error.code, body.error.param]).toEqual([400, code, 'frozen_time']);
  expect((await client.get(path)).body.frozen_time).toBeLessThan(start + 60);
});

test('400: a moved clock cannot be moved back', async () => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  await advanceClock(client, hour);
  const { status, body } = await client.post(`${path}/advance`, { frozen_time: start + 60 });
  expect([status, body.error.param]).toEqual([400, 'frozen_time']);
});

test('403 test_mode_only: live time cannot be moved or read here', async () => {
  const live = await liveClient(service);
  const answers = [await live.get(path), await live.post(`${path}/advance`, { frozen_time: 1 })];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array(2).fill([403, 'test_mode_only']));
});

test('403: a publishable key cannot move a clock', async () => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  const { status } = await client.post(`${path}/advance`, { frozen_time: start + hour }, { key: client.publishable_key });
  expect(status).toBe(403);
});

test('200: of twenty concurrent moves to the same time one applies, and none twice', async () => {
  const client = service.client();
  const start = (await client.get(path)).body.frozen_time;
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(`${path}/advance`, { frozen_time: start + hour })));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  service.advance(60_000);
  const { frozen_time } = (await client.get(path)).body;
  expect(frozen_time).toBeGreaterThanOrEqual(start + hour);
  expect(frozen_time).toBeLessThan(start + hour + 120);
});
