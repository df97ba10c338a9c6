import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { isShared } from '../../connect/transfers/sharing.js';
import type { FxQuote } from '../../money/fx-quotes/fx-quote.js';
import { quotedRate } from '../../money/fx-quotes/rates.js';
import { type Settles, settlesIn, worth } from '../charges/settles.js';
import type { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;
type Paid = Pick<Intent, 'amount' | 'currency' | 'application_fee_amount' | 'transfer_data'>;

const for_payments = { usages: ['payment', 'payin'], purpose: 'payments' } as const;

/** What a payment settles in, and at which rate: that of its quote, which was held when it was confirmed. */
export function settledBy({ id, rates, to_currency: currency }: FxQuote, paid_in: string): { readonly settles: Settles } {
  const exchange_rate = rates[paid_in]?.exchange_rate_decimal;
  if (exchange_rate === undefined) throw new Error(`The quote ${id} has no rate for ${paid_in}`);
  return { settles: settlesIn({ currency, exchange_rate }) };
}

/** Why a payment cannot be converted by a quote; null where it can, or where it has none. */
export function requireSettleable(it: Paid, quote: FxQuote | null, now: number, asked: Asked): void {
  if (!quote) return;
  if (isShared(it)) asked.refuse(is_shared);
  const { amount, currency: from } = it;
  const { to_currency: to } = quote;
  const exchange_rate = quotedRate(quote, { from, to, ...for_payments }, now, asked);
  if (typeof exchange_rate !== 'string') asked.refuse(exchange_rate);
  if (worth(amount, from, settlesIn({ currency: to, exchange_rate })) < 1) asked.refuse(too_little);
}

const too_little: Refusal = {
  code: 'amount_too_small',
  param: 'amount',
  message: 'The amount is converted to 0. Send a larger amount, or leave fx_quote out.',
};

const is_shared: Refusal = {
  code: 'parameters_exclusive',
  param: 'fx_quote',
  message: 'A payment that is shared with a connected account cannot be converted. Leave fx_quote out.',
};

/** The same of one that is changed, where that changes what is converted. */
export const requireSettledSo = (it: Intent, changed: Intent, quote: FxQuote | null, now: number, asked: Asked): void => {
  if (of_conversion.some((name) => it[name] !== changed[name])) requireSettleable(changed, quote, now, asked);
};

const of_conversion = ['amount', 'currency', 'fx_quote'] as const;
