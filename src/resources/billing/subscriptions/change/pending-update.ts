import { isOnTrial, runningAs } from '../../../../arithmetic/billing/subscription/items.js';
import { type Asked, at, type Effects, report, run, set } from '../../../../kernel/base/effects.js';
import { one, own } from '../../../../kernel/base/reads.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import { rule, timer } from '../../../../kernel/base/rules.js';
import { account } from '../../../accounts/accounts/account.js';
import { paymentIntent } from '../../../payments/payment-intents/payment-intent.js';
import { featuresAsked } from '../../entitlements/grant.js';
import { abandon } from '../../invoices/end.js';
import { type Invoice, invoice, isOwed } from '../../invoices/invoice.js';
import { isInFlight, openPayments } from '../../invoices/payments.js';
import { items_read } from '../bill.js';
import { afterUse } from '../discounts.js';
import type { Live } from '../end.js';
import { type Subscription, subscription } from '../subscription.js';
import type { Item } from '../subscription-item.js';
import { ofItems, shownItem } from '../subscription-item.js';
import { timed } from '../timers.js';
import type { Input } from '../update.js';
import { carriedOut, type Placed } from './plan.js';

/** What waits for an invoice. */
export type Waiting = NonNullable<Subscription['waiting']>;

/** How long a change waits for its invoice to be paid. */
const waiting_seconds = 23 * 3600;

/** The expiry of a pending update: the end of the period, of the trial, or after some hours. */
export const expiryOf = (it: Live, now: number): number =>
  Math.min(now + waiting_seconds, it.current_period_end, (isOnTrial(it) ? it.trial_end : null) ?? it.current_period_end);

/** Voids the invoice of a dropped update. A payment that still arrives is credited to the customer's balance. */
const forgone = (bill: Invoice | null): Effects => bill && isOwed(bill) && run(abandon, bill, {}, 'ignore');

const nothing_waits = { pending_update: null, waiting: null } as const;

/** Drops a pending update, with its event. */
export const dropped = (it: Live, bill: Invoice | null) => ({
  alone: set(it, nothing_waits, it.pending_update ? 'customer.subscription.pending_update_expired' : null),
  follows: forgone(bill),
});

/** Likewise, without an event: that of an ended subscription is out already. */
export const droppedAtEnd = (it: Subscription, bill: Invoice | null): Effects =>
  it.waiting && [set(it, nothing_waits, null), forgone(bill)];

/** What callers see of a change that waits. */
function shownOf(it: Live, { expires_at, items, members }: Waiting): NonNullable<Subscription['pending_update']> {
  const { billing_cycle_anchor: anchor, trial_end } = members;
  return {
    billing_cycle_anchor: anchor === it.billing_cycle_anchor ? null : anchor,
    expires_at,
    metadata: null,
    subscription_items: items.map(shownItem),
    trial_end: trial_end === it.trial_end ? null : trial_end,
    trial_from_plan: null,
  };
}

/** A change whose invoice could not be paid becomes pending; or it is not made, and its invoice is voided with the response. */
export function unpaidUpdate(it: Live, pending: Waiting, now: number): Effects {
  if (pending.must_be_paid) return forgotten(it, { ...pending, expires_at: now });
  if (!it.pending_update) {
    const seen = set(it, { pending_update: shownOf(it, pending), latest_invoice: pending.invoice });
    return [seen, at(pending.expires_at, seen, 'pending_update')];
  }
  return pending.expires_at <= now && at(now, it, 'pending_update');
}

function forgotten(it: Live, pending: Waiting): Effects {
  const over = set(it, { waiting: pending }, null);
  return [over, at(pending.expires_at, over, 'pending_update'), pending.items.map((item) => report(item, null))];
}

/** Makes the change that has been paid for. */
export const applyPending = rule(subscription, 'apply the pending update of', {
  from: ['active', 'past_due', 'paused', 'trialing', 'unpaid'],
  reads: { account: own(account), items: items_read, bill: one(invoice, 'waiting.invoice') },
  decide: ({ it, account, items: before, bill }, asked): Effects => {
    const { waiting, pending_update } = it;
    if (!waiting || !bill) return null;
    const out = carriedOut(placesOf(waiting, before), asked);
    const members = {
      ...waiting.members,
      ...besidesOf(it, waiting),
      ...ofItems(it.id, out.items),
      ...afterUse(it, bill),
      latest_invoice: bill.id,
      pending_update: null,
      waiting: null,
    };
    const applied = 'customer.subscription.pending_update_applied' as const;
    const status = waiting.ends_trial ? 'active' : runningAs(it);
    const changed =
      it.status !== 'paused' && it.status !== status
        ? set(it, { ...members, status }, pending_update ? applied : null)
        : set(it, members, pending_update ? ['customer.subscription.updated', applied] : undefined);
    return [changed, out.items, out.gone, timed(changed, account, asked), featuresAsked(changed, account)];
  },
});

