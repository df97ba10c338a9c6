import { type Effect, set, tell } from '../../base/effects.js';
import { many } from '../../base/reads.js';
import { timer } from '../../base/rules.js';
import { periodFrom } from '../../billing/periods.js';
import { intervalOf, ofItems } from './shown.js';
import { type Subscription, subscription } from './subscription.js';
import { type Item, subscriptionItem } from './subscription-item.js';
import { timed } from './timers.js';

/** The items of a subscription; nobody adds one or takes one away meanwhile. */
export const items_read = many(subscriptionItem, { by: 'subscription' });

/** Ends the period that is over and begins the next. A moment that the period does not end at any more passes by. */
export const renew = timer(subscription, 'renew', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  reads: { items: items_read },
  decide: ({ it, items }, around) => {
    if (around.now < it.current_period_end) return null;
    const next = items.map((item) => renewed(item, it, around.now));
    const running = it.status === 'trialing' ? ({ status: 'active' } as const) : {};
    const after = set(it, { ...running, ...ofItems(it.id, next) });
    return [next, after, timed(after, around)];
  },
});

/** The item in the period after its own, where that is over; always counted from the anchor. */
function renewed(item: Item, { billing_cycle_anchor }: Subscription, now: number): Item & Effect {
  if (item.current_period_end > now) return set(item, {});
  const { start, end } = periodFrom(item.current_period_end, billing_cycle_anchor, intervalOf(item));
  return set(item, { current_period_start: start, current_period_end: end });
}

/** Tells that a trial is about to end, where it is still to end at that moment. */
export const trialWillEnd = timer(subscription, 'trial_will_end', {
  from: ['trialing'],
  decide: ({ it, about }) => about === String(it.trial_end) && tell(it, 'customer.subscription.trial_will_end'),
});
