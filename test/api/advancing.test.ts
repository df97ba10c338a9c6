import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdvance } from '../../src/kernel/engine/advance.js';
import { claimJob, claimJobs } from '../../src/kernel/jobs/jobs.js';
import { accountOf } from '../support/merchant.js';
import { reminders, rings } from '../support/reminders.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { type SmallService, startSmallService } from '../support/small-service.js';

let whole: TestService;
let small: SmallService;
beforeAll(async () => {
  whole = await startService({ FLORIN_WORKER: 'off' }, { answer_deadline_ms: 3000 });
  small = await startSmallService(whole, reminders);
});
afterAll(async () => {
  await small.stop();
  await whole.stop();
});

const path = '/v1/test_helpers/sandbox_clock';
const day = 86_400;

/** A sandbox of reminders, the account that its rows belong to, and the time on its clock. */
async function sandbox(): Promise<{ client: Client; account: string; now: number }> {
  const opened = whole.client();
  const account = `${await accountOf(opened)}_test`;
  const client = small.client(opened.key);
  return { client, account, now: (await client.get(path)).body.frozen_time };
}

async function remind(client: Client, at: number, more: object = {}): Promise<string> {
  const { status, text, body } = await client.post('/v1/reminders', { at, ...more });
  if (status !== 200) throw new Error(text);
  return body.id;
}

const advance = async (client: Client, frozen_time: number) => (await client.post(`${path}/advance`, { frozen_time })).body;

/** Sorted by due time, then by id. */
const inOrder = (rung: readonly [string, number][]): [string, number][] =>
  [...rung].sort(([one, at], [other, then]) => at - then || (one < other ? -1 : 1));

test('200: due work runs in the order of its due times, per customer in the order of the ids, each at its own time', async () => {
  const { client, now } = await sandbox();
  const customers = await Promise.all([1, 2, 3].map(async () => (await client.post('/v1/customers')).body.id as string));
  const asked = Array.from({ length: 250 }, (_, place) => now + day + ((place * 7919) % 60));
  const due = await Promise.all(
    asked.map(async (at, place): Promise<[string, number, string]> => {
      const customer = customers[place % customers.length] ?? '';
      return [await remind(client, at, { customer }), at, customer];
    }),
  );
  const { status } = await arrive(client, now + 2 * day);
  expect(status).toBe('ready');
  const rung = await rings(client);
  expect(rung.map(([, at]) => at)).toEqual(asked.sort());
  for (const customer of customers) {
    const own = due.filter(([, , whose]) => whose === customer).map(([id, at]): [string, number] => [id, at]);
    expect(rung.filter(([id]) => own.some(([each]) => each === id))).toEqual(inOrder(own));
  }
});

/** Advances repeatedly until the clock arrives: a slow machine gets its answer before all work is done. */
async function arrive(client: Client, to: number) {
  for (let tried = 0; tried < 40; tried++) {
    const body = await advance(client, to + tried);
    if (body.status === 'ready') return body;
  }
  throw new Error('The clock has not arrived');
}

test('200: work that becomes due during the advance runs among the rest, at its own time', async () => {
  const { client, now } = await sandbox();
  const often = await remind(client, now + 10, { every: 10, times: 5 });
  const once = await remind(client, now + 25);
  const late = await remind(client, now + 45);
  await arrive(client, now + day);
  const moments = (await rings(client)).map(([id, at]) => [id, at - now]);
  expect(moments).toEqual([
    [often, 10],
    [often, 20],
    [once, 25],
    [often, 30],
    [often, 40],
    [late, 45],
    [often, 50],
  ]);
});

test('200: work that is not due yet runs later, when the clock reaches it', async () => {
  const { client, now } = await sandbox();
  const id = await remind(client, now + 10 * day);
  await arrive(client, now + 9 * day);
  expect(await rings(client)).toEqual([]);
  await arrive(client, now + 10 * day);
  expect(await rings(client)).toEqual([[id, now + 10 * day]]);
});

