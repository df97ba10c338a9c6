import type { Load, Row, Want } from '../../src/kernel/storage/load.js';
import type { ClaimRow, EventRow, JobRow, ObjectRow, SealedRow, UniqueRow, UsageRow, Write } from '../../src/kernel/storage/rows.js';
import type { Store } from '../../src/kernel/storage/writes.js';
import { usedIn } from './memory-usage.js';

/** The contents of a store in memory: the rows of every account, by their full keys. */
type Rows = {
  readonly objects: Map<string, ObjectRow>;
  readonly events: Map<string, EventRow>;
  readonly sealed: Map<string, SealedRow>;
  readonly jobs: Map<string, JobRow>;
  readonly claims: Map<string, ClaimRow>;
  /** The balances of ledger accounts, in minor units. */
  readonly balances: Map<string, number>;
  readonly guards: Map<string, number>;
  /** The owners of unique values. */
  readonly uniques: Map<string, string>;
  /** The current number of each series. */
  readonly sequences: Map<string, number>;
  readonly usage: Map<string, UsageRow>;
};

/** Reads and writes of the engine without a database. */
export type MemoryStore = Readonly<{ [K in keyof Rows]: ReadonlyMap<string, Rows[K] extends Map<string, infer R> ? R : never> }> & {
  readonly load: Load;
  readonly store: Store;
};

/** The key of a row. */
export const keyOf = (...parts: readonly string[]): string => parts.join(' ');

/**
 * A store that refuses the same writes as PostgreSQL, and stores a write as a whole or not at all. Data that only lists, searches, deliveries and API
 * keys need is not stored.
 */
export function memoryStore(): MemoryStore {
  const rows: Rows = {
    objects: new Map(),
    events: new Map(),
    sealed: new Map(),
    jobs: new Map(),
    claims: new Map(),
    balances: new Map(),
    guards: new Map(),
    uniques: new Map(),
    sequences: new Map(),
    usage: new Map(),
  };
  return {
    ...rows,
    load: async (wants) => wants.map((want) => found[want.of](rows, want as never)),
    store: async (write) => {
      refuse(rows, write);
      keep(rows, write);
      // No endpoint is kept in memory.
      return [];
    },
  };
}

const nothing = { version: null, doc: '', secret: null, bytes: null, fingerprint: null, deleted: false } as const;

type Found = { readonly [K in Want['of']]: (rows: Rows, want: Extract<Want, { of: K }>) => Row | null };

const found: Found = {
  object: ({ objects }, { account, object, id }) => objectRow(objects.get(keyOf(account, object, id))),
  follow: (rows, want) => objectRow(rows.objects.get(keyOf(want.account, want.target, idAt(rows, want) ?? ''))),
  // No object in memory runs on a test clock.
  clock: () => null,
  // No request is logged.
  request_log: () => null,
  // No sandbox is saved.
  snapshot: () => null,
  // No caller has a key.
  caller: () => null,
  ephemeral: () => null,
  session: () => null,
  event: ({ events }, { account, id }) => {
    const event = events.get(keyOf(account, id));
    return event ? { ...nothing, id, version: 0, doc: event.doc } : null;
  },
  vault: (rows, want) => {
    const sealed = rows.sealed.get(keyOf(want.account, idAt(rows, want) ?? ''));
    return sealed ? { ...nothing, id: sealed.id, secret: sealed.key_id, bytes: sealed.sealed } : null;
  },
  many: (rows, want) => ({ ...nothing, id: idAt(rows, want) ?? '', doc: JSON.stringify(listed(rows, want)) }),
  unique: ({ objects, uniques }, { account, object, member, id }) =>
    objectRow(objects.get(keyOf(account, object, uniques.get(keyOf(account, object, member, id)) ?? ''))),
  sequence: ({ sequences }, { account, id }) => {
    const version = sequences.get(keyOf(account, id));
    return version === undefined ? null : { ...nothing, id, version };
  },
  usage: ({ usage }, want) => ({ ...nothing, id: want.id, doc: usedIn([...usage.values()], want) }),
  balance: ({ balances, guards }, { account, object, id }) => {
    const key = keyOf(account, object, id);
    return { ...nothing, id, version: guards.get(key) ?? 0, doc: String(balances.get(key) ?? 0) };
  },
  balances: ({ balances }, { account, object, id }) => {
    const held = [...balances].filter(([key]) => key.startsWith(keyOf(account, object, '')));
    return { ...nothing, id, doc: String(held.reduce((sum, [, amount]) => sum + Math.abs(amount), 0)) };
  },
  holdings: ({ balances }, { account, object, id }) => {
    const start = keyOf(account, object, '');
    const held = [...balances]
      .filter(([key]) => key.startsWith(start))
      .map(([key, amount]) => ({ currency: key.slice(start.length), amount }));
    return { ...nothing, id, doc: JSON.stringify(held.sort((a, b) => (a.currency < b.currency ? -1 : 1))) };
  },
  // No rates have been loaded.
  rates: () => null,
  // No process competes for a job: it has been claimed before.
  job: ({ jobs }, { account, id }) => (jobs.has(keyOf(account, id)) ? { ...nothing, id, version: 1 } : null),
  key: ({ claims }, { account, id }) => {
    const claim = claims.get(keyOf(account, id));
    return claim ? { ...nothing, id, version: claim.status, bytes: claim.reply, fingerprint: claim.fingerprint } : null;
  },
};

