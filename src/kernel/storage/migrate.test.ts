import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Former, startFormer } from '../../../test/support/former.js';
import { migrate } from './migrate.js';
import { migrationFiles, migrationIn } from './migration-files.js';
import { checkSchema, pendingIn } from './schema.js';

let former: Former;
beforeEach(async () => {
  former = await startFormer(11);
});
afterEach(() => former.stop());

const silent = (): void => {};
const names = async (): Promise<string[]> =>
  (await former.rows<{ name: string }>('select name from migrations order by number')).map(({ name }) => name);
const database = (): Parameters<typeof pendingIn>[0] => ({ query: ({ text, values }) => former.rows(text, ...values) });

/** A separate connection, closed after the work. */
async function beside<T>({ url }: Former, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

test('of several processes that start at once one migrates, and the others wait for it', async () => {
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate({ url: former.url, log: silent })));
  expect(ran.filter((each) => each.length > 0)).toHaveLength(1);
  expect(await names()).toEqual((await migrationFiles()).filter(({ contract_of }) => contract_of === null).map(({ name }) => name));
});

test('no statement of a migration has a timeout', async () => {
  // Without the migration's own setting, every statement would be canceled at once.
  await former.rows(`alter database ${former.name} set statement_timeout = '1ms'`);
  await former.rows(
    `insert into searches (account, object, id, terms) select 'acct_1_test', 'customer', 'cus_' || n, '{}' from generate_series(1, 5000) n`,
  );
  await migrate({ url: former.url, log: silent, contracts: true });
  expect((await pendingIn(database())).later).toEqual([]);
});

