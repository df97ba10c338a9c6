import { amountOf, type Exact, fraction, rounded, times } from '../base/exact.js';
import type { DiscountAmount } from './discounts.js';
import { type Tax, taxSum } from './taxes.js';

/** A line of an invoice that is given back, as the invoice has it, and how much of it earlier notes gave back already; minor units. */
export type CreditableLine = {
  /** Before discounts and exclusive taxes. */
  readonly amount: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly taxes: readonly Tax[];
  /** The sum of the `amount` of earlier credits of this line. */
  readonly credited_before: number;
};

/** What a credit note says of a line, in minor units, all above zero for a line that was charged. */
export type CreditedLine = {
  readonly amount: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly taxes: readonly Tax[];
  /** What the customer gets back: the amount less discounts, with exclusive taxes. */
  readonly total: number;
};

/**
 * Gives back an amount of a line, with its part of the line's discounts and taxes: 1000 with 50 % off give back 500. The parts of all notes
 * on a line are together the whole, because each is the difference between two sums that are rounded.
 */
export function creditedLine({ amount, discount_amounts, taxes, credited_before }: CreditableLine, given_back: number): CreditedLine {
  const partOf = partBetween(shareOf(credited_before, amount), shareOf(credited_before + given_back, amount));
  const discounts = discount_amounts.map(({ discount, amount }) => ({ discount, amount: partOf(amount) }));
  const parts = taxes.map((tax) => ({ ...tax, amount: partOf(tax.amount), taxable_amount: partOf(tax.taxable_amount) }));
  const off = discounts.reduce((sum, { amount }) => sum + amount, 0);
  return { amount: given_back, discount_amounts: discounts, taxes: parts, total: given_back - off + taxSum(parts, false) };
}

/** A line that cost nothing has nothing to give back. */
const shareOf = (part: number, whole: number): Exact => (whole === 0 ? fraction(0) : fraction(part, whole));

/** How much of a sum lies between two shares of it. */
const partBetween =
  (from: Exact, to: Exact) =>
  (sum: number): number =>
    amountOf(rounded(times(fraction(sum), to)) - rounded(times(fraction(sum), from)));

/** The amount of a line that so many of its units stand for: two of three units of 1000 are 667. */
export const amountOfUnits = ({ amount, quantity }: { amount: number; quantity: number }, units: number): number =>
  amountOf(rounded(times(fraction(amount), shareOf(units, quantity))));
