import { amountOf, type Exact, exactOf, fraction, minus, rounded, times } from '../../kernel/base/exact.js';
import { monthsAfter } from './calendar.js';
import { deduct } from './deduct.js';

/** What a discount takes off: a percentage in decimal digits or as a number, or an amount in minor units; of all products or of some. */
export type Discount = {
  readonly id: string;
  readonly percent_off: string | number | null;
  readonly amount_off: number | null;
  /** Ids of products; null for all. */
  readonly products: readonly string[] | null;
};

/** How much of a line, or of all of them, a discount took off, in minor units; below zero for a credit that was discounted. */
export type DiscountAmount = { readonly discount: string; readonly amount: number };

/** A line that discounts may be taken off. */
export type DiscountableLine = {
  /** Minor units, before discounts. */
  readonly amount: number;
  readonly product: string | null;
  /** False for prorations, which hold their discounts already, and where an item says so. */
  readonly discountable: boolean;
  /** Those of the line or the subscription's item, in their order. */
  readonly discounts: readonly Discount[];
  /** What a proration that itemizes its discounts has taken off itself. */
  readonly discount_amounts?: readonly DiscountAmount[];
};

/** A line and its discounts. */
export type DiscountedLine = {
  readonly discount_amounts: readonly DiscountAmount[];
  /** Minor units, after the line's own discounts. */
  readonly subtotal: number;
  /** Minor units, after those of the invoice as well. */
  readonly left: number;
};

/** All lines, and how much each discount took off them together, in the order in which they were taken. */
export type Discounted = { readonly lines: readonly DiscountedLine[]; readonly totals: readonly DiscountAmount[] };

/** Whether a discount is for a product; one without limits is for what has no product too. */
export const isFor = ({ products }: Discount, product: string | null): boolean =>
  products === null || (product !== null && products.includes(product));

/** A percentage as a factor: 12.5 is an eighth. */
export const factorOf = (percentage: string | number): Exact => times(exactOf(String(percentage)), fraction(1, 100));

/** What a percentage leaves of an amount. */
export const lessPercent = (amount: Exact, percent_off: string | number): Exact => minus(amount, times(amount, factorOf(percent_off)));

const totalOf = (amounts: readonly DiscountAmount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** The sum for each discount, in the order in which they first come. */
export function totalsOf(amounts: readonly DiscountAmount[]): DiscountAmount[] {
  const totals = new Map<string, number>();
  for (const { discount, amount } of amounts) totals.set(discount, (totals.get(discount) ?? 0) + amount);
  return [...totals].map(([discount, amount]) => ({ discount, amount }));
}

/**
 * Takes discounts off lines: those of lines first, then those of the invoice or the subscription, each in the order of its list, on what is
 * left. An amount is taken once from all lines that it is for, in proportion, each part rounded down, the last line taking the rest; a
 * percentage from each line, halves away from zero. No line falls below zero, and credits are left as they are.
 */
export function discounted(lines: readonly DiscountableLine[], of_invoice: readonly Discount[]): Discounted {
  const taken: DiscountAmount[][] = lines.map(({ discount_amounts = [] }) => [...discount_amounts]);
  const left = (place: number): number => (lines[place]?.amount ?? 0) - totalOf(taken[place] ?? []);
  const take = (discount: Discount, has: (line: DiscountableLine) => boolean): void => {
    const places = lines.flatMap((line, place) => (isOpen(line, discount) && left(place) > 0 && has(line) ? [place] : []));
    const parts = partsOf(discount, places.map(left));
    for (const [n, place] of places.entries()) taken[place]?.push({ discount: discount.id, amount: parts[n] ?? 0 });
  };
  const of_lines = new Map(lines.flatMap(({ discounts }) => discounts).map((discount) => [discount.id, discount]));
  for (const discount of of_lines.values()) take(discount, ({ discounts }) => discounts.some(({ id }) => id === discount.id));
  const subtotals = lines.map((line, place) => left(place) + totalOf(besidesOwn(line)));
  for (const discount of of_invoice) take(discount, () => true);
  return {
    lines: taken.map((discount_amounts, place) => ({ discount_amounts, subtotal: subtotals[place] ?? 0, left: left(place) })),
    totals: totalsOf([...nothingYet([...of_lines.values(), ...of_invoice]), ...taken.flat()]),
  };
}

/** What a proration has taken off itself for those of the invoice or the subscription. */
const besidesOwn = ({ discounts, discount_amounts = [] }: DiscountableLine): readonly DiscountAmount[] =>
  discount_amounts.filter(({ discount }) => !discounts.some(({ id }) => id === discount));

const isOpen = ({ discountable, product }: DiscountableLine, discount: Discount): boolean => discountable && isFor(discount, product);

/** A discount that found nothing to be taken from is told with 0. */
const nothingYet = (discounts: readonly Discount[]): DiscountAmount[] => discounts.map(({ id }) => ({ discount: id, amount: 0 }));

/** What a discount takes from what is left of each line. */
function partsOf({ percent_off, amount_off }: Discount, amounts: readonly number[]): number[] {
  if (percent_off === null) return deduct(amount_off ?? 0, amounts);
  return amounts.map((amount) => amountOf(rounded(times(fraction(amount), factorOf(percent_off)))));
}

/** How long a discount runs, as coupons hold it. */
export type Duration = { readonly duration: 'once' | 'repeating' | 'forever'; readonly duration_in_months: number | null };

/** When a discount that begins at a moment ends, in Unix seconds: n months later if it repeats, or else null. */
export const discountEnd = ({ duration, duration_in_months }: Duration, start: number): number | null =>
  duration === 'repeating' ? monthsAfter(start, duration_in_months ?? 0) : null;

/**
 * Whether a discount is for an invoice of a moment, in Unix seconds: the first invoice after it was given, those before its end, or all of
 * them. A yearly invoice before the end is discounted as a whole.
 */
export function discountApplies(
  { duration, end, times_used }: { readonly duration: Duration['duration']; readonly end: number | null; readonly times_used: number },
  moment: number,
): boolean {
  if (duration === 'once') return times_used === 0;
  return end === null || moment < end;
}
