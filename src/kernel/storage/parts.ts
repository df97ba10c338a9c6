import { answer, close, disconnect, finish, forget, hold, pin, postpone, progress, release } from './changes.js';
import type { ObjectRow, Rows, Write } from './rows.js';
import {
  type Columns,
  delivery,
  type Form,
  type Insertion,
  insertion,
  type Part,
  putArrays,
  type StoredRow,
  unnested,
} from './statement.js';
import { listening } from './wanted.js';

/** How the rows of one kind become a part. */
type PartOf = (rows: readonly StoredRow[], writes: readonly Write[], filters: readonly string[] | null) => Part;

/**
 * The parts of writes. `filters` are all columns that lists filter by, so that writes of every kind of object share one text; by default only the
 * columns of these objects.
 */
export function partsOf(writes: readonly Write[], filters: readonly string[] | null = null): Part[] {
  const parts: Part[] = [];
  for (const [kind, partOf] of kinds) {
    const rows = ordered(writes, kind);
    if (rows.length === 0) continue;
    parts.push(partOf(rows, writes, filters));
    if (kind === 'events') parts.push(deliveries(writes));
    if (kind === 'connections') parts.push(clocked);
  }
  return parts;
}

/** Two writers with the same rows must lock them in the same order. */
function ordered(writes: readonly Write[], kind: keyof Rows): readonly StoredRow[] {
  const rowsOf = (write: Write): readonly StoredRow[] => write[kind] ?? [];
  const [only] = writes;
  const rows = writes.length === 1 && only ? rowsOf(only) : writes.flatMap(rowsOf);
  return rows.length > 1 ? [...rows].sort(byKey) : rows;
}

/** The members that rows are ordered by, if they have them. */
const key_members = ['account', 'object', 'id', 'key', 'ledger_account', 'currency', 'member', 'value', 'name'] as const;

