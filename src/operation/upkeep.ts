import { countViolations, rollUp } from '../ledger/balances.js';
import type { Database } from '../storage/database.js';

type Telling = { readonly imbalance: (rows: number) => void; readonly onError: (error: unknown) => void };

/** What runs by itself beside the queues: balances are rolled up, old keys forgotten, the ledger checked every minute (promise 7). */
export function startUpkeep(database: Database, { imbalance, onError }: Telling, second = 1000): { stop(): Promise<void> } {
  const chores = [
    repeat(second, () => rollUp(database), onError),
    repeat(600 * second, () => forgetKeys(database), onError),
    repeat(60 * second, async () => imbalance(await countViolations(database)), onError),
  ];
  return {
    stop: async () => {
      await Promise.all(chores.map((each) => each.stop()));
    },
  };
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
