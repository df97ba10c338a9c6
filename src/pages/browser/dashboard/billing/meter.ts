import { post } from '../kit/action.js';
import type { Action, Description } from '../kit/description.js';
import { choice } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';

type Meter = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly customer_mapping: { readonly event_payload_key: string };
  readonly default_aggregation: { readonly formula: string };
  readonly display_name: string;
  readonly event_name: string;
  readonly value_settings: { readonly event_payload_key: string };
};

const formulas = [
  { value: 'sum', label: 'The sum of the values' },
  { value: 'count', label: 'The number of events' },
  { value: 'last', label: 'The last value' },
] as const;

const create: Action<null> = {
  label: 'Create meter',
  is_primary: true,
  fields: () => [
    { name: 'display_name', label: 'Name', kind: 'text', is_required: true },
    { name: 'event_name', label: 'Name of its events', kind: 'text', is_required: true, hint: 'For example: api_requests' },
    { name: 'default_aggregation[formula]', label: 'Usage is', kind: 'choice', choices: formulas },
  ],
  request: (_, parameters) => post('billing/meters', parameters),
  next: (answer) => `/meters/${(answer as Meter).id}`,
};

/** Meters of usage. */
export const meters: Description<Meter> = {
  name: 'meters',
  path: 'billing/meters',
  label: 'Meters',
  one: 'meter',
  title: ({ display_name }) => display_name,
  status: ({ status }) => status,
  columns: [
    member.text('Name', (it) => it.display_name),
    member.status((it) => it.status),
    member.text('Events', (it) => it.event_name),
    member.constant('Usage is', (it) => it.default_aggregation.formula),
    member.created,
    member.id,
  ],
  filters: [choice('status', ['active', 'inactive'], 'Status')],
  empty: {
    text: 'Meters add up usage for metered prices. This command creates one:',
    command: "billing/meters -d display_name=Requests -d event_name=api_requests -d 'default_aggregation[formula]=sum'",
  },
  create,
  facts: [
    member.created,
    member.copied('Events', (it) => it.event_name),
    member.constant('Usage is', (it) => it.default_aggregation.formula),
    member.text("Payload key of the customer's id", (it) => it.customer_mapping.event_payload_key),
    member.text('Payload key of the value', (it) => it.value_settings.event_payload_key),
  ],
  actions: [
    {
      label: 'Report usage',
      is_primary: true,
      when: ({ status }) => status === 'active',
      fields: ({ customer_mapping, value_settings }) => [
        { name: `payload[${customer_mapping.event_payload_key}]`, label: 'Customer', kind: 'object', of: 'customers', is_required: true },
        { name: `payload[${value_settings.event_payload_key}]`, label: 'Value', kind: 'number', initial: '1', is_required: true },
      ],
      request: ({ event_name }, parameters) => post('billing/meter_events', { event_name, ...parameters }),
      done: () => say('The usage was reported.'),
    },
    {
      label: 'Deactivate',
      is_destructive: true,
      when: ({ status }) => status === 'active',
      question: () => say('Events of an inactive meter are refused.'),
      request: ({ id }) => post(`billing/meters/${id}/deactivate`),
    },
    { label: 'Reactivate', when: ({ status }) => status === 'inactive', request: ({ id }) => post(`billing/meters/${id}/reactivate`) },
  ],
};
