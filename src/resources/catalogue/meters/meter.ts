import { initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { flag, oneOf, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';

const payload_key = textOf(100);

/** Counts what customers use, from the events of one name. */
export const meter = resource({
  object: 'billing.meter',
  title: 'meter',
  prefix: 'mtr',
  fields: {
    customer_mapping: object({
      event_payload_key: initially('stripe_customer_id', payload_key),
      type: initially('by_id', oneOf('by_id')),
    }),
    default_aggregation: object({ formula: required(oneOf('count', 'last', 'sum')) }),
    display_name: textOf(250),
    event_name: textOf(100),
    event_time_window: nullable(oneOf('day', 'hour')),
    /** Its event name is its own: until it is inactive, and then until another meter takes the name. */
    named: internal(flag),
    status_transitions: object({ deactivated_at: nullable(timestamp) }),
    updated: timestamp,
    value_settings: object({ event_payload_key: initially('value', payload_key) }),
  },
  start: { active: 'billing.meter.created' },
  states: {
    active: { inactive: 'billing.meter.deactivated' },
    inactive: { active: 'billing.meter.reactivated' },
  },
  events: { updated: 'billing.meter.updated' },
  unexpected: 'meter_unexpected_state',
  columns: ['status'],
  unique: { event_name: ({ named, event_name }) => (named && typeof event_name === 'string' ? event_name : null) },
});

/** A meter as rules see it. */
export type Meter = It<typeof meter>;
