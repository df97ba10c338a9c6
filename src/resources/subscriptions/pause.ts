import { type Effects, run, set } from '../../base/effects.js';
import { oneOf } from '../../base/kinds.js';
import { rule, timer } from '../../base/rules.js';
import type { Billed } from '../invoices/bill.js';
import { writeOff } from '../invoices/end.js';
import { finalize } from '../invoices/finalize.js';
import { billFor, billing_reads, collectedNow, leftAsItIs } from './bill.js';
import { planned } from './changes.js';
import { afterUse } from './discounts.js';
import type { Live } from './ended.js';
import { itemAfterUse } from './item-terms.js';
import { usageLines } from './lines.js';
import { anchor_change } from './parts.js';
import { debitsOf, pendingOf } from './prorated.js';
import { items_read, used_reads } from './reads.js';
import { isMetered, ofItems, ofLines } from './shown.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';
import { askedOf, termsOf } from './wrong-change.js';

/** What invoices come to is collected again from the moment that was said. */
export const resumeCollection = timer(subscription, 'resume_collection', {
  decide: ({ it }, { now }) => {
    const resumes_at = it.pause_collection?.resumes_at ?? null;
    return resumes_at !== null && now >= resumes_at && set(it, { pause_collection: null });
  },
});

/** What becomes of an invoice while nothing is collected: it stays a draft, or is final and not owed. */
export function uncollected({ pause_collection }: Subscription, { invoice }: Billed): Effects {
  if (!pause_collection || pause_collection.behavior === 'keep_as_draft') return null;
  const { behavior } = pause_collection;
  return [run(finalize, invoice, {}, leftAsItIs), run(writeOff, invoice, { behavior }, leftAsItIs)];
}

type Cause = 'pause_requested' | 'trial_end_without_payment_method';

/** A subscription that stands still: nothing is billed until it is resumed. */
export const pausedFor = (it: Exclude<Live, { readonly status: 'incomplete' }>, type: Cause, now: number) =>
  set(
    it,
    { status: 'paused', status_details: { paused: { subscription: { type }, transitioned_at: now, type: 'subscription' } } },
    'customer.subscription.paused',
  );

/** Lets a subscription stand still. What was used until now is billed with its next invoice, and what is used meanwhile is free. */
export const pause = rule(subscription, 'pause', {
  from: ['active', 'past_due', 'trialing'],
  takes: { type: oneOf('subscription') },
  reads: { items: items_read, ...used_reads },
  decide: ({ it, items, used }, around) => {
    const { now } = around;
    const over = it.status === 'trialing' ? [] : items.flatMap((item) => usageLines(item, used, ofLines(it), now));
    const billable = over.filter(({ amount }) => amount !== 0).map((line) => pendingOf(line, it, around));
    return [billable, items.map((item) => meteredFrom(item, now)), pausedFor(it, 'pause_requested', now)];
  },
});

/** What is used is charged to an item from a moment on. */
const meteredFrom = (item: Item, metered_from: number) => isMetered(item) && set(item, { metered_from });

/** Lets a subscription go on that stood still: a period begins now, unless the anchor is to stay. */
export const resume = rule(subscription, 'resume', {
  from: ['paused'],
  takes: {
    billing_cycle_anchor: anchor_change,
  },
  reads: { items: items_read, ...billing_reads },
  decide: ({ it, input, items, ...seen }, around) => {
    const { billing_cycle_anchor: anchor = 'now' } = input;
    const asked = { ...askedOf(it, { proration_behavior: 'none' }), anchors_now: anchor === 'now', trial_end: null, was_trial: true };
    const plan = planned(
      items.map((item) => ({ before: item, after: item })),
      asked,
      termsOf(it, seen.customer, around.now, around),
      { now: around.now, get: () => '0' },
    );
    const billing = { lines: plan.lines, billing_reason: 'subscription_update', auto_advance: true } as const;
    const bill = plan.lines.length ? billFor(it, billing, seen, around) : null;
    const after = items.map((item, place) => {
      const { start, end } = plan.periods[place] ?? { start: item.current_period_start, end: item.current_period_end };
      return set(item, {
        current_period_start: start,
        current_period_end: end,
        debits: debitsOf(item, [], bill?.invoice ?? null),
        metered_from: around.now,
        ...(bill && itemAfterUse(item, bill.invoice)),
      });
    });
    const members = { ...ofItems(it.id, after), billing_cycle_anchor: plan.anchor, status_details: { paused: null } };
    const billed = { ...members, ...(bill && { ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id }) };
    const resumed = set(it, { ...billed, status: 'active' }, 'customer.subscription.resumed');
    const charges = bill && it.collection_method === 'charge_automatically';
    return [
      resumed,
      after,
      bill?.effects,
      timed(resumed, seen.account, around),
      charges && collectedNow(bill, { pays: true, off_session: true }),
    ];
  },
});
