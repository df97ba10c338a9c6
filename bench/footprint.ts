import type { Database } from '../src/kernel/storage/database.js';

/** The part of a database that this reads with. */
type Reading = Pick<Database, 'query'>;

/** What requests have written, in bytes for each: tables without indexes, indexes, and the write-ahead log. */
export type Footprint = { readonly tables: number; readonly indexes: number; readonly wal: number };

const text = `select sum(pg_table_size(relid))::float8 as tables, sum(pg_indexes_size(relid))::float8 as indexes,
  (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal from pg_stat_user_tables`;

async function written(database: Reading): Promise<Footprint> {
  const [sizes] = await database.query<Footprint>({ text, values: [] });
  if (!sizes) throw new Error('Sizes of tables could not be read');
  return sizes;
}

/** What a number of requests writes, for each. Space that deleted rows have left in tables is used again, so tables should have few of them. */
export async function footprintOf(database: Reading, work: () => Promise<{ readonly count: number }>): Promise<Footprint> {
  const before = await written(database);
  const { count } = await work();
  const after = await written(database);
  const each = (name: keyof Footprint): number => (after[name] - before[name]) / count;
  return { tables: each('tables'), indexes: each('indexes'), wal: each('wal') };
}
