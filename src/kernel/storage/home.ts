import type { Database } from './database.js';

/** A database that returns on another timeline within this time counts as failed over, not as restored: a failover takes a minute at most. */
const failover_max = '2 minutes';

const here = `select coalesce(this_cluster(), '') || ' ' || (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/**
 * Records where the database runs. Returns since when deliveries are held: from the moment it is found elsewhere, or recovered from a backup, until
 * an operator releases them. The database alone cannot show whether its original still runs.
 */
export async function comeHome(database: Pick<Database, 'query'>): Promise<Date | null> {
  const [row] = await database.query<{ held_since: Date | null }>({
    text: `insert into home as it (cluster, timeline) ${here}
      on conflict (only_row) do update set cluster = excluded.cluster, timeline = excluded.timeline, seen_at = now(),
        held_since = coalesce(it.held_since, case when it.cluster <> excluded.cluster
          or (it.timeline <> excluded.timeline and it.seen_at < now() - interval '${failover_max}') then now() end)
      returning held_since`,
    values: [],
  });
  return row?.held_since ?? null;
}

/** The number of held deliveries and messages. */
export type Waiting = { readonly deliveries: number; readonly messages: number };

/** Releases deliveries and mail of a restored database. Returns how many were waiting; `discard` drops them. */
export const releaseDeliveries = (database: Database, discard: boolean): Promise<Waiting> =>
  database.transaction(async (query) => {
    await comeHome({ query });
    // All deliveries since the backup may be waiting.
    await query({ text: `set local statement_timeout = '10min'`, values: [] });
    const of_queues = `where queue in ('webhook', 'mail')`;
    const waiting = discard ? `delete from jobs ${of_queues} returning queue` : `select queue from jobs ${of_queues}`;
    const text = `with waiting as (${waiting}) select count(*) filter (where queue = 'webhook')::int as deliveries,
      count(*) filter (where queue = 'mail')::int as messages from waiting`;
    const [counts = { deliveries: 0, messages: 0 }] = await query<Waiting>({ text, values: [] });
    await query({ text: 'update home set held_since = null', values: [] });
    return counts;
  });
