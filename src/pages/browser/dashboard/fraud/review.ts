import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say, words } from '../say.js';

type Review = {
  readonly id: string;
  readonly created: number;
  readonly billing_zip: string | null;
  readonly charge: string | null;
  readonly closed_reason: string | null;
  readonly ip_address: string | null;
  readonly open: boolean;
  readonly payment_intent: string | null;
  readonly reason: string;
};

const statusOf = ({ open }: Review): string => (open ? 'open' : 'closed');

/** Reviews. */
export const reviews: Description<Review> = {
  name: 'reviews',
  path: 'reviews',
  label: 'Reviews',
  one: 'review',
  title: ({ reason }) => words(reason),
  status: statusOf,
  columns: [
    member.status(statusOf),
    member.constant('Reason', (it) => it.reason),
    member.reference('Payment', (it) => it.payment_intent),
    member.text('IP address', (it) => it.ip_address),
    member.created,
    member.id,
  ],
  filters: [dates()],
  empty: {
    text: 'Payments that a rule puts under review appear here. This command creates such a rule:',
    command:
      "radar/rules -d action=review -d 'conditions[0][attribute]=amount' -d 'conditions[0][operator]=at_least' -d 'conditions[0][number]=100000'",
  },
  facts: [
    member.created,
    member.constant('Reason', (it) => it.reason),
    member.reference('Payment', (it) => it.payment_intent),
    member.reference('Charge', (it) => it.charge),
    member.text('IP address', (it) => it.ip_address),
    member.text('Postal code', (it) => it.billing_zip),
  ],
  actions: [
    {
      label: 'Approve',
      is_primary: true,
      when: ({ open }) => open,
      question: () => say('The review is closed. The payment stays as it is.'),
      request: ({ id }) => post(`reviews/${id}/approve`),
    },
    {
      label: 'Refund as fraud',
      is_destructive: true,
      when: ({ open, charge }) => open && charge !== null,
      question: () => say('The payer gets the whole amount back, and the review is closed.'),
      request: ({ charge }) => post('refunds', { charge: charge ?? '', reason: 'fraudulent' }),
    },
  ],
};
