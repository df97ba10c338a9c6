import { coalesced, firstOf } from './coalesced.js';
import { type Database, isRefused } from './database.js';

/** A request for some units of a count with at most `most` per time window. */
export type Taking = {
  readonly name: string;
  readonly wanted: number;
  readonly most: number;
  readonly lasts_ms: number;
  /** Milliseconds on the service's clock. */
  readonly now_ms: number;
};

/** The granted units, and when the window began. */
export type Got = { readonly granted: number; readonly began_ms: number };

/** Takes units from a count that all processes share. `wanted` is at most `most`. */
export type Take = (taking: Taking) => Promise<Got>;

const batch_max = 64;
const under_way_max = 2;

/** One row counts for all processes, and its lock synchronizes them. Requests of one tick are one statement; a name must be in it only once. */
export function taker(database: Database): Take {
  const { ask } = coalesced<Taking, Got>({
    send: (batch) => send(database, batch),
    take: firstOf(batch_max),
    isTriedAlone: isRefused,
    under_way_max,
  });
  return ask;
}

/** A window that is over begins again. `excluded` has the wanted units and the window's length. */
const text = `insert into counts as it (name, began_ms, taken, granted)
  select name, now_ms, wanted, wanted from unnest($1::text[], $2::bigint[], $3::int[]) u (name, now_ms, wanted) order by name
  on conflict (name) do update set (began_ms, taken, granted) = (
    select case when over then excluded.began_ms else it.began_ms end, had + got, got
    from (select it.began_ms + lasts_ms <= excluded.began_ms as over, most from unnest($1::text[], $4::bigint[], $5::int[]) u (name, lasts_ms, most)
      where u.name = excluded.name) bound,
    lateral (select case when over then 0 else it.taken end as had) before,
    lateral (select greatest(0, least(excluded.granted, most - had)) as got) granting)
  returning name, granted, began_ms`;

async function send(database: Database, batch: readonly Taking[]): Promise<Got[]> {
  const column = (of: keyof Taking): unknown[] => batch.map((each) => each[of]);
  const values = [column('name'), column('now_ms'), column('wanted'), column('lasts_ms'), column('most')];
  const rows = await database.query<Got & { name: string }>({ text, values });
  const found = new Map(rows.map((row) => [row.name, row]));
  return batch.map(({ name, now_ms }) => found.get(name) ?? { granted: 0, began_ms: now_ms });
}
