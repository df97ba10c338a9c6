import { Code, Text } from '@mantine/core';
import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import type { Field } from '../kit/fields.js';
import { choice, dates } from '../kit/filters.js';
import * as member from '../kit/members.js';
import type { WebhookEndpoint as Base } from '../objects.js';
import { Copied } from '../parts.js';
import { say, sayWith } from '../say.js';
import { Deliveries } from './deliveries.js';
import { Statistics } from './statistics.js';

type Endpoint = Base & { readonly metadata: Readonly<Record<string, string>>; readonly ordered?: boolean };

const suggested = [
  '*',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'checkout.session.completed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'payout.paid',
];

const fieldsOf = (endpoint: Endpoint | null): readonly Field[] => [
  { name: 'url', label: 'URL', kind: 'text', initial: endpoint?.url ?? '', is_required: true },
  {
    ...{ name: 'enabled_events', label: 'Events', kind: 'tags', is_required: true, suggested },
    initial: endpoint?.enabled_events ?? ['*'],
    hint: '* stands for all; a name such as invoice.* for a group.',
  },
  { name: 'description', label: 'Description', kind: 'text', initial: endpoint?.description ?? '' },
];

const secretOf = (answer: object) => {
  const { secret } = answer as Endpoint;
  return (
    secret && (
      <Text size="sm">
        {sayWith('The signing secret is shown only now: {secret}. Verify signatures with it, in the header {header}.', {
          secret: <Copied value={secret} label={say('the signing secret')} />,
          header: <Code>Stripe-Signature</Code>,
        })}
      </Text>
    )
  );
};

const create: Action<null> = {
  label: 'Add endpoint',
  is_primary: true,
  fields: () => fieldsOf(null),
  request: (_, parameters) => post('webhook_endpoints', parameters),
  done: secretOf,
};

const actions: readonly Action<Endpoint>[] = [
  {
    label: 'Send again',
    is_primary: true,
    when: ({ status }) => status === 'enabled',
    fields: ({ created }) => [
      { name: 'created[gte]', label: 'Events from', kind: 'time', initial: created, is_required: true },
      { name: 'created[lt]', label: 'Events until', kind: 'time' },
      { name: 'types', label: 'Types', kind: 'tags', suggested, hint: 'All, if empty' },
      {
        ...{ name: 'only', label: 'Which', kind: 'choice' },
        choices: [
          { value: 'undelivered', label: 'Those that the endpoint has not accepted' },
          { value: 'all', label: 'All of them' },
        ],
      },
    ],
    request: ({ id }, parameters) => post(`webhook_endpoints/${id}/resend`, parameters),
    done: () => say('The events are delivered again.'),
  },
  { label: 'Edit', fields: fieldsOf, request: ({ id }, parameters) => post(`webhook_endpoints/${id}`, parameters) },
  {
    label: 'Disable',
    when: ({ status }) => status === 'enabled',
    question: () => say('The endpoint receives no events until it is enabled. Events of this time can be sent again for 30 days.'),
    request: ({ id }) => post(`webhook_endpoints/${id}`, { disabled: true }),
  },
  {
    label: 'Enable',
    when: ({ status }) => status === 'disabled',
    request: ({ id }) => post(`webhook_endpoints/${id}`, { disabled: false }),
  },
  {
    label: 'Roll the secret',
    question: () => say('A new signing secret replaces the current one, which remains valid for a day.'),
    request: ({ id }) => post(`webhook_endpoints/${id}/roll_secret`),
    done: secretOf,
  },
  {
    label: 'Delete',
    is_destructive: true,
    question: ({ url }) => say('{url} receives no more events.', { url }),
    request: ({ id }) => ({ method: 'DELETE', path: `webhook_endpoints/${id}` }),
    next: () => '/webhooks',
  },
];

const eventsOf = ({ enabled_events }: Endpoint): string => (enabled_events.includes('*') ? say('All') : enabled_events.join(', '));

/** Webhook endpoints. */
export const endpoints: Description<Endpoint> = {
  name: 'webhooks',
  path: 'webhook_endpoints',
  label: 'Webhook endpoints',
  one: 'endpoint',
  title: ({ url }) => url,
  status: ({ status }) => status,
  columns: [
    member.text('URL', (it) => it.url),
    member.status((it) => it.status),
    member.text('Events', eventsOf),
    member.text('Description', (it) => it.description),
    member.created,
    member.id,
  ],
  filters: [choice('status', ['enabled', 'disabled'], 'Status'), dates()],
  empty: {
    text: 'An endpoint receives events by HTTP. Add one above, or by this command:',
    command: "webhook_endpoints -d url=http://localhost:3000/webhooks -d 'enabled_events[]=*'",
  },
  create,
  facts: [
    member.created,
    member.text('API version', (it) => it.api_version),
    member.text('Events', eventsOf),
    member.text('Description', (it) => it.description),
    member.metadata,
  ],
  sections: [
    { label: 'Deliveries', Show: ({ item }) => <Deliveries of={{ webhook_endpoint: item.id }} /> },
    { label: 'Statistics', Show: Statistics, is_aside: true },
  ],
  actions,
};
