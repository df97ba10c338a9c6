import { money } from '../format.js';
import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { words } from '../say.js';

type BalanceTransaction = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly amount: number;
  readonly available_on: number;
  readonly currency: string;
  readonly description: string | null;
  readonly exchange_rate: number | null;
  readonly fee: number;
  readonly fee_details: readonly { readonly amount: number; readonly currency: string; readonly type: string }[];
  readonly net: number;
  readonly payout: string | null;
  readonly reporting_category: string;
  readonly source: string | null;
  readonly type: string;
};

const types = ['charge', 'refund', 'adjustment', 'payout', 'transfer', 'application_fee', 'topup', 'issuing_transaction'];

/** Balance transactions: every change of the balance. */
export const balanceTransactions: Description<BalanceTransaction> = {
  name: 'balance-transactions',
  path: 'balance_transactions',
  label: 'Balance transactions',
  one: 'balance transaction',
  title: ({ net, currency }) => money(net, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.amount(
      'Fee',
      (it) => it.fee,
      (it) => it.currency,
    ),
    member.amount(
      'Net',
      (it) => it.net,
      (it) => it.currency,
    ),
    member.constant('Type', (it) => it.type),
    member.status((it) => it.status),
    member.reference('Source', (it) => it.source),
    member.time('Available', (it) => it.available_on),
    member.created,
    member.extra(member.reference('Payout', (it) => it.payout)),
    member.id,
  ],
  filters: [
    choice('type', types, 'Type'),
    equal('currency', 'Currency', 'usd'),
    equal('source', 'Source', 'ch_…'),
    equal('payout', 'Payout', 'po_…'),
    dates(),
  ],
  empty: {
    text: 'Changes of the balance appear here, for example by a payment:',
    command: 'payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa',
  },
  facts: [
    member.created,
    member.time('Available', (it) => it.available_on),
    member.constant('Type', (it) => it.type),
    member.constant('Reporting category', (it) => it.reporting_category),
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.amount(
      'Fee',
      (it) => it.fee,
      (it) => it.currency,
    ),
    member.text('Fees', ({ fee_details }) =>
      fee_details.map(({ type, amount, currency }) => `${words(type)} ${money(amount, currency)}`).join(', '),
    ),
    member.amount(
      'Net',
      (it) => it.net,
      (it) => it.currency,
    ),
    member.text('Exchange rate', (it) => it.exchange_rate),
    member.reference('Source', (it) => it.source),
    member.reference('Payout', (it) => it.payout),
    member.text('Description', (it) => it.description),
  ],
};
