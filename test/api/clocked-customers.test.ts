import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEvents } from '../support/callers.js';
import { accountOf, liveClient } from '../support/merchant.js';
import { held, intentNow, paid, refusal } from '../support/payments.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const clocks = '/v1/test_helpers/test_clocks';
const day = 86_400;
const start = 1_500_000_000;

async function posted(client: Client, path: string, params: object = {}) {
  const { status, text, body } = await client.post(path, params as Record<string, unknown>);
  if (status !== 200) throw new Error(text);
  return body;
}

const clockAt = async (client: Client, frozen_time = start): Promise<string> => (await posted(client, clocks, { frozen_time })).id;
const customerOn = async (client: Client, test_clock: string): Promise<string> =>
  (await posted(client, '/v1/customers', { test_clock })).id;

/** Waits until a clock is ready again, and answers with it. */
const arrived = (client: Client, clock: string) =>
  service.until(async () => {
    const { body } = await client.get(`${clocks}/${clock}`);
    return body.status !== 'advancing' && body;
  });

async function advance(client: Client, clock: string, frozen_time: number) {
  await posted(client, `${clocks}/${clock}/advance`, { frozen_time });
  return arrived(client, clock);
}

const idsOf = async (client: Client, path: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await client.get(path, query)).body.data.map(({ id }: { id: string }) => id);

/** A clock that stops halfway, at a job that another process has leased. */
async function underWay(client: Client): Promise<{ clock: string; customer: string; account: string }> {
  const clock = await clockAt(client);
  const customer = await customerOn(client, clock);
  await paid(client, { customer });
  const account = `${await accountOf(client)}_test`;
  const leased = `update jobs set leased_until = clock_timestamp() + interval '1 hour' where account = $1 and clock = $2 returning id`;
  expect(await rowsOf(service, leased, account, clock)).not.toEqual([]);
  await posted(client, `${clocks}/${clock}/advance`, { frozen_time: start + 30 * day });
  return { clock, customer, account };
}

test('200: a clock is created at a time, shown, listed and deleted', async () => {
  const client = service.client();
  const made = await posted(client, clocks, { frozen_time: start, name: 'Renewals' });
  expect(made).toEqual({
    id: expect.stringMatching(/^clock_/),
    object: 'test_helpers.test_clock',
    created: expect.any(Number),
    livemode: false,
    status: 'ready',
    frozen_time: start,
    deletes_after: made.created + 30 * day,
    name: 'Renewals',
    status_details: { advancing: null },
  });
  expect(made.created).toBeGreaterThanOrEqual(Math.floor(service.now() / 1000) - 60);
  expect((await client.get(`${clocks}/${made.id}`)).body).toEqual(made);
  const other = await clockAt(client);
  expect(await idsOf(client, clocks)).toEqual([other, made.id]);
  expect((await client.del(`${clocks}/${made.id}`)).body).toEqual({ id: made.id, object: 'test_helpers.test_clock', deleted: true });
  expect(await idsOf(client, clocks)).toEqual([other]);
});

test('200: an advance runs in the background, and has an event for each step', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  const result = await posted(client, `${clocks}/${clock}/advance`, { frozen_time: start + day });
  expect(result).toMatchObject({ status: 'advancing', frozen_time: start });
  expect(result.status_details).toEqual({ advancing: { target_frozen_time: start + day, reached: start } });
  expect(await arrived(client, clock)).toMatchObject({ status: 'ready', frozen_time: start + day, status_details: { advancing: null } });
  await client.del(`${clocks}/${clock}`);
  const types = (await allEvents(client)).map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type.includes('test_clock'))).toEqual(
    ['created', 'advancing', 'ready', 'deleted'].map((each) => `test_helpers.test_clock.${each}`),
  );
});

test.each([
  ['back', -1],
  ['nowhere', 0],
  ['further than two years', 732 * day],
])('400: a clock cannot be advanced %s', async (_, by) => {
  const client = service.client();
  const clock = await clockAt(client);
  const answer = await client.post(`${clocks}/${clock}/advance`, { frozen_time: start + by });
  expect(refusal(answer)).toEqual([400, 'parameter_invalid', 'frozen_time']);
});

