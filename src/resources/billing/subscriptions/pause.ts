import { isMetered, isOnTrial } from '../../../arithmetic/billing/subscription/items.js';
import { planPause } from '../../../arithmetic/billing/subscription/pause.js';
import { type Around, at, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { consequence, rule, timer } from '../../../kernel/base/rules.js';
import type { Billed } from '../invoices/bill.js';
import { type Billing, billFor, billing_reads, canPay, collectedNow, items_read, pendingFor, used_reads } from './bill.js';
import { afterUse } from './discounts.js';
import { ended, type Live, over } from './end.js';
import { pendingLines, termsOf } from './lines.js';
import { subscription } from './subscription.js';

/** Collects invoices again from `resumes_at` on. */
export const resumeCollection = timer(subscription, 'resume_collection', {
  decide: ({ it }, { now }) => {
    const resumes_at = it.pause_collection?.resumes_at ?? null;
    return resumes_at !== null && now >= resumes_at && set(it, { pause_collection: null });
  },
});

type Cause = 'pause_requested' | 'trial_end_without_payment_method';

/** A paused subscription: it is neither billed nor renewed until it is resumed. `bill` is the invoice of the pause. */
function pausedFor(it: Exclude<Live, { readonly status: 'incomplete' }>, type: Cause, now: number, bill: Billed | null = null): Effects {
  const status_details = { paused: { subscription: { type }, transitioned_at: now, type: 'subscription' } } as const;
  const billed = bill && { ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id };
  const paused = set(it, { status: 'paused', status_details, ...billed }, 'customer.subscription.paused');
  return [paused, at(paused.cancel_at, paused, 'cancel')];
}

const bill_for = object({
  outstanding_usage_through: about(
    'Until when usage is charged.',
    object({
      type: about('`now` (the default) charges usage until the pause, `none` does not charge it.', required(oneOf('none', 'now'))),
    }),
  ),
  unused_time_from: about(
    'From when paid time is credited.',
    object({
      type: about(
        '`now` (the default) credits the rest of the period, `item_current_period_start` all of it, `none` nothing.',
        required(oneOf('item_current_period_start', 'none', 'now')),
      ),
    }),
  ),
});

/**
 * Pauses a subscription. Usage until now is charged and the rest of the period is credited, with the next invoice or with one at once; usage
 * during the pause is free.
 */
export const pause = rule(subscription, 'pause', {
  from: ['active', 'past_due', 'trialing'],
  takes: {
    bill_for: about('What is charged and credited at the pause.', bill_for),
    invoicing_behavior: about(
      '`pending_invoice_item` (the default) bills it with the next invoice, `invoice` at once.',
      oneOf('pending_invoice_item', 'invoice'),
    ),
    type: about('The kind of pause; `subscription` is the only one.', oneOf('subscription')),
  },
  /** The planned pause of its schedule, which no request makes. */
  ours: { agreed: oneOf('schedule') },
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, input, items, meters: _, used, ...seen }, asked) => {
    const { now } = asked;
    if (it.schedule && !input.agreed) return asked.refuse(ruledBy(it.schedule));
    const { outstanding_usage_through: usage, unused_time_from: unused = { type: 'now' } } = input.bill_for ?? {};
    const terms = termsOf(it, seen.customer, now, asked);
    const plan = planPause({ it, items, used, terms, charges_usage: usage?.type !== 'none', unused_from: unused.type, now });
    const billable = pendingLines([...plan.usage, ...plan.credits], it, asked);
    const after = items.map((item, place) =>
      set(item, { debits: plan.debits[place] ?? [], ...(isMetered(item) && { metered_from: now }) }),
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

/** An invoice of all pending items; none where nothing is pending. */
const billPending = (it: Live, seen: Billing, around: Around): Billed | null =>
  pendingFor(it, seen.pending).length === 0
    ? null
    : billFor(it, { lines: [], billing_reason: 'subscription_update', auto_advance: !it.pause_collection }, seen, around);

/** A subscription with a schedule cannot be paused (Stripe). */
const ruledBy = (schedule: string): Refusal => ({
  code: 'subscription_unexpected_state',
  message: `The subscription is managed by the subscription schedule ${schedule}, so it cannot be paused. Release the schedule first.`,
});

type Paying = Parameters<typeof canPay>[0] & Parameters<typeof isOnTrial>[0] & Pick<Live, 'trial_settings'>;

/** What ends a trial without a stored payment method: the trial settings cancel or pause the subscription; null where it is invoiced. */
export function endOfUnpaidTrial(it: Paying, seen: Pick<Billing, 'customer'>): 'cancel' | 'pause' | null {
  const { missing_payment_method: behavior } = it.trial_settings.end_behavior;
  return isOnTrial(it) && behavior !== 'create_invoice' && !canPay(it, seen) ? behavior : null;
}

/** Cancels or pauses a subscription as its trial settings say. */
export const unpaidAtEnd = (it: Exclude<Live, { readonly status: 'incomplete' }>, behavior: 'cancel' | 'pause', now: number): Effects =>
  behavior === 'cancel' ? over(ended(it, null, now)) : pausedFor(it, 'trial_end_without_payment_method', now);

/** Ends a trial now, while no payment method is stored. */
export const endUnpaidTrial = consequence(subscription, 'end the trial of', {
  reads: billing_reads,
  decide: ({ it, ...seen }, { now }) => {
    if (it.status !== 'trialing') return null;
    const behavior = endOfUnpaidTrial(it, seen);
    if (!behavior) return null;
    const cut = set(it, { trial_end: now }, null);
    return [cut, unpaidAtEnd(cut, behavior, now)];
  },
});
