import type { AnyResource, Document } from '../base/resource.js';
import { binaryArray } from './binary-arrays.js';
import type { Statement } from './database.js';
import type { Kept, SearchRow, Write } from './rows.js';

/** A row to store: its members have the names of the columns. */
export type StoredRow = { readonly account: string } & Readonly<Record<string, unknown>>;

/** A table's columns besides the account, with their types. */
export type Columns = Readonly<Record<string, string>>;

/** How rows are put into a statement. */
export type Form = {
  /** Appends the parameters. */
  readonly put: (values: unknown[]) => void;
  /** The text, for the number of its first parameter. */
  readonly text: (first: number) => string;
};

/** One part of a statement: its text depends on its name, shape and form, so each combination's text is built once. */
export type Part = {
  readonly name: string;
  /** What the text depends on besides the name and the number of rows. */
  readonly shape: string;
  readonly rows: readonly StoredRow[];
  /** One parameter per value: fastest for few rows of one account, `$1`, at one time, `$2`. */
  readonly scalars: Form;
  /** The maximum number of rows as scalars, because each number needs another text. */
  readonly scalars_max: number;
  /** One parameter per column: one text for any number of rows and accounts. */
  readonly arrays: Form;
};

/** The cached texts by their keys, and how many of them are for a single writer. */
export type Texts = { readonly known: Map<string, string>; alone: number };

/** Each number of rows is another text, so their total is limited to what connections can keep prepared. */
const alone_texts_max = 120;

/**
 * The rows of one writer as one statement with a CTE per part: the fastest of nine variants measured. All parts see one snapshot and succeed or fail
 * together. Null for rows of two accounts, or when the limit of texts is reached.
 */
export function statementAlone(texts: Texts, { now, kept, deliveries }: Written, parts: readonly Part[]): Statement | null {
  const account = parts[0]?.rows[0]?.account ?? '';
  if (deliveries || (kept && kept.account !== account)) return null;
  let shape = kept ? 'kept ' : '';
  for (const { name, shape: more, rows, scalars_max } of parts) {
    if (rows.some((row) => row.account !== account)) return null;
    shape += `${name} ${more} ${rows.length > scalars_max ? 'many' : rows.length},`;
  }
  if (!texts.known.has(shape) && ++texts.alone > alone_texts_max) return null;
  const forms = parts.map((part) => (part.rows.length > part.scalars_max ? part.arrays : part.scalars));
  return composed(texts, shape, parts, forms, {
    given: kept ? [account, now, kept.epoch] : [account, now],
    uses: 'used as (select $1::text, $2::timestamptz), ',
    first: kept ? ['keep_epochs(array[$1], array[$3::int])'] : [],
  });
}

/** What a statement needs of a write besides its parts. */
type Written = Pick<Write, 'now' | 'kept' | 'deliveries'>;

/**
 * The rows of several writers, or of several accounts, as one statement. A foreign lock must not block several writers for long: the main query,
 * which runs before the parts, sets a lock timeout for the statement. A single writer waits.
 */
export function statementTogether(texts: Texts, parts: readonly Part[], { writers, kept }: Together): Statement {
  const first = writers > 1 ? [`set_config('lock_timeout', '250ms', true)`] : [];
  const given: unknown[] = [];
  if (kept.length) {
    first.push('keep_epochs($1::text[], $2::int[])');
    given.push(
      kept.map(({ account }) => account),
      kept.map(({ epoch }) => epoch),
    );
  }
  const shape = `${writers > 1 ? 'several' : 'one'} ${kept.length ? 'kept ' : ''}${parts.map((part) => `${part.name} ${part.shape}`).join()}`;
  const forms = parts.map(({ arrays }) => arrays);
  return composed(texts, shape, parts, forms, { given, uses: '', first });
}

/** The number of writers of a statement, and the sandboxes that must not have been reset. */
type Together = { readonly writers: number; readonly kept: readonly Kept[] };

/** The distinct sandboxes of writes. */
export function keptOf(writes: readonly { readonly kept?: Kept }[]): Kept[] {
  const distinct = new Map(writes.flatMap(({ kept }) => (kept ? [[`${kept.account} ${kept.epoch}`, kept] as const] : [])));
  return [...distinct.values()];
}

/** The part that stores deliveries; a statement answers whether it has stored any. */
export const delivery = 'delivery';

/** `first` is evaluated before the parts: a main query is. */
type Frame = { readonly given: readonly unknown[]; readonly uses: string; readonly first: readonly string[] };

function composed(
  { known: texts }: Texts,
  shape: string,
  parts: readonly Part[],
  forms: readonly Form[],
  { given, uses, first }: Frame,
): Statement {
  const values = [...given];
  const firsts = forms.map((form) => {
    form.put(values);
    return values.length;
  });
  const known = texts.get(shape);
  if (known !== undefined) return { text: known, values };
  const ctes = forms.map((form, place) => `${parts[place]?.name} as (${form.text((firsts[place - 1] ?? given.length) + 1)})`);
  const delivers = parts.some(({ name }) => name === delivery) ? `exists (select from ${delivery})` : 'false';
  const text = `with ${uses}${ctes.join(',\n')}\nselect ${[...first, `${delivers} as delivers`].join()}`;
  texts.set(shape, text);
  return { text, values };
}

