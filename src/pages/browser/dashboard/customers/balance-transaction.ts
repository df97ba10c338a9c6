import type { Description } from '../kit/description.js';
import * as member from '../kit/members.js';

type Change = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly description: string | null;
  readonly ending_balance: number;
  readonly invoice: string | null;
  readonly type: string;
};

/** Changes of a customer's balance for future invoices. */
export const customerBalance: Description<Change> = {
  name: 'customer-balance',
  path: 'customers',
  label: 'Customer balance',
  one: 'balance transaction',
  title: ({ id }) => id,
  columns: [
    member.constant('Type', (it) => it.type),
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.amount(
      'Balance',
      (it) => it.ending_balance,
      (it) => it.currency,
    ),
    member.reference('Invoice', (it) => it.invoice),
    member.text('Description', (it) => it.description),
    member.created,
  ],
  empty: { text: 'Changes of the balance appear here.', command: 'customers' },
  facts: [],
  is_flat: true,
};
