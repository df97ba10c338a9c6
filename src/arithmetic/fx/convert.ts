import { dividedBy, type Exact, exactOf, fraction, roundedDown, roundedUp, times } from '../../kernel/base/exact.js';
import { exponentOf } from '../../kernel/base/money.js';

/** Two currencies and what one unit of the first is converted to in the second. */
export type Pair = { readonly from: string; readonly to: string; readonly exchange_rate: string };

/** Ten to so much, below one as well. */
const tens = (places: number): Exact => (places < 0 ? fraction(1n, 10n ** BigInt(-places)) : fraction(10n ** BigInt(places)));

/** Minor units of the second currency for one of the first. */
const perMinorUnit = ({ from, to, exchange_rate }: Pair): Exact => times(exactOf(exchange_rate), tens(exponentOf(to) - exponentOf(from)));

/** What so much of the first currency becomes in the second: minor units, rounded down. */
export const converted = (amount: number, pair: Pair): bigint => roundedDown(times(fraction(amount), perMinorUnit(pair)));

/** What so much of the second currency takes of the first: the least that is converted to no less; minor units, rounded up. */
export const costOf = (amount: number, pair: Pair): bigint => roundedUp(dividedBy(fraction(amount), perMinorUnit(pair)));
