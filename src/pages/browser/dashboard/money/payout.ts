import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Payout = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount: number;
  readonly arrival_date: number;
  readonly automatic: boolean;
  readonly balance_transaction: string | null;
  readonly beneficiary: member.Referred;
  readonly currency: string;
  readonly description: string | null;
  readonly destination: member.Referred;
  readonly failure_message: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly method: string;
  readonly original_payout: string | null;
  readonly reversed_by: string | null;
  readonly statement_descriptor: string | null;
};

const create: Action<null> = {
  label: 'Create payout',
  is_primary: true,
  fields: () => [
    { name: 'currency', label: 'Currency', kind: 'text', initial: 'usd', is_required: true },
    { name: 'amount', label: 'Amount', kind: 'amount', is_required: true, currency: ({ currency }) => String(currency) },
    {
      ...{ name: 'beneficiary', label: 'Beneficiary', kind: 'object', of: 'beneficiaries' },
      hint: 'Without one, the payout goes to your bank account in this currency.',
    },
    { name: 'statement_descriptor', label: 'Statement descriptor', kind: 'text' },
    { name: 'description', label: 'Description', kind: 'text' },
    { name: 'metadata', label: 'Metadata', kind: 'pairs' },
  ],
  request: (_, parameters) => post('payouts', parameters),
  next: (answer) => `/payouts/${(answer as Payout).id}`,
};

/** Payouts. */
export const payouts: Description<Payout> = {
  name: 'payouts',
  path: 'payouts',
  label: 'Payouts',
  one: 'payout',
  expand: ['destination'],
  title: ({ amount, currency }) => money(amount, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.text('Destination', ({ beneficiary, destination }) => member.idOf(beneficiary) ?? member.idOf(destination)),
    member.time('Arrives', (it) => it.arrival_date),
    member.created,
    member.extra(member.flag('Automatic', (it) => it.automatic)),
    member.id,
  ],
  filters: [
    choice('status', ['pending', 'in_transit', 'paid', 'failed', 'canceled'], 'Status'),
    dates('arrival_date', 'Arrives'),
    dates(),
    equal('beneficiary', 'Beneficiary'),
  ],
  empty: {
    text: 'Payouts appear here. This command creates one from the available balance:',
    command: 'payouts -d amount=1000 -d currency=usd',
  },
  create,
  facts: [
    member.created,
    member.time('Arrives', (it) => it.arrival_date),
    member.flag('Automatic', (it) => it.automatic),
    member.constant('Method', (it) => it.method),
    member.reference('Beneficiary', (it) => it.beneficiary),
    member.text('Destination', (it) => member.idOf(it.destination)),
    member.reference('Balance transaction', (it) => it.balance_transaction),
    member.text('Failure', (it) => it.failure_message),
    member.reference('Reverses', (it) => it.original_payout),
    member.reference('Reversed by', (it) => it.reversed_by),
    member.text('Statement descriptor', (it) => it.statement_descriptor),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  related: [
    { of: 'balance-transactions', label: 'Contents', parameters: ({ id }) => ({ payout: id }), when: ({ automatic }) => automatic },
  ],
  actions: [
    {
      label: 'Cancel',
      is_destructive: true,
      when: ({ status }) => status === 'pending',
      question: () => say('The amount returns to the available balance.'),
      request: ({ id }) => post(`payouts/${id}/cancel`),
    },
    {
      label: 'Reverse',
      is_destructive: true,
      when: ({ status, original_payout, reversed_by }) => status === 'paid' && !original_payout && !reversed_by,
      question: () => say('The bank is asked to return the money.'),
      request: ({ id }) => post(`payouts/${id}/reverse`),
    },
  ],
};
