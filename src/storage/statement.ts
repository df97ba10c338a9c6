import { binaryArray } from './binary-arrays.js';
import type { Statement } from './database.js';

/** A row about to be stored: its members are named like the columns. */
export type StoredRow = { readonly account: string } & Readonly<Record<string, unknown>>;

/** A table's columns besides the account, by their types. */
export type Columns = Readonly<Record<string, string>>;

/** How rows get into a statement; `text` is given the number of its first parameter. */
export type Form = { readonly values: () => readonly unknown[]; readonly text: (first: number) => string };

/** One part of a statement: its text depends on its name, its shape and its form, so texts are made once for each combination of them. */
export type Part = {
  readonly name: string;
  /** What the text depends on besides the name and the number of rows. */
  readonly shape: string;
  readonly rows: readonly StoredRow[];
  /** With a parameter for each value: the fastest for few rows of one account, `$1`, at one moment, `$2`. */
  readonly scalars: Form;
  /** How many rows may come as scalars: every number of them is a text of its own. */
  readonly scalars_max: number;
  /** With a parameter for each column: one text for any number of rows and accounts. */
  readonly arrays: Form;
};

/** More texts than any service needs; what would be one more than these goes in the form that needs none of its own. */
const texts_max = 500;
const texts = new Map<string, string>();

/**
 * What one writer stores, as one statement of many parts, each a CTE: the fastest of nine ways measured. All parts see one snapshot and
 * succeed or fail together.
 */
export function statementAlone(now: Date, parts: readonly Part[]): Statement {
  const account = parts[0]?.rows[0]?.account ?? '';
  const isOneAccount = parts.every(({ rows }) => rows.every((row) => row.account === account));
  if (!isOneAccount) return statementTogether(parts);
  const forms = parts.map((part) => (part.rows.length > part.scalars_max ? part.arrays : part.scalars));
  const shape = parts
    .map((part, place) => `${part.name} ${part.shape}${forms[place] === part.scalars ? part.rows.length : ' many'}`)
    .join();
  return composed(shape, parts, forms, { given: [account, now], uses: 'used as (select $1::text, $2::timestamptz), ', last: 'select 1' });
}

/**
 * The same for several writers at once. One stranger's lock must not hold up all of them for long: the limit is set by the main query,
 * which is executed before the parts are, and ends with the statement.
 */
export function statementTogether(parts: readonly Part[]): Statement {
  const shape = `together ${parts.map((part) => `${part.name} ${part.shape}`).join()}`;
  const forms = parts.map(({ arrays }) => arrays);
  return composed(shape, parts, forms, { given: [], uses: '', last: `select set_config('lock_timeout', '250ms', true)` });
}

type Frame = { readonly given: readonly unknown[]; readonly uses: string; readonly last: string };

function composed(shape: string, parts: readonly Part[], forms: readonly Form[], { given, uses, last }: Frame): Statement {
  const values = forms.map((form) => form.values());
  const known = texts.get(shape);
  const all = given.concat(...values);
  if (known) return { text: known, values: all };
  let first = given.length + 1;
  const ctes = forms.map((form, place) => {
    const cte = `${parts[place]?.name} as (${form.text(first)})`;
    first += values[place]?.length ?? 0;
    return cte;
  });
  const text = `with ${uses}${ctes.join(',\n')}\n${last}`;
  if (texts.size < texts_max) texts.set(shape, text);
  return { text, values: all };
}

const scalars_max = 8;

/** `insert into table (account, …)`. `tail` follows: a conflict clause or a returning list. */
export function insertion(name: string, table: string, columns: Columns, rows: readonly StoredRow[], tail = '', shape = ''): Part {
  const names = Object.keys(columns);
  const head = (): string => `insert into ${table} (account, ${names.join(', ')})`;
  return {
    name,
    shape,
    rows,
    scalars_max,
    scalars: {
      values: () => rows.flatMap((row) => names.map((column) => row[column])),
      text: (first) => `${head()} values ${rows.map((_, row) => scalars(names.length, first + row * names.length)).join(', ')} ${tail}`,
    },
    arrays: {
      values: () => arraysOf(columns, rows),
      text: (first) => `${head()} select ${readBack(columns)} from ${unnested(columns, first)} ${tail}`,
    },
  };
}

const scalars = (count: number, first: number): string =>
  `($1, ${Array.from({ length: count }, (_, place) => `$${first + place}`).join(', ')})`;

/** A column of arrays travels as their literals: an array of arrays would be flattened by unnest. */
const isArray = (type: string): boolean => type.endsWith('[]');

/** The values of rows, a binary array for the account and one for each column. */
export const arraysOf = (columns: Columns, rows: readonly StoredRow[]): Buffer[] => [
  binaryArray(
    'text',
    rows.map(({ account }) => account),
  ),
  ...Object.entries(columns).map(([name, type]) =>
    isArray(type)
      ? binaryArray(
          'text',
          rows.map((row) => literal(row[name])),
        )
      : binaryArray(
          type,
          rows.map((row) => row[name]),
        ),
  ),
];

/** These arrays as rows, called `u`. */
export function unnested(columns: Columns, first: number): string {
  const types = ['text', ...Object.values(columns).map((type) => (isArray(type) ? 'text' : type))];
  return `unnest(${types.map((type, place) => `$${first + place}::${type}[]`).join(', ')}) u (account, ${Object.keys(columns).join(', ')})`;
}

const readBack = (columns: Columns): string =>
  ['u.account', ...Object.entries(columns).map(([name, type]) => (isArray(type) ? `u.${name}::${type}` : `u.${name}`))].join(', ');

const literal = (value: unknown): string | null =>
  Array.isArray(value) ? `{${value.map((each) => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}` : null;
