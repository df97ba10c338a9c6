import { amountOf, type Exact, exactOf, fraction, minus, rounded, times } from '../../kernel/base/exact.js';
import { monthsAfter } from './calendar.js';
import { deduct } from './deduct.js';

/** A discount: a percentage in decimal digits or as a number, or an amount in minor units; for all products or for some. */
export type Discount = {
  readonly id: string;
  readonly percent_off: string | number | null;
  readonly amount_off: number | null;
  /** Ids of products; null for all. */
  readonly products: readonly string[] | null;
};

/** The amount that a discount took off a line, or off all lines, in minor units; below zero for a discounted credit. */
export type DiscountAmount = { readonly discount: string; readonly amount: number };

/** A line to discount. */
export type DiscountableLine = {
  /** Minor units, before discounts. */
  readonly amount: number;
  readonly product: string | null;
  /** False for prorations, which include their discounts, and for items that exclude discounts. */
  readonly discountable: boolean;
  /** The discounts of the line or the subscription's item, in order. */
  readonly discounts: readonly Discount[];
  /** The discounts that a proration has itemized. */
  readonly discount_amounts?: readonly DiscountAmount[];
};

/** A line after its discounts. */
export type DiscountedLine = {
  readonly discount_amounts: readonly DiscountAmount[];
  /** Minor units, after the line's own discounts. */
  readonly subtotal: number;
  /** Minor units, after all discounts. */
  readonly left: number;
};

/** All lines, and the total amount of each discount, in the order of their application. */
export type Discounted = { readonly lines: readonly DiscountedLine[]; readonly totals: readonly DiscountAmount[] };

/** Whether a discount is for a product; a discount without products also applies to a line without a product. */
export const isFor = ({ products }: Discount, product: string | null): boolean =>
  products === null || (product !== null && products.includes(product));

/** A percentage as a factor: 12.5 is 1/8. */
export const factorOf = (percentage: string | number): Exact => times(exactOf(String(percentage)), fraction(1, 100));

/** An amount after a percentage off. */
export const lessPercent = (amount: Exact, percent_off: string | number): Exact => minus(amount, times(amount, factorOf(percent_off)));

const totalOf = (amounts: readonly DiscountAmount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** The sum for each discount, in order of first occurrence. */
export function totalsOf(amounts: readonly DiscountAmount[]): DiscountAmount[] {
  const totals = new Map<string, number>();
  for (const { discount, amount } of amounts) totals.set(discount, (totals.get(discount) ?? 0) + amount);
  return [...totals].map(([discount, amount]) => ({ discount, amount }));
}

/**
 * Applies discounts to lines: first those of lines, then those of the invoice or the subscription, each in list order, on the remaining amount. An
 * amount off is taken once from all its lines, in proportion, each share rounded down, the last line taking the rest; a percentage from each line,
 * halves away from zero. No line falls below zero, and credits are not discounted.
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

/** The discounts of the invoice or the subscription that a proration already includes. */
const besidesOwn = ({ discounts, discount_amounts = [] }: DiscountableLine): readonly DiscountAmount[] =>
  discount_amounts.filter(({ discount }) => !discounts.some(({ id }) => id === discount));

const isOpen = ({ discountable, product }: DiscountableLine, discount: Discount): boolean => discountable && isFor(discount, product);

/** A discount that had nothing to reduce is listed with 0. */
const nothingYet = (discounts: readonly Discount[]): DiscountAmount[] => discounts.map(({ id }) => ({ discount: id, amount: 0 }));

/** The amount that a discount takes from the remainder of each line. */
function partsOf({ percent_off, amount_off }: Discount, amounts: readonly number[]): number[] {
  if (percent_off === null) return deduct(amount_off ?? 0, amounts);
  return amounts.map((amount) => amountOf(rounded(times(fraction(amount), factorOf(percent_off)))));
}

/** How long a discount lasts, as coupons define it. */
export type Duration = { readonly duration: 'once' | 'repeating' | 'forever'; readonly duration_in_months: number | null };

/** When a discount ends, in Unix seconds: n months after its start if it repeats, otherwise null. */
export const discountEnd = ({ duration, duration_in_months }: Duration, start: number): number | null =>
  duration === 'repeating' ? monthsAfter(start, duration_in_months ?? 0) : null;

/**
 * Whether a discount applies to an invoice at a time, in Unix seconds: `once` to the first invoice, `repeating` to invoices before its end, `forever`
 * to all. A yearly invoice before the end is discounted in full.
 */
export function discountApplies(
  { duration, end, times_used }: { readonly duration: Duration['duration']; readonly end: number | null; readonly times_used: number },
  moment: number,
): boolean {
  if (duration === 'once') return times_used === 0;
  return end === null || moment < end;
}
