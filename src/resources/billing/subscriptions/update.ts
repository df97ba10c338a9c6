import { type Asked, type Decision, run, set } from '../../../kernel/base/effects.js';
import { about, type Given, nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, refToAny, text, timestamp } from '../../../kernel/base/kinds.js';
import { mergeMembers, object } from '../../../kernel/base/members.js';
import { one, type Used } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule } from '../../../kernel/base/rules.js';
import { method_ref, paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { automatic_tax_input } from '../invoices/parts.js';
import { requireAutomaticTax } from './automatic-tax.js';
import { type Billing, billing_reads, items_read, used_by_now } from './bill.js';
import { applied } from './change/apply.js';
import { requireChange, requireCut } from './change/checks.js';
import { itemChanges } from './change/items.js';
import { dropped, requireWaiting } from './change/pending-update.js';
import { placed, planned } from './change/plan.js';
import { withTrialOfPrices } from './change/trial.js';
import { type DiscountsSeen, discounts_reads, discounts_taken, discountsFor } from './discounts.js';
import { cancellation_input } from './end.js';
import { allowingInactive, changed_items_input, named_items_input, type Sold, sold_reads } from './items-input.js';
import { anchor_change, cancel_moment, trial_moment } from './moments.js';
import {
  type AddedDiscountsSeen,
  type AddedSeen,
  added_discounts_reads,
  added_input,
  added_reads,
  addedAsked,
  addedTo,
  besideAdded,
} from './one-time-items.js';
import { pause_collection, payment_behavior, proration_behavior, settings } from './parts.js';
import { endOfUnpaidTrial, endUnpaidTrial } from './pause.js';
import { requireMethod, requireShares, shared_reads } from './settings.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** What callers may change. */
export const update_input = {
  ...settings,
  add_invoice_items: added_input,
  automatic_tax: automatic_tax_input,
  billing_cycle_anchor: about(
    '`now` begins a new period at once and bills it; `unchanged` (the default) keeps the periods.',
    anchor_change,
  ),
  cancel_at: about(
    "When the subscription ends: a time in Unix seconds, or the end of the first or last of its items' periods. An empty value removes the end.",
    cancel_moment,
  ),
  cancel_at_period_end: about('Whether the subscription ends with its current period; false withdraws a planned end.', flag),
  cancellation_details: about('What is known about the cancellation.', object(cancellation_input)),
  default_payment_method: about('The payment method of the customer that pays invoices; an empty value removes it.', nullable(method_ref)),
  default_source: about('The card source that pays invoices; an empty value removes it.', nullable(refToAny('card'))),
  ...discounts_taken,
  items: changed_items_input,
  off_session: about('Whether the customer is absent at a payment that the change causes; false by default.', flag),
  pause_collection,
  payment_behavior: about(
    'When a change is billed: `allow_incomplete` (the default) makes it anyway, `pending_if_incomplete` after payment, `error_if_incomplete` refuses it unpaid, `default_incomplete` leaves the payment to you.',
    payment_behavior,
  ),
  proration_behavior,
  proration_date: about(
    'The time from which prorations are computed, in Unix seconds within the current period; now by default.',
    timestamp,
  ),
  trial_end: about('When the trial ends: a time in Unix seconds at most two years ahead, or `now`.', trial_moment),
  trial_from_plan: about(
    'Whether a trial begins now that is as long as the longest trial of the prices after the change; not together with `trial_end`.',
    flag,
  ),
} as const;

const named_input = { ...update_input, items: named_items_input } as const;

/**
 * `new_item` is the id of the item that is added. What a schedule changes was agreed on before: its prices may be inactive by now, and it says when the subscription
 * ends. An invoice at the start of a phase is a draft for an hour as any later one (Stripe).
 */
const ours = { agreed: oneOf('phase', 'schedule'), new_item: text } as const;

type Method = It<typeof paymentMethod>;

/** What is asked of a change. */
export type Input = Given<typeof named_input>;

const reads = {
  current: items_read,
  ...used_by_now,
  ...billing_reads,
  method: one(paymentMethod, 'default_payment_method'),
  ...shared_reads,
  ...sold_reads,
  ...discounts_reads,
  ...added_reads,
  ...added_discounts_reads,
  waited: one(invoice, 'waiting.invoice'),
} as const;

type Seen = Billing &
  Sold &
  AddedSeen &
  AddedDiscountsSeen &
  DiscountsSeen & {
    readonly it: Subscription;
    readonly input: Input;
    readonly current: readonly Item[];
    readonly used: Used;
    readonly is_drafted: boolean;
    readonly method: Method | null;
    readonly destination: Billing['account'];
    readonly waited: Invoice | null;
  };

function changed(
  { it: before, input, current, used, account, customer, destination, method, pending, is_drafted, waited, ...sold }: Seen,
  asked: Asked,
): Decision {
  if (before.status === 'canceled' || before.status === 'incomplete_expired') return updatedEnded(before, input, asked);
  if (!customer) return asked.refuse(without_customer);
  const drops = before.waiting && drops_pending.some((name) => input[name] !== undefined);
  const without = drops ? dropped(before, waited) : null;
  const it = without?.alone ?? before;
  const changes = itemChanges(input.items, current, sold, it.currency, asked);
  requireChange(it, changes, input, asked);
  requireAutomaticTax({ default_tax_rates: it.default_tax_rates, ...input }, account, customer, asked);
  if (input.default_payment_method) requireMethod(method, customer, asked);
  requireShares(it, input, { taker: account, destination }, asked.account, asked);
  const once = addedAsked(input.add_invoice_items, asked);
  const beside = besideAdded(once, sold);
  const of = { id: it.id, currency: it.currency, customer: it.customer, kept: it.discounts_kept ?? [], beside };
  const off = discountsFor(input, changes, sold, of, asked);
  const places = changes.map((each, place) => placed(each, off.items[place] ?? {}, it, asked));
  const plan = planned({ it, places, input, off: off.members, customer, used }, asked);
  requireCut(it, input, plan.prorations, asked);
  requireWaiting(it, input, plan.is_billed_now, asked);
  const billed = { ...plan.period, currency: it.currency, subscription: it.id };
  const added = addedTo(billed, once, { off: off.beside, seen: sold }, asked);
  return [
    without && [without.alone, without.follows],
    [changes.map(({ chosen }) => chosen?.made), added.made],
    applied(it, { input, off: off.members, places, once: added.lines }, plan, { account, customer, pending, is_drafted }, asked),
    off.effects,
  ];
}

/** What takes the place of a change that waits. */
const drops_pending = ['billing_cycle_anchor', 'cancel_at', 'cancel_at_period_end', 'items', 'trial_end'] as const;

const without_customer: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'customer',
  message: 'The customer of this subscription has been deleted.',
};

