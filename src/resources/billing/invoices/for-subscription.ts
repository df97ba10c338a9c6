import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Billing as Billable, billingOf } from '../subscriptions/bill.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { Billing } from './bill.js';

/** What is pending for a subscription alone, billed as the subscription is, between its periods; or that there is nothing of it. */
export function ofSubscription(it: Subscription, seen: Billable, behavior: 'exclude' | 'include' | undefined, asked: Asked): Billing {
  const own = seen.pending.filter(({ subscription }) => subscription === it.id);
  const pending = behavior === 'exclude' ? [] : own.filter(({ currency }) => currency === it.currency);
  if (behavior !== 'exclude' && pending.length === 0) return asked.refuse(nothing_pending);
  return { ...billingOf(it, { lines: [], billing_reason: 'manual', auto_advance: false }, seen, asked), pending };
}

const nothing_pending: Refusal = { code: 'invoice_no_subscription_line_items', param: 'subscription' };
