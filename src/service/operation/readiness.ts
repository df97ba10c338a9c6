import type { Refusal } from '../../kernel/base/refusal.js';
import { reasonOf } from '../../kernel/storage/away.js';
import { type Database, databaseUntil } from '../../kernel/storage/database.js';
import { readOnly } from '../../kernel/storage/session.js';
import { deadlineIn, stalled, stalledCount } from '../../kernel/storage/stalled.js';

/** Readiness is answered within this time, independent of the database timeout of requests, because load balancers ask every second or two. */
export const ready_within_ms = 1500;

/** Why the database cannot serve requests: it does not answer, refuses the login, or is read-only. Null if it can. */
export async function refusalOf(waiting: Database): Promise<Refusal | null> {
  const deadline = deadlineIn(ready_within_ms);
  const database = databaseUntil(waiting, deadline);
  try {
    const [stores] = await database.query({ text: `select where current_setting('transaction_read_only') = 'off'`, values: [] });
    if (!stores) throw readOnly();
    if ((await stalledCount(database)) > 0) throw stalled();
    return null;
  } catch (fault) {
    return { code: 'service_unavailable', ...reasonOf(fault) };
  } finally {
    deadline.end();
  }
}
