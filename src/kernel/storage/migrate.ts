import { hostname } from 'node:os';
import type pg from 'pg';
import { type Database, type DatabaseFault, openDatabase } from './database.js';
import type { Migration, Step } from './migration-files.js';
import { type Pending, pendingIn } from './schema.js';
import { migrating } from './session.js';

/** The database to migrate, and the receiver of progress messages. */
export type Migrating = {
  readonly url: string;
  readonly log: (line: string) => void;
  /** All processes run this version, so objects that only older versions need can be removed (docs/decisions/0022). */
  readonly contracts?: boolean;
  /** The version of this program. Connected processes of older versions prevent a contraction. */
  readonly version?: string;
  /** The names of the migrations that may run, by default all: a backup is restored into the schema that it was taken from. */
  readonly only?: ReadonlySet<string>;
};

/**
 * Brings the schema up to date, forward only: of several processes starting at once one migrates, the others wait. Each migration is recorded as it
 * ends, so that an interrupted run continues where it stopped. Returns the names of the migrations it ran.
 */
export async function migrate({ url, log, contracts = false, version = '', only }: Migrating): Promise<string[]> {
  const database = openDatabase({
    url,
    program: programOf(version),
    connections: 2,
    log: () => {},
    session: migrating,
    prepares: false,
    writes: true,
  });
  const chosen = ({ now, later }: Pending): readonly Migration[] =>
    (contracts ? inOrder([...now, ...later]) : now).filter(({ name }) => only?.has(name) ?? true);
  try {
    if (chosen(await pendingIn(database)).length === 0) return [];
    return await oneAtATime(database, log, async () => {
      const pending = chosen(await pendingIn(database));
      if (pending.some(({ contract_of }) => contract_of !== null)) await refuseOlder(database, version);
      for (const migration of pending) await run(database, migration, log);
      return pending.map(({ name }) => name);
    });
  } finally {
    await database.close();
  }
}

/** The name under which the connections of a program are listed in `pg_stat_activity`. */
export const programOf = (version: string): string => `florin/${version}/${hostname()}`;

/** Refuses a contraction while processes of an older version are connected. Through a pooler they are seen as long as they have a connection. */
async function refuseOlder(database: Database, version: string): Promise<void> {
  const text = `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'florin/%/%'`;
  const programs = await database.query<{ name: string }>({ text, values: [] });
  const older = programs.map(({ name }) => name).filter((name) => isOlder(name.split('/')[1] ?? '', version));
  if (older.length)
    throw new Error(
      `Older processes are connected, and need what this migration removes: ${older.join(', ')}. Stop them, and run florin migrate --contract again.`,
    );
}

const numbersOf = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10) || 0);

function isOlder(one: string, other: string): boolean {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  const place = first.findIndex((number, at) => number !== second[at]);
  return place >= 0 && (first[place] ?? 0) < (second[place] ?? 0);
}

const inOrder = (migrations: readonly Migration[]): Migration[] => [...migrations].sort((a, b) => a.number - b.number);

const poll_ms = 100;

/**
 * Each poll of a waiting process is a transaction of its own: a concurrent index build waits for the end of every transaction that has a snapshot when
 * the build looks for them, and a transaction that waits for the build would never end.
 */
async function oneAtATime<T>(database: Database, log: Migrating['log'], work: () => Promise<T>): Promise<T> {
  const ifFree = (): Promise<{ readonly done: T } | undefined> =>
    database.transaction(async (query) => {
      const locked = await query({ text: `select where pg_try_advisory_xact_lock(hashtext('florin migrations'))`, values: [] });
      return locked.length > 0 ? { done: await work() } : undefined;
    });
  for (let told = false; ; told = true) {
    const free = await ifFree();
    if (free) return free.done;
    if (!told) log('another process is migrating the schema; waiting for it');
    await pause(poll_ms);
  }
}

const table = `create table if not exists migrations (number int primary key, name text not null, ran_at timestamptz not null default now());
  alter table migrations add column if not exists needs int`;

async function run(database: Database, migration: Migration, log: Migrating['log']): Promise<void> {
  const { number, name, contract_of, steps } = migration;
  const stored = { text: 'insert into migrations (number, name, needs) values ($1, $2, $3)', values: [number, name, contract_of ?? 0] };
  const last = steps.at(-1);
  for (const step of steps) {
    if (step.of === 'alone') await runAlone(database, step);
    if (step.of === 'batches') await runInBatches(database, name, step, log);
    if (step.of !== 'transaction' && step !== last) continue;
    await insist(name, log, () =>
      database.transaction(async (query) => {
        // Versions without steps wait for this lock.
        await query({ text: `select pg_advisory_xact_lock(hashtext('florin migrate'))`, values: [] });
        await query({ text: table, values: [] });
        if (step.of === 'transaction') await query({ text: step.text, values: [] });
        if (step === last) await query(stored);
      }),
    );
  }
}

const tries_max = 120;
const pause_ms_max = 2000;

/** Retries after a lock timeout: statements queued behind a migration then wait at most half a second. */
async function insist(name: string, log: Migrating['log'], work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (fault) {
      if (!waited_codes.has((fault as DatabaseFault).code ?? '')) throw fault;
      if (tried === tries_max) throw new Error(`${name} could not lock its tables in ${tries_max} attempts. ${mend}`, { cause: fault });
      if (tried === 1) log(`${name} waits for locks of other sessions`);
      await pause(Math.min(pause_ms_max, 25 * 2 ** tried));
    }
  }
}

/** A lock timeout, or a deadlock. */
const waited_codes: ReadonlySet<string> = new Set(['55P03', '40P01']);

const mend =
  'Nothing was changed. End the transactions that hold the locks (select pid, query from pg_stat_activity order by xact_start) and run florin migrate again.';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** An invalid index is rebuilt. A concurrent build blocks no other session, so its lock timeout is off. */
async function runAlone(database: Database, { texts }: Extract<Step, { of: 'alone' }>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set lock_timeout = 0');
    for (const text of texts) {
      await dropInvalid(client, /\bindex concurrently if not exists (\w+)/i.exec(text)?.[1]);
      await client.query(text);
    }
  } finally {
    client.release(true);
  }
}

async function dropInvalid(client: pg.PoolClient, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const { rowCount } = await client.query('select from pg_index where not indisvalid and indexrelid = to_regclass($1)', [name]);
  if (rowCount) await client.query(`drop index concurrently ${client.escapeIdentifier(name)}`);
}

const pages_of_a_batch = 32;
const told_percent = 10;

/** Each batch is one transaction of some hundred rows; an interrupted migration starts over and skips finished rows. */
async function runInBatches(
  database: Database,
  name: string,
  { table: of, text }: Extract<Step, { of: 'batches' }>,
  log: Migrating['log'],
): Promise<void> {
  const [{ pages } = { pages: 0 }] = await database.query<{ pages: number }>({
    text: `select pg_relation_size(to_regclass($1)) / current_setting('block_size')::int as pages`,
    values: [of],
  });
  for (let [page, told] = [0, 0]; page < pages; page += pages_of_a_batch) {
    const values = [`(${page},0)`, `(${page + pages_of_a_batch},0)`];
    await insist(name, log, async () => void (await database.transaction((query) => query({ text, values }))));
    const percent = Math.min(100, Math.floor((100 * (page + pages_of_a_batch)) / pages));
    if (percent < told + told_percent && percent < 100) continue;
    told = percent;
    log(`${name}: ${percent} % of ${of}`);
  }
}
