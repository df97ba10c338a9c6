import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { lineItemFields } from './line-item-fields.js';
import { LineItems } from './line-items.js';
import { PageAddress } from './page-address.js';

type PaymentLink = {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly allow_promotion_codes: boolean;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly restrictions: { readonly completed_sessions: { readonly count: number; readonly limit: number } } | null;
  readonly submit_type: string;
  readonly url: string;
};

const statusOf = ({ active }: PaymentLink): string => (active ? 'active' : 'inactive');

const create: Action<null> = {
  label: 'Create payment link',
  is_primary: true,
  fields: () => [
    lineItemFields,
    { name: 'allow_promotion_codes', label: 'Accept promotion codes', kind: 'flag' },
    { name: 'phone_number_collection[enabled]', label: 'Ask for a phone number', kind: 'flag' },
    { name: 'restrictions[completed_sessions][limit]', label: 'Maximum number of payments', kind: 'number' },
    { name: 'after_completion[hosted_confirmation][custom_message]', label: 'Message after the payment', kind: 'text' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) =>
    post('payment_links', {
      ...parameters,
      ...('after_completion[hosted_confirmation][custom_message]' in parameters && { 'after_completion[type]': 'hosted_confirmation' }),
    }),
  next: (answer) => `/payment-links/${(answer as PaymentLink).id}`,
};

/** Payment links. */
export const paymentLinks: Description<PaymentLink> = {
  name: 'payment-links',
  path: 'payment_links',
  label: 'Payment links',
  one: 'payment link',
  title: ({ metadata, id }) => metadata.name ?? say('Payment link {id}', { id: id.slice(-6) }),
  status: statusOf,
  columns: [
    member.text('Address', ({ url }) => new URL(url).pathname),
    member.status(statusOf),
    member.text('Currency', ({ currency }) => currency.toUpperCase()),
    member.created,
    member.extra(member.copied('URL', (it) => it.url)),
    member.extra(member.metadata),
    member.id,
  ],
  filters: [choice('active', ['true', 'false'], 'Active')],
  empty: {
    text: 'Payment links sell without code. This command creates one for a price:',
    command: "payment_links -d 'line_items[0][price]=price_…' -d 'line_items[0][quantity]=1'",
  },
  create,
  facts: [
    member.created,
    member.text('Currency', ({ currency }) => currency.toUpperCase()),
    member.flag('Accepts promotion codes', (it) => it.allow_promotion_codes),
    member.text('Payments', ({ restrictions }) =>
      restrictions
        ? say('{part} of {whole}', { part: restrictions.completed_sessions.count, whole: restrictions.completed_sessions.limit })
        : null,
    ),
    member.constant('Button', (it) => it.submit_type),
    member.metadata,
  ],
  sections: [
    { label: 'Address', Show: PageAddress },
    { label: 'Line items', Show: ({ item }) => <LineItems path={`payment_links/${item.id}/line_items`} /> },
  ],
  related: [{ of: 'checkout-sessions', parameters: ({ id }) => ({ payment_link: id }) }],
  actions: [
    {
      label: 'Deactivate',
      when: ({ active }) => active,
      question: () => say('Visitors of the address see that it is inactive.'),
      request: ({ id }) => post(`payment_links/${id}`, { active: false }),
    },
    { label: 'Activate', when: ({ active }) => !active, request: ({ id }) => post(`payment_links/${id}`, { active: true }) },
  ],
};