test('200: a failing job is left to a worker, and the clock arrives without it', async () => {
  const { client, account, now } = await sandbox();
  const broken = await remind(client, now + 10, { note: 'broken' });
  const sound = await remind(client, now + 20);
  expect(await arrive(client, now + day)).toMatchObject({ status: 'ready' });
  expect(await rings(client)).toEqual([[sound, now + 20]]);
  expect(await rowsOf(whole, `select subject from jobs where account = $1 and queue = 'due'`, account)).toEqual([{ subject: broken }]);
});

/** Leases a job to another process. */
const lease = (account: string, subject: string, seconds: number) =>
  rowsOf(
    whole,
    `update jobs set leased_until = clock_timestamp() + make_interval(secs => $3) where account = $1 and subject = $2`,
    account,
    subject,
    seconds,
  );

test('200: a slow advance reports how far it is, and the process that continues it repeats nothing', async () => {
  const { client, account, now } = await sandbox();
  const [first, held, last] = [await remind(client, now + 10), await remind(client, now + 20), await remind(client, now + 30)];
  await lease(account, held, 3600);
  const answered = await advance(client, now + day);
  expect(answered).toMatchObject({ status: 'advancing', status_details: { advancing: { reached: now + 20 } } });
  expect(answered.status_details.advancing.target_frozen_time).toBeGreaterThanOrEqual(now + day);
  expect(await client.get(path).then(({ body }) => body.status)).toBe('advancing');
  expect((await rings(client)).map(([id]) => id)).toEqual([first]);
  await lease(account, held, -1);
  const job = await whole.until(() => claimJob(small.engine.database, { account, id: 'advance' }, 60));
  await runAdvance(small.engine, job, () => false);
  expect(await rings(client)).toEqual([
    [first, now + 10],
    [held, now + 20],
    [last, now + 30],
  ]);
  expect((await client.get(path)).body.status).toBe('ready');
});

test('while a clock is advanced, workers take no jobs of its account and all jobs of other accounts', async () => {
  const [moving, still] = [await sandbox(), await sandbox()];
  const held = await remind(moving.client, moving.now);
  const free = await remind(still.client, still.now);
  await lease(moving.account, held, 3600);
  await advance(moving.client, moving.now + day);
  await lease(moving.account, held, -1);
  const claiming = { queue: 'due', lease_seconds: 60, count: 50, per_lane: 50, busy_lanes: [] } as const;
  const claimed = await claimJobs(small.engine.database, { ...claiming, now_ms: whole.now() });
  expect(claimed.map(({ subject }) => subject)).toContain(free);
  expect(claimed.map(({ subject }) => subject)).not.toContain(held);
});

/** Continues a clock as a worker does, until it has reached its target; the target stays fixed. */
const arrived = (client: Client, account: string): Promise<boolean> =>
  whole.until(async () => {
    if ((await client.get(path)).body.status === 'ready') return true;
    const job = await claimJob(small.engine.database, { account, id: 'advance' }, 60);
    if (job) await runAdvance(small.engine, job, () => false);
    return false;
  });

test('200: an advance beyond the target of a running one runs all work up to the new target', async () => {
  const { client, account, now } = await sandbox();
  const moments = [10, 20, 30].map((days) => now + days * day);
  const due = await Promise.all(moments.map(async (at): Promise<[string, number]> => [await remind(client, at), at]));
  const [[held]] = due as [[string, number]];
  await lease(account, held, 3600);
  const near = client.post(`${path}/advance`, { frozen_time: now + 15 * day });
  await whole.until(async () => (await client.get(path)).body.status === 'advancing');
  const far = client.post(`${path}/advance`, { frozen_time: now + 40 * day });
  await whole.until(async () => (await targetOf(client)) >= now + 40 * day);
  await lease(account, held, -1);
  expect((await Promise.all([near, far])).map(({ status }) => status)).toEqual([200, 200]);
  await arrived(client, account);
  expect(await rings(client)).toEqual(due);
});

/** The target of a running advance. */
const targetOf = async (client: Client): Promise<number> =>
  (await client.get(path)).body.status_details?.advancing?.target_frozen_time ?? 0;