/** The input that came with a change; members without a note are dropped. */
function besidesOf({ metadata: before }: Subscription, { besides }: Waiting) {
  if (!besides) return {};
  const forgotten = Object.fromEntries(Object.keys(before).map((name) => [name, '']));
  return { ...besides, metadata: { ...forgotten, ...besides.metadata } };
}

/** Existing items are changed, except for their metadata; others are created. */
function placesOf({ items }: Waiting, before: readonly Item[]): Placed[] {
  const wanted = items.map((after): Placed => {
    const { id, object: _kind, created: _when, livemode: _mode, metadata, ...members } = after;
    const {
      debits = [],
      discounts_kept = [],
      invoiced,
      metered_from = null,
      product_name = '',
      quantity,
      tax_code = null,
      ...others
    } = members;
    const counted = { ...(invoiced !== undefined && { invoiced }), ...(quantity !== undefined && { quantity }) };
    const change = { ...others, debits, discounts_kept, metered_from, product_name, tax_code, ...counted };
    const known = before.find((item) => item.id === id) ?? null;
    return { before: known, after, change: known ? change : { ...change, metadata } };
  });
  const left = before.filter(({ id }) => !items.some((item) => item.id === id));
  return [...wanted, ...left.map((item) => ({ before: item, after: null, change: {} }))];
}

/** A pending update that was not paid in time expires, unless its payment is in progress: then the outcome of the payment decides. */
export const pendingExpires = timer(subscription, 'pending_update', {
  from: ['active', 'past_due', 'paused', 'trialing', 'unpaid'],
  reads: {
    bill: one(invoice, 'waiting.invoice'),
    payments: openPayments('waiting.invoice'),
    intents: one(paymentIntent, 'payments.payment.payment_intent'),
  },
  decide: ({ it, bill, intents }, { now }) => {
    if (!it.waiting || now < it.waiting.expires_at || intents.all.some(isInFlight)) return null;
    const { alone, follows } = dropped(it, bill);
    return [alone, follows];
  },
});

/** The parameters of a change that can wait for its invoice. */
const can_wait: ReadonlySet<string> = new Set([
  'add_invoice_items',
  'billing_cycle_anchor',
  'cancel_at',
  'cancel_at_period_end',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/** What can be taken along where a change is made at once or not at all. */
const can_come_along: ReadonlySet<string> = new Set(['default_payment_method', 'default_source', 'description', 'metadata']);

/** What of an item can wait. */
const of_item: ReadonlySet<string> = new Set(['clear_usage', 'deleted', 'id', 'new_id', 'plan', 'price', 'price_data', 'quantity']);

/** The first of what was sent that is none of these. */
const firstOther = (given: object, known: (name: string) => boolean): string | undefined =>
  Object.entries(given).find(([name, value]) => value !== undefined && !known(name))?.[0];

/** Why a change cannot be made only where its invoice is paid. */
export function requireWaiting({ collection_method }: Live, input: Input, is_billed: boolean, asked: Asked): void {
  const { payment_behavior: behavior, items = [] } = input;
  if (behavior === 'pending_if_incomplete' && (input.collection_method ?? collection_method) === 'send_invoice') {
    asked.refuse({
      code: 'parameter_invalid',
      param: 'payment_behavior',
      message: 'pending_if_incomplete needs collection_method=charge_automatically: an invoice that is sent is paid later.',
    });
    return;
  }
  const takes_along = behavior === 'error_if_incomplete';
  if (behavior !== 'pending_if_incomplete' && !(takes_along && is_billed)) return;
  const param = firstOther(input, (name) => can_wait.has(name) || (takes_along && can_come_along.has(name)));
  if (param) asked.refuse(besides(param, behavior));
  for (const [place, item] of items.entries()) {
    const name = firstOther(item, (each) => of_item.has(each));
    if (name) asked.refuse(besides(`items[${place}][${name}]`, behavior));
  }
  const reduced = input.add_invoice_items?.findIndex(({ discounts }) => discounts !== undefined) ?? -1;
  if (reduced >= 0) asked.refuse(besides(`add_invoice_items[${reduced}][discounts]`, behavior));
}

const besides = (param: string, behavior: string): Refusal => ({
  code: 'parameters_exclusive',
  param,
  message: `${param} cannot be sent with payment_behavior=${behavior}: it does not wait for a payment. Send it in an update of its own.`,
});
