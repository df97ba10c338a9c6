import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { constants } from '../kit/fields.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, words } from '../say.js';

type Card = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly brand: string;
  readonly cardholder: { readonly id: string; readonly name: string } | string;
  readonly cancellation_reason: string | null;
  readonly currency: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly last4: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly replaced_by: string | null;
  readonly replacement_for: string | null;
  readonly spending_controls: { readonly spending_limits: readonly { readonly amount: number; readonly interval: string }[] | null };
  readonly type: string;
};

const nameOf = ({ brand, last4 }: Card): string => `${brand} •••• ${last4}`;

const actions: readonly Action<Card>[] = [
  {
    label: 'Test purchase',
    is_primary: true,
    when: ({ status }) => status === 'active',
    fields: ({ currency }) => [
      { name: 'amount', label: 'Amount', kind: 'amount', initial: '10', is_required: true, currency: () => currency },
      { name: 'merchant_data[name]', label: 'Merchant', kind: 'text', initial: 'Corner Shop' },
    ],
    request: ({ id, currency }, parameters) => post('test_helpers/issuing/authorizations', { card: id, currency, ...parameters }),
    next: (answer) => `/authorizations/${(answer as Card).id}`,
  },
  {
    label: 'Activate',
    when: ({ status }) => status === 'inactive',
    request: ({ id }) => post(`issuing/cards/${id}`, { status: 'active' }),
  },
  { label: 'Freeze', when: ({ status }) => status === 'active', request: ({ id }) => post(`issuing/cards/${id}`, { status: 'inactive' }) },
  {
    label: 'Change limit',
    when: ({ status }) => status !== 'canceled',
    fields: ({ currency }) => [
      {
        name: 'spending_controls[spending_limits][0][amount]',
        label: 'Limit',
        kind: 'amount',
        is_required: true,
        currency: () => currency,
      },
      {
        ...{ name: 'spending_controls[spending_limits][0][interval]', label: 'Of', kind: 'choice' },
        choices: constants(['monthly', 'daily', 'weekly', 'yearly', 'all_time', 'per_authorization']),
      },
    ],
    request: ({ id }, parameters) => post(`issuing/cards/${id}`, parameters),
  },
  {
    label: 'Cancel',
    is_destructive: true,
    when: ({ status }) => status !== 'canceled',
    question: () => say('A canceled card cannot be activated again.'),
    fields: () => [
      {
        ...{ name: 'cancellation_reason', label: 'Reason', kind: 'choice' },
        choices: [
          { value: '', label: 'Other' },
          { value: 'lost', label: 'Lost' },
          { value: 'stolen', label: 'Stolen' },
        ],
      },
    ],
    request: ({ id }, parameters) => post(`issuing/cards/${id}`, { status: 'canceled', ...parameters }),
  },
];

/** Issued cards. */
export const cards: Description<Card> = {
  name: 'cards',
  path: 'issuing/cards',
  label: 'Cards',
  one: 'card',
  expand: ['cardholder'],
  title: nameOf,
  status: ({ status }) => status,
  columns: [
    member.text('Card', nameOf),
    member.status((it) => it.status),
    member.reference('Cardholder', (it) => it.cardholder),
    member.constant('Type', (it) => it.type),
    member.text('Expires', ({ exp_month, exp_year }) => `${String(exp_month).padStart(2, '0')}/${exp_year}`),
    member.created,
    member.id,
  ],
  filters: [
    choice('status', ['active', 'inactive', 'canceled'], 'Status'),
    choice('type', ['virtual', 'physical'], 'Type'),
    equal('cardholder', 'Cardholder', 'ich_…'),
    equal('last4', 'Last four digits'),
    dates(),
  ],
  empty: {
    text: 'Issued cards appear here. The page of a cardholder issues them, or this command:',
    command: 'issuing/cards -d cardholder=ich_… -d currency=usd -d type=virtual -d status=active',
  },
  facts: [
    member.created,
    member.reference('Cardholder', (it) => it.cardholder),
    member.constant('Type', (it) => it.type),
    member.text('Currency', ({ currency }) => currency.toUpperCase()),
    member.text('Limits', ({ spending_controls, currency }) =>
      spending_controls.spending_limits?.map(({ amount, interval }) => `${money(amount, currency)} · ${words(interval)}`).join(', '),
    ),
    member.constant('Canceled because', (it) => it.cancellation_reason),
    member.reference('Replaces', (it) => it.replacement_for),
    member.reference('Replaced by', (it) => it.replaced_by),
    member.metadata,
  ],
  related: [
    { of: 'authorizations', parameters: ({ id }) => ({ card: id }) },
    { of: 'card-transactions', parameters: ({ id }) => ({ card: id }) },
  ],
  actions,
};
