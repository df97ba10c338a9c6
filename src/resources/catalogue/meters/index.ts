import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { cancelEvent } from './adjustment.js';
import { record } from './event.js';
import { type Meter, meter } from './meter.js';
import { eventSummaries } from './summaries.js';

const { fields } = meter;

/** The meter that has an event name: the active one, or else the last that was. */
const holder = unique(meter, { by: 'event_name', of: 'event_name' });

const taken = ({ id, event_name }: Meter): Refusal => ({
  code: 'resource_already_exists',
  param: 'event_name',
  message: `The active meter ${id} counts ${event_name} already. Deactivate it first, or choose another name.`,
});

const nameless = (before: Meter) => set(before, { named: false }, null);

/** Counts the events of a name from now on. */
export const create = creation(meter, {
  takes: {
    ...pick(fields, 'customer_mapping', 'event_time_window', 'value_settings'),
    default_aggregation: required(fields.default_aggregation),
    display_name: required(fields.display_name),
    event_name: required(fields.event_name),
  },
  reads: { holder },
  decide: ({ it, input, holder }, asked) => {
    if (holder?.status === 'active') return asked.refuse(taken(holder));
    return [holder && nameless(holder), set(it, { status: 'active', ...input, named: true, updated: asked.now })];
  },
});

/** Calls a meter something else; what it counts, and how, stays. */
export const update = rule(meter, 'update', {
  takes: pick(fields, 'display_name'),
  decide: ({ it, input }, asked) => set(it, { ...input, updated: asked.now }),
});

/** Counts no more; what has been counted stays. */
export const deactivate = rule(meter, 'deactivate', {
  from: ['active'],
  decide: ({ it }, asked) => set(it, { status: 'inactive', status_transitions: { deactivated_at: asked.now }, updated: asked.now }),
});

/** Counts again, where no other meter counts the same by now. */
export const reactivate = rule(meter, 'reactivate', {
  from: ['inactive'],
  reads: { holder },
  decide: ({ it, holder }, asked) => {
    const other = holder?.id === it.id ? null : holder;
    if (other?.status === 'active') return asked.refuse(taken(other));
    const counting = { status: 'active', named: true, status_transitions: { deactivated_at: null }, updated: asked.now } as const;
    return [other && nameless(other), set(it, counting)];
  },
});

/** The billing meters group. */
export const meters = [
  action('POST /v1/billing/meters', create, {
    about: 'Creates a meter that counts the events of a name from now on. An active meter with this event name is refused.',
  }),
  action('POST /v1/billing/meters/:id', update, { about: 'Renames a meter; how it counts is final.' }),
  action('POST /v1/billing/meters/:id/deactivate', deactivate, {
    about: 'Deactivates an active meter: its events are refused from now on, and recorded usage is still billed.',
  }),
  action('POST /v1/billing/meters/:id/reactivate', reactivate, {
    about: 'Reactivates an inactive meter, unless another active meter counts its event name.',
  }),
  retrieve(meter, 'GET /v1/billing/meters/:id', { about: 'Retrieves a meter.' }),
  list(
    meter,
    ['GET /v1/billing/meters', 'GET /v1/billing/meters/list'],
    { status: about('Only the meters in this state.', oneOf('active', 'inactive')) },
    { about: 'Lists meters, newest first.' },
  ),
  eventSummaries,
  action('POST /v1/billing/meter_events', record, {
    about: 'Records usage of a customer. An event counts at its timestamp, and can be canceled within 24 hours.',
  }),
  action('POST /v1/billing/meter_event_adjustments', cancelEvent, {
    about: 'Cancels a meter event that was recorded within the last 24 hours, so that it no longer counts.',
  }),
] as const;
