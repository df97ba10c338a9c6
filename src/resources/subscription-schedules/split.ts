import { set } from '../../base/effects.js';
import { on } from '../../base/rules.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { itemOf } from './phases-input.js';
import { type Schedule, subscriptionSchedule } from './schedule.js';
import { asStored } from './update.js';

type Of = Schedule['phases'][number];

const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join();

const counted = (items: readonly { readonly price: string; readonly quantity?: number | undefined }[]): string =>
  items
    .map(({ price, quantity = '' }) => `${price} ${quantity}`)
    .sort()
    .join();

/** How long a trial goes on; null where there is none, or none any more. */
const trialAfter = (trial_end: number | null, now: number): number | null => (trial_end !== null && trial_end > now ? trial_end : null);

/** The members of a phase in which its subscription is other than it says. What is used up by itself, as a discount for one invoice, is not. */
function otherThan(phase: Of, { default_tax_rates, discounts_kept = [], items, trial_end }: Subscription, now: number) {
  const own = items.data.map(({ metadata, price, quantity }) => itemOf(price, quantity, metadata));
  const trial = trialAfter(trial_end, now);
  const is_reduced = discounts_kept.some(
    ({ id, coupon, promotion_code }) =>
      !phase.discounts.some(
        (each) => each.discount === id || each.coupon === coupon.id || (promotion_code !== null && each.promotion_code === promotion_code),
      ),
  );
  return {
    ...(counted(own) !== counted(phase.items) && { items: own }),
    ...(idsOf(default_tax_rates) !== idsOf(phase.default_tax_rates) && { default_tax_rates: [...default_tax_rates] }),
    ...(trial !== trialAfter(phase.trial_end, now) && { trial_end: trial }),
    ...(is_reduced && { discounts: discounts_kept.map(({ id }) => ({ coupon: null, discount: id, promotion_code: null })) }),
  };
}

/**
 * What is changed of a subscription directly splits the phase that it is in: until now it was as the phase said, and from now on to the end of
 * the phase as it was changed. Further phases come as they are.
 */
export const splitPhase = on(subscription, 'customer.subscription.updated', subscriptionSchedule, {
  via: 'schedule',
  from: ['active'],
  decide: ({ it, by }, { now }) => {
    const phase = it.phases.find(({ start_date }) => start_date === it.current_phase?.start_date);
    if (!phase || by.status === 'paused' || now >= phase.end_date) return null;
    const change = otherThan(phase, by, now);
    if (Object.keys(change).length === 0) return null;
    const before = asStored(phase);
    const after = { ...before, ...change, start_date: now };
    const parts = now > phase.start_date ? [{ ...before, end_date: now }, after] : [after];
    const phases = it.phases.flatMap((each) => (each === phase ? parts : [asStored(each)]));
    return set(it, { phases, current_phase: { start_date: now, end_date: phase.end_date } });
  },
});
