import { type Decision, run, set, tell } from '../../../kernel/base/effects.js';
import { createdFilter, flag, ref } from '../../../kernel/base/kinds.js';
import { action, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { cancel as cancelSubscription } from '../subscriptions/cancel.js';
import { subscription } from '../subscriptions/subscription.js';
import { update as updateSubscription } from '../subscriptions/update.js';
import { expireSoon, firstPhase } from './begin.js';
import { create } from './create.js';
import { phaseEnds, releasedFrom, unruled } from './enter.js';
import { subscriptionSchedule } from './schedule.js';
import { splitPhase } from './split.js';
import { update } from './update.js';

/** Lets a subscription go on as it is, without its schedule. */
export const release = rule(subscriptionSchedule, 'release', {
  from: ['not_started', 'active'],
  takes: { preserve_cancel_date: flag },
  reads: { subscription },
  decide: ({ it, input: { preserve_cancel_date: keeps = false }, subscription: of }, asked): Decision => {
    const released = releasedFrom(it, asked.now);
    if (!of) return released;
    const freed = unruled(of);
    const ends = it.end_behavior === 'cancel' && of.cancel_at !== null && of.status !== 'canceled';
    return [released, freed, ends && !keeps && run(updateSubscription, freed, { cancel_at: null, agreed: 'schedule' })];
  },
});

/** Ends a schedule and its subscription now. */
export const cancel = rule(subscriptionSchedule, 'cancel', {
  from: ['not_started', 'active'],
  takes: { invoice_now: flag, prorate: flag },
  reads: { subscription },
  decide: ({ it, input: { invoice_now = true, prorate = true }, subscription: of }, asked): Decision => {
    const canceled = set(it, { status: 'canceled', canceled_at: asked.now, current_phase: null, scheduled: false });
    return [canceled, of && of.status !== 'canceled' && run(cancelSubscription, of, { invoice_now, prorate })];
  },
});

/** What has ended is ruled by nothing: with the last phase its schedule is completed, and before that it is canceled. */
export const endedWith = on(subscription, 'customer.subscription.deleted', subscriptionSchedule, {
  via: 'schedule',
  from: ['active'],
  decide: ({ it, by }, { now }) => {
    const last = it.phases.at(-1);
    if (it.end_behavior === 'cancel' && last && now >= last.end_date)
      return set(it, { status: 'completed', completed_at: now, current_phase: null });
    const canceled = set(it, { status: 'canceled', canceled_at: now, current_phase: null });
    return [canceled, by.cancellation_details.reason === 'payment_failed' && tell(canceled, 'subscription_schedule.aborted')];
  },
});

/** The subscription schedules group. */
export const subscriptionSchedules = [
  action('POST /v1/subscription_schedules', create),
  action('POST /v1/subscription_schedules/:id', update),
  action('POST /v1/subscription_schedules/:id/release', release),
  action('POST /v1/subscription_schedules/:id/cancel', cancel),
  firstPhase,
  expireSoon,
  phaseEnds,
  endedWith,
  splitPhase,
  retrieve(subscriptionSchedule, 'GET /v1/subscription_schedules/:id'),
  list(subscriptionSchedule, ['GET /v1/subscription_schedules', 'GET /v1/subscription_schedules/list'], {
    customer: ref('customer'),
    canceled_at: createdFilter,
    completed_at: createdFilter,
    released_at: createdFilter,
    scheduled: flag,
    test_clock: ref('test_helpers.test_clock'),
  }),
] as const;
