import { type Effect, type Effects, tell } from '../../../kernel/base/effects.js';
import { alwaysThere, internal, nullable } from '../../../kernel/base/fields.js';
import { outwardOf } from '../../../kernel/base/internal.js';
import { expandsTo, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
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
    amount: integer(),
    amount_details: nullable(amount_details),
    /** What was authorized before; null for what a merchant has taken or given without asking. */
    authorization: nullable(ref('issuing.authorization')),
    balance_transaction: nullable(ref('balance_transaction')),
    card: ref('issuing.card'),
    cardholder: nullable(ref('issuing.cardholder')),
    currency,
    dispute: nullable(ref('issuing.dispute')),
    merchant_amount: integer(),
    merchant_currency: currency,
    merchant_data,
    metadata,
    network_data: nullable(object({ authorization_code: nullable(text), processing_date: nullable(text), transaction_id: nullable(text) })),
    purchase_details: alwaysThere(nullable(purchase_details)),
    /** How much of a capture has come back, in minor units: refunded by the merchant, or won by a dispute. */
    refunded: internal(integer()),
    token: nullable(expandsTo('issuing.token', text)),
    type: oneOf('capture', 'refund'),
    wallet: nullable(oneOf(...wallets)),
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
