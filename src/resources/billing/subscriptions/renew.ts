import { isOnTrial } from '../../../arithmetic/billing/subscription/items.js';
import { planRenewal } from '../../../arithmetic/billing/subscription/renewal.js';
import { type Around, type Effects, foretell, instead, run, set, tell } from '../../../kernel/base/effects.js';
import { one, type Used } from '../../../kernel/base/reads.js';
import { consequence, type Rule, timer } from '../../../kernel/base/rules.js';
import { featuresAsked } from '../entitlements/grant.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { entered, isPhaseOver, ruledNoMore } from '../subscription-schedules/enter.js';
import { type Billing, billFor, billing_reads, debited, items_read, uncollected, used_reads } from './bill.js';
import { dropped } from './change/pending-update.js';
import { afterUse } from './discounts.js';
import { ended, type Live, lastBill, over } from './end.js';
import { billedLines, lineTermsOf } from './lines.js';
import { endOfUnpaidTrial, unpaidAtEnd } from './pause.js';
import { previewNext } from './preview/next.js';
import { subscription } from './subscription.js';
import { type Item, ofItems } from './subscription-item.js';
import { timed } from './timers.js';

/**
 * Ends the period that is over and bills the next. A subscription that ends with its period ends in place of a bill. At any other moment than
 * the end of the period this does nothing.
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
    if (it.cancel_at !== null && it.cancel_at <= it.current_period_end) return endedInTime(it, items, used, seen, around);
    const unpayable = endOfUnpaidTrial(it, seen);
    if (unpayable) return unpaidAtEnd(it, unpayable, now);
    const plan = planRenewal({ it, items, used, now, terms: lineTermsOf(it) });
    const next = items.map((item, place) => renewed(item, plan.periods[place] ?? null));
    const bill = billFor(it, { lines: billedLines([...plan.usage, ...plan.lines], it.id), ...asBilled(it) }, seen, around);
    const billed = next.map((item) => debited(item, bill.invoice, now));
    const running = it.status === 'trialing' ? ({ status: 'active' } as const) : {};
    const after = set(it, { ...running, ...ofItems(it.id, billed), ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id });
    return [
      next,
      billed,
      bill.effects,
      after,
      timed(after, seen.account, around),
      featuresAsked(after, seen.account),
      uncollected(it, bill),
    ];
  },
});

/** Renews at the end of each period. */
export const periodEnd = timer(subscription, 'renew', { runs: renew });

/** Drops a pending update, which ends with the period. */
function renewedWithout(it: Live, waited: Invoice | null): Effects {
  const { alone, follows } = dropped(it, waited);
  return [alone, follows, run(renew, alone, {}, instead(ruledNoMore, it))];
}

/** How the period that is over is billed. */
const asBilled = (it: Live) => ({
  billing_reason: 'subscription_cycle' as const,
  auto_advance: it.status !== 'unpaid' && !it.pause_collection,
  period: { start: it.current_period_start, end: it.current_period_end },
});

/** Ends a subscription at its `cancel_at`, with a last invoice of usage and pending items. */
function endedInTime(it: Live, items: readonly Item[], used: Pick<Used, 'get'>, seen: Billing, around: Around): Effects {
  const { bill } = lastBill(it, { items, used, prorates: false, is_billed: true }, seen, asBilled(it), around);
  const gone = ended(it, 'cancellation_requested', around.now, {}, bill);
  return [bill?.effects, over(gone, bill?.invoice.id), bill && uncollected(it, bill)];
}

/** An item in its next period; unchanged where its period continues. */
const renewed = (item: Item, next: { readonly start: number; readonly end: number } | null) =>
  set(item, next ? { current_period_start: next.start, current_period_end: next.end } : {});

/** Sends the event of a trial that is about to end, where it still ends at that moment. */
export const trialWillEnd = timer(subscription, 'trial_will_end', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  decide: ({ it, about }) => isOnTrial(it) && about === String(it.trial_end) && tell(it, 'customer.subscription.trial_will_end'),
});

/** Sends the upcoming-invoice event where an invoice will be charged. A subscription that ends with its period is billed for usage only. */
export const upcoming: Rule<typeof subscription, Record<never, never>, 'timer'> = timer(subscription, 'upcoming', {
  from: ['active', 'past_due', 'trialing'],
  decide: ({ it, about }) =>
    about === String(it.current_period_end) &&
    it.pause_collection === null &&
    it.collection_method === 'charge_automatically' &&
    foretell(previewNext, 'upcoming_in', { previewed: it.id, customer: it.customer }, 'invoice.upcoming'),
});
