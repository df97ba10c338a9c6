import { many, one, own } from '../../../kernel/base/reads.js';
import { account } from '../../accounts/accounts/account.js';
import { customer } from '../../customers/customers/customer.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { card } from '../../payments/sources/card.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { renderingTemplate } from '../rendering-templates/template.js';
import { subscription } from '../subscriptions/subscription.js';

/** What can pay an invoice without its customer: its own method, then that which its subscription has by now, then theirs. */
export const methods = {
  customer,
  own_method: one(paymentMethod, 'default_payment_method'),
  own_source: one(card, 'default_source'),
  method_of_own_source: one(paymentMethod, 'own_source.payment_method'),
  of_subscription: one(subscription, 'subscription'),
  method_of_subscription: one(paymentMethod, 'of_subscription.default_payment_method'),
  source_of_subscription: one(card, 'of_subscription.default_source'),
  method_of_subscription_source: one(paymentMethod, 'source_of_subscription.payment_method'),
  method_of_customer: one(paymentMethod, 'customer.invoice_settings.default_payment_method'),
  source_of_customer: one(card, 'customer.default_source'),
  method_of_source: one(paymentMethod, 'source_of_customer.payment_method'),
} as const;

/** What says how an invoice is collected. */
export const collecting = { account: own(account), payment: invoicePayment, payment_intent: paymentIntent } as const;

/** Whom an invoice is from or for, and whom it is passed on to, where those are other accounts. */
export const others = {
  of_issuer: one(account, 'issuer.account'),
  on_behalf: one(account, 'on_behalf_of'),
  destination: one(account, 'transfer_data.destination'),
} as const;

/** What an invoice is printed by. */
export const printing = { template: one(renderingTemplate, 'rendering.template') } as const;

/** How many tax ids of a customer stand on an invoice. */
const tax_ids_max = 50;

/** Whose numbers stand on an invoice. */
export const numbers = {
  tax_ids: many(taxId, { by: 'customer', of: 'customer', at_most: tax_ids_max, cut: true }),
  own_tax_ids: one(taxId, 'account_tax_ids'),
} as const;
