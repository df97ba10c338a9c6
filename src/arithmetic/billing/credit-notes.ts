import { amountOf, type Exact, exactOf, fraction, rounded, times } from '../../kernel/base/exact.js';
import { type CreditAmount, creditSum } from './credits.js';
import { type DiscountAmount, totalsOf } from './discounts.js';
import { type Tax, taxSum, taxTotals } from './taxes.js';

/** An invoice line to credit, and the amount that earlier notes credited; minor units. */
export type CreditableLine = {
  /** Before discounts and exclusive taxes. */
  readonly amount: number;
  /** The amount without inclusive taxes. */
  readonly amount_excluding_tax: number;
  /** After the line's own discounts, without inclusive taxes. */
  readonly subtotal_excluding_tax: number;
  readonly discount_amounts: readonly DiscountAmount[];
  /** The billing credits that were applied to the line. */
  readonly credits: readonly CreditAmount[];
  readonly taxes: readonly Tax[];
  /** The sum of the `amount` of earlier credits of this line. */
  readonly credited_before: number;
};

/** The credit of a line, in minor units, all above zero for a charged line. */
export type CreditedLine = {
  readonly amount: number;
  readonly amount_excluding_tax: number;
  readonly subtotal_excluding_tax: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly credits: readonly CreditAmount[];
  readonly taxes: readonly Tax[];
  /** The total credit: the amount less discounts and billing credits, with exclusive taxes. */
  readonly total: number;
};

/**
 * Credits an amount of a line, with its share of the line's discounts, billing credits and taxes: a credit of 1000 with 50 % off is 500. The shares of all notes on a
 * line add up to the line, because each is the difference between two rounded sums.
 */
export function creditedLine(line: CreditableLine, given_back: number): CreditedLine {
  const { amount, discount_amounts, taxes, credited_before } = line;
  const partOf = partBetween(shareOf(credited_before, amount), shareOf(credited_before + given_back, amount));
  const discounts = discount_amounts.map(({ discount, amount }) => ({ discount, amount: partOf(amount) }));
  const credits = line.credits.map((each) => ({ ...each, amount: partOf(each.amount) }));
  const parts = taxes.map((tax) => ({ ...tax, amount: partOf(tax.amount), taxable_amount: partOf(tax.taxable_amount) }));
  const off = discounts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    amount: given_back,
    amount_excluding_tax: partOf(line.amount_excluding_tax),
    subtotal_excluding_tax: partOf(line.subtotal_excluding_tax),
    discount_amounts: discounts,
    credits,
    taxes: parts,
    total: given_back - off - creditSum(credits) + taxSum(parts, false),
  };
}

/** A line of zero has nothing to credit. */
const shareOf = (part: number, whole: number): Exact => (whole === 0 ? fraction(0) : fraction(part, whole));

/** The part of a sum between two shares of it. */
const partBetween =
  (from: Exact, to: Exact) =>
  (sum: number): number =>
    amountOf(rounded(times(fraction(sum), to)) - rounded(times(fraction(sum), from)));

/**
 * The amount of some units of a line, after earlier credits: two of three units of 1000 are 667, and the third
 * is the remaining 333.
 */
export function amountOfUnits({ amount, quantity, before }: { amount: number; quantity: number; before: number }, units: number): number {
  const upTo = (count: number) => rounded(times(fraction(amount), shareOf(count, quantity)));
  return amountOf(upTo(before + units) - upTo(before));
}

/** The cost of some units at a price, in minor units; null if it exceeds `most`. */
export function amountOfPrice(unit_amount_decimal: string, units: number, most: number): number | null {
  const amount = rounded(times(exactOf(unit_amount_decimal), fraction(units)));
  return amount > BigInt(most) ? null : amountOf(amount);
}

/** A line of a note, and the ids of the line's own discounts on the invoice. */
export type NoteLine = CreditedLine & { readonly own_discounts: readonly string[] };

/** The sums of a credit note, in minor units. */
export type NoteSums = {
  /** After the lines' own discounts, before those of the invoice and exclusive taxes. */
  readonly subtotal: number;
  readonly subtotal_excluding_tax: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly credits: readonly CreditAmount[];
  readonly total_taxes: readonly Tax[];
  /** The total credit to the customer. */
  readonly total: number;
  readonly total_excluding_tax: number;
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Sums up a credit note like its invoice, with the credited cost of shipping. */
export function noteSums(
  lines: readonly NoteLine[],
  shipping: { readonly amount: number; readonly taxes: readonly Tax[] } | null = null,
): NoteSums {
  const own = lines.flatMap((line) => line.discount_amounts.filter(({ discount }) => line.own_discounts.includes(discount)));
  const subtotal = sumOf(lines.map(({ amount }) => amount)) - sumOf(own.map(({ amount }) => amount));
  const of_shipping = shipping?.taxes ?? [];
  const total_taxes = taxTotals([...lines.flatMap(({ taxes }) => taxes), ...of_shipping]);
  const total = sumOf(lines.map((line) => line.total)) + (shipping?.amount ?? 0) + taxSum(of_shipping, false);
  return {
    subtotal,
    subtotal_excluding_tax: sumOf(lines.map((line) => line.subtotal_excluding_tax)),
    discount_amounts: totalsOf(lines.flatMap(({ discount_amounts }) => discount_amounts)),
    credits: lines.flatMap(({ credits }) => credits),
    total_taxes,
    total,
    total_excluding_tax: total - taxSum(total_taxes, true) - taxSum(total_taxes, false),
  };
}

/** Splits a note's total, in minor units: it reduces the unpaid amount first, and the rest goes back to the customer. */
export function noteSplit(
  total: number,
  amount_remaining: number,
): { readonly pre_payment_amount: number; readonly post_payment_amount: number } {
  const pre_payment_amount = Math.min(total, amount_remaining);
  return { pre_payment_amount, post_payment_amount: total - pre_payment_amount };
}
