import { subscriptionSchedule } from '../../src/resources/billing/subscription-schedules/schedule.js';
import { subscription } from '../../src/resources/billing/subscriptions/subscription.js';
import { now, stored } from './decisions.js';
import type { Dressed, Trials } from './state-trials.js';
import { billThatIs, day, itemIn, jo, offered, over, period, subscribedIn, ten, visa } from './subscribed-objects.js';

/** A phase as it is stored. */
const phaseIn = ({ start, end }: typeof period, price: string = ten.id) => ({
  ...{ currency: 'usd', start_date: start, end_date: end, proration_behavior: 'create_prorations' },
  items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] }],
});
const next = { start: over.end, end: over.end + 30 * day };
const followers = { next: [phaseIn(next)], impossible: [phaseIn(next, 'price_0')] };

/** The schedule of a subscription whose phase is over, in a state, with the phase that follows. */
export const scheduleThatIs = (status: string, follower: keyof typeof followers | null = null, of: object = {}) =>
  stored(subscriptionSchedule, {
    ...{ status, customer: jo.id, subscription: 'sub_1', current_phase: { start_date: over.start, end_date: over.end } },
    phases: [phaseIn(over), ...(follower ? followers[follower] : [])],
    ...of,
  } as never);

const ruled = { schedule: 'sub_sched_1', phase_ends: period.end };
const of_schedule = {
  ...subscribedIn(period),
  ...{ currency: 'usd', customer: jo.id, default_payment_method: visa.id, latest_invoice: 'in_1' },
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
};
const subscriptionThatIs = (status: string, of: object = {}) => stored(subscription, { ...of_schedule, ...ruled, status, ...of } as never);

const current = { current_phase: { start_date: period.start, end_date: period.end }, phases: [phaseIn(period)] };
const begins = (start: number) => ({ phases: [phaseIn({ start, end: start + 30 * day })], current_phase: null, scheduled: true });

/** The contents of a schedule in a state, and the other objects. */
export const schedule_dressed: Dressed = {
  subscription_schedule: (status) => ({
    it: {
      ...{ customer: jo.id, billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } } },
      default_settings: { default_payment_method: visa.id },
      ...(status === 'not_started' ? begins(now + day) : current),
      ...(status === 'active' && { subscription: 'sub_1' }),
    },
    there: [jo, visa, ...offered, itemIn(period), billThatIs('paid'), ...(status === 'active' ? [subscriptionThatIs('active')] : [])],
  }),
};

const phases = [{ items: [{ price: ten.id }], iterations: 1 }];
const paid_by = { default_settings: { default_payment_method: visa.id } };
const free_of = { phase_ends: null, schedule: null };

/** A planned pause, with a planned resumption or without one. */
const planned = (resume_at: number | null = null) => ({
  key: 'pause_1',
  pause: { pause_at: now, settings: null, status: { error: null, type: 'scheduled' } },
  resume:
    resume_at === null ? null : { resume_at, settings: { billing_cycle_anchor: 'resume_at' }, status: { error: null, type: 'scheduled' } },
});

/** The trials of every verb of schedules. */
export const schedule_trials: Trials = {
  'POST /v1/subscription_schedules': {
    'that begins now': { input: { customer: jo.id, phases, ...paid_by } },
    'that begins now, with nothing': { input: { customer: jo.id, phases } },
    'that begins later': { input: { customer: jo.id, phases, start_date: now + day } },
    'of a subscription': { input: { from_subscription: 'sub_1' }, there: [subscriptionThatIs('active', free_of)] },
    'of a subscription that has one': { input: { from_subscription: 'sub_1' }, there: [subscriptionThatIs('active')] },
    'without phases': { input: { customer: jo.id } },
  },
  'POST /v1/subscription_schedules/:id': {
    'with metadata': { input: { metadata: { a: '1' } } },
    'with other phases': {
      input: { phases: [{ start_date: period.start, end_date: now + day, items: [{ price: ten.id, quantity: 2 }] }] },
    },
    'to begin now': { input: { phases: [{ start_date: 'now', end_date: now + day, items: [{ price: ten.id }] }] } },
    'to begin later': { input: { phases: [{ start_date: now + day, end_date: now + 2 * day, items: [{ price: ten.id }] }] } },
  },
  'POST /v1/subscription_schedules/:id/release': { '': {}, 'of one that would cancel': { it: { end_behavior: 'cancel' } } },
  'POST /v1/subscription_schedules/:id/cancel': { '': {}, 'without a last invoice': { input: { invoice_now: false, prorate: false } } },
  'subscription_schedule begin': {
    'at its time': { it: begins(now) },
    'at its time, with nothing to pay': { it: { ...begins(now), default_settings: {} } },
    'at its time, of a customer who was deleted': { it: { ...begins(now), customer: 'cus_0' } },
    'before it': { it: begins(now + day) },
  },
  'subscription_schedule pause': {
    'at its time': { about: String(now), it: { pause_schedules: [planned()] } },
    'of another time': { about: String(now - 1), it: { pause_schedules: [planned()] } },
  },
  'subscription_schedule resume': {
    'at its time': { about: String(now), it: { pause_schedules: [planned(now)] } },
    'without a planned resumption': { about: String(now), it: { pause_schedules: [planned()] } },
  },
  'subscription_schedule expire_soon': { '': { about: String(period.end) }, 'of other phases': { about: String(now) } },
  'subscription_schedule after customer.subscription.deleted': {
    '': { by: subscriptionThatIs('canceled') },
    'after its last payment failed': { by: subscriptionThatIs('canceled', { cancellation_details: { reason: 'payment_failed' } }) },
    'at its end, where that cancels': { by: subscriptionThatIs('canceled'), it: { end_behavior: 'cancel', phases: [phaseIn(over)] } },
  },
  'subscription_schedule after customer.subscription.updated': {
    'with nothing that its phase says': { by: subscriptionThatIs('active') },
    'with another description': { by: subscriptionThatIs('active', { description: 'Other' }) },
    'by a pause': { by: subscriptionThatIs('paused') },
  },
};
