import { about, nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** A change of what a customer owes (above zero) or is owed (below zero) until their next invoice, and what explains it. */
export const customerBalanceTransaction = resource({
  object: 'customer_balance_transaction',
  prefix: 'cbtxn',
  fields: {
    amount: about('The change of the balance in minor units: above zero the customer owes more, below zero less.', integer()),
    checkout_session: about(
      'The Checkout session whose payment moved the balance; null for other causes.',
      nullable(ref('checkout.session')),
    ),
    credit_note: about('The credit note that gave the credit; null for other causes.', nullable(ref('credit_note'))),
    currency: about('The currency of the amount, which is that of the customer.', currency),
    customer: about('The customer whose balance changed.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    description: about('A note for your own use.', nullable(text)),
    ending_balance: about('The balance after this change in minor units; below zero it is credit.', integer()),
    invoice: about('The invoice that used or restored the balance; null for other causes.', nullable(ref('invoice'))),
    metadata,
    type: about(
      'Why the balance changed, such as `adjustment` for your own changes or `applied_to_invoice` for credit that an invoice used.',
      oneOf(
        ...(['adjustment', 'applied_to_invoice', 'checkout_session_subscription_payment'] as const),
        ...(['checkout_session_subscription_payment_canceled', 'credit_note', 'initial', 'invoice_overpaid', 'invoice_too_large'] as const),
        ...(['invoice_too_small', 'migration', 'unapplied_from_invoice', 'unspent_receiver_credit'] as const),
      ),
    ),
  },
  start: null,
  columns: ['customer', 'invoice'],
});

/** A change of a customer's balance as rules see it. */
export type CustomerBalanceTransaction = It<typeof customerBalanceTransaction>;
