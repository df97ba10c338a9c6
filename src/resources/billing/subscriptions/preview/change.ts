import type { Plan } from '../../../../arithmetic/billing/subscription/change.js';
import type { PlanLine } from '../../../../arithmetic/billing/subscription/lines.js';
import { planRenewal, recurringLines } from '../../../../arithmetic/billing/subscription/renewal.js';
import type { Around, Asked, Effects } from '../../../../kernel/base/effects.js';
import { nullable, required } from '../../../../kernel/base/fields.js';
import { flag, ref, timestamp } from '../../../../kernel/base/kinds.js';
import type { Used } from '../../../../kernel/base/reads.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import { creation } from '../../../../kernel/base/rules.js';
import type { DiscountValue } from '../../../catalogue/discounts/discount.js';
import { intentsBy } from '../../../catalogue/discounts/input.js';
import { besides_input, besides_reads, besidesAsked, linesBeside, redeemableBeside } from '../../invoices/additional-items.js';
import { billedAs, discountsOfCustomer, draft_seconds, type Billing as InvoiceBilling } from '../../invoices/bill.js';
import { invoice } from '../../invoices/invoice.js';
import type { PlainLine } from '../../invoices/plain-line.js';
import { billingOf } from '../bill.js';
import { requireChange } from '../change/checks.js';
import { itemChanges } from '../change/items.js';
import { placed, planned } from '../change/plan.js';
import { discounts_reads, discounts_taken, discountsFor } from '../discounts.js';
import type { Live } from '../end.js';
import { allowingInactive, changed_items_input, sold_reads } from '../items-input.js';
import { billedLines, lineTermsOf, pendingLines } from '../lines.js';
import { anchor_change, cancel_moment, trial_moment } from '../moments.js';
import { preview_mode, proration_behavior } from '../parts.js';
import { shared_input, sharesTold } from '../settings.js';
import type { Subscription } from '../subscription.js';
import type { Item } from '../subscription-item.js';
import { previewed_reads } from './reads.js';

/** Shows what a change of a subscription would be billed, or its next invoice, by the same plan that changes and renewals go by. */
export const previewChange = creation(invoice, {
  takes: {
    /** A schedule agreed on its prices before. */
    agreed: flag,
    billing_cycle_anchor: anchor_change,
    cancel_at: cancel_moment,
    cancel_at_period_end: flag,
    customer: nullable(ref('customer')),
    ...discounts_taken,
    invoice_items: besides_input,
    items: changed_items_input,
    proration_behavior,
    proration_date: timestamp,
    preview_mode,
    ...shared_input,
    /** Of which it is the next invoice. */
    previewed: required(ref('subscription')),
    trial_end: trial_moment,
  },
  reads: {
    ...previewed_reads,
    ...sold_reads,
    ...discounts_reads,
    intents: intentsBy('of.customer'),
    ...besides_reads,
  },
  decide: ({ it, input, of, current, account, payer, pending, meters: _, used, ...read }, asked) => {
    if (of.status === 'canceled' || of.status === 'incomplete_expired') return asked.refuse(nothing);
    requireOwner(of, input.customer ?? of.customer, asked);
    const seen = input.agreed ? allowingInactive(read) : read;
    const changes = itemChanges(input.items, current, seen, of.currency, asked);
    requireChange(of, changes, input, asked);
    const besides = besidesAsked(input.invoice_items, of, seen, asked);
    const beside = { wanting: besides.wanting, redeemable: redeemableBeside(seen) };
    const off = discountsFor(input, changes, seen, { ...of, kept: of.discounts_kept ?? [], beside }, asked);
    const meant = { ...of, ...off.members, ...sharesTold(input) };
    const places = changes.map((each, place) => placed(each, off.items[place] ?? {}, of, asked));
    const plan = planned({ it: of, places, input, off: off.members, customer: payer, used }, asked);
    const prorations = pendingLines([...plan.usage, ...plan.prorations], of, asked);
    const items = places.flatMap(({ after }, place) => (after ? { ...after, ...plan.items[place] } : []));
    const next = Math.min(...items.map(({ current_period_end }) => current_period_end));
    const lines = billedLines(plan.is_billed_now ? plan.lines : nextLines(of, items, plan, sinceThen(items, used, asked.now)), of.id);
    const all = { account, customer: payer, pending: [...prorations, ...pending.filter(({ id }) => !besides.changed.has(id))] };
    const bill = { lines: [...linesBeside(besides, off.beside), ...lines], billing_reason: 'upcoming', auto_advance: true } as const;
    const discounts = off.members.discounts_kept;
    const then: Around = { ...asked, now: plan.is_billed_now ? asked.now : next };
    const renewed = plan.is_billed_now ? {} : { period: { start: of.current_period_start, end: next } };
    const billing = { ...billingOf(meant, { ...bill, ...renewed }, all, then), ...(discounts && { discounts }) };
    const each_period = () => billedLines(recurringLines(items, plan.members.billing_cycle_anchor, lineTermsOf(of)), of.id);
    const foreseen = input.preview_mode === 'recurring' ? recurring(billing, each_period(), asked.now) : billing;
    if (isEmpty(foreseen)) return asked.refuse(nothing);
    const effects: Effects = [prorations, billedAs(it, plan.is_billed_now ? foreseen : collectedLater(foreseen, then), then).effects];
    return [changes.map(({ chosen }) => chosen?.made), besides.made, off.effects, effects];
  },
});

