import { startsIn, type Zone } from '../arithmetic/calendar/zone.js';
import type { Cell } from '../kernel/base/csv.js';
import { major, type Zones } from './columns.js';
import { batchesOf, type Interval, type Query, type Wanted } from './transactions.js';

/** The usage in which subscriptions record their recurring revenue: this, and a currency. */
const recorded_as = 'recurring ';

/** A change of the recurring revenue of a subscription, in minor units of a month. */
type Change = {
  readonly id: string;
  readonly at: number;
  readonly currency: string;
  readonly value: string;
  readonly change: string;
  readonly kind: Kind;
};

const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
type Kind = (typeof kinds)[number];

/** Every change until the end of the interval. A subscription that earns again after it had ended to earn is a reactivation. */
const changes = (
  currency: number,
): string => `select id, at, substr(metered, ${recorded_as.length + 1}) as currency, value, value - was as change,
    case when was = 0 and place = 1 then 'new' when was = 0 then 'reactivation' when value = 0 then 'churn'
      when value > was then 'expansion' else 'contraction' end as kind
  from (select id, at, metered, value, coalesce(lag(value) over each, 0) as was, row_number() over each as place from usage
    where account = $1 and metered >= '${recorded_as}' and metered < '${recorded_as}~' and customer = '' and at < $2
      and ($${currency}::text is null or metered = '${recorded_as}' || $${currency}::text)
    window each as (partition by metered, id order by at)) it where value <> was`;

type Month = {
  readonly part: number;
  readonly currency: string;
  readonly kind: Kind;
  readonly amount: string;
  readonly subscriptions: number;
};

/** The recurring revenue of each month of the interval, by currency. */
export async function monthRows(
  query: Query,
  { account, from, until }: Interval,
  { currency = undefined }: Wanted,
  zone: Zone,
): Promise<readonly (readonly Cell[])[]> {
  const start = from ?? 0;
  const starts = startsIn(zone, 'month', { start, end: until }, 1200);
  const months = await query<Month>({
    text: `select width_bucket(at, $4::bigint[]) as part, currency, kind, sum(change)::text as amount,
        sum(case when kind in ('new', 'reactivation') then 1 when kind = 'churn' then -1 else 0 end)::int as subscriptions
      from (${changes(3)}) each group by 1, 2, 3`,
    values: [account, until, currency ?? null, starts],
  });
  const codes = [...new Set(months.map((each) => each.currency))].sort();
  const rows = codes.map((code) =>
    monthsOf(
      months.filter((each) => each.currency === code),
      code,
      starts,
      zone,
    ),
  );
  return starts.flatMap((_, place) => rows.flatMap((of_currency) => (of_currency[place] ? [of_currency[place]] : [])));
}

function monthsOf(months: readonly Month[], code: string, starts: readonly number[], zone: Zone): (readonly Cell[])[] {
  const sumOf = (part: number, kind?: Kind): bigint =>
    months.reduce((sum, each) => (each.part === part && (kind ?? each.kind) === each.kind ? sum + BigInt(each.amount) : sum), 0n);
  const countOf = (part: number): number => months.reduce((sum, each) => (each.part === part ? sum + each.subscriptions : sum), 0);
  let [revenue, subscriptions] = [sumOf(0), countOf(0)];
  return starts.map((start, place) => {
    const before = revenue;
    revenue += sumOf(place + 1);
    subscriptions += countOf(place + 1);
    return [
      ...[zone.month(start), code, major(before, code)],
      ...kinds.map((kind) => major(sumOf(place + 1, kind), code)),
      ...[major(revenue, code), subscriptions],
    ];
  });
}

/** The changes in the interval, in the order of time. */
export async function* changeRows(
  query: Query,
  { account, from, until }: Interval,
  { currency }: Wanted,
  { own, utc }: Zones,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const text = `select each.*, each.value::text as value, each.change::text as change, it.customer from (${changes(3)}) each
    left join objects it on it.account = $1 and it.object = 'subscription' and it.id = each.id where at >= $4 order by at, each.id`;
  const values = [account, until, currency ?? null, from ?? 0];
  for await (const rows of batchesOf<Change & { readonly customer: string | null }>(query, { text, values }))
    yield rows.map(({ id, customer, at, currency: code, kind, change, value }) => [
      ...[id, customer, own.moment(Number(at)), utc.moment(Number(at)), code, kind],
      ...[major(BigInt(change), code), major(BigInt(value), code)],
    ]);
}
