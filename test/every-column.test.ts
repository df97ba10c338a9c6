import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedOf } from '../src/kernel/base/form.js';
import type { Many, Reads } from '../src/kernel/base/reads.js';
import { type AnyResource, columnOf } from '../src/kernel/base/resource.js';
import type { Entry, List } from '../src/kernel/base/rules.js';
import { eventTexts, type StoredText } from '../src/kernel/storage/event-texts.js';
import { catalogue } from '../src/resources/index.js';
import { everything } from './support/everything.js';
import { startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_TIME_SCALE: '1000', FLORIN_WEBHOOK_PER_ENDPOINT_MIN: '8' });
  await everything(service);
});
afterAll(() => service.stop());

type Column = readonly [object: string, column: string, resource: AnyResource, path: string];

const resources = new Map(
  (catalogue as readonly Entry[]).flatMap((entry) => ('resource' in entry ? [[entry.resource.object, entry.resource]] : [])),
);
const columns: readonly Column[] = [...resources.values()].flatMap((resource) =>
  ((resource.columns ?? []) as readonly string[]).map((path): Column => [resource.object, columnOf(path), resource, path]),
);
const tableOf = ({ table = 'objects' }: AnyResource): string => table;

/** Columns that no list filters by, but that deliveries choose their endpoints by. */
const of_deliveries = ['webhook_endpoint enabled_events', 'webhook_endpoint status'];

type Reading = { readonly resource: AnyResource; readonly reads?: Reads; readonly each?: string | null };

/** Columns by which a rule reads many objects, or by which an event finds the objects it concerns. */
const of_rules = (catalogue as readonly Entry[]).flatMap((entry) => {
  const { resource, reads = {}, each = null } = ('rule' in entry ? entry.rule : entry) as Reading;
  const many = Object.values(reads).filter((read): read is Many => 'read' in read && read.read === 'many');
  const read = many.flatMap(({ resource: { object }, by, where }) =>
    [by, ...Object.keys(where)].map((name) => `${object} ${columnOf(name)}`),
  );
  return each === null ? read : [...read, `${resource.object} ${columnOf(each)}`];
});

/** Columns that lists sort by: where callers choose ids, and where objects of a test clock are left out. */
const of_lists = ['place', 'test_clock'];

/** Columns of events that are no members. */
const of_events = ['object_id'];

/** Filters without a column: the tenant and the kind are in every key, and several types are looked up in one column. */
const no_columns = ['account', 'object', 'types'];

/** The path that a resource declares a column by, where a list names the column itself. */
const declaredAs = (resource: AnyResource, name: string): string =>
  ((storedOf(resource).columns ?? []) as readonly string[]).find((path) => columnOf(path) === columnOf(name)) ?? name;

const all_filters = (catalogue as readonly Entry[])
  .filter((entry): entry is List => entry.kind === 'list')
  .flatMap((entry) =>
    Object.keys(entry.filters)
      .filter((name) => !no_columns.includes(name))
      .map((name) => Object.entries(entry.columns ?? {}).find(([, { of }]) => [of].flat().includes(name))?.[0] ?? name)
      .flatMap((name) => Object.keys(entry.filters[name]?.members ?? { '': null }).map((inner) => (inner ? `${name}.${inner}` : name)))
      .filter((path) => path !== 'id' && path !== 'object')
      .map((path): Column => [storedOf(entry.resource).object, columnOf(path), storedOf(entry.resource), declaredAs(entry.resource, path)]),
  );

/** Whether a filter looks for one of many values, which are stored with the search terms. */
const isHeld = ([, column, { holding = [] }]: Column): boolean => (holding as readonly string[]).includes(column);

const filters = all_filters.filter((each) => !isHeld(each));

test.each(columns)('%s has the column %s in the database', async (_, column, resource) => {
  const found = await rowsOf(
    service,
    'select from information_schema.columns where table_name = $1 and column_name = $2',
    tableOf(resource),
    column,
  );
  expect(found).toHaveLength(1);
});

test.each(filters)('%s is filtered by %s, which is a column with one index that pages by id', async (_, column, resource, path) => {
  if (!of_events.includes(column)) expect(resource.columns).toContain(path);
  const table = tableOf(resource);
  const indexes = await rowsOf<{ indexdef: string }>(service, 'select indexdef from pg_indexes where tablename = $1', table);
  // Times are compared as text, whose order is that of digits of one length.
  const keys = [column, `lpad(${column}, 12, '0'::text)`];
  const wanted = keys.map((key) =>
    table === 'objects' ? `(account, object, ${key}, id DESC) WHERE (${column} IS NOT NULL)` : `(account, ${key}, id DESC)`,
  );
  // A value that one object has needs no order.
  const unique = `(account, ${column}) WHERE (${column} IS NOT NULL)`;
  const pages = ({ indexdef }: { indexdef: string }): boolean =>
    wanted.some((each) => indexdef.endsWith(each)) || (indexdef.startsWith('CREATE UNIQUE') && indexdef.endsWith(unique));
  expect(indexes.filter(pages)).toHaveLength(1);
});

const held = [...resources.values()].flatMap(({ object, holding = [] }) =>
  (holding as readonly string[]).map((name) => [object, name] as const),
);

