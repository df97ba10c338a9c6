import { about } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { invoicePayment } from './invoice-payment.js';

/** The invoice payments group. */
export const invoicePayments = [
  retrieve(invoicePayment, 'GET /v1/invoice_payments/:id', { about: 'Retrieves a payment of an invoice.' }),
  list(
    invoicePayment,
    ['GET /v1/invoice_payments', 'GET /v1/invoice_payments/list'],
    {
      ...pick(invoicePayment.fields, 'invoice'),
      payment: about(
        'Only the invoice payment of this payment.',
        object({
          payment_intent: about('The payment intent that pays an invoice.', ref('payment_intent')),
          type: about('The kind of payment; `payment_intent` for all that Florin creates.', oneOf('payment_intent', 'payment_record')),
        }),
      ),
      status: about('Only the invoice payments in this state.', oneOf('open', 'paid', 'canceled')),
    },
    { about: 'Lists payments of invoices, newest first.' },
  ),
] as const;