/** What is charged at a renewal is tried when its draft is final. */
const collectedLater = (billing: InvoiceBilling, { now }: Around): InvoiceBilling =>
  billing.collection_method === 'charge_automatically'
    ? { ...billing, described: { ...billing.described, next_payment_attempt: now + draft_seconds } }
    : billing;

const nothing: Refusal = { code: 'invoice_upcoming_none' };

const isEmpty = ({ lines, pending = [] }: InvoiceBilling): boolean => lines.length === 0 && pending.length === 0;

const requireOwner = (of: Subscription, customer: string, asked: Asked): void => {
  if (of.customer !== customer)
    asked.refuse({ code: 'parameter_invalid', param: 'subscription', message: 'The subscription is another customer’s.' });
};

/** What was used of items up to their next invoice: nothing yet of those to which it is charged from now on. */
function sinceThen(items: readonly Item[], used: Used, now: number): Pick<Used, 'get'> {
  const begun = new Set(items.filter(({ metered_from }) => (metered_from ?? 0) >= now).map(({ id }) => id));
  return { get: (id) => (begun.has(id) ? '0' : used.get(id)) };
}

/** What the renewal after a change bills: usage, and the periods that begin unless the subscription ends before them. */
function nextLines(it: Live, items: readonly Item[], { members }: Plan<Item>, used: Pick<Used, 'get'>): PlanLine<Item>[] {
  const { billing_cycle_anchor: anchor, cancel_at = it.cancel_at } = members;
  const now = Math.min(...items.map(({ current_period_end }) => current_period_end));
  const plan = planRenewal({ it: { ...it, cancel_at }, items, used, terms: lineTermsOf(it), anchor, now });
  return cancel_at !== null && cancel_at <= now ? [...plan.usage] : [...plan.usage, ...plan.lines];
}

const goesOn = ({ coupon }: DiscountValue): boolean => coupon.duration !== 'once';

/** An invoice of recurring charges only: without one-time items, and without discounts for one invoice. */
export const recurring = (billing: InvoiceBilling, lines: readonly PlainLine[], now: number): InvoiceBilling => ({
  ...billing,
  discounts: (billing.discounts ?? discountsOfCustomer(billing.customer, { now })).filter(goesOn),
  lines: lines.map((line) => ({ ...line, discounts: line.discounts?.filter(goesOn) ?? [] })),
  pending: [],
});
