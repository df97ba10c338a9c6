import type { Around, Effects } from '../../../kernel/base/effects.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { booked } from '../../money/balance/balance-transaction.js';
import { codeOf, networkIdOf } from '../authorizations/codes.js';
import type { MerchantData } from '../merchant-data.js';
import type { IssuingTransaction, issuingTransaction } from './transaction.js';

type Same = 'amount' | 'card' | 'cardholder' | 'currency' | 'merchant_amount' | 'merchant_currency' | 'type';

/** Money that moves by a card: below zero where it is taken. */
export type Settling = Pick<IssuingTransaction, Same> & {
  readonly authorization: string | null;
  readonly merchant_data: MerchantData;
} & Pick<Settable<typeof issuingTransaction>, 'amount_details' | 'purchase_details' | 'token' | 'wallet'>;

/** The day on which the network settles. */
const dateOf = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10);

/** What a transaction of this id says, and the money that it moves. */
export function settled(
  id: string,
  of: Settling,
  around: Around,
): { readonly members: Settable<typeof issuingTransaction>; readonly effects: Effects } {
  const { amount, authorization, card, cardholder, currency, merchant_amount, merchant_currency, merchant_data, type } = of;
  const { amount_details = null, purchase_details = null, token = null, wallet = null } = of;
  const movement = amount < 0 ? 'issuing_captured' : 'issuing_refunded';
  const money = booked({ type: 'issuing_transaction', movement, amount, currency, source: id }, around);
  const authorization_code = authorization && codeOf(authorization, 0);
  const network_data = { authorization_code, processing_date: dateOf(around.now), transaction_id: networkIdOf(authorization ?? id) };
  const amounts = { amount, amount_details, currency, merchant_amount, merchant_currency };
  const about = { authorization, card, cardholder, merchant_data, network_data, purchase_details, token, type, wallet };
  return { members: { ...amounts, ...about, balance_transaction: money.id, refunded: 0 }, effects: money.effects };
}
