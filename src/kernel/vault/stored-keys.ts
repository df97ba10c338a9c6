import type { Vault } from './vault.js';

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Asks the database. */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** What the vault needs of a database. */
export type Database = { transaction<T>(work: (query: Query) => Promise<T>): Promise<T> };

type StoredKey = { readonly id: string; readonly sealed: Buffer };

/** One process at a time says which keys rows name. */
export const lock_keys: Statement = { text: `select pg_advisory_xact_lock(hashtext('florin vault keys'))`, values: [] };

/**
 * Compares the ring with the keys that rows name, and takes up the key of the hashes. A ring that lacks a key, or has another one under its
 * name, is refused: it would take payments and could not open what is stored.
 */
export const checkKeys = ({ transaction }: Database, vault: Vault): Promise<void> =>
  transaction(async (query) => {
    await compared(query, vault);
  });

/** The same for whoever is about to seal: rows will name the key in use. */
export const settleKeys = ({ transaction }: Database, vault: Vault): Promise<void> =>
  transaction(async (query) => {
    await query(lock_keys);
    const stored = await compared(query, vault);
    // The first time nobody knows of each key whether it was used, so all of them count as used.
    const used = stored.length ? vault.key_ids.slice(0, 1) : vault.key_ids;
    for (const id of used) if (!stored.includes(id)) await query(storing(vault, id));
  });

/** The keys that rows name, as far as that was ever said. */
async function compared(query: Query, vault: Vault): Promise<string[]> {
  const stored = await query<StoredKey>({ text: 'select id, sealed from vault_keys order by id', values: [] });
  const ids = stored.map(({ id }) => id);
  refuseAbsent(vault, ids.length ? ids : await namedByRows(query));
  for (const { id, sealed } of stored) take(vault, id, sealed);
  if (ids.length === 0) await tryRows(query, vault);
  return ids;
}

/** A key that rows name from now on. */
export const storing = (vault: Vault, id: string): Statement => ({
  text: 'insert into vault_keys (id, sealed) values ($1, $2)',
  values: [id, vault.sealHashKey(id)],
});

function refuseAbsent({ key_ids }: Vault, ids: readonly string[]): void {
  const absent = ids.filter((id) => !key_ids.includes(id));
  if (absent.length === 0) return;
  throw new Error(
    `What is stored is sealed with the vault key ${absent.join(', ')}, which the key ring (${key_ids.join(', ')}) does not hold. Put it back behind the first one in FLORIN_VAULT_KEYS; "florin vault rotate" says when it can go.`,
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
    `The vault key ${id} of the key ring is another one than the key ${id} that what is stored was sealed with. Set FLORIN_VAULT_KEYS to the keys of this database.`,
  );

/** Which keys rows name, where nobody has said it yet: in a database from before that was said. */
async function namedByRows(query: Query): Promise<string[]> {
  await query({ text: `set local statement_timeout = '10min'; set local enable_seqscan = on`, values: [] });
  const rows = await query<{ key_id: string }>({ text: 'select distinct key_id from vault order by key_id', values: [] });
  return rows.map(({ key_id }) => key_id);
}

/** Whether the ring opens what is stored, by one row of each key. */
async function tryRows(query: Query, vault: Vault): Promise<void> {
  for (const id of vault.key_ids) {
    const [row] = await query<{ account: string; id: string; sealed: Buffer }>({
      text: 'select account, id, sealed from vault where key_id = $1 limit 1',
      values: [id],
    });
    if (row && !vault.opens(row.sealed, id, `${row.account} ${row.id}`)) throw wrong(id);
  }
}
