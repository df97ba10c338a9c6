import { nullable } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What pays an invoice, and how much of it. */
export const invoicePayment = resource({
  object: 'invoice_payment',
  title: 'invoice payment',
  prefix: 'inpay',
  fields: {
    amount_paid: nullable(integer()),
    amount_requested: integer(),
    currency,
    invoice: ref('invoice'),
    is_default: flag,
    payment: object({ charge: nullable(ref('charge')), payment_intent: nullable(ref('payment_intent')), type: oneOf('payment_intent') }),
    status_transitions: object({ canceled_at: nullable(timestamp), paid_at: nullable(timestamp) }),
  },
  start: { open: null },
  states: {
    open: { paid: 'invoice_payment.paid', canceled: null },
    paid: {},
    canceled: {},
  },
  owner: 'invoice',
  columns: ['invoice', 'payment.payment_intent', 'payment.type', 'status'],
});

/** A payment of an invoice as rules see it. */
export type InvoicePayment = It<typeof invoicePayment>;
