import { internal, listOf, nullable, object } from '../../base/fields.js';
import { flag, metadata, oneOf, ref, text, textOf, timestamp } from '../../base/kinds.js';
import { type It, resource } from '../../base/resource.js';
import { method_ref } from '../payment-methods/payment-method.js';
import { billing_mode } from '../subscriptions/parts.js';
import { billing_cycle_anchor, collection_method, invoice_settings, phase } from './phase.js';

/** What phases are where they do not say. */
export const default_settings = object({
  application_fee_percent: nullable(text),
  automatic_tax: object({ disabled_reason: nullable(text), enabled: flag, liability: nullable(object({ type: oneOf('self') })) }),
  billing_cycle_anchor,
  billing_thresholds: nullable(object({})),
  collection_method: nullable(collection_method),
  default_payment_method: nullable(method_ref),
  description: nullable(textOf(500)),
  invoice_settings,
  on_behalf_of: nullable(ref('account')),
  transfer_data: nullable(object({})),
});

/** What a subscription is to be, one time after another. */
export const subscriptionSchedule = resource({
  object: 'subscription_schedule',
  title: 'subscription schedule',
  prefix: 'sub_sched',
  fields: {
    application: nullable(text),
    billing_mode,
    canceled_at: nullable(timestamp),
    completed_at: nullable(timestamp),
    current_phase: nullable(object({ end_date: timestamp, start_date: timestamp })),
    customer: ref('customer'),
    customer_account: nullable(text),
    default_settings,
    end_behavior: oneOf('release', 'cancel'),
    metadata,
    pause_schedules: listOf(object({}), 0),
    phases: listOf(phase),
    released_at: nullable(timestamp),
    released_subscription: nullable(ref('subscription')),
    /** It has not begun, as lists ask. */
    scheduled: internal(flag),
    subscription: nullable(ref('subscription')),
    test_clock: nullable(ref('test_helpers.test_clock')),
  },
  start: { not_started: 'subscription_schedule.created', active: 'subscription_schedule.created' },
  states: {
    not_started: {
      active: 'subscription_schedule.updated',
      released: 'subscription_schedule.released',
      canceled: 'subscription_schedule.canceled',
    },
    active: {
      completed: 'subscription_schedule.completed',
      released: 'subscription_schedule.released',
      canceled: 'subscription_schedule.canceled',
    },
    completed: {},
    released: {},
    canceled: {},
  },
  events: { updated: 'subscription_schedule.updated', told: ['subscription_schedule.aborted', 'subscription_schedule.expiring'] },
  timers: ['begin', 'expire_soon'],
  unexpected: 'subscription_schedule_unexpected_state',
  columns: ['canceled_at', 'completed_at', 'customer', 'released_at', 'scheduled', 'test_clock'],
});

/** A schedule as rules see it. */
export type Schedule = It<typeof subscriptionSchedule>;
/** A phase as it is stored. */
export type Phase = Omit<Schedule['phases'][number], 'items'> & {
  readonly items: readonly {
    readonly price: string;
    readonly quantity?: number | undefined;
    readonly metadata: Record<string, string>;
  }[];
};
