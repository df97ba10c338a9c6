import { type Asked, at, type Decision, type Effect, set } from '../../../kernel/base/effects.js';
import { mergeMembers } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import { featuresAsked } from '../entitlements/grant.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { type Billing, billFor, canPay, collectedNow, debited } from './bill.js';
import { afterUse, itemAfterUse } from './discounts.js';
import { subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { ofItems } from './subscription-item.js';
import { incomplete_seconds, timed } from './timers.js';
import { betweenPeriods } from './watch-usage.js';

/** A subscription that is about to be, and what its first invoice charges. */
type Beginning = {
  readonly it: It<typeof subscription, Unborn>;
  readonly members: Settable<typeof subscription>;
  readonly items: readonly (Item & Effect)[];
  readonly lines: readonly PlainLine[];
  /** What is charged once with it. */
  readonly once: readonly (InvoiceItem & Effect)[];
  readonly is_trial: boolean;
};

/** What is asked of the first payment. */
type Sent = {
  readonly payment_behavior?: string;
  readonly off_session?: boolean;
  /** Its invoice stays a draft for an hour, and no caller waits for it. */
  readonly is_drafted: boolean;
};

/**
 * Begins a subscription, with the invoice of its first period where there is anything to put on one. What is due is collected at once, and
 * the subscription is incomplete until it is paid; what is sent is not waited for.
 */
export function begin(
  { it, members, items, lines, once, is_trial }: Beginning,
  sent: Sent,
  seen: Billing,
  asked: Asked,
): { effects: Decision } {
  const whole = mergeMembers(subscription.fields, it, members);
  const is_later = sent.is_drafted || whole.collection_method === 'send_invoice';
  const billing = { lines, billing_reason: 'subscription_create', auto_advance: is_later } as const;
  const all = { ...seen, pending: [...once, ...seen.pending] };
  const bill = lines.length + once.length > 0 ? billFor({ id: it.id, ...whole }, billing, all, asked) : null;
  const is_due = bill !== null && bill.invoice.amount_due > 0 && !is_later;
  const { payment_behavior = 'allow_incomplete' } = sent;
  // A trial begins at once, unless the payer must pay the amount due with it.
  const waits = is_due && (!is_trial || payment_behavior === 'default_incomplete');
  if (waits && payment_behavior !== 'default_incomplete' && !canPay(whole, seen)) return asked.refuse(no_method);
  const billed = bill && items.map((item) => (is_trial ? billedOnTrial : debited)(item, bill.invoice, asked.now));
  const status = waits ? 'incomplete' : is_trial ? 'trialing' : 'active';
  const made = set(it, {
    ...members,
    ...(bill && afterUse(whole, bill.invoice)),
    ...(billed && ofItems(it.id, billed)),
    status,
    latest_invoice: bill?.invoice.id ?? null,
    ...(payment_behavior === 'error_if_incomplete' && { must_be_paid: true }),
  });
  const own = seen.customer.currency === null && set(seen.customer, { currency: whole.currency }, null);
  return {
    effects: [
      made,
      items,
      once,
      bill && [billed, bill.effects],
      own,
      [timed(made, seen.account, asked), betweenPeriods(made, items)],
      waits && at(asked.now + incomplete_seconds, made, 'expire'),
      featuresAsked(made, seen.account),
      bill &&
        !is_later &&
        collectedNow(whole, bill, { pays: payment_behavior !== 'default_incomplete', off_session: sent.off_session ?? false }),
    ],
  };
}

/** An item of a trial has been charged nothing that could be given back. */
const billedOnTrial = (item: Item, invoice: Invoice): Item & Effect => set(item, itemAfterUse(item, invoice));

const no_method: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'default_payment_method',
  message:
    'This customer has no attached payment source or default payment method. Add one, or send payment_behavior=default_incomplete and let the customer pay the first invoice.',
};
