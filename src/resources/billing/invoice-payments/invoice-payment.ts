import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';

/** What pays an invoice, and how much of it. */
export const invoicePayment = resource({
  object: 'invoice_payment',
  title: 'invoice payment',
  prefix: 'inpay',
  fields: {
    amount_paid: about('How much this payment has paid of the invoice, in minor units; null until it succeeds.', nullable(integer())),
    amount_requested: about('How much this payment is meant to pay, in minor units.', integer()),
    currency: about('The currency of the amounts, a three-letter ISO 4217 code.', currency),
    invoice: about('The invoice that is paid.', ref('invoice')),
    is_default: about('Whether the invoice created this payment itself, in contrast to an attached one.', flag),
    payment: about(
      'The payment that pays the invoice, as the id of its object.',
      object({
        charge: about('The charge that pays the invoice; always null, as payment intents do.', nullable(ref('charge'))),
        payment_intent: about('The payment intent that pays the invoice.', nullable(ref('payment_intent'))),
        type: about('Always `payment_intent`.', oneOf('payment_intent')),
      }),
    ),
    status_transitions: about(
      'When the payment reached its final state.',
      object({
        canceled_at: about('When the payment was canceled, in Unix seconds; null unless it was.', nullable(timestamp)),
        paid_at: about('When the payment succeeded, in Unix seconds; null until then.', nullable(timestamp)),
      }),
    ),
  },
  for_sdks: forSdks,
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
