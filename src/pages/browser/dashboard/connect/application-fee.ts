import { decimal, money } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type Fee = {
  readonly id: string;
  readonly created: number;
  readonly account: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly balance_transaction: string | null;
  readonly charge: string;
  readonly currency: string;
  readonly refunded: boolean;
};

/** Application fees. */
export const applicationFees: Description<Fee> = {
  name: 'application-fees',
  path: 'application_fees',
  label: 'Application fees',
  one: 'application fee',
  title: ({ amount, currency }) => money(amount, currency),
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.amount(
      'Refunded',
      (it) => it.amount_refunded,
      (it) => it.currency,
    ),
    member.reference('Account', (it) => it.account),
    member.text('Charge', (it) => it.charge),
    member.created,
    member.id,
  ],
  filters: [equal('charge', 'Charge', 'ch_…'), dates()],
  empty: {
    text: 'Fees of your platform appear here. This command takes one:',
    command:
      "payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa -d application_fee_amount=200 -d 'transfer_data[destination]=acct_…'",
  },
  facts: [
    member.created,
    member.reference('Account', (it) => it.account),
    member.text('Charge', (it) => it.charge),
    member.reference('Balance transaction', (it) => it.balance_transaction),
    member.amount(
      'Refunded',
      (it) => it.amount_refunded,
      (it) => it.currency,
    ),
  ],
  actions: [
    {
      label: 'Refund',
      when: ({ refunded }) => !refunded,
      fields: ({ amount, amount_refunded, currency }) => [
        {
          ...{ name: 'amount', label: 'Amount', kind: 'amount', is_required: true, maximum: amount - amount_refunded },
          initial: decimal(amount - amount_refunded, currency),
          currency: () => currency,
        },
      ],
      request: ({ id }, parameters) => post(`application_fees/${id}/refunds`, parameters),
    },
  ],
};
