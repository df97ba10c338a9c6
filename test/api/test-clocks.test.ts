import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeOfId } from '../../src/kernel/base/ids.js';
import { runAdvance } from '../../src/kernel/engine/advance.js';
import { runDue } from '../../src/kernel/engine/due.js';
import { claimJob, claimJobs } from '../../src/kernel/jobs/jobs.js';
import { accountOf } from '../support/merchant.js';
import { reminders, rings } from '../support/reminders.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { type SmallService, startSmallService } from '../support/small-service.js';

let whole: TestService;
let small: SmallService;
let reads = 0;
let afterReading = async (): Promise<void> => {};
beforeAll(async () => {
  whole = await startService({ FLORIN_WORKER: 'off' });
  const { load } = whole.engine;
  const counted: typeof load = async (wants) => {
    // The caller is read in the same statement.
    if (wants.some(({ of }) => of !== 'caller')) reads += 1;
    const found = await load(wants);
    await afterReading();
    return found;
  };
  small = await startSmallService({ ...whole, engine: { ...whole.engine, load: counted } }, reminders);
});
afterAll(async () => {
  await small.stop();
  await whole.stop();
});

const clocks = '/v1/test_helpers/test_clocks';
const day = 86_400;
/** In the past of every service, so its times cannot be confused with those of the account. */
const start = 1_500_000_000;

type Sandbox = { readonly client: Client; readonly account: string };

async function sandbox(): Promise<Sandbox> {
  const opened = whole.client();
  const account = `${await accountOf(opened)}_test`;
  return { client: small.client(opened.key), account };
}

async function posted(client: Client, path: string, params: object = {}) {
  const { status, text, body } = await client.post(path, params as Record<string, unknown>);
  if (status !== 200) throw new Error(text);
  return body;
}

const clockAt = async (client: Client, frozen_time = start): Promise<string> => (await posted(client, clocks, { frozen_time })).id;

/** Advances a clock, and runs the work of a worker; answers with the clock. */
async function advance({ client, account }: Sandbox, clock: string, frozen_time: number) {
  expect((await posted(client, `${clocks}/${clock}/advance`, { frozen_time })).status).toBe('advancing');
  const job = await claimJob(small.engine.database, { account, id: `advance ${clock}` }, 60);
  if (!job) throw new Error('Nothing advances the clock');
  await runAdvance(small.engine, job, () => false);
  return (await client.get(`${clocks}/${clock}`)).body;
}

/** The jobs that a worker would take now. */
async function dueNow(): Promise<Awaited<ReturnType<typeof claimJobs>>> {
  const claiming = { queue: 'due', lease_seconds: 60, count: 500, per_lane: 50, busy_lanes: [] } as const;
  return claimJobs(small.engine.database, { ...claiming, now_ms: whole.now() });
}

test('an object uses the clock that it names, or that of its customer, or else that of its account', async () => {
  const { client } = await sandbox();
  const clock = await clockAt(client);
  const customer = (await posted(client, '/v1/customers', { test_clock: clock })).id;
  const other = (await posted(client, '/v1/customers')).id;
  const at = start + day;
  expect(await posted(client, '/v1/reminders', { at, test_clock: clock })).toMatchObject({ created: start, test_clock: clock });
  expect(await posted(client, '/v1/reminders', { at, customer })).toMatchObject({ created: start, test_clock: clock });
  const own = await posted(client, '/v1/reminders', { at: Math.floor(whole.now() / 1000) + day, customer: other });
  expect(own.test_clock).toBeNull();
  expect(own.created).toBeGreaterThan(start + day);
});

test("a rule sees the time of its object's clock, which stands still until it is advanced", async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const customer = (await posted(of.client, '/v1/customers', { test_clock: clock })).id;
  const { id } = await posted(of.client, '/v1/reminders', { at: start + 900 * day, customer });
  whole.advance(60_000);
  expect((await posted(of.client, `/v1/reminders/${id}/look`)).seen_at).toBe(start);
  await advance(of, clock, start + 5 * day);
  expect((await posted(of.client, `/v1/reminders/${id}/look`)).seen_at).toBe(start + 5 * day);
});

test('the clock of an object is read in the same statement as the object', async () => {
  const { client } = await sandbox();
  const customer = (await posted(client, '/v1/customers', { test_clock: await clockAt(client) })).id;
  const { id } = await posted(client, '/v1/reminders', { at: start + day, customer });
  reads = 0;
  await posted(client, `/v1/reminders/${id}/look`);
  expect(reads).toBe(1);
});

