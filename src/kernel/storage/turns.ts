import { refused } from '../base/refusal.js';

/** Runs work in fair order. `who` is the client: a client's many jobs do not delay another client. */
export type Turns = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/** The maximum of concurrent jobs, of those of one client, and of one client's waiting jobs. */
export type Bounds = {
  readonly at_once: number;
  readonly of_one: number;
  readonly waiting_max: number;
  /** A clock in milliseconds of real time: each turn is followed by a pause of the same length, so that half of the time is left for other work. */
  readonly rests_by?: (() => number) | undefined;
  /** Runs a function after a pause, in milliseconds; by default a timer. */
  readonly after?: (pause_ms: number, run: () => void) => void;
};

const byTimer = (pause_ms: number, run: () => void): void => void setTimeout(run, pause_ms).unref();

/** `turn` is the client's last turn: the client that has waited longest since goes first. */
type Queue = { under_way: number; turn: number; readonly waiting: (() => void)[] };

/** Limits work that is heavy for the database: clients take turns, and each client's jobs keep their order. */
export function turns({ at_once, of_one, waiting_max, rests_by, after = byTimer }: Bounds): Turns {
  const queues = new Map<string, Queue>();
  let [under_way, turn] = [0, 0];
  const first = (): Queue | undefined =>
    [...queues.values()]
      .filter((each) => each.under_way < of_one && each.waiting.length > 0)
      .reduce<Queue | undefined>((best, each) => (best && best.turn <= each.turn ? best : each), undefined);
  const next = (): void => {
    for (let queue = first(); queue && under_way < at_once; queue = first()) {
      under_way++;
      queue.under_way++;
      queue.turn = ++turn;
      queue.waiting.shift()?.();
    }
  };
  const done = (who: string, queue: Queue): void => {
    under_way--;
    queue.under_way--;
    if (queue.under_way === 0 && queue.waiting.length === 0) queues.delete(who);
    next();
  };
  return async (who, work) => {
    // A new client goes before the one that has just had a turn, and after all others.
    const queue = queues.get(who) ?? { under_way: 0, turn: turn - 0.5, waiting: [] };
    if (queue.waiting.length >= waiting_max) throw refused({ code: 'rate_limit' });
    queues.set(who, queue);
    await new Promise<void>((begin) => {
      queue.waiting.push(begin);
      next();
    });
    const begun_ms = rests_by?.() ?? 0;
    return work().finally(() => {
      if (rests_by) after(rests_by() - begun_ms, () => done(who, queue));
      else done(who, queue);
    });
  };
}
