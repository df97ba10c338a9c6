import type { Database } from '../src/kernel/storage/database.js';

/** What grows with everything that a request stores: versions of objects, answers of keys, rows of the rest. */
const sizes = {
  objects: 'sum(version)',
  events: 'count(*)',
  entries: 'count(*)',
  jobs: 'count(*)',
  searches: 'count(*)',
  idempotency: 'count(reply)',
};

type Stored = Readonly<Record<keyof typeof sizes, number>>;

const text = `select ${Object.entries(sizes)
  .map(([table, size]) => `(select coalesce(${size}, 0)::int from ${table}) as ${table}`)
  .join(', ')}`;

async function stored(database: Database): Promise<Stored> {
  const [row] = await database.query<Stored>({ text, values: [] });
  if (!row) throw new Error('Sizes of tables could not be read');
  return row;
}

/** By how much each table grows while something is done. */
export async function growthBy(database: Database, work: () => Promise<void>): Promise<Stored> {
  const before = await stored(database);
  await work();
  const after = await stored(database);
  return Object.fromEntries(Object.entries(after).map(([table, size]) => [table, size - before[table as keyof Stored]])) as Stored;
}
