import { about, nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_amounts, money, pretax_credit_amounts, tax_amounts, taxes, taxes_for_payer } from '../invoices/parts.js';
import { shipping_for_payer, shipping_shown } from '../invoices/shipping.js';
import { line_for_payer, lines } from './line.js';

/** Why something is given back. */
export const reason = about(
  'Why the credit is given; it does not change how it is given.',
  oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
);

/** A refund that is part of a note. */
const refund_part = object({
  amount_refunded: about('How much of the refund this credit note counts as its own, in minor units.', integer()),
  payment_record_refund: about(
    'A refund outside Florin; always null.',
    nullable(
      object({
        payment_record: about('The id of the payment outside Florin.', text),
        refund_group: about('The id of the group of refunds.', text),
      }),
    ),
  ),
  refund: about('The refund that gives the amount back.', ref('refund')),
  type: about('Always `refund`.', nullable(oneOf('refund'))),
});

/** What is taken off a final invoice: less is due of it, or some of what was paid goes back. */
export const creditNote = resource({
  object: 'credit_note',
  title: 'credit note',
  prefix: 'cn',
  fields: {
    amount: about('The credited amount in minor units, with taxes.', money),
    amount_shipping: about('The credited shipping cost without exclusive taxes, in minor units.', money),
    currency: about('The currency of the invoice, a three-letter ISO 4217 code.', currency),
    customer: about('The customer of the invoice.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    customer_balance_transaction: about(
      "The balance transaction that credits the customer's balance; null when nothing is credited there.",
      nullable(ref('customer_balance_transaction')),
    ),
    discount_amount: about('By how much discounts reduced the credited amount, in minor units.', money),
    discount_amounts: about('By how much each discount of the invoice reduced the credited amount.', discount_amounts),
    effective_at: about('The date on the credit note, in Unix seconds; the time of creation by default.', nullable(timestamp)),
    invoice: about('The invoice that is credited.', ref('invoice')),
    lines: about('All lines of the credit note.', lines),
    memo: about('The reason in your own words; the page and PDF show it.', nullable(text)),
    metadata,
    number: about('The number of the credit note: that of its invoice with `-CN-01` and so on.', text),
    out_of_band_amount: about('How much is given back outside Florin, in minor units; null without such an amount.', nullable(money)),
    pdf: about('The address of the credit note as a PDF.', text),
    post_payment_amount: about('The part that gives back what was paid, in minor units.', money),
    pre_payment_amount: about('The part that reduces what is still to be paid, in minor units.', money),
    pretax_credit_amounts: about(
      'By how much each discount of the invoice, and billing credits that were applied to it, reduced the credited amount before taxes.',
      pretax_credit_amounts,
    ),
    reason: about('Why the credit is given; null when not stated.', nullable(reason)),
    refund: about('The first of the refunds, in the older form; null without one.', nullable(ref('refund'))),
    refunds: about('The refunds that give back the paid part.', listOf(refund_part)),
    shipping_cost: about('The credited cost of shipping; null without it.', nullable(shipping_shown)),
    subtotal: about('The sum of the lines in minor units, after their discounts and before exclusive taxes.', money),
    subtotal_excluding_tax: about('The subtotal without inclusive taxes, in minor units.', nullable(money)),
    tax_amounts: about('The credited taxes by tax rate, in the form of versions before 2025-03-31.', tax_amounts),
    total: about('The credited amount in minor units, after discounts and with taxes.', money),
    total_excluding_tax: about('The total without any taxes, in minor units.', nullable(money)),
    total_taxes: about('The credited taxes by tax rate.', taxes),
    type: about(
      'Whether it reduces what is still to be paid (`pre_payment`), gives back what was paid (`post_payment`), or both (`mixed`).',
      oneOf('pre_payment', 'post_payment', 'mixed'),
    ),
    voided_at: about('When the credit note was voided, in Unix seconds; null unless it was.', nullable(timestamp)),
  },
  start: { issued: 'credit_note.created' },
  states: { issued: { void: 'credit_note.voided' }, void: {} },
  events: { updated: 'credit_note.updated' },
  unexpected: 'credit_note_unexpected_state',
  owner: 'invoice',
  columns: ['customer', 'invoice'],
  publishable: {
    id: true,
    object: true,
    amount: true,
    created: true,
    currency: true,
    discount_amounts: { amount: true, discount: true },
    effective_at: true,
    invoice: true,
    lines: { data: line_for_payer },
    livemode: true,
    memo: true,
    number: true,
    out_of_band_amount: true,
    pdf: true,
    post_payment_amount: true,
    pre_payment_amount: true,
    pretax_credit_amounts: { amount: true, type: true },
    reason: true,
    shipping_cost: shipping_for_payer,
    status: true,
    subtotal: true,
    subtotal_excluding_tax: true,
    total: true,
    total_excluding_tax: true,
    total_taxes: taxes_for_payer,
    type: true,
    voided_at: true,
  },
});

/** A credit note as rules see it. */
export type CreditNote = It<typeof creditNote>;
