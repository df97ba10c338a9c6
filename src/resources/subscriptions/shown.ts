import { commonPeriod, type Interval, type Period } from '../../billing/periods.js';
import type { Item } from './subscription-item.js';

/** How often an item is charged. Prices that are charged once are no items. */
export function intervalOf({ price: { id, recurring } }: Pick<Item, 'price'>): Interval {
  if (!recurring) throw new Error(`${id} is an item's price and does not recur`);
  return recurring;
}

/** The period that an item is in. */
export const periodOf = ({ current_period_start: start, current_period_end: end }: Item): Period => ({ start, end });

/** Whether what is charged is what was used. */
export const isMetered = ({ price: { recurring } }: Pick<Item, 'price'>): boolean => recurring?.usage_type === 'metered';

/** What is internal stays with the item. */
const shown = (item: Item): Item => ({ ...item, debits: undefined, product_name: undefined });

/** All that a subscription says of its items: nothing else writes these members, so that they say the same. */
export function ofItems(id: string, items: readonly Item[]) {
  const { start, end } = commonPeriod(items.map(periodOf));
  const only = items.length === 1 ? items[0] : undefined;
  return {
    current_period_start: start,
    current_period_end: end,
    items: {
      object: 'list' as const,
      data: items.map(shown),
      has_more: false,
      total_count: items.length,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    plan: only?.plan ?? null,
    quantity: only?.quantity ?? null,
  };
}
