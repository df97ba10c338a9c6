import type { RevenueAsked } from '../base/handler.js';
import type { Database } from './database.js';

/**
 * The sum of the last values that all objects had recorded before each time. Their values are absolute, so that two changes in one second leave
 * the last one.
 */
export async function revenueAt({ query }: Pick<Database, 'query'>, account: string, { metered, times }: RevenueAsked): Promise<number[]> {
  const rows = await query<{ part: number; change: number }>({
    text: `select width_bucket(at, $3::bigint[]) as part, sum(change)::bigint as change from (
        select at, value - coalesce(lag(value) over (partition by id order by at), 0) as change from usage
          where account = $1 and metered = $2 and customer = '' and at < $4) it
      group by 1 order by 1`,
    values: [account, metered, times, Math.max(...times)],
  });
  const changes = new Map(rows.map(({ part, change }) => [part, change]));
  let sum = 0;
  return times.map((_, place) => {
    sum += changes.get(place) ?? 0;
    return sum;
  });
}
