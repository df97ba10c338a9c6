import { commonPeriod, type Interval, type Period } from '../../../arithmetic/billing/periods.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** How often an item is charged. Prices that are charged once are no items. */
export function intervalOf({ price: { id, recurring } }: Pick<Item, 'price'>): Interval {
  if (!recurring) throw new Error(`${id} is an item's price and does not recur`);
  return recurring;
}

/** What the lines of a subscription share. */
export const ofLines = ({ id, currency, billing_mode }: Subscription) => ({ id, currency, mode: billing_mode.type });

/** The period that an item is in. */
export const periodOf = ({ current_period_start: start, current_period_end: end }: Item): Period => ({ start, end });

/** The time of its period in which what is used is charged to an item: from where it began to be, up to a moment where that comes first. */
export const usedPeriod = ({ current_period_start, current_period_end, metered_from }: Item, until = current_period_end): Period => ({
  start: Math.max(current_period_start, metered_from ?? 0),
  end: Math.min(current_period_end, until),
});

type InTime = Pick<Subscription, 'status' | 'billing_cycle_anchor' | 'trial_end' | 'current_period_end'>;

/**
 * Whether the period that it is in is a trial, which goes on although an invoice of something else is past due. One that was given up for
 * another anchor is none.
 */
export function isOnTrial({ status, billing_cycle_anchor, trial_end, current_period_end }: InTime): boolean {
  if (status === 'trialing') return true;
  return status !== 'paused' && trial_end !== null && current_period_end <= trial_end && trial_end <= billing_cycle_anchor;
}

/** Whether the time that goes by is charged: a trial is not, and what stands still is not. */
export const isCharged = (it: InTime): boolean => !isOnTrial(it) && it.status !== 'paused';

/** What it is when nothing is past due. */
export const runningAs = (it: InTime): 'active' | 'trialing' => (isOnTrial(it) ? 'trialing' : 'active');

/** Whether what is charged is what was used. */
export const isMetered = ({ price: { recurring } }: Pick<Item, 'price'>): boolean => recurring?.usage_type === 'metered';

/** What is internal stays with the item. */
export const shownItem = (item: Item): Item => ({
  ...item,
  // What became metered before items lost their quantity with that has one still.
  ...(isMetered(item) && { quantity: undefined }),
  ...{ debits: undefined, discounts_kept: undefined, invoiced: undefined, metered_from: undefined, product_name: undefined },
});

/** All that a subscription says of its items: nothing else writes these members, so that they say the same. */
export function ofItems(id: string, items: readonly Item[]) {
  const { start, end } = commonPeriod(items.map(periodOf));
  const only = items.length === 1 ? items[0] : undefined;
  return {
    current_period_start: start,
    current_period_end: end,
    items: {
      object: 'list' as const,
      data: items.map(shownItem),
      has_more: false,
      total_count: items.length,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    plan: only?.plan ?? null,
    prices: items.map(({ price }) => price.id),
    quantity: only && !isMetered(only) ? (only.quantity ?? null) : null,
  };
}
