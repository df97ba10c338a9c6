import { converted, costOf, type Pair } from '../../../arithmetic/fx/convert.js';
import type { Around, Asked, Effects } from '../../../kernel/base/effects.js';
import { billed_max } from '../../../kernel/base/money.js';
import { balance, type RateTable, rates } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { type Conversion, unconvert } from '../balance/conversion.js';
import { type FxQuote, fxQuote } from '../fx-quotes/fx-quote.js';
import { askedRate, currentRates, not_loaded, quotedRate } from '../fx-quotes/rates.js';
import type { Amount, AmountsGiven } from './amounts.js';
import type { payout } from './payout.js';

/** What is read of a payout that is paid in another currency than it is taken from. */
export const conversion_reads = {
  fx_quote: fxQuote,
  loaded: rates('source_currency'),
  /** The existing balance in the paid currency: below zero where it is owed. */
  beside: balance('merchant_available', 'payment_currency', 'currency', 'source_currency'),
} as const;

/** What of it is looked at. */
type Seen = {
  readonly fx_quote: FxQuote | null;
  readonly loaded: RateTable | null;
  readonly beside: number;
  readonly account: { readonly fx: { readonly spread_basis_points: number } } | null;
};

/** A conversion before there is a payout that explains it. */
export type Converting = Omit<Conversion, 'payout'>;

/** How a payout is converted, or why it cannot be; null where it is paid in the currency that it is taken from. */
export function conversionOf(given: AmountsGiven, seen: Seen, asked: Asked): Converting | null {
  const { source_currency: from } = given;
  const to = given.payment_currency ?? given.currency;
  if (!from || !to || from === to || (given.currency && given.currency !== to)) return seen.fx_quote && asked.refuse(nothing_to_convert);
  const rate = seen.fx_quote
    ? quotedRate(seen.fx_quote, { from, to, ...for_payouts }, asked.now, asked)
    : rateNow(seen, from, to, asked.livemode, asked);
  if (typeof rate !== 'string') return asked.refuse(rate);
  const found = amountsOf(given, { from, to, exchange_rate: rate }, asked);
  if (seen.beside < 0) return asked.refuse({ code: 'balance_insufficient', param: 'payment_currency', message: owed(to) });
  return { ...found, source_currency: from, currency: to, exchange_rate: Number(rate) };
}

/** The amounts of a conversion, and the parameters that set them. */
export const paidOf = ({ amount, currency }: Converting, given: AmountsGiven): Amount => ({
  amount,
  currency,
  param: given.source_amount !== undefined ? 'source_amount' : given.payment_amount !== undefined ? 'payment_amount' : 'amount',
  currency_param: given.payment_currency === undefined ? 'currency' : 'payment_currency',
});

/** A conversion as its payout shows it: both sides, and the rate. */
export const asConverted = ({ amount, currency, ...of_source }: Converting) => ({
  ...of_source,
  payment_amount: amount,
  payment_currency: currency,
});

/** What was converted for a payout whose funds are available again becomes what it was. */
export function unconverted(it: It<typeof payout>, around: Around): Effects {
  const { id, amount, currency, source_amount, source_currency, exchange_rate } = it;
  if (exchange_rate === null || source_amount === null || source_currency === null) return null;
  return unconvert({ amount, currency, source_amount, source_currency, exchange_rate, payout: id }, around);
}

const for_payouts = { usages: ['payout'], purpose: 'payouts' } as const;

const nothing_to_convert: Refusal = {
  code: 'fx_quote_invalid',
  param: 'fx_quote',
  message: 'An FX quote is for a payout that is converted. Send source_currency and payment_currency, or leave fx_quote out.',
};

const owed = (currency: string): string => `Your available balance in ${currency} is below zero. Top it up, then pay out in ${currency}.`;

/** The rate of this moment. */
function rateNow({ loaded, account }: Seen, from: string, to: string, livemode: boolean, asked: Asked): string {
  const table = currentRates(loaded, livemode);
  if (!table) return asked.refuse(not_loaded);
  const sent = { from, to, from_param: 'source_currency', to_param: 'payment_currency' };
  return askedRate(table, sent, account?.fx.spread_basis_points ?? 0, asked).exchange_rate;
}

/** What is taken and what is paid: one of them is said, and the other comes of the rate. */
function amountsOf(
  { amount, source_amount, payment_amount }: AmountsGiven,
  pair: Pair,
  asked: Asked,
): Pick<Converting, 'source_amount' | 'amount'> {
  const paid = payment_amount ?? amount;
  if (amount !== undefined && amount !== paid)
    return asked.refuse({ code: 'parameters_exclusive', param: 'payment_amount', message: either });
  if (source_amount === undefined)
    return paid === undefined
      ? asked.refuse(missing)
      : within(costOf(paid, pair), 'payment_amount', (cost) => ({ source_amount: cost, amount: paid }), asked);
  if (paid !== undefined) return asked.refuse({ code: 'parameters_exclusive', param: 'source_amount', message: either });
  return within(converted(source_amount, pair), 'source_amount', (result) => ({ source_amount, amount: result }), asked);
}

const either = 'Send source_amount or payment_amount: the other one comes of the exchange rate.';
const missing: Refusal = {
  code: 'parameter_missing',
  param: 'payment_amount',
  message: `Missing required param: payment_amount. ${either}`,
};

/** A converted amount is at least one minor unit, and at most the maximum of a payout. */
function within<T>(units: bigint, param: string, take: (amount: number) => T, asked: Asked): T {
  if (units < 1n) return asked.refuse({ code: 'amount_too_small', param, message: 'The amount is converted to 0. Send a larger amount.' });
  if (units > BigInt(billed_max))
    return asked.refuse({ code: 'amount_too_large', param, message: 'The converted amount exceeds the maximum. Send a smaller amount.' });
  return take(Number(units));
}
