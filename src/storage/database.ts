import pg from 'pg';
import { type Servers, serversOf } from './servers.js';
import { isReadOnly, type Session, serving } from './session.js';
import { type Naming, nameless, naming } from './statement-names.js';

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

/** How a database is opened. */
export type Opening = {
  /** Of one server or several (storage/servers). */
  readonly url: string;
  readonly connections: number;
  readonly log: (error: Error) => void;
  /** What connections are asked to be like; as those that serve requests, where nothing else is said. */
  readonly session?: Session;
  /** Off, nothing is prepared under a name. */
  readonly prepares?: boolean;
  /** A server that is read-only is refused. */
  readonly writes?: boolean;
};

/** Opens a pool. Documents come back as text, because almost all of them are handed through unread. */
export function openDatabase({ url, connections, log, session = serving, prepares = true, writes = false }: Opening): Database {
  const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };
  const servers = serversOf(url, { session, connections, types, log, writes });
  const nameOf = prepares ? naming() : nameless;
  return {
    query: (statement) => withClient(servers, async (client) => (await client.query(prepared(statement, nameOf))).rows),
    transaction: (work) => withClient(servers, (client) => inTransaction(client, work)),
    get pool() {
      return servers.pool;
    },
    close: () => servers.close(),
  };
}

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === json_type) return (value) => value;
  if (type === bigint_type) return Number;
  return pg.types.getTypeParser(type, (format ?? 'text') as 'text');
}

/** The server gives a statement up by itself after five seconds; this is for one that no longer answers at all. */
const answer_timeout_ms = 5500;

function prepared({ text, values, once }: Statement, nameOf: Naming): pg.QueryConfig & { query_timeout: number } {
  const name = once ? undefined : nameOf(text);
  return { ...(name !== undefined && { name }), text, values: values as unknown[], query_timeout: answer_timeout_ms };
}

/** Lends a connection. One on which something failed is thrown away, because nobody knows what state it is in. */
async function withClient<T>(servers: Servers, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await servers.connect();
  // A connection that breaks between two statements says so by an event, and one that nobody hears ends the process.
  const fellSilent = (): void => {};
  client.on('error', fellSilent);
  try {
    const result = await work(client);
    client.off('error', fellSilent);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    if (isReadOnly(error)) servers.refused();
    throw explained(error);
  }
}

/** Refusals of what has been prepared or not: on a connection of one's own neither can be. */
const prepared_codes: ReadonlySet<string> = new Set(['26000', '42P05']);

function explained(fault: unknown): unknown {
  if (!prepared_codes.has((fault as DatabaseFault).code ?? '')) return fault;
  return Object.assign(new Error(of_poolers, { cause: fault }), { code: (fault as DatabaseFault).code });
}

const of_poolers =
  'A pooler between Florin and PostgreSQL gives each transaction another connection, and does not know of prepared statements. Set ' +
  'FLORIN_PREPARED_STATEMENTS=off, or let the pooler know of them (PgBouncer 1.21 or newer with max_prepared_statements above 0).';

async function inTransaction<T>(client: pg.PoolClient, work: (query: Database['query']) => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await work(async ({ text, values }) => (await client.query({ text, values: [...values] })).rows);
  await client.query('commit');
  return result;
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
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55000',
  '25006',
  // The password is wrong, the role may not enter, the database is not there.
  '28P01',
  '28000',
  '3D000',
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
