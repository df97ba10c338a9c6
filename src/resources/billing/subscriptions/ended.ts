import { set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Billed } from '../invoices/bill.js';
import { afterUse } from './discounts.js';
import { said_of_cancellation } from './parts.js';
import type { Subscription, subscription } from './subscription.js';

/** Why a subscription ends. */
export type Reason = NonNullable<Subscription['cancellation_details']['reason']>;

/** A subscription that has not ended. */
export type Live = It<typeof subscription, 'active' | 'incomplete' | 'past_due' | 'paused' | 'trialing' | 'unpaid'>;

/** What callers may say of an end. */
export const cancellation_input = said_of_cancellation;

/** A subscription that ends now, for good; `last` is the invoice of its end. */
export const ended = (
  it: Live,
  reason: Reason | null,
  now: number,
  said: { comment?: string | null; feedback?: Live['cancellation_details']['feedback'] } = {},
  last: Billed | null = null,
) =>
  set(it, {
    status: 'canceled',
    cancel_at_period_end: false,
    canceled_at: it.canceled_at ?? now,
    cancellation_details: { ...said, ...(reason && { reason }) },
    ended_at: now,
    ...(last && { ...afterUse(it, last.invoice), latest_invoice: last.invoice.id }),
  });
