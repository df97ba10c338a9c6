import { type BoundedSet, boundedSet } from './bounded-set.js';
import { type Coalescing, coalesced, type Waiting } from './coalesced.js';
import { type Database, type DatabaseFault, isLostRace, isRefused, overloaded, type Statement } from './database.js';
import { partsOf } from './parts.js';
import type { Write } from './rows.js';
import { statementAlone, statementTogether, type Texts } from './statement.js';

/** Stores a write: all of it or nothing. What it rejects with is about this write alone. */
export type Store = (write: Write) => Promise<void>;

/** How writes are stored. */
export type Storing = {
  /** Writes that wait go together; off, each is a statement of its own. */
  readonly group_commit: boolean;
  /** All columns of objects that lists filter by. */
  readonly filters: readonly string[];
  /** For tests: writes wait a moment until so many are there, and go in the form of many even then when there is one; 0 in service. */
  readonly together_min: number;
};

const batch_max = 32; // writes
const batch_bytes_max = 256 * 1024;
const under_way_max = 2;
const waiting_max = 5000;
const patience_ms = 4000;
const gathering_ms = 20;
const contended_max = 1000;

/** A write that waits. */
type Pending = {
  readonly write: Write;
  /** What no two writes of one statement may both change. */
  readonly keys: readonly string[];
  readonly bytes: number;
  /** It has waited for another that changes the same, and so it probably comes too late. Strangers are not to fail with it. */
  alone: boolean;
};

type Entry = Waiting<Pending, void>;

/**
 * Storing in which writes go together: whoever is alone leaves at once as a statement of their own, and those who come while others are
 * under way leave as one (docs/decisions/0015). Each keeps its own fate.
 */
export function storing(database: Database, { group_commit, filters, together_min }: Storing): Store {
  const contended = boundedSet(contended_max);
  const texts: Texts = { known: new Map(), alone: 0 };
  const alone = async (write: Write): Promise<void> => {
    const parts = partsOf([write]);
    if (parts.length) await database.query(statementAlone(texts, write.now, parts) ?? statementTogether(texts, partsOf([write], filters)));
  };
  if (!group_commit) return alone;
  const unsent = new WeakSet<object>();
  const together = (writes: readonly Write[]): Statement => {
    try {
      return statementTogether(texts, partsOf(writes, filters));
    } catch (fault) {
      unsent.add(fault as object);
      throw fault;
    }
  };
  const send: Coalescing<Pending, void>['send'] = async (batch) => {
    const writes = batch.map(({ write }) => write);
    if (batch.length > 1 || together_min > 0) await database.query(together(writes));
    else for (const { write, keys } of batch) await alone(write).catch((fault) => lost(contended, keys, fault));
    return writes.map(() => undefined);
  };
  const waiting = coalesced<Pending, void>({
    send,
    take,
    isTriedAlone: (fault) => isRefused(fault) || unsent.has(fault as object),
    under_way_max,
    at_once: together_min === 0,
  });
  const add = together_min === 0 ? waiting.add : gathering(together_min, waiting.add);
  return (write) => {
    const pending = pendingOf(write);
    // A file is nobody's company, and what was fought over lately will be again, here or by another process.
    if (pending.bytes > batch_bytes_max || pending.keys.some(contended.has)) return alone(write);
    return patient(waiting, add, pending);
  };
}

/** Waits for its turn, within bounds: whoever cannot be stored in time is better told so. */
const patient = (queue: ReturnType<typeof coalesced<Pending, void>>, add: (entry: Entry) => void, asked: Pending): Promise<void> =>
  new Promise((settle, fail) => {
    if (queue.waiting.size >= waiting_max) return fail(overloaded());
    let timer: NodeJS.Timeout | undefined;
    const ended =
      <T>(tell: (of: T) => void) =>
      (of: T): void => {
        clearTimeout(timer);
        tell(of);
      };
    const entry = { asked, settle: ended(settle), fail: ended(fail) };
    add(entry);
    if (queue.waiting.has(entry)) timer = setTimeout(() => queue.remove(entry) && fail(overloaded()), patience_ms);
  });

function lost(contended: BoundedSet, keys: readonly string[], fault: DatabaseFault): never {
  if (isLostRace(fault)) for (const key of keys) contended.add(key);
  throw fault;
}

/** The next batch: in order of arrival, without whatever shares a key with another of it or with one under way. */
function take(waiting: Iterable<Entry>, underWay: Iterable<Entry>): Entry[] {
  const taken = new Set([...underWay].flatMap(({ asked }) => asked.keys));
  const batch: Entry[] = [];
  let bytes = 0;
  for (const entry of waiting) {
    const { asked } = entry;
    if (asked.keys.some((key) => taken.has(key))) {
      asked.alone = true;
      continue;
    }
    if (asked.alone && batch.length === 0) return [entry];
    if (asked.alone || bytes + asked.bytes > batch_bytes_max) continue;
    batch.push(entry);
    if (batch.length === batch_max) break;
    bytes += asked.bytes;
    for (const key of asked.keys) taken.add(key);
  }
  return batch;
}

const pendingOf = (write: Write): Pending => ({ write, keys: keysOf(write), bytes: bytesOf(write), alone: false });

/** What is only made needs no key: nobody else can have its id, and if somebody has, the statement is refused. */
function keysOf({ objects, guards, uniques, released, sequences, claims, answers, finished, postponed, progressed }: Write): string[] {
  const keys: string[] = [];
  for (const { account, object, id, version } of objects ?? []) if (version > 1) keys.push(`object ${account} ${object} ${id}`);
  for (const { account, ledger_account, currency } of guards ?? []) keys.push(`guard ${account} ${ledger_account} ${currency}`);
  for (const rows of [uniques, released])
    for (const { account, object, member, value } of rows ?? []) keys.push(`unique ${account} ${object} ${member} ${value}`);
  for (const { account, name } of sequences ?? []) keys.push(`sequence ${account} ${name}`);
  for (const rows of [claims, answers]) for (const { account, key } of rows ?? []) keys.push(`key ${account} ${key}`);
  for (const rows of [finished, postponed, progressed]) for (const { account, id } of rows ?? []) keys.push(`job ${account} ${id}`);
  return keys;
}

/** What is long in a write; the rest is short. */
function bytesOf({ objects, events, sealed, claims, answers }: Write): number {
  let bytes = 0;
  for (const rows of [objects, events]) for (const { doc } of rows ?? []) bytes += doc.length;
  for (const row of sealed ?? []) bytes += row.sealed.length;
  for (const rows of [claims, answers]) for (const { reply } of rows ?? []) bytes += reply?.length ?? 0;
  return bytes;
}

/** Lets entries go on together when enough of them are there, or after a moment. */
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
