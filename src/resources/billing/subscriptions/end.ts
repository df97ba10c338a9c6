import { planEnd } from '../../../arithmetic/billing/subscription/pause.js';
import { type Around, type Effect, type Effects, run, set } from '../../../kernel/base/effects.js';
import { nullable } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { many, one, type Used } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import type { Billed } from '../invoices/bill.js';
import { invoice } from '../invoices/invoice.js';
import { type Bill, type Billing, billFor, pendingFor } from './bill.js';
import { droppedAtEnd } from './change/pending-update.js';
import { afterUse } from './discounts.js';
import { billedLines, pendingLines, termsOf } from './lines.js';
import { said_of_cancellation } from './parts.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** A subscription that has not ended. */
export type Live = It<typeof subscription, 'active' | 'incomplete' | 'past_due' | 'paused' | 'trialing' | 'unpaid'>;

/** Why a subscription ends. */
type Reason = NonNullable<Subscription['cancellation_details']['reason']>;

/** The cancellation details that callers send. */
export const cancellation_input = said_of_cancellation;

/** A subscription that ends now; `last` is the invoice of its end. */
export const ended = (
  it: Live,
  reason: Reason | null,
  now: number,
  details: { comment?: string | null; feedback?: Live['cancellation_details']['feedback'] } = {},
  last: Billed | null = null,
) =>
  set(it, {
    status: 'canceled',
    cancel_at_period_end: false,
    canceled_at: it.canceled_at ?? now,
    cancellation_details: { ...details, ...(reason && { reason }) },
    ended_at: now,
    ...(last && { ...afterUse(it, last.invoice), latest_invoice: last.invoice.id }),
  });

/** What the last invoice of a subscription is drafted from. */
type Ending = {
  readonly items: readonly Item[];
  readonly used: Pick<Used, 'get'>;
  readonly prorates: boolean;
  readonly is_billed: boolean;
};

/**
 * The credits of an end, and its last invoice with usage and pending items; without one where nothing is left to bill, or where none is
 * requested.
 */
export function lastBill(it: Live, { items, used, prorates, is_billed }: Ending, seen: Billing, bill: Omit<Bill, 'lines'>, around: Around) {
  const { now } = around;
  const planned = planEnd(it, items, { used, prorates, now, terms: termsOf(it, seen.customer, now, around) });
  const prorations = pendingLines(planned.credits, it, around);
  const pending = [...prorations, ...seen.pending];
  const lines = billedLines(planned.usage, it.id);
  const is_something = lines.some(({ amount }) => amount !== 0) || pendingFor(it, pending).length > 0;
  return { prorations, bill: is_billed && is_something ? billFor(it, { ...bill, lines }, { ...seen, pending }, around) : null };
}

/** How many invoices are looked at; the retries of older ones have ended. */
const at_most = 100;

const invoicesThatAre = (status: string) => many(invoice, { by: 'subscription', where: { status }, at_most, cut: true, newest: true });

/**
 * Stops the collection for an ended subscription: open invoices are collected by hand, and drafts stay drafts. The last invoice is still
 * collected, and that of a pending update is voided.
 */
const stopCollecting = rule(subscription, 'stop collecting for', {
  takes: { last: nullable(text) },
  reads: { drafts: invoicesThatAre('draft'), owed: invoicesThatAre('open'), waited: one(invoice, 'waiting.invoice') },
  decide: ({ it, input: { last }, drafts, owed, waited }) => [
    [...drafts, ...owed]
      .filter(({ id, auto_advance }) => id !== last && id !== waited?.id && auto_advance)
      .map((each) => set(each, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })),
    droppedAtEnd(it, waited),
  ],
});

/** A subscription that has just ended, and the end of collection; `last` is the invoice of its end. */
export const over = (it: Subscription & Effect, last: string | null = null): Effects => [it, run(stopCollecting, it, { last }, 'ignore')];
