import { compare, dividedBy, type Exact, fraction, minus, times } from '../../kernel/base/exact.js';
import { type Discount, type DiscountAmount, lessPercent } from './discounts.js';
import { type Period, shareLeft, whole } from './periods.js';
import { lineAmount } from './prices.js';

/** A proration in minor units: above zero for a charge, below zero for a credit. */
export type Proration = {
  /** Before discounts: the line amount if discounts are itemized. */
  readonly amount: number;
  /** The amount of each discount, with the sign of the proration. */
  readonly discount_amounts: readonly DiscountAmount[];
  /** After discounts: the line amount if they are included. */
  readonly net_amount: number;
};

/** The cost of an item for the rest of a period. */
export type Remainder = {
  /** Exact minor units for a full period (`costOf`), of the whole quantity: the old quantity is credited in full, the new one charged in full. */
  readonly cost: Exact;
  /** The remaining share of the period (`shareLeft`). */
  readonly share: Exact;
  /** The item's own discounts, which are applied first. */
  readonly own?: readonly Discount[];
  /** The subscription's discounts for the item's product, in order. */
  readonly discounts: readonly Discount[];
};

const zero = fraction(0);

const unitsOf = lineAmount;

/** Rounds an amount and the remainder after each discount; each discount is a difference, so that no unit is lost. */
function inSteps(gross: Exact, steps: readonly { readonly discount: string; readonly left: Exact }[]): Proration {
  let net_amount = unitsOf(gross);
  const discount_amounts = steps.map(({ discount, left }) => {
    const amount = net_amount - unitsOf(left);
    net_amount -= amount;
    return { discount, amount };
  });
  return { amount: unitsOf(gross), discount_amounts, net_amount };
}

/** Applies discounts in sequence; `partOf` is this item's share of an amount off. */
function reduced({ cost, share, own = [], discounts }: Remainder, partOf: (discount: Discount, is_own: boolean) => Exact): Proration {
  const gross = times(cost, share);
  let left = gross;
  const steps = [...own, ...discounts].map((discount, place) => {
    const { id, percent_off, amount_off } = discount;
    const off = (): Exact => times(fraction(amount_off ?? 0), partOf(discount, place < own.length));
    const less = percent_off === null ? minus(left, off()) : lessPercent(left, percent_off);
    left = compare(less, zero) < 0 ? zero : less;
    return { discount: id, left };
  });
  return inSteps(gross, steps);
}

/**
 * The charge for the rest of a period in classic mode, at the current price; with `credited` it is the credit. An amount off is shared evenly by the
 * items it applies to: with 500 over two items each credit is 250 less. One of the item itself is applied in full.
 */
export const classicProration = (remainder: Remainder, itemsFor: (discount: Discount) => number): Proration =>
  reduced(remainder, (discount, is_own) => (is_own ? fraction(1) : fraction(1, Math.max(1, itemsFor(discount)))));

/**
 * The charge for the rest of a period in flexible mode. An amount off is shared by the cost of the items it applies to, and by the remaining time;
 * one of the item itself by the time alone.
 */
export const flexibleCharge = (remainder: Remainder, costFor: (discount: Discount) => Exact): Proration =>
  reduced(remainder, (discount, is_own) => {
    if (is_own) return remainder.share;
    const cost = costFor(discount);
    return compare(cost, zero) === 0 ? zero : times(remainder.share, dividedBy(remainder.cost, cost));
  });

/** The negation of a charge. */
export const credited = ({ amount, discount_amounts, net_amount }: Proration): Proration => ({
  amount: 0 - amount,
  discount_amounts: discount_amounts.map(({ discount, amount }) => ({ discount, amount: 0 - amount })),
  net_amount: 0 - net_amount,
});

/** A charge for a period: an invoice line without a credit so far. */
export type Debit = {
  /** Minor units, before discounts. */
  readonly amount: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly period: Period;
};

/** The credit for a debit, with its period. */
export type Credit<D extends Debit> = Proration & { readonly debit: D; readonly period: Period };

/**
 * The credits in flexible mode for a change at a time, in Unix seconds: for each debit whose period has not ended, its share for the remaining time,
 * at the price that was charged. Charges and credits together are the usage.
 */
export const flexibleCredits = <D extends Debit>(debits: readonly D[], moment: number): Credit<D>[] =>
  debits
    .filter(({ period: { start, end } }) => end > Math.max(start, moment))
    .map((debit) => ({
      ...credited(unused(debit, moment)),
      debit,
      period: { start: Math.max(moment, debit.period.start), end: debit.period.end },
    }));

function unused({ amount, discount_amounts, period }: Debit, moment: number): Proration {
  const share = shareLeft(whole(period), moment);
  let left = amount;
  const steps = discount_amounts.map(({ discount, amount }) => {
    left -= amount;
    return { discount, left: times(fraction(left), share) };
  });
  return inSteps(times(fraction(amount), share), steps);
}
