import { type BoundedSet, boundedSet } from './bounded-set.js';
import { type Coalesced, coalesced, firstOf, type Waiting } from './coalesced.js';
import { type Database, type DatabaseFault, isLostRace, isRefused, overloaded, type Statement } from './database.js';
import { partsOf } from './parts.js';
import type { JobRow, Write } from './rows.js';
import type { Deadline } from './stalled.js';
import { keptOf, statementAlone, statementTogether, type Texts } from './statement.js';

/**
 * Stores a write completely or not at all. Resolves with the queues that have work by it besides its own jobs: other writes of its statement
 * count as well. Rejects only with errors of this write. A write is not sent after its deadline.
 */
export type Store = (write: Write, deadline?: Deadline) => Promise<readonly JobRow['queue'][]>;

/** A write as one statement, for a transaction that has ensured that nothing else changes its account. */
export const unconditional = (write: Write): Statement =>
  statementTogether({ known: new Map(), alone: 0 }, partsOf([write]), { writers: 1, kept: [] });

/** What a statement answers: whether it has stored deliveries. */
type Stored = { readonly delivers: boolean };

const queuesOf = ([stored]: readonly Stored[]): readonly JobRow['queue'][] => (stored?.delivers ? ['webhook'] : []);

/** How writes are stored. */
export type Storing = {
  /** Combines waiting writes; off, each is a separate statement. */
  readonly group_commit: boolean;
  /** All columns of objects that lists filter by. */
  readonly filters: readonly string[];
  /** For tests: writes wait briefly until this many are queued, and even a single one uses the grouped form; 0 in production. */
  readonly together_min: number;
  /** Called with the number of writes of each statement, for metrics. */
  readonly sent?: (writes: number) => void;
};

const batch_max = 32; // writes
const length_max = 256 * 1024; // of all documents, replies and files of a batch
const under_way_max = 1;
const apart_max = 6; // of a process's connections
const slow_after_ms = 50; // several times what a full batch takes
const waiting_max = 5000;
const gathering_ms = 20;
const contended_max = 1000;

/** A waiting write. */
type Pending = {
  readonly write: Write;
  /** Keys of which each may be in only one write of a statement. */
  readonly keys: readonly string[];
  /** Objects that several writes of a statement may refer to, and none may change. */
  readonly held: readonly string[];
  readonly length: number;
  /** It has waited for another write of the same key, so it probably fails. It is sent alone, so that others do not fail with it. */
  alone: boolean;
};

type Queues = Awaited<ReturnType<Store>>;
type Entry = Waiting<Pending, Queues>;
type Queue = Coalesced<Pending, Queues>;

/**
 * Stores writes with group commit: a lone write is a separate statement, and writes that are decided in one tick, or arrive while others are in progress,
 * are sent as one (docs/decisions/0015). Each succeeds or fails alone.
 */
export function storing(database: Database, { group_commit, filters, together_min, sent = () => {} }: Storing): Store {
  const texts: Texts = { known: new Map(), alone: 0 };
  const alone = async (write: Write, isWanted: () => boolean): Promise<Queues> => {
    const parts = partsOf([write]);
    if (parts.length === 0) return [];
    const statement =
      statementAlone(texts, write, parts) ?? statementTogether(texts, partsOf([write], filters), { writers: 1, kept: keptOf([write]) });
    sent(1);
    return queuesOf(await database.query<Stored>(statement, isWanted));
  };
  if (!group_commit) return (write, deadline) => alone(write, () => !deadline?.isOver());
  const contended = boundedSet(contended_max);
  const single: Single = ({ write, keys }, isWanted) => alone(write, isWanted).catch((fault) => lost(contended, keys, fault));
  const together = (writes: readonly Write[]): Statement => {
    sent(writes.length);
    return statementTogether(texts, partsOf(writes, filters), { writers: writes.length, kept: keptOf(writes) });
  };
  const waiting = inBatches(database, single, together, together_min);
  const apart = oneByOne(single);
  const add = together_min === 0 ? waiting.add : gathering(together_min, waiting.add);
  return (write, given) => {
    const pending = pendingOf(write);
    // A file is sent alone, and so is a write of a recently contended key, which will probably conflict again.
    const isApart = pending.length > length_max || pending.keys.some(contended.has);
    const deadline = given ?? database.deadline();
    const stored = isApart ? queued(apart, apart.add, pending, deadline) : queued(waiting, add, pending, deadline);
    return given ? stored : deadline.within(stored).finally(deadline.end);
  };
}

type Single = (pending: Pending, isWanted: () => boolean) => Promise<Queues>;

