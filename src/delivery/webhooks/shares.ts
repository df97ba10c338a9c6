/** An endpoint with deliveries that wait. */
export type Lane = {
  readonly account: string;
  readonly lane: string;
  /** One at a time, in the order of the events. */
  readonly ordered: boolean;
  /** Deliveries under way, in all processes, and those that wait; no more of them are counted than could be claimed. */
  readonly under_way: number;
  readonly waiting: number;
};

/** A lane with its pace. */
export type PacedLane = Lane & { readonly at_once: number; readonly hangs: boolean };

/** Slots of this process that are taken: by whose delivery, and whether its endpoint has lately hung. */
export type Taken = { readonly account: string; readonly hangs: boolean };

/** How many of a lane's deliveries may begin now. */
export type Share = { readonly lane: PacedLane; readonly count: number };

/** The share of all slots that endpoints which lately hung have together. */
const hanging_share = 1 / 8;

/** How many slots there are for endpoints that have lately hung. */
export const slotsForHanging = (slots: number): number => Math.max(1, Math.floor(slots * hanging_share));

/**
 * Who may begin: one slot for each lane in turn, until each has what its pace allows. An account may hold no more slots than are still
 * free, so that whoever comes next always finds some; of the few for endpoints that lately hung, the same.
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
