import type { Effect, Effects } from '../../../kernel/base/effects.js';
import { object } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { on, rule, timer } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { billing_reads, collectedNow } from './bill.js';
import { termsOf } from './change-checks.js';
import { cancellation_input, ended } from './ended.js';
import { withoutRedeeming } from './give-back.js';
import { lastBill } from './last-bill.js';
import { credits } from './prorate.js';
import { pendingOf } from './prorated.js';
import { items_read, used_reads } from './reads.js';
import { isCharged } from './shown.js';
import { over } from './stop-collecting.js';
import { type Subscription, subscription } from './subscription.js';

/** The statuses of what has not ended. */
export const live = ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'] as const;

/**
 * Ends a subscription now. On request the rest of its period is credited, and usage and pending items are billed:
 * without it what was used is not charged, and what is pending stays so.
 */
export const cancel = rule(subscription, 'cancel', {
  from: live,
  takes: { cancellation_details: object(cancellation_input), invoice_now: flag, prorate: flag },
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, input, items, meters: _, used, ...seen }, asked) => {
    const { cancellation_details = {}, invoice_now = false, prorate = false } = input;
    const said = [it, 'cancellation_requested', asked.now, cancellation_details] as const;
    if (it.status === 'incomplete') return unbegun(ended(...said));
    if (!seen.customer) return over(ended(...said));
    const terms = termsOf(it, seen.customer, asked.now, asked);
    const credited = prorate && isCharged(it) ? items.flatMap((item) => credits(item, items, terms)) : [];
    const prorations = credited.map((line) => pendingOf(line, it, asked));
    const all = { ...seen, items, used, pending: [...prorations, ...seen.pending] };
    const bill = invoice_now
      ? lastBill(it, all, { billing_reason: 'subscription_update', auto_advance: !it.pause_collection }, asked)
      : null;
    return [
      prorations,
      bill?.effects,
      over(ended(...said, bill), bill?.invoice.id),
      bill && collectedNow(it, bill, { pays: true, off_session: true }),
    ];
  },
});

/** Ends a subscription that stands still at the moment that was said; any other ends with its period. */
export const cancelAt = timer(subscription, 'cancel', {
  from: ['paused'],
  decide: ({ it }, { now }) => it.cancel_at !== null && now >= it.cancel_at && over(ended(it, 'cancellation_requested', now)),
});

/** The customer has been deleted. */
export const endedWithCustomer = on(customer, 'customer.deleted', subscription, {
  each: 'customer',
  from: live,
  decide: ({ it }, { now }) => (it.status === 'incomplete' ? unbegun : over)(ended(it, null, now)),
});

/** What ends before it was paid for gives back what was redeemed for it. */
const unbegun = (it: Subscription & Effect): Effects => [over(it), withoutRedeeming(it)];
