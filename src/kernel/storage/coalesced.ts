import { type Deadline, late } from './deadline.js';

/** One who waits, until when, and how they are told. */
export type Waiting<Asked, Given> = {
  readonly asked: Asked;
  readonly deadline?: Deadline | undefined;
  readonly settle: (given: Given) => void;
  readonly fail: (error: unknown) => void;
};

/** How what comes at the same time goes out together. */
export type Coalescing<Asked, Given> = {
  /** Sends a batch, unless nobody wants it any more when it can leave, and answers in its order. */
  readonly send: (batch: readonly Asked[], isWanted: () => boolean) => Promise<readonly Given[]>;
  /** How many batches are under way at most, so that one slow batch does not hold up everybody. */
  readonly under_way_max: number;
  /** Whether each of a failed batch may be sent again by itself. */
  readonly isTriedAlone: (error: unknown) => boolean;
  /** Chooses of those who wait, in their order, who goes next; at least the first unless it has to wait for some under way. */
  readonly take: (waiting: Iterable<Waiting<Asked, Given>>, underWay: Iterable<Waiting<Asked, Given>>) => readonly Waiting<Asked, Given>[];
  /** Leaves at once while nothing is under way, instead of at the end of the tick. */
  readonly at_once?: boolean;
  /** After so long a batch no longer counts as one of those under way: it waits for a lock that a stranger holds. */
  readonly slow_after_ms?: number;
};

/** A way to send. */
export type Coalesced<Asked, Given> = {
  /** Waits for the answer of whatever batch it goes with. */
  readonly ask: (asked: Asked, deadline?: Deadline) => Promise<Given>;
  readonly add: (waiting: Waiting<Asked, Given>) => void;
  readonly waiting: ReadonlySet<Waiting<Asked, Given>>;
};

/** Sends together what has come within one tick or while others were under way. Messages to the database are what costs. */
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
  /** Takes a lane for a batch, and answers how the batch gives it back. */
  readonly occupy: () => () => void;
};

/** The lanes that batches go in. A slow batch gives its lane back before it has ended. */
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

/** Takes those who have waited for longest. */
export function firstOf<Asked, Given>(count: number): Coalescing<Asked, Given>['take'] {
  return (waiting) => {
    const batch: Waiting<Asked, Given>[] = [];
    for (const each of waiting) if (batch.push(each) === count) break;
    return batch;
  };
}

const isWaiting = ({ deadline }: Pick<Waiting<never, never>, 'deadline'>): boolean => !deadline?.isOver();

/**
 * A batch that fails is sent again one by one where it may be, so that nobody fails for a stranger, nor waits for one. Whose time is over
 * before it leaves, is told so and does not go along.
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
