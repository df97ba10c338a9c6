import { nullable } from '../../base/fields.js';
import { integer, metadata, oneOf, ref, text } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { type It, resource } from '../../base/resource.js';

/** A change of what a customer owes (above zero) or is owed (below zero) until their next invoice, and what explains it. */
export const customerBalanceTransaction = resource({
  object: 'customer_balance_transaction',
  prefix: 'cbtxn',
  fields: {
    amount: integer(),
    checkout_session: nullable(ref('checkout.session')),
    credit_note: nullable(ref('credit_note')),
    currency,
    customer: ref('customer'),
    customer_account: nullable(text),
    description: nullable(text),
    ending_balance: integer(),
    invoice: nullable(ref('invoice')),
    metadata,
    type: oneOf(
      ...(['adjustment', 'applied_to_invoice', 'checkout_session_subscription_payment'] as const),
      ...(['checkout_session_subscription_payment_canceled', 'credit_note', 'initial', 'invoice_overpaid', 'invoice_too_large'] as const),
      ...(['invoice_too_small', 'migration', 'unapplied_from_invoice', 'unspent_receiver_credit'] as const),
    ),
  },
  start: null,
  columns: ['customer', 'invoice'],
});

/** A change of a customer's balance as rules see it. */
export type CustomerBalanceTransaction = It<typeof customerBalanceTransaction>;
