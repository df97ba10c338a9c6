import { type Around, at, type Decision, instead, run, set, tell } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, otherwise, rule, timer } from '../../../kernel/base/rules.js';
import { create as createSubscription } from '../subscriptions/create.js';
import { subscription } from '../subscriptions/subscription.js';
import { type Phase, type Schedule, subscriptionSchedule } from './schedule.js';
import { creationFor } from './terms.js';

/** How long before its end a schedule sends its event (Stripe). */
const notice_seconds = 7 * day;

/** Tells that a schedule is about to end. */
export const noticed = (it: Schedule, now: number) => {
  const end = it.phases.at(-1)?.end_date ?? now;
  return at(Math.max(now, end - notice_seconds), it, 'expire_soon', String(end));
};

/** A schedule is about to end, unless its phases were changed. */
export const expireSoon = timer(subscriptionSchedule, 'expire_soon', {
  from: ['active'],
  decide: ({ it, about }) => about === String(it.phases.at(-1)?.end_date) && tell(it, 'subscription_schedule.expiring'),
});

/** What a schedule that begins now holds, and the subscription that is made for it. */
export function begun(it: { readonly phases: readonly Phase[] }, { fresh }: Around) {
  const [first] = it.phases;
  if (!first) throw new Error('A schedule has no phase');
  const { start_date, end_date } = first;
  return { first, members: { scheduled: false, subscription: fresh(subscription), current_phase: { start_date, end_date } } };
}

/** Ties the subscription to the schedule that it was made for. */
export const tie = rule(subscriptionSchedule, 'tie', {
  reads: { subscription },
  decide: ({ it, subscription: of }): Decision => {
    if (!of || !it.current_phase) return null;
    const ruled = set(of, { schedule: it.id, phase_ends: it.current_phase.end_date });
    return [ruled, at(it.current_phase.end_date, ruled, 'phase')];
  },
});

/** Begins a schedule whose time has come. */
export const begin = consequence(subscriptionSchedule, 'begin', {
  from: ['not_started'],
  decide: ({ it }, around) => {
    if (it.phases[0] && around.now < it.phases[0].start_date) return null;
    const { first, members } = begun(it, around);
    const active = set(it, { status: 'active', ...members });
    return [
      active,
      noticed(active, around.now),
      run(
        createSubscription,
        members.subscription,
        { ...creationFor(active, first, around.now), agreed: 'schedule' },
        instead(notBegun, it),
      ),
      run(tie, active, {}, instead(notBegun, it)),
    ];
  },
});

/** Begins at the start of the first phase. */
export const firstPhase = timer(subscriptionSchedule, 'begin', { runs: begin });

/** A subscription that cannot be made leaves nothing to be ruled. */
const notBegun = otherwise(subscriptionSchedule, 'fail to begin', {
  decide: ({ it }, { now }) => {
    if (it.status !== 'active') return null;
    const canceled = set(it as It<typeof subscriptionSchedule, 'active'>, {
      status: 'canceled',
      canceled_at: now,
      current_phase: null,
      subscription: null,
    });
    return [canceled, tell(canceled, 'subscription_schedule.aborted')];
  },
});
