import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  doneWith,
  endpointOf,
  everyChange,
  everyRow,
  filters,
  now,
  objectRow,
  putOff,
  writeOf,
} from '../../../test/support/rows-to-store.js';
import { type Stored, startStored } from '../../../test/support/stored.js';
import type { Write } from './rows.js';
import { type Store, storing } from './writes.js';

let stored: Stored;
let store: Store;

beforeAll(async () => {
  stored = await startStored();
  store = storing(stored.database, { group_commit: true, filters, together_min: 0 });
});
afterAll(() => stored.stop());
afterEach(() => {
  stored.sent.length = 0;
});

/** Ids of an account's objects. */
const idsOf = async (account: string): Promise<string[]> =>
  (await stored.rows<{ id: string }>('select id from objects where account = $1 order by id', account)).map(({ id }) => id);

/** All rows of an account, without columns for time and transaction. */
async function everythingOf(account: string): Promise<object> {
  const tables = ['objects', 'events', 'vault', 'searches', 'entries', 'balances', 'jobs', 'idempotency', 'keys'];
  const found = await Promise.all(
    tables.map(async (table) => {
      const text = `select to_jsonb(it) - 'written_in' - 'created_at' as row from ${table} it where account = $1 order by 1`;
      return [table, await stored.rows(text, account)] as const;
    }),
  );
  return JSON.parse(
    JSON.stringify(Object.fromEntries(found)).replaceAll(account, 'account').replaceAll(Buffer.from(account).toString('hex'), 'hash'),
  );
}

describe('alone', () => {
  test('a single write is one statement with a parameter for each value', async () => {
    await store(writeOf('acct_alone', 'cus_1'));
    const wanted = `(event.type not in ('issuing_authorization.request') and (event.type = any (enabled_events) or exists (select from unnest(enabled_events) named where right(named, 1) = '*' and starts_with(event.type, left(named, -1)))))`;
    expect(stored.sent.map(({ text }) => text)).toEqual([
      `with used as (select $1::text, $2::timestamptz), object as (insert into objects as it (account, object, id, version, doc, secret, deleted, email) values ($1, $3, $4, $5, $6, $7, $8, $9) ),
event as (insert into events (account, id, type, object_id, status, doc, packed) values ($1, $10, $11, $12, $13, $14, $15) returning id, type),
delivery as (insert into jobs (account, id, queue, subject, lane, due_at, payload)
    select endpoint.account, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $2, told from event
    cross join lateral (select own.*, null::json as told from (select account, id from objects where account = $1 and object = 'webhook_endpoint' and status = 'enabled'
    and ${wanted} and coalesce((doc ->> 'connect')::boolean, false) = false offset 0) own
    union all select platforms.*, json_build_object('of', $1::text) from connections,
      lateral (select account, id from objects where account = connections.platform and object = 'webhook_endpoint' and status = 'enabled'
    and ${wanted} and coalesce((doc ->> 'connect')::boolean, false) = true offset 0) platforms where connections.account = $1) endpoint returning queue)
select exists (select from delivery) as delivers`,
    ]);
  });

  test('a write of nothing sends nothing', async () => {
    await store({ now });
    expect(stored.sent).toEqual([]);
  });

  test('a write for two accounts stores the rows of each, and deliveries to the endpoints of each', async () => {
    await store(endpointOf('acct_from', 'we_from'));
    await store(endpointOf('acct_to', 'we_to'));
    const [from, to] = [writeOf('acct_from', 'cus_from'), writeOf('acct_to', 'cus_to')];
    await store({ now, objects: [...(from.objects ?? []), ...(to.objects ?? [])], events: [...(from.events ?? []), ...(to.events ?? [])] });
    expect(await idsOf('acct_to')).toEqual(['cus_to', 'we_to']);
    const jobs = await stored.rows(`select account, id, due_at from jobs where account in ('acct_from', 'acct_to') order by 1`);
    expect(jobs).toEqual([
      { account: 'acct_from', id: 'evt_cus_from_1 we_from', due_at: now },
      { account: 'acct_to', id: 'evt_cus_to_1 we_to', due_at: now },
    ]);
  });
});

