import { is_leased, type Job, job_columns } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Lane, Share } from './shares.js';

/** A position among the lanes, which are served in turn. */
export type Cursor = Pick<Lane, 'account' | 'lane'>;

const page_max = 500; // lanes

const of_lane = `from jobs where queue = 'webhook' and account = seen.account and lane = seen.lane`;

/** All lanes with deliveries, starting after the cursor. `counted_max` limits the count of each. */
export async function lanesFrom(database: Database, cursor: Cursor, now_ms: number, counted_max: number): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (let page: Lane[] | null = null; page === null || page.length === page_max; ) {
    page = await lanesAfter(database, lanes.at(-1) ?? { account: '', lane: '' }, now_ms, counted_max);
    lanes.push(...page);
  }
  const first = lanes.findIndex(({ account, lane }) => account > cursor.account || (account === cursor.account && lane > cursor.lane));
  return first > 0 ? [...lanes.slice(first), ...lanes.slice(0, first)] : lanes;
}

/**
 * The next lanes with deliveries, each found by one index step from the previous lane, so that a backlog in one lane does not slow down the others.
 */
const lanesAfter = (database: Database, { account, lane }: Cursor, now_ms: number, counted_max: number): Promise<Lane[]> =>
  database.query<Lane>({
    text: `with recursive lanes as (
        (select account, lane from jobs where queue = 'webhook' and (account, lane) > ($1, $2) order by account, lane limit 1)
        union all
        select next.account, next.lane from lanes, lateral (
          select account, lane from jobs where queue = 'webhook' and (account, lane) > (lanes.account, lanes.lane) order by account, lane limit 1) next)
      select seen.account, seen.lane, coalesce(endpoint.ordered, false) as ordered, due.under_way, due.waiting
      from (select account, lane from lanes limit ${page_max}) seen
      left join lateral (select (doc ->> 'ordered')::boolean as ordered from objects
        where account = seen.account and object = 'webhook_endpoint' and id = seen.lane offset 0) endpoint on true,
      lateral (select count(*) filter (where leased)::int as under_way, count(*) filter (where not leased)::int as waiting
        from (select ${is_leased} as leased ${of_lane} and due_at <= $3 order by due_at limit $4) first) due`,
    values: [account, lane, new Date(now_ms), counted_max],
  });

/**
 * Claims deliveries of these lanes, at most each lane's share. Only the first due jobs of a lane are candidates, as many as its pace allows: so the
 * pace holds over all processes. The candidate of an ordered lane is its first event, due or not.
 */
export const claimShares = (database: Database, shares: readonly Share[], now_ms: number, lease_seconds: number): Promise<Job[]> =>
  database.query<Job>({
    text: `with seen as (select * from unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::int[]) given (account, lane, ordered, at_once, count))
      update jobs set leased_until = clock_timestamp() + make_interval(secs => $7), attempts = attempts + 1
      where (account, id) in (select account, id from jobs where (account, id) in (
          select seen.account, due.id from seen, lateral (select id from (
            select id, due_at, ${is_leased} as leased ${of_lane} and due_at <= $6 order by due_at limit seen.at_once) first
            where not leased order by due_at limit seen.count) due where not seen.ordered
          union all
          select seen.account, first.id from seen, lateral (
            select id, due_at, ${is_leased} as leased ${of_lane} order by id limit 1) first where seen.ordered and due_at <= $6 and not leased)
        and not ${is_leased} for update skip locked)
      returning ${job_columns}`,
    values: [...columnsOf(shares), new Date(now_ms), lease_seconds],
  });

const columnsOf = (shares: readonly Share[]): unknown[][] => [
  shares.map(({ lane }) => lane.account),
  shares.map(({ lane }) => lane.lane),
  shares.map(({ lane }) => lane.ordered),
  shares.map(({ lane }) => lane.at_once),
  shares.map(({ count }) => count),
];
