import { commonPeriod, periodAt, periodFrom } from '../../../arithmetic/billing/periods.js';
import { type Around, type Asked, type Effect, set } from '../../../kernel/base/effects.js';
import { oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { rule } from '../../../kernel/base/rules.js';
import { featuresAsked } from '../entitlements/grant.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import { type Billing, billFor, billing_reads, collectedNow } from './bill.js';
import { termsOf } from './change-checks.js';
import { afterUse } from './discounts.js';
import { itemAfterUse } from './item-terms.js';
import { advanceLines } from './lines.js';
import { anchor_change, proration_behavior } from './parts.js';
import { cutAt } from './periods-after.js';
import { charge, isChargedAfter } from './prorate.js';
import { debitsOf, pendingOf } from './prorated.js';
import { items_read } from './reads.js';
import { intervalOf, isMetered, ofItems, ofLines, periodOf } from './shown.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';

type Paused = Subscription & { readonly status: 'paused' };

/** What goes on: its items in their periods, and what they are charged for. */
type GoingOn = {
  readonly items: readonly (Item & Effect)[];
  readonly prorations: readonly (InvoiceItem & Effect)[];
  readonly lines: ReturnType<typeof advanceLines>;
};

/** The moment that cuts a period short: the end that was said, unless that is wherever the period ends. */
const endOf = ({ cancel_at, cancel_at_period_end }: Paused): number | null => (cancel_at_period_end ? null : cancel_at);

/** A period of each item begins now. */
function begun(it: Paused, items: readonly Item[], now: number): GoingOn {
  const periods = items.map((item) => cutAt(periodFrom(now, now, intervalOf(item)), endOf(it)));
  return {
    items: items.map((item, place) => set(item, { ...membersOf(periods[place] ?? periodOf(item)), debits: [] })),
    prorations: [],
    lines: items.flatMap((item, place) => advanceLines(item, periods[place] ?? periodFrom(now, now, intervalOf(item)), ofLines(it))),
  };
}

const membersOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({
  current_period_start: start,
  current_period_end: end,
});

/** Until when an item has been paid for, of the time that is over. */
const paidUntil = ({ debits = [] }: Item, now: number): number =>
  Math.max(0, ...debits.flatMap(({ period }) => (period.end <= now ? [period.end] : [])));

/** Each item continues in its current period, and is charged for the rest of it from a given moment on, unless that has been paid. */
function goneOn(it: Paused, current: readonly Item[], moment: number | null, { customer }: Billing, around: Around): GoingOn {
  const { now } = around;
  const items = current.map((item) => {
    const { end } = periodOf(item);
    const period = end > now ? periodOf(item) : cutAt(periodAt(it.billing_cycle_anchor, intervalOf(item), now), endOf(it));
    return set(item, { ...membersOf(period), debits: (item.debits ?? []).filter((debit) => debit.period.end > now) });
  });
  const charges = items.flatMap((item, place) => {
    if (moment === null || isChargedAfter(item.debits ?? [], moment)) return [];
    const from = Math.max(moment, paidUntil(current[place] ?? item, now));
    return charge(item, items, termsOf(it, customer, from, around));
  });
  return { items, prorations: charges.map((line) => pendingOf(line, it, around)), lines: [] };
}

/**
 * Lets a subscription go on that stood still: a period begins now and is billed at once. Where the anchor stays, the rest of the
 * period that the moment lies in is prorated, and the time before it is not charged at all.
 */
export const resume = rule(subscription, 'resume', {
  from: ['paused'],
  takes: {
    billing_cycle_anchor: anchor_change,
    payment_behavior: oneOf('resume_on_payment_attempt'),
    proration_behavior,
    proration_date: timestamp,
  },
  reads: { items: items_read, ...billing_reads },
  decide: ({ it, input, items: current, ...seen }, asked) => {
    const { now } = asked;
    const { billing_cycle_anchor = 'now', proration_behavior: behavior = 'create_prorations' } = input;
    const moves = billing_cycle_anchor === 'now';
    const has_trial = it.trial_end !== null && it.trial_end > now;
    const on_trial = has_trial && !moves;
    const charged_from = on_trial || behavior === 'none' ? null : (input.proration_date ?? now);
    const { items, prorations, lines } = moves ? begun(it, current, now) : goneOn(it, current, charged_from, seen, asked);
    if (input.proration_date !== undefined) requireDate(input.proration_date, { moves, is_charged: charged_from !== null }, items, asked);
    const is_billed = lines.length > 0 || (prorations.length > 0 && behavior === 'always_invoice');
    const billing = { lines, billing_reason: 'subscription_update', auto_advance: !it.pause_collection } as const;
    const bill = is_billed ? billFor(it, billing, { ...seen, pending: [...prorations, ...seen.pending] }, asked) : null;
    const after = items.map((item) => {
      const debits = [...(item.debits ?? []), ...debitsOf(item, prorations, bill?.invoice ?? null)];
      return set(item, { debits, ...(isMetered(item) && { metered_from: now }), ...(bill && itemAfterUse(item, bill.invoice)) });
    });
    const shown = ofItems(it.id, after);
    const members = {
      ...shown,
      ...(it.cancel_at_period_end && { cancel_at: shown.current_period_end }),
      ...(moves && { billing_cycle_anchor: now, ...(has_trial && { trial_end: now }) }),
      ...(bill && { ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id }),
      status_details: { paused: null },
    };
    const resumed = set(it, { ...members, status: on_trial ? 'trialing' : 'active' }, 'customer.subscription.resumed');
    const collected = bill && collectedNow(it, bill, { pays: true, off_session: true });
    const ahead = [timed(resumed, seen.account, asked), featuresAsked(resumed, seen.account)];
    return [items, prorations, resumed, after, bill?.effects, ahead, collected];
  },
});

type Going = { readonly moves: boolean; readonly is_charged: boolean };

/** Why prorations cannot be counted from a moment: there are none, or it is of another period. */
function requireDate(date: number, { moves, is_charged }: Going, items: readonly Item[], asked: Asked): void {
  const param = 'proration_date';
  if (!moves && !is_charged)
    asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: `Nothing is prorated here, so that ${param} says nothing. Leave it out.`,
    });
  if (moves) {
    asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: `${param} needs billing_cycle_anchor=unchanged: a period that begins is not prorated.`,
    });
    return;
  }
  const { start, end } = commonPeriod(items.map(periodOf));
  if (date >= start && date <= end) return;
  asked.refuse({
    code: 'parameter_invalid',
    param,
    message: `The proration date must lie in the current period, from ${start} to ${end}.`,
  });
}
