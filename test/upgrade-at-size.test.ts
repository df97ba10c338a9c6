import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../src/kernel/storage/database.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { administer } from './support/database.js';
import { type Former, startFormer } from './support/former.js';

let former: Former;
afterEach(() => former.stop());

/** How long a request of the earlier program may wait for a lock of a migration. */
const lock_timeout = '400ms';

/** A number of paid payments in as many of the tables as the first schemas have, each with a timer, in sandboxes of a hundred payments. */
const filled = (payments: number): readonly string[] => [
  `insert into clocks (account, offset_ms) select 'acct_' || n || '_test', n % 3 from generate_series(0, ${payments} / 100) n`,
  ...['payment_intent', 'charge', 'balance_transaction'].map(
    (object) => `insert into objects (account, object, id, version, doc, currency, status, type, payment_method)
      select 'acct_' || n / 100 || '_test', '${object}', '${object}_' || n, 1, '{"metadata":{"order":"6735"}}', 'usd', 'succeeded', null, 'pm_' || n
      from generate_series(1, ${payments}) n`,
  ),
  `insert into events (account, id, type, object_id, doc)
    select 'acct_' || n / 100 || '_test', 'evt_0V' || lpad(n::text, 20, '0'), 'payment_intent.succeeded', 'payment_intent_' || n, '{"data":{"object":{"id":"it"}}}'
    from generate_series(1, ${payments}) n`,
  `insert into jobs (account, id, queue, subject, lane, due_at, payload)
    select 'acct_' || n / 100 || '_test', 'job_' || n, 'due', 'charge_' || n, 'charge_' || n, now() + interval '1 day', '{"at":1767225600}'
    from generate_series(1, ${payments}) n`,
  `insert into entries (account, id, movement, debit, credit, currency, amount, source, posted_at)
    select 'acct_' || n / 100 || '_test', 'ent_' || n, 'charge', 'processor_clearing', 'merchant_pending', 'usd', 2000, 'charge_' || n, now()
    from generate_series(1, ${payments}) n`,
  'analyze',
];

/** Fills the database, without the time limit of a request's statements. */
async function fill(url: string, payments: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of filled(payments)) await client.query(text);
  await client.end();
}

/** What a request of the earlier program reads and writes: its clock, an object, a timer, and an event with its entry. The event's id begins with a time of 2026. */
const request = `with clock as (select offset_ms from clocks where account = $1),
  made as (insert into objects (account, object, id, version, doc, status) select $1, 'payment_intent', $2, 1, '{}', 'succeeded' from clock),
  due as (insert into jobs (account, id, queue, subject, lane, due_at, payload) values ($1, $2, 'due', $2, $2, now(), '{"at":1767225600}')),
  told as (insert into events (account, id, type, object_id, doc) values ($1, 'evt_0VZ' || $2, 'payment_intent.succeeded', $2, '{}'))
  insert into entries (account, id, movement, debit, credit, currency, amount, source, posted_at)
    values ($1, $2, 'charge', 'processor_clearing', 'merchant_pending', 'usd', 2000, $2, now())`;

/** Requests of an earlier program on connections that wait only so long for a lock; `stop` answers how many there were and what failed. */
function requestsTo(url: string): { stop(): Promise<{ sent: number; failed: string[] }> } {
  const database = openDatabase({ url, connections: 4, prepares: false, log: () => {} });
  const failed: string[] = [];
  let [sent, stopped] = [0, false];
  const client = async (): Promise<void> => {
    while (!stopped)
      await database
        .query({ text: request, values: [`acct_${sent++ % 1000}_test`, `new_${randomBytes(8).toString('hex')}`] })
        .catch((fault: Error) => failed.push(fault.message));
  };
  const running = Promise.all([client(), client()]);
  return {
    stop: async () => {
      stopped = true;
      await running;
      await database.close();
      return { sent, failed };
    },
  };
}

test('with 100,000 payments, no request of an earlier program fails or waits long for a lock while every migration runs', async () => {
  former = await startFormer(9);
  await fill(former.url, 100_000);
  await administer(former.url, `alter database ${former.name} set lock_timeout = '${lock_timeout}'`);
  const requests = requestsTo(former.url);
  await migrate({ url: former.url, log: () => {} });
  const { sent, failed } = await requests.stop();
  expect(failed).toEqual([]);
  expect(sent).toBeGreaterThan(100);
  const [counts] = await former.rows<{ timers: number; waiting: number }>(
    `select count(*) as timers, count(*) filter (where runs_at is null and id like 'job_%') as waiting from jobs`,
  );
  expect(counts).toEqual({ timers: 100_000 + sent, waiting: 0 });
});
