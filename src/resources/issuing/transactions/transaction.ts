import { type Effect, type Effects, tell } from '../../../kernel/base/effects.js';
import { about, alwaysThere, internal, nullable } from '../../../kernel/base/fields.js';
import { outwardOf } from '../../../kernel/base/internal.js';
import { integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { amount_details } from '../amount-details.js';
import { merchant_data } from '../merchant-data.js';
import { purchase_details } from '../purchase-details.js';

/** Wallets that issued cards can be in. */
export const wallets = ['apple_pay', 'google_pay', 'samsung_pay'] as const;

/** Money that has moved by an issued card: below zero it was paid with it, above it came back. */
export const issuingTransaction = resource({
  object: 'issuing.transaction',
  title: 'transaction',
  prefix: 'ipi',
  fields: {
    amount: about("The amount in minor units of the card's currency: negative for a capture, positive for a refund.", integer()),
    amount_details: about('What the amount consists of besides the price; null if it was not reported.', nullable(amount_details)),
    authorization: about(
      'The authorization that was captured or refunded; null for a transaction without one.',
      nullable(ref('issuing.authorization')),
    ),
    balance_transaction: about('The balance transaction that changes the balance of issued cards.', nullable(ref('balance_transaction'))),
    card: about('The card that was used.', ref('issuing.card')),
    cardholder: about('The cardholder whose card was used.', nullable(ref('issuing.cardholder'))),
    currency: about('The currency of the card, in which `amount` is given.', currency),
    dispute: about('The dispute of this transaction; null if there is none.', nullable(ref('issuing.dispute'))),
    merchant_amount: about('The amount in minor units of `merchant_currency`, with the sign of `amount`.', integer()),
    merchant_currency: about('The currency of the merchant.', currency),
    merchant_data: about('The merchant who captured or refunded, as the card network reports it.', merchant_data),
    metadata,
    network_data: about(
      'How the card network identifies the transaction.',
      nullable(
        object({
          authorization_code: about('The approval code of the authorization; null without one.', nullable(text)),
          processing_date: about('The day on which the network settles, as `YYYY-MM-DD`.', nullable(text)),
          transaction_id: about("The card network's id of the transaction.", nullable(text)),
        }),
      ),
    ),
    purchase_details: about("The merchant's data about the purchase; null if none were sent.", alwaysThere(nullable(purchase_details))),
    /** How much of a capture has come back, in minor units: refunded by the merchant, or won by a dispute. */
    refunded: internal(integer()),
    token: about('The token of the card in a wallet that paid; null if no token was named.', nullable(ref('issuing.token'))),
    type: about('Whether the merchant took money (`capture`) or returned it (`refund`).', oneOf('capture', 'refund')),
    wallet: about('The wallet with which the card was used; null if it was used directly.', nullable(oneOf(...wallets))),
  },
  start: 'issuing_transaction.created',
  events: { updated: 'issuing_transaction.updated', told: ['issuing_transaction.purchase_details_receipt_updated'] },
  columns: ['card', 'cardholder', 'type'],
});

/** A transaction as rules see it. */
export type IssuingTransaction = It<typeof issuingTransaction>;

/** A new transaction; the receipt that its merchant sends along has an event of its own. */
export const withReceipt = (it: IssuingTransaction & Effect): Effects => [
  it,
  it.purchase_details?.receipt?.length ? tell(it, 'issuing_transaction.purchase_details_receipt_updated') : null,
];

/** What of a capture has not come back yet, in minor units: no more of it ever can, from whichever side. */
export const leftOf = ({ amount, refunded = 0 }: Pick<IssuingTransaction, 'amount' | 'refunded'>): number => -amount - refunded;

/** A transaction as its authorization shows it: without what only rules look at. */
export const shownTransaction = (it: IssuingTransaction): IssuingTransaction => outwardOf(issuingTransaction, it) as IssuingTransaction;
