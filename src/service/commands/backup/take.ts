import { createHash } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { type Database, openDatabase } from '../../../kernel/storage/database.js';
import { programOf } from '../../../kernel/storage/migrate.js';
import { checkSchema } from '../../../kernel/storage/schema.js';
import { version } from '../../wiring/version.js';
import { type Progress, progressOf } from '../progress.js';
import { copiedOut } from './copy.js';
import { blockLine, type Checksums, end_word, type Head } from './file.js';
import { inTransaction } from './transaction.js';

const newline = 10;

/** Without limits of time; a copy of everything takes as long as it takes. */
export const patient = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_min_messages: 'warning',
} as const;

/** Opens a database for a backup or a restore. */
export const openPatiently = (url: string): Database =>
  openDatabase({ url, connections: 2, prepares: false, log: () => {}, session: patient, program: programOf(version) });

/** Runs a statement that may take long, such as one about a whole database, outside of any transaction. */
export async function runPatiently(database: Database, text: string): Promise<void> {
  const client = await database.pool.connect();
  await client.query(text).finally(() => client.release(true));
}

/**
 * Writes all rows of a database as of one moment into a file, beside running processes: a transaction that only reads blocks none of them. The file has
 * its name once it is complete and on disk. Returns its head.
 */
export async function takeBackup(url: string, path: string): Promise<Head> {
  const database = openPatiently(url);
  const part = `${path}.part`;
  try {
    await checkSchema(database);
    const head = await inTransaction(database, 'isolation level repeatable read, read only', (client) => written(client, part));
    await toDisk(part);
    await rename(part, path);
    return head;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await database.close();
  }
}

async function written(client: pg.PoolClient, part: string): Promise<Head> {
  const head = await headOf(client);
  const file = createWriteStream(part, { mode: 0o600, flags: 'w' });
  const packed = createGzip({ level: constants.Z_BEST_SPEED });
  const stored = pipeline(packed, file);
  const progress = progressOf(head.tables.reduce((sum, { rows }) => sum + rows, 0));
  try {
    await Promise.race([rowsInto(packed, client, head, progress), failing(stored)]);
    await stored;
  } finally {
    progress.stop();
    await closed(packed, file);
  }
  return head;
}

/** Fails with a promise, and otherwise never ends. */
const failing = (work: Promise<unknown>): Promise<never> => new Promise((_, fail) => void work.catch(fail));

async function closed(packed: Gzip, file: WriteStream): Promise<void> {
  packed.destroy();
  file.destroy();
  await finished(file).catch(() => {});
}

async function rowsInto(packed: Gzip, client: pg.PoolClient, head: Head, progress: Progress): Promise<void> {
  await put(packed, `${JSON.stringify(head)}\n`);
  const checksums: Record<string, string> = {};
  for (const { name, columns } of head.tables) {
    const hash = createHash('sha256');
    for await (const rows of copiedOut(client, `copy (select ${listed(columns)} from ${quoted(name)}) to stdout`)) {
      hash.update(rows);
      await put(packed, blockLine(name, rows.length));
      await put(packed, rows);
      progress.step(name, linesIn(rows));
    }
    checksums[name] = hash.digest('hex');
  }
  await put(packed, `${end_word} ${JSON.stringify(checksums satisfies Checksums)}\n`);
  packed.end();
}

/** COPY writes a row as one line. */
function linesIn(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(newline); at >= 0; at = rows.indexOf(newline, at + 1)) count += 1;
  return count;
}

const put = (stream: Writable, content: string | Buffer): Promise<void> =>
  new Promise((done, fail) => void stream.write(content, (error) => (error ? fail(error) : done())));

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Names in SQL, with commas. */
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

/** The keys of the vault come first, so that a restore with other keys ends before it has copied anything. */
const tables_query = `select relname as name, array_agg(attname::text order by attnum) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
  where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped and attgenerated = '' and relname <> 'migrations'
  group by relname order by relname <> 'vault_keys', relname`;

/** The sums of the ledger, from its entries. */
export const ledger_query = `select ledger_account, currency, sum(amount)::text as total from ledger_balances group by 1, 2 order by 1, 2`;

async function headOf(client: pg.PoolClient): Promise<Head> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(tables_query);
  const { rows: ran } = await client.query<{ name: string }>('select name from migrations order by number');
  const { rows: moment } = await client.query<{ as_of: Date }>('select now() as as_of');
  const { rows: ledger } = await client.query<Head['ledger'][number]>(ledger_query);
  const counted: Head['tables'][number][] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::float8 as rows from ${quoted(table.name)}`);
    counted.push({ ...table, rows: rows[0]?.rows ?? 0 });
  }
  return {
    florin_backup: 1,
    version,
    as_of: moment[0]?.as_of.toISOString() ?? '',
    migrations: ran.map(({ name }) => name),
    tables: counted,
    ledger,
  };
}

/** After a loss of power a file must not have its name without its content. */
async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
