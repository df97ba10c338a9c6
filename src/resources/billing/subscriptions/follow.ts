import { runningAs } from '../../../arithmetic/billing/subscription/items.js';
import { type Around, type Effects, forget, report, run, set } from '../../../kernel/base/effects.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, on, rule, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { customerBalanceTransaction } from '../../customers/customer-balance/balance-transaction.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { charge } from '../../payments/charges/charge.js';
import { refusalOf } from '../../payments/intents/failure.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { takenOff } from '../invoice-items/put-on.js';
import { invoicePayment } from '../invoice-payments/invoice-payment.js';
import { writeOff } from '../invoices/end.js';
import { requires_action } from '../invoices/follow.js';
import { type Invoice, invoice, isManual } from '../invoices/invoice.js';
import { lines_max } from '../invoices/lines.js';
import { items_read } from './bill.js';
import { applyPending, dropped, unpaidUpdate, type Waiting } from './change/pending-update.js';
import { ended, type Live, over } from './end.js';
import { withoutRedeeming } from './give-back.js';
import { type Subscription, subscription } from './subscription.js';
import { timed } from './timers.js';

/** Whether a customer's last payment failed. */
const delinquent = (customer: Customer | null, is: boolean): Effects =>
  customer && customer.delinquent !== is && set(customer, { delinquent: is });

/**
 * What is paid for goes on, and a change that has waited for it is made. What was incomplete may have missed the end of its period, because
 * it is not renewed as long as it waits.
 */
export const paidFor = on(invoice, 'invoice.paid', subscription, {
  via: 'subscription',
  from: ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'],
  reads: { account: own(account), customer, bill: one(invoice, 'latest_invoice'), intent: one(paymentIntent, 'bill.payment_intent') },
  decide: ({ it, by, account, customer, intent }, around) => {
    if (isManual(by)) return null;
    const saved = savedBy(it, by, intent);
    if (it.waiting?.invoice === by.id) return [set(it, saved), run(applyPending, it, {}, 'ignore'), delinquent(customer, false)];
    if (it.status === 'active' || it.status === 'paused' || it.status === 'trialing') return set(it, saved);
    if (by.id !== it.latest_invoice) return [set(it, saved), it.status !== 'incomplete' && run(workOut, it, {}, 'ignore')];
    const active = set(it, { ...saved, status: runningAs(it) });
    return [active, delinquent(customer, false), it.status === 'incomplete' && timed(active, account, around)];
  },
});

/** The payment method of a payment, which pays later invoices where the settings of the subscription say so. */
function savedBy({ default_payment_method: own, payment_settings }: Subscription, by: Invoice, intent: It<typeof paymentIntent> | null) {
  const method = intent?.id === by.payment_intent ? (intent?.payment_method ?? null) : null;
  const is_saved = payment_settings.save_default_payment_method === 'on_subscription' && method !== null && method !== own;
  return is_saved ? { default_payment_method: method } : {};
}

/** What was never paid for is over, and what was redeemed for it can be redeemed again. */
function expired(it: It<typeof subscription, 'incomplete'>, now: number) {
  const over = set(it, { status: 'incomplete_expired', ended_at: now });
  return { over, effects: [over, withoutRedeeming(over)] };
}

/**
 * A subscription that had to be paid at once is over, and its invoice void. While its caller still waits, nothing of it is left but the payment: an
 * answer that comes later finds a subscription that has been seen.
 */
function notBegun(it: It<typeof subscription, 'incomplete'>, bill: Invoice, { isAskedFor, now }: Around): Effects {
  const { over, effects } = expired(it, now);
  return [effects, run(writeOff, bill, { behavior: 'void' }, 'ignore'), isAskedFor(it) && run(unbegun, over, {})];
}

