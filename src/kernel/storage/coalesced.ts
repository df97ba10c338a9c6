import { type Deadline, late } from './stalled.js';

/** A waiting request, its deadline, and its callbacks. */
export type Waiting<Asked, Given> = {
  readonly asked: Asked;
  readonly deadline?: Deadline | undefined;
  readonly settle: (given: Given) => void;
  readonly fail: (error: unknown) => void;
};

/** How concurrent requests are combined. */
export type Coalescing<Asked, Given> = {
  /** Sends a batch, unless every deadline has passed when it can leave, and returns the answers in the batch's order. */
  readonly send: (batch: readonly Asked[], isWanted: () => boolean) => Promise<readonly Given[]>;
  /** The maximum number of concurrent batches. With one, what arrives during a batch leaves together, which costs the least. */
  readonly under_way_max: number;
  /** Whether the requests of a failed batch may be sent again one by one. */
  readonly isTriedAlone: (error: unknown) => boolean;
  /** Chooses the next batch from the waiting requests, in order; at least the first one, unless it conflicts with one in progress. */
  readonly take: (waiting: Iterable<Waiting<Asked, Given>>, underWay: Iterable<Waiting<Asked, Given>>) => readonly Waiting<Asked, Given>[];
  /** Sends immediately while no batch is in progress, instead of at the end of the tick. */
  readonly at_once?: boolean;
  /** A batch slower than this no longer counts towards `under_way_max`, so that it does not block all requests: it may be waiting for a lock. */
  readonly slow_after_ms?: number;
};

/** A sender of combined requests. */
export type Coalesced<Asked, Given> = {
  /** Resolves with the answer from the request's batch. */
  readonly ask: (asked: Asked, deadline?: Deadline) => Promise<Given>;
  readonly add: (waiting: Waiting<Asked, Given>) => void;
  readonly waiting: ReadonlySet<Waiting<Asked, Given>>;
};

/** Combines the requests of one tick, and those that arrive while others are in progress, because round trips to the database are expensive. */
export function coalesced<Asked, Given>(how: Coalescing<Asked, Given>): Coalesced<Asked, Given> {
  const waiting = new Set<Waiting<Asked, Given>>();
  const underWay = new Set<Waiting<Asked, Given>>();
  let scheduled = false;

  const schedule = (): void => {
    if (scheduled || lanes.areFull() || waiting.size === 0) return;
    scheduled = true;
    setImmediate(leave);
  };
  const lanes = lanesOf(how, schedule);

  const leave = (): void => {
    scheduled = false;
    if (lanes.areFull()) return;
    const batch = how.take(waiting, underWay);
    if (batch.length === 0) return;
    for (const each of batch) if (waiting.delete(each)) underWay.add(each);
    const ended = (each: Waiting<Asked, Given>): void => {
      underWay.delete(each);
      schedule();
    };
    void deliver(how, batch, ended).finally(lanes.occupy());
    schedule();
  };

  const add = (each: Waiting<Asked, Given>): void => {
    waiting.add(each);
    if (how.at_once && lanes.areEmpty() && !scheduled) leave();
    else schedule();
  };

  return {
    ask: (asked, deadline) => new Promise((settle, fail) => add({ asked, deadline, settle, fail })),
    add,
    waiting,
  };
}

type Lanes = {
  readonly areFull: () => boolean;
  readonly areEmpty: () => boolean;
  /** Takes a lane for a batch, and returns a function that frees it. */
  readonly occupy: () => () => void;
};

/** The lanes of concurrent batches. A slow batch frees its lane before it ends. */
function lanesOf(
  { under_way_max, slow_after_ms }: Pick<Coalescing<never, never>, 'under_way_max' | 'slow_after_ms'>,
  freed: () => void,
): Lanes {
  let taken = 0;
  return {
    areFull: () => taken >= under_way_max,
    areEmpty: () => taken === 0,
    occupy: () => {
      taken += 1;
      const giveBack = onceOnly(() => {
        taken -= 1;
        freed();
      });
      const slow = slow_after_ms === undefined ? undefined : setTimeout(giveBack, slow_after_ms);
      return () => {
        clearTimeout(slow);
        giveBack();
      };
    },
  };
}

/** Takes the requests that have waited longest. */
export function firstOf<Asked, Given>(count: number): Coalescing<Asked, Given>['take'] {
  return (waiting) => {
    const batch: Waiting<Asked, Given>[] = [];
    for (const each of waiting) if (batch.push(each) === count) break;
    return batch;
  };
}

const isWaiting = ({ deadline }: Pick<Waiting<never, never>, 'deadline'>): boolean => !deadline?.isOver();

/**
 * Sends a batch. If it fails and the error allows it, its requests are sent again one by one, so that none fails or waits because of another. A
 * request whose deadline has passed fails without being sent.
 */
async function deliver<Asked, Given>(
  how: Coalescing<Asked, Given>,
  taken: readonly Waiting<Asked, Given>[],
  ended: (each: Waiting<Asked, Given>) => void,
): Promise<void> {
  const fail = (each: Waiting<Asked, Given>, error: unknown): void => {
    ended(each);
    each.fail(error);
  };
  const batch = taken.filter(isWaiting);
  for (const each of taken) if (!isWaiting(each)) fail(each, late());
  if (batch.length === 0) return;
  try {
    const given = await how.send(
      batch.map(({ asked }) => asked),
      () => batch.some(isWaiting),
    );
    for (const [place, each] of batch.entries()) {
      ended(each);
      each.settle(given[place] as Given);
    }
  } catch (error) {
    if (batch.length > 1 && how.isTriedAlone(error)) await Promise.all(batch.map((each) => deliver(how, [each], ended)));
    else for (const each of batch) fail(each, error);
  }
}

function onceOnly(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
