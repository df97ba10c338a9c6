import { compare, dividedBy, type Exact, fraction, minus, times } from '../../kernel/base/exact.js';
import { type Discount, type DiscountAmount, lessPercent } from './discounts.js';
import { type Period, shareLeft, whole } from './periods.js';
import { lineAmount } from './prices.js';

/** The amount of a proration in minor units: above zero for a charge, below it for a credit. */
export type Proration = {
  /** Before discounts: what a line says where discounts are itemized. */
  readonly amount: number;
  /** What each discount took off, with the sign of the amount. */
  readonly discount_amounts: readonly DiscountAmount[];
  /** After discounts: what a line says where they are included. */
  readonly net_amount: number;
};

/** What an item costs for what is left of a period. */
export type Remainder = {
  /** Exact minor units for a whole period (`costOf`), of all its quantity: the whole old one is credited, the whole new one charged. */
  readonly cost: Exact;
  /** How much of the period is left (`shareLeft`). */
  readonly share: Exact;
  /** Those of the item itself, which come first. */
  readonly own?: readonly Discount[];
  /** Those of the subscription that are for the item's product, in their order. */
  readonly discounts: readonly Discount[];
};

const zero = fraction(0);

const unitsOf = lineAmount;

/** Rounds an amount, and what is left of it after each discount; each discount is the difference, so that no unit is lost between them. */
function inSteps(gross: Exact, steps: readonly { readonly discount: string; readonly left: Exact }[]): Proration {
  let net_amount = unitsOf(gross);
  const discount_amounts = steps.map(({ discount, left }) => {
    const amount = net_amount - unitsOf(left);
    net_amount -= amount;
    return { discount, amount };
  });
  return { amount: unitsOf(gross), discount_amounts, net_amount };
}

/** Takes discounts off one after the other; `partOf` is how much of an amount off is this item's. */
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
 * What is charged for what is left of a period in classic mode, at the present price; with `credited` it is what is credited. An amount off
 * is shared evenly over the items that it was for: of 500 over two items each credit is 250 less. One of the item itself is taken whole.
 */
export const classicProration = (remainder: Remainder, itemsFor: (discount: Discount) => number): Proration =>
  reduced(remainder, (discount, is_own) => (is_own ? fraction(1) : fraction(1, Math.max(1, itemsFor(discount)))));

/**
 * What is charged for what is left of a period in flexible mode. An amount off is the item's by its part of what all items cost that it is
 * for, and by the time that is left; one of the item itself by the time alone.
 */
export const flexibleCharge = (remainder: Remainder, costFor: (discount: Discount) => Exact): Proration =>
  reduced(remainder, (discount, is_own) => {
    if (is_own) return remainder.share;
    const cost = costFor(discount);
    return compare(cost, zero) === 0 ? zero : times(remainder.share, dividedBy(remainder.cost, cost));
  });

/** A charge taken back. */
export const credited = ({ amount, discount_amounts, net_amount }: Proration): Proration => ({
  amount: 0 - amount,
  discount_amounts: discount_amounts.map(({ discount, amount }) => ({ discount, amount: 0 - amount })),
  net_amount: 0 - net_amount,
});

/** What a customer was charged for a time: the line of an invoice that no credit has been given for yet. */
export type Debit = {
  /** Minor units, before discounts. */
  readonly amount: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly period: Period;
};

/** What is given back of a debit, and for which time. */
export type Credit<D extends Debit> = Proration & { readonly debit: D; readonly period: Period };

/**
 * What is given back in flexible mode when something changes at a moment, in Unix seconds: of each debit whose time is not over, its part
 * for the time that is left, whatever the price is by now. What was charged and what is given back are together what was used.
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
