import { planEnd, planResumption } from '../../../../arithmetic/billing/subscription/pause.js';
import type { Asked, Decision } from '../../../../kernel/base/effects.js';
import { nullable, required } from '../../../../kernel/base/fields.js';
import { ref, timestamp } from '../../../../kernel/base/kinds.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import { creation } from '../../../../kernel/base/rules.js';
import { billedAs, type Billing as InvoiceBilling } from '../../invoices/bill.js';
import { invoice } from '../../invoices/invoice.js';
import { billingOf } from '../bill.js';
import { billedLines, pendingLines, termsOf } from '../lines.js';
import { anchor_change } from '../moments.js';
import { proration_behavior } from '../parts.js';
import type { Subscription } from '../subscription.js';
import { previewed_reads } from './reads.js';

const takes = {
  customer: nullable(ref('customer')),
  /** The subscription that the invoice would bill. */
  previewed: required(ref('subscription')),
  proration_behavior,
} as const;

const nothing: Refusal = { code: 'invoice_upcoming_none' };

const requireOwner = (of: Subscription, named: string, asked: Asked): void => {
  if (of.customer !== named)
    asked.refuse({ code: 'parameter_invalid', param: 'subscription', message: 'The subscription belongs to another customer.' });
};

const isEmpty = ({ lines, pending = [] }: InvoiceBilling): boolean => lines.length === 0 && pending.length === 0;

/** Shows the last invoice of a subscription that would end now: usage, pending items, and the credits of its unused time. */
export const previewEnd = creation(invoice, {
  takes,
  reads: previewed_reads,
  decide: ({ it, input, of, current, account, payer, pending, meters: _, used }, asked): Decision => {
    if (of.status === 'canceled' || of.status === 'incomplete_expired') return asked.refuse(nothing);
    requireOwner(of, input.customer ?? of.customer, asked);
    const { now } = asked;
    const prorates = input.proration_behavior !== 'none';
    const plan = planEnd(of, current, { used, prorates, now, terms: termsOf(of, payer, now, asked) });
    const prorations = pendingLines(plan.credits, of, asked);
    const all = { account, customer: payer, pending: [...prorations, ...pending] };
    const lines = billedLines(plan.usage, of.id).filter(({ amount }) => amount !== 0);
    const billing = billingOf(of, { lines, billing_reason: 'upcoming', auto_advance: true }, all, asked);
    return isEmpty(billing) ? asked.refuse(nothing) : [prorations, billedAs(it, billing, asked).effects];
  },
});

/** Shows the invoice of a paused subscription that would resume now. */
export const previewResumption = creation(invoice, {
  takes: { ...takes, billing_cycle_anchor: anchor_change, proration_date: timestamp },
  reads: previewed_reads,
  decide: ({ it, input, of, current, account, payer, pending, meters: _, used: __ }, asked): Decision => {
    if (of.status !== 'paused') return asked.refuse(not_paused(of));
    requireOwner(of, input.customer ?? of.customer, asked);
    const { now } = asked;
    const { billing_cycle_anchor = 'now', proration_behavior: behavior = 'create_prorations', proration_date = now } = input;
    const begins = billing_cycle_anchor === 'now';
    const on_trial = !begins && of.trial_end !== null && of.trial_end > now;
    const charged_from = on_trial || behavior === 'none' ? null : proration_date;
    const plan = planResumption({ it: of, items: current, terms: termsOf(of, payer, now, asked), begins, charged_from, now });
    const prorations = pendingLines(plan.prorations, of, asked);
    const all = { account, customer: payer, pending: [...prorations, ...pending] };
    const lines = billedLines(plan.lines, of.id);
    const billing = billingOf(of, { lines, billing_reason: 'upcoming', auto_advance: true }, all, asked);
    return isEmpty(billing) ? asked.refuse(nothing) : [prorations, billedAs(it, billing, asked).effects];
  },
});

const not_paused = ({ id, status }: Subscription): Refusal => ({
  code: 'parameter_invalid',
  param: 'subscription_details[resume_at]',
  message: `Only a paused subscription resumes, and ${id} has a status of ${status}. Leave resume_at out.`,
});