test('a migration that cannot get its lock lets others pass, logs it, and is retried', async () => {
  const before = await startFormer(10);
  const said: string[] = [];
  await beside(before, async (holding) => {
    await holding.query('begin');
    await holding.query('lock table jobs in access share mode');
    const migrated = migrate({ url: before.url, log: (line) => said.push(line) });
    while (!said.length) expect(await Promise.race([migrated, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    // Later statements are not blocked by it.
    await before.rows('select from jobs limit 1');
    await holding.query('commit');
    expect(await migrated).toContain('0011-advancing.sql');
  });
  await before.stop();
  expect(said[0]).toBe('0011-advancing.sql waits for locks of other sessions');
});

test('batches log their progress, and an interrupted migration continues', async () => {
  await migrate({ url: former.url, log: silent });
  await former.rows(`insert into searches (account, object, id, terms, rest) select 'acct_1_test', 'customer', 'cus_' || n,
    jsonb_build_object('acct_1_test', jsonb_build_object('email', n || '@example.com')), '{"created": 1}' from generate_series(1, 30000) n`);
  await former.rows(`delete from migrations where number = 17`);
  const said: string[] = [];
  await migrate({ url: former.url, log: (line) => said.push(line) });
  expect(said.length).toBeGreaterThan(3);
  expect(said.at(-1)).toBe('0017-search-terms-of-before.sql: 100 % of searches');
  const [done] = await former.rows(`select count(*)::int from searches where rest ->> 'email' = terms -> account ->> 'email'`);
  expect(done).toEqual({ count: 30_000 });
});

test('existing subscriptions are found by the prices of their items, and by their earlier terms', async () => {
  await migrate({ url: former.url, log: silent });
  const doc = JSON.stringify({ items: { data: [{ price: { id: 'price_a' } }, { price: { id: 'price_b' } }] } });
  await former.rows(`insert into objects (account, object, id, version, doc, deleted)
    select 'acct_1_test', 'subscription', 'sub_' || n, 1, '${doc}', false from generate_series(1, 3) n`);
  await former.rows(`insert into searches (account, object, id, terms, rest) values
    ('acct_1_test', 'subscription', 'sub_1', null, '{}'),
    ('acct_1_test', 'subscription', 'sub_2', '{"acct_1_test": {"metadata": {"k": "v"}}}', '{}'),
    ('acct_1_test', 'subscription', 'sub_3', '{"acct_1_test": {"prices": ["price_c"]}}', '{}')`);
  await former.rows('delete from migrations where number = 40');
  await migrate({ url: former.url, log: silent });
  const found = await former.rows(`select terms -> 'acct_1_test' as terms from searches where object = 'subscription' order by id`);
  const prices = ['price_a', 'price_b'];
  expect(found).toEqual([{ terms: { prices } }, { terms: { metadata: { k: 'v' }, prices } }, { terms: { prices: ['price_c'] } }]);
});

test('an invalid index is rebuilt', async () => {
  await migrate({ url: former.url, log: silent });
  await former.rows('create index searches_terms_of_accounts on searches (id)');
  await former.rows(`update pg_index set indisvalid = false where indexrelid = 'searches_terms_of_accounts'::regclass`);
  await migrate({ url: former.url, log: silent, contracts: true });
  const [index] = await former.rows<{ text: string; indisvalid: boolean }>(
    `select pg_get_indexdef(indexrelid) as text, indisvalid from pg_index where indexrelid = 'searches_terms_of_accounts'::regclass`,
  );
  expect(index).toMatchObject({ indisvalid: true, text: expect.stringContaining('gin') });
});

test('an index is built concurrently while others wait to migrate, without a deadlock', async () => {
  await migrate({ url: former.url, log: silent });
  const ran = await Promise.all(Array.from({ length: 3 }, () => migrate({ url: former.url, log: silent, contracts: true })));
  expect(ran.flat()).toEqual(['0018-search-terms-of-accounts.sql', '0073-packed-events-only.sql']);
});

test('a process that waits to migrate ends its transaction between polls, because a concurrent build could wait for its end', async () => {
  await beside(former, async (holding) => {
    await holding.query('begin');
    await holding.query(`select pg_advisory_xact_lock(hashtext('florin migrations'))`);
    const known = (await former.rows<{ pid: number }>('select pid from pg_stat_activity')).map(({ pid }) => pid);
    let said = '';
    const migrated = migrate({ url: former.url, log: (line) => (said ||= line) });
    const between = `select from pg_stat_activity where datname = current_database() and not pid = any ($1) and state = 'idle' and query = 'commit'`;
    while (!(await former.rows(between, known)).length) expect(await Promise.race([migrated, null])).toBeNull();
    await holding.query('commit');
    expect(said).toBe('another process is migrating the schema; waiting for it');
    expect(await migrated).not.toEqual([]);
  });
}, 30_000);

test('what only older versions need stays until --contract, except in a new database', async () => {
  const { now, later } = await pendingIn(database());
  expect(now.map(({ contract_of }) => contract_of)).not.toContain(6);
  expect(later.map(({ name }) => name)).toEqual(['0018-search-terms-of-accounts.sql', '0073-packed-events-only.sql']);
  const fresh = await startFormer(0);
  await fresh.rows('drop table migrations');
  expect(await migrate({ url: fresh.url, log: silent })).toEqual((await migrationFiles()).map(({ name }) => name));
  await fresh.stop();
});

test('an outdated schema is refused without migrating, and a newer one only if it is incompatible', async () => {
  await expect(checkSchema(database())).rejects.toThrow(/lacks .*0017-search-terms-of-before\.sql.* Run florin migrate first/);
  await migrate({ url: former.url, log: silent });
  await checkSchema(database());
  await former.rows(`insert into migrations (number, name, needs) values (9001, '9001-adds-something.sql', 0)`);
  await checkSchema(database());
  await former.rows(`insert into migrations (number, name, needs) values (9002, '9002-takes-it-away.sql', 9001)`);
  await expect(checkSchema(database())).rejects.toThrow('9002-takes-it-away.sql, which is newer than this program');
});

test('a step of an unknown kind is refused with its file', () => {
  expect(() => migrationIn('0001-x.sql', '-- step: soon\nselect 1')).toThrow('0001-x.sql: a step must be');
});
