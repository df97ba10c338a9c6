import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Checked, checkChain, type Head, linkRecords } from '../../src/kernel/audit/chain.js';
import { openVault, type Vault } from '../../src/kernel/vault/vault.js';
import { type Stored, startStored } from '../support/stored.js';

let stored: Stored;
beforeEach(async () => {
  stored = await startStored();
});
afterEach(() => stored.stop());

const vaultWith = (filling: number): Vault => openVault([{ id: 'k1', key: Buffer.alloc(32, filling) }], randomBytes, () => {});
const vault = vaultWith(7);
const link = (): Promise<Head | null> => linkRecords(stored.database, vault);
const check = (): Promise<Checked> => checkChain(stored.database, vault);

/** Stores this many audit records. */
const record = (first: number, last: number): Promise<object[]> =>
  stored.rows(
    `insert into audit_records (account, id, created_at, action, actor, outcome, subject, doc)
      select 'acct_x', 'audit_' || lpad(n::text, 22, '0'), now(), 'POST /v1/payouts', 'key_x', 'succeeded', 'po_' || n, '{}' from generate_series($1::int, $2::int) n`,
    first,
    last,
  );

/** Runs a statement that needs the owner of the tables. */
async function behindTheTriggers(...texts: readonly string[]): Promise<string[]> {
  for (const table of ['audit_records', 'audit_chain']) await stored.rows(`alter table ${table} disable trigger ${table}_append_only`);
  for (const text of texts) await stored.rows(text);
  return (await check()).broken.map(({ id, wrong }) => `${Number(id.slice(6))}: ${wrong}`);
}

const third = `id = 'audit_0000000000000000000003'`;

test('all records are linked once, and the chain shows its length', async () => {
  await record(1, 3);
  expect(await check()).toEqual({ head: { place: 0, hash: '' }, unlinked: 3, broken: [] });
  const head = await link();
  expect(head?.place).toBe(3);
  expect(await check()).toEqual({ head, unlinked: 0, broken: [] });
  expect(await link()).toBeNull();
  await record(4, 4);
  expect(await link()).toMatchObject({ place: 4 });
});

test('three concurrent processes link several batches without a gap or a duplicate', async () => {
  await record(1, 1201);
  await Promise.all([link(), link(), link()]);
  await link();
  expect(await check()).toMatchObject({ head: { place: 1201 }, unlinked: 0, broken: [] });
});

test('a record is stored while another process links, because no writer waits for the chain', async () => {
  await stored.database.transaction(async (query) => {
    await query({ text: `select pg_advisory_xact_lock(hashtext('florin audit chain'))`, values: [] });
    await query({ text: 'lock table audit_chain in access exclusive mode', values: [] });
    await record(1, 1);
    expect(await link()).toBeNull();
  });
  expect(await link()).toMatchObject({ place: 1 });
});

test.each([
  ['outcome', `'refused'`],
  ['actor', `'key_other'`],
  ['action', `'nothing'`],
  ['subject', 'null'],
  ['doc', `'{ }'`],
  ['created_at', `'2001-01-01'`],
])('a record with an edited %s is found', async (column, other) => {
  await record(1, 5);
  await link();
  expect(await behindTheTriggers(`update audit_records set ${column} = ${other} where ${third}`)).toEqual([
    '3: the record or its link was changed',
  ]);
});

test('a deleted record is found, with its link or without', async () => {
  await record(1, 5);
  await link();
  expect(await behindTheTriggers(`delete from audit_records where ${third}`)).toEqual(['3: the record is missing']);
  expect(await behindTheTriggers(`delete from audit_chain where ${third}`)).toEqual(['4: the links from 3 to 3 are missing']);
});

test('a record that was prevented from being linked is found', async () => {
  await record(1, 5);
  await stored.rows(`delete from audit_unlinked where ${third}`);
  expect(await behindTheTriggers()).toEqual(['3: it is neither linked nor queued for linking']);
});

test('a record deleted before it was linked is found, and blocks no other', async () => {
  await record(1, 600);
  expect(await behindTheTriggers(`delete from audit_records where id < 'audit_0000000000000000000551'`)).toContain(
    '3: the record is missing before it was linked',
  );
  expect(await link()).toMatchObject({ place: 50 });
});

test('two swapped records are found', async () => {
  await record(1, 5);
  await link();
  const swapped = `update audit_records it set subject = other.subject, doc = other.doc from audit_records other
    where it.id <> other.id and it.subject in ('po_2', 'po_3') and other.subject in ('po_2', 'po_3')`;
  expect(await behindTheTriggers(swapped)).toHaveLength(2);
});

test('a chain rebuilt without the vault key is found', async () => {
  await record(1, 3);
  await link();
  await behindTheTriggers(
    'delete from audit_chain',
    `update audit_records set actor = 'key_other' where ${third}`,
    'insert into audit_unlinked select account, id from audit_records',
  );
  await linkRecords(stored.database, vaultWith(9));
  expect((await check()).broken).toHaveLength(3);
});

test('a truncated chain is detected with a head that was stored elsewhere', async () => {
  await record(1, 5);
  const head = await link();
  await behindTheTriggers(`delete from audit_chain where place > 3`, `delete from audit_records where subject in ('po_4', 'po_5')`);
  expect(await check()).toMatchObject({ head: { place: 3 }, broken: [] });
  expect(head?.place).toBe(5);
});

test.each(['audit_records', 'audit_chain', 'entries'])(
  '%s cannot be updated, deleted or truncated, not even by its owner',
  async (table) => {
    for (const text of [`update ${table} set account = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(stored.rows(text)).rejects.toThrow(/refused/);
  },
);
