import { money } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { Refund as Base } from '../objects.js';
import { say } from '../say.js';

type Refund = Base & { readonly metadata: Readonly<Record<string, string>> };

const idOf = (of: Refund['balance_transaction']): string | null => (typeof of === 'string' ? of : (of?.id ?? null));

/** Refunds. */
export const refunds: Description<Refund> = {
  name: 'refunds',
  path: 'refunds',
  label: 'Refunds',
  one: 'refund',
  title: ({ amount, currency }) => money(amount, currency),
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Amount',
      (it) => it.amount,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.constant('Reason', (it) => it.reason),
    member.reference('Payment', (it) => it.payment_intent),
    member.created,
    member.id,
  ],
  filters: [equal('payment_intent', 'Payment', 'pi_…'), equal('charge', 'Charge', 'ch_…'), dates()],
  empty: { text: 'Refunds appear here. This command refunds a payment:', command: 'refunds -d payment_intent=pi_…' },
  facts: [
    member.created,
    member.constant('Reason', (it) => it.reason),
    member.constant('Failure', (it) => it.failure_reason),
    member.reference('Payment', (it) => it.payment_intent),
    member.reference('Charge', (it) => it.charge),
    member.reference('Balance transaction', (it) => idOf(it.balance_transaction)),
    member.metadata,
  ],
  actions: [
    {
      label: 'Cancel',
      is_destructive: true,
      when: ({ status }) => status === 'requires_action',
      question: () => say('The refund is not paid.'),
      request: ({ id }) => post(`refunds/${id}/cancel`),
    },
    {
      label: 'Settle test refund',
      when: ({ status }) => status === 'pending',
      fields: () => [
        {
          ...{ name: 'outcome', label: 'Outcome', kind: 'choice' },
          choices: [
            { value: 'succeed', label: 'Succeeds' },
            { value: 'fail', label: 'Fails' },
          ],
        },
      ],
      request: ({ id }, parameters) => post(`test_helpers/refunds/${id}/settle`, parameters),
    },
  ],
};
