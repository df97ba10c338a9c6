import pg from 'pg';
import type { ReadList } from './list.js';
import type { Load } from './load.js';
import { type Servers, serversOf } from './servers.js';
import { isReadOnly, type Session, serving } from './session.js';
import { type Deadline, deadlineIn, late } from './stalled.js';
import { type Naming, nameless, naming } from './statement-names.js';
import { tracedStatement } from './traced-statement.js';
import type { Store } from './writes.js';

/** A statement with its parameters. A repeated text is prepared under a name, once per connection. */
export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The text has unlimited variants, so preparing each would fill the database's memory. */
  readonly once?: boolean;
};

/** The database for the engine: statements in, rows out. */
export type Database = {
  /** Sends a statement, unless `isWanted` is false once there is a connection. */
  query<Row extends object>(statement: Statement, isWanted?: () => boolean): Promise<Row[]>;
  /** Several statements in one transaction; for migrations and the worker, never for requests. An optional deadline limits it. */
  transaction<T>(work: (query: Database['query']) => Promise<T>, deadline?: Deadline): Promise<T>;
  /** The deadline for all database work of a request; `times` multiplies it for large requests. */
  deadline(times?: number): Deadline;
  /** Waits for something other than the database, without counting that against the request's deadline. */
  apart<T>(work: () => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  /** Leaves a server for one that was promoted after it, if there is one; whether it did. */
  followPromotion(): Promise<boolean>;
  close(): Promise<void>;
};

/** Pairs a statement's text with its parameters. */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Statement => ({
  text: strings.reduce((text, part, place) => `${text}$${place}${part}`),
  values,
});

const json_type = 114;
const bigint_type = 20;

/** The options of a database. */
export type Opening = {
  /** For one or several servers (storage/servers). */
  readonly url: string;
  readonly connections: number;
  readonly log: (error: Error) => void;
  /** The program as `pg_stat_activity` names it: `florin/<version>/<host>`. */
  readonly program?: string;
  /** The session settings of connections; by default those for requests. */
  readonly session?: Session;
  /** Off: no statement is prepared under a name. */
  readonly prepares?: boolean;
  /** Refuses a read-only server. */
  readonly writes?: boolean;
  /** The total time limit of a request, and of getting a connection. */
  readonly timeout_ms?: number;
};

const usual_timeout_ms = 4500;

/** The server ends a statement at its own timeout; if it has not reported that after this extra time, it no longer responds. */
const answering_ms = 1000;

const endless: Deadline = { isOver: () => false, within: (answer) => answer, apart: (work) => work(), end: () => {} };

/** Opens a pool. Documents are returned as text, because nearly all of them are passed on without parsing. */
export function openDatabase({ url, session = serving, prepares = true, writes = false, ...opening }: Opening): Database {
  const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };
  const { timeout_ms = usual_timeout_ms } = opening;
  const servers = serversOf(url, { ...opening, session, types, writes, timeout_ms });
  const nameOf = prepares ? naming() : nameless;
  const answered = <T>(answer: Promise<T>): Promise<T> => {
    const until = deadlineIn(timeout_ms + answering_ms);
    return until.within(answer).finally(until.end);
  };
  const query: Database['query'] = (statement, isWanted) => {
    const work = async (client: pg.PoolClient): Promise<pg.QueryResult['rows']> =>
      (await tracedStatement(statement.text, () => answered(client.query(prepared(statement, nameOf))))).rows;
    return borrow(servers, endless, { work, isUsable: isRefused, isWanted }).catch(explain);
  };
  return {
    query,
    transaction: (work, until = endless) =>
      borrow(servers, until, { work: (client) => inTransaction(client, work, answered), isUsable: () => false }).catch(explain),
    get pool() {
      return servers.pool;
    },
    deadline: (times = 1) => deadlineIn(timeout_ms * times),
    apart: (work) => work(),
    followPromotion: () => servers.followPromotion(),
    close: () => servers.close(),
  };
}

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === json_type) return (value) => value;
  if (type === bigint_type) return Number;
  return pg.types.getTypeParser(type, (format ?? 'text') as 'text');
}

function prepared({ text, values, once }: Statement, nameOf: Naming): pg.QueryConfig {
  const name = once ? undefined : nameOf(text);
  return { ...(name !== undefined && { name }), text, values: values as unknown[] };
}

/** Errors about prepared statements that are impossible on a dedicated connection: a pooler must be in between. */
const prepared_codes: ReadonlySet<string> = new Set(['26000', '42P05']);

/** Throws a fault of the database, with the setting to change if a pooler is its cause. */
export function explain(fault: unknown): never {
  const { code = '', message } = fault as DatabaseFault;
  const sentence = prepared_codes.has(code) ? of_poolers : code === '08P01' && /startup parameter/.test(message) ? of_options : null;
  throw sentence === null ? fault : Object.assign(new Error(sentence, { cause: fault }), { code });
}

const of_options =
  'A pooler in front of PostgreSQL refuses the startup options of connections. Let it ignore them (PgBouncer: ignore_startup_parameters = ' +
  'options); Florin then lists the settings that the role needs. Or connect without the pooler.';

const of_poolers =
  'A pooler between Florin and PostgreSQL changes connections between transactions, and does not support prepared statements. Set ' +
  'FLORIN_PREPARED_STATEMENTS=off, or enable them in the pooler (PgBouncer 1.21 or newer with max_prepared_statements above 0).';

