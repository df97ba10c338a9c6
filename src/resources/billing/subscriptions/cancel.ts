import type { Effect, Effects } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { on, rule, timer } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { billing_reads, collectedNow, items_read, used_reads } from './bill.js';
import { cancellation_input, ended, lastBill, over } from './end.js';
import { withoutRedeeming } from './give-back.js';
import { type Subscription, subscription } from './subscription.js';

/** The statuses of a subscription that has not ended. */
export const live = ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'] as const;

/**
 * Ends a subscription now. `prorate` credits the rest of its period; `invoice_now` bills usage and pending items. Without it usage is not
 * charged, and pending items stay pending.
 */
export const cancel = rule(subscription, 'cancel', {
  from: live,
  takes: {
    cancellation_details: about('What is known about the cancellation.', object(cancellation_input)),
    invoice_now: about('Whether usage and pending items are billed in a last invoice; false by default, then usage is not charged.', flag),
    prorate: about('Whether the unused part of the period is credited; false by default.', flag),
  },
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, input, items, meters: _, used, ...seen }, asked) => {
    const { cancellation_details = {}, invoice_now = false, prorate = false } = input;
    const cancellation = [it, 'cancellation_requested', asked.now, cancellation_details] as const;
    if (it.status === 'incomplete') return unbegun(ended(...cancellation));
    if (!seen.customer) return over(ended(...cancellation));
    const billing = { billing_reason: 'subscription_update', auto_advance: !it.pause_collection } as const;
    const { prorations, bill } = lastBill(it, { items, used, prorates: prorate, is_billed: invoice_now }, seen, billing, asked);
    return [
      prorations,
      bill?.effects,
      over(ended(...cancellation, bill), bill?.invoice.id),
      bill && collectedNow(it, bill, { pays: true, off_session: true }),
    ];
  },
});

/** Ends a paused subscription at its `cancel_at`; any other ends with its period. */
export const cancelAt = timer(subscription, 'cancel', {
  from: ['paused'],
  decide: ({ it }, { now }) => it.cancel_at !== null && now >= it.cancel_at && over(ended(it, 'cancellation_requested', now)),
});

/** Ends the subscriptions of a deleted customer. */
export const endedWithCustomer = on(customer, 'customer.deleted', subscription, {
  each: 'customer',
  from: live,
  decide: ({ it }, { now }) => (it.status === 'incomplete' ? unbegun : over)(ended(it, null, now)),
});

/** A subscription that ends before it was paid for returns its redemptions. */
const unbegun = (it: Subscription & Effect): Effects => [over(it), withoutRedeeming(it)];