const objectRow = (row: ObjectRow | undefined): Row | null =>
  row ? { ...nothing, id: row.id, version: row.version, doc: row.doc, secret: row.secret, deleted: row.deleted } : null;

type From = { readonly account: string; readonly object: string; readonly id: string; readonly member: string };

/** The wanted id itself, or the one in a member of the wanted object. */
function idAt({ objects }: Rows, { account, object, id, member }: From): string | null {
  if (member === '') return id;
  const origin = objects.get(keyOf(account, object, id));
  return origin ? memberOf(origin.doc, member) : null;
}

/** The text at a dotted path of a document. */
function memberOf(doc: string, path: string): string | null {
  const into = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  const value = path.split('.').reduce(into, JSON.parse(doc));
  return typeof value === 'string' ? value : null;
}

type Listed = Pick<ObjectRow, 'id' | 'version' | 'doc' | 'secret'>;

function listed(rows: Rows, want: Extract<Want, { of: 'many' }>): Listed[] {
  const value = idAt(rows, want);
  const { account, target, by, where, limit, newest } = want;
  const isListed = (row: ObjectRow): boolean =>
    row.account === account &&
    row.object === target &&
    !row.deleted &&
    Object.entries(where).every(([name, each]) => inColumn(row, name) === each);
  return [...rows.objects.values()]
    .filter((row) => value !== null && inColumn(row, by) === value && isListed(row))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(...(newest ? [-limit] : [0, limit]))
    .map(({ id, version, doc, secret }) => ({ id, version, doc, secret }));
}

/** Columns contain text, also for booleans and for times. */
function inColumn({ columns }: ObjectRow, name: string): string | null {
  const value: unknown = columns[name];
  return value === undefined || value === null ? null : String(value);
}

const taken = (constraint: string): Error => Object.assign(new Error(`duplicate key: ${constraint}`), { code: '23505', constraint });
const overtaken = (column: string): Error => Object.assign(new Error(`null value in column ${column}`), { code: '23502', column });

/** Throws the errors of the database, before anything is stored. */
function refuse(rows: Rows, { objects = [], events = [], claims = [], jobs = [], ...racing }: Write): void {
  for (const { account, object, id, version } of objects) {
    const stored = rows.objects.get(keyOf(account, object, id));
    if (stored && version === 1) throw taken('objects_pkey');
    if (version !== (stored?.version ?? 0) + 1) throw overtaken('version');
  }
  for (const { account, id } of events) if (rows.events.has(keyOf(account, id))) throw taken('events_pkey');
  for (const { account, key } of claims) if (rows.claims.has(keyOf(account, key))) throw taken('idempotency_pkey');
  refuseOvertaken(rows, racing);
  refuseDoubled(objects, jobs);
}

