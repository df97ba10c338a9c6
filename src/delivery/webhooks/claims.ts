import type { Job } from '../../kernel/jobs/jobs.js';
import type { Work } from '../../kernel/jobs/worker.js';
import type { IsHeld } from './holding.js';
import { type Cursor, claimShares, lanesFrom } from './lanes.js';
import { type Bounds, firstPace, type Pace, paceAfter, type Sample } from './pace.js';
import { type Lane, type PacedLane, sharesOf } from './shares.js';

/** The limits on a process's deliveries. */
export type Bounded = {
  /** Maximum concurrent deliveries. */
  readonly slots: number;
  /** Maximum concurrent deliveries to one endpoint. */
  readonly per_endpoint: Bounds;
  readonly lease_seconds: number;
  readonly isHeld: IsHeld;
};

/** Chooses the next deliveries, and adapts the pace of each endpoint to its results. */
export type Claims = {
  readonly claim: Work['claim'];
  readonly ended: (job: Job, sample: Omit<Sample, 'pressed'>) => void;
};

const known_max = 10_000;

/** The claims of a process: the database holds the queue, and the process holds the pace of each endpoint. */
export function claims({ slots, per_endpoint, lease_seconds, isHeld }: Bounded): Claims {
  const paces = new Map<string, Pace>();
  let pressed: ReadonlySet<string> = new Set();
  let cursor: Cursor = { account: '', lane: '' };
  const paceOf = (lane: string): Pace => paces.get(lane) ?? firstPace(per_endpoint);
  const paced = (lane: Lane): PacedLane => {
    const { at_once, hangs } = paceOf(lane.lane);
    return { ...lane, hangs, at_once: lane.ordered ? 1 : at_once };
  };
  return {
    claim: async ({ database, now_ms, running }) => {
      if (await isHeld(database, now_ms)) return { jobs: [], more: false };
      const seen = (await lanesFrom(database, cursor, now_ms, per_endpoint.max + 1)).map(paced);
      pressed = new Set(seen.filter(({ at_once, under_way, waiting }) => under_way + waiting > at_once).map(({ lane }) => lane));
      const taken = running.map(({ account, lane }) => ({ account, hangs: paceOf(lane).hangs }));
      const shares = sharesOf(seen, taken, slots);
      // The lane after the last one that got a slot is first next time.
      cursor = shares.at(-1)?.lane ?? cursor;
      return { jobs: shares.length ? await claimShares(database, shares, now_ms, lease_seconds) : [], more: false };
    },
    ended: ({ lane }, sample) => {
      if (paces.size >= known_max) paces.clear();
      paces.set(lane, paceAfter(paceOf(lane), { ...sample, pressed: pressed.has(lane) }, per_endpoint));
    },
  };
}
