import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDue } from '../../src/kernel/engine/due.js';
import type { Engine } from '../../src/kernel/engine/engine.js';
import { claimJob, type Job } from '../../src/kernel/jobs/jobs.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { openTo } from '../support/small-service.js';
import { askAway, followers } from './followers.js';

let it: TestService;
beforeAll(async () => {
  const besides = { catalogue: followers, access: openTo(followers), questions: [askAway], processors: [] };
  it = await startService({ FLORIN_WORKER: 'off' }, { besides });
});
afterAll(() => it.stop());

type Followed = { readonly client: Client; readonly counts: () => Promise<number[]>; readonly claim: (seconds: number) => Promise<Job> };

/** A customer that has changed, and its followers, each of which pays out an amount. */
async function followed(...amounts: readonly number[]): Promise<Followed> {
  const client = it.client();
  const customer = (await client.post('/v1/customers')).body.id;
  const ids: string[] = [];
  for (const amount of amounts) ids.push((await client.post('/v1/followers', { customer, amount })).body.id);
  await client.post(`/v1/customers/${customer}`, { name: 'Jo' });
  return {
    client,
    counts: () => Promise.all(ids.map(async (id) => (await client.get(`/v1/followers/${id}`)).body.count)),
    claim: async (seconds) => {
      const text = `select account, id from jobs where queue = 'due' and subject = $1`;
      const [job] = await it.engine.database.query<Job>({ text, values: [customer] });
      return (await claimJob(it.engine.database, job as Job, seconds)) as Job;
    },
  };
}

test('a process without the lease runs no follower, and the one that has taken it over runs each follower once', async () => {
  const { counts, claim } = await followed(0, 0, 0);
  const [late, held] = [await claim(0), await claim(60)];
  await runDue(it.engine, late);
  expect(await counts()).toEqual([0, 0, 0]);
  await runDue(it.engine, held);
  expect(await counts()).toEqual([1, 1, 1]);
  expect(await claim(60).catch(() => 'none')).toBe('none');
});

test('a failing follower blocks no other, and runs when it can', async () => {
  const { client, counts, claim } = await followed(0, 500, 0);
  await runDue(it.engine, await claim(60));
  expect(await counts()).toEqual([1, 0, 1]);
  const own = await claim(60);
  await expect(runDue(it.engine, own)).rejects.toThrow();
  await client.post('/v1/test_helpers/top_ups', { amount: 500, currency: 'usd' });
  await runDue(it.engine, own);
  expect(await counts()).toEqual([1, 1, 1]);
  expect(await claim(60).catch(() => 'none')).toBe('none');
});

test('a process that loses the lease between read and write runs no follower', async () => {
  const { counts, claim } = await followed(0, 0, 0);
  const late = await claim(0);
  let held: Job | undefined;
  const store: Engine['store'] = async (write) => {
    held ??= await claim(60);
    return it.engine.store(write);
  };
  await runDue({ ...it.engine, store }, late);
  expect(await counts()).toEqual([0, 0, 0]);
  await runDue(it.engine, held as Job);
  expect(await counts()).toEqual([1, 1, 1]);
  expect(await claim(60).catch(() => 'none')).toBe('none');
});

test('each follower extends the lease with its own write, and the job needs no other statement', async () => {
  const { counts, claim } = await followed(0, 0, 0);
  const left: number[] = [];
  const asked: string[] = [];
  const job = await claim(5);
  const store: Engine['store'] = async (write) => {
    const queues = await it.engine.store(write);
    const text = 'select extract(epoch from leased_until - clock_timestamp())::int as seconds from jobs where account = $1 and id = $2';
    const [row] = await it.engine.database.query<{ seconds: number }>({ text, values: [job.account, job.id] });
    left.push(row?.seconds ?? 0);
    return queues;
  };
  const query: Engine['database']['query'] = (statement) => {
    asked.push(statement.text);
    return it.engine.database.query(statement);
  };
  await runDue({ ...it.engine, store, database: { ...it.engine.database, query } }, job);
  expect(await counts()).toEqual([1, 1, 1]);
  expect(left.filter((seconds) => seconds < 30)).toEqual([]);
  expect(left).toHaveLength(3);
  expect(asked.filter((text) => text.startsWith('update jobs'))).toEqual([]);
});
