import type { Around } from '../../base/effects.js';
import type { Refusal } from '../../base/refusal.js';
import type { Customer } from '../customers/customer.js';
import { countedIn } from '../invoices/basis.js';
import type { ItemChange } from './changed-items.js';
import type { Asked } from './changes.js';
import { discountsOn } from './discounts.js';
import type { Live } from './ended.js';
import type { Terms } from './prorate.js';
import type { Subscription } from './subscription.js';
import { fittingInterval, wrongTrialEnd } from './terms.js';

/** What is asked of the time of a change. */
export type Timing = {
  readonly billing_cycle_anchor?: 'now' | 'unchanged';
  readonly cancel_at?: number | string | null;
  readonly cancel_at_period_end?: boolean;
  readonly items?: readonly unknown[];
  readonly proration_behavior?: Asked['proration_behavior'];
  readonly proration_date?: number;
  readonly trial_end?: number | 'now';
};

/** How a change is to be billed. */
export function askedOf({ status, trial_end }: Subscription, given: Timing): Asked {
  const was_trial = status === 'trialing';
  const ends_trial = was_trial && given.trial_end === 'now';
  const later = typeof given.trial_end === 'number' ? given.trial_end : null;
  return {
    proration_behavior: given.proration_behavior ?? 'create_prorations',
    anchors_now: given.billing_cycle_anchor === 'now' || ends_trial,
    trial_end: later ?? (was_trial && !ends_trial && given.billing_cycle_anchor !== 'now' ? trial_end : null),
    was_trial,
  };
}

/** What prorations of a change from a moment on are counted by. */
export const termsOf = (it: Subscription, customer: Customer, moment: number, around: Around): Terms => ({
  ...{ id: it.id, currency: it.currency, mode: it.billing_mode.type, moment, anchor: it.billing_cycle_anchor },
  discounts: discountsOn(it, customer, around).map(countedIn(it.currency)),
  itemizes: false,
});

/** Why a change cannot be made. */
export function wrongChange(it: Live, changes: readonly ItemChange[], given: Timing, { now }: Around): Refusal | null {
  const billing = (['items', 'trial_end', 'billing_cycle_anchor'] as const).find((name) => given[name] !== undefined);
  if (it.status === 'incomplete' && billing)
    return {
      code: 'subscription_unexpected_state',
      param: billing,
      message: 'The first invoice of this subscription is not paid yet. Change what it costs when it is, or begin another.',
    };
  const prices = changes.flatMap(({ chosen, item, is_deleted }) => (is_deleted ? [] : (chosen?.price ?? item?.price ?? [])));
  const interval = fittingInterval(prices, it.billing_mode.type, 'items');
  if ('code' in interval) return interval;
  return wrongDate(it, given) ?? wrongEnd(given, now);
}

function wrongDate({ current_period_start: start, current_period_end: end }: Live, { proration_date: date }: Timing): Refusal | null {
  if (date === undefined || (date >= start && date <= end)) return null;
  const message = `The proration date must lie in the current period, from ${start} to ${end}.`;
  return { code: 'parameter_invalid', param: 'proration_date', message };
}

function wrongEnd({ cancel_at, cancel_at_period_end, trial_end, billing_cycle_anchor }: Timing, now: number): Refusal | null {
  if (cancel_at !== undefined && cancel_at_period_end !== undefined)
    return { code: 'parameters_exclusive', param: 'cancel_at', message: 'Send only one of cancel_at and cancel_at_period_end.' };
  if (typeof cancel_at === 'number' && cancel_at <= now)
    return { code: 'parameter_invalid', param: 'cancel_at', message: 'cancel_at must be in the future. To end it now, cancel it.' };
  if (typeof trial_end !== 'number') return null;
  if (billing_cycle_anchor === 'now')
    return {
      code: 'parameters_exclusive',
      param: 'billing_cycle_anchor',
      message: 'The end of a trial is the anchor. Leave billing_cycle_anchor out.',
    };
  return wrongTrialEnd(trial_end, now);
}
