import type { EventRow, ObjectRow, Rows, Write } from './rows.js';
import { arraysOf, type Columns, insertion, type Part, type StoredRow, unnested } from './statement.js';

/** A delivery's event and the moment from which it is due. */
type Told = EventRow & { readonly due_at: Date };

/** Rows of one write or of several. */
type Gathered = Required<Rows> & { readonly told: readonly Told[] };

/** A part that no row is for is left out. */
type PartOf = (rows: Gathered, filters: readonly string[] | null) => Part;

/** Which part stores which rows, in the order of the statement. */
const kinds: readonly (readonly [rows: keyof Gathered, part: PartOf])[] = [
  ['objects', ({ objects }, filters) => objectPart(objects, filters ?? filtersOf(objects))],
  ['events', ({ events }) => insertion('event', 'events', event_columns, events, 'returning id, type')],
  ['told', ({ told }) => deliveries(told)],
  ['sealed', ({ sealed }) => insertion('sealed', 'vault', sealed_columns, sealed, sealed_again)],
  ['searches', (rows) => searchPart(rows)],
  ['entries', ({ entries }) => insertion('entry', 'entries', entry_columns, entries)],
  ['guards', ({ guards }) => insertion('guarded', 'balances as it', guard_columns, guards, guard_rises)],
  ['jobs', (rows) => jobPart(rows)],
  ['keys', ({ keys }) => insertion('key', 'keys', key_columns, keys)],
  ['finished', ({ finished }) => finish(finished)],
  ['postponed', ({ postponed }) => postpone(postponed)],
  ['claims', ({ claims }) => insertion('claim', 'idempotency', claim_columns, claims)],
  ['answers', ({ answers }) => answer(answers)],
];

const row_kinds = kinds.map(([kind]) => kind).filter((kind): kind is keyof Rows => kind !== 'told');

/**
 * The parts that writes come to. `filters` are all columns that lists filter by, so that writes of every kind of object have one text;
 * without them there are only those that these objects have.
 */
export function partsOf(writes: readonly Write[], filters: readonly string[] | null = null): Part[] {
  const told = writes.flatMap(({ now, events = [] }) => events.map((event) => ({ ...event, due_at: now })));
  const rows = { ...Object.fromEntries(row_kinds.map((kind) => [kind, ordered(writes, kind)])), told } as unknown as Gathered;
  return kinds.filter(([kind]) => rows[kind].length).map(([, part]) => part(rows, filters));
}

/** Two writers with the same rows must lock them in one order. */
function ordered(writes: readonly Write[], kind: keyof Rows): StoredRow[] {
  const rows = writes.flatMap((write) => (write[kind] ?? []) as readonly StoredRow[]);
  return rows.length > 1
    ? rows
        .map((row) => ({ row, key: keyOf(row) }))
        .sort(byKey)
        .map(({ row }) => row)
    : rows;
}

const keyOf = ({ account, object = '', id = '', key = '', ledger_account = '', currency = '' }: StoredRow): string =>
  `${account} ${object} ${ledger_account || id || key} ${currency}`;

const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

const array_columns: Columns = { enabled_events: 'text[]' };

const filtersOf = (objects: readonly ObjectRow[]): string[] => [...new Set(objects.flatMap(({ columns }) => Object.keys(columns)))].sort();

/** A next version that does not follow is null, which the column refuses. What is only made is refused by its key. */
function objectPart(objects: readonly ObjectRow[], filters: readonly string[]): Part {
  const columns: Columns = {
    object: 'text',
    id: 'text',
    version: 'int',
    doc: 'json',
    secret: 'text',
    deleted: 'boolean',
    ...Object.fromEntries(filters.map((name) => [name, array_columns[name] ?? 'text'])),
  };
  const rows = objects.map((row) => ({ ...row, ...row.columns }));
  const made = objects.every(({ version }) => version === 1);
  const tail = made ? '' : replaced(['doc', 'secret', 'deleted', ...filters]);
  return insertion('object', 'objects as it', columns, rows, tail, `${made ? 'made' : ''} ${filters.join()}`);
}

const replaced = (columns: readonly string[]): string =>
  `on conflict (account, object, id) do update set version = case when it.version = excluded.version - 1 then excluded.version end, ` +
  columns.map((name) => `${name} = excluded.${name}`).join(', ');

const event_columns = { id: 'text', type: 'text', object_id: 'text', doc: 'json' };

const told_columns = { id: 'text', type: 'text', due_at: 'timestamptz' };

/**
 * A delivery for every endpoint that wants the event, in the transaction of its cause (promise 18). `offset 0` makes the planner
 * look for the endpoints of one account after the other; of all accounts together they may look like few to it, and would all be read.
 */
