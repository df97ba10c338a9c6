import { set } from '../../../kernel/base/effects.js';
import { many } from '../../../kernel/base/reads.js';
import { on } from '../../../kernel/base/rules.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { isReduced, keptAs } from './redeeming.js';
import { type Schedule, subscriptionSchedule } from './schedule.js';
import { asPhaseItem, asStored } from './stored.js';

type Of = Schedule['phases'][number];

const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join();

type Counted = Pick<Of['items'][number], 'price' | 'tax_rates'> & { readonly quantity?: number | undefined };

const counted = (items: readonly Counted[]): string =>
  items
    .map(({ price, quantity = '', tax_rates }) => `${price} ${quantity} ${idsOf(tax_rates)}`)
    .sort()
    .join();

/** The end of a trial; null without one, or after it. */
const trialAfter = (trial_end: number | null, now: number): number | null => (trial_end !== null && trial_end > now ? trial_end : null);

/** The items of a subscription as items of its phase; what was to be taken off them is left as it was said. */
const itemsNow = ({ items }: Of, own: readonly Item[]) =>
  own.map((item) => {
    const wanted = items.find(({ price }) => price === item.price.id)?.discounts ?? [];
    const is_reduced = isReduced(item.discounts_kept ?? [], wanted);
    return { is_reduced, item: { ...asPhaseItem(item), ...(!is_reduced && { discounts: wanted }) } };
  });

/** The members of a phase in which its subscription is other than it says. What is used up by itself, as a discount for one invoice, is not. */
function otherThan(phase: Of, { default_tax_rates, discounts_kept = [], trial_end }: Subscription, own: readonly Item[], now: number) {
  const items = itemsNow(phase, own);
  const is_other = items.some(({ is_reduced }) => is_reduced) || counted(items.map(({ item }) => item)) !== counted(phase.items);
  const trial = trialAfter(trial_end, now);
  return {
    ...(is_other && { items: items.map(({ item }) => item) }),
    ...(idsOf(default_tax_rates) !== idsOf(phase.default_tax_rates) && { default_tax_rates: [...default_tax_rates] }),
    ...(trial !== trialAfter(phase.trial_end, now) && { trial_end: trial }),
    ...(isReduced(discounts_kept, phase.discounts) && { discounts: keptAs(discounts_kept) }),
  };
}

/**
 * What is changed of a subscription directly splits the phase that it is in: until now it was as the phase said, and from now on to the end of
 * the phase as it was changed. Further phases come as they are.
 */
export const splitPhase = on(subscription, 'customer.subscription.updated', subscriptionSchedule, {
  via: 'schedule',
  from: ['active'],
  reads: { own: many(subscriptionItem, { by: 'subscription', of: 'subscription' }) },
  decide: ({ it, by, own }, { now }) => {
    const phase = it.phases.find(({ start_date }) => start_date === it.current_phase?.start_date);
    if (!phase || by.status === 'paused' || now >= phase.end_date) return null;
    const change = otherThan(phase, by, own, now);
    if (Object.keys(change).length === 0) return null;
    const before = asStored(phase);
    const after = { ...before, ...change, start_date: now };
    const parts = now > phase.start_date ? [{ ...before, end_date: now }, after] : [after];
    const phases = it.phases.flatMap((each) => (each === phase ? parts : [asStored(each)]));
    return set(it, { phases, current_phase: { start_date: now, end_date: phase.end_date } });
  },
});
