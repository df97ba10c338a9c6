/** An endpoint with queued deliveries. */
export type Lane = {
  readonly account: string;
  readonly lane: string;
  /** Delivers one event at a time, in order. */
  readonly ordered: boolean;
  /** Leased and waiting deliveries over all processes, counted up to the number that could be claimed. */
  readonly under_way: number;
  readonly waiting: number;
};

/** A lane with its pace. */
export type PacedLane = Lane & { readonly at_once: number; readonly hangs: boolean };

/** A used slot of this process: the account, and whether its endpoint has recently hung. */
export type Taken = { readonly account: string; readonly hangs: boolean };

/** The number of a lane's deliveries that may begin now. */
export type Share = { readonly lane: PacedLane; readonly count: number };

/** The share of all slots that recently hanging endpoints have together. */
const hanging_share = 1 / 8;

/** The number of slots for endpoints that have recently hung. */
export const slotsForHanging = (slots: number): number => Math.max(1, Math.floor(slots * hanging_share));

/**
 * Assigns slots: one for each lane in turn, up to each lane's pace. An account may hold at most as many slots as are still free, so that the next one
 * always finds some; likewise for the few slots of endpoints that have recently hung.
 */
export function sharesOf(lanes: readonly PacedLane[], taken: readonly Taken[], slots: number): Share[] {
  const all = poolOf(slots, taken);
  const hanging = poolOf(
    slotsForHanging(slots),
    taken.filter(({ hangs }) => hangs),
  );
  const counts = new Map<PacedLane, number>();
  for (let open = [...lanes]; open.length > 0; ) {
    open = open.filter((lane) => {
      const count = counts.get(lane) ?? 0;
      if (count >= roomOf(lane) || !all.hasRoomFor(lane.account)) return false;
      if (lane.hangs && !hanging.hasRoomFor(lane.account)) return false;
      all.take(lane.account);
      if (lane.hangs) hanging.take(lane.account);
      counts.set(lane, count + 1);
      return true;
    });
  }
  return [...counts].map(([lane, count]) => ({ lane, count }));
}

const roomOf = ({ at_once, under_way, waiting }: PacedLane): number => Math.min(waiting, at_once - under_way);

type Pool = { readonly hasRoomFor: (account: string) => boolean; readonly take: (account: string) => void };

function poolOf(slots: number, taken: readonly Taken[]): Pool {
  const held = new Map<string, number>();
  let free = slots;
  const take = (account: string): void => {
    held.set(account, (held.get(account) ?? 0) + 1);
    free--;
  };
  for (const { account } of taken) take(account);
  return { take, hasRoomFor: (account) => (held.get(account) ?? 0) < free };
}
