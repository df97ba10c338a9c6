import type { Database } from './database.js';

type Querying = Pick<Database, 'query'>;

/** A database that returns on another timeline within this time counts as failed over, not as restored: a failover takes a minute at most. */
const failover_max = '2 minutes';

const here = `coalesce(this_cluster(), '') || ' ' || (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** Where the database was found. */
export type Home = {
  /** Since when deliveries and mail are held, until an operator releases them; null while they are sent. */
  readonly held_since: Date | null;
  /** What differs from the last look: the operator's name of the site, the cluster or database, or the timeline; null if nothing does. */
  readonly moved: 'site' | 'cluster' | 'timeline' | null;
  /** The operator's name of the site; null if no process has one. */
  readonly site: string | null;
};

/**
 * Records where the database runs. Another `site` than before holds deliveries, and the same one never does. Without a name, they are held from the moment
 * that the database is found in another cluster, or recovered from a backup: it alone cannot show whether its original still runs.
 */
export async function comeHome(database: Querying, site: string | null): Promise<Home> {
  const [row] = await database.query<Home>({
    text: `with before as (select * from home),
      now_here as (insert into home as it (cluster, timeline, site) select ${here}, $1::text
        on conflict (only_row) do update set cluster = excluded.cluster, timeline = excluded.timeline, site = coalesce(excluded.site, it.site), seen_at = now(),
          held_since = coalesce(it.held_since, case
            when it.site <> excluded.site then now()
            when it.site = excluded.site then null
            when it.cluster <> excluded.cluster or (it.timeline <> excluded.timeline and it.seen_at < now() - interval '${failover_max}') then now() end)
        returning *)
      select n.held_since, n.site, case when b.site <> n.site then 'site' when b.cluster <> n.cluster then 'cluster'
        when b.timeline <> n.timeline then 'timeline' end as moved
      from now_here n left join before b on true`,
    values: [site],
  });
  return row ?? { held_since: null, moved: null, site };
}

/** Since when deliveries and mail are held; null while they are sent. */
export async function heldSince(database: Querying): Promise<Date | null> {
  const [row] = await database.query<Pick<Home, 'held_since'>>({ text: 'select held_since from home', values: [] });
  return row?.held_since ?? null;
}

/** The number of held deliveries and messages. */
export type Waiting = { readonly deliveries: number; readonly messages: number };

/** Releases deliveries and mail of a restored database at its `site`. Returns how many were waiting; `discard` drops them. */
export const releaseDeliveries = (database: Database, site: string | null, discard: boolean): Promise<Waiting> =>
  database.transaction(async (query) => {
    await comeHome({ query }, site);
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