const deliveries = (told: readonly Told[]): Part => ({
  name: 'delivery',
  shape: '',
  rows: told,
  scalars_max: Number.POSITIVE_INFINITY,
  scalars: {
    values: () => [],
    text: () => `insert into jobs (account, id, queue, subject, lane, due_at)
    select $1, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $2 from event
    join objects endpoint on endpoint.account = $1 and endpoint.object = 'webhook_endpoint' and endpoint.status = 'enabled'
      and (event.type = any (endpoint.enabled_events) or '*' = any (endpoint.enabled_events))`,
  },
  arrays: {
    values: () => arraysOf(told_columns, told),
    text: (first) => `insert into jobs (account, id, queue, subject, lane, due_at)
    select u.account, u.id || ' ' || endpoint.id, 'webhook', u.id, endpoint.id, u.due_at from ${unnested(told_columns, first)},
    lateral (select id from objects where account = u.account and object = 'webhook_endpoint' and status = 'enabled'
      and (u.type = any (enabled_events) or '*' = any (enabled_events)) offset 0) endpoint`,
  },
});

const sealed_columns = { id: 'text', key_id: 'text', sealed: 'bytea' };
const sealed_again = 'on conflict (account, id) do update set key_id = excluded.key_id, sealed = excluded.sealed';

const madeIn = ({ objects }: Gathered): Set<string> =>
  new Set(objects.filter(({ version }) => version === 1).map(({ account, id }) => `${account} ${id}`));

const search_columns = { object: 'text', id: 'text', terms: 'jsonb', rest: 'jsonb' };

/** An object that is just being made is not searched yet, and has no timer. */
function searchPart(rows: Gathered): Part {
  const made = madeIn(rows);
  const first = rows.searches.every(({ account, id }) => made.has(`${account} ${id}`));
  const tail = first ? '' : 'on conflict (account, object, id) do update set terms = excluded.terms, rest = excluded.rest';
  return insertion('searched', 'searches', search_columns, rows.searches, tail, first ? 'first' : '');
}

const entry_columns = {
  id: 'text',
  movement: 'text',
  debit: 'text',
  credit: 'text',
  currency: 'text',
  amount: 'bigint',
  source: 'text',
  posted_at: 'timestamptz',
};

const guard_columns = { ledger_account: 'text', currency: 'text', guard: 'int' };

/** Two movements that must not overdraw one account cannot both have seen the same guard. */
const guard_rises =
  'on conflict (account, ledger_account, currency) do update set guard = case when it.guard = excluded.guard - 1 then excluded.guard end';

const job_columns = { id: 'text', queue: 'text', subject: 'text', lane: 'text', due_at: 'timestamptz', payload: 'json' };

/** A timer that is set twice is one timer. */
function jobPart(rows: Gathered): Part {
  const made = madeIn(rows);
  const first = rows.jobs.every(({ account, subject }) => made.has(`${account} ${subject}`));
  return insertion('job', 'jobs', job_columns, rows.jobs, first ? '' : 'on conflict (account, id) do nothing', first ? 'first' : '');
}

const key_columns = {
  hash: 'bytea',
  id: 'text',
  account_id: 'text',
  livemode: 'boolean',
  kind: 'text',
  permissions: 'text[]',
  name: 'text',
  hint: 'text',
  created_at: 'timestamptz',
};

const claim_columns = { key: 'text', owner: 'text', fingerprint: 'bytea', status: 'int', reply: 'bytea' };

/** A part that changes what is stored: as scalars for the one row that there mostly is. */
function change(
  name: string,
  columns: Columns,
  rows: readonly StoredRow[],
  one: (first: number) => string,
  many: (from: string) => string,
): Part {
  return {
    name,
    shape: '',
    rows,
    scalars_max: 1,
    scalars: { values: () => rows.flatMap((row) => Object.keys(columns).map((column) => row[column])), text: one },
    arrays: { values: () => arraysOf(columns, rows), text: (first) => many(unnested(columns, first)) },
  };
}

const finish = (rows: Gathered['finished']): Part =>
  change(
    'finished',
    { id: 'text' },
    rows,
    (first) => `delete from jobs where account = $1 and id = $${first}`,
    (from) => `delete from jobs using ${from} where jobs.account = u.account and jobs.id = u.id`,
  );

const postpone = (rows: Gathered['postponed']): Part =>
  change(
    'postponed',
    { id: 'text', due_at: 'timestamptz' },
    rows,
    (first) => `update jobs set due_at = $${first + 1}, leased_until = null where account = $1 and id = $${first}`,
    (from) => `update jobs set due_at = u.due_at, leased_until = null from ${from} where jobs.account = u.account and jobs.id = u.id`,
  );

/** Only the request that claimed the key, or the worker that finishes for it, may answer, and only once. */
const answer = (rows: Gathered['answers']): Part =>
  change(
    'answer',
    { status: 'int', reply: 'bytea', key: 'text', owner: 'text' },
    rows,
    (first) =>
      `update idempotency set status = $${first}, reply = $${first + 1} where account = $1 and key = $${first + 2} and owner = $${first + 3} and reply is null`,
    (from) => `update idempotency it set status = u.status, reply = u.reply from ${from}
      where it.account = u.account and it.key = u.key and it.owner = u.owner and it.reply is null`,
  );