test('200: a clock can be advanced by any two calendar years', async () => {
  const client = service.client();
  const clock = await clockAt(client, Date.UTC(2027, 2, 1) / 1000);
  expect(await advance(client, clock, Date.UTC(2029, 2, 1) / 1000)).toMatchObject({ status: 'ready' });
});

test('403 test_mode_only: live mode has neither test clocks nor customers on one', async () => {
  const live = await liveClient(service);
  const answers = [
    await live.get(clocks),
    await live.get(`${clocks}/clock_1`),
    await live.post(clocks, { frozen_time: start }),
    await live.post(`${clocks}/clock_1/advance`, { frozen_time: start }),
    await live.del(`${clocks}/clock_1`),
  ];
  expect(answers.map(refusal)).toEqual(Array(5).fill([403, 'test_mode_only']));
  const test_clock = await clockAt(service.client());
  expect(refusal(await live.post('/v1/customers', { test_clock }))).toEqual([400, 'resource_missing', 'test_clock']);
});

test('403: a publishable key cannot create a clock', async () => {
  const client = service.client();
  await clockAt(client);
  expect(refusal(await client.post(clocks, { frozen_time: start }, { key: client.publishable_key }))[0]).toBe(403);
});

test('200: a customer is created on a clock and names it, and the customer’s objects follow that clock', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  const customer = await posted(client, '/v1/customers', { test_clock: clock });
  expect(customer).toMatchObject({ test_clock: clock, created: start });
  expect((await client.get(`/v1/customers/${customer.id}?expand[]=test_clock`)).body.test_clock).toMatchObject({
    id: clock,
    frozen_time: start,
  });
  const intent = await paid(client, { customer: customer.id });
  expect(intent.created).toBe(start);
  expect(intent).not.toHaveProperty('test_clock');
  const charge = (await client.get(`/v1/charges/${intent.latest_charge}`)).body;
  expect(charge.created).toBe(start);
  expect((await posted(client, '/v1/customers')).test_clock).toBeNull();
});

test('400: a customer cannot be created on an unknown clock, and cannot change to another one', async () => {
  const client = service.client();
  const [clock, other] = [await clockAt(client), await clockAt(client)];
  expect(refusal(await client.post('/v1/customers', { test_clock: 'clock_nope' }))).toEqual([400, 'resource_missing', 'test_clock']);
  const foreign = await clockAt(service.client());
  expect(refusal(await client.post('/v1/customers', { test_clock: foreign }))).toEqual([400, 'resource_missing', 'test_clock']);
  const customer = await customerOn(client, clock);
  expect(refusal(await client.post(`/v1/customers/${customer}`, { test_clock: other }))).toEqual([400, 'parameter_unknown', 'test_clock']);
});

test('200: a customer on a clock is listed by that clock and by no other', async () => {
  const client = service.client();
  const [clock, other] = [await clockAt(client), await clockAt(client)];
  const [first, second] = [await customerOn(client, clock), await customerOn(client, clock)];
  const elsewhere = await customerOn(client, other);
  const none = (await posted(client, '/v1/customers', { email: 'jo@example.com' })).id;
  expect(await idsOf(client, '/v1/customers')).toEqual([none]);
  expect(await idsOf(client, '/v1/customers', { email: 'jo@example.com' })).toEqual([none]);
  expect(await idsOf(client, '/v1/customers', { 'created[lte]': String(start) })).toEqual([]);
  expect(await idsOf(client, '/v1/customers', { test_clock: clock })).toEqual([second, first]);
  expect(await idsOf(client, '/v1/customers', { test_clock: clock, 'created[lte]': String(start) })).toEqual([second, first]);
  expect(await idsOf(client, '/v1/customers', { test_clock: clock, limit: '1', starting_after: second })).toEqual([first]);
  expect(await idsOf(client, '/v1/customers', { test_clock: other })).toEqual([elsewhere]);
});

