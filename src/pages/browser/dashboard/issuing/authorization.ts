import { decimal, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Authorization = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount: number;
  readonly approved: boolean;
  readonly authorization_method: string;
  readonly card: { readonly id: string; readonly last4: string } | string;
  readonly cardholder: string | null;
  readonly currency: string;
  readonly merchant_data: {
    readonly name: string | null;
    readonly category: string;
    readonly city: string | null;
    readonly country: string | null;
  };
  readonly metadata: Readonly<Record<string, string>>;
  readonly request_history: readonly { readonly reason: string; readonly amount: number }[];
};

const isOpen = ({ status, approved }: Authorization): boolean => status === 'pending' && approved;

const actions: readonly Action<Authorization>[] = [
  {
    label: 'Capture test purchase',
    is_primary: true,
    when: isOpen,
    fields: ({ amount, currency }) => [
      {
        ...{ name: 'capture_amount', label: 'Amount', kind: 'amount', is_required: true },
        initial: decimal(amount, currency),
        currency: () => currency,
      },
    ],
    request: ({ id }, parameters) => post(`test_helpers/issuing/authorizations/${id}/capture`, parameters),
  },
  { label: 'Reverse', when: isOpen, request: ({ id }) => post(`test_helpers/issuing/authorizations/${id}/reverse`) },
  { label: 'Expire', when: isOpen, request: ({ id }) => post(`test_helpers/issuing/authorizations/${id}/expire`) },
];

/** Authorizations of issued cards. */
export const authorizations: Description<Authorization> = {
  name: 'authorizations',
  path: 'issuing/authorizations',
  label: 'Authorizations',
  one: 'authorization',
  title: ({ amount, currency, merchant_data }) =>
    merchant_data.name
      ? say('{amount} at {merchant}', { amount: money(amount, currency), merchant: merchant_data.name })
      : money(amount, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.flag('Approved', (it) => it.approved),
    member.text('Merchant', (it) => it.merchant_data.name),
    member.reference('Card', ({ card }) => (typeof card === 'string' ? card : { id: card.id, name: `•••• ${card.last4}` })),
    member.created,
    member.id,
  ],
  filters: [
    choice('status', ['pending', 'closed', 'reversed', 'expired'], 'Status'),
    equal('card', 'Card', 'ic_…'),
    equal('cardholder', 'Cardholder', 'ich_…'),
    dates(),
  ],
  empty: {
    text: 'Purchases with issued cards appear here. This command makes one:',
    command: 'test_helpers/issuing/authorizations -d card=ic_… -d amount=1000',
  },
  facts: [
    member.created,
    member.flag('Approved', (it) => it.approved),
    member.constant('Reason', (it) => it.request_history.at(-1)?.reason),
    member.constant('Method', (it) => it.authorization_method),
    member.text('Merchant', (it) => it.merchant_data.name),
    member.constant('Category', (it) => it.merchant_data.category),
    member.text('Place', ({ merchant_data }) => [merchant_data.city, merchant_data.country].filter(Boolean).join(', ')),
    member.reference('Card', ({ card }) => (typeof card === 'string' ? card : card.id)),
    member.reference('Cardholder', (it) => it.cardholder),
    member.metadata,
  ],
  actions,
};
