import { isMetered, usedPeriod } from '../../../arithmetic/billing/subscription/items.js';
import { usageLines } from '../../../arithmetic/billing/subscription/lines.js';
import { type Around, type Effects, run, set } from '../../../kernel/base/effects.js';
import { type Found, one, type Used, usage } from '../../../kernel/base/reads.js';
import { type Rule, timer } from '../../../kernel/base/rules.js';
import { type Meter, meter } from '../../catalogue/meters/meter.js';
import { usageAsked } from '../usage-records/usage.js';
import { type Billing, billFor, billing_reads, debited, items_read, uncollected } from './bill.js';
import { afterUse } from './discounts.js';
import { billedLines, lineTermsOf } from './lines.js';
import { type Subscription, subscription } from './subscription.js';
import { type Item, ofItems } from './subscription-item.js';
import { update } from './update.js';
import { isLimited, watched } from './watch-usage.js';

type Metered = { readonly it: Subscription; readonly items: readonly Item[]; readonly meters: Found<Meter | null> };

/** Compares unbilled usage with the thresholds, and bills it where one is reached. */
export const thresholdReached: Rule<typeof subscription, Record<never, never>, 'timer'> = timer(subscription, 'threshold', {
  from: ['active', 'past_due', 'paused', 'trialing', 'unpaid'],
  reads: {
    items: items_read,
    ...billing_reads,
    meters: one(meter, 'items.price.recurring.meter'),
    used: usage(({ it, items, meters }: Metered, now) =>
      items.filter(isMetered).map((item) => usageAsked(item, meters, it.customer, usedPeriod(item, now))),
    ),
  },
  decide: ({ it, about, items, meters: _, used, ...seen }, around) => {
    if (about !== String(it.threshold_at)) return null;
    if (!isLimited(it, items)) return set(it, { threshold_at: null }, null);
    const is_charged = it.status !== 'paused' && it.status !== 'trialing' && seen.customer && around.now < it.current_period_end;
    if (!is_charged) return watched(it, around.now);
    return billedUsage(it, items, used, seen, around) ?? watched(it, around.now);
  },
});

/** The bill of the usage until now, where a threshold is reached. */
function billedUsage(it: Subscription, items: readonly Item[], used: Used, seen: Billing, around: Around): Effects | null {
  const { now } = around;
  const terms = lineTermsOf(it);
  const lines = items.filter(isMetered).flatMap((item) => usageLines(item, used, terms, now));
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const limit = it.billing_thresholds?.amount_gte ?? null;
  const is_over = (item: Item) =>
    isMetered(item) && Number(used.get(item.id)) >= (item.billing_thresholds?.usage_gte ?? Number.POSITIVE_INFINITY);
  const is_amount = limit !== null && amount >= limit;
  if (amount <= 0 || !(is_amount || items.some(is_over))) return null;
  const auto_advance = it.status !== 'unpaid' && !it.pause_collection;
  const billing = { lines: billedLines(lines, it.id), billing_reason: 'subscription_threshold', auto_advance } as const;
  const bill = billFor(it, billing, { ...seen, pending: [] }, around);
  const billed = items.filter(isMetered).map((item) => debited(item, bill.invoice, now));
  const counted = billed.map((item) => set(item, { metered_from: now }));
  const shown = items.map((item) => counted.find(({ id }) => id === item.id) ?? item);
  const after = set(it, { ...ofItems(it.id, shown), ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id });
  const { data } = bill.invoice.lines;
  const item_reasons = items.filter(is_over).map((item) => ({
    line_item_ids: data.filter(({ subscription_item }) => subscription_item === item.id).map(({ id }) => id),
    usage_gte: item.billing_thresholds?.usage_gte ?? 0,
  }));
  const begins = it.billing_thresholds?.reset_billing_cycle_anchor === true;
  return [
    billed,
    counted,
    bill.effects,
    set(bill.invoice, { threshold_reason: { amount_gte: is_amount ? limit : null, item_reasons } }, null),
    after,
    watched(after, now),
    uncollected(it, bill),
    begins && run(update, after, { billing_cycle_anchor: 'now', proration_behavior: 'none', agreed: 'schedule' }, 'ignore'),
  ];
}