/** A write based on a read value is refused if the value has changed. */
function refuseOvertaken(rows: Rows, { guards = [], uniques = [], sequences = [] }: Partial<Write>): void {
  const isOther = <T>(stored: T | undefined, read: T | null): boolean => stored !== undefined && stored !== read;
  for (const { account, ledger_account, currency, guard } of guards)
    if (isOther(rows.guards.get(keyOf(account, ledger_account, currency)), guard - 1)) throw overtaken('guard');
  for (const unique of uniques) if (isOther(rows.uniques.get(valueKey(unique)), unique.previous)) throw overtaken('owner');
  for (const { account, name, previous } of sequences)
    if (isOther(rows.sequences.get(keyOf(account, name)), previous)) throw overtaken('value');
}

const valueKey = ({ account, object, member, value }: UniqueRow): string => keyOf(account, object, member, value);

/** A timer that is set twice is one timer; but in a write that creates its object, both would be new. */
function refuseDoubled(objects: readonly ObjectRow[], jobs: readonly JobRow[]): void {
  const made = new Set(objects.filter(({ version }) => version === 1).map(({ id }) => id));
  const keys = new Set(jobs.map(({ account, id }) => keyOf(account, id)));
  if (keys.size < jobs.length && jobs.every(({ subject }) => made.has(subject))) throw taken('jobs_pkey');
}

function keep(rows: Rows, write: Write): void {
  for (const row of write.objects ?? []) rows.objects.set(keyOf(row.account, row.object, row.id), row);
  for (const row of write.events ?? []) rows.events.set(keyOf(row.account, row.id), row);
  for (const row of write.sealed ?? []) rows.sealed.set(keyOf(row.account, row.id), row);
  for (const row of write.guards ?? []) rows.guards.set(keyOf(row.account, row.ledger_account, row.currency), row.guard);
  for (const row of write.claims ?? []) rows.claims.set(keyOf(row.account, row.key), row);
  for (const row of write.usage ?? []) rows.usage.set(keyOf(row.account, row.metered, row.customer, row.id), row);
  for (const row of write.sequences ?? []) rows.sequences.set(keyOf(row.account, row.name), row.value);
  for (const row of write.released ?? []) if (rows.uniques.get(valueKey(row)) === row.owner) rows.uniques.delete(valueKey(row));
  for (const row of write.uniques ?? []) rows.uniques.set(valueKey(row), row.owner);
  move(rows, write);
  keepJobs(rows, write);
  answer(rows, write);
}

function move({ balances }: Rows, { entries = [] }: Write): void {
  const add = (key: string, amount: bigint): void => void balances.set(key, (balances.get(key) ?? 0) + Number(amount));
  for (const { account, debit, credit, currency, amount } of entries) {
    add(keyOf(account, debit, currency), -amount);
    add(keyOf(account, credit, currency), amount);
  }
}

/** Finished timers go before new ones: a timer that sets itself again for the same time is kept. */
function keepJobs({ jobs }: Rows, { jobs: made = [], finished = [], postponed = [], progressed = [] }: Write): void {
  for (const { account, id } of finished) jobs.delete(keyOf(account, id));
  for (const { account, id, due_at } of postponed) {
    const job = jobs.get(keyOf(account, id));
    if (job) jobs.set(keyOf(account, id), { ...job, due_at });
  }
  for (const { account, id, payload } of progressed) {
    const job = jobs.get(keyOf(account, id));
    if (job) jobs.set(keyOf(account, id), { ...job, payload });
  }
  for (const row of made) if (!jobs.has(keyOf(row.account, row.id))) jobs.set(keyOf(row.account, row.id), row);
}

/** Stored for the owner of the key only, and only once. */
function answer({ claims }: Rows, { answers = [] }: Write): void {
  for (const { account, key, owner, status, reply } of answers) {
    const claim = claims.get(keyOf(account, key));
    if (claim?.owner === owner && claim.reply === null) claims.set(keyOf(account, key), { ...claim, status, reply });
  }
}
