import { eventTexts, type StoredText } from '../../src/kernel/storage/event-texts.js';
import type { TestService } from './service.js';

/** Every row of every table as text; bytes once as hexadecimal digits and once as characters, and the texts of events. */
export async function dump({ engine: { database } }: TestService): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string; type: string }>({
    text: `select table_name::text as "table", column_name::text as "column", data_type::text as type from information_schema.columns
      join information_schema.tables using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE'`,
    values: [],
  });
  const tables = [...new Set(columns.map(({ table }) => table))];
  const selects = [
    ...tables.map((table) => `select '${table} ' || it::text as row from ${table} it`),
    ...columns.filter(({ type }) => type === 'bytea').map(({ table, column }) => `select encode(${column}, 'escape') as row from ${table}`),
  ];
  const rows = await Promise.all(selects.map((text) => database.query<{ row: string | null }>({ text, values: [] })));
  return [...rows.flat().map(({ row }) => row ?? ''), ...(await storedEvents({ engine: { database } }))];
}

/** The texts of all stored events, without the client secrets that readers add. */
export async function storedEvents({
  engine: { database },
}: {
  readonly engine: Pick<TestService['engine'], 'database'>;
}): Promise<string[]> {
  return eventTexts(database, await database.query<StoredText>({ text: 'select doc, packed, null as secret from events', values: [] }));
}
