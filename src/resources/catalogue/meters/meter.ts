import { about, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
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
    customer_mapping: about(
      'How an event names its customer.',
      object({
        event_payload_key: about(
          'The key of the payload that has the id of the customer; `stripe_customer_id` by default.',
          initially('stripe_customer_id', payload_key),
        ),
        type: about('Always `by_id`.', initially('by_id', oneOf('by_id'))),
      }),
    ),
    default_aggregation: about(
      'How the events of a period become one quantity.',
      object({
        formula: about(
          '`sum` adds the values, `count` counts the events, `last` takes the value of the latest event.',
          required(oneOf('count', 'last', 'sum')),
        ),
      }),
    ),
    display_name: about('The name of the meter for your own use, up to 250 characters.', textOf(250)),
    event_name: about('The name of the events that the meter counts; one active meter counts each name.', textOf(100)),
    event_time_window: about(
      'Stored as sent: Florin counts every event by its own timestamp, without windows.',
      nullable(oneOf('day', 'hour')),
    ),
    /** Its event name is its own: until it is inactive, and then until another meter takes the name. */
    named: internal(flag),
    status_transitions: about(
      'When the meter changed its state.',
      object({ deactivated_at: about('When the meter was deactivated, in Unix seconds; null while it is active.', nullable(timestamp)) }),
    ),
    updated: about('When the meter last changed, in Unix seconds.', timestamp),
    value_settings: about(
      'How an event states its value.',
      object({
        event_payload_key: about('The key of the payload that has the value; `value` by default.', initially('value', payload_key)),
      }),
    ),
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
