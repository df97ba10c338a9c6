import { at, type Effects, set } from '../../base/effects.js';
import { object, required } from '../../base/fields.js';
import { oneOf } from '../../base/kinds.js';
import { rule, timer } from '../../base/rules.js';
import { customer } from '../customers/customer.js';
import type { Live } from './ended.js';
import { usageLines } from './lines.js';
import { creditedUntil, credits } from './prorate.js';
import { pendingOf } from './prorated.js';
import { items_read, used_reads } from './reads.js';
import { isMetered, ofLines } from './shown.js';
import { subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { termsOf } from './wrong-change.js';

/** What invoices come to is collected again from the moment that was said. */
export const resumeCollection = timer(subscription, 'resume_collection', {
  decide: ({ it }, { now }) => {
    const resumes_at = it.pause_collection?.resumes_at ?? null;
    return resumes_at !== null && now >= resumes_at && set(it, { pause_collection: null });
  },
});

type Cause = 'pause_requested' | 'trial_end_without_payment_method';

/** A subscription that stands still: nothing is billed until it is resumed, and no renewal comes to end it. */
export function pausedFor(it: Exclude<Live, { readonly status: 'incomplete' }>, type: Cause, now: number): Effects {
  const status_details = { paused: { subscription: { type }, transitioned_at: now, type: 'subscription' } } as const;
  const paused = set(it, { status: 'paused', status_details }, 'customer.subscription.paused');
  return [paused, at(paused.cancel_at, paused, 'cancel')];
}

const bill_for = object({
  outstanding_usage_through: object({ type: required(oneOf('none', 'now')) }),
  unused_time_from: object({ type: required(oneOf('item_current_period_start', 'none', 'now')) }),
});

/**
 * Lets a subscription stand still. What was used until now is billed with its next invoice, what was paid for the rest of the period is
 * given back with it, and what is used meanwhile is free.
 */
export const pause = rule(subscription, 'pause', {
  from: ['active', 'past_due', 'trialing'],
  takes: { bill_for, type: oneOf('subscription') },
  reads: { customer, items: items_read, ...used_reads },
  decide: ({ it, input, customer, items, used }, around) => {
    const { now } = around;
    const { outstanding_usage_through: usage, unused_time_from: unused = { type: 'now' } } = input.bill_for ?? {};
    const is_trial = it.status === 'trialing';
    const over = is_trial || usage?.type === 'none' ? [] : items.flatMap((item) => usageLines(item, used, ofLines(it), now));
    const from = is_trial ? 'none' : unused.type;
    const since = (item: Item) => (from === 'none' ? item.current_period_end : from === 'now' ? now : item.current_period_start);
    const given_back = items.flatMap((item) => credits(item, items, termsOf(it, customer, since(item), around)));
    const billable = [...over.filter(({ amount }) => amount !== 0), ...given_back].map((line) => pendingOf(line, it, around));
    const after = items.map((item) =>
      set(item, { debits: creditedUntil(item.debits ?? [], since(item)), ...(isMetered(item) && { metered_from: now }) }),
    );
    return [billable, after, pausedFor(it, 'pause_requested', now)];
  },
});
