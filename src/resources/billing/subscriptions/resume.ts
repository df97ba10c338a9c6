import { commonPeriod } from '../../../arithmetic/billing/periods.js';
import { isMetered, periodOf } from '../../../arithmetic/billing/subscription/items.js';
import { planResumption } from '../../../arithmetic/billing/subscription/pause.js';
import { type Asked, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { oneOf, timestamp } from '../../../kernel/base/kinds.js';
import { rule } from '../../../kernel/base/rules.js';
import { featuresAsked } from '../entitlements/grant.js';
import { billFor, billing_reads, collectedNow, items_read } from './bill.js';
import { afterUse, itemAfterUse } from './discounts.js';
import { billedLines, debitsOf, pendingLines, termsOf } from './lines.js';
import { anchor_change } from './moments.js';
import { proration_behavior } from './parts.js';
import { subscription } from './subscription.js';
import { type Item, ofItems } from './subscription-item.js';
import { timed } from './timers.js';

/**
 * Resumes a paused subscription: a period begins now and is billed at once. With an unchanged anchor the rest of the present period is
 * prorated, and the pause itself is free.
 */
export const resume = rule(subscription, 'resume', {
  from: ['paused'],
  takes: {
    billing_cycle_anchor: about(
      '`now` (the default) begins a new period and bills it at once; `unchanged` keeps the periods and prorates the present one.',
      anchor_change,
    ),
    payment_behavior: about(
      'What happens when the invoice is not paid; `resume_on_payment_attempt` is the only one: the subscription resumes in any case.',
      oneOf('resume_on_payment_attempt'),
    ),
    proration_behavior: about(
      'With an unchanged anchor: whether the rest of the present period is billed later (the default), at once (`always_invoice`), or free (`none`).',
      proration_behavior,
    ),
    proration_date: about(
      'With an unchanged anchor: the time from which the present period is charged, in Unix seconds; now by default.',
      timestamp,
    ),
  },
  reads: { items: items_read, ...billing_reads },
  decide: ({ it, input, items: current, ...seen }, asked) => {
    const { now } = asked;
    const { billing_cycle_anchor = 'now', proration_behavior: behavior = 'create_prorations' } = input;
    const begins = billing_cycle_anchor === 'now';
    const has_trial = it.trial_end !== null && it.trial_end > now;
    const on_trial = has_trial && !begins;
    const charged_from = on_trial || behavior === 'none' ? null : (input.proration_date ?? now);
    const terms = termsOf(it, seen.customer, now, asked);
    const plan = planResumption({ it, items: current, terms, begins, charged_from, now });
    const items = current.map((item, place) => {
      const { start, end, debits } = plan.items[place] ?? { ...periodOf(item), debits: [] };
      return set(item, { current_period_start: start, current_period_end: end, debits: [...debits] });
    });
    if (input.proration_date !== undefined) requireDate(input.proration_date, { begins, is_charged: charged_from !== null }, items, asked);
    const prorations = pendingLines(plan.prorations, it, asked);
    const is_billed = plan.lines.length > 0 || (prorations.length > 0 && behavior === 'always_invoice');
    const billing = {
      lines: billedLines(plan.lines, it.id),
      billing_reason: 'subscription_update',
      auto_advance: !it.pause_collection,
    } as const;
    const bill = is_billed ? billFor(it, billing, { ...seen, pending: [...prorations, ...seen.pending] }, asked) : null;
    const after = items.map((item) => {
      const debits = [...(item.debits ?? []), ...debitsOf(item, prorations, bill?.invoice ?? null)];
      return set(item, { debits, ...(isMetered(item) && { metered_from: now }), ...(bill && itemAfterUse(item, bill.invoice)) });
    });
    const shown = ofItems(it.id, after);
    const members = {
      ...shown,
      ...(it.cancel_at_period_end && { cancel_at: shown.current_period_end }),
      ...(begins && { billing_cycle_anchor: now, ...(has_trial && { trial_end: now }) }),
      ...(bill && { ...afterUse(it, bill.invoice), latest_invoice: bill.invoice.id }),
      status_details: { paused: null },
    };
    const resumed = set(it, { ...members, status: on_trial ? 'trialing' : 'active' }, 'customer.subscription.resumed');
    const collected = bill && collectedNow(it, bill, { pays: true, off_session: true });
    const ahead = [timed(resumed, seen.account, asked), featuresAsked(resumed, seen.account)];
    return [items, prorations, resumed, after, bill?.effects, ahead, collected];
  },
});

type Going = { readonly begins: boolean; readonly is_charged: boolean };

/** Refuses a `proration_date` without prorations, or outside the present period. */
function requireDate(date: number, { begins, is_charged }: Going, items: readonly Item[], asked: Asked): void {
  const param = 'proration_date';
  if (!begins && !is_charged)
    asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: `Nothing is prorated here, so ${param} has no effect. Leave it out.`,
    });
  if (begins) {
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
