import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDue } from '../../src/kernel/engine/due.js';
import type { Job } from '../../src/kernel/jobs/jobs.js';
import type { Processor } from '../../src/processors/contract.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { openTo } from '../support/small-service.js';
import { askAway, followers } from './followers.js';

describe('followers', () => {
  let it: TestService;
  let silent = false;
  const processor = {
    name: 'processor',
    local: false,
    ask_away: () => (silent ? new Promise(() => {}) : Promise.resolve({ result: 'answered' })),
  } as unknown as Processor;
  beforeAll(async () => {
    const besides = { catalogue: followers, access: openTo(followers), questions: [askAway], processors: [processor] };
    it = await startService({}, { besides, answer_deadline_ms: 300 });
  });
  afterAll(() => it.stop());

  const topUp = (client: Client, amount: number) => client.post('/v1/test_helpers/top_ups', { amount, currency: 'usd' });
  const available = async (client: Client) =>
    (await client.get('/v1/balance')).body.available.find((each: { currency: string }) => each.currency === 'usd')?.amount ?? 0;
  const jobs = (queue: string, subject = '') =>
    it.engine.database.query<{ id: string }>({
      text: `select id from jobs where queue = $1 and ($2 = '' or subject = $2)`,
      values: [queue, subject],
    });

  test('each follower runs for each event exactly once, also where one of them fails for a while', async () => {
    const client = it.client();
    const customer = (await client.post('/v1/customers', { email: 'jo@example.com' })).body.id;
    const make = async (amount: number) => (await client.post('/v1/followers', { customer, amount })).body.id;
    const ids = [await make(0), await make(500), await make(0)];
    const counts = () => Promise.all(ids.map(async (id) => (await client.get(`/v1/followers/${id}`)).body.count));
    await Promise.all([
      client.post(`/v1/customers/${customer}`, { name: 'One' }),
      client.post(`/v1/customers/${customer}`, { phone: '2' }),
    ]);
    await it.until(async () => it.lines.some((line) => line.includes('a job failed and will be repeated')));
    expect((await counts())[1]).toBe(0);
    await topUp(client, 1000);
    await it.until(async () => {
      it.advance(600_000);
      return (await jobs('due', customer)).length === 0;
    });
    expect(await counts()).toEqual([2, 2, 2]);
    expect(await available(client)).toBe(0);
  });

  /** The number of answers of each errand in an account. */
  const answersIn = async (account: string): Promise<number[]> => {
    const rows = await it.engine.database.query<{ doc: string }>({
      text: `select doc from objects where account = $1 and object = 'errand'`,
      values: [`${account}_test`],
    });
    return rows.map(({ doc }) => JSON.parse(doc).answered);
  };

  test('a question in another account is answered there once, and its job ends', async () => {
    const [client, other] = [it.client(), it.client()];
    const destination = (await other.get('/v1/account')).body.id;
    expect((await client.post('/v1/errands', { destination })).status).toBe(200);
    expect(await jobs('ask')).toEqual([]);
    expect(await answersIn(destination)).toEqual([1]);
  });

  test('a question in another account is answered by a worker too, after the request has died', async () => {
    const [client, other] = [it.client(), it.client()];
    const destination = (await other.get('/v1/account')).body.id;
    silent = true;
    const key = { headers: { 'idempotency-key': 'once' } };
    const first = await client.post('/v1/errands', { destination }, key);
    expect(first.status).toBe(200);
    silent = false;
    it.advance(60_000);
    await it.until(async () => (await jobs('ask')).length === 0);
    expect(await answersIn(destination)).toEqual([1]);
    expect((await client.post('/v1/errands', { destination }, key)).text).toBe(first.text);
  });

  test("a refusal is handled in the handler's own account", async () => {
    const [client, other] = [it.client(), it.client()];
    const destination = (await other.get('/v1/account')).body.id;
    const { id } = (await client.post('/v1/errands', { destination })).body;
    expect((await client.post(`/v1/errands/${id}/try_there`)).body.declined).toBe(1);
    expect([await available(client), await available(other)]).toEqual([300, 0]);
  });

  test('a timer that another process has run in between does not run again', async () => {
    const client = it.client();
    const { id } = (await client.post('/v1/errands', { destination: (await client.get('/v1/account')).body.id })).body;
    await client.post(`/v1/errands/${id}/later`, { destination: 'cus_that_never_was' });
    const text = 'select account, id, queue, subject, lane, due_at, attempts, payload from jobs where subject = $1';
    const [job] = await it.engine.database.query<Job>({ text, values: [id] });
    await Promise.all([runDue(it.engine, job as Job), runDue(it.engine, job as Job)]);
    await runDue(it.engine, job as Job);
    expect((await client.get(`/v1/errands/${id}`)).body.declined).toBe(1);
  });

  test('an object that a rule names and that has been deleted is a refusal that a handler takes', async () => {
    const client = it.client();
    const gone = (await client.post('/v1/customers', { email: 'jo@example.com' })).body.id;
    await client.del(`/v1/customers/${gone}`);
    const { id } = (await client.post('/v1/errands', { destination: (await client.get('/v1/account')).body.id })).body;
    await client.post(`/v1/errands/${id}/later`, { destination: gone });
    it.advance(61_000);
    await it.until(async () => (await client.get(`/v1/errands/${id}`)).body.declined === 1);
  });
});
