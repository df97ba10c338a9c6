import { coalesced, firstOf } from './coalesced.js';
import type { Database, Statement } from './database.js';
import { deadlineIn } from './stalled.js';

/** Which server answered a read: the replica, or the writable server because the replica lagged or failed. */
export type AnsweredBy = 'replica' | 'primary';

/** A replica of a database. */
export type Replicated = {
  readonly primary: Database;
  readonly replica: Database;
  /** Called for each read, for metrics. */
  readonly answered: (by: AnsweredBy) => void;
  /** Receives the fault of a replica, which is not asked again for some seconds. */
  readonly failed: (fault: Error) => void;
};

/** How long a read waits for the replica to catch up. Replication takes a few milliseconds unless the replica is overloaded or cut off. */
const catching_up_ms_max = 100;
const look_again_ms = 3;
/** For how long reads do not ask a replica that lags, or that failed. */
const lagging_ms = 1000;
const failed_ms = 10_000;

/**
 * A database for reads that lock nothing: lists, searches, reports. The replica answers once it has replayed all that was committed when the read
 * began, so a client that has the answer of its write finds that write, whichever process it asks. Otherwise the writable server answers
 * (docs/decisions/0109).
 */
export function replicated(pair: Replicated): Database {
  const { primary, replica } = pair;
  const { choose, gaveUp } = choosing(pair);
  return {
    ...primary,
    query: async <Row extends object>(statement: Statement, isWanted?: () => boolean) => {
      if ((await choose()) === primary) return primary.query<Row>(statement, isWanted);
      return replica.query<Row>(statement, isWanted).catch((fault: Error) => {
        gaveUp(fault);
        return primary.query<Row>(statement, isWanted);
      });
    },
    // A transaction is not repeated here, because its work may have sent rows elsewhere. Its caller repeats it, and then the replica is not asked.
    transaction: async (work, deadline) => {
      const chosen = await choose();
      return chosen.transaction(work, deadline).catch((fault: Error) => {
        if (chosen === replica) gaveUp(fault);
        throw fault;
      });
    },
    get pool() {
      return primary.pool;
    },
    close: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

type Choosing = {
  /** The replica if it has caught up with the moment of the call, or the primary. */
  readonly choose: () => Promise<Database>;
  /** Notes that the replica failed. */
  readonly gaveUp: (fault: Error) => void;
};

function choosing({ primary, replica, answered, failed }: Replicated): Choosing {
  const flushed = flushedIn(primary);
  const hasReplayed = replayedIn(replica);
  let is_away = false;
  const leave = (ms: number): void => {
    is_away = true;
    setTimeout(() => (is_away = false), ms).unref();
  };
  const gaveUp = (fault: Error): void => {
    leave(failed_ms);
    failed(fault);
  };
  return {
    gaveUp,
    choose: async () => {
      const isUsable = !is_away && (await catchUp(hasReplayed, await flushed()).catch((fault: Error) => gaveUp(fault)));
      if (isUsable === false && !is_away) leave(lagging_ms);
      answered(isUsable ? 'replica' : 'primary');
      return isUsable ? replica : primary;
    },
  };
}

/**
 * The position up to which the writable server has flushed its log. A commit is acknowledged after that, so the position covers every acknowledged
 * write. Reads that arrive during one question share the next.
 */
function flushedIn(primary: Database): () => Promise<bigint> {
  const { ask } = coalesced<null, bigint>({
    send: async (batch) => {
      const position = await positionIn(primary, 'pg_current_wal_flush_lsn()');
      return batch.map(() => position);
    },
    take: firstOf(Number.POSITIVE_INFINITY),
    isTriedAlone: () => false,
    under_way_max: 1,
    at_once: true,
  });
  return () => ask(null);
}

/** Whether the replica has replayed the log up to a position. What it has replayed once need not be asked again. */
function replayedIn(replica: Database): (position: bigint) => Promise<boolean> {
  let replayed = 0n;
  return async (position) => {
    if (replayed < position) replayed = await positionIn(replica, 'pg_last_wal_replay_lsn()');
    return replayed >= position;
  };
}

/** Waits until the replica has replayed a position; false if that takes too long. */
async function catchUp(hasReplayed: (position: bigint) => Promise<boolean>, position: bigint): Promise<boolean> {
  const until = deadlineIn(catching_up_ms_max);
  try {
    while (!(await until.within(hasReplayed(position)))) await until.within(pause(look_again_ms));
    return true;
  } catch (fault) {
    if (until.isOver()) return false;
    throw fault;
  } finally {
    until.end();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Position = 'pg_current_wal_flush_lsn()' | 'pg_last_wal_replay_lsn()';

/** A position of the write-ahead log in bytes; 0 where a server has replayed none. PostgreSQL prints it as two hexadecimal halves. */
async function positionIn(database: Database, of: Position): Promise<bigint> {
  const [row] = await database.query<{ position: string | null }>({ text: `select ${of}::text as position`, values: [] });
  const [high = '0', low = '0'] = (row?.position ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
