import { knows, type Rate, rateOf } from '../../../arithmetic/fx/rates.js';
import { sample_rates } from '../../../arithmetic/fx/sample.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { RateTable } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { FxQuote } from './fx-quote.js';

/** The rates of this very moment: those that were loaded, and in test mode the sample until there are any. */
export function currentRates(loaded: RateTable | null, livemode: boolean): RateTable | null {
  return loaded ?? (livemode ? null : sample_rates);
}

/** Why there is nothing to convert by at all. */
export const not_loaded: Refusal = {
  code: 'exchange_rate_unavailable',
  message: 'No exchange rates have been loaded for live mode. The operator of this service sets their address in FLORIN_FX_RATES.',
};

/** A pair of currencies with the parameters that name them. */
export type Sent = { readonly from: string; readonly to: string; readonly from_param: string; readonly to_param: string };

/** The rate of a pair of different currencies, or why there is none. */
export function askedRate(table: RateTable, { from, to, from_param, to_param }: Sent, spread_basis_points: number, asked: Asked): Rate {
  if (from === to)
    return asked.refuse({
      code: 'parameter_invalid',
      param: from_param,
      message: `${from} needs no conversion into itself. Send another currency.`,
    });
  const rate = rateOf(table, from, to, spread_basis_points);
  if (rate) return rate;
  return asked.refuse(knows(table, to) ? unknown(from, from_param) : unknown(to, to_param));
}

const unknown = (currency: string, param: string): Refusal => ({
  code: 'exchange_rate_unavailable',
  param,
  message: `There is no exchange rate for ${currency}. Choose another currency.`,
});

/** What a quote is wanted for: a pair of currencies, and which usages hold for it. */
export type Wanted = {
  readonly from: string;
  readonly to: string;
  readonly usages: readonly FxQuote['usage']['type'][];
  /** What that is called. */
  readonly purpose: string;
};

/** The rate that a quote holds, or why it holds none for this. */
export function quotedRate(
  { id, lock_expires_at, lock_status, rates, to_currency, usage }: FxQuote,
  { from, to, usages, purpose }: Wanted,
  now: number,
  asked: Asked,
): string {
  const rate = to === to_currency ? rates[from]?.exchange_rate_decimal : undefined;
  const unusable = (message: string): Refusal => ({ code: 'fx_quote_invalid', param: 'fx_quote', message });
  if (!usages.includes(usage.type))
    return asked.refuse(unusable(`The quote ${id} is not for ${purpose}. Create one with usage[type]=${usages[0]}.`));
  if (lock_expires_at === null)
    return asked.refuse(unusable(`The quote ${id} holds no rate. Create one with a lock_duration, or leave fx_quote out.`));
  if (lock_expires_at <= now || lock_status === 'expired')
    return asked.refuse(unusable(`The quote ${id} has expired. Create another one.`));
  return rate ?? asked.refuse(unusable(`The quote ${id} has no rate from ${from} to ${to}. Create one for these currencies.`));
}
