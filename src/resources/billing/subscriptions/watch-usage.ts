import { at, type Decision, type Effects, run, set } from '../../../kernel/base/effects.js';
import { rule } from '../../../kernel/base/rules.js';
import { items_read } from './bill.js';
import { pendingTimer } from './pending-items.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** How often usage is compared with its thresholds. */
const checked_every_seconds = 3600;

type Limited = Pick<Subscription, 'billing_thresholds'>;

/** Whether a limit of usage is set for the subscription or one of its items. */
export const isLimited = ({ billing_thresholds: of }: Limited, items: readonly Pick<Item, 'billing_thresholds'>[]): boolean =>
  of?.amount_gte != null || items.some(({ billing_thresholds: own }) => own?.usage_gte != null);

/** Starts the hourly comparison of usage with thresholds, if the subscription has some and no comparison is scheduled. */
export const watchUsage = rule(subscription, 'watch the usage of', {
  reads: { items: items_read },
  decide: ({ it, items }, { now }) => {
    if ((it.threshold_at ?? null) !== null || !isLimited(it, items)) return null;
    return watched(it, now);
  },
});

/** Sets the time of the next comparison. */
export function watched(it: Subscription, now: number): Effects {
  const next = now + checked_every_seconds;
  const waits = set(it, { threshold_at: next }, null);
  return [waits, at(next, waits, 'threshold', String(next))];
}

/** What is done with a subscription between its periods, after it has begun or changed: pending items are billed, and its usage is watched. */
export const betweenPeriods = (it: Subscription, items: readonly Item[], before: Subscription | null = null): Decision => [
  before?.next_pending_invoice_item_invoice !== it.next_pending_invoice_item_invoice && pendingTimer(it),
  isLimited(it, items) && run(watchUsage, it, {}),
];
