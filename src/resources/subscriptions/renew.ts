import { run, set, tell } from '../../base/effects.js';
import { type Rule, timer } from '../../base/rules.js';
import { periodFrom, whole } from '../../billing/periods.js';
import { entered, isPhaseOver, ruledNoMore } from '../subscription-schedules/enter.js';
import { billFor, billing_reads, canPay, debited } from './bill.js';
import { afterUse } from './discounts.js';
import { ended } from './ended.js';
import { advanceLines, quantityLines } from './lines.js';
import { pausedFor, uncollected } from './pause.js';
import { items_read, used_reads } from './reads.js';
import { intervalOf, isMetered, ofItems, periodOf } from './shown.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';

/** What the lines of a subscription share. */
export const ofLines = ({ id, currency, billing_mode }: Subscription) => ({ id, currency, mode: billing_mode.type });

/**
 * Ends the period that is over and bills the next, which is always counted from the anchor. A moment at which the period does not end any
 * more passes by; the end of a subscription that ends with its period comes instead of a bill.
 */
export const renew: Rule<typeof subscription, Record<never, never>, 'timer'> = timer(subscription, 'renew', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, items, meters: _, used, ...seen }, around) => {
    const { now } = around;
    if (now < it.current_period_end) return null;
    if (!seen.customer) return ended(it, null, now);
    if (isPhaseOver(it, now)) return [entered(it), run(renew, it, {}, ruledNoMore)];
    if (it.cancel_at !== null && it.cancel_at <= it.current_period_end) return ended(it, 'cancellation_requested', now);
    const unpayable = it.status === 'trialing' && !canPay(it, seen) && it.trial_settings.end_behavior.missing_payment_method;
    if (unpayable === 'cancel') return ended(it, null, now);
    if (unpayable === 'pause') return pausedFor(it, 'trial_end_without_payment_method', now);
    const next = items.map((item) => renewed(item, it, now));
    const of = ofLines(it);
    const over_items = it.status === 'trialing' ? [] : items.filter((item) => isMetered(item) && item.current_period_end <= now);
    const lines = [
      ...over_items.flatMap((item) => quantityLines(item, used.get(item.id), whole(periodOf(item)), of)),
      ...next.flatMap(({ item, period }) => (period && !isMetered(item) ? advanceLines(item, period, of) : [])),
    ];
    const running = it.status === 'trialing' ? ({ status: 'active' } as const) : {};
    const over = { start: it.current_period_start, end: it.current_period_end };
    const bill = billFor(
      it,
      { lines, billing_reason: 'subscription_cycle', auto_advance: it.status !== 'unpaid' && !it.pause_collection, period: over },
      seen,
      around,
    );
    const billed = next.map(({ item }) => debited(item, bill.invoice, now));
    const after = set(it, { ...running, ...ofItems(it.id, billed), ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id });
    return [next.map(({ item }) => item), billed, bill.effects, after, timed(after, seen.account, around), uncollected(it, bill)];
  },
});

/** The item in the period after its own, where that is over, and what is charged of it. */
function renewed(item: Item, { billing_cycle_anchor }: Subscription, now: number) {
  if (item.current_period_end > now) return { item: set(item, {}), period: null };
  const period = periodFrom(item.current_period_end, billing_cycle_anchor, intervalOf(item));
  return { item: set(item, { current_period_start: period.start, current_period_end: period.end }), period };
}

/** Tells that a trial is about to end, where it is still to end at that moment. */
export const trialWillEnd = timer(subscription, 'trial_will_end', {
  from: ['trialing'],
  decide: ({ it, about }) => about === String(it.trial_end) && tell(it, 'customer.subscription.trial_will_end'),
});
