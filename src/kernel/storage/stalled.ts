import type { Database, DatabaseFault, Statement } from './database.js';

/** Statements whose commit waits for what does not come: a synchronous standby, or a disk. No time-out of the server ends them. */
const waiting = `select pid from pg_stat_activity where usename = current_user and datname = current_database() and state = 'active'
  and lower(wait_event) = any (array['syncrep', 'walsync', 'walwrite']) and clock_timestamp() - query_start > interval '3 seconds'`;

/** How many statements of this role wait so. */
export const stalledCount = async (database: Pick<Database, 'query'>): Promise<number> =>
  (await database.query({ text: waiting, values: [] })).length;

/** Nothing is stored while commits stall. */
export const stalled = (): DatabaseFault =>
  Object.assign(new Error('Commits wait for a standby or a disk that does not answer'), { code: 'ESTALLED' });

const look_again_ms = 1000;
const left_max = 2; // connections, one of them to look

/**
 * A database that is given up on while it commits goes on committing, out of sight, so that its server soon holds many times the connections
 * that were meant for it. What was given up counts as a connection until the server has ended it, and until then nothing more is written.
 * It is never cancelled: then it would be there without being on the standby, and might be told of and lost.
 */
export function haltedByStalls(database: Database): Database {
  const { gaveUp, halt, isHalted } = watching(database);
  return {
    ...database,
    query: async <Row extends object>(statement: Statement, isWanted: () => boolean = () => true) => {
      if (isHalted() && changes(statement)) await halt();
      let has_left = false;
      // Who waited for a connection meanwhile is asked again, now that there is one.
      const mayLeave = (): boolean => {
        has_left = isWanted() && !(isHalted() && changes(statement));
        return has_left;
      };
      return database.query<Row>(statement, mayLeave).catch((fault) => gaveUp(fault, has_left));
    },
    transaction: async (work, deadline) => {
      if (isHalted()) await halt();
      let has_left = false;
      const begun: typeof work = (query) => {
        if (isHalted()) throw stalled();
        has_left = true;
        return work(query);
      };
      return database.transaction(begun, deadline).catch((fault) => gaveUp(fault, has_left));
    },
    get pool() {
      return database.pool;
    },
  };
}

type Watching = {
  /** Takes note of what was not answered; what has never left is no connection that was given up. */
  readonly gaveUp: (fault: unknown, has_left: boolean) => never;
  /** Waits until it is known whether commits stall, and refuses when they do. */
  readonly halt: () => Promise<void>;
  readonly isHalted: () => boolean;
};

function watching(database: Database): Watching {
  const connections = database.pool.options.max;
  let given_up = 0;
  let is_stalled = false;
  let looking: Promise<void> | null = null;
  const bound = (count: number): void => {
    given_up = count;
    database.pool.options.max = Math.max(Math.min(left_max, connections), connections - count);
  };
  const look = async (): Promise<void> => {
    const count = await stalledCount(database).catch(() => null);
    if (count !== null) {
      is_stalled = count > 0;
      bound(Math.min(given_up, count));
    }
    // Who cannot be asked is asked again: until then all that was given up may still be there.
    if (is_stalled || given_up > 0) setTimeout(lookOnce, look_again_ms).unref();
  };
  const lookOnce = (): void => {
    looking ??= look().finally(() => {
      looking = null;
    });
  };
  return {
    gaveUp: (fault, has_left) => {
      if (has_left && isSilence(fault)) {
        bound(given_up + 1);
        lookOnce();
      }
      throw fault;
    },
    halt: async () => {
      await looking;
      if (is_stalled) throw stalled();
    },
    isHalted: () => is_stalled || looking !== null,
  };
}

const changes = ({ text }: Statement): boolean => /\b(insert into|delete from|update \w+)\b/.test(text);

/** There was no answer in time. */
const isSilence = (fault: unknown): boolean => (fault as DatabaseFault).code === 'ETIMEDOUT';
