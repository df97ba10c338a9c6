import { decimal, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type Transfer = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly amount_reversed: number;
  readonly balance_transaction: string | null;
  readonly currency: string;
  readonly description: string | null;
  readonly destination: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly reversed: boolean;
  readonly source_transaction: string | null;
  readonly transfer_group: string | null;
};

const leftOf = ({ amount, amount_reversed }: Transfer): number => amount - amount_reversed;

/** Transfers to connected accounts. */
export const transfers: Description<Transfer> = {
  name: 'transfers',
  path: 'transfers',
  label: 'Transfers',
  one: 'transfer',
  title: ({ amount, currency }) => money(amount, currency),
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.amount(
      'Reversed',
      (it) => it.amount_reversed,
      (it) => it.currency,
    ),
    member.reference('Account', (it) => it.destination),
    member.text('Group', (it) => it.transfer_group),
    member.created,
    member.id,
  ],
  filters: [equal('destination', 'Account', 'acct_…'), equal('transfer_group', 'Group'), dates()],
  empty: {
    text: 'Transfers appear here. This command makes one:',
    command: 'transfers -d amount=1000 -d currency=usd -d destination=acct_…',
  },
  facts: [
    member.created,
    member.reference('Account', (it) => it.destination),
    member.amount(
      'Reversed',
      (it) => it.amount_reversed,
      (it) => it.currency,
    ),
    member.reference('From charge', (it) => it.source_transaction),
    member.reference('Balance transaction', (it) => it.balance_transaction),
    member.text('Group', (it) => it.transfer_group),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  actions: [
    {
      label: 'Reverse',
      is_destructive: true,
      when: ({ reversed }) => !reversed,
      fields: (it) => [
        {
          ...{ name: 'amount', label: 'Amount', kind: 'amount', is_required: true, maximum: leftOf(it) },
          initial: decimal(leftOf(it), it.currency),
          currency: () => it.currency,
        },
      ],
      request: ({ id }, parameters) => post(`transfers/${id}/reversals`, parameters),
    },
  ],
};
