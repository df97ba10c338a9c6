import { boundaryAfter } from '../../../arithmetic/billing/periods.js';
import { at, set } from '../../../kernel/base/effects.js';
import { timer } from '../../../kernel/base/rules.js';
import { billFor, billing_reads, uncollected } from './bill.js';
import { afterUse } from './discounts.js';
import { type Subscription, subscription } from './subscription.js';

type Asking = { readonly pending_invoice_item_interval?: { readonly interval: Unit; readonly interval_count?: number } | null };
type Unit = NonNullable<Subscription['pending_invoice_item_interval']>['interval'];

/** When pending items are billed next, in seconds, where a request says how often. */
export function nextPending({ pending_invoice_item_interval: given }: Asking, anchor: number, now: number) {
  if (given === undefined) return {};
  if (given === null) return { next_pending_invoice_item_invoice: null };
  const { interval, interval_count = 1 } = given;
  const next_pending_invoice_item_invoice = boundaryAfter(anchor, { interval, interval_count }, now);
  return { pending_invoice_item_interval: { interval, interval_count }, next_pending_invoice_item_invoice };
}

/** The timer of the next bill of pending items. */
export const pendingTimer = (it: Subscription) =>
  at(it.next_pending_invoice_item_invoice, it, 'pending_items', String(it.next_pending_invoice_item_invoice));

/** Bills the pending items of a subscription between its periods, unless its interval was changed. */
export const billPendingItems = timer(subscription, 'pending_items', {
  from: ['active', 'past_due', 'trialing', 'unpaid'],
  reads: billing_reads,
  decide: ({ it, about, ...seen }, around) => {
    const interval = it.pending_invoice_item_interval;
    if (interval === null || about !== String(it.next_pending_invoice_item_invoice) || !seen.customer) return null;
    const next = nextPending({ pending_invoice_item_interval: interval }, it.billing_cycle_anchor, around.now);
    const pending = seen.pending.filter((item) => item.subscription === it.id && item.currency === it.currency);
    if (pending.length === 0) {
      const waits = set(it, next, null);
      return [waits, pendingTimer(waits)];
    }
    const auto_advance = it.status !== 'unpaid' && !it.pause_collection;
    const billing = { lines: [], billing_reason: 'automatic_pending_invoice_item_invoice', auto_advance } as const;
    const bill = billFor(it, billing, { ...seen, pending }, around);
    const billed = set(it, { ...next, ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id });
    return [bill.effects, billed, pendingTimer(billed), uncollected(it, bill)];
  },
});
