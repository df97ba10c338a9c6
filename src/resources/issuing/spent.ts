import { about, type Field, internal, nullable } from '../../kernel/base/fields.js';
import { integer, text } from '../../kernel/base/kinds.js';
import { mapOf } from '../../kernel/base/maps.js';
import { object } from '../../kernel/base/members.js';
import { startOf, type Under } from './spending.js';

const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all_time'] as const;

/** What was spent since a period began, in minor units: by the category of what was bought. */
const of_period = object({
  since: about('When the period began, in Unix seconds.', integer()),
  by_category: about('The spent amounts in minor units, by merchant category.', mapOf(text as Field<string, string>, integer())),
});

const sums = object({
  daily: about('What was spent on the present day (UTC).', of_period),
  weekly: about('What was spent in the present week from Sunday (UTC).', of_period),
  monthly: about('What was spent in the present month (UTC).', of_period),
  yearly: about('What was spent in the present year (UTC).', of_period),
  all_time: about('Everything that has been spent so far.', of_period),
});

type Sums = typeof sums.initial;
type Period = keyof Sums;

/** Sums by currency: cards of one cardholder may have several. */
export type Spent = Readonly<Record<string, Sums>>;

/** What has been spent with a card, or with all cards of a cardholder. Limits are looked up in it, so that no history has to be read. */
export const spent = internal(nullable(mapOf(text as Field<string, string>, sums as Field<Sums, Sums>)));

/** What was spent in a currency since the period began that a limit asks about. Periods that begin at one moment have one sum. */
export const spentIn =
  (known: Spent | null | undefined, currency: string): Under['spent'] =>
  ({ since, categories }) => {
    const found = Object.values(known?.[currency] ?? {}).find((of) => of.since === since);
    const named: ReadonlySet<string> = new Set(categories);
    const counted = Object.entries(found?.by_category ?? {}).filter(([category]) => named.size === 0 || named.has(category));
    return counted.reduce((sum, [, amount]) => sum + amount, 0);
  };

/** Money that is spent at a moment, in seconds; below zero it is what comes back of what was spent then. */
export type Spending = { readonly currency: string; readonly category: string; readonly amount: number; readonly at: number };

/** The sums with that. What comes back of a period that is over changes nothing in the one that has begun since. */
export function spentWith(known: Spent, spending: Spending): Spent {
  const { currency } = spending;
  const of = known[currency] ?? sums.initial;
  const added = (period: Period): Sums[Period] => withMore(of[period], startOf(period, spending.at), spending);
  return { ...known, [currency]: Object.fromEntries(periods.map((period) => [period, added(period)])) as Sums };
}

function withMore(of: Sums[Period], since: number, { category, amount }: Spending): Sums[Period] {
  if (of.since > since || (amount < 0 && of.since !== since)) return of;
  const by_category = of.since === since ? of.by_category : {};
  return { since, by_category: { ...by_category, [category]: Math.max(0, (by_category[category] ?? 0) + amount) } };
}
