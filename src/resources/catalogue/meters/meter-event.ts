import { type Field, internal } from '../../../kernel/base/fields.js';
import { flag, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { type It, resource } from '../../../kernel/base/resource.js';

/** What is in a payload; numbers of JSON are taken as their digits. */
const content: Field<string, string, 'optional'> = {
  ...textOf(500),
  read: (value, at, reading) => textOf(500).read(typeof value === 'number' ? String(value) : value, at, reading),
};

/** That a customer has used something, as the caller's own system tells it. */
export const meterEvent = resource({
  object: 'billing.meter_event',
  title: 'meter event',
  prefix: 'mtrevt',
  fields: {
    canceled: internal(flag),
    customer: internal(ref('customer')),
    event_name: textOf(100),
    identifier: textOf(100),
    /** Its identifier is unique for a day, and afterwards until another event uses it. */
    identified: internal(flag),
    meter: internal(ref('billing.meter')),
    payload: mapOf(textOf(100), content),
    /** Only the last of one moment counts. */
    replaces: internal(flag),
    timestamp,
    value: internal(text),
  },
  start: null,
  unique: { identifier: ({ identified, identifier }) => (identified && typeof identifier === 'string' ? identifier : null) },
  usage: ({ meter, customer, timestamp, value, canceled, replaces }) => [
    {
      metered: String(meter),
      customer: String(customer),
      at: Number(timestamp),
      value: canceled ? null : String(value),
      replaces: replaces === true,
    },
  ],
});

/** An event as rules see it. */
export type MeterEvent = It<typeof meterEvent>;

/** How long an identifier is unique and its event can be canceled, in seconds (Stripe). */
export const identified_for = 86_400;
