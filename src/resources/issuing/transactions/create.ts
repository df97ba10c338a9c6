import { type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { one, rates } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { amountsOf, shareOf } from '../authorizations/amounts.js';
import { type Authorization, issuingAuthorization } from '../authorizations/authorization.js';
import { counting, type Spenders } from '../authorizations/money.js';
import { cardholder } from '../cardholders/cardholder.js';
import { issuedCard } from '../cards/card.js';
import { paidOnce } from '../cards/paid-once.js';
import { merchant_data_input, merchantOf } from '../merchant-data.js';
import { minor_units } from '../minor-units.js';
import { purchase_details } from '../purchase-details.js';
import { settled } from './settled.js';
import { type IssuingTransaction, issuingTransaction, leftOf, shownTransaction, withReceipt } from './transaction.js';

/** A transaction by which a merchant takes or gives money without having asked; networks let it through whatever the status of the card. */
const unaskedFor = (type: IssuingTransaction['type']) =>
  creation(issuingTransaction, {
    takes: {
      amount: about('The amount that moves, in minor units of `currency`; the balance can become negative.', required(minor_units)),
      card: about('The card that was used, whatever its status.', required(ref('issuing.card'))),
      currency: about('The currency of the amount; by default that of the card. Another one is converted.', currency),
      merchant_data: about('The merchant; unnamed members are those of a test merchant in the US.', merchant_data_input),
      purchase_details: about("The merchant's data about the purchase.", purchase_details),
    },
    reads: { card: issuedCard, by_currency: rates('currency') },
    decide: ({ it, input, card, by_currency }, asked) => {
      const { amount: said, currency = card.currency, merchant_data, purchase_details = null } = input;
      const found = amountsOf({ amount: said, currency }, card, { by_merchant: null, by_currency }, asked.livemode, asked);
      const { amount, merchant_amount, merchant_currency } = found;
      if (amount === 0) return asked.refuse(worth_nothing);
      const sign = type === 'capture' ? -1 : 1;
      const money = { amount: sign * amount, merchant_amount: sign * merchant_amount, merchant_currency, currency: card.currency };
      const of_card = { authorization: null, card: card.id, cardholder: card.held_by ?? null };
      const given = { ...money, ...of_card, merchant_data: merchantOf(merchant_data), purchase_details, type };
      const { members, effects } = settled(it.id, given, asked);
      return [effects, withReceipt(set(it, members)), type === 'capture' && paidOnce(card)];
    },
  });

const worth_nothing = {
  code: 'amount_too_small',
  param: 'amount',
  message: 'The amount is converted to 0 in the currency of the card. Send a larger amount.',
} as const;

/** Lets a merchant take money without asking, as on a plane (test mode); the balance may be left below zero. */
export const forceCapture = unaskedFor('capture');

/** Creates a refund without an earlier purchase on this card (test mode). */
export const unlinkedRefund = unaskedFor('refund');

/** Lets a merchant give back what was captured, or a part of it (test mode). The refund is a separate transaction, and reduces what can be refunded of the capture. */
export const refund = creation(issuingTransaction, {
  takes: {
    transaction: about('The captured transaction to refund.', required(ref('issuing.transaction'))),
    refund_amount: about('The amount to refund in minor units; by default everything that has not come back yet.', minor_units),
  },
  reads: {
    transaction: issuingTransaction,
    authorization: one(issuingAuthorization, 'transaction.authorization'),
    card: one(issuedCard, 'transaction.card'),
    cardholder: one(cardholder, 'transaction.cardholder'),
    next: one(issuedCard, 'card.replaced_by'),
  },
  decide: ({ it, input, transaction: taken, authorization, ...seen }, asked) => {
    const { amount, refunded = 0 } = taken;
    if (taken.type !== 'capture') return asked.refuse(not_a_capture);
    const left = leftOf(taken);
    const { refund_amount = left } = input;
    if (left === 0) return asked.refuse(all_back);
    if (refund_amount > left)
      return asked.refuse({ code: 'amount_too_large', param: 'refund_amount', message: `At most ${left} can be refunded.` });
    const merchant_amount = shareOf(refund_amount, { amount: -amount, merchant_amount: -taken.merchant_amount });
    const { members, effects } = settled(it.id, { ...taken, type: 'refund', amount: refund_amount, merchant_amount }, asked);
    const given = set(it, members);
    const changed = set(taken, { refunded: refunded + refund_amount }, null);
    return [effects, given, changed, authorization && givenBack(authorization, given, seen)];
  },
});

/** What came back is shown by its authorization, and was not spent. */
function givenBack(authorization: Authorization, given: IssuingTransaction, seen: Spenders): Effects {
  const { counted, spent } = counting(authorization, -given.amount, authorization.created, seen);
  return [set(authorization, { counted, transactions: [...authorization.transactions, shownTransaction(given)] }), spent];
}

const not_a_capture = {
  code: 'parameter_invalid',
  param: 'transaction',
  message: 'Only a capture can be refunded, and this transaction is a refund. Send the id of a capture.',
} as const;

const all_back = {
  code: 'charge_already_refunded',
  param: 'transaction',
  message: 'The whole amount of this transaction has been returned already, by refunds or by a dispute.',
} as const;
