import { compare, dividedBy, type Exact, exactOf, fraction, roundedDown, times, withPoint } from '../../kernel/base/exact.js';
import type { RateTable } from '../../kernel/base/reads.js';

/** The parts of a rate, as exact decimals. */
export type Rate = {
  /** The mid-market value of one unit, in whole units of the other currency. */
  readonly base_rate: string;
  /** The value at which one unit is converted, after the spread. */
  readonly exchange_rate: string;
  /** The spread: 0.015 for 150 basis points. */
  readonly fx_fee_rate: string;
};

/** Significant digits of a rate: fewer than a JSON number holds exactly. */
const rate_digits = 10;

const basis_points = 10_000;

const worth = ({ base, rates }: RateTable, currency: string): string | undefined => (currency === base ? '1' : rates[currency]);

/** Whether a table has a currency. */
export const knows = (table: RateTable, currency: string): boolean => worth(table, currency) !== undefined;

/** The rate of a pair; null if the table lacks a currency. */
export function rateOf(table: RateTable, from: string, to: string, spread_basis_points: number): Rate | null {
  const [one, other] = [worth(table, from), worth(table, to)];
  if (one === undefined || other === undefined) return null;
  const middle = dividedBy(exactOf(other), exactOf(one));
  const kept = fraction(spread_basis_points, basis_points);
  const left = times(middle, fraction(basis_points - spread_basis_points, basis_points));
  return { base_rate: rateText(middle), exchange_rate: rateText(left), fx_fee_rate: withoutZeros(withPoint(units(kept, 4), 4)) };
}

const units = (value: Exact, places: number): bigint => roundedDown(times(value, fraction(10n ** BigInt(places))));

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const [least, most] = [fraction(10n ** BigInt(rate_digits - 1)), fraction(10n ** BigInt(rate_digits))];
const [ten, tenth] = [fraction(10), fraction(1, 10)];

/** The other way round: how much of the first currency one unit of the second is. */
export const reciprocal = (exchange_rate: string): string => rateText(dividedBy(fraction(1), exactOf(exchange_rate)));

/** The digits of a rate, cut off and never rounded up, so that a conversion there and back at the same table never gains. */
function rateText(value: Exact): string {
  let places = 0;
  let scaled = value;
  for (; compare(scaled, least) < 0; scaled = times(scaled, ten)) places++;
  for (; compare(scaled, most) >= 0; scaled = times(scaled, tenth)) places--;
  const digits = roundedDown(scaled);
  return places < 0 ? `${digits}${'0'.repeat(-places)}` : withoutZeros(withPoint(digits, places));
}
