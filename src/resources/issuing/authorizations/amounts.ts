import type { RateTable } from '../../../base/reads.js';
import type { Refusal } from '../../../base/refusal.js';
import { converted } from '../../../fx/convert.js';
import { askedRate, currentRates, isRefusal, not_loaded } from '../../fx-quotes/rates.js';

/** What the network says of an amount: in the card's currency, in the merchant's, or in both. */
export type AmountsGiven = {
  readonly amount?: number;
  readonly currency?: string;
  readonly merchant_amount?: number;
  readonly merchant_currency?: string;
};

/** An amount in the card's currency, and in that of the merchant. */
export type Amounts = { readonly amount: number; readonly merchant_amount: number; readonly merchant_currency: string };

type Refused = { readonly refuse: Refusal };

/** The tables that were read by one of the two parameters which name a currency. */
export type Tables = { readonly by_merchant: RateTable | null; readonly by_currency: RateTable | null };

const missing: Refusal = { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' };

const differ: Refusal = {
  code: 'parameter_invalid',
  param: 'merchant_amount',
  message: 'The merchant takes the currency of the card, so that both amounts are one. Send only one of them.',
};

/** Both amounts of what a merchant asks for. What is said in one currency alone is converted by the rates of the moment, and nothing is kept of it. */
export function amountsOf(given: AmountsGiven, card: { readonly currency: string }, tables: Tables, livemode: boolean): Amounts | Refused {
  const merchant_currency = given.merchant_currency ?? given.currency ?? card.currency;
  const isCards = (given.currency ?? card.currency) === card.currency;
  const [amount, merchant_amount = isCards ? undefined : given.amount] = [isCards ? given.amount : undefined, given.merchant_amount];
  const either = amount ?? merchant_amount;
  if (either === undefined) return { refuse: missing };
  if (merchant_currency === card.currency) {
    if (amount !== undefined && merchant_amount !== undefined && amount !== merchant_amount) return { refuse: differ };
    return { amount: either, merchant_amount: either, merchant_currency };
  }
  if (amount !== undefined && merchant_amount !== undefined) return { amount, merchant_amount, merchant_currency };
  const table = currentRates(tables.by_merchant ?? tables.by_currency, livemode);
  if (!table) return { refuse: not_loaded };
  const [from, to] = amount === undefined ? [merchant_currency, card.currency] : [card.currency, merchant_currency];
  const param = given.merchant_currency === undefined ? 'currency' : 'merchant_currency';
  const rate = askedRate(table, { from, to, from_param: param, to_param: param }, 0);
  if (isRefusal(rate)) return { refuse: rate };
  const other = Number(converted(either, { from, to, exchange_rate: rate.exchange_rate }));
  return amount === undefined
    ? { amount: other, merchant_amount: either, merchant_currency }
    : { amount, merchant_amount: other, merchant_currency };
}

/** The merchant's side of a part of what was agreed, in minor units. */
export const shareOf = (part: number, { amount, merchant_amount }: Pick<Amounts, 'amount' | 'merchant_amount'>): number =>
  amount === merchant_amount || amount === 0
    ? part
    : Number((BigInt(part) * BigInt(merchant_amount) + BigInt(amount) / 2n) / BigInt(amount));
