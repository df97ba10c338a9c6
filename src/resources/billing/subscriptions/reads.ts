import { isMetered, usedPeriod } from '../../../arithmetic/billing/subscription/items.js';
import { type Found, many, one, usage } from '../../../kernel/base/reads.js';
import { type Meter, meter } from '../../catalogue/meters/meter.js';
import { usageAsked } from '../usage-records/usage.js';
import type { Subscription } from './subscription.js';
import { type Item, subscriptionItem } from './subscription-item.js';

/** The items of a subscription, guarded against concurrent additions and deletions. */
export const items_read = many(subscriptionItem, { by: 'subscription' });

type Metered = { readonly it: Subscription; readonly items: readonly Item[]; readonly meters: Found<Meter | null> };

type Changing = Omit<Metered, 'items'> & { readonly input: object; readonly current: readonly Item[] };

/** What can end the time in which what is used is charged to an item, besides the end of its period. */
const ends_usage = ['billing_cycle_anchor', 'items', 'trial_end'] as const;

/** What was used until now of items that may be changed. */
export const used_by_now = {
  meters: one(meter, 'current.price.recurring.meter'),
  used: usage(({ it, input, current, meters }: Changing, now) => {
    const ends = ends_usage.some((name) => name in input);
    const counted = current.filter((item) => isMetered(item) && (ends || now >= item.current_period_end));
    return counted.map((item) => usageAsked(item, meters, it.customer, usedPeriod(item, now)));
  }),
} as const;

/** What was used of the items in the period that they are in. */
export const used_reads = {
  meters: one(meter, 'items.price.recurring.meter'),
  used: usage(({ it, items, meters }: Metered) =>
    items.filter(isMetered).map((item) => usageAsked(item, meters, it.customer, usedPeriod(item))),
  ),
} as const;
