/** An exact number: a fraction in lowest terms with a denominator above zero. Only created by `fraction` and `exactOf`. */
export type Exact = { readonly numerator: bigint; readonly denominator: bigint };

const commonDivisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : commonDivisor(other, one % other));

/** A whole number, or a quotient of two whole numbers, such as remaining seconds over a period's seconds. Anything else is a fault. */
export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Exact {
  const [over, under] = [BigInt(numerator), BigInt(denominator)];
  if (under === 0n) throw new Error('A denominator is zero');
  const divisor = commonDivisor(over, under);
  const reduced = under / divisor;
  return reduced < 0n ? { numerator: -over / divisor, denominator: -reduced } : { numerator: over / divisor, denominator: reduced };
}

/** The value of a decimal in a document: `3.6`, `-0.05`, `12`. */
export function exactOf(decimal: string): Exact {
  const [whole = '', part = ''] = decimal.split('.');
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

/** The sum. */
export const plus = (one: Exact, other: Exact): Exact =>
  fraction(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

/** The difference. */
export const minus = (one: Exact, other: Exact): Exact => plus(one, times(other, fraction(-1)));

/** The product. */
export const times = (one: Exact, other: Exact): Exact => fraction(one.numerator * other.numerator, one.denominator * other.denominator);

/** The quotient; division by zero is a fault. */
export const dividedBy = (one: Exact, other: Exact): Exact =>
  fraction(one.numerator * other.denominator, one.denominator * other.numerator);

/** -1, 0 or 1 if the first is less than, equal to or greater than the second; usable for sorting. */
export function compare(one: Exact, other: Exact): -1 | 0 | 1 {
  const { numerator } = minus(one, other);
  if (numerator === 0n) return 0;
  return numerator < 0n ? -1 : 1;
}

/** The nearest whole number, halves away from zero: the rounding of prices, prorations, percentages and taxes. */
export const rounded = ({ numerator, denominator }: Exact): bigint =>
  (2n * numerator + (numerator < 0n ? -denominator : denominator)) / (2n * denominator);

/** Rounds towards zero: partial packages are not counted. */
export const roundedDown = ({ numerator, denominator }: Exact): bigint => numerator / denominator;

/** Rounds away from zero: partial packages count fully. */
export const roundedUp = ({ numerator, denominator }: Exact): bigint =>
  (numerator + (numerator < 0n ? 1n - denominator : denominator - 1n)) / denominator;

/** Whole units with a decimal point before the last places: 50 and 2 give `0.50`. */
export function withPoint(units: bigint | number, places: number): string {
  const digits = String(units)
    .replace('-', '')
    .padStart(places + 1, '0');
  const point = digits.length - places;
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${places > 0 ? '.' : ''}${digits.slice(point)}`;
}

/** The maximum number of decimal places on the wire. */
export const places_max = 12;

/** The canonical text of a number on the wire, without superfluous zeros. More than 12 places are rounded to 12. */
export function decimalText(value: Exact): string {
  const units = rounded(times(value, fraction(10n ** BigInt(places_max))));
  return withPoint(units, places_max).replace(/\.?0+$/, '');
}

/** Minor units as documents hold them; an amount that a number cannot hold exactly is a fault. */
export function amountOf(units: bigint): number {
  const amount = Number(units);
  if (!Number.isSafeInteger(amount)) throw new Error('An amount is beyond what a number holds exactly');
  return amount;
}
