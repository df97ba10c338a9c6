import { idBound, timeOfId } from '../../kernel/base/ids.js';
import { type Engine, resourceOf } from '../../kernel/engine/engine.js';
import {
  closeListeners,
  type Feature,
  type Found,
  type Held,
  ids_max,
  idsAfter,
  keepListeners,
  type Opened,
  type Position,
  takeResent,
} from '../../kernel/storage/listeners.js';
import { wantOf } from '../../kernel/storage/load.js';
import { loop } from './loop.js';

/** An event or a log for a session. */
export type Item = { readonly account: string; readonly id: string; readonly doc: string };

/** Who receives events or logs while a socket or a stream is open. */
export type Follower = {
  readonly account: string;
  readonly feature: Feature;
  /** The hash of a session, whose place is stored for its next socket; null for a stream, whose client keeps its place. */
  readonly session: string | null;
  /** The name of the socket or stream. */
  readonly holder: string;
  /** Whether it can take more messages. */
  readonly hasRoom: () => boolean;
  readonly take: (item: Item) => void;
  /** The session has another socket, or its key is no longer valid. */
  readonly end: () => void;
};

/** Sends new events and logs to the sockets and streams of this process. */
export type Feed = {
  /** Looks at what was received so far; what is committed afterwards is sent from `join` on. */
  readonly begin: (opened: Beginning) => Promise<Place>;
  readonly join: (follower: Follower, place: Place) => void;
  readonly leave: (follower: Follower) => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Beginning = Pick<Opened, 'account' | 'feature' | 'position' | 'id_offset_ms'>;

/** How far a follower has received: nothing before the bound, and the ids after it that it has received. */
type Place = { bound: string; seen: Set<string>; readonly id_offset_ms: number };

type Following = Follower & { readonly place: Place };

const pause_ms = 250;
const pause_ms_max = 5000;
/** A slow database is left alone for this many times as long as it took to answer. */
const rest_times = 10;
/** An id contains the time at which its write was decided; it is committed within this time, on whichever process. */
const commit_ms = 10_000;
const keep_ms = 10_000;
const batch_max = 100;

const features = ['webhooks', 'request_logs'] as const;

const kinds: Readonly<Record<Feature, string>> = { webhooks: 'event', request_logs: 'request_log' };

/**
 * Follows the tables of events and of request logs. Ids are not committed in their order, so the last seconds are read each time, and what was sent is
 * left out (docs/decisions/0082).
 */
export function openFeed(engine: Engine, failed: (error: unknown) => void): Feed {
  const followers = new Map<string, Following>();
  const shared = { isIdle: () => followers.size === 0, now_ms: engine.now_ms, failed };
  const looking = loop({
    ...shared,
    work: async () => {
      for (const feature of features) await look(engine, feature, [...followers.values()].filter(isReady(feature)));
    },
    pauseAfter: (took_ms) => Math.min(pause_ms_max, Math.max(pause_ms, took_ms * rest_times)),
  });
  const keeping = loop({
    ...shared,
    work: () => keep(engine, [...followers.values()]),
    pauseAfter: () => keep_ms,
  });
  return {
    begin: (opened) => begin(engine, opened),
    join: (follower, place) => {
      for (const { session, end } of followers.values()) if (session !== null && session === follower.session) end();
      followers.set(follower.holder, { ...follower, place });
      looking.start();
      keeping.start();
    },
    leave: async ({ holder }) => {
      const following = followers.get(holder);
      followers.delete(holder);
      const held = following && heldBy(following);
      if (held) await closeListeners(engine.database, [held]);
    },
    stop: async () => {
      await Promise.all([looking.stop(), keeping.stop()]);
    },
  };
}

const heldBy = ({ session, holder, place: { bound, seen } }: Following): Held | null =>
  session === null ? null : { hash: session, holder, position: { bound, seen: [...seen] } };

const boundAt = ({ index, now_ms }: Pick<Engine, 'index' | 'now_ms'>, feature: Feature, id_offset_ms: number): string =>
  idBound(resourceOf(index, kinds[feature]).prefix, now_ms() - commit_ms + id_offset_ms);

/** The position of a client that has received an event, and perhaps not those that were committed shortly before. */
export const positionAfter = (id: string): Position => ({
  bound: idBound(id.slice(0, id.indexOf('_')), timeOfId(id) - commit_ms),
  seen: [id],
});

async function begin(engine: Engine, { account, feature, position, id_offset_ms }: Beginning): Promise<Place> {
  if (position) return { bound: position.bound, seen: new Set(position.seen), id_offset_ms };
  const bound = boundAt(engine, feature, id_offset_ms);
  const before = await idsAfter(engine.database, feature, [{ account, bound }]);
  return { bound, seen: new Set(before.map(({ id }) => id)), id_offset_ms };
}

async function keep({ database, now_ms }: Engine, followers: readonly Following[]): Promise<void> {
  const sessions = followers.flatMap((each) => heldBy(each) ?? []);
  if (sessions.length === 0) return;
  const kept = await keepListeners(database, sessions, now_ms());
  for (const { session, holder, end } of followers) if (session !== null && !kept.has(holder)) end();
}

const isReady =
  (feature: Feature) =>
  ({ feature: follows, hasRoom }: Following): boolean =>
    follows === feature && hasRoom();

/** Sends what is new to each follower of a feature, oldest first. */
async function look(engine: Engine, feature: Feature, followers: readonly Following[]): Promise<void> {
  const { database, load, index } = engine;
  if (followers.length === 0) return;
  const bounds = followers.map(({ place }) => boundAt(engine, feature, place.id_offset_ms));
  const found = grouped(
    await idsAfter(
      database,
      feature,
      followers.map(({ account, place: { bound } }) => ({ account, bound })),
    ),
    followers,
  );
  const again = grouped(
    feature === 'webhooks'
      ? await takeResent(
          database,
          followers.map(({ session }) => session ?? ''),
        )
      : [],
    followers,
  );
  const fresh = found.map((ids, place) => ids.filter(({ id }) => !followers[place]?.place.seen.has(id)).slice(0, batch_max));
  const docs = await docsOf(load, resourceOf(index, kinds[feature]), [...fresh.flat(), ...again.flat()]);
  for (const [n, { place, take }] of followers.entries()) {
    for (const { account, id } of [...(again[n] ?? []), ...(fresh[n] ?? [])]) {
      const doc = docs.get(id);
      if (doc !== undefined) take({ account, id, doc });
      place.seen.add(id);
    }
    if ((fresh[n]?.length ?? 0) < batch_max) advance(place, found[n] ?? [], bounds[n] ?? '');
  }
}

const grouped = (found: readonly Found[], followers: readonly Following[]): Found[][] => {
  const groups: Found[][] = followers.map(() => []);
  for (const each of found) groups[each.n - 1]?.push(each);
  return groups;
};

/** Where more happens within seconds than is read at once, the bound follows what was read. */
function advance(place: Place, found: readonly Found[], bound: string): void {
  const next = found.length < ids_max ? bound : (found[Math.floor(found.length / 2)]?.id ?? bound);
  if (next <= place.bound) return;
  place.bound = next;
  for (const id of place.seen) if (id < next) place.seen.delete(id);
}

async function docsOf(
  load: Engine['load'],
  resource: Parameters<typeof wantOf>[0],
  asked: readonly Omit<Found, 'n'>[],
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map();
  const unique = [...new Map(asked.map((each) => [each.id, each])).values()];
  const rows = await load(unique.map(({ account, id }) => wantOf(resource, account, id)));
  return new Map(rows.flatMap((row) => (row && !row.deleted ? [[row.id, row.doc] as const] : [])));
}
