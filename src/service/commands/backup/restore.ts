import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { rebase } from '../../../kernel/ledger/balances.js';
import type { Database } from '../../../kernel/storage/database.js';
import { migrate } from '../../../kernel/storage/migrate.js';
import { migrationFiles } from '../../../kernel/storage/migration-files.js';
import { hasSchema } from '../../../kernel/storage/schema.js';
import { checkKeys, type Query } from '../../../kernel/vault/stored-keys.js';
import type { Vault } from '../../../kernel/vault/vault.js';
import { progressOf } from '../progress.js';
import { misused } from '../usage.js';
import { copiedIn } from './copy.js';
import { type Checksums, type Head, type Reader, readBackup, type Table } from './file.js';
import { ledger_query, listed, openPatiently, quoted, runPatiently } from './take.js';
import { inTransaction } from './transaction.js';

/** What a restore did. */
export type Restored = {
  readonly head: Head;
  /** Tables of the backup that no migration makes, such as an operator's own: they are not restored. */
  readonly skipped: readonly string[];
};

/** Where a backup goes, and the keys that must open what it has sealed. */
export type Restoring = { readonly url: string; readonly path: string; readonly vault: Vault };

/**
 * Restores a backup into an empty database, in one transaction that commits only if all checksums, numbers of rows and sums of the ledger agree; then
 * brings the schema up to date. Refuses a database with rows, a backup of a newer version, and keys that do not open what is sealed.
 */
export async function restoreBackup({ url, path, vault }: Restoring): Promise<Restored> {
  const size = statSync(path).size;
  const progress = progressOf(Math.ceil(size / a_megabyte));
  let read = 0;
  const reader = await readBackup(path, (bytes) => {
    const before = Math.floor(read / a_megabyte);
    read += bytes;
    progress.step('MB', Math.floor(read / a_megabyte) - before);
  });
  const database = openPatiently(url);
  try {
    await prepare(database, url, reader.head);
    const skipped = await copied(database, reader, vault);
    await migrate({ url, log: () => {} });
    await rebase(database);
    // Without statistics the audit, and the first requests, would read whole tables.
    await runPatiently(database, 'analyze');
    return { head: reader.head, skipped };
  } finally {
    progress.stop();
    reader.close();
    await database.close();
  }
}

const a_megabyte = 1_000_000;

/** Brings an empty database to the schema of the backup. */
async function prepare(database: Database, url: string, { migrations, version }: Head): Promise<void> {
  const known = (await migrationFiles()).map(({ name }) => name);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new Error(
      `The backup was written by florin ${version} and has the schema ${unknown.join(', ')}. Restore it with that version, or a newer one.`,
    );
  if (!(await hasSchema(database))) await migrate({ url, log: () => {}, only: new Set(migrations) });
  const rows = await database.query<{ name: string }>({ text: 'select name from migrations order by number', values: [] });
  const has = rows.map(({ name }) => name);
  if (!isDeepStrictEqual(has, migrations)) {
    const [more, less] = [has.filter((name) => !migrations.includes(name)), migrations.filter((name) => !has.includes(name))];
    throw misused(
      `The database has another schema than the backup (more: ${more.join(', ') || 'nothing'}; less: ${less.join(', ') || 'nothing'}). Restore into a new, empty database.`,
    );
  }
}

/** Tables that migrations fill. Their rows are replaced by those of the backup. */
const filled_by_migrations: ReadonlySet<string> = new Set(['activity_watermark', 'ledger_checks', 'ledger_watermark']);

const copied = (database: Database, reader: Reader, vault: Vault): Promise<string[]> =>
  inTransaction(database, 'read write', async (client) => {
    const query: Query = async ({ text, values }) => (await client.query({ text, values: [...values] })).rows;
    const present = (await query<{ name: string }>({ text: tables_query, values: [] })).map(({ name }) => name);
    await refuseRows(client, present);
    const checksums: Record<string, string> = {};
    const skipped: string[] = [];
    for (const table of reader.head.tables) {
      const is_known = present.includes(table.name);
      if (!is_known) skipped.push(table.name);
      checksums[table.name] = await (is_known ? rowsInto(client, table, reader) : passedOver(table, reader));
      if (table.name === 'vault_keys') await checkKeys({ transaction: (work) => work(query) }, vault);
    }
    compare(checksums, await reader.checksums());
    const { rows: ledger } = await client.query(ledger_query);
    if (!isDeepStrictEqual(ledger, reader.head.ledger)) throw new Error('The sums of the ledger differ from those of the backup.');
    return skipped;
  });

const tables_query = `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and relname <> 'migrations'
  order by relname`;

/** No process may write into the database while it is restored: the locks last until the end. */
async function refuseRows(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  await client.query(`lock table ${listed(tables)} in exclusive mode`);
  for (const name of tables.filter((each) => !filled_by_migrations.has(each))) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount)
      throw misused(`The database is not empty: its table ${name} has rows. A restore replaces nothing; create a new database for it.`);
  }
}

/** Triggers would link audit records that the backup has linked already. Returns the checksum of the rows. */
async function rowsInto(client: pg.PoolClient, { name, columns, rows }: Table, reader: Reader): Promise<string> {
  const table = quoted(name);
  const hash = createHash('sha256');
  if (filled_by_migrations.has(name)) await client.query(`delete from ${table}`);
  await client.query(`alter table ${table} disable trigger user`);
  const stored = await copiedIn(client, `copy ${table} (${listed(columns)}) from stdin`, hashed(reader.rowsOf(name), hash));
  await client.query(`alter table ${table} enable trigger user`);
  if (stored !== rows) throw new Error(`The table ${name} has ${stored} rows in the backup, and not ${rows} as its first line says.`);
  return hash.digest('hex');
}

async function passedOver({ name }: Table, reader: Reader): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of reader.rowsOf(name)) hash.update(bytes);
  return hash.digest('hex');
}

async function* hashed(source: AsyncIterable<Buffer>, hash: { update(bytes: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}

function compare(found: Checksums, told: Checksums): void {
  const wrong = [...new Set([...Object.keys(found), ...Object.keys(told)])].filter((name) => found[name] !== told[name]);
  if (wrong.length)
    throw new Error(`The rows of ${wrong.join(', ')} differ from the checksums of the backup: the file was changed or damaged.`);
}