/** The work of a transaction may take long; but a commit must be answered within the time of a statement, or it is stuck. */
async function inTransaction<T>(
  client: pg.PoolClient,
  work: (query: Database['query']) => Promise<T>,
  answered: <A>(answer: Promise<A>) => Promise<A>,
): Promise<T> {
  await client.query('begin');
  const result = await work(
    async ({ text, values }) => (await tracedStatement(text, () => client.query({ text, values: [...values] }))).rows,
  );
  await answered(client.query('commit'));
  return result;
}

/** A PostgreSQL error. Its `detail` prints the failing row, so it is never read or logged. */
export type DatabaseFault = Error & {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

const racing_columns: ReadonlySet<string> = new Set(['version', 'guard', 'value', 'attempts']);
/** Keys that two writers may claim concurrently: an idempotency key, an id that callers choose. */
const racing_keys: ReadonlySet<string> = new Set(['idempotency_pkey', 'jobs_pkey', 'objects_pkey', 'searches_pkey']);

/** A lost race that this process detected itself. */
export const lostRace = (): DatabaseFault => Object.assign(new Error('Another process was faster'), { code: '40001' });

/** The error of work that was decided before the books of its account were replaced. */
export const replaced = (): DatabaseFault =>
  Object.assign(new Error('The books of this account were replaced'), { code: '23502', column: 'epoch' });

/** Whether the books of the account were replaced since the caller was read: nothing was stored, and the request can be answered again. */
export const isReplaced = (error: unknown): boolean =>
  (error as DatabaseFault).code === '23502' && (error as DatabaseFault).column === 'epoch';

/** Whether another object owns the unique value. */
export const isTaken = (error: unknown): boolean =>
  (error as DatabaseFault).code === '23502' && (error as DatabaseFault).column === 'owner';

/** Whether an object that the write refers to has been deleted. */
export const isDeleted = (fault: DatabaseFault): boolean => fault.code === '23502' && fault.column === 'platform';

/** Whether two writers conflicted: the whole request can be retried. */
export const isLostRace = (fault: DatabaseFault): boolean =>
  fault.code === '40001' ||
  fault.code === '40P01' ||
  isDeleted(fault) ||
  (fault.code === '23502' && racing_columns.has(fault.column ?? '')) ||
  (fault.code === '23505' && racing_keys.has(fault.constraint ?? ''));

/**
 * Whether the server refused a statement because of its contents or a conflict, and stored nothing: each part may be retried alone. After 40003 the
 * result is unknown.
 */
export const isRefused = (error: unknown): boolean => /^(21|22|23|40(?!003)|55P03)/.test((error as DatabaseFault).code ?? '');

/** The error when too many writes are waiting: the caller should retry later. */
export const overloaded = (): DatabaseFault => Object.assign(new Error('Too many writes wait to be stored'), { code: '53300' });

const unavailable_codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'ESTALLED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '57014',
  '55000',
  '25006',
  // The password is wrong, the role may not connect, the database does not exist.
  '28P01',
  '28000',
  '3D000',
]);

/** Whether the database is unavailable, starting or too slow: the response is 503, and the request may be repeated. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as DatabaseFault;
  return (
    unavailable_codes.has(code) ||
    isLostRace(error) ||
    code.startsWith('08') ||
    /connection terminated|timeout exceeded when trying to connect|client has encountered/i.test(error.message)
  );
};

/** Work on a connection, and whether the connection is reusable after an error. */
type Borrowing<T> = {
  readonly work: (client: pg.PoolClient) => Promise<T>;
  readonly isUsable: (fault: unknown) => boolean;
  /** Whether the result is still wanted once there is a connection. */
  readonly isWanted?: (() => boolean) | undefined;
};

/**
 * Runs work on a pooled connection until a deadline. If work is still running then, the connection is closed with it; likewise after an error,
 * because the connection's state is unknown.
 */
export async function borrow<T>(servers: Servers, deadline: Deadline, { work, isUsable, isWanted }: Borrowing<T>): Promise<T> {
  const { pool } = servers;
  const client = await deadline.within(connected(servers, () => !deadline.isOver() && (isWanted?.() ?? true)));
  let unusable = false;
  try {
    return await deadline.within(work(client));
  } catch (fault) {
    unusable = !isUsable(fault);
    if (isReadOnly(fault)) servers.refused(pool);
    throw fault;
  } finally {
    client.release(unusable);
  }
}

/** A connection that arrives after the deadline is returned unused. */
async function connected(servers: Servers, isWanted: () => boolean): Promise<pg.PoolClient> {
  const client = await servers.connect();
  if (isWanted()) return client;
  client.release();
  throw late();
}

/** All ways to access the database. */
export type Ways = {
  readonly database: Database;
  readonly reads: Database;
  readonly load: Load;
  readonly list: ReadList;
  readonly store: Store;
};

/** The database with a deadline: afterwards nothing is sent and no wait continues. */
export const databaseUntil = (database: Database, deadline: Deadline): Database => ({
  ...database,
  query: (statement, isWanted = () => !deadline.isOver()) => deadline.within(database.query(statement, isWanted)),
  transaction: (work) => deadline.within(database.transaction(work, deadline)),
  apart: deadline.apart,
});

/** Runs all database work of a request with one deadline. */
export async function inTime<W extends Ways, T>(ways: W, work: (ways: W) => Promise<T>, times = 1): Promise<T> {
  const deadline = ways.database.deadline(times);
  return deadline.within(work({ ...ways, ...waysUntil(ways, deadline) })).finally(deadline.end);
}

const waysUntil = ({ database, reads, load, list, store }: Ways, deadline: Deadline): Ways => ({
  database: databaseUntil(database, deadline),
  reads: databaseUntil(reads, deadline),
  load: (wants) => deadline.within(load(wants, deadline)),
  list: (listing) => deadline.within(list(listing, deadline)),
  store: (write) => deadline.within(store(write, deadline)),
});
