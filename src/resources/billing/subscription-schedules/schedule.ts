import { about, internal, invalid, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { automatic_tax_input } from '../invoices/parts.js';
import { billing_mode, settings } from '../subscriptions/parts.js';
import { pause_schedules } from './pause-schedules.js';
import { automatic_tax, billing_cycle_anchor, collection_method, invoice_settings, phase } from './phase.js';

const ends = oneOf('release', 'cancel');

/** What schedules could do at their end until 2019 (Stripe), and what does that today. */
const retired: Readonly<Record<string, string>> = {
  none: 'Send end_behavior=cancel, which it is called today.',
  renew: 'Send end_behavior=release, so that the subscription continues, or further phases.',
};

/** What happens to the subscription at the end of its schedule. */
const end_behavior: typeof ends = {
  ...ends,
  read: (value, at, reading) => {
    const instead = retired[String(value)];
    return instead === undefined
      ? ends.read(value, at, reading)
      : invalid(reading, at, `Invalid value: ${String(value)} is retired. ${instead}`);
  },
};

const said_by_default = {
  ...pick(settings, 'application_fee_percent', 'billing_thresholds', 'on_behalf_of', 'transfer_data'),
  billing_cycle_anchor: about(
    'Whether phases begin a new period (`phase_start`) or only when the prices require it (`automatic`, the default).',
    billing_cycle_anchor,
  ),
  collection_method: about(
    "How invoices are collected in phases that do not state it; null for the subscription's own way.",
    nullable(collection_method),
  ),
  default_payment_method: about(
    "The payment method that pays in phases without their own; null for the customer's default.",
    nullable(method_ref),
  ),
  description: about('What the subscription is for in phases that do not state it.', nullable(textOf(500))),
  invoice_settings: about('What invoices show in phases that do not state it.', invoice_settings),
} as const;

/** What phases are where they do not say, as callers say it. */
export const default_settings_input = about(
  'Settings of the subscription in phases that do not state them.',
  object({ ...said_by_default, automatic_tax: automatic_tax_input }),
);

const default_settings = about(
  'Settings of the subscription in phases that do not state them.',
  object({ ...said_by_default, automatic_tax }),
);

/** The consecutive phases of a subscription. */
export const subscriptionSchedule = resource({
  object: 'subscription_schedule',
  lends_clock: true,
  title: 'subscription schedule',
  prefix: 'sub_sched',
  fields: {
    application: about(
      'The platform for whose connected account the schedule was created; null for your own.',
      nullable(expandsTo('application', text)),
    ),
    billing_mode,
    canceled_at: about('When the schedule was canceled, in Unix seconds; null unless it was.', nullable(timestamp)),
    completed_at: about(
      'When the last phase ended together with the subscription, in Unix seconds; null unless it did.',
      nullable(timestamp),
    ),
    current_phase: about(
      'The start and end of the phase that the subscription is in; null before and after the schedule.',
      nullable(
        object({
          end_date: about('The end of the current phase, in Unix seconds.', timestamp),
          start_date: about('The start of the current phase, in Unix seconds.', timestamp),
        }),
      ),
    ),
    customer: about('The customer who subscribes.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    default_settings,
    end_behavior: about(
      'What happens after the last phase: the subscription continues (`release`, the default) or ends (`cancel`).',
      end_behavior,
    ),
    metadata,
    pause_schedules,
    phases: about('The phases of the schedule, those that are over included.', listOf(phase)),
    released_at: about(
      'When the schedule let the subscription continue on its own, in Unix seconds; null unless it did.',
      nullable(timestamp),
    ),
    released_subscription: about(
      'The subscription that the schedule managed until its release; null otherwise.',
      nullable(ref('subscription')),
    ),
    /** It has not begun, as lists ask. */
    scheduled: internal(flag),
    subscription: about(
      'The subscription that the schedule manages; null before it begins and after a release.',
      nullable(ref('subscription')),
    ),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
  },
  for_sdks: forSdks,
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
  timers: ['begin', 'expire_soon', 'pause', 'resume'],
  unexpected: 'subscription_schedule_unexpected_state',
  columns: ['canceled_at', 'completed_at', 'customer', 'released_at', 'scheduled', 'test_clock'],
});

/** A schedule as rules see it. */
export type Schedule = It<typeof subscriptionSchedule>;
type Stored = Schedule['phases'][number];
type StoredPeriod = Stored['add_invoice_items'][number]['period'];
/** A moment that is a timestamp, or said by a word. */
type Moment<M extends { readonly type: string }> = { readonly type: M['type']; readonly timestamp?: number | undefined };

/** An item of a phase. */
export type PhaseItem = Omit<Stored['items'][number], 'quantity'> & { readonly quantity?: number | undefined };
/** What is charged once with a phase. */
export type PhaseAdded = Omit<Stored['add_invoice_items'][number], 'period'> & {
  readonly period: { readonly start: Moment<StoredPeriod['start']>; readonly end: Moment<StoredPeriod['end']> };
};
/** A phase as it is stored. */
export type Phase = Omit<Stored, 'items' | 'add_invoice_items'> & {
  readonly items: readonly PhaseItem[];
  readonly add_invoice_items: readonly PhaseAdded[];
};
