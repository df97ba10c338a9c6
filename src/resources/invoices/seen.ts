import { one, own } from '../../base/reads.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { card } from '../sources/card.js';

/** What can pay an invoice without its customer: its own method, then theirs. */
export const methods = {
  customer,
  own_method: one(paymentMethod, 'default_payment_method'),
  own_source: one(card, 'default_source'),
  method_of_own_source: one(paymentMethod, 'own_source.payment_method'),
  method_of_customer: one(paymentMethod, 'customer.invoice_settings.default_payment_method'),
  source_of_customer: one(card, 'customer.default_source'),
  method_of_source: one(paymentMethod, 'source_of_customer.payment_method'),
} as const;

/** What says how an invoice is collected. */
export const collecting = { account: own(account), payment: invoicePayment, payment_intent: paymentIntent } as const;
