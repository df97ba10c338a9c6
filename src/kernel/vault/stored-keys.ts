import type { Vault } from './vault.js';

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Queries the database. */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** The database interface that the vault needs. */
export type Database = { transaction<T>(work: (query: Query) => Promise<T>): Promise<T> };

type StoredKey = { readonly id: string; readonly sealed: Buffer };

/** One process at a time compares and stores the keys that rows name. */
export const lock_keys: Statement = { text: `select pg_advisory_xact_lock(hashtext('florin vault keys'))`, values: [] };

/**
 * Compares the ring with the keys that rows name, and loads the hash key. A ring that lacks a key, or has a different one under its name, is refused:
 * payments would be accepted, but stored content could not be decrypted.
 */
export const checkKeys = ({ transaction }: Database, vault: Vault): Promise<void> =>
  transaction(async (query) => {
    await compared(query, vault);
  });

/** Like `checkKeys`, for a process that seals: it also records the current key as named by rows. */
export const settleKeys = ({ transaction }: Database, vault: Vault): Promise<void> =>
  transaction(async (query) => {
    await query(lock_keys);
    const stored = await compared(query, vault);
    // At first it is unknown which keys were used, so all of them count as used.
    const used = stored.length ? vault.key_ids.slice(0, 1) : vault.key_ids;
    for (const id of used) if (!stored.includes(id)) await query(storing(vault, id));
  });

/** The ids of the stored keys, after the comparison. */
async function compared(query: Query, vault: Vault): Promise<string[]> {
  const stored = await query<StoredKey>({ text: 'select id, sealed from vault_keys order by id', values: [] });
  const ids = stored.map(({ id }) => id);
  refuseAbsent(vault, ids.length ? ids : await namedByRows(query));
  for (const { id, sealed } of stored) take(vault, id, sealed);
  if (ids.length === 0) await tryRows(query, vault);
  return ids;
}

/** Records a key as named by rows. */
export const storing = (vault: Vault, id: string): Statement => ({
  text: 'insert into vault_keys (id, sealed) values ($1, $2)',
  values: [id, vault.sealHashKey(id)],
});

function refuseAbsent({ key_ids }: Vault, ids: readonly string[]): void {
  const absent = ids.filter((id) => !key_ids.includes(id));
  if (absent.length === 0) return;
  throw new Error(
    `Stored data is sealed with the vault key ${absent.join(', ')}, which the key ring (${key_ids.join(', ')}) does not hold. Add it after the first one in FLORIN_VAULT_KEYS; "florin vault rotate" reports when it can be removed.`,
  );
}

function take(vault: Vault, id: string, sealed: Buffer): void {
  try {
    vault.takeHashKey(sealed, id);
  } catch {
    throw wrong(id);
  }
}

const wrong = (id: string): Error =>
  new Error(
    `The vault key ${id} of the key ring differs from the key ${id} that stored data was sealed with. Set FLORIN_VAULT_KEYS to the keys of this database.`,
  );

/** The keys that rows name, in a database from before they were recorded. */
async function namedByRows(query: Query): Promise<string[]> {
  await query({ text: `set local statement_timeout = '10min'; set local enable_seqscan = on`, values: [] });
  const rows = await query<{ key_id: string }>({ text: 'select distinct key_id from vault order by key_id', values: [] });
  return rows.map(({ key_id }) => key_id);
}

/** Whether the ring decrypts stored content, checked with one row per key. */
async function tryRows(query: Query, vault: Vault): Promise<void> {
  for (const id of vault.key_ids) {
    const [row] = await query<{ account: string; id: string; sealed: Buffer }>({
      text: 'select account, id, sealed from vault where key_id = $1 limit 1',
      values: [id],
    });
    if (row && !vault.opens(row.sealed, id, `${row.account} ${row.id}`)) throw wrong(id);
  }
}
