import { methodName } from '../format.js';
import type { Description } from '../kit/description.js';
import { choice, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { PaymentMethod } from '../objects.js';
import { say } from '../say.js';

type Method = PaymentMethod & {
  readonly created: number;
  readonly billing_details: { readonly name: string | null; readonly email: string | null };
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly country: string | null;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly fingerprint: string | null;
    readonly funding: string;
  } | null;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};

const expiry = ({ card }: Method): string => (card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '');

/** Payment methods, mostly those of one customer. */
export const paymentMethods: Description<Method> = {
  name: 'payment-methods',
  path: 'payment_methods',
  label: 'Payment methods',
  one: 'payment method',
  title: methodName,
  columns: [
    member.text('Payment method', methodName),
    member.text('Expires', expiry),
    member.text('Country', (it) => it.card?.country),
    member.created,
    member.id,
  ],
  filters: [choice('type', ['card', 'sepa_debit', 'us_bank_account', 'link', 'paypal'], 'Type'), equal('customer', 'Customer')],
  empty: { text: 'Saved payment methods appear here.', command: 'payment_methods -d type=card -d "card[token]=tok_visa"' },
  facts: [
    member.created,
    member.text('Expires', expiry),
    member.text('Funding', (it) => it.card?.funding),
    member.text('Country', (it) => it.card?.country),
    member.copied('Fingerprint', (it) => it.card?.fingerprint),
    member.text('Name', (it) => it.billing_details.name),
    member.text('E-mail', (it) => it.billing_details.email),
    member.reference('Customer', (it) => it.customer),
    member.metadata,
  ],
  actions: [
    {
      label: 'Make default',
      when: ({ customer }) => customer !== null,
      request: ({ id, customer }) => ({
        ...{ method: 'POST', path: `customers/${customer}` },
        parameters: { 'invoice_settings[default_payment_method]': id },
      }),
      done: () => say('Invoices and subscriptions without their own payment method use it.'),
    },
    {
      label: 'Detach',
      is_destructive: true,
      when: ({ customer }) => customer !== null,
      question: (it) =>
        say('The customer can no longer pay with {method}. A detached payment method cannot be attached again.', {
          method: methodName(it),
        }),
      request: ({ id }) => ({ method: 'POST', path: `payment_methods/${id}/detach` }),
    },
  ],
};
