import type { Period } from '../../../arithmetic/billing/periods.js';
import type { Formula, Found, UsageAsked } from '../../../kernel/base/reads.js';
import type { Meter } from '../../catalogue/meters/meter.js';
import type { Item } from '../subscriptions/subscription-item.js';

type Sold = Pick<Item, 'id' | 'price'>;

/** How the older prices of usage name the formulas. */
const formulas = { sum: 'sum', max: 'max', last_during_period: 'last', last_ever: 'last_ever' } as const;

/** The formula by which records of an item are summed up. */
export const formulaOf = ({ price: { recurring } }: Sold): Formula => formulas[recurring?.aggregate_usage ?? 'sum'];

/**
 * What a read of usage asks for a metered item and a period: what its meter has counted of the customer, or what was recorded of the item
 * itself. It is found under the item's id.
 */
export function usageAsked(item: Sold, meters: Found<Meter | null>, customer: string, { start, end }: Period): UsageAsked {
  const meter = meters.get(item.price.recurring?.meter ?? '');
  const of = meter
    ? { of: meter.id, customer, formula: meter.default_aggregation.formula }
    : { of: item.id, customer: null, formula: formulaOf(item) };
  return { key: item.id, ...of, start, end };
}