test('advancing a clock runs its due work in order, and no work of another clock', async () => {
  const of = await sandbox();
  const [clock, other] = [await clockAt(of.client), await clockAt(of.client)];
  const late = await posted(of.client, '/v1/reminders', { at: start + 2 * day, test_clock: clock });
  const often = await posted(of.client, '/v1/reminders', { at: start + day, every: 2 * day, times: 3, test_clock: clock });
  await posted(of.client, '/v1/reminders', { at: start + day, test_clock: other });
  expect(await dueNow()).toEqual([]);
  expect(await advance(of, clock, start + 4 * day)).toMatchObject({ status: 'ready', frozen_time: start + 4 * day });
  expect(await rings(of.client)).toEqual([
    [often.id, start + day],
    [late.id, start + 2 * day],
    [often.id, start + 3 * day],
  ]);
  expect((await of.client.get(`${clocks}/${other}`)).body.frozen_time).toBe(start);
});

test('objects created by a rule use the clock of the object that they belong to', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const first = await posted(of.client, '/v1/reminders', { at: start + day, note: 'another', test_clock: clock });
  await advance(of, clock, start + 2 * day);
  const [made] = (await of.client.get('/v1/reminders')).body.data;
  expect(made).toMatchObject({ note: 'made', created: start + day, test_clock: clock, rung: 1 });
  expect(await rings(of.client)).toEqual([
    [first.id, start + day],
    [made.id, start + day + 60],
  ]);
});

test('objects of a kind that names no clock keep the clock that they were created on', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  await posted(of.client, '/v1/reminders', { at: start + day, note: 'bell', test_clock: clock });
  await advance(of, clock, start + 2 * day);
  const [bell] = (await of.client.get('/v1/bells')).body.data;
  expect(bell).toMatchObject({ created: start + day, struck: [start + day + 60, start + day + 120] });
});

test('objects of a deleted clock use that of its account', async () => {
  const { client, account } = await sandbox();
  const clock = await clockAt(client);
  const customer = (await posted(client, '/v1/customers', { test_clock: clock })).id;
  const own = (await posted(client, '/v1/reminders', { at: start + day, test_clock: clock })).id;
  await client.del(`${clocks}/${clock}`);
  const now = Math.floor(whole.now() / 1000);
  const made = await posted(client, '/v1/reminders', { at: now + day, customer });
  expect(made.test_clock).toBeNull();
  expect(made.created).toBeGreaterThanOrEqual(now);
  expect((await posted(client, `/v1/reminders/${own}/look`)).seen_at).toBeGreaterThanOrEqual(now);
  await posted(client, `/v1/reminders/${own}/again`, { at: now + day });
  const jobs = await rowsOf(whole, `select queue from jobs where account = $1 and subject = '${own}' and clock = ''`, account);
  expect(jobs).toEqual([{ queue: 'due' }]);
});

test('a timer that is set twice with the object that it belongs to is one timer', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const { id } = await posted(of.client, '/v1/reminders', { at: start + day, note: 'twice', test_clock: clock });
  await advance(of, clock, start + 2 * day);
  expect(await rings(of.client)).toEqual([[id, start + day]]);
});

test('work that is already due on a ready clock runs at once', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const { id } = await posted(of.client, '/v1/reminders', { at: start, test_clock: clock });
  const [job] = (await dueNow()).filter(({ subject }) => subject === id);
  if (!job) throw new Error('Nothing is due');
  await runDue(small.engine, job);
  expect(await rings(of.client)).toEqual([[id, start]]);
});

test('a failing job stops its clock, and the clock shows it', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  await posted(of.client, '/v1/reminders', { at: start + day, note: 'broken', test_clock: clock });
  expect(await advance(of, clock, start + 2 * day)).toMatchObject({ status: 'internal_failure', frozen_time: start });
  const types = (await of.client.get('/v1/events')).body.data.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type.includes('test_clock'))).toEqual([
    'test_helpers.test_clock.internal_failure',
    'test_helpers.test_clock.advancing',
    'test_helpers.test_clock.created',
  ]);
  expect(await rowsOf(whole, `select id from jobs where account = $1 and queue = 'advance'`, of.account)).toEqual([]);
});

test('a short outage of the database stops no clock for good', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const { id } = await posted(of.client, '/v1/reminders', { at: start + day, test_clock: clock });
  await posted(of.client, `${clocks}/${clock}/advance`, { frozen_time: start + 2 * day });
  // A worker retries a job when its lease has expired.
  const goOn = async (): Promise<void> => {
    await rowsOf(whole, `update jobs set leased_until = null where account = $1 and queue = 'advance'`, of.account);
    const job = await claimJob(small.engine.database, { account: of.account, id: `advance ${clock}` }, 60);
    if (job) await runAdvance(small.engine, job, () => false);
  };
  let reading = 0;
  afterReading = async () => {
    reading += 1;
    if (reading > 1 && reading < 5) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  while (reading < 5) await goOn().catch(() => {});
  afterReading = async () => {};
  await goOn();
  expect((await of.client.get(`${clocks}/${clock}`)).body).toMatchObject({ status: 'ready', frozen_time: start + 2 * day });
  expect(await rings(of.client)).toEqual([[id, start + day]]);
});

