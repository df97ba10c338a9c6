import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdvance } from '../src/kernel/engine/advance.js';
import { oldestOf, startWorker, type Worker } from '../src/kernel/jobs/worker.js';
import { count, repeats } from './support/campaign.js';
import { accountOf } from './support/merchant.js';
import { reminders, rings } from './support/reminders.js';
import { type Answer, type Client, startService, type TestService } from './support/service.js';
import { type SmallService, startSmallService } from './support/small-service.js';

let whole: TestService;
let small: SmallService;
let worker: Worker;
const faults: unknown[] = [];
beforeAll(async () => {
  whole = await startService({ FLORIN_WORKER: 'off' }, { answer_deadline_ms: 200 });
  small = await startSmallService(whole, reminders);
  const run = (job: Parameters<typeof runAdvance>[1], isStopping: () => boolean) => runAdvance(small.engine, job, isStopping);
  worker = startWorker({
    engine: small.engine,
    queues: { advance: { run, concurrency: 1, claim: oldestOf('advance', { per_lane: 1, lease_seconds: 60 }) } },
    onError: (error) => void faults.push(error),
  });
});
afterAll(async () => {
  await worker.stop(5000);
  await small.stop();
  await whole.stop();
});

const path = '/v1/test_helpers/sandbox_clock';
const day = 86_400;
const year = 365 * day;
const timers = repeats('timers');
const times = 4;
const at_once = 16;

/** Sets the reminders, this many at a time; answers with every time of a ring and its reminder. */
async function setUp(client: Client, now: number): Promise<[string, number][]> {
  const due: [string, number][] = [];
  const every = Math.floor(year / (times + 1));
  const set = async (place: number): Promise<void> => {
    const at = now + day + ((place * 7919) % Math.floor(year / (times + 2)));
    const { status, text, body } = await client.post('/v1/reminders', { at, every, times });
    if (status !== 200) throw new Error(text);
    for (let rung = 0; rung < times; rung++) due.push([body.id, at + rung * every]);
  };
  for (let first = 0; first < timers / times; first += at_once)
    await Promise.all(Array.from({ length: Math.min(at_once, timers / times - first) }, (_, place) => set(first + place)));
  return due;
}

/** Calls as another account while a clock is moved; answers with the duration of each call, in milliseconds. */
async function callsMeanwhile(neighbour: Client, client: Client, moved: Promise<Answer>): Promise<number[]> {
  const took: number[] = [];
  let is_answered = false;
  moved.then(() => {
    is_answered = true;
  });
  for (let call = 0; call < 1_000_000; call++) {
    if (is_answered && call % 20 === 0 && (await client.get(path)).body.status === 'ready') return took;
    const started = performance.now();
    const { status } = await neighbour.post('/v1/customers', { name: 'during' });
    took.push(performance.now() - started);
    if (status !== 200) throw new Error(`A neighbour was answered ${status}`);
  }
  throw new Error('The clock never arrived');
}

/** By their times; jobs of the same time run side by side. */
const inOrder = (rung: readonly [string, number][]): [string, number][] =>
  [...rung].sort(([one, first], [other, second]) => first - second || (one < other ? -1 : 1));

const at = (sorted: readonly number[], share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

test(`${timers} timers of a year all run, each at its time and in order, and other accounts are served throughout`, async () => {
  const [opened, neighbour] = [whole.client(), whole.client()];
  await Promise.all([accountOf(opened), accountOf(neighbour)]);
  const client = small.client(opened.key);
  const now = (await client.get(path)).body.frozen_time;
  const due = await setUp(client, now);
  const started = performance.now();
  const moved = client.post(`${path}/advance`, { frozen_time: now + year });
  const [{ status }, calls] = await Promise.all([moved, callsMeanwhile(neighbour, client, moved)]);
  expect(status).toBe(200);
  const took = calls.sort((one, other) => one - other);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${timers} timers in ${seconds.toFixed(1)} s; of ${took.length} customers that another account created during it p50 ${at(took, 0.5)} ms, p99 ${at(took, 0.99)} ms\n`,
  );
  count('timers that ran in the order of their times', due.length);
  const rung = await rings(client);
  expect(rung.map(([, moment]) => moment)).toEqual(due.map(([, moment]) => moment).sort());
  expect(inOrder(rung)).toEqual(inOrder(due));
  expect(took.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
