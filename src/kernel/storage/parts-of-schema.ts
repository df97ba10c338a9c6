import { readFile } from 'node:fs/promises';
import type { Database } from './database.js';

/** A table, column, index, constraint, trigger or function of the schema. */
export type SchemaPart = {
  readonly kind: 'table' | 'column' | 'index' | 'constraint' | 'trigger' | 'function';
  /** With its table: `objects.doc`. A function has the types of its arguments. */
  readonly name: string;
  /** The type of a column; the statement or clause that makes any other part. */
  readonly definition: string;
};

/** The parts of the schema that the migrations make, as PostgreSQL prints them. Partitions are left out: the service makes them. */
const parts_query = `
with tables as (
  select oid, relname from pg_class
  where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
)
select 'table' as kind, relname as name, '' as definition from tables
union all
select 'column', relname || '.' || attname, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
  from tables join pg_attribute on attrelid = tables.oid where attnum > 0 and not attisdropped
union all
select 'index', relname || '.' || indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), current_schema() || '.', '')
  from tables join pg_index on indrelid = tables.oid where indisvalid
union all
select 'constraint', relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
  from tables join pg_constraint on conrelid = tables.oid where contype <> 'n'
union all
select 'trigger', relname || '.' || tgname, replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', '')
  from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
union all
select 'function', proname || '(' || pg_get_function_identity_arguments(oid) || ')', '' from pg_proc
  where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
order by 1, 2`;

/** The parts of the connected database's schema. */
export const partsIn = (database: Pick<Database, 'query'>): Promise<SchemaPart[]> =>
  database.query<SchemaPart>({ text: parts_query, values: [], once: true });

const file = new URL('../../../migrations/schema.json', import.meta.url);

/** The parts of a schema on which every migration has run: a test keeps the file in step with the migrations. */
export const expectedParts = async (): Promise<SchemaPart[]> => JSON.parse(await readFile(file, 'utf8')) as SchemaPart[];

/** The expected parts that the database lacks, or has with another type. A part that only this database has is the operator's. */
export async function missingIn(database: Pick<Database, 'query'>): Promise<SchemaPart[]> {
  const [present, expected] = [await partsIn(database), await expectedParts()];
  const known = new Map(present.map((part) => [`${part.kind} ${part.name}`, part.definition]));
  const lost = new Set(expected.flatMap((part) => (part.kind === 'table' && !known.has(`table ${part.name}`) ? [part.name] : [])));
  return expected.filter(({ kind, name, definition }) => {
    // Everything in a lost table is lost with it.
    if (kind !== 'table' && lost.has(name.split('.')[0] ?? '')) return false;
    const found = known.get(`${kind} ${name}`);
    return found === undefined || (kind === 'column' && found !== definition);
  });
}
