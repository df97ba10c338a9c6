import { type Found, many, one, usage } from '../../base/reads.js';
import { type Meter, meter } from '../meters/meter.js';
import { usageAsked } from '../usage-records/asked.js';
import { isMetered, periodOf } from './shown.js';
import type { Subscription } from './subscription.js';
import { type Item, subscriptionItem } from './subscription-item.js';

/** The items of a subscription; nobody adds one or takes one away meanwhile. */
export const items_read = many(subscriptionItem, { by: 'subscription' });

type Metered = { readonly it: Subscription; readonly items: readonly Item[]; readonly meters: Found<Meter | null> };

/** What was used of the items in the period that they are in. */
export const used_reads = {
  meters: one(meter, 'items.price.recurring.meter'),
  used: usage(({ it, items, meters }: Metered) =>
    items.filter(isMetered).map((item) => usageAsked(item, meters, it.customer, periodOf(item))),
  ),
} as const;
