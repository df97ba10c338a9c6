import type { UsageWindows } from '../base/handler.js';
import type { Formula } from '../base/reads.js';
import type { Database } from './database.js';

/** SQL expressions for the account, meter, customer and time range of a sum. */
type Place = { readonly [K in 'account' | 'of' | 'customer' | 'start' | 'end']: string };

const within = ({ account, of, customer, start, end }: Place): string =>
  `usage where account = ${account} and metered = ${of} and customer = ${customer} and at >= ${start} and at < ${end} and value is not null`;

/**
 * The value at each time: the sum of all values since the last one that replaced earlier values. Rows are only appended, so concurrent writers do not
 * block each other, and the order of ids decides which came last.
 */
const standing = (place: Place): string => `select at, sum(value) as value from (
      select at, id, value, max(id) filter (where replaces) over (partition by at) as since from ${within(place)}
    ) each where since is null or id >= since group by at`;

const formulas: Readonly<Record<Formula, (place: Place) => string>> = {
  sum: (place) => `select sum(value) as value from (${standing(place)}) moment`,
  count: (place) => `select count(*)::numeric as value from ${within(place)}`,
  last: (place) => `select (select value from (${standing(place)}) moment order by at desc limit 1) as value`,
  last_ever: (place) => formulas.last({ ...place, start: '0' }),
  first_at: (place) => `select min(at)::numeric as value from ${within(place)}`,
  max: (place) => `select max(value) as value from (${standing(place)}) moment`,
};

/** A query for one number: null without usage. */
export const summed = (formula: Formula, place: Place): string => formulas[formula](place);

/** A window, by its start in seconds, and its usage. */
export type Summed = { readonly start: number; readonly value: string };

/** The windows with usage, newest first. Windows of whole hours and days are aligned to the clock. */
export async function summedUp(
  database: Database,
  account: string,
  { of, customer, formula, start, end, window }: UsageWindows,
): Promise<Summed[]> {
  const within = { account: '$1', of: '$2', customer: '$3' };
  const text = `select began as start, it.value::text as value from
      (select distinct $4::bigint + (at - $4::bigint) / $6::bigint * $6::bigint as began from usage
        where account = $1 and metered = $2 and customer = $3 and at >= $4::bigint and at < $5::bigint and value is not null) each,
    lateral (${summed(formula, { ...within, start: 'began', end: 'began + $6::bigint' })}) it order by began desc`;
  const rows = await database.query<{ start: string; value: string }>({ text, values: [account, of, customer, start, end, window] });
  return rows.map(({ start, value }) => ({ start: Number(start), value }));
}
