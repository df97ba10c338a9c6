import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type TopUp = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount: number;
  readonly balance_transaction: string | null;
  readonly currency: string;
  readonly description: string | null;
  readonly destination_balance: string | null;
  readonly expected_availability_date: number | null;
  readonly metadata: Readonly<Record<string, string>>;
};

const create: Action<null> = {
  label: 'Create top-up',
  is_primary: true,
  fields: () => [
    { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
    { name: 'amount', label: 'Amount', kind: 'amount', is_required: true, currency: ({ currency }) => String(currency) },
    {
      ...{ name: 'destination_balance', label: 'Balance', kind: 'choice' },
      choices: [
        { value: 'payments', label: 'Payments' },
        { value: 'issuing', label: 'Issued cards' },
      ],
    },
    { name: 'description', label: 'Description', kind: 'text' },
  ],
  request: (_, parameters) => post('topups', parameters),
};

/** Top-ups: money that is added to the balance. */
export const topups: Description<TopUp> = {
  name: 'top-ups',
  path: 'topups',
  label: 'Top-ups',
  one: 'top-up',
  title: ({ amount, currency }) => money(amount, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.constant('Balance', (it) => it.destination_balance),
    member.text('Description', (it) => it.description),
    member.created,
    member.id,
  ],
  filters: [choice('status', ['pending', 'succeeded', 'failed', 'canceled', 'reversed'], 'Status'), dates()],
  empty: { text: 'Top-ups appear here. This command adds money to a test balance:', command: 'topups -d amount=100000 -d currency=usd' },
  create,
  facts: [
    member.created,
    member.constant('Balance', (it) => it.destination_balance),
    member.time('Expected', (it) => it.expected_availability_date),
    member.reference('Balance transaction', (it) => it.balance_transaction),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  actions: [
    {
      label: 'Cancel',
      is_destructive: true,
      when: ({ status }) => status === 'pending',
      question: () => say('The money is not collected.'),
      request: ({ id }) => post(`topups/${id}/cancel`),
    },
  ],
};
