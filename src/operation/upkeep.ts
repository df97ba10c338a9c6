import { countViolations, ledger_rebased, rollUp } from '../ledger/balances.js';
import type { Database } from '../storage/database.js';
import { deadlineIn } from '../storage/deadline.js';
import { databaseUntil } from '../storage/until.js';

type Telling = {
  readonly imbalance: (rows: number) => void;
  /** Told what an operator should know, although it has mended itself. */
  readonly warn: (what: string) => void;
  readonly onError: (error: unknown) => void;
};

/** What runs by itself beside the queues: balances are rolled up, old keys forgotten, the ledger checked every minute (promise 7). */
export function startUpkeep(
  database: Database,
  { imbalance, warn, onError }: Telling,
  second = 1000,
): { stop(deadline_ms: number): Promise<void> } {
  const chores = [
    repeat(second, async () => (await inItsTime(database, rollUp)) === 'rebased' && warn(ledger_rebased), onError),
    repeat(600 * second, () => forgetKeys(database), onError),
    repeat(60 * second, async () => imbalance(await inItsTime(database, countViolations)), onError),
  ];
  return {
    stop: async (deadline_ms) => {
      const stopped = Promise.all(chores.map((each) => each.stop()));
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, deadline_ms).unref())]);
    },
  };
}

/** The longest that a chore may take before it is given up and begun anew: the server gives them less. */
const chore_ms = 660_000;

/** A chore of a database that says nothing any more ends, so that it can be repeated when all is well again. */
async function inItsTime<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  const deadline = deadlineIn(chore_ms);
  return work(databaseUntil(database, deadline)).finally(deadline.end);
}

/** Repeats a chore with pauses between its runs, so that a slow one never overtakes itself. */
function repeat(pause_ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let running: Promise<unknown> = Promise.resolve();
  const next = (): void => {
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .finally(() => {
          if (!stopped) next();
        });
    }, pause_ms);
    timer.unref();
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const batch = 5000;

/** Keys are kept for 24 hours (promise 17), by the database's clock; a backlog is worked off in pieces. */
async function forgetKeys(database: Database): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    const text = `delete from idempotency where (account, key) in (
      select account, key from idempotency where created_at < now() - interval '24 hours' limit ${batch}) returning 1`;
    gone = (await database.query({ text, values: [] })).length;
  }
}
