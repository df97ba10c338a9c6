import { dividedBy, type Exact, exactOf, fraction, roundedDown, roundedUp, times } from '../../kernel/base/exact.js';
import { exponentOf } from '../../kernel/base/money.js';

/** Two currencies, and the units of the second for one unit of the first. */
export type Pair = { readonly from: string; readonly to: string; readonly exchange_rate: string };

/** A power of ten, also with a negative exponent. */
const tens = (places: number): Exact => (places < 0 ? fraction(1n, 10n ** BigInt(-places)) : fraction(10n ** BigInt(places)));

/** Minor units of the second currency for one minor unit of the first. */
const perMinorUnit = ({ from, to, exchange_rate }: Pair): Exact => times(exactOf(exchange_rate), tens(exponentOf(to) - exponentOf(from)));

/** Converts an amount of the first currency: minor units of the second, rounded down. */
export const converted = (amount: number, pair: Pair): bigint => roundedDown(times(fraction(amount), perMinorUnit(pair)));

/** The cost of an amount of the second currency: the least amount of the first that converts to no less; minor units, rounded up. */
export const costOf = (amount: number, pair: Pair): bigint => roundedUp(dividedBy(fraction(amount), perMinorUnit(pair)));
