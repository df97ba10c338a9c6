import peggy from 'peggy';
import { type Refusal, refused } from '../base/errors.js';
import type { AnyResource } from '../base/resource.js';
import type { Database, DatabaseFault } from './database.js';
import { cursor, type Page, type Row } from './list.js';

/** Stripe's search query language: clauses of a field, an operator and a value, all joined by AND or all by OR. */
const grammar = String.raw`
query = _ first:clause rest:(__ "AND"i __ @clause)+ _ { return { join: 'and', clauses: [first, ...rest] }; }
  / _ first:clause rest:(__ "OR"i __ @clause)* _ { return { join: 'or', clauses: [first, ...rest] }; }
clause = negated:"-"? field:field _ operator:operator _ value:value { return { negated: negated !== null, ...field, operator, value }; }
field = "metadata[" key:string "]" { return { name: 'metadata', key }; } / name:$([a-z_0-9.]+) { return { name, key: null }; }
operator = ":" / "~" / ">=" / "<=" / ">" / "<"
value = string / "null"i { return null; } / digits:$("-"? [0-9]+) { return Number(digits); }
string = '"' parts:([^"\\] / escaped)* '"' { return parts.join(''); } / "'" parts:([^'\\] / escaped)* "'" { return parts.join(''); }
escaped = "\\" @.
_ = [ \t]*
__ = [ \t]+
`;

type Clause = {
  negated: boolean;
  name: string;
  key: string | null;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  value: string | number | null;
};
type Query = { join: 'and' | 'or'; clauses: Clause[] };

let parser: peggy.Parser | undefined;

const refusal = (message: string): Error =>
  refused({ code: 'parameter_invalid', param: 'query', message: `Invalid query: ${message}` } satisfies Refusal);

function parse(query: string): Query {
  parser ??= peggy.generate(grammar);
  try {
    return parser.parse(query) as Query;
  } catch (error) {
    const { location } = error as peggy.parser.SyntaxError;
    throw refusal(
      `it stops making sense at character ${location?.start.column ?? 1}. Write clauses such as email:"jo@example.com" AND metadata["k"]:"v", joined by AND or by OR.`,
    );
  }
}

/** What a search is asked for. `page` is the `next_page` of the page before. */
export type Searching = {
  readonly account: string;
  readonly resource: AnyResource;
  readonly query: string;
  readonly page?: string;
  readonly limit: number;
};

/** Finds objects: the query is compiled to parameters, never to SQL text. */
export async function search(database: Database, { account, resource, query, page, limit }: Searching): Promise<Page> {
  const { join, clauses } = parse(query);
  if (clauses.length > 10) throw refusal('at most 10 clauses are accepted.');
  const values: unknown[] = [account, limit + 1, page ? cursor(resource, page, 'page') : '~'];
  const where = clauses.map((clause) => compile(resource, account, clause, values)).join(` ${join} `);
  const certain = join === 'and' || clauses.length === 1 ? clauses.find((clause) => isExact(resource, clause)) : undefined;
  const exact = certain && conditionOf(resource, account, certain, values);
  const text = exact ? byTerm(resource.object, exact, where) : byAge(resource.object, where);
  const rows = await database.query<Row>({ text, values, ...(clauses.length > 2 && { once: true }) }).catch(tooBroad);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}

/** A query that no index helps with is the caller's to narrow, and no fault of the database. */
function tooBroad(fault: DatabaseFault): never {
  throw fault.code === '57014' ? refusal('it takes too long. Add a clause such as email:"jo@example.com" that only few match.') : fault;
}

/** A clause that every match satisfies and that the index on terms finds. */
const isExact = (resource: AnyResource, { name, negated, operator, value }: Clause): boolean =>
  !negated && operator === ':' && value !== null && isIndexed(resource, name);

const isIndexed = ({ indexed }: AnyResource, name: string): boolean => name === 'metadata' || (indexed?.includes(name) ?? false);

const shown = (from: string, object: string): string => `select it.id, it.doc, it.secret from (${from}) term
  join objects it on it.account = $1 and it.object = '${object}' and it.id = term.id
  where not it.deleted order by term.id desc limit $2`;

/** Of what was removed nothing is told any more. */
const candidates = (object: string, where: string): string =>
  `select id from searches term where account = $1 and object = '${object}' and id < $3 and rest ? 'created' and (${where}) order by id desc limit $2`;

/** Newest first until the page is full. */
const byAge = (object: string, where: string): string => shown(candidates(object, where), object);

/**
 * A rare term is found by the index on terms and its matches sorted; a common one is met soon enough by going from the newest. Which it
 * is, is known when the index has shown a thousand matches (0.13 ms against 40 ms among 200,000 customers).
 */
const byTerm = (object: string, exact: string, where: string): string => `with
  found as materialized (select id, terms, rest from searches term where ${exact} and object = '${object}' limit 1001),
  few as (select id from found term where (select count(*) from found) <= 1000 and id < $3 and (${where})),
  many as (select * from (${candidates(object, `(select count(*) from found) > 1000 and ${where}`)}) newest)
  ${shown('select id from few union all select id from many', object)}`;

function compile(resource: AnyResource, account: string, clause: Clause, values: unknown[]): string {
  const known = ['created', 'metadata', ...(resource.searchable ?? [])];
  if (!known.includes(clause.name)) throw refusal(`${clause.name} cannot be searched. Search by ${known.join(', ')}.`);
  if (clause.name === 'metadata' && clause.key === null) throw refusal('write metadata["key"]:"value".');
  if (/[<>]/.test(clause.operator) && !(isNumeric(resource, clause.name) && typeof clause.value === 'number'))
    throw refusal(`${clause.operator} compares numbers.`);
  const condition = conditionOf(resource, account, clause, values);
  return clause.negated ? `not coalesce(${condition}, false)` : `coalesce(${condition}, false)`;
}

const isNumeric = (resource: AnyResource, name: string): boolean => name === 'created' || resource.fields[name]?.schema.type === 'integer';

function conditionOf(resource: AnyResource, account: string, { name, key, operator, value }: Clause, values: unknown[]): string {
  const place = (parameter: unknown): string => `$${values.push(parameter)}`;
  const column = isIndexed(resource, name) ? 'term.terms' : 'term.rest';
  const path = [...(isIndexed(resource, name) ? [account] : []), name, ...(key === null ? [] : [key])];
  if (value === null) return `${column} #>> ${place(path)}::text[] is null`;
  if (operator === ':') return `${column} @> ${place(JSON.stringify(nested(path, spelled(resource, name, key, value))))}::jsonb`;
  if (operator === '~') return `lower(${column} #>> ${place(path)}::text[]) like ${place(`%${lower(value).replace(/[\\%_]/g, '\\$&')}%`)}`;
  return `(${column} #>> ${place(path)}::text[])::numeric ${operator} ${place(value)}`;
}

/** Values are kept in lower case except those of metadata. */
/** A value as it stands in what is searched: numbers as numbers, whether a query quotes them or not. */
const spelled = (resource: AnyResource, name: string, key: string | null, value: string | number): string | number =>
  key !== null ? String(value) : isNumeric(resource, name) && Number.isFinite(Number(value)) ? Number(value) : lower(value);

const lower = (value: string | number): string => String(value).toLowerCase();

/** The document that a match contains. */
const nested = (path: readonly string[], value: string | number): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
