import { type Effects, set } from '../../../kernel/base/effects.js';
import { consequence } from '../../../kernel/base/rules.js';
import { type Billing, billing_reads, canPay } from './bill.js';
import { ended, type Live } from './ended.js';
import { pausedFor } from './pause.js';
import { isOnTrial } from './shown.js';
import { over } from './stop-collecting.js';
import { subscription } from './subscription.js';

type Paying = Parameters<typeof canPay>[0] & Parameters<typeof isOnTrial>[0] & Pick<Live, 'trial_settings'>;

/** What is to become of a trial that ends while nothing is stored that could pay; null where it is invoiced. */
export function endOfUnpaidTrial(it: Paying, seen: Pick<Billing, 'customer'>): 'cancel' | 'pause' | null {
  const { missing_payment_method: behavior } = it.trial_settings.end_behavior;
  return isOnTrial(it) && behavior !== 'create_invoice' && !canPay(it, seen) ? behavior : null;
}

/** Cancels or pauses a subscription as its trial settings say. */
export const unpaidAtEnd = (it: Exclude<Live, { readonly status: 'incomplete' }>, behavior: 'cancel' | 'pause', now: number): Effects =>
  behavior === 'cancel' ? over(ended(it, null, now)) : pausedFor(it, 'trial_end_without_payment_method', now);

/** Ends a trial now while nothing is stored that could pay. */
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
