import pg from 'pg';
import { borrow } from './connection.js';
import { type Deadline, deadlineIn } from './deadline.js';
import { serversOf } from './servers.js';
import { type Session, serving } from './session.js';
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
  /** Sends a statement, unless nobody wants it any more by the time there is a connection for it. */
  query<Row extends object>(statement: Statement, isWanted?: () => boolean): Promise<Row[]>;
  /** Several statements in one transaction; for migrations and the worker, never on the path of a request. It may last until the deadline, if there is one. */
  transaction<T>(work: (query: Database['query']) => Promise<T>, deadline?: Deadline): Promise<T>;
  /** As long as a request may wait for all that it asks; so many times as long, where it brings much. */
  deadline(times?: number): Deadline;
  /** Waits for somebody else than the database, and does not count that against the deadline of a request. */
  apart<T>(work: () => Promise<T>): Promise<T>;
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
  /** How long a request may wait in all, and for a connection. */
  readonly timeout_ms?: number;
};

const usual_timeout_ms = 4500;

/** A server gives a statement up by itself; one that has not said so by then does not answer at all any more. */
const answering_ms = 1000;

const endless: Deadline = { isOver: () => false, within: (answer) => answer, apart: (work) => work(), end: () => {} };

/** Opens a pool. Documents come back as text, because almost all of them are handed through unread. */
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
      (await answered(client.query(prepared(statement, nameOf)))).rows;
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

/** Refusals of what has been prepared or not: on a connection of one's own neither can be. */
const prepared_codes: ReadonlySet<string> = new Set(['26000', '42P05']);

function explain(fault: unknown): never {
  const { code = '', message } = fault as DatabaseFault;
  const sentence = prepared_codes.has(code) ? of_poolers : code === '08P01' && /startup parameter/.test(message) ? of_options : null;
  throw sentence === null ? fault : Object.assign(new Error(sentence, { cause: fault }), { code });
}

const of_options =
  'A pooler in front of PostgreSQL refuses the options that connections begin with. Let it ignore them (PgBouncer: ignore_startup_parameters = ' +
  'options); Florin then says which settings the role needs instead. Or connect past it.';

const of_poolers =
  'A pooler between Florin and PostgreSQL gives each transaction another connection, and does not know of prepared statements. Set ' +
  'FLORIN_PREPARED_STATEMENTS=off, or let the pooler know of them (PgBouncer 1.21 or newer with max_prepared_statements above 0).';

/** What a transaction does may take its time; a commit that has not been answered like any statement waits for what does not come. */
async function inTransaction<T>(
  client: pg.PoolClient,
  work: (query: Database['query']) => Promise<T>,
  answered: <A>(answer: Promise<A>) => Promise<A>,
): Promise<T> {
  await client.query('begin');
  const result = await work(async ({ text, values }) => (await client.query({ text, values: [...values] })).rows);
  await answered(client.query('commit'));
  return result;
}

/** What PostgreSQL says of a failed statement. Its `detail` prints the failing row, so it is never read nor logged. */
export type DatabaseFault = Error & {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

const racing_columns: ReadonlySet<string> = new Set(['version', 'guard', 'value', 'attempts']);
/** Keys that two may claim at once: an idempotency key, an id that callers choose. */
const racing_keys: ReadonlySet<string> = new Set(['idempotency_pkey', 'objects_pkey', 'searches_pkey']);

/** A lost race, where it is not the server that says so. */
export const lostRace = (): DatabaseFault => Object.assign(new Error('Somebody else was faster'), { code: '40001' });

/** Somebody else has a value that no two objects share. */
export const isTaken = (error: unknown): boolean =>
  (error as DatabaseFault).code === '23502' && (error as DatabaseFault).column === 'owner';

/** An object that a write refers to has been deleted. */
export const isDeleted = (fault: DatabaseFault): boolean => fault.code === '23502' && fault.column === 'platform';

/** Two writers wanted the same: the whole request can simply be tried again. */
export const isLostRace = (fault: DatabaseFault): boolean =>
  fault.code === '40001' ||
  fault.code === '40P01' ||
  isDeleted(fault) ||
  (fault.code === '23502' && racing_columns.has(fault.column ?? '')) ||
  (fault.code === '23505' && racing_keys.has(fault.constraint ?? ''));

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
    /connection terminated|timeout exceeded when trying to connect|client has encountered/i.test(error.message)
  );
};
