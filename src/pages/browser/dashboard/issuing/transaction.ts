import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Transaction = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly authorization: string | null;
  readonly balance_transaction: string | null;
  readonly card: string;
  readonly cardholder: string | null;
  readonly currency: string;
  readonly dispute: string | null;
  readonly merchant_data: { readonly name: string | null; readonly category: string };
  readonly metadata: Readonly<Record<string, string>>;
  readonly type: string;
};

/** Transactions of issued cards. */
export const cardTransactions: Description<Transaction> = {
  name: 'card-transactions',
  path: 'issuing/transactions',
  label: 'Card transactions',
  one: 'transaction',
  title: ({ amount, currency }) => money(amount, currency),
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.constant('Type', (it) => it.type),
    member.text('Merchant', (it) => it.merchant_data.name),
    member.reference('Card', (it) => it.card),
    member.created,
    member.id,
  ],
  filters: [
    choice('type', ['capture', 'refund'], 'Type'),
    equal('card', 'Card', 'ic_…'),
    equal('cardholder', 'Cardholder', 'ich_…'),
    dates(),
  ],
  empty: {
    text: 'Captured purchases appear here. This command captures an authorization:',
    command: 'test_helpers/issuing/authorizations/iauth_…/capture -X POST',
  },
  facts: [
    member.created,
    member.constant('Type', (it) => it.type),
    member.text('Merchant', (it) => it.merchant_data.name),
    member.constant('Category', (it) => it.merchant_data.category),
    member.reference('Card', (it) => it.card),
    member.reference('Cardholder', (it) => it.cardholder),
    member.reference('Authorization', (it) => it.authorization),
    member.reference('Balance transaction', (it) => it.balance_transaction),
    member.metadata,
  ],
  actions: [
    {
      label: 'Refund test purchase',
      when: ({ type }) => type === 'capture',
      question: ({ amount, currency }) => say('The merchant returns {amount}.', { amount: money(Math.abs(amount), currency) }),
      request: ({ id }) => post(`test_helpers/issuing/transactions/${id}/refund`),
    },
  ],
};