test.each(held)('%s stores %s for a filter, and search finds it by an index', async (object, name) => {
  expect(all_filters.filter(isHeld).map(([of, column]) => `${of} ${column}`)).toContain(`${object} ${name}`);
  const text = `select count(*)::int as rows, count(*) filter (where terms -> it.account -> '${name}' is distinct from (doc -> '${name}')::jsonb)::int as wrong
    from objects it left join searches using (account, object, id) where object = $1 and not it.deleted`;
  const [counted] = await rowsOf<{ rows: number; wrong: number }>(service, text, object);
  expect(counted).toEqual({ rows: expect.any(Number), wrong: 0 });
  expect(counted?.rows).toBeGreaterThan(0);
});

test('every declared column serves a filter, the choice of deliveries, or a rule', () => {
  const served = [...filters.map(([object, column]) => `${object} ${column}`), ...of_deliveries, ...of_rules];
  const left = columns.filter(([object, column]) => !served.includes(`${object} ${column}`) && !of_lists.includes(column));
  expect(left.map(([object, column]) => `${object} ${column}`)).toEqual([]);
});

const in_text = columns.filter(([, , { table }]) => table !== 'events');

test.each(in_text)('the column of %s named %s equals the member of the document', async (object, column, resource, path) => {
  const said =
    column === 'enabled_events'
      ? `(select array_agg(each) from json_array_elements_text(doc -> '${column}') each)`
      : `doc #>> '{${path.replaceAll('.', ',')}}'`;
  const text = `select count(*)::int as rows, count(${column})::int as filled, count(*) filter (where ${column} is distinct from ${said})::int as wrong
    from ${tableOf(resource)} where doc ->> 'object' = $1 and coalesce((doc ->> 'deleted')::boolean, false) = false`;
  const [counted] = await rowsOf<{ rows: number; filled: number; wrong: number }>(service, text, object);
  expect(counted).toMatchObject({ wrong: 0, filled: expect.any(Number) });
  // A schedule takes months to end: its own tests have an ended one.
  if (`${object} ${column}` !== 'subscription_schedule completed_at') expect(counted?.filled).toBeGreaterThan(0);
});

test('the columns of every event equal the members of its text', async () => {
  const rows = await rowsOf<StoredText & { type: string; object_id: string; status: string | null }>(
    service,
    'select type, object_id, status, doc, packed, null as secret from events',
  );
  const texts = await eventTexts(service.engine.database, rows);
  const told = texts.map((text) => JSON.parse(text) as { type: string; data: { object: { id: string; status?: string } } });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ type, object_id, status }) => ({ type, object_id, status }))).toEqual(
    told.map(({ type, data }) => ({ type, object_id: data.object.id, status: data.object.status ?? null })),
  );
});

test('every other column of an object is empty', async () => {
  const names = [...new Set(columns.filter(([, , resource]) => tableOf(resource) === 'objects').map(([, column]) => column))];
  for (const name of names) {
    const owners = columns.filter(([, column]) => column === name).map(([object]) => object);
    const strangers = await rowsOf(service, `select id from objects where ${name} is not null and object <> all ($1)`, owners);
    expect(strangers, name).toEqual([]);
  }
});

/** Tables that belong to the installation and to no account. */
const shared = [
  'activity_watermark',
  'counts',
  'dictionaries',
  'exchange_rates',
  'home',
  'ledger_checks',
  'ledger_watermark',
  'migrations',
  'vault_keys',
];

/** One chain links the records of all accounts, so its links are numbered across accounts. */
const linked_across = ['audit_chain_pkey'];

/** Found by the hash of a secret, before the account is known. */
const by_secret = ['keys', 'listeners'];

const uniques = `select class.relname as table, index.relname as index,
    array(select attname from unnest(indkey) place join pg_attribute on attrelid = indrelid and attnum = place)::text[] as columns
  from pg_index join pg_class class on class.oid = indrelid join pg_class index on index.oid = indexrelid
  where indisunique and class.relnamespace = 'public'::regnamespace order by 1, 2`;

type Unique = { readonly table: string; readonly index: string; readonly columns: string[] };

test('every primary key and every unique index contains the account, so that tables can be distributed by it', async () => {
  const found = await rowsOf<Unique>(service, uniques);
  expect(found.length).toBeGreaterThan(8);
  const across = found.filter(({ table, columns: members }) => ![...shared, ...by_secret].includes(table) && !members.includes('account'));
  expect(across.map(({ index }) => index)).toEqual(linked_across);
});

test('every table has a primary key, and the shared tables are those named here', async () => {
  const tables = await rowsOf<{ name: string; keyed: boolean; owned: boolean }>(
    service,
    `select relname as name, exists (select from pg_index where indrelid = pg_class.oid and indisprimary) as keyed,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'account') as owned
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  expect(tables.filter(({ keyed }) => !keyed)).toEqual([]);
  expect(tables.filter(({ owned }) => !owned).map(({ name }) => name)).toEqual(shared);
});

test('no sequence and no foreign key ties accounts together', async () => {
  expect(await rowsOf(service, `select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`)).toEqual([]);
  expect(await rowsOf(service, `select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)).toEqual(
    [],
  );
});
