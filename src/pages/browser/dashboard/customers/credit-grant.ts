import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import * as member from '../kit/members.js';

type Grant = {
  readonly id: string;
  readonly created: number;
  readonly amount: { readonly monetary: { readonly currency: string; readonly value: number } };
  readonly category: string;
  readonly customer: string;
  readonly effective_at: number | null;
  readonly expires_at: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly priority: number | null;
  readonly voided_at: number | null;
};

const amount = member.amount<Grant>(
  'Amount',
  (it) => it.amount.monetary.value,
  (it) => it.amount.monetary.currency,
);

/** Whether a grant has not been voided; the service refuses what has expired. */
const isOngoing = ({ voided_at }: Grant): boolean => voided_at === null;

/** Credits of customers for metered prices. */
export const creditGrants: Description<Grant> = {
  name: 'credit-grants',
  path: 'billing/credit_grants',
  label: 'Credit grants',
  one: 'credit grant',
  title: ({ name, id }) => name ?? id,
  columns: [
    member.text('Name', ({ name, id }) => name ?? id),
    amount,
    member.constant('Category', (it) => it.category),
    member.reference('Customer', (it) => it.customer),
    member.time('Expires', (it) => it.expires_at),
    member.created,
    member.id,
  ],
  empty: {
    text: 'Credits of customers for metered prices appear here.',
    command:
      "billing/credit_grants -d customer=cus_123 -d 'amount[type]=monetary' -d 'amount[monetary][currency]=usd' -d 'amount[monetary][value]=1000' -d 'applicability_config[scope][price_type]=metered'",
  },
  facts: [
    member.created,
    amount,
    member.constant('Category', (it) => it.category),
    member.reference('Customer', (it) => it.customer),
    member.time('Expires', (it) => it.expires_at),
    member.metadata,
  ],
  actions: [
    {
      label: 'Expire',
      is_destructive: true,
      when: isOngoing,
      request: ({ id }) => post(`billing/credit_grants/${id}/expire`, {}),
    },
    {
      label: 'Void',
      is_destructive: true,
      when: isOngoing,
      request: ({ id }) => post(`billing/credit_grants/${id}/void`, {}),
    },
  ],
};
