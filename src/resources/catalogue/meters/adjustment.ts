import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, initially, internal, nullable, required } from '../../../kernel/base/fields.js';
import { oneOf, ref, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { one, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { resource } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { identified_for, type MeterEvent, meterEvent } from './meter-event.js';

/** That an event is taken back. */
const adjustment = resource({
  object: 'billing.meter_event_adjustment',
  title: 'meter event adjustment',
  prefix: 'mtradj',
  fields: {
    /** Whose clock it goes by. */
    customer: internal(ref('customer')),
    cancel: about(
      'The event that was canceled.',
      nullable(object({ identifier: about('The identifier of the canceled event.', nullable(textOf(100))) })),
    ),
    event_name: about('The event name of the canceled event.', textOf(100)),
    status: about('`complete` at once: the event no longer counts.', initially('complete', oneOf('complete', 'pending'))),
    type: about('Always `cancel`.', oneOf('cancel')),
  },
  start: null,
});

/** Takes an event back within a day: it counts no more. */
export const cancelEvent = creation(adjustment, {
  takes: {
    cancel: about(
      'The event that no longer counts from now on.',
      required(
        object({
          identifier: about(
            'The identifier of the event, as it was sent or generated.',
            required(textOf(100, { examples: ['mtrevt_123'] })),
          ),
        }),
      ),
    ),
    event_name: about('The event name that the event was recorded under.', required(textOf(100))),
    type: about('The kind of adjustment; send `cancel`.', required(oneOf('cancel'))),
  },
  reads: {
    event: unique(meterEvent, { by: 'identifier', of: 'cancel.identifier' }),
    customer: one(customer, 'event.customer'),
  },
  decide: ({ it, input, event }, asked) => {
    const { identifier } = input.cancel;
    if (event?.event_name !== input.event_name) return asked.refuse(unknown(identifier, input.event_name));
    requireAdjustable(event, asked.now, asked);
    return [set(it, { ...input, ...(event.customer && { customer: event.customer }) }), set(event, { canceled: true }, null)];
  },
});

const param = 'cancel[identifier]';

const unknown = (identifier: string, event_name: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param,
  message: `No ${event_name} event has the identifier '${identifier}'.`,
});

function requireAdjustable({ canceled, created, identifier }: MeterEvent, now: number, asked: Asked): void {
  if (canceled) asked.refuse({ code: 'parameter_invalid', param, message: `The event ${identifier} has been canceled already.` });
  if (now - created < identified_for) return;
  asked.refuse({ code: 'parameter_invalid', param, message: 'An event can be canceled within 24 hours after it was recorded only.' });
}
