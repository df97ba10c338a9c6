import { type Cell, line } from '../kernel/base/csv.js';
import { major } from './columns.js';
import { type Interval, type Query, type Transaction, transactionsIn, type Wanted } from './transactions.js';

/** Amounts in minor units: sums are exact beyond what a number holds. */
type Sum = { count: number; gross: bigint; fee: bigint; net: bigint };

const nothing = (): Sum => ({ count: 0, gross: 0n, fee: 0n, net: 0n });

/** Sums of transactions by category and currency. */
export type Sums = { readonly add: (transaction: Transaction) => void; readonly rows: () => readonly (readonly Cell[])[] };

/** Adds up transactions. A row `total` for each currency follows its categories. */
export function sumsByCategory(): Sums {
  const sums = new Map<string, Map<string, Sum>>();
  const sumOf = (currency: string, category: string): Sum => {
    const of_currency = sums.get(currency) ?? new Map<string, Sum>();
    sums.set(currency, of_currency);
    const sum = of_currency.get(category) ?? nothing();
    of_currency.set(category, sum);
    return sum;
  };
  return {
    add: ({ currency, reporting_category, amount, fee, net }) => {
      for (const category of [reporting_category, 'total']) {
        const sum = sumOf(currency, category);
        sum.count += 1;
        sum.gross += BigInt(amount);
        sum.fee += BigInt(fee);
        sum.net += BigInt(net);
      }
    },
    rows: () =>
      [...sums.keys()].sort().flatMap((currency) => {
        const categories = [...(sums.get(currency) ?? [])].sort(([one], [other]) => byCategory(one, other));
        return categories.map(([category, { count, gross, fee, net }]) => [
          ...[category, currency, count],
          ...[major(gross, currency), major(fee, currency), major(net, currency)],
        ]);
      }),
  };
}

const byCategory = (one: string, other: string): number => Number(one === 'total') - Number(other === 'total') || (one < other ? -1 : 1);

/** Sums of fees by their type and currency. */
export function sumsByFee(): Sums {
  const sums = new Map<string, { count: number; amount: bigint }>();
  return {
    add: ({ currency, fee_details }) => {
      for (const { type, amount } of fee_details) {
        const key = `${currency} ${type}`;
        const sum = sums.get(key) ?? { count: 0, amount: 0n };
        sums.set(key, { count: sum.count + 1, amount: sum.amount + BigInt(amount) });
      }
    },
    rows: () =>
      [...sums].sort().map(([key, { count, amount }]) => {
        const [currency = '', type = ''] = key.split(' ');
        return [type, currency, count, major(amount, currency)];
      }),
  };
}

type Totals = { readonly currency: string; readonly before: string; readonly activity: string; readonly payouts: string };

/** The balance in each currency at both ends of an interval, and what has changed it. PostgreSQL adds up: nothing but the sums leaves it. */
export async function balanceRows(
  query: Query,
  { account, from, until }: Interval,
  { currency }: Wanted,
  day: (seconds: number) => string,
): Promise<readonly (readonly Cell[])[]> {
  const columns = `currency, (doc ->> 'net')::bigint as net, (doc ->> 'created')::bigint as created, type like 'payout%' as is_payout`;
  const { text, values } = transactionsIn({ account, from: null, until }, { currency }, columns);
  const start = from ?? 0;
  const sums = await query<Totals>({
    text: `select currency, coalesce(sum(net) filter (where created < $${values.length + 1}), 0)::text as before,
        coalesce(sum(net) filter (where created >= $${values.length + 1} and not is_payout), 0)::text as activity,
        coalesce(sum(net) filter (where created >= $${values.length + 1} and is_payout), 0)::text as payouts
      from (${text}) it group by currency order by currency`,
    values: [...values, start],
  });
  return sums.flatMap(({ currency: code, before, activity, payouts }) => {
    const ending = BigInt(before) + BigInt(activity) + BigInt(payouts);
    return [
      ['starting_balance', `Starting balance (${day(start)})`, major(BigInt(before), code), code],
      ['activity', 'Activity', major(BigInt(activity), code), code],
      ['payouts', 'Total payouts', major(BigInt(payouts), code), code],
      ['ending_balance', `Ending balance (${day(until)})`, major(ending, code), code],
    ];
  });
}

/** Lines with the chosen columns of rows that have all columns. */
export const chosenLines = (all: readonly string[], columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] => {
  const places = columns.map((each) => all.indexOf(each));
  return rows.map((row) => line(places.map((place) => row[place] ?? null)));
};