const unbegun = consequence(subscription, 'forget', {
  reads: {
    items: items_read,
    bill: one(invoice, 'latest_invoice'),
    put_on: many(invoiceItem, { by: 'invoice', of: 'latest_invoice', at_most: lines_max }),
    moves: many(customerBalanceTransaction, { by: 'invoice', of: 'latest_invoice' }),
    payments: many(invoicePayment, { by: 'invoice', of: 'latest_invoice' }),
    intents: one(paymentIntent, 'payments.payment.payment_intent'),
    charges: one(charge, 'intents.latest_charge'),
  },
  decide: ({ it, items, bill, put_on, moves, payments, intents, charges }) => [
    [...intents.all, ...charges.all].map((each) => set(each, { invoice: null }, null)),
    put_on.map((item) => (item.subscription === it.id ? forget(item) : takenOff(item))),
    [...moves, ...payments, ...items].map(forget),
    bill && forget(bill),
    forget(it),
    report(it, tried(intents.all)),
  ],
});

/** Why nothing has begun: the decline of its payment, or that the payer has to act. */
function tried(intents: readonly Pick<It<typeof paymentIntent>, 'last_payment_error'>[]): Refusal {
  const error = intents.at(-1)?.last_payment_error;
  return error ? refusalOf(error) : requires_action;
}

type Paid = { readonly by: Invoice; readonly intent: Pick<It<typeof paymentIntent>, 'id' | 'object'> | null };

/** A caller that creates a subscription receives the subscription; a caller that confirms the payment receives the payment and its error. */
const heardOf = ({ by, intent }: Paid, { isAskedFor }: Around): Effects =>
  isAskedFor(by) || (intent && isAskedFor(intent)) ? null : [report(by, null), intent && report(intent, null)];

/** A first invoice that was not paid can still be; a later one is tried again, and in the end the account's settings rule. */
export const unpaidFor = on(invoice, 'invoice.payment_failed', subscription, {
  via: 'subscription',
  from: ['incomplete', 'active', 'past_due', 'paused', 'trialing', 'unpaid', 'canceled'],
  reads: { account: own(account), customer, bill: one(invoice, 'latest_invoice'), intent: one(paymentIntent, 'bill.payment_intent') },
  decide: ({ it, by, account, customer, bill, intent }, around) => {
    const { now } = around;
    const heard = () => heardOf({ by, intent }, around);
    if (isManual(by)) return null;
    if (it.status === 'canceled') return heard();
    if (it.status === 'incomplete') return it.must_be_paid ? notBegun(it, by, around) : heard();
    if (it.waiting?.invoice === by.id) return waitsOn(it, it.waiting, by, around);
    const is_newest = by.id === it.latest_invoice || bill?.status === 'void' || it.waiting?.invoice === it.latest_invoice;
    // With short periods the latest is always a newer one: the last unpaid invoice of it ends the past-due subscription.
    const counts = is_newest || (it.status === 'past_due' && isLast(by));
    if (!counts) return null;
    if (it.status === 'paused' || it.status === 'unpaid') return heard();
    return [unpaidBy(it, by, account, now), delinquent(customer, true), heard()];
  },
});

/** A caller that allows a pending update receives the subscription; any other receives the payment error. */
const waitsOn = (it: Live, waiting: Waiting, by: Invoice, around: Around): Effects => [
  unpaidUpdate(it, waiting, around.now),
  !waiting.must_be_paid &&
    heardOf({ by, intent: by.payment_intent === null ? null : { object: 'payment_intent', id: by.payment_intent } }, around),
];

/** The payer of a first invoice has to act, and the caller shows them how. */
export const actionRequiredFor = on(invoice, 'invoice.payment_action_required', subscription, {
  via: 'subscription',
  from: ['incomplete', 'active', 'past_due', 'paused', 'trialing', 'unpaid', 'canceled'],
  reads: { bill: one(invoice, 'latest_invoice'), intent: one(paymentIntent, 'bill.payment_intent') },
  decide: ({ it, by, intent }, around) => {
    if (isManual(by)) return null;
    if (it.status === 'incomplete' && it.must_be_paid) return notBegun(it, by, around);
    const is_waited_for = it.status !== 'canceled' && it.status !== 'incomplete' && it.waiting?.invoice === by.id;
    return is_waited_for && it.waiting ? waitsOn(it, it.waiting, by, around) : heardOf({ by, intent }, around);
  },
});

