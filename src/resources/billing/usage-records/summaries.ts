import { type Period, periodAt } from '../../../arithmetic/billing/periods.js';
import { intervalOf, periodOf } from '../../../arithmetic/billing/subscription/items.js';
import { handler, type Reader } from '../../../kernel/base/handler.js';
import { idBound } from '../../../kernel/base/ids.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import type { Document } from '../../../kernel/base/resource.js';
import { subscription } from '../subscriptions/subscription.js';
import { type Item, subscriptionItem } from '../subscriptions/subscription-item.js';
import { formulaOf } from './usage.js';

/** The periods of an item, the current one first. */
function periodsOf(item: Item, anchor: number): Period[] {
  const periods = [periodOf(item)];
  for (let { start } = periodOf(item); start > item.created; ) {
    const before = periodAt(anchor, intervalOf(item), start - 1);
    periods.push({ start: Math.max(before.start, item.created), end: start });
    start = before.start;
  }
  return periods;
}

/** What was used of an item in each of its periods, the current one first. */
export const usageRecordSummaries = handler(
  'GET /v1/subscription_items/:subscription_item/usage_record_summaries',
  paging,
  'List the usage of a subscription item by period',
  async ({ params, path: { subscription_item: id = '' }, read, livemode, refuse }) => {
    const item = (await read.find(subscriptionItem, id)) as (Item & Document) | null;
    const of = item && (await read.find(subscription, item.subscription));
    if (!item || !of)
      return refuse({ code: 'resource_missing', param: 'subscription_item', message: `No such subscription_item: '${id}'` });
    const periods = periodsOf(item, Number(of.billing_cycle_anchor)).map((period) => ({
      id: `${idBound('sis', period.start * 1000)}${id.slice(-14)}`,
      ...period,
    }));
    const page = pageOf(periods, `/v1/subscription_items/${id}/usage_record_summaries`, params);
    const data = await Promise.all(
      page.data.map(async ({ id: summary, start, end }) => ({
        id: summary,
        object: 'usage_record_summary',
        invoice: item.invoiced?.find((each) => each.end === end)?.invoice ?? null,
        livemode,
        period: { start, end },
        subscription_item: id,
        total_usage: await totalOf(read, item, { start, end }),
      })),
    );
    return { ...page, data };
  },
  { about: 'Lists the usage of a subscription item by its periods, the current one first.' },
);

async function totalOf(read: Reader, item: Item, period: Period): Promise<number> {
  const formula = formulaOf(item);
  const start = formula === 'last_ever' ? 0 : period.start;
  const [used] = await read.usage({ ...period, of: item.id, customer: '', formula, start, window: period.end - start });
  return Number(used?.value ?? 0);
}
