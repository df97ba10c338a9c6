import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { invoicePayment } from './invoice-payment.js';

/** The invoice payments group. */
export const invoicePayments = [
  retrieve(invoicePayment, 'GET /v1/invoice_payments/:id'),
  list(invoicePayment, ['GET /v1/invoice_payments', 'GET /v1/invoice_payments/list'], {
    ...pick(invoicePayment.fields, 'invoice'),
    payment: object({ payment_intent: ref('payment_intent'), type: oneOf('payment_intent', 'payment_record') }),
    status: oneOf('open', 'paid', 'canceled'),
  }),
] as const;
