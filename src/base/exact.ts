/** A number without error: a fraction in lowest terms whose denominator is above zero. Made by `fraction` and `exactOf` only. */
export type Exact = { readonly numerator: bigint; readonly denominator: bigint };

const commonDivisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : commonDivisor(other, one % other));

/** A whole number, or one whole number over another: seconds left over the seconds of a period. Anything else is a fault. */
export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Exact {
  const [over, under] = [BigInt(numerator), BigInt(denominator)];
  if (under === 0n) throw new Error('A denominator is zero');
  const divisor = commonDivisor(over, under);
  const reduced = under / divisor;
  return reduced < 0n ? { numerator: -over / divisor, denominator: -reduced } : { numerator: over / divisor, denominator: reduced };
}

/** The value of a decimal as documents hold it: `3.6`, `-0.05`, `12`. */
export function exactOf(decimal: string): Exact {
  const [whole = '', part = ''] = decimal.split('.');
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

/** The sum. */
export const plus = (one: Exact, other: Exact): Exact =>
  fraction(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

/** What is left of one after the other is taken away. */
export const minus = (one: Exact, other: Exact): Exact => plus(one, times(other, fraction(-1)));

/** The product. */
export const times = (one: Exact, other: Exact): Exact => fraction(one.numerator * other.numerator, one.denominator * other.denominator);

/** The quotient; dividing by zero is a fault. */
export const dividedBy = (one: Exact, other: Exact): Exact =>
  fraction(one.numerator * other.denominator, one.denominator * other.numerator);

/** Below zero, zero or above it, as one is less than, equal to or more than the other; fit for sorting. */
export function compare(one: Exact, other: Exact): -1 | 0 | 1 {
  const { numerator } = minus(one, other);
  if (numerator === 0n) return 0;
  return numerator < 0n ? -1 : 1;
}

/** The nearest whole number, halves away from zero: how prices, prorations, percentages and taxes become minor units. */
export const rounded = ({ numerator, denominator }: Exact): bigint =>
  (2n * numerator + (numerator < 0n ? -denominator : denominator)) / (2n * denominator);

/** The whole number next to it towards zero: begun packages that are not counted. */
export const roundedDown = ({ numerator, denominator }: Exact): bigint => numerator / denominator;

/** The whole number next to it away from zero: begun packages that are counted whole. */
export const roundedUp = ({ numerator, denominator }: Exact): bigint =>
  (numerator + (numerator < 0n ? 1n - denominator : denominator - 1n)) / denominator;

/** Whole units written with a decimal point before the last places: 50 and 2 are `0.50`. */
export function withPoint(units: bigint | number, places: number): string {
  const digits = String(units)
    .replace('-', '')
    .padStart(places + 1, '0');
  const point = digits.length - places;
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${places > 0 ? '.' : ''}${digits.slice(point)}`;
}

/** Decimal places of a number on the wire. */
export const places_max = 12;

/** The one way to write a number on the wire: no zeros that say nothing. What has more than 12 places is rounded to them. */
export function decimalText(value: Exact): string {
  const units = rounded(times(value, fraction(10n ** BigInt(places_max))));
  return withPoint(units, places_max).replace(/\.?0+$/, '');
}

/** Minor units as documents hold them; what a number cannot hold to the unit is a fault. */
export function amountOf(units: bigint): number {
  const amount = Number(units);
  if (!Number.isSafeInteger(amount)) throw new Error('An amount is beyond what a number holds exactly');
  return amount;
}

const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);

type Portion = { readonly place: number; readonly weight: bigint; readonly units: bigint; readonly remainder: bigint };

/** Each weight's part of the total, towards zero, and what was cut off, as a number over the sum of weights. */
function portionsOf(total: bigint, weights: readonly number[]): Portion[] {
  const sum = sumOf(weights);
  if (weights.some((weight) => weight < 0)) throw new Error('A weight is below zero');
  if (sum === 0n && total !== 0n) throw new Error('There is an amount to share, and no weight to share it by');
  return weights.map(BigInt).map((weight, place) => {
    const product = total * weight;
    return { place, weight, units: product / (sum || 1n), remainder: product % (sum || 1n) };
  });
}

const restOf = (total: bigint, portions: readonly Portion[]): bigint => portions.reduce((rest, { units }) => rest - units, total);

/**
 * Shares a total in proportion to whole weights, in minor units. The shares sum to the total, each less than one unit from its exact
 * part: the units that rounding towards zero leaves over go to the largest remainders, among equals to those that come first.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const portions = portionsOf(BigInt(total), weights);
  const rest = Number(restOf(BigInt(total), portions));
  const unit = BigInt(Math.sign(rest));
  const ranked = portions.toSorted((one, other) => Number(unit * (other.remainder - one.remainder)));
  const favoured = new Set(ranked.slice(0, Math.abs(rest)).map(({ place }) => place));
  return portions.map(({ place, units }) => amountOf(favoured.has(place) ? units + unit : units));
}

/**
 * Takes an amount off lines in proportion to their amounts, all in minor units: each part is rounded down, and the last line takes the
 * rest (500 off 1000 and 2000 are 166 and 334). No line loses more than it has; what the last has no room for, the one before takes.
 */
export function deduct(off: number, lines: readonly number[]): number[] {
  const sum = sumOf(lines);
  const total = off < sum ? BigInt(off) : sum;
  const portions = portionsOf(total, lines);
  let rest = restOf(total, portions);
  const taken = portions.toReversed().map(({ weight, units }) => {
    const more = rest < weight - units ? rest : weight - units;
    rest -= more;
    return amountOf(units + more);
  });
  return taken.reverse();
}
