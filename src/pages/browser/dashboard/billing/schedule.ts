import { moment } from '../format.js';
import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Schedule = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly customer: member.Referred;
  readonly end_behavior: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly phases: readonly { readonly start_date: number; readonly end_date: number | null }[];
  readonly subscription: string | null;
};

/** Subscription schedules. */
export const schedules: Description<Schedule> = {
  name: 'subscription-schedules',
  path: 'subscription_schedules',
  label: 'Schedules',
  one: 'schedule',
  expand: ['customer'],
  title: ({ id }) => id,
  status: ({ status }) => status,
  columns: [
    member.text('Schedule', (it) => it.id),
    member.status((it) => it.status),
    member.reference('Customer', (it) => it.customer),
    member.reference('Subscription', (it) => it.subscription),
    member.text('Phases', (it) => it.phases.length),
    member.created,
  ],
  filters: [equal('customer', 'Customer', 'cus_…'), choice('scheduled', ['true', 'false'], 'Not started'), dates()],
  empty: {
    text: 'Planned changes of subscriptions appear here. This command plans those of a subscription:',
    command: 'subscription_schedules -d from_subscription=sub_…',
  },
  facts: [
    member.created,
    member.reference('Customer', (it) => it.customer),
    member.reference('Subscription', (it) => it.subscription),
    member.constant('Afterwards', (it) => it.end_behavior),
    member.text('Phases', ({ phases }) =>
      phases.map(({ start_date, end_date }) => `${moment(start_date)} – ${end_date ? moment(end_date) : ''}`).join(', '),
    ),
    member.metadata,
  ],
  actions: [
    {
      label: 'Release',
      when: ({ status }) => ['active', 'not_started'].includes(status),
      question: () => say('The subscription continues without further planned changes.'),
      request: ({ id }) => post(`subscription_schedules/${id}/release`),
    },
    {
      label: 'Cancel',
      is_destructive: true,
      when: ({ status }) => ['active', 'not_started'].includes(status),
      question: () => say('The schedule and its subscription are canceled.'),
      request: ({ id }) => post(`subscription_schedules/${id}/cancel`),
    },
  ],
};
