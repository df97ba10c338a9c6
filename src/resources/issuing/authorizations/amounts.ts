import { converted } from '../../../arithmetic/fx/convert.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { RateTable } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { askedRate, currentRates, not_loaded } from '../../money/fx-quotes/rates.js';

/** What the network says of an amount: in the card's currency, in the merchant's, or in both. */
export type AmountsGiven = {
  readonly amount?: number;
  readonly currency?: string;
  readonly merchant_amount?: number;
  readonly merchant_currency?: string;
};

/** An amount in the card's currency, and in that of the merchant. */
export type Amounts = { readonly amount: number; readonly merchant_amount: number; readonly merchant_currency: string };

/** The tables that were read by one of the two parameters which name a currency. */
export type Tables = { readonly by_merchant: RateTable | null; readonly by_currency: RateTable | null };

const missing: Refusal = { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' };

/** Why two things are said at once; null where there is one. */
function requireUnambiguous({ amount, currency, merchant_amount, merchant_currency }: AmountsGiven, of_card: string, asked: Asked): void {
  const isOther = currency !== undefined && currency !== of_card;
  if (isOther && (merchant_amount ?? merchant_currency) !== undefined) {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'currency',
      message: `With merchant_amount or merchant_currency, amount is in the currency of the card (${of_card}). Leave currency out, and send the request of the merchant as merchant_amount and merchant_currency.`,
    });
    return;
  }
  if ((merchant_currency ?? of_card) !== of_card) return;
  if (amount === undefined || merchant_amount === undefined || amount === merchant_amount) return;
  const message = `The currency of the merchant is ${of_card} as well, so merchant_amount must equal amount. Send only one of them, or another merchant_currency.`;
  asked.refuse({ code: 'parameter_invalid', param: 'merchant_amount', message });
}

/**
 * `amount` is in the card's currency and `merchant_amount` in the merchant's, which defaults to the card's (Stripe).
 * Alone, `amount` may be in another `currency`: then it is what the merchant asks for.
 */
const sidesOf = ({ amount, currency, merchant_amount, merchant_currency }: AmountsGiven, of_card: string) =>
  currency !== undefined && currency !== of_card
    ? { merchant_amount: amount, merchant_currency: currency, named_by: 'currency' }
    : { amount, merchant_amount, merchant_currency: merchant_currency ?? of_card, named_by: 'merchant_currency' };

/** Both amounts of what a merchant asks for. What is said in one currency alone is converted by the rates of the moment, and nothing is kept of it. */
export function amountsOf(
  given: AmountsGiven,
  card: { readonly currency: string },
  tables: Tables,
  livemode: boolean,
  asked: Asked,
): Amounts {
  requireUnambiguous(given, card.currency, asked);
  const { amount, merchant_amount, merchant_currency, named_by: param } = sidesOf(given, card.currency);
  const sent = amount ?? merchant_amount;
  if (sent === undefined) return asked.refuse(missing);
  if (merchant_currency === card.currency) return { amount: sent, merchant_amount: sent, merchant_currency };
  if (amount !== undefined && merchant_amount !== undefined) return { amount, merchant_amount, merchant_currency };
  const table = currentRates(tables.by_merchant ?? tables.by_currency, livemode);
  if (!table) return asked.refuse(not_loaded);
  const [from, to] = amount === undefined ? [merchant_currency, card.currency] : [card.currency, merchant_currency];
  const rate = askedRate(table, { from, to, from_param: param, to_param: param }, 0, asked);
  const other = Number(converted(sent, { from, to, exchange_rate: rate.exchange_rate }));
  return amount === undefined
    ? { amount: other, merchant_amount: sent, merchant_currency }
    : { amount, merchant_amount: other, merchant_currency };
}

/** The merchant's side of a part of what was agreed, in minor units. */
export const shareOf = (part: number, { amount, merchant_amount }: Pick<Amounts, 'amount' | 'merchant_amount'>): number =>
  amount === merchant_amount || amount === 0
    ? part
    : Number((BigInt(part) * BigInt(merchant_amount) + BigInt(amount) / 2n) / BigInt(amount));
