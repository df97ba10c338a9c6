import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, isUnavailable, openDatabase } from '../src/kernel/storage/database.js';
import { serving } from '../src/kernel/storage/session.js';
import { no_options, type Pooler, startPooler } from './support/pooler.js';
import { type Stored, startStored } from './support/stored.js';

let stored: Stored;
let pooler: Pooler;
const opened: Database[] = [];
beforeAll(async () => {
  stored = await startStored();
  await stored.rows('create table kept (id int primary key)');
  await stored.rows('insert into kept select generate_series(1, 9)');
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await pooler?.stop();
  await stored.stop();
});

/** A process behind the pooler. */
const behind = (prepares: boolean): Database => {
  const database = openDatabase({ url: pooler.url, connections: 1, prepares, log: () => {} });
  opened.push(database);
  return database;
};

const select = 'select count(*)::int as count from kept where id > $1';
const remove = 'delete from kept where id > $1 returning id';

test('a pooler that drops options is refused, with the differing setting and its fix', async () => {
  pooler = await startPooler(stored.url);
  const failure = await behind(true)
    .query({ text: 'select 1', values: [] })
    .catch((error: Error) => error.message);
  expect(failure).toContain('plan_cache_mode is auto and not force_generic_plan');
  expect(failure).toContain(`alter role postgres set statement_timeout = '5s';`);
  expect(failure).toContain('A pooler between Florin and PostgreSQL');
});

test('a pooler that refuses options is reported with the fix', async () => {
  const refusing = await startPooler(stored.url, 0, no_options);
  const database = openDatabase({ url: refusing.url, connections: 1, log: () => {} });
  await expect(database.query({ text: 'select 1', values: [] })).rejects.toThrow('ignore_startup_parameters = options');
  await database.close();
  await refusing.stop();
});

test('a connection that is accepted and gets no answer times out', async () => {
  const silent = await startPooler(stored.url, 0);
  const database = openDatabase({ url: silent.url, connections: 1, timeout_ms: 300, log: () => {} });
  const fault = await database.query({ text: 'select 1', values: [] }).catch((error: unknown) => error);
  expect(isUnavailable(fault)).toBe(true);
  await database.close();
  await silent.stop();
});

test('with the same settings in the database the pooler is accepted, and no process runs a statement prepared by another', async () => {
  const [named] = await stored.rows<{ name: string }>('select current_database() as name');
  for (const [name, value] of Object.entries(serving)) await stored.rows(`alter database ${named?.name} set ${name} = '${value}'`);
  await pooler.stop();
  pooler = await startPooler(stored.url);
  const [one, other] = [behind(true), behind(true)];
  // Each prepares the second text it meets twice, as its first.
  for (let turn = 0; turn < 2; turn++) await one.query({ text: remove, values: [1000] });
  const said: unknown[] = [];
  for (let turn = 0; turn < 2; turn++) said.push(await other.query({ text: select, values: [0] }).catch((fault: Error) => fault.message));
  expect(said).toEqual([[{ count: 9 }], [{ count: 9 }]]);
  const again = await other.query({ text: remove, values: [1000] });
  expect(again).toEqual([]);
});

test('a text that the pooler has prepared for another process is refused with a message that names the setting', async () => {
  const one = behind(true);
  const text = 'select 1 as prepared_by_one';
  for (let turn = 0; turn < 2; turn++) await one.query({ text, values: [] });
  const other = behind(true);
  await other.query({ text, values: [] });
  await expect(other.query({ text, values: [] })).rejects.toThrow('FLORIN_PREPARED_STATEMENTS=off');
});

test('without names both processes read and write through one connection', async () => {
  const [one, other] = [behind(false), behind(false)];
  for (const database of [one, other, one, other]) expect(await database.query({ text: select, values: [0] })).toEqual([{ count: 9 }]);
  const written = await one.transaction(async (query) => query({ text: remove, values: [8] }));
  expect(written).toEqual([{ id: 9 }]);
  expect(await other.query({ text: select, values: [0] })).toEqual([{ count: 8 }]);
});