test('200: a page is shown while the clock of its object is advanced', async () => {
  const client = service.client();
  const { customer } = await underWay(client);
  const [charge] = (await client.get('/v1/charges', { customer })).body.data;
  expect((await fetch(charge.receipt_url)).status).toBe(200);
});

test('429: while a clock is advanced only the clock changes its objects, and a refused request leaves its key unused', async () => {
  const client = service.client();
  const { clock, customer, account } = await underWay(client);
  const headers = { 'idempotency-key': 'once' };
  const refused = await client.post(`/v1/customers/${customer}`, { name: 'Jo' }, { headers });
  expect(refusal(refused)).toEqual([429, 'test_clock_advancing']);
  expect(refused.body.error.message).toContain(`Test clock advancement underway - cannot perform modifications: ${clock}`);
  const others = [
    await client.post('/v1/customers', { test_clock: clock }),
    await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', customer }),
    await client.del(`/v1/customers/${customer}`),
    await client.del(`${clocks}/${clock}`),
  ];
  expect(others.map(refusal)).toEqual(Array(4).fill([429, 'test_clock_advancing']));
  expect(refusal(await client.post(`${clocks}/${clock}/advance`, { frozen_time: start + 40 * day }))).toEqual([
    400,
    'test_clock_unexpected_state',
  ]);
  expect((await client.get(`/v1/customers/${customer}`)).status).toBe(200);
  expect((await client.post('/v1/customers')).status).toBe(200);
  await rowsOf(service, 'update jobs set leased_until = null where account = $1 and clock = $2', account, clock);
  await arrived(client, clock);
  expect((await client.post(`/v1/customers/${customer}`, { name: 'Jo' }, { headers })).body.name).toBe('Jo');
});

test('200: money paid by a customer on a clock becomes available by that clock', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  await paid(client, { customer: await customerOn(client, clock) });
  const balance = async () => (await client.get('/v1/balance')).body;
  expect((await balance()).available[0]?.amount ?? 0).toBe(0);
  await advance(client, clock, start + 10 * day);
  const { available, pending } = await balance();
  expect([available[0].amount > 0, pending[0]?.amount ?? 0]).toEqual([true, 0]);
});

test('200: deleting a clock deletes its customers, and no job of it is ever due', async () => {
  const client = service.client();
  const account = `${await accountOf(client)}_test`;
  const clock = await clockAt(client);
  const gone = [await customerOn(client, clock), await customerOn(client, clock)];
  const kept = (await posted(client, '/v1/customers')).id;
  const intent = await paid(client, { customer: gone[0] });
  expect(await rowsOf(service, 'select from jobs where account = $1 and clock = $2', account, clock)).not.toEqual([]);
  expect((await client.del(`${clocks}/${clock}`)).body.deleted).toBe(true);
  for (const id of gone) await service.until(async () => (await client.get(`/v1/customers/${id}`)).body.deleted);
  await service.until(
    async () => (await rowsOf(service, 'select from jobs where account = $1 and clock = $2', account, clock)).length === 0,
  );
  expect((await client.get(`/v1/payment_intents/${intent.id}`)).body.status).toBe('succeeded');
  expect(await idsOf(client, '/v1/customers')).toEqual([kept]);
  expect(await idsOf(client, '/v1/customers', { test_clock: clock })).toEqual([]);
  expect(refusal(await client.get(`${clocks}/${clock}`))).toEqual([404, 'resource_missing', 'id']);
  expect(refusal(await client.post('/v1/customers', { test_clock: clock }))).toEqual([400, 'resource_missing', 'test_clock']);
  const result = (await allEvents(client)).filter(({ type }: { type: string }) => type === 'customer.deleted');
  expect(result.map(({ data }: { data: { object: { id: string } } }) => data.object.id).sort()).toEqual([...gone].sort());
});