/** What was sent and not paid in time. */
export const overdueFor = on(invoice, 'invoice.overdue', subscription, {
  via: 'subscription',
  from: ['active'],
  decide: ({ it, by }) => by.id === it.latest_invoice && set(it, { status: 'past_due' }),
});

/** A voided invoice does not block the following ones; a voided first invoice ends the subscription, and that of a change the change. */
export const voidedFor = on(invoice, 'invoice.voided', subscription, {
  via: 'subscription',
  from: ['incomplete', 'active', 'past_due', 'paused', 'trialing', 'unpaid'],
  decide: ({ it, by }, { now }) => {
    if (it.status !== 'incomplete' && it.waiting?.invoice === by.id) return dropped(it, null).alone;
    if (by.id !== it.latest_invoice) return null;
    if (it.status === 'incomplete') return expired(it, now).effects;
    return (it.status === 'past_due' || it.status === 'unpaid') && run(workOut, it, {}, 'ignore');
  },
});

/** The merchant has given up on an invoice, and goes on with its customer. */
export const givenUpFor = on(invoice, 'invoice.marked_uncollectible', subscription, {
  via: 'subscription',
  from: ['past_due'],
  decide: ({ it, by }) => by.id === it.latest_invoice && set(it, { status: runningAs(it) }),
});

/** Ends a subscription that was never paid; its invoice is no longer owed. */
export const giveUp = rule(subscription, 'give up', {
  from: ['incomplete'],
  reads: { bill: one(invoice, 'latest_invoice') },
  decide: ({ it, bill }, asked) => [expired(it, asked.now).effects, bill && run(writeOff, bill, { behavior: 'void' }, 'ignore')],
});

/** A first invoice that was not paid in time expires the subscription. */
export const expire = timer(subscription, 'expire', {
  from: ['incomplete'],
  reads: { bill: one(invoice, 'latest_invoice') },
  decide: ({ it, bill }, { now }) => [expired(it, now).effects, bill && run(writeOff, bill, { behavior: 'void' }, 'ignore')],
});

type Account = It<typeof account> | null;
type Owing = It<typeof subscription, 'active' | 'past_due' | 'trialing' | 'unpaid'>;

/** Whether an invoice is no longer collected. */
export const isLast = ({ auto_advance, collection_method, next_payment_attempt }: Invoice): boolean =>
  auto_advance && collection_method === 'charge_automatically' && next_payment_attempt === null;

/** Where an invoice that could not be collected leads: it is tried again, and in the end the account's settings rule. */
export function unpaidBy(it: Owing, bill: Invoice, account: Account, now: number): Effects {
  const last = isLast(bill) ? (account?.settings.subscriptions.after_last_retry ?? 'canceled') : 'past_due';
  return last === 'canceled' ? over(ended(it, 'payment_failed', now)) : set(it, { status: last });
}

/** How many invoices are walked back over. */
const at_most = 50;

/**
 * Computes the status of a subscription whose newest invoice no longer counts: from the one before it, as far back as they
 * are void or were made by hand. Where none is left, nothing is owed.
 */
export const workOut = rule(subscription, 'work out the status of', {
  from: ['past_due', 'unpaid'],
  reads: { account: own(account), bills: many(invoice, { by: 'subscription', at_most, cut: true, newest: true }) },
  decide: ({ it, account, bills }, asked): Effects => {
    const counts = (bill: Invoice) => bill.status !== 'void' && bill.id !== it.waiting?.invoice && !isManual(bill);
    const bill = bills.toReversed().find(counts);
    if (bill?.status === 'draft') return null;
    return bill?.status === 'open' && isLate(bill, asked.now) ? unpaidBy(it, bill, account, asked.now) : set(it, { status: runningAs(it) });
  },
});

/** Whether an invoice should have been paid by now. */
const isLate = ({ attempted, collection_method, due_date }: Invoice, now: number): boolean =>
  collection_method === 'send_invoice' ? due_date !== null && due_date <= now : attempted;
