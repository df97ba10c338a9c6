import pg from 'pg';
import { boundedSet } from './bounded-set.js';

/** A statement with its parameters. A text that comes again is prepared once a connection, under a name of its own. */
export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of endlessly many shapes, so that preparing each would fill the memory of the database. */
  readonly once?: boolean;
};

/** The database, as the engine sees it: statements in, rows out. */
export type Database = {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Several statements in one transaction; for migrations and the worker, never on the path of a request. */
  transaction<T>(work: (query: Database['query']) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

/** Pairs a statement's text with its parameters. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Statement => ({
  text: strings.reduce((text, part, place) => `${text}$${place}${part}`),
  values,
});

const json_type = 114;
const bigint_type = 20;

// Generic plans at once: a text is otherwise planned anew for its first five uses on every connection. Every statement
// finds its rows by key, so a plan made while the tables were still small must not stay with a scan or a hash of all of them.
const settings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  'statement_timeout=5000',
  'synchronous_commit=on',
  'client_min_messages=warning',
];

/** Opens a pool. Documents come back as text, because almost all of them are handed through unread. */
export function openDatabase(options: { url: string; connections: number; log: (error: Error) => void }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: 4000,
    // A new connection plans every statement anew, which the first requests after a pause would wait for.
    idleTimeoutMillis: 600_000,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  pool.on('error', options.log);
  const nameOf = naming();
  const query: Database['query'] = async (statement) => (await pool.query(prepared(statement, nameOf))).rows;
  return { query, pool, transaction: (work) => inTransaction(pool, work), close: () => pool.end() };
}

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === json_type) return (value) => value;
  if (type === bigint_type) return Number;
  return pg.types.getTypeParser(type, (format ?? 'text') as 'text');
}

/** The server gives a statement up by itself after five seconds; this is for one that no longer answers at all. */
const answer_timeout_ms = 5500;

type Naming = (text: string) => string | undefined;

function prepared({ text, values, once }: Statement, nameOf: Naming): pg.QueryConfig & { query_timeout: number } {
  const name = once ? undefined : nameOf(text);
  return { ...(name !== undefined && { name }), text, values: values as unknown[], query_timeout: answer_timeout_ms };
}

const names_max = 300;
const seen_max = 300;

/**
 * Names texts from their second use on, and no more than each connection can keep prepared: a plan takes some 100 KB there, and filters,
 * searches and numbers of rows can be put together in endless ways.
 */
function naming(): Naming {
  const names = new Map<string, string>();
  const seen = boundedSet(seen_max);
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === names_max) return known;
    if (!seen.has(text)) {
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const name = `florin_${names.size}`;
    names.set(text, name);
    return name;
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (query: Database['query']) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two statements says so by an event, and one that nobody hears ends the process.
  const fellSilent = (): void => {};
  client.on('error', fellSilent);
  try {
    await client.query('begin');
    const result = await work(async (statement) => (await client.query({ text: statement.text, values: [...statement.values] })).rows);
    await client.query('commit');
    client.off('error', fellSilent);
    client.release();
    return result;
  } catch (error) {
    // The connection is thrown away, because after a fault nobody knows what state it is in.
    client.release(true);
    throw error;
  }
}

/** What PostgreSQL says of a failed statement. Its `detail` prints the failing row, so it is never read nor logged. */
export type DatabaseFault = Error & {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

const racing_columns: ReadonlySet<string> = new Set(['version', 'guard', 'value']);

/** A lost race, where it is not the server that says so. */
export const lostRace = (): DatabaseFault => Object.assign(new Error('Somebody else was faster'), { code: '40001' });

/** Somebody else has a value that no two objects share. */
export const isTaken = (error: unknown): boolean =>
  (error as DatabaseFault).code === '23502' && (error as DatabaseFault).column === 'owner';

/** Two writers wanted the same: the whole request can simply be tried again. */
export const isLostRace = (fault: DatabaseFault): boolean =>
  fault.code === '40001' ||
  fault.code === '40P01' ||
  (fault.code === '23502' && racing_columns.has(fault.column ?? '')) ||
  (fault.code === '23505' && fault.constraint === 'idempotency_pkey');

/**
 * The server has refused a statement and stored nothing of it, for what it says or for whom it met: each part of it may be tried again
 * alone. After 40003 nobody knows what was stored.
 */
export const isRefused = (error: unknown): boolean => /^(21|22|23|40(?!003)|55P03)/.test((error as DatabaseFault).code ?? '');

/** Too much waits to be stored: the caller is told to come back later. */
export const overloaded = (): DatabaseFault => Object.assign(new Error('Too many writes wait to be stored'), { code: '53300' });

const unavailable_codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55000',
  '25006',
]);

/** The database is away, starting, or too slow at the moment: 503, and the same request may be repeated. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as DatabaseFault;
  return (
    unavailable_codes.has(code) ||
    isLostRace(error) ||
    code.startsWith('08') ||
    /connection terminated|timeout exceeded when trying to connect|client has encountered|query read timeout/i.test(error.message)
  );
};