/** Reads a member of a row. */
type Read = (row: StoredRow, name: string) => unknown;

const member: Read = (row, name) => row[name];

/** One parameter per value of each row. */
export const putScalars =
  (names: readonly string[], rows: readonly StoredRow[], read: Read = member): Form['put'] =>
  (values) => {
    for (const row of rows) for (const name of names) values.push(read(row, name));
  };

/** One binary array for the account and for each column. */
export const putArrays =
  (columns: Columns, rows: readonly StoredRow[], read: Read = member): Form['put'] =>
  (values) => {
    values.push(
      binaryArray(
        'text',
        rows.map(({ account }) => account),
      ),
    );
    for (const [name, type] of Object.entries(columns)) {
      const column = rows.map((row) => (isArray(type) ? literal(read(row, name)) : read(row, name)));
      values.push(binaryArray(sentAs(type), column));
    }
  };

const scalars_max = 8;

/** Builds parts that insert into a table. `tail` is a conflict clause or a returning list, which `shape` must name. */
export type Insertion = (rows: readonly StoredRow[], tail?: string, shape?: string) => Part;

/** `insert into table (account, …)`, for rows of one table. */
export function insertion(name: string, table: string, columns: Columns, read?: Read): Insertion {
  const names = Object.keys(columns);
  const head = `insert into ${table} (account, ${names.join(', ')})`;
  return (rows, tail = '', shape = '') => ({
    name,
    shape,
    rows,
    scalars_max,
    scalars: {
      put: putScalars(names, rows, read),
      text: (first) => `${head} values ${rows.map((_, row) => scalars(names.length, first + row * names.length)).join(', ')} ${tail}`,
    },
    arrays: {
      put: putArrays(columns, rows, read),
      text: (first) => `${head} select ${readBack(columns)} from ${unnested(columns, first)} ${tail}`,
    },
  });
}

const scalars = (count: number, first: number): string =>
  `($1, ${Array.from({ length: count }, (_, place) => `$${first + place}`).join(', ')})`;

/** A column of arrays is sent as text literals, because unnest would flatten an array of arrays. */
const isArray = (type: string): boolean => type.endsWith('[]');

/** Decimals are sent as their digits. */
const sentAs = (type: string): string => (isArray(type) || type === 'numeric' ? 'text' : type);

/** The arrays of the account and each column as rows, called `u`. */
export function unnested(columns: Columns, first: number): string {
  const types = ['text', ...Object.values(columns).map(sentAs)];
  return `unnest(${types.map((type, place) => `$${first + place}::${type}[]`).join(', ')}) u (account, ${Object.keys(columns).join(', ')})`;
}

const readBack = (columns: Columns): string =>
  ['u.account', ...Object.entries(columns).map(([name, type]) => (sentAs(type) === type ? `u.${name}` : `u.${name}::${type}`))].join(', ');

const literal = (value: unknown): string | null =>
  Array.isArray(value) ? `{${value.map((each) => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}` : null;

/** The search row of an object. */
export function searchRow(account: string, resource: AnyResource, doc: Document): SearchRow {
  const { terms, rest } = termsOf(account, resource, doc);
  return { account, object: doc.object, id: doc.id, terms: terms && JSON.stringify(terms), rest: JSON.stringify(rest) };
}

/** Whether searchable data has changed. */
export const isFoundOtherwise = ({ holding = [], searchable = [] }: AnyResource, before: Document, doc: Document): boolean =>
  ['metadata', ...searchable, ...holding].some((path) => JSON.stringify(memberOf(before, path)) !== JSON.stringify(memberOf(doc, path)));

/**
 * The search data of an object: indexed `terms`, nested under the account so that the index finds only that tenant's matches, and `rest`, whose
 * values many objects share or which change often.
 */
function termsOf(account: string, resource: AnyResource, doc: Document): { readonly terms: object | null; readonly rest: object } {
  if ('deleted' in doc) return { terms: null, rest: {} };
  const known = (resource.searchable ?? []).map((path: string): [string, unknown] => [path, termOf(memberOf(doc, path))]);
  const told = known.filter(([, term]) => term !== null);
  const own = told.filter(([path]) => resource.indexed?.includes(path));
  const metadata = Object.keys(doc.metadata ?? {}).length ? { metadata: doc.metadata } : {};
  const held = (resource.holding ?? []).map((name: string): [string, unknown] => [name, doc[name]]);
  const indexed = { ...metadata, ...Object.fromEntries([...own, ...held]) };
  const rest = { created: doc.created, ...Object.fromEntries(told.filter((each) => !own.includes(each))) };
  return { terms: Object.keys(indexed).length ? { [account]: indexed } : null, rest };
}

/** The member at a dotted path: `invoice_settings.default_payment_method`; null if a part is missing. */
export const memberOf = (object: object, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name] ?? null, object);

/** Text in lower case; booleans as their words in queries. */
const termOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : typeof value === 'boolean' ? String(value) : (value ?? null);
