import { refused } from '../base/refusal.js';

/** Does work when it is its turn. `who` is whom it is done for: nobody waits longer because another has much to do. */
export type Turns = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/** How much is done at once in all, how much of it for one, and how much of one may wait. */
export type Bounds = {
  readonly at_once: number;
  readonly of_one: number;
  readonly waiting_max: number;
  /** Milliseconds of real time: each turn is followed by a rest as long as it took, so that half of the time is left for other work. */
  readonly rests_by?: (() => number) | undefined;
};

/** `turn` is when it last had one: before all others goes whoever has waited longest since. */
type Queue = { under_way: number; turn: number; readonly waiting: (() => void)[] };

/** Work that is heavy for the database, done a little at a time: whoever wants it takes turns with the others, and in turn among their own. */
export function turns({ at_once, of_one, waiting_max, rests_by }: Bounds): Turns {
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
    // Whoever comes anew goes before whoever has just had a turn, and after all others.
    const queue = queues.get(who) ?? { under_way: 0, turn: turn - 0.5, waiting: [] };
    if (queue.waiting.length >= waiting_max) throw refused({ code: 'rate_limit' });
    queues.set(who, queue);
    await new Promise<void>((begin) => {
      queue.waiting.push(begin);
      next();
    });
    const begun_ms = rests_by?.() ?? 0;
    return work().finally(() => {
      if (rests_by) setTimeout(done, rests_by() - begun_ms, who, queue).unref();
      else done(who, queue);
    });
  };
}
