import {
  amountOf,
  compare,
  decimalText,
  dividedBy,
  type Exact,
  exactOf,
  fraction,
  minus,
  plus,
  rounded,
  roundedDown,
  roundedUp,
  times,
} from '../../kernel/base/exact.js';
import { billed_max } from '../../kernel/base/money.js';

/** The prices of a tier, in decimals of minor units; null is no upper end, or no such amount. */
export type Tier = {
  readonly up_to: number | null;
  readonly unit_amount_decimal: string | null;
  readonly flat_amount_decimal: string | null;
};

/** The pricing members of a price. Amounts are decimals of minor units, with at most 12 places. */
export type Pricing = {
  readonly billing_scheme: 'per_unit' | 'tiered';
  readonly unit_amount_decimal: string | null;
  readonly tiers_mode: 'graduated' | 'volume' | null;
  readonly tiers?: readonly Tier[] | null | undefined;
  readonly transform_quantity: { readonly divide_by: number; readonly round: 'up' | 'down' } | null;
};

/** A quantity: whole units, or a decimal in text. */
export type Quantity = number | string;

/** One invoice line of a price. */
export type PricedLine = {
  /** Minor units. */
  readonly amount: number;
  /** Decimal digits; null for a flat amount, which has no quantity. */
  readonly quantity_decimal: string | null;
  /** The same as a number; null if it is fractional. */
  readonly quantity: number | null;
  /** Minor units per unit, or per package; null for a flat amount. */
  readonly unit_amount_decimal: string | null;
  /** Minor units, for the tier; null for a quantity. */
  readonly flat_amount_decimal: string | null;
  /** The tier, from 1; null without tiers. */
  readonly tier: number | null;
};

/** The maximum cost of one item. */
const amount_max = fraction(billed_max);

/** Whether the cost of a quantity for a full period is within the maximum. */
export function isCountable(price: Pricing, quantity: Quantity): boolean {
  const cost = costOf(price, quantity);
  return compare(cost, amount_max) <= 0 && compare(minus(zero, cost), amount_max) <= 0;
}

/** More than any currency allows to charge: an invoice over this amount is never finalized. */
const beyond = 9_999_999_999_999n;

/** The minor units of a line; a cost of usage beyond the limit is capped at an amount that cannot be charged. */
export function lineAmount(cost: Exact): number {
  const units = rounded(cost);
  return amountOf(units > beyond ? beyond : units < -beyond ? -beyond : units);
}

/** A line before rounding. */
type Part = Omit<PricedLine, 'amount' | 'quantity' | 'quantity_decimal'> & { readonly cost: Exact; readonly units: Exact | null };

const zero = fraction(0);

const exactQuantity = (quantity: Quantity): Exact => exactOf(String(quantity));

/**
 * The lines of a quantity for a share of the period (`shareLeft`), the full period by default. Each is multiplied exactly and rounded once, halves
 * away from zero. Each graduated tier has a line, and each flat amount another. A quantity of 0 costs the first tier's flat amount.
 */
export const priced = (price: Pricing, quantity: Quantity, share = fraction(1)): PricedLine[] =>
  partsOf(price, exactQuantity(quantity)).map(({ cost, units, ...said }) => ({
    amount: lineAmount(times(cost, share)),
    quantity: units && units.denominator === 1n ? Number(units.numerator) : null,
    quantity_decimal: units && decimalText(units),
    ...said,
  }));

/** The cost of a quantity for a full period, in exact minor units: prorations apply their share to it before rounding. */
export const costOf = (price: Pricing, quantity: Quantity): Exact =>
  partsOf(price, exactQuantity(quantity)).reduce((sum, { cost }) => plus(sum, cost), zero);

function partsOf(price: Pricing, units: Exact): Part[] {
  if (compare(units, zero) < 0) throw new Error('A quantity is below zero');
  if (price.billing_scheme === 'per_unit') return [perUnit(price, units)];
  const tiers = price.tiers ?? [];
  const last = tiers.findIndex(({ up_to }) => up_to === null || compare(units, fraction(up_to)) <= 0);
  if (last === -1) throw new Error('No tier has room for a quantity');
  if (price.tiers_mode === 'volume') return tiers.slice(last, last + 1).flatMap((tier) => inTier(tier, last + 1, units));
  return tiers.slice(0, last + 1).flatMap((tier, place) => inTier(tier, place + 1, unitsIn(tier, tiers[place - 1], units)));
}

/** The units in a graduated tier; its upper end is included. */
const unitsIn = ({ up_to }: Tier, before: Tier | undefined, units: Exact): Exact =>
  minus(up_to !== null && compare(fraction(up_to), units) < 0 ? fraction(up_to) : units, fraction(before?.up_to ?? 0));

function perUnit({ unit_amount_decimal, transform_quantity }: Pricing, units: Exact): Part {
  if (unit_amount_decimal === null) throw new Error('A price has no unit amount');
  const cost = times(exactOf(unit_amount_decimal), packagesOf(units, transform_quantity));
  return { cost, units, unit_amount_decimal, flat_amount_decimal: null, tier: null };
}

/** The number of units or packages to charge; a partial package counts fully or not at all. */
function packagesOf(units: Exact, transform: Pricing['transform_quantity']): Exact {
  if (!transform) return units;
  const packages = dividedBy(units, fraction(transform.divide_by));
  return fraction(transform.round === 'up' ? roundedUp(packages) : roundedDown(packages));
}

/** A line for the units if the tier has a unit price, and one for its flat amount, unless that is zero beside a unit line. */
function inTier({ unit_amount_decimal, flat_amount_decimal }: Tier, tier: number, units: Exact): Part[] {
  const parts: Part[] = [];
  if (unit_amount_decimal !== null)
    parts.push({ cost: times(exactOf(unit_amount_decimal), units), units, unit_amount_decimal, flat_amount_decimal: null, tier });
  if (flat_amount_decimal !== null && (parts.length === 0 || compare(exactOf(flat_amount_decimal), zero) !== 0))
    parts.push({ cost: exactOf(flat_amount_decimal), units: null, unit_amount_decimal: null, flat_amount_decimal, tier });
  return parts;
}
