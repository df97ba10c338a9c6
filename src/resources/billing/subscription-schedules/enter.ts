import { at, type Effects, instead, run, set, tell } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { otherwise, rule, timer } from '../../../kernel/base/rules.js';
import { price } from '../../catalogue/prices/price.js';
import { items_read } from '../subscriptions/bill.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { update as updateSubscription } from '../subscriptions/update.js';
import { subscriptionSchedule } from './schedule.js';
import { changeFor } from './terms.js';

/** A subscription released from its schedule. */
export const unruled = (it: Subscription) => set(it, { schedule: null, phase_ends: null });

/** A schedule that lets its subscription go on as it is. */
export const releasedFrom = (it: It<typeof subscriptionSchedule, 'not_started' | 'active'>, now: number) =>
  set(it, {
    status: 'released',
    current_phase: null,
    released_at: now,
    released_subscription: it.subscription,
    scheduled: false,
    subscription: null,
  });

/** Whether a phase that rules a subscription is over. */
export const isPhaseOver = ({ phase_ends = null }: Subscription, now: number): boolean => phase_ends !== null && now >= phase_ends;

/** Lets the next phase of a schedule rule its subscription, by the rule by which callers change one; after the last phase the schedule ends. */
export const enterPhase = rule(subscription, 'enter the next phase of', {
  reads: { schedule: one(subscriptionSchedule, 'schedule'), items: items_read, prices: one(price, 'schedule.phases.items.price') },
  decide: ({ it, schedule, items, prices }, asked): Effects => {
    if (!isPhaseOver(it, asked.now)) return null;
    if (schedule?.status !== 'active') return unruled(it);
    const next = schedule.phases.find(({ start_date }) => start_date === it.phase_ends);
    if (!next) return over(schedule, it, asked.now);
    const before = schedule.phases.find(({ end_date }) => end_date === next.start_date);
    const entered = set(schedule, { current_phase: { start_date: next.start_date, end_date: next.end_date } });
    const ruled = set(it, { phase_ends: next.end_date }, null);
    const change = changeFor(schedule, next, { before, of: it, items, prices, is_entered: true }, asked.now);
    return [
      entered,
      ruled,
      at(next.end_date, ruled, 'phase'),
      run(updateSubscription, ruled, { ...change, agreed: 'phase' }, instead(ruledNoMore, it)),
    ];
  },
});

function over(it: It<typeof subscriptionSchedule, 'active'>, of: Subscription, now: number): Effects {
  if (it.end_behavior === 'release') return [releasedFrom(it, now), unruled(of)];
  return [set(it, { status: 'completed', completed_at: now, current_phase: null }), set(of, { phase_ends: null }, null)];
}

/** A phase that cannot be entered ends its schedule, and the subscription goes on as it is. */
export const ruledNoMore = otherwise(subscription, 'give up the schedule of', {
  reads: { schedule: one(subscriptionSchedule, 'schedule') },
  decide: ({ it, schedule }, { now }): Effects => {
    if (schedule?.status !== 'active') return null;
    const canceled = set(schedule, { status: 'canceled', canceled_at: now, current_phase: null });
    return [canceled, tell(canceled, 'subscription_schedule.aborted'), unruled(it)];
  },
});

/** Enters the next phase, where the one before is over; a renewal waits for it, so that the period which begins is billed as its phase says. */
export const entered = (it: Subscription): Effects => run(enterPhase, it, {}, instead(ruledNoMore, it));

/** The end of a phase that comes before any renewal. */
export const phaseEnds = timer(subscription, 'phase', { decide: ({ it }) => entered(it) });
