import { DownloadOf } from '../files/download.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { choice, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Quote = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount_total: number;
  readonly computed: { readonly recurring: { readonly amount_total: number } | null };
  readonly currency: string | null;
  readonly customer: member.Referred;
  readonly expires_at: number;
  readonly invoice: string | null;
  readonly line_items: { readonly data: readonly { readonly description: string; readonly quantity: number | null }[] };
  readonly metadata: Readonly<Record<string, string>>;
  readonly number: string | null;
  readonly subscription: string | null;
  readonly subscription_schedule: string | null;
};

const isLive = ({ status }: Quote): boolean => status === 'draft' || status === 'open';

/** Quotes. */
export const quotes: Description<Quote> = {
  name: 'quotes',
  path: 'quotes',
  label: 'Quotes',
  one: 'quote',
  expand: ['customer'],
  title: ({ id, number }) => number ?? id,
  status: ({ status }) => status,
  columns: [
    member.text('Quote', (it) => it.number ?? it.id),
    member.status((it) => it.status),
    member.reference('Customer', (it) => it.customer),
    member.amount(
      'Total',
      (it) => it.amount_total,
      (it) => it.currency,
    ),
    member.time('Valid until', (it) => it.expires_at),
    member.created,
  ],
  filters: [equal('customer', 'Customer', 'cus_…'), choice('status', ['draft', 'open', 'accepted', 'canceled'], 'Status')],
  empty: {
    text: 'Offers to customers appear here. This command drafts one:',
    command: 'quotes -d customer=cus_… -d line_items[0][price]=price_…',
  },
  facts: [
    member.created,
    member.time('Valid until', (it) => it.expires_at),
    member.reference('Customer', (it) => it.customer),
    member.amount(
      'Total',
      (it) => it.amount_total,
      (it) => it.currency,
    ),
    member.amount(
      'Each later period',
      (it) => it.computed.recurring?.amount_total,
      (it) => it.currency,
    ),
    member.text('Line items', ({ line_items }) =>
      line_items.data.map(({ description, quantity }) => `${description}${quantity === null ? '' : ` × ${quantity}`}`).join(', '),
    ),
    member.reference('Invoice', (it) => it.invoice),
    member.reference('Subscription', (it) => it.subscription),
    member.reference('Schedule', (it) => it.subscription_schedule),
    member.metadata,
  ],
  sections: [
    {
      label: 'PDF',
      is_aside: true,
      Show: ({ item: { id, number } }) => (number === null ? null : <DownloadOf path={`quotes/${id}/pdf`} name={`${number}.pdf`} />),
    },
  ],
  actions: [
    {
      label: 'Finalize',
      is_primary: true,
      when: ({ status }) => status === 'draft',
      question: () => say('The quote receives a number, and its content can no longer change.'),
      request: ({ id }) => post(`quotes/${id}/finalize`),
    },
    {
      label: 'Accept quote',
      is_primary: true,
      when: ({ status }) => status === 'open',
      question: () => say('The quote becomes an invoice or a subscription.'),
      request: ({ id }) => post(`quotes/${id}/accept`),
    },
    {
      label: 'Cancel',
      is_destructive: true,
      when: isLive,
      question: () => say('The quote can no longer be accepted.'),
      request: ({ id }) => post(`quotes/${id}/cancel`),
    },
  ],
};