function byKey(a: StoredRow, b: StoredRow): number {
  for (const name of key_members) {
    const [one, other] = [a[name] as string, b[name] as string];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

const array_columns: Columns = { enabled_events: 'text[]' };

const own_columns: Columns = { object: 'text', id: 'text', version: 'int', doc: 'json', secret: 'text', deleted: 'boolean' };

/** Only for rows of an advanced clock, so that all others have no cost. */
const moved_columns: Columns = { created_at: 'timestamptz' };

const isMoved = ({ created_at }: StoredRow): boolean => created_at instanceof Date;

type Objects = { readonly insert: Insertion; readonly replaced: string };

const objects_by_filters = new Map<string, Objects>();

/** How objects with these filters are stored. A version that does not follow the stored one becomes null, which the column refuses. */
function objectsWith(filters: readonly string[], moved: boolean, shape: string): Objects {
  const known = objects_by_filters.get(shape);
  if (known) return known;
  const own = moved ? { ...own_columns, ...moved_columns } : own_columns;
  const columns = { ...own, ...Object.fromEntries(filters.map((name) => [name, array_columns[name] ?? 'text'])) };
  const read = (row: StoredRow, name: string): unknown => (name in own ? row[name] : ((row.columns as ObjectRow['columns'])[name] ?? null));
  const replaced = `on conflict (account, object, id) do update set version = case when it.version = excluded.version - 1 then excluded.version end, ${[
    ...['doc', 'secret', 'deleted'],
    ...filters,
  ]
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;
  const made = { insert: insertion('object', 'objects as it', columns, read), replaced };
  objects_by_filters.set(shape, made);
  return made;
}

const filtersOf = (rows: readonly StoredRow[]): string[] => [
  ...new Set(rows.flatMap(({ columns }) => Object.keys(columns as ObjectRow['columns']))),
];

/** A created object with an existing id is refused by the primary key. */
const objects: PartOf = (rows, _, filters) => {
  const sorted = filters ?? filtersOf(rows).sort();
  const moved = rows.some(isMoved);
  const shape = moved ? `moved ${sorted.join()}` : sorted.join();
  const { insert, replaced } = objectsWith(sorted, moved, shape);
  const isMade = rows.every(({ version }) => version === 1);
  return insert(rows, isMade ? '' : replaced, isMade ? `made ${shape}` : shape);
};

/** A part with a constant text. */
const plain =
  (insert: Insertion, tail = ''): PartOf =>
  (rows) =>
    insert(rows, tail);

const by_its_clock: Form = {
  put: () => {},
  text: () => `insert into clocks (account, offset_ms, id_offset_ms) select connected.account, offset_ms, id_offset_ms
    from connected join clocks on clocks.account = connected.platform on conflict (account) do nothing`,
};

/** A connected account takes its platform's clock. */
const clocked: Part = { name: 'clocked', shape: '', rows: [], scalars_max: 0, scalars: by_its_clock, arrays: by_its_clock };

const connected = plain(insertion('connected', 'connections', { platform: 'text' }), 'returning account, platform');

const event_columns: Columns = { id: 'text', type: 'text', object_id: 'text', status: 'text', doc: 'json', packed: 'bytea' };
const eventMember = (row: StoredRow, name: string): unknown => (name === 'doc' && row.packed ? null : row[name]);
const insertEvents = insertion('event', 'events', event_columns, eventMember);
const insertMovedEvents = insertion('event', 'events', { ...event_columns, ...moved_columns }, eventMember);
const told = 'returning id, type';

const events: PartOf = (rows) => (rows.some(isMoved) ? insertMovedEvents(rows, told, 'moved') : insertEvents(rows, told));

const told_columns: Columns = { id: 'text', type: 'text', due_at: 'timestamptz', copy: 'text' };

/** A delivery for every endpoint that wants the event, in the transaction of its cause. */
const deliveries = (writes: readonly Write[]): Part => ({
  name: delivery,
  shape: '',
  rows: [],
  scalars_max: 0,
  scalars: {
    put: () => {},
    text: () => `insert into jobs (account, id, queue, subject, lane, due_at, payload)
    select endpoint.account, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $2, told from event
    cross join lateral ${listening('$1', 'event.type')} endpoint returning queue`,
  },
  arrays: {
    put: (values) => putArrays(told_columns, toldBy(writes))(values),
    text: (first) => `insert into jobs (account, id, queue, subject, lane, due_at, payload)
    select endpoint.account, u.id || ' ' || endpoint.id || u.copy, 'webhook', u.id, endpoint.id, u.due_at, told from ${unnested(told_columns, first)},
    lateral ${listening('u.account', 'u.type')} endpoint returning queue`,
  },
});

/** The time from one delivery to the next, if they are reversed. */
const reversed_ms = 1000;

function toldBy(writes: readonly Write[]): StoredRow[] {
  return writes.flatMap(({ now, events = [], deliveries }) =>
    events.flatMap(({ account, id, type }, place) => {
      const late_ms = deliveries === 'reversed' ? (events.length - 1 - place) * reversed_ms : 0;
      const told = { account, id, type, due_at: new Date(now.getTime() + late_ms), copy: '' };
      return deliveries === 'twice' ? [told, { ...told, copy: ' 2' }] : [told];
    }),
  );
}

const sealed = plain(
  insertion('sealed', 'vault', { id: 'text', key_id: 'text', sealed: 'bytea' }),
  'on conflict (account, id) do update set key_id = excluded.key_id, sealed = excluded.sealed',
);

/** Whether rows belong to objects that this write creates, so that none can exist yet. */
const areFirst = (writes: readonly Write[], subjectsOf: (write: Write) => readonly string[]): boolean =>
  writes.every((write) =>
    subjectsOf(write).every((subject) => (write.objects ?? []).some(({ version, id }) => version === 1 && id === subject)),
  );

const insertSearched = insertion('searched', 'searches', { object: 'text', id: 'text', terms: 'jsonb', rest: 'jsonb' });
const searched_again = 'on conflict (account, object, id) do update set terms = excluded.terms, rest = excluded.rest';

const searches: PartOf = (rows, writes) =>
  areFirst(writes, ({ searches = [] }) => searches.map(({ id }) => id))
    ? insertSearched(rows, '', 'first')
    : insertSearched(rows, searched_again);

const entry = plain(
  insertion('entry', 'entries', {
    id: 'text',
    movement: 'text',
    debit: 'text',
    credit: 'text',
    currency: 'text',
    amount: 'bigint',
    source: 'text',
    posted_at: 'timestamptz',
  }),
);

/** Two movements that are limited by one balance cannot both have read the same guard. */
const guarded = plain(
  insertion('guarded', 'balances as it', { ledger_account: 'text', currency: 'text', guard: 'int' }),
  'on conflict (account, ledger_account, currency) do update set guard = case when it.guard = excluded.guard - 1 then excluded.guard end',
);

const unique = plain(
  insertion('owned', 'uniques as it', { object: 'text', member: 'text', value: 'text', owner: 'text', previous: 'text' }),
  'on conflict (account, object, member, value) do update set owner = case when it.owner = excluded.previous then excluded.owner end',
);

const sequence = plain(
  insertion('numbered', 'sequences as it', { name: 'text', value: 'int', previous: 'int' }),
  'on conflict (account, name) do update set value = case when it.value = excluded.previous then excluded.value end',
);

const job_columns: Columns = { id: 'text', queue: 'text', subject: 'text', lane: 'text', due_at: 'timestamptz', payload: 'json' };
const insertJobs = insertion('job', 'jobs', job_columns);
const insertTimers = insertion('job', 'jobs', { ...job_columns, runs_at: 'timestamptz', clock: 'text' }, (row, name) =>
  name === 'clock' ? (row.clock ?? '') : row[name],
);

/** The columns of a clock are only needed for timers. */
const isTimed = ({ runs_at }: StoredRow): boolean => runs_at instanceof Date;

/** A timer that is set twice is one timer. */
const jobs: PartOf = (rows, writes) => {
  const timed = rows.some(isTimed);
  const insert = timed ? insertTimers : insertJobs;
  const isFirst = areFirst(writes, ({ jobs = [] }) => jobs.map(({ subject }) => subject));
  return insert(rows, isFirst ? '' : 'on conflict (account, id) do nothing', `${isFirst ? 'first' : ''}${timed ? 'timed' : ''}`);
};

const key = plain(
  insertion('key', 'keys', {
    hash: 'bytea',
    id: 'text',
    account_id: 'text',
    livemode: 'boolean',
    kind: 'text',
    permissions: 'text[]',
    name: 'text',
    hint: 'text',
    created_at: 'timestamptz',
  }),
);

const claim = plain(insertion('claim', 'idempotency', { key: 'text', owner: 'text', fingerprint: 'bytea', status: 'int', reply: 'bytea' }));

/** The record of a repeated request is stored once. */
const audited = plain(
  insertion('audited', 'audit_records', {
    id: 'text',
    created_at: 'timestamptz',
    action: 'text',
    actor: 'text',
    outcome: 'text',
    subject: 'text',
    doc: 'json',
  }),
  'on conflict (account, id) do nothing',
);

/** Usage is append-only, except for cancellations. */
const recorded = plain(
  insertion('recorded', 'usage', { metered: 'text', customer: 'text', at: 'bigint', id: 'text', value: 'numeric', replaces: 'boolean' }),
  'on conflict (account, metered, customer, at, id) do update set value = excluded.value',
);

/** The rows that each part stores, in the order of the statement. */
const kinds: readonly (readonly [rows: keyof Rows, part: PartOf])[] = [
  ['connections', connected],
  ['disconnected', disconnect],
  ['objects', objects],
  ['pinned', pin],
  ['held', hold],
  ['closed', close],
  ['forgotten', forget],
  ['events', events],
  ['sealed', sealed],
  ['searches', searches],
  ['entries', entry],
  ['guards', guarded],
  ['uniques', unique],
  ['released', release],
  ['sequences', sequence],
  ['jobs', jobs],
  ['keys', key],
  ['finished', finish],
  ['postponed', postpone],
  ['progressed', progress],
  ['claims', claim],
  ['answers', answer],
  ['audited', audited],
  ['usage', recorded],
];