test('200: all customers of a clock are deleted with it, however many they are', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  const alike = `insert into objects (account, object, id, version, doc, test_clock)
    select account, object, left(id, -3) || n, 1, replace(doc::text, id, left(id, -3) || n)::json, test_clock
    from objects, generate_series(101, 219) n where id = $1`;
  await rowsOf(service, alike, await customerOn(client, clock));
  expect((await client.get('/v1/customers', { test_clock: clock, limit: '100' })).body.has_more).toBe(true);
  await client.del(`${clocks}/${clock}`);
  await service.until(async () => (await idsOf(client, '/v1/customers', { test_clock: clock })).length === 0);
  const result = await rowsOf(
    service,
    `select from events where account = $1 and type = 'customer.deleted'`,
    `${await accountOf(client)}_test`,
  );
  expect(result).toHaveLength(120);
});

test('200: no customer that is created while their clock is deleted remains', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  const making = Array.from({ length: 12 }, () => client.post('/v1/customers', { test_clock: clock }));
  const deleted = client.del(`${clocks}/${clock}`);
  const answers = await Promise.all(making);
  expect((await deleted).status).toBe(200);
  expect(answers.filter(({ status }) => status !== 200).every((each) => refusal(each)[1] === 'resource_missing')).toBe(true);
  await service.until(async () => (await idsOf(client, '/v1/customers', { test_clock: clock })).length === 0);
});

test('200: an existing customer is put on a clock with all their objects', async () => {
  const client = service.client();
  const now = Math.floor(service.now() / 1000);
  const customer = (await posted(client, '/v1/customers')).id;
  const intent = await held(client, { customer });
  const clock = await posted(client, clocks, { frozen_time: now, customer });
  expect((await client.get(`/v1/customers/${customer}`)).body.test_clock).toBe(clock.id);
  expect(await idsOf(client, '/v1/customers')).toEqual([]);
  await advance(client, clock.id, now + 6 * day);
  expect((await intentNow(client, intent)).status).toBe('requires_capture');
  await advance(client, clock.id, now + 8 * day);
  const { status, canceled_at } = await intentNow(client, intent);
  expect([status, canceled_at]).toEqual(['canceled', intent.created + 7 * day]);
  const again = await client.post(clocks, { frozen_time: now, customer });
  expect(refusal(again)).toEqual([400, 'parameter_invalid', 'customer']);
  const strange = await client.post(clocks, { frozen_time: now, customer: 'cus_nope' });
  expect(refusal(strange)).toEqual([400, 'resource_missing', 'customer']);
});

test('200: a clock and its customers are deleted after thirty days of sandbox time, but not while it is advanced', async () => {
  const client = service.client();
  const old = await clockAt(client);
  const customer = await customerOn(client, old);
  const { clock, account } = await underWay(client);
  service.advance(30 * day * 1000);
  await service.until(async () => (await client.get(`${clocks}/${old}`)).status === 404);
  await service.until(async () => (await client.get(`/v1/customers/${customer}`)).body.deleted);
  expect(await idsOf(client, clocks)).toEqual([clock]);
  await rowsOf(service, 'update jobs set leased_until = null where account = $1 and clock = $2', account, clock);
  expect(await arrived(client, clock)).toMatchObject({ status: 'ready' });
  service.advance(3600 * 1000);
  await service.until(async () => (await client.get(`${clocks}/${clock}`)).status === 404);
});

test('several processes may create objects on a ready clock, and none of them has to retry', async () => {
  const client = service.client();
  const clock = await clockAt(client);
  const customers = await Promise.all(Array.from({ length: 30 }, () => customerOn(client, clock)));
  await Promise.all(customers.map((customer) => paid(client, { customer })));
  const version = 'select version from objects where account = $1 and id = $2';
  expect(await rowsOf(service, version, `${await accountOf(client)}_test`, clock)).toEqual([{ version: 1 }]);
  await advance(client, clock, start + 10 * day);
  const { available, pending } = (await client.get('/v1/balance')).body;
  expect([available[0]?.amount > 0, pending[0]?.amount ?? 0]).toEqual([true, 0]);
});
