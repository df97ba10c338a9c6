import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { lineItemFields } from './line-item-fields.js';
import { LineItems } from './line-items.js';
import { PageAddress } from './page-address.js';

type Session = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount_total: number | null;
  readonly client_reference_id: string | null;
  readonly currency: string | null;
  readonly customer: member.Referred;
  readonly customer_details: { readonly email: string | null } | null;
  readonly expires_at: number;
  readonly invoice: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly mode: string;
  readonly payment_intent: string | null;
  readonly payment_link: string | null;
  readonly payment_status: string;
  readonly subscription: string | null;
  readonly url: string | null;
};

const create: Action<null> = {
  label: 'Create checkout session',
  is_primary: true,
  fields: () => [
    {
      ...{ name: 'mode', label: 'Mode', kind: 'choice' },
      choices: [
        { value: 'payment', label: 'Payment' },
        { value: 'subscription', label: 'Subscription' },
      ],
    },
    lineItemFields,
    { name: 'customer', label: 'Customer', kind: 'object', of: 'customers' },
    { name: 'allow_promotion_codes', label: 'Accept promotion codes', kind: 'flag' },
    { name: 'success_url', label: 'Address after the payment', kind: 'text', initial: `${location.origin}/dashboard/checkout-sessions` },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('checkout/sessions', parameters),
  next: (answer) => `/checkout-sessions/${(answer as Session).id}`,
};

/** Checkout sessions. */
export const sessions: Description<Session> = {
  name: 'checkout-sessions',
  path: 'checkout/sessions',
  label: 'Checkout sessions',
  one: 'checkout session',
  title: ({ amount_total, currency, mode }) => (amount_total !== null && currency ? money(amount_total, currency) : mode),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Total',
      (it) => it.amount_total,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.constant('Mode', (it) => it.mode),
    member.text('Payer', ({ customer_details, customer }) => customer_details?.email ?? member.idOf(customer)),
    member.constant('Payment', (it) => it.payment_status),
    member.created,
    member.extra(member.text('Reference', (it) => it.client_reference_id)),
    member.id,
  ],
  filters: [
    choice('status', ['open', 'complete', 'expired'], 'Status'),
    equal('customer', 'Customer', 'cus_…'),
    equal('payment_intent', 'Payment', 'pi_…'),
    equal('payment_link', 'Payment link', 'plink_…'),
    dates(),
  ],
  empty: {
    text: 'Visits of the checkout page appear here. This command creates one:',
    command:
      "checkout/sessions -d mode=payment -d 'line_items[0][price]=price_…' -d 'line_items[0][quantity]=1' -d success_url=https://example.com",
  },
  create,
  facts: [
    member.created,
    member.time('Expires', (it) => it.expires_at),
    member.constant('Mode', (it) => it.mode),
    member.constant('Payment status', (it) => it.payment_status),
    member.reference('Customer', (it) => it.customer),
    member.text('E-mail', (it) => it.customer_details?.email),
    member.reference('Payment', (it) => it.payment_intent),
    member.reference('Subscription', (it) => it.subscription),
    member.reference('Invoice', (it) => it.invoice),
    member.reference('Payment link', (it) => it.payment_link),
    member.text('Reference', (it) => it.client_reference_id),
    member.metadata,
  ],
  sections: [
    { label: 'Address', Show: PageAddress },
    { label: 'Line items', Show: ({ item }) => <LineItems path={`checkout/sessions/${item.id}/line_items`} /> },
  ],
  actions: [
    {
      label: 'Expire',
      is_destructive: true,
      when: ({ status }) => status === 'open',
      question: () => say('The payer can no longer pay on this page.'),
      request: ({ id }) => post(`checkout/sessions/${id}/expire`),
    },
  ],
};
