import type { Refusal } from '../base/refusal.js';
import { reasonOf } from '../storage/away.js';
import type { Database } from '../storage/database.js';
import { readOnly } from '../storage/session.js';
import { stalled, stalledCount } from '../storage/stalled.js';

/** Why the database serves no requests at the moment: it does not answer, does not let us in, or stores nothing. Null when it does. */
export async function refusalOf(database: Pick<Database, 'query'>): Promise<Refusal | null> {
  try {
    const [stores] = await database.query({ text: `select where current_setting('transaction_read_only') = 'off'`, values: [] });
    if (!stores) throw readOnly();
    if ((await stalledCount(database)) > 0) throw stalled();
    return null;
  } catch (fault) {
    return { code: 'service_unavailable', ...reasonOf(fault) };
  }
}
