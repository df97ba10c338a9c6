import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Claims, claims } from '../../src/delivery/webhooks/claims.js';
import { finishJob, type Job, leaseJob, postponeJob } from '../../src/kernel/jobs/jobs.js';
import { endpointAt } from '../support/deliveries.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off', FLORIN_WEBHOOK_ENDPOINTS_MAX: '100' });
});
afterAll(() => service.stop());

/** A process with its claims, and the deliveries that it has claimed and not finished. */
type Process = { readonly claims: Claims; readonly running: Job[]; readonly look: () => Promise<string[]> };

function processWith(slots: number, max = 32): Process {
  const own = claims({ slots, per_endpoint: { min: 1, max }, lease_seconds: 60, isHeld: async () => false });
  const running: Job[] = [];
  const look = async (): Promise<string[]> => {
    const { database } = service.engine;
    const { jobs } = await own.claim({ database, now_ms: service.now(), free: slots - running.length, running });
    running.push(...jobs);
    return jobs.map(({ lane }) => lane);
  };
  return { claims: own, running, look };
}

/** Finishes deliveries of a process as a worker would. */
async function end(
  { claims, running }: Process,
  jobs: readonly Job[],
  outcome: string,
  status: number | null,
  took_ms = 50,
): Promise<void> {
  const ended_ms = service.now();
  for (const job of jobs) {
    running.splice(running.indexOf(job), 1);
    claims.ended(job, { outcome, status, began_ms: ended_ms - took_ms, ended_ms });
    if (outcome === 'delivered') await finishJob(service.engine.database, job);
    else await postponeJob(service.engine.database, job, ended_ms);
  }
}

let made = 0;

/** An endpoint, and this many waiting events. */
async function waiting(client: Client, count: number, more: object = {}): Promise<string> {
  const { id } = await endpointAt(client, `http://127.0.0.1:9/${made++}`, ['payout.paid'], more);
  const [row] = await rowsOf<{ account: string }>(service, `select account from objects where object = 'webhook_endpoint' and id = $1`, id);
  await rowsOf(
    service,
    `insert into jobs (account, id, queue, subject, lane, due_at)
      select $1, 'evt_' || to_char(n, 'FM00000') || ' ' || $2, 'webhook', 'evt_' || n, $2, $3::timestamptz - n * interval '1 ms' from generate_series(1, $4::int) n`,
    row?.account,
    id,
    new Date(service.now()),
    count,
  );
  return id;
}

/** Deletes all waiting deliveries, so that the next test starts with an empty queue. */
const clear = (): Promise<object[]> => rowsOf(service, `delete from jobs where queue = 'webhook'`);

test('an endpoint starts with two concurrent deliveries, gets one more for each quick answer while more wait, up to the limit', async () => {
  await clear();
  await waiting(service.client(), 100);
  const process = processWith(64, 8);
  const at_once: number[] = [];
  for (let round = 0; round < 5; round++) {
    await process.look();
    at_once.push(process.running.length);
    await end(process, [...process.running], 'delivered', 200);
  }
  expect(at_once).toEqual([2, 4, 8, 8, 8]);
});

test('an endpoint without waiting deliveries gets no more, however fast it answers', async () => {
  await clear();
  const client = service.client();
  const process = processWith(64);
  for (let round = 0; round < 5; round++) {
    await waiting(client, 1);
    await process.look();
    await end(process, [...process.running], 'delivered', 200);
  }
  await waiting(client, 20);
  expect(await process.look()).toHaveLength(2);
});

test.each([
  ['slower', 'delivered', 200, 2000, 6],
  ['with a fault', 'refused', 503, 50, 4],
  ['with 429', 'refused', 429, 50, 4],
  ['not at all', 'connection_failed', null, 50, 4],
  ['too late', 'timed_out', null, 10_000, 1],
  ['with 400', 'refused', 400, 50, 8],
])(
  'an endpoint with eight concurrent deliveries that answers %s gets the matching limit',
  async (_, outcome, status, took_ms, expected) => {
    await clear();
    await waiting(service.client(), 100);
    const process = processWith(64, 8);
    for (let round = 0; round < 3; round++) {
      await process.look();
      await end(process, [...process.running], 'delivered', 200);
    }
    await process.look();
    expect(process.running).toHaveLength(8);
    await end(process, [...process.running], outcome, status, took_ms);
    await process.look();
    expect(process.running).toHaveLength(expected);
  },
);

