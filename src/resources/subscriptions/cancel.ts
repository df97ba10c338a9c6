import { set } from '../../base/effects.js';
import { object } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { on, rule, timer } from '../../base/rules.js';
import { whole } from '../../billing/periods.js';
import { customer } from '../customers/customer.js';
import { billFor, billing_reads, collectedNow, pendingFor } from './bill.js';
import { cancellation_input, ended } from './ended.js';
import { quantityLines } from './lines.js';
import { credits } from './prorate.js';
import { pendingOf } from './prorated.js';
import { items_read, used_reads } from './reads.js';
import { isMetered, periodOf } from './shown.js';
import { subscription } from './subscription.js';
import { termsOf } from './wrong-change.js';

/** The statuses of what has not ended. */
export const live = ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'] as const;

/**
 * Ends a subscription now. What is left of its period is given back, and what was used or is pending is billed, where that is asked for:
 * without it what was used is not charged, and what is pending stays so.
 */
export const cancel = rule(subscription, 'cancel', {
  from: live,
  takes: { cancellation_details: object(cancellation_input), invoice_now: flag, prorate: flag },
  reads: { items: items_read, ...billing_reads, ...used_reads },
  decide: ({ it, input, items, meters: _, used, ...seen }, around) => {
    const { cancellation_details = {}, invoice_now = false, prorate = false } = input;
    const over = ended(it, 'cancellation_requested', around.now, cancellation_details);
    if (!seen.customer || it.status === 'incomplete') return over;
    const terms = termsOf(it, seen.customer, around.now, around);
    const credited = prorate && it.status !== 'trialing' ? items.flatMap((item) => credits(item, items.length, terms)) : [];
    const prorations = credited.map((line) => pendingOf(line, it, around));
    const pending = [...prorations, ...seen.pending];
    const metered = invoice_now && it.status !== 'trialing' ? items.filter(isMetered) : [];
    const lines = metered.flatMap((item) => quantityLines(item, used.get(item.id), whole(periodOf(item)), terms));
    if (!invoice_now || (lines.length === 0 && pendingFor(it, pending).length === 0)) return [over, prorations];
    const bill = billFor(it, { lines, billing_reason: 'subscription_update', auto_advance: true }, { ...seen, pending }, around);
    const charges = it.collection_method === 'charge_automatically';
    const last = set(over, { latest_invoice: bill.invoice.id }, null);
    return [over, prorations, bill.effects, last, charges && collectedNow(bill, { pays: true, off_session: true })];
  },
});

/** Ends a subscription at the moment that was said. */
export const cancelAt = timer(subscription, 'cancel', {
  from: live,
  decide: ({ it }, { now }) => it.cancel_at !== null && now >= it.cancel_at && ended(it, 'cancellation_requested', now),
});

/** Nobody is left to bill. */
export const endedWithCustomer = on(customer, 'customer.deleted', subscription, {
  each: 'customer',
  from: live,
  decide: ({ it }, { now }) => ended(it, null, now),
});
