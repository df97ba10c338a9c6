import { type Field, internal, nullable, object } from '../../base/fields.js';
import { integer, text } from '../../base/kinds.js';
import { mapOf } from '../../base/maps.js';
import { currency } from '../../base/money.js';

/** The periods over which spending is summed up; they begin at midnight UTC, and weeks on Sunday (Stripe). */
const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all_time'] as const;

/** One of them. */
export type Period = (typeof periods)[number];

/** What was spent in one period, in minor units: by the category of what was bought. */
const of_period = object({ since: integer(), by_category: mapOf(text as Field<string, string>, integer()) });

const sums = object({ daily: of_period, weekly: of_period, monthly: of_period, yearly: of_period, all_time: of_period });

type Sums = typeof sums.initial;

/** Sums by currency: cards of one cardholder may have several. */
export type Spent = Readonly<Record<string, Sums>>;

/** What has been spent with a card, or with all cards of a cardholder. Limits are looked up in it, so that no history has to be read. */
export const spent = internal(nullable(mapOf(currency as Field<string, string>, sums as Field<Sums, Sums>)));

/** When the period of a moment began, in seconds. */
function startOf(period: Period, now: number): number {
  const day = new Date(now * 1000);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  switch (period) {
    case 'daily':
      return Date.UTC(year, month, date) / 1000;
    case 'weekly':
      return Date.UTC(year, month, date - day.getUTCDay()) / 1000;
    case 'monthly':
      return Date.UTC(year, month) / 1000;
    case 'yearly':
      return Date.UTC(year, 0) / 1000;
    case 'all_time':
      return 0;
  }
}

/** What was spent in the period of this moment, on some categories or, where none is named, on all. */
export function spentIn(known: Spent | null | undefined, currency: string, period: Period, categories: readonly string[], now: number): number {
  const of = known?.[currency]?.[period];
  if (!of || of.since !== startOf(period, now)) return 0;
  const named = Object.entries(of.by_category).filter(([category]) => categories.length === 0 || categories.includes(category));
  return named.reduce((sum, [, amount]) => sum + amount, 0);
}

/** Money that is spent at a moment, in seconds; below zero it is what comes back of what was spent then. */
export type Spending = { readonly currency: string; readonly category: string; readonly amount: number; readonly at: number };

/** The sums with that. What comes back of a period that is over changes nothing in the one that has begun since. */
export function spentWith(known: Spent | null | undefined, spending: Spending): Spent {
  const { currency } = spending;
  const of = known?.[currency] ?? sums.initial;
  const changed = periods.map((period) => [period, added(of[period], startOf(period, spending.at), spending)]);
  return { ...known, [currency]: Object.fromEntries(changed) as Sums };
}

function added(of: Sums[Period], since: number, { category, amount }: Spending): Sums[Period] {
  if (of.since > since || (amount < 0 && of.since !== since)) return of;
  const by_category = of.since === since ? of.by_category : {};
  return { since, by_category: { ...by_category, [category]: Math.max(0, (by_category[category] ?? 0) + amount) } };
}