describe('together', () => {
  test('a write answers which queue has work by its statement: that of deliveries where an endpoint asks for its event', async () => {
    const storesOf = (account: string) => [
      store(writeOf(account, 'cus_a')),
      store(writeOf(account, 'cus_b')),
      store(writeOf(account, 'cus_c')),
    ];
    expect(await Promise.all(storesOf('acct_unheard'))).toEqual([[], [], []]);
    expect(await store(endpointOf('acct_heard', 'we_heard'))).toEqual([]);
    expect(await Promise.all(storesOf('acct_heard'))).toEqual([['webhook'], ['webhook'], ['webhook']]);
  });

  test('writes that are decided in one tick are sent as one statement', async () => {
    const writes = Array.from({ length: 32 }, (_, number) => writeOf(`acct_${number}`, 'cus_together'));
    await Promise.all(writes.map((write) => store(write)));
    expect(stored.sent).toHaveLength(1);
    expect(await stored.rows(`select from objects where id = 'cus_together'`)).toHaveLength(32);
  });

  test('any number of writes has the same text', async () => {
    await store(writeOf('acct_lone', 'cus_1'));
    await Promise.all(Array.from({ length: 5 }, (_, number) => store(writeOf('acct_few', `cus_${number}`))));
    await Promise.all(Array.from({ length: 20 }, (_, number) => store(writeOf('acct_more', `cus_${number}`))));
    const [alone, few, more] = stored.sent.map(({ text }) => text);
    expect(few).toBe(more);
    expect(few).not.toBe(alone);
  });

  test('every kind of row is stored the same alone and in a batch', async () => {
    const always = storing(stored.database, { group_commit: true, filters, together_min: 1 });
    for (const [account, road] of [
      ['acct_every_alone', store],
      ['acct_every_many', always],
    ] as const) {
      await road(endpointOf(account, 'we_every'));
      for (const step of [everyRow, everyChange, putOff]) await road(step(account));
    }
    const alone = await everythingOf('acct_every_alone');
    expect(await everythingOf('acct_every_many')).toEqual(alone);
    for (const rows of Object.values(alone)) expect(rows.length).toBeGreaterThan(0);
    await Promise.all(['acct_every_alone', 'acct_every_many'].map((account) => always(doneWith(account))));
    expect(await stored.rows(`select from jobs where id = 'job_every'`)).toEqual([]);
  });

  test('two changes of one object never share a statement, and both are stored in order', async () => {
    await store(writeOf('acct_twice', 'cus_1'));
    await Promise.all([2, 3, 4].map((version) => store(writeOf('acct_twice', 'cus_1', version))));
    expect(await stored.rows(`select version from objects where account = 'acct_twice'`)).toEqual([{ version: 4 }]);
    expect(stored.sent).toHaveLength(4);
  });

  test('of two concurrent claims to one key one is refused, and other writes are not affected', async () => {
    const claim = (id: string): Write => ({
      ...writeOf('acct_claim', id),
      claims: [{ account: 'acct_claim', key: 'one', owner: id, fingerprint: Buffer.from([1]), status: null, reply: null }],
    });
    const strangers = Array.from({ length: 8 }, (_, number) => writeOf('acct_claim', `cus_stranger_${number}`));
    const [, first, second, ...others] = await Promise.allSettled(
      [...[writeOf('acct_claim', 'cus_0'), claim('cus_1'), claim('cus_2')], ...strangers].map((write) => store(write)),
    );
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: '23505', constraint: 'idempotency_pkey' } });
    expect(await idsOf('acct_claim')).not.toContain('cus_2');
  });

  test('a large write is sent alone, without waiting', async () => {
    const large = { doc: JSON.stringify({ of: 'x'.repeat(300_000) }) };
    await Promise.all([1, 2, 3, 4, 5].map((number) => store(writeOf('acct_large', `cus_${number}`, 1, number === 3 ? large : {}))));
    expect(stored.sent.map(({ values }) => values.some((value) => String(value).length > 300_000))).toEqual([true, false]);
    expect(await idsOf('acct_large')).toHaveLength(5);
  });

  test('with group commit off, each write is a separate statement', async () => {
    const apart = storing(stored.database, { group_commit: false, filters, together_min: 0 });
    await Promise.all(Array.from({ length: 9 }, (_, number) => apart(writeOf('acct_apart', `cus_${number}`))));
    expect(stored.sent).toHaveLength(9);
    expect(new Set(stored.sent.map(({ text }) => text)).size).toBe(1);
  });

  test('every part of the statement uses an index on its keys', async () => {
    const always = storing(stored.database, { group_commit: true, filters, together_min: 1 });
    const filled = [
      `insert into objects (account, object, id, version, doc, status, enabled_events)
        select 'acct_of_many_' || n, 'webhook_endpoint', 'we_' || n, 1, '{}', 'enabled', '{*}' from generate_series(1, 30) n`,
      `insert into objects (account, object, id, version, doc, status)
        select 'acct_of_many_' || n % 30, 'charge', 'ch_' || n, 1, '{}', null from generate_series(1, 6000) n`,
      `insert into jobs (account, id, queue, subject, lane, due_at)
        select 'acct_of_many_' || n % 30, 'job_' || n, 'due', '', '', now() from generate_series(1, 6000) n`,
    ];
    for (const text of filled) await stored.rows(text);
    await stored.rows('analyze objects');
    await stored.rows('analyze jobs');
    for (const step of [everyRow, everyChange, putOff, doneWith]) await always(step('acct_explained'));
    const plans = await Promise.all(stored.sent.map(({ text }) => stored.database.pool.query(`explain (generic_plan) ${text}`)));
    const lines = plans.flatMap(({ rows }) => rows.map((row) => String(row['QUERY PLAN']).trim()));
    expect(lines.filter((line) => /Seq Scan|Hash|Merge Join/.test(line))).toEqual([]);
    const of_connections = new Set([
      'Index Cond: (account = u_2.account)',
      `Index Cond: ((account = connections.platform) AND (object = 'webhook_endpoint'::text) AND (status = 'enabled'::text))`,
    ]);
    const conditions = [...new Set(lines.filter((line) => line.startsWith('Index Cond')))];
    expect(conditions.length).toBeGreaterThan(2);
    expect(
      conditions.filter(
        (condition) =>
          !/account = \(?u(_\d+)?\.account\)?(::text)?\) AND .*(id|key|status) = /.test(condition) && !of_connections.has(condition),
      ),
    ).toEqual([]);
  });

  test('equal ids in two accounts are two objects', async () => {
    await store({ now, objects: [objectRow('acct_a', 'cus_same'), objectRow('acct_b', 'cus_same')] });
    expect(await stored.rows(`select from objects where id = 'cus_same'`)).toHaveLength(2);
  });
});
