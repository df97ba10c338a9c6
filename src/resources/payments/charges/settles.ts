import { converted } from '../../../arithmetic/fx/convert.js';
import { required } from '../../../kernel/base/fields.js';
import { integer, text } from '../../../kernel/base/kinds.js';
import { plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { Converted } from '../../money/balance/balance-transaction.js';

/**
 * What a charge settles in, where that is another currency than it is paid in: at which rate, as how much once it is taken, and how much of
 * it is taken back by now, as it was paid and as it was settled. In minor units.
 */
export const settlement = plainObject({
  amount: required(integer()),
  currency: required(currency),
  exchange_rate: required(text),
  taken_back: required(integer()),
  taken_back_settled: required(integer()),
});

/** What a charge settles as. */
export type Settles = typeof settlement.initial;

/** A charge, as far as it says what it settles in. */
export type Settling = { readonly amount_captured: number; readonly currency: string; readonly settles?: Settles | undefined };

/** What begins to settle at a rate. */
export const settlesIn = (of: { readonly currency: string; readonly exchange_rate: string }): Settles => ({ ...settlement.initial, ...of });

/** What so much of a charge is worth in the currency that it settles in, in minor units, rounded down. */
export const worth = (amount: number, from: string, { currency: to, exchange_rate }: Settles): number =>
  Number(converted(amount, { from, to, exchange_rate }));

/** What is booked of a conversion, and what its charge then says of it; nothing of a charge that settles in its own currency. */
export type Booking = {
  readonly converted?: Converted;
  readonly change: { readonly settles?: Settles };
};

/** What is booked as it was paid. */
export const unconverted: Booking = { change: {} };

/** Money that is taken now. */
export function settledAs(amount: number, currency: string, settles: Settles): Booking {
  const now = { ...settles, amount: worth(amount, currency, settles) };
  return { converted: asBooked(now.amount, settles), change: { settles: now } };
}

/** Money that is taken back: in parts it takes as much as all at once, whatever came back between them. */
export function takenBackOf({ amount_captured, settles }: Settling, amount: number): Booking {
  if (!settles) return unconverted;
  const taken_back = settles.taken_back + amount;
  const in_all = Number((BigInt(settles.amount) * BigInt(taken_back)) / BigInt(amount_captured));
  const settled = Math.max(in_all - settles.taken_back_settled, 0);
  const taken_back_settled = settles.taken_back_settled + settled;
  return { converted: asBooked(settled, settles), change: { settles: { ...settles, taken_back, taken_back_settled } } };
}

/** Money that was taken back and is the merchant's again, as much as it was. */
export function returnedTo({ settles }: Pick<Settling, 'settles'>, amount: number, settled: number): Booking {
  if (!settles) return unconverted;
  const taken_back = settles.taken_back - amount;
  const taken_back_settled = settles.taken_back_settled - settled;
  return { converted: asBooked(settled, settles), change: { settles: { ...settles, taken_back, taken_back_settled } } };
}

const asBooked = (amount: number, { currency, exchange_rate }: Settles): Converted => ({
  amount,
  currency,
  exchange_rate: Number(exchange_rate),
});