test('two processes together have no more concurrent deliveries to an endpoint than one of them would', async () => {
  await clear();
  await waiting(service.client(), 50);
  const [one, other] = [processWith(64), processWith(64)];
  await Promise.all([one.look(), other.look(), one.look(), other.look()]);
  await Promise.all([one.look(), other.look()]);
  expect(one.running.length + other.running.length).toBe(2);
});

test('the backlog of one endpoint never hides the others, however long it is', async () => {
  await clear();
  const [flooded, quiet] = [service.client(), service.client()];
  const full = await waiting(flooded, 5000);
  const beside = await waiting(flooded, 1);
  const elsewhere = await waiting(quiet, 1);
  expect(new Set(await processWith(64).look())).toEqual(new Set([full, beside, elsewhere]));
});

test('an account holds no more slots than are still free, so that the next one always finds some', async () => {
  await clear();
  const [greedy, next, third] = [service.client(), service.client(), service.client()];
  for (let endpoint = 0; endpoint < 40; endpoint++) await waiting(greedy, 3);
  const process = processWith(32);
  await process.look();
  expect(process.running).toHaveLength(16);
  const theirs = [await waiting(next, 4), await waiting(next, 4)];
  expect((await process.look()).sort()).toEqual([...theirs, ...theirs].sort());
  const last = await waiting(third, 1);
  expect(await process.look()).toEqual([last]);
});

test('scarce slots rotate: an endpoint that got none is first next time', async () => {
  await clear();
  const lanes = [];
  for (let account = 0; account < 12; account++) lanes.push(await waiting(service.client(), 50));
  const process = processWith(4);
  const served = new Set<string>();
  for (let round = 0; round < 6; round++) {
    for (const lane of await process.look()) served.add(lane);
    await end(process, [...process.running], 'delivered', 200);
  }
  expect(served).toEqual(new Set(lanes));
});

test('endpoints that recently timed out share an eighth of the slots', async () => {
  await clear();
  for (let account = 0; account < 10; account++) await waiting(service.client(), 20);
  const process = processWith(32);
  await process.look();
  expect(process.running).toHaveLength(20);
  await end(process, [...process.running], 'timed_out', null, 10_000);
  await process.look();
  expect(process.running).toHaveLength(4);
  const healthy = await waiting(service.client(), 10);
  expect(await process.look()).toEqual([healthy, healthy]);
});

test('one answer in time takes an endpoint out of that eighth', async () => {
  await clear();
  const lane = await waiting(service.client(), 20);
  const process = processWith(32);
  await process.look();
  await end(process, [...process.running], 'timed_out', null, 10_000);
  for (const expected of [1, 2, 3]) {
    await process.look();
    expect(process.running.map((job) => job.lane)).toEqual(Array.from({ length: expected }, () => lane));
    await end(process, process.running.slice(0, 1), 'delivered', 200);
    await end(process, [...process.running], 'refused', 400);
  }
});

test('an ordered endpoint has only its first event claimed, and none while that waits for its next attempt', async () => {
  await clear();
  await waiting(service.client(), 5, { ordered: true });
  const process = processWith(32);
  await process.look();
  expect(process.running.map(({ subject }) => subject)).toEqual(['evt_1']);
  expect(await process.look()).toEqual([]);
  const [first] = process.running.splice(0) as [Job];
  await postponeJob(service.engine.database, first, service.now() + 60_000);
  expect(await process.look()).toEqual([]);
  await finishJob(service.engine.database, first);
  await process.look();
  expect(process.running.map(({ subject }) => subject)).toEqual(['evt_2']);
});

test('a stopping process returns its claimed deliveries, and they keep their place', async () => {
  await clear();
  await waiting(service.client(), 5, { ordered: true });
  const [one, other] = [processWith(32), processWith(32)];
  await one.look();
  expect(await other.look()).toEqual([]);
  const [job] = one.running as [Job];
  expect(await leaseJob(service.engine.database, job, 0)).toBe(true);
  await other.look();
  expect(other.running).toMatchObject([{ id: job.id, due_at: job.due_at, tried: 0 }]);
});
