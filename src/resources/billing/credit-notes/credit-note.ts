import { nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_amounts, money, tax_amounts, taxes, taxes_for_payer } from '../invoices/parts.js';
import { line_for_payer, lines, pretax_credit_amounts } from './line.js';

/** Why something is given back. */
export const reason = oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory');

/** A refund that is part of a note. */
const refund_part = object({
  amount_refunded: integer(),
  payment_record_refund: nullable(object({ payment_record: text, refund_group: text })),
  refund: ref('refund'),
  type: nullable(oneOf('refund')),
});

/** What is taken off a final invoice: less is due of it, or some of what was paid goes back. */
export const creditNote = resource({
  object: 'credit_note',
  title: 'credit note',
  prefix: 'cn',
  fields: {
    amount: money,
    amount_shipping: money,
    currency,
    customer: ref('customer'),
    customer_account: nullable(text),
    customer_balance_transaction: nullable(ref('customer_balance_transaction')),
    discount_amount: money,
    discount_amounts,
    effective_at: nullable(timestamp),
    invoice: ref('invoice'),
    lines,
    memo: nullable(text),
    metadata,
    number: text,
    out_of_band_amount: nullable(money),
    pdf: text,
    post_payment_amount: money,
    pre_payment_amount: money,
    pretax_credit_amounts,
    reason: nullable(reason),
    /** The first of its refunds, as older clients read it. */
    refund: nullable(ref('refund')),
    refunds: listOf(refund_part),
    shipping_cost: nullable(object({ amount_subtotal: integer(), amount_tax: integer(), amount_total: integer() })),
    subtotal: money,
    subtotal_excluding_tax: nullable(money),
    tax_amounts,
    total: money,
    total_excluding_tax: nullable(money),
    total_taxes: taxes,
    type: oneOf('pre_payment', 'post_payment', 'mixed'),
    voided_at: nullable(timestamp),
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
    reason: true,
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
