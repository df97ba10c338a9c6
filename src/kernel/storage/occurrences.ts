import type { OccurrencesAsked } from '../base/handler.js';
import { idBound } from '../base/ids.js';
import type { Database } from './database.js';

/** The number of events of some types in each part of an interval; parts without any are missing. */
export type Occurrences = { readonly part: number; readonly type: string; readonly count: number };

/**
 * Counts events by index alone: an id begins with the service's time, so each part is a range of ids. Events on another clock have their time in
 * `created_at`.
 */
export function occurrencesOf(
  { query }: Pick<Database, 'query'>,
  account: string,
  { types, starts, end }: OccurrencesAsked,
): Promise<Occurrences[]> {
  const ends = [...starts.slice(1), end];
  const bounds = (times: readonly number[]): string[] => times.map((seconds) => idBound('evt', seconds * 1000));
  return query<Occurrences>({
    text: `select part.n::int - 1 as part, kind.type, found.count from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[])
        with ordinality part (from_id, to_id, from_s, to_s, n), unnest($2::text[]) kind (type),
      lateral (select ((select count(*) from events where account = $1 and type = kind.type and id >= part.from_id and id < part.to_id
          and created_at is null)
        + (select count(*) from events where account = $1 and created_at >= to_timestamp(part.from_s) and created_at < to_timestamp(part.to_s)
          and type = kind.type))::int as count) found
      where found.count > 0 order by 1, 2`,
    values: [account, types, bounds(starts), bounds(ends), starts, ends],
  });
}