test('400: a clock that is being advanced cannot be advanced again, and none moves back', async () => {
  const { client } = await sandbox();
  const clock = await clockAt(client);
  const back = await client.post(`${clocks}/${clock}/advance`, { frozen_time: start });
  expect([back.status, back.body.error.param]).toEqual([400, 'frozen_time']);
  await posted(client, `${clocks}/${clock}/advance`, { frozen_time: start + day });
  const again = await client.post(`${clocks}/${clock}/advance`, { frozen_time: start + 2 * day });
  expect([again.status, again.body.error.code]).toEqual([400, 'test_clock_unexpected_state']);
});

test("with two clocks in one account lists and feeds keep the order of storage, and filters use each object's clock", async () => {
  const of = await sandbox();
  const [past, future] = [await clockAt(of.client), await clockAt(of.client, 4_000_000_000)];
  const made: { id: string; created: number }[] = [];
  for (const test_clock of [future, past, undefined, past, future])
    made.push(await posted(of.client, '/v1/reminders', { at: 4_100_000_000, ...(test_clock && { test_clock }) }));
  const ids = made.map(({ id }) => id).reverse();
  const list = async (query: object): Promise<string[]> =>
    (await of.client.get('/v1/reminders', query as Record<string, string>)).body.data.map(({ id }: { id: string }) => id);
  expect(await list({})).toEqual(ids);
  expect(ids.map(timeOfId).every((time_ms) => time_ms <= whole.now())).toBe(true);
  expect(await list({ 'created[lte]': start })).toEqual([made[3]?.id, made[1]?.id]);
  expect(await list({ 'created[gte]': 4_000_000_000 })).toEqual([made[4]?.id, made[0]?.id]);
  expect(await list({ 'created[gt]': start, 'created[lt]': 4_000_000_000 })).toEqual([made[2]?.id]);
  const recorded = (await of.client.get('/v1/events', { type: 'reminder.created' })).body.data;
  expect(recorded.map(({ data }: { data: { object: { id: string } } }) => data.object.id)).toEqual(ids);
  const early = (await of.client.get('/v1/events', { type: 'reminder.created', 'created[lte]': start })).body.data;
  expect(early).toHaveLength(2);
});

test('work created for a clock that arrives concurrently runs at once, and does not wait for the next advance', async () => {
  const it = await sandbox();
  const clock = await clockAt(it.client);
  afterReading = async () => {
    afterReading = async () => {};
    await advance(it, clock, start + day);
  };
  const { id } = await posted(it.client, '/v1/reminders', { at: start + 100, test_clock: clock });
  expect(await rowsOf(whole, `select queue from jobs where account = $1 and subject = $2`, it.account, id)).toEqual([{ queue: 'due' }]);
});

test('a clock on a long advance reports its progress each second, and the process that continues it repeats nothing', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const due: [string, number][] = [];
  for (const days of [1, 2, 3]) {
    const at = start + days * day;
    due.push([(await posted(of.client, '/v1/reminders', { at, test_clock: clock })).id, at]);
  }
  await posted(of.client, `${clocks}/${clock}/advance`, { frozen_time: start + 10 * day });
  const claim = async () => {
    const job = await claimJob(small.engine.database, { account: of.account, id: `advance ${clock}` }, 60);
    return job ?? Promise.reject(new Error('Nothing advances the clock'));
  };
  let looks = 0;
  const stopsBeforeTheThird = (): boolean => {
    whole.advance(1001);
    looks += 1;
    // Once each round, once each time, and once each job.
    return looks > 5;
  };
  await runAdvance(small.engine, await claim(), stopsBeforeTheThird);
  const { body } = await of.client.get(`${clocks}/${clock}`);
  expect([body.status, body.frozen_time]).toEqual(['advancing', start]);
  expect(body.status_details.advancing).toEqual({ target_frozen_time: start + 10 * day, reached: start + 2 * day });
  expect(await rings(of.client)).toEqual(due.slice(0, 2));
  await runAdvance(small.engine, await claim(), () => false);
  expect(await rings(of.client)).toEqual(due);
  expect((await of.client.get(`${clocks}/${clock}`)).body.status).toBe('ready');
});

test('work that was due at once on a clock deleted by then does not run', async () => {
  const of = await sandbox();
  const clock = await clockAt(of.client);
  const { id } = await posted(of.client, '/v1/reminders', { at: start, test_clock: clock });
  const [job] = (await dueNow()).filter(({ subject }) => subject === id);
  if (!job) throw new Error('Nothing is due');
  await of.client.del(`${clocks}/${clock}`);
  await runDue(small.engine, job);
  expect(await rings(of.client)).toEqual([]);
  expect(await rowsOf(whole, 'select from jobs where account = $1 and subject = $2', of.account, id)).toEqual([]);
});
