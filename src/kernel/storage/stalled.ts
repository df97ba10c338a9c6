import type { Database, DatabaseFault, Statement } from './database.js';

/** Sessions whose commit waits for a synchronous standby or a disk. No server timeout ends them. */
const waiting = `select pid from pg_stat_activity where usename = current_user and datname = current_database() and state = 'active'
  and lower(wait_event) = any (array['syncrep', 'walsync', 'walwrite']) and clock_timestamp() - query_start > interval '3 seconds'`;

/** The number of such sessions of this role. */
export const stalledCount = async (database: Pick<Database, 'query'>): Promise<number> =>
  (await database.query({ text: waiting, values: [] })).length;

/** The error while commits stall. */
export const stalled = (): DatabaseFault =>
  Object.assign(new Error('Commits wait for a standby or a disk that does not respond'), { code: 'ESTALLED' });

const look_again_ms = 1000;
const left_max = 2; // connections, one of them to look

/**
 * An abandoned commit continues on the server, so that it would soon have many more connections than the pool's size. An abandoned statement counts
 * as a connection until the server has ended it; until then nothing more is written. It is never canceled: a canceled commit would be visible without
 * being on the standby, could be acknowledged, and then be lost.
 */
export function haltedByStalls(database: Database): Database {
  const { gaveUp, halt, isHalted } = watching(database);
  return {
    ...database,
    query: async <Row extends object>(statement: Statement, isWanted: () => boolean = () => true) => {
      if (isHalted() && changes(statement)) await halt();
      let has_left = false;
      // Check again once there is a connection: commits may have stalled during the wait.
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
  /** Counts a statement without an answer; one that was never sent does not count. */
  readonly gaveUp: (fault: unknown, has_left: boolean) => never;
  /** Waits until it is known whether commits stall, and throws if they do. */
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
      // The standby may have become the primary, while the supervisor of this server hangs and did not end it.
      const has_left = count > 0 && (await database.followPromotion());
      is_stalled = count > 0 && !has_left;
      bound(has_left ? 0 : Math.min(given_up, count));
    }
    // If the check fails, it is repeated: until then all abandoned statements may still run.
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

/** The time limit was exceeded. */
const isSilence = (fault: unknown): boolean => (fault as DatabaseFault).code === 'ETIMEDOUT';

/** The time limit of database work. It is passed to every wait and every statement, so that together they do not exceed it. */
export type Deadline = {
  readonly isOver: () => boolean;
  /** The answer, or the error that the time is over. */
  readonly within: <T>(answer: Promise<T>) => Promise<T>;
  /** Waits for something other than the database: that time is not counted, and afterwards the full limit is available again. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the deadline's timer. */
  readonly end: () => void;
};

/** The error for a wait beyond the deadline; the statement may still have taken effect. */
export const late = (): Error => Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' });

/** Creates a deadline in `ms` of real time. */
export function deadlineIn(ms: number): Deadline {
  const waiting = new Set<(error: Error) => void>();
  let over = false;
  let paused = 0;
  const pass = (): void => {
    over = true;
    for (const fail of waiting) fail(late());
  };
  let timer = setTimeout(pass, ms);
  return {
    isOver: () => over,
    within: (answer) =>
      new Promise((settle, fail) => {
        if (over) fail(late());
        else waiting.add(fail);
        // An error after the deadline is ignored.
        answer.then(
          (value) => {
            waiting.delete(fail);
            settle(value);
          },
          (fault) => {
            waiting.delete(fail);
            fail(fault);
          },
        );
      }),
    apart: async (work) => {
      clearTimeout(timer);
      paused += 1;
      try {
        return await work();
      } finally {
        paused -= 1;
        if (!over && paused === 0) timer = setTimeout(pass, ms);
      }
    },
    end: () => clearTimeout(timer),
  };
}
