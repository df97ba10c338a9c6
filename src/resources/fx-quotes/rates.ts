import type { RateTable } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { knows, type Rate, rateOf } from '../../fx/rates.js';
import { sample_rates } from '../../fx/sample.js';

/** The rates of this very moment: those that were loaded, and in test mode the sample until there are any. */
export function currentRates(loaded: RateTable | null, livemode: boolean): RateTable | null {
  return loaded ?? (livemode ? null : sample_rates);
}

/** Why there is nothing to convert by at all. */
export const not_loaded: Refusal = {
  code: 'exchange_rate_unavailable',
  message: 'No exchange rates have been loaded for live mode. Whoever runs this service names where they are in FLORIN_FX_RATES.',
};

/** A pair of currencies with the parameters that name them. */
export type Asked = { readonly from: string; readonly to: string; readonly from_param: string; readonly to_param: string };

/** The rate of a pair of different currencies, or why there is none. */
export function askedRate(table: RateTable, { from, to, from_param, to_param }: Asked, spread_basis_points: number): Rate | Refusal {
  if (from === to)
    return { code: 'parameter_invalid', param: from_param, message: `${from} needs no conversion into itself. Send another currency.` };
  const rate = rateOf(table, from, to, spread_basis_points);
  return rate ?? (knows(table, to) ? unknown(from, from_param) : unknown(to, to_param));
}

const unknown = (currency: string, param: string): Refusal => ({
  code: 'exchange_rate_unavailable',
  param,
  message: `There is no exchange rate for ${currency}. Choose another currency.`,
});

/** Tells why there is no rate from a rate. */
export const isRefusal = (found: Rate | Refusal): found is Refusal => 'code' in found;