/** Changes what is given and leaves the rest; what the change costs or gives back is billed as was asked. */
export const update = rule(subscription, 'update', {
  takes: update_input,
  ours,
  reads,
  decide: ({ input: { agreed, new_item, ...given }, ...read }, asked) => {
    const asked_for = withTrialOfPrices(given, read, asked);
    const input: Input = {
      ...asked_for,
      ...(new_item && { items: (asked_for.items ?? []).map((each) => ({ ...each, new_id: new_item })) }),
    };
    if (agreed) return changed({ ...allowingInactive(read), input, is_drafted: agreed === 'phase' }, asked);
    const seen = { ...read, input, is_drafted: false };
    requireEnding(seen, asked);
    if (!endsUnpaidTrial(seen)) return changed(seen, asked);
    const { trial_end: _, ...others } = input;
    return [changed({ ...seen, input: others }, asked), run(endUnpaidTrial, seen.it, {})];
  },
});

/** Whether a change ends a trial that its settings cancel or pause, because nothing is stored that could pay. */
function endsUnpaidTrial({ it, input, customer }: Seen): boolean {
  const { default_payment_method = it.default_payment_method, default_source = it.default_source } = input;
  const { trial_settings } = mergeMembers(subscription.fields, it, input);
  return (
    input.trial_end === 'now' &&
    it.status === 'trialing' &&
    endOfUnpaidTrial({ ...it, default_payment_method, default_source, trial_settings }, { customer }) !== null
  );
}

/** When it ends is for its schedule to say, where it has one. */
function requireEnding({ it: { schedule }, input }: Pick<Seen, 'it' | 'input'>, asked: Asked): void {
  const param = (['cancel_at', 'cancel_at_period_end'] as const).find((name) => input[name] !== undefined);
  if (!schedule || !param) return;
  const message = `The subscription is managed by the subscription schedule ${schedule}, and updating any cancelation behavior directly is not allowed. Please update the schedule instead, or release it.`;
  asked.refuse({ code: 'parameter_invalid', param, message });
}

/** A canceled subscription accepts only metadata and cancellation details. */
function updatedEnded(it: Subscription, { metadata, cancellation_details, ...others }: Input, asked: Asked) {
  const other = Object.keys(others)[0];
  if (other)
    return asked.refuse({
      code: 'subscription_unexpected_state',
      param: other,
      message: `This subscription is ${it.status}: only its metadata and cancellation_details can be changed.`,
    });
  return set(it, { ...(metadata !== undefined && { metadata }), ...(cancellation_details && { cancellation_details }) });
}
