import { type Asked, at, set } from '../../../kernel/base/effects.js';
import { decimalText, exactOf } from '../../../kernel/base/exact.js';
import { required } from '../../../kernel/base/fields.js';
import { day } from '../../../kernel/base/moments.js';
import { computed, one, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { activeAlertsOf, concerns } from '../../billing/alerts/alert.js';
import { customer } from '../../customers/customers/customer.js';
import { type Meter, meter } from './meter.js';
import { identified_for, type MeterEvent, meterEvent } from './meter-event.js';

const { event_name, identifier, payload, timestamp } = meterEvent.fields;

type Payload = Readonly<Record<string, string>>;
type Seen = { readonly input: { readonly payload: Payload }; readonly meter: Meter | null };

/** How far from the customer's own clock a timestamp may be, in seconds. */
const earliest = 35 * day;
const latest = 300;

/** Records usage of a customer. Events are only appended, so concurrent records for one customer do not wait for each other. */
export const record = creation(meterEvent, {
  takes: {
    event_name: required(event_name),
    identifier,
    payload: { ...required(payload), schema: { ...payload.schema, examples: ['stripe_customer_id=cus_123&value=3'] } },
    timestamp,
  },
  reads: {
    meter: unique(meter, { by: 'event_name', of: 'event_name' }),
    before: unique(meterEvent, { by: 'identifier', of: 'identifier' }),
    /** Whom most meters find there, so that it is read along with the meter. */
    usual: one(customer, 'payload.stripe_customer_id'),
    customer: computed(customer, ({ input, meter }: Seen) => meter && input.payload[meter.customer_mapping.event_payload_key]),
    alerts: activeAlertsOf('meter.id'),
  },
  decide: ({ it, input, meter, before, customer, alerts }, asked) => {
    const { timestamp = asked.now, identifier = it.id, ...given } = input;
    if (!meter) return asked.refuse({ code: 'no_meter', param: 'event_name' });
    if (meter.status === 'inactive') return asked.refuse({ code: 'archived_meter', param: 'event_name' });
    if (!customer) return asked.refuse(withoutCustomer(meter, input.payload));
    requireTimely(timestamp, asked.now, asked);
    if (before) requireNew(before, asked.now, asked);
    const value = counted(meter, input.payload, asked);
    if (typeof value !== 'string') return asked.refuse(value);
    const replaces = meter.default_aggregation.formula === 'last';
    const recorded = { meter: meter.id, customer: customer.id, value, replaces, identified: true };
    const event = set(it, { ...given, identifier, timestamp, ...recorded });
    const is_watched = alerts.some((each) => concerns(each, customer.id));
    return [before && set(before, { identified: false }, null), event, is_watched && at(asked.now, event, 'alerts')];
  },
});

function withoutCustomer({ customer_mapping: { event_payload_key: key } }: Meter, payload: Payload): Refusal {
  const param = `payload[${key}]`;
  const id = payload[key];
  if (id === undefined)
    return { code: 'meter_event_no_customer_defined', param, message: `The payload names no customer. Send the id as ${param}.` };
  return { code: 'meter_event_customer_not_found', param, message: `No such customer: '${id}'` };
}

function requireTimely(timestamp: number, now: number, asked: Asked): void {
  if (timestamp < now - earliest) asked.refuse({ code: 'timestamp_too_far_in_past', param: 'timestamp' });
  if (timestamp > now + latest) asked.refuse({ code: 'timestamp_in_future', param: 'timestamp' });
}

const requireNew = ({ created, identifier }: MeterEvent, now: number, asked: Asked): void => {
  if (now - created < identified_for)
    asked.refuse({ code: 'duplicate_meter_event', param: 'identifier', message: `An event already exists with identifier ${identifier}.` });
};

const number = /^-?\d+(\.\d+)?$/;
const short = /^-?\d{1,12}(\.\d{1,12})?$/;

/** What is counted of an event; where events themselves are counted it may say nothing. */
function counted({ value_settings: { event_payload_key: key }, default_aggregation }: Meter, payload: Payload, asked: Asked): string {
  const param = `payload[${key}]`;
  const value = payload[key] ?? (default_aggregation.formula === 'count' ? '1' : '');
  if (!number.test(value))
    return asked.refuse({ code: 'meter_event_invalid_value', param, message: `Send ${param} as a decimal number such as 25 or 0.5.` });
  return short.test(value) ? decimalText(exactOf(value)) : asked.refuse({ code: 'meter_event_value_too_many_digits', param });
}
