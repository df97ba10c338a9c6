import { type BilledPeriod, periodFrom } from '../../../arithmetic/billing/periods.js';
import { type Around, type Effects, instead, run, set, tell } from '../../../kernel/base/effects.js';
import { one, type Used } from '../../../kernel/base/reads.js';
import { consequence, type Rule, timer } from '../../../kernel/base/rules.js';
import { featuresAsked } from '../entitlements/grant.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { entered, isPhaseOver, ruledNoMore } from '../subscription-schedules/enter.js';
import { type Billing, billFor, billing_reads, debited, uncollected } from './bill.js';
import { afterUse } from './discounts.js';
import { ended, type Live } from './ended.js';
import { lastBill } from './last-bill.js';
import { advanceLines, usageLines } from './lines.js';
import { dropped } from './pending-update.js';
import { cutAt } from './periods-after.js';
import { items_read, used_reads } from './reads.js';
import { intervalOf, isCharged, isMetered, isOnTrial, ofItems, ofLines } from './shown.js';
import { over } from './stop-collecting.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';
import { endOfUnpaidTrial, unpaidAtEnd } from './unpaid-trial.js';

/**
 * Ends the period that is over and bills the next, which is always counted from the anchor. A moment at which the period does not end any
 * more passes by; the end of a subscription that ends with its period comes instead of a bill.
 */
export const renew: Rule<typeof subscription, Record<never, never>, 'consequence'> = consequence(subscription, 'renew', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  reads: { items: items_read, ...billing_reads, ...used_reads, waited: one(invoice, 'waiting.invoice') },
  decide: ({ it, items, meters: _, used, waited, ...seen }, around) => {
    const { now } = around;
    if (now < it.current_period_end) return null;
    if (it.waiting) return renewedWithout(it, waited);
    if (!seen.customer) return over(ended(it, null, now));
    if (isPhaseOver(it, now)) return [entered(it), run(renew, it, {}, instead(ruledNoMore, it))];
    if (it.cancel_at !== null && it.cancel_at <= it.current_period_end) return endedInTime(it, { items, used, ...seen }, around);
    const unpayable = endOfUnpaidTrial(it, seen);
    if (unpayable) return unpaidAtEnd(it, unpayable, now);
    const next = items.map((item) => renewed(item, it, now));
    const of = ofLines(it);
    const is_over = (item: Item) => isCharged(it) && item.current_period_end <= now;
    const lines = [
      ...items.filter(is_over).flatMap((item) => usageLines(item, used, of)),
      ...next.flatMap(({ item, period }) => (period && !isMetered(item) ? advanceLines(item, period, of) : [])),
    ];
    const running = it.status === 'trialing' ? ({ status: 'active' } as const) : {};
    const bill = billFor(it, { lines, ...asBilled(it) }, seen, around);
    const billed = next.map(({ item }) => debited(item, bill.invoice, now));
    const after = set(it, { ...running, ...ofItems(it.id, billed), ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id });
    const ahead = [timed(after, seen.account, around), featuresAsked(after, seen.account)];
    return [next.map(({ item }) => item), billed, bill.effects, after, ahead, uncollected(it, bill)];
  },
});

/** Renews at the end of each period. */
export const periodEnd = timer(subscription, 'renew', { runs: renew });

/** A change that waits for its invoice does not outlast the period. */
function renewedWithout(it: Live, waited: Invoice | null): Effects {
  const { alone, follows } = dropped(it, waited);
  return [alone, follows, run(renew, alone, {}, instead(ruledNoMore, it))];
}

/** How the time that is over is billed. */
const asBilled = (it: Live) => ({
  billing_reason: 'subscription_cycle' as const,
  auto_advance: it.status !== 'unpaid' && !it.pause_collection,
  period: { start: it.current_period_start, end: it.current_period_end },
});

/** A subscription that ends when it was to end, with what was used and is pending on a last invoice. */
function endedInTime(
  it: Live,
  seen: Billing & { readonly items: readonly Item[]; readonly used: Pick<Used, 'get'> },
  around: Around,
): Effects {
  const bill = lastBill(it, seen, asBilled(it), around);
  const gone = ended(it, 'cancellation_requested', around.now, {}, bill);
  return [bill?.effects, over(gone, bill?.invoice.id), bill && uncollected(it, bill)];
}

/** The item in the period after its own, where that is over, and what is charged of it: less where the subscription ends within it. */
function renewed(item: Item, { billing_cycle_anchor, cancel_at }: Subscription, now: number) {
  if (item.current_period_end > now) return { item: set(item, {}), period: null };
  const period: BilledPeriod = cutAt(periodFrom(item.current_period_end, billing_cycle_anchor, intervalOf(item)), cancel_at);
  return { item: set(item, { current_period_start: period.start, current_period_end: period.end }), period };
}

/** Tells that a trial is about to end, where it is still to end at that moment. */
export const trialWillEnd = timer(subscription, 'trial_will_end', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  decide: ({ it, about }) => isOnTrial(it) && about === String(it.trial_end) && tell(it, 'customer.subscription.trial_will_end'),
});
