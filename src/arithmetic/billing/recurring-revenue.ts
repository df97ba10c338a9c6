import { amountOf, dividedBy, type Exact, fraction, minus, plus, rounded, times } from '../../kernel/base/exact.js';
import { lessPercent } from './discounts.js';

/** A part of a subscription: its cost for a full period in exact minor units, and how long that is. */
export type RecurringPart = {
  readonly cost: Exact;
  readonly product: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly interval_count: number;
};

/** A discount that lasts: a percentage, or an amount in minor units of each invoice. */
export type LastingDiscount = {
  readonly percent_off: number | string | null;
  readonly amount_off: number | null;
  /** Ids of products; null for all. */
  readonly products: readonly string[] | null;
};

/** The months in a unit: 365 days and 52 weeks in a year of 12 months. */
const months: Readonly<Record<RecurringPart['interval'], Exact>> = {
  day: fraction(12, 365),
  week: fraction(12, 52),
  month: fraction(1),
  year: fraction(12),
};

const monthsOf = ({ interval, interval_count }: RecurringPart): Exact => times(months[interval], fraction(interval_count));

/** The recurring revenue of a month, in minor units: costs of periods by their length, less the discounts that last, never below zero. */
export function recurringRevenue(parts: readonly RecurringPart[], discounts: readonly LastingDiscount[]): number {
  let total = fraction(0);
  for (const part of parts) {
    const own = discounts.filter(({ products }) => products === null || products.includes(part.product));
    const cost = own.reduce((sum, { percent_off }) => (percent_off === null ? sum : lessPercent(sum, percent_off)), part.cost);
    total = plus(total, dividedBy(cost, monthsOf(part)));
  }
  const [first] = parts;
  const off = first
    ? discounts.reduce((sum, { amount_off }) => plus(sum, dividedBy(fraction(amount_off ?? 0), monthsOf(first))), fraction(0))
    : fraction(0);
  const left = minus(total, off);
  return left.numerator < 0n ? 0 : amountOf(rounded(left));
}
