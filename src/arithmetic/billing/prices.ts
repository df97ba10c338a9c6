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

/** Prices of the units up to a number of them, as prices hold it: in decimals of minor units; null is no upper end, or no such part. */
export type Tier = {
  readonly up_to: number | null;
  readonly unit_amount_decimal: string | null;
  readonly flat_amount_decimal: string | null;
};

/** The members of a price that say what a quantity costs. Amounts are decimals of minor units, of at most 12 places. */
export type Pricing = {
  readonly billing_scheme: 'per_unit' | 'tiered';
  readonly unit_amount_decimal: string | null;
  readonly tiers_mode: 'graduated' | 'volume' | null;
  readonly tiers?: readonly Tier[] | null | undefined;
  readonly transform_quantity: { readonly divide_by: number; readonly round: 'up' | 'down' } | null;
};

/** How much of something: whole units, or a decimal of them in text. */
export type Quantity = number | string;

/** What one line of an invoice says about a price. */
export type PricedLine = {
  /** Minor units. */
  readonly amount: number;
  /** Decimal digits; null for a flat amount, which is for no unit of anything. */
  readonly quantity_decimal: string | null;
  /** The same as a number; null also where it is not whole. */
  readonly quantity: number | null;
  /** Minor units a unit, or a package; null for a flat amount. */
  readonly unit_amount_decimal: string | null;
  /** Minor units, for the tier; null where a quantity is charged. */
  readonly flat_amount_decimal: string | null;
  /** Which tier, from 1; null where there are none. */
  readonly tier: number | null;
};

/** The most that one thing may cost. */
const amount_max = fraction(billed_max);

/** Whether what a quantity costs for a whole period is no more than one thing may cost. */
export function isCountable(price: Pricing, quantity: Quantity): boolean {
  const cost = costOf(price, quantity);
  return compare(cost, amount_max) <= 0 && compare(minus(zero, cost), amount_max) <= 0;
}

/** More than anybody can be charged in any currency: an invoice of so much is never final. */
const beyond = 9_999_999_999_999n;

/** Minor units of a line; what was used may cost more than can be counted, and is then as much as cannot be charged. */
export function lineAmount(cost: Exact): number {
  const units = rounded(cost);
  return amountOf(units > beyond ? beyond : units < -beyond ? -beyond : units);
}

/** A line before it is rounded. */
type Part = Omit<PricedLine, 'amount' | 'quantity' | 'quantity_decimal'> & { readonly cost: Exact; readonly units: Exact | null };

const zero = fraction(0);

const exactQuantity = (quantity: Quantity): Exact => exactOf(String(quantity));

/**
 * The lines that a quantity costs for a share of the period (`shareLeft`), all of it by default. Each is multiplied exactly and rounded
 * once, halves away from zero. Graduated tiers have a line each, a flat amount one of its own. A quantity of 0 is charged the first tier's
 * flat amount.
 */
export const priced = (price: Pricing, quantity: Quantity, share = fraction(1)): PricedLine[] =>
  partsOf(price, exactQuantity(quantity)).map(({ cost, units, ...said }) => ({
    amount: lineAmount(times(cost, share)),
    quantity: units && units.denominator === 1n ? Number(units.numerator) : null,
    quantity_decimal: units && decimalText(units),
    ...said,
  }));

/** What a quantity costs for a whole period, in exact minor units: what prorations take their share of before they are rounded. */
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

/** How many of the units are in a graduated tier; its upper end is included. */
const unitsIn = ({ up_to }: Tier, before: Tier | undefined, units: Exact): Exact =>
  minus(up_to !== null && compare(fraction(up_to), units) < 0 ? fraction(up_to) : units, fraction(before?.up_to ?? 0));

function perUnit({ unit_amount_decimal, transform_quantity }: Pricing, units: Exact): Part {
  if (unit_amount_decimal === null) throw new Error('A price has no unit amount');
  const cost = times(exactOf(unit_amount_decimal), packagesOf(units, transform_quantity));
  return { cost, units, unit_amount_decimal, flat_amount_decimal: null, tier: null };
}

/** What the unit amount is for: each unit, or each package of them, where begun ones count whole or not at all. */
function packagesOf(units: Exact, transform: Pricing['transform_quantity']): Exact {
  if (!transform) return units;
  const packages = dividedBy(units, fraction(transform.divide_by));
  return fraction(transform.round === 'up' ? roundedUp(packages) : roundedDown(packages));
}

/** A line for the units, where the tier has a price for them, and one for its flat amount, where that is not all there is and nothing. */
function inTier({ unit_amount_decimal, flat_amount_decimal }: Tier, tier: number, units: Exact): Part[] {
  const parts: Part[] = [];
  if (unit_amount_decimal !== null)
    parts.push({ cost: times(exactOf(unit_amount_decimal), units), units, unit_amount_decimal, flat_amount_decimal: null, tier });
  if (flat_amount_decimal !== null && (parts.length === 0 || compare(exactOf(flat_amount_decimal), zero) !== 0))
    parts.push({ cost: exactOf(flat_amount_decimal), units: null, unit_amount_decimal: null, flat_amount_decimal, tier });
  return parts;
}
