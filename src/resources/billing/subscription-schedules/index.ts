import { type Decision, run, set, tell } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { createdFilter, flag, ref } from '../../../kernel/base/kinds.js';
import { action, list, on, retrieve, rule } from '../../../kernel/base/rules.js';
import { cancel as cancelSubscription } from '../subscriptions/cancel.js';
import { subscription } from '../subscriptions/subscription.js';
import { update as updateSubscription } from '../subscriptions/update.js';
import { expireSoon, firstPhase } from './begin.js';
import { create } from './create.js';
import { phaseEnds, releasedFrom, unruled } from './enter.js';
import { pauseAsPlanned, resumeAsPlanned } from './planned-pauses.js';
import { subscriptionSchedule } from './schedule.js';
import { splitPhase } from './split.js';
import { update } from './update.js';

/** Lets a subscription go on as it is, without its schedule. */
export const release = rule(subscriptionSchedule, 'release', {
  from: ['not_started', 'active'],
  takes: { preserve_cancel_date: about('Whether a subscription that ends with the schedule keeps its end; false by default.', flag) },
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
  takes: {
    invoice_now: about('Whether usage and pending items are billed in a last invoice; true by default.', flag),
    prorate: about('Whether the unused part of the period is credited; true by default.', flag),
  },
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
  action('POST /v1/subscription_schedules', create, {
    about: 'Creates a schedule of phases, which starts a subscription now or later, or manages an existing one.',
  }),
  action('POST /v1/subscription_schedules/:id', update, {
    about:
      'Updates a schedule that has not ended. Phases are sent all together; changes of the current phase apply to the subscription at once.',
  }),
  action('POST /v1/subscription_schedules/:id/release', release, {
    about: 'Ends a schedule that is active or not started, and lets its subscription continue as it is.',
  }),
  action('POST /v1/subscription_schedules/:id/cancel', cancel, {
    about: 'Cancels a schedule that is active or not started, and ends its subscription at once.',
  }),
  firstPhase,
  expireSoon,
  phaseEnds,
  pauseAsPlanned,
  resumeAsPlanned,
  endedWith,
  splitPhase,
  retrieve(subscriptionSchedule, 'GET /v1/subscription_schedules/:id', { about: 'Retrieves a subscription schedule.' }),
  list(
    subscriptionSchedule,
    ['GET /v1/subscription_schedules', 'GET /v1/subscription_schedules/list'],
    {
      customer: about('Only the schedules of this customer.', ref('customer')),
      canceled_at: about('Only schedules canceled at this time, in Unix seconds, or in this range.', createdFilter),
      completed_at: about('Only schedules completed at this time, in Unix seconds, or in this range.', createdFilter),
      released_at: about('Only schedules released at this time, in Unix seconds, or in this range.', createdFilter),
      scheduled: about('Whether only schedules that have not started are listed.', flag),
      test_clock: about('Only the schedules of customers with this test clock.', ref('test_helpers.test_clock')),
    },
    { about: 'Lists subscription schedules, newest first.' },
  ),
] as const;
