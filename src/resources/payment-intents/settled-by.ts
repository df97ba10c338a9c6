import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { type Settles, settlesIn, worth } from '../charges/settles.js';
import type { FxQuote } from '../fx-quotes/fx-quote.js';
import { quotedRate } from '../fx-quotes/rates.js';
import type { paymentIntent } from './payment-intent.js';

type Paid = Pick<It<typeof paymentIntent>, 'amount' | 'currency'>;

const for_payments = { usages: ['payment', 'payin'], purpose: 'payments' } as const;

/** What a payment settles in, and at which rate: that of its quote, which was held when it was confirmed. */
export function settledBy({ id, rates, to_currency: currency }: FxQuote, paid_in: string): { readonly settles: Settles } {
  const exchange_rate = rates[paid_in]?.exchange_rate_decimal;
  if (exchange_rate === undefined) throw new Error(`The quote ${id} has no rate for ${paid_in}`);
  return { settles: settlesIn({ currency, exchange_rate }) };
}

/** Why a payment cannot be converted by a quote; null where it can, or where it has none. */
export function unsettleable({ amount, currency: from }: Paid, quote: FxQuote | null, now: number): Refusal | null {
  if (!quote) return null;
  const { to_currency: to } = quote;
  const exchange_rate = quotedRate(quote, { from, to, ...for_payments }, now);
  if (typeof exchange_rate !== 'string') return exchange_rate;
  return worth(amount, from, settlesIn({ currency: to, exchange_rate })) < 1 ? too_little : null;
}

const too_little: Refusal = {
  code: 'amount_too_small',
  param: 'amount',
  message: 'So little is converted to nothing. Ask for more, or leave fx_quote out.',
};

/** The same of one that is changed, where that changes what is converted. */
export const unsettledSo = (it: Paid, given: object, quote: FxQuote | null, now: number): Refusal | null =>
  of_conversion.some((name) => name in given) ? unsettleable(it, quote, now) : null;

const of_conversion = ['amount', 'currency', 'fx_quote'] as const;