function inBatches(database: Database, single: Single, together: (writes: readonly Write[]) => Statement, together_min: number): Queue {
  const unsent = new WeakSet<object>();
  const composed = (batch: readonly Pending[]): Statement => {
    try {
      return together(batch.map(({ write }) => write));
    } catch (fault) {
      unsent.add(fault as object);
      throw fault;
    }
  };
  return coalesced({
    send: async (batch, isWanted) => {
      const [one] = batch;
      const isLone = one && batch.length === 1 && together_min === 0;
      const queues = isLone ? await single(one, isWanted) : queuesOf(await database.query<Stored>(composed(batch), isWanted));
      return batch.map(() => queues);
    },
    take,
    isTriedAlone: (fault) => isRefused(fault) || unsent.has(fault as object),
    under_way_max,
    slow_after_ms,
  });
}

const oneByOne = (single: Single): Queue =>
  coalesced({
    send: (batch, isWanted) => Promise.all(batch.map((each) => single(each, isWanted))),
    take: firstOf(1),
    isTriedAlone: () => false,
    under_way_max: apart_max,
    at_once: true,
  });

/** Queues a write, within limits: beyond them it is refused at once. */
const queued = ({ waiting }: Queue, add: (entry: Entry) => void, asked: Pending, deadline: Deadline): Promise<Queues> =>
  new Promise((settle, fail) => {
    if (waiting.size >= waiting_max) fail(overloaded());
    else add({ asked, deadline, settle, fail });
  });

function lost(contended: BoundedSet, keys: readonly string[], fault: DatabaseFault): never {
  if (isLostRace(fault)) for (const key of keys) contended.add(key);
  throw fault;
}

/** The next batch: in order of arrival, without writes that share a key with another one of the batch or one in progress. */
function take(waiting: Iterable<Entry>, underWay: Iterable<Entry>): Entry[] {
  const taken = new Set<string>();
  const held = new Set<string>();
  const add = ({ asked }: Entry): void => {
    for (const key of asked.keys) taken.add(key);
    for (const key of asked.held) held.add(key);
  };
  for (const entry of underWay) add(entry);
  const batch: Entry[] = [];
  let length = 0;
  for (const entry of waiting) {
    const { asked } = entry;
    if (asked.keys.some((key) => taken.has(key) || held.has(key)) || asked.held.some((key) => taken.has(key))) {
      asked.alone = true;
      continue;
    }
    if (asked.alone && batch.length === 0) return [entry];
    if (asked.alone || length + asked.length > length_max) continue;
    batch.push(entry);
    if (batch.length === batch_max) break;
    length += asked.length;
    add(entry);
  }
  return batch;
}

const pendingOf = (write: Write): Pending => ({ write, keys: keysOf(write), held: heldOf(write), length: lengthOf(write), alone: false });

const heldOf = ({ held }: Write): string[] => (held ?? []).map(({ account, object, id }) => `object ${account} ${object} ${id}`);

/** A created object needs no key: its id is unique, and otherwise the statement is refused. */
function keysOf({
  objects,
  pinned,
  guards,
  uniques,
  released,
  sequences,
  claims,
  answers,
  finished,
  postponed,
  progressed,
}: Write): string[] {
  const keys: string[] = [];
  for (const { account, object, id, version } of objects ?? []) if (version > 1) keys.push(`object ${account} ${object} ${id}`);
  for (const { account, object, id } of pinned ?? []) keys.push(`object ${account} ${object} ${id}`);
  for (const { account, ledger_account, currency } of guards ?? []) keys.push(`guard ${account} ${ledger_account} ${currency}`);
  for (const rows of [uniques, released])
    for (const { account, object, member, value } of rows ?? []) keys.push(`unique ${account} ${object} ${member} ${value}`);
  for (const { account, name } of sequences ?? []) keys.push(`sequence ${account} ${name}`);
  for (const rows of [claims, answers]) for (const { account, key } of rows ?? []) keys.push(`key ${account} ${key}`);
  for (const rows of [finished, postponed, progressed]) for (const { account, id } of rows ?? []) keys.push(`job ${account} ${id}`);
  return keys;
}

/** The size of a write's large parts: characters of texts and bytes of sealed content. */
function lengthOf({ objects, events, sealed, jobs, claims, answers }: Write): number {
  let length = 0;
  for (const { doc } of objects ?? []) length += doc.length;
  for (const { doc, packed } of events ?? []) length += packed?.length ?? doc.length;
  for (const row of sealed ?? []) length += row.sealed.length;
  for (const { payload } of jobs ?? []) length += payload?.length ?? 0;
  for (const rows of [claims, answers]) for (const { reply } of rows ?? []) length += reply?.length ?? 0;
  return length;
}

/** Holds entries until enough are queued, or for a moment. */
function gathering(enough: number, add: (entry: Entry) => void): (entry: Entry) => void {
  let held: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = held;
    held = [];
    for (const entry of all) add(entry);
  };
  return (entry) => {
    held.push(entry);
    if (held.length >= enough) release();
    else timer ??= setTimeout(release, gathering_ms);
  };
}
