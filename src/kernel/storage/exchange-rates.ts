import type { RateTable } from '../base/reads.js';
import type { Database } from './database.js';

/** The rates in use; null before any were loaded. */
export async function ratesInUse({ query }: Pick<Database, 'query'>): Promise<RateTable | null> {
  const [row] = await query<{ doc: string }>({
    text: 'select doc::text as doc from exchange_rates order by loaded_at desc limit 1',
    values: [],
  });
  return row ? JSON.parse(row.doc) : null;
}
