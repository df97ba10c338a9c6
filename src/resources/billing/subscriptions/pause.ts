import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { object, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule, timer } from '../../../kernel/base/rules.js';
import type { Billed } from '../invoices/bill.js';
import { type Billing, billFor, billing_reads, collectedNow, pendingFor } from './bill.js';
import { termsOf } from './change-checks.js';
import { afterUse } from './discounts.js';
import type { Live } from './ended.js';
import { usageLines } from './lines.js';
import { creditedUntil, credits } from './prorate.js';
import { pendingOf } from './prorated.js';
import { items_read, used_reads } from './reads.js';
import { isCharged, isMetered, ofLines } from './shown.js';
import { subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** What invoices come to is collected again from the moment that was said. */
export const resumeCollection = timer(subscription, 'resume_collection', {
  decide: ({ it }, { now }) => {
    const resumes_at = it.pause_collection?.resumes_at ?? null;
    return resumes_at !== null && now >= resumes_at && set(it, { pause_collection: null });
  },
});

type Cause = 'pause_requested' | 'trial_end_without_payment_method';

/** A subscription that stands still: nothing is billed until it is resumed, and no renewal comes to end it. `bill` is the invoice of its pause. */
export function pausedFor(
  it: Exclude<Live, { readonly status: 'incomplete' }>,
  type: Cause,
  now: number,
  bill: Billed | null = null,
): Effects {
  const status_details = { paused: { subscription: { type }, transitioned_at: now, type: 'subscription' } } as const;
  const billed = bill && { ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id };
  const paused = set(it, { status: 'paused', status_details, ...billed }, 'customer.subscription.paused');
  return [paused, at(paused.cancel_at, paused, 'cancel')];
}

const bill_for = object({
  outstanding_usage_through: object({ type: required(oneOf('none', 'now')) }),
  unused_time_from: object({ type: required(oneOf('item_current_period_start', 'none', 'now')) }),
});

/**
 * Lets a subscription stand still. What was used until now is billed, and what was paid for the rest of the period is given back, with its
 * next invoice or with one at once; usage during the pause is free.
 */
export const pause = rule(subscription, 'pause', {
  from: ['active', 'past_due', 'trialing'],
  takes: { bill_for, invoicing_behavior: oneOf('pending_invoice_item', 'invoice'), type: oneOf('subscription') },
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, input, items, meters: _, used, ...seen }, asked) => {
    const { now } = asked;
    if (it.schedule) return asked.refuse(ruledBy(it.schedule));
    const { outstanding_usage_through: usage, unused_time_from: unused = { type: 'now' } } = input.bill_for ?? {};
    const over = !isCharged(it) || usage?.type === 'none' ? [] : items.flatMap((item) => usageLines(item, used, ofLines(it), now));
    const from = isCharged(it) ? unused.type : 'none';
    const since = (item: Item) => (from === 'none' ? item.current_period_end : from === 'now' ? now : item.current_period_start);
    const given_back = items.flatMap((item) => credits(item, items, termsOf(it, seen.customer, since(item), asked)));
    const billable = [...over.filter(({ amount }) => amount !== 0), ...given_back].map((line) => pendingOf(line, it, asked));
    const after = items.map((item) =>
      set(item, { debits: creditedUntil(item.debits ?? [], since(item)), ...(isMetered(item) && { metered_from: now }) }),
    );
    const all = { ...seen, pending: [...billable, ...seen.pending] };
    const bill = input.invoicing_behavior === 'invoice' ? billPending(it, all, asked) : null;
    return [
      billable,
      after,
      bill?.effects,
      pausedFor(it, 'pause_requested', now, bill),
      bill && collectedNow(it, bill, { pays: true, off_session: true }),
    ];
  },
});

/** An invoice of all that waits for one; there is none where nothing does. */
const billPending = (it: Live, seen: Billing, around: Around): Billed | null =>
  pendingFor(it, seen.pending).length === 0
    ? null
    : billFor(it, { lines: [], billing_reason: 'subscription_update', auto_advance: !it.pause_collection }, seen, around);

/** What a schedule bills phase after phase does not stand still (Stripe). */
const ruledBy = (schedule: string): Refusal => ({
  code: 'subscription_unexpected_state',
  message: `The subscription is managed by the subscription schedule ${schedule}, so it cannot be paused. Release the schedule first.`,
});
