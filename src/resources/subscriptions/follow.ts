import { type Around, at, type Effects, report, run, set } from '../../base/effects.js';
import { one, own } from '../../base/reads.js';
import type { It } from '../../base/resource.js';
import { on, timer } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { type Customer, customer } from '../customers/customer.js';
import { writeOff } from '../invoices/end.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { leftAsItIs } from './bill.js';
import { ended } from './ended.js';
import { withoutRedeeming } from './give-back.js';
import { over } from './stop-collecting.js';
import { subscription } from './subscription.js';
import { timed } from './timers.js';

/** Whether a customer's last payment failed. */
const delinquent = (customer: Customer | null, is: boolean): Effects =>
  customer && customer.delinquent !== is && set(customer, { delinquent: is });

/** What is paid for goes on. What was incomplete may have missed the end of its period, because it is not renewed as long as it waits. */
export const paidFor = on(invoice, 'invoice.paid', subscription, {
  via: 'subscription',
  from: ['incomplete', 'past_due', 'unpaid'],
  reads: { account: own(account), customer },
  decide: ({ it, by, account, customer }, around) => {
    if (by.id !== it.latest_invoice) return null;
    const active = set(it, { status: 'active' });
    return [active, delinquent(customer, false), it.status === 'incomplete' && timed(active, account, around)];
  },
});

/** What was never paid for is over. */
const expired = (it: It<typeof subscription, 'incomplete'>, now: number) => set(it, { status: 'incomplete_expired', ended_at: now });

/** What had to be paid at once is over, as if it had not been asked for: what it owes is void as soon as its caller has been told. */
function notBegun(it: It<typeof subscription, 'incomplete'>, now: number): Effects {
  const over = expired(it, now);
  return [over, withoutRedeeming(over), at(now, over, 'expire')];
}

type Paid = { readonly by: Invoice; readonly intent: It<typeof paymentIntent> | null };

/** Who has asked for a subscription is told of that, and not of what became of its payment; who has asked for the payment is told of it. */
const heardOf = ({ by, intent }: Paid, { isAskedFor }: Around): Effects =>
  isAskedFor(by) || (intent && isAskedFor(intent)) ? null : [report(by, null), intent && report(intent, null)];

/** A first invoice that was not paid can still be; a later one is tried again, and in the end the account's settings rule. */
export const unpaidFor = on(invoice, 'invoice.payment_failed', subscription, {
  via: 'subscription',
  from: ['incomplete', 'active', 'past_due', 'trialing', 'canceled'],
  reads: { account: own(account), customer, bill: one(invoice, 'latest_invoice'), intent: one(paymentIntent, 'bill.payment_intent') },
  decide: ({ it, by, account, customer, intent }, around) => {
    const { now } = around;
    const heard = () => heardOf({ by, intent }, around);
    if (it.status === 'canceled') return heard();
    if (it.status === 'incomplete') return it.must_be_paid ? notBegun(it, now) : heard();
    // With short periods the latest is always a newer one: whichever of its invoices nobody pays in the end is the end of what is past due.
    const counts = by.id === it.latest_invoice || (it.status === 'past_due' && isLast(by));
    if (!counts) return null;
    const last = isLast(by) ? (account?.settings.subscriptions.after_last_retry ?? 'canceled') : 'past_due';
    const after = last === 'canceled' ? over(ended(it, 'payment_failed', now)) : set(it, { status: last });
    return [after, delinquent(customer, true), heard()];
  },
});

/** Whether nothing tries to collect an invoice any more. */
const isLast = ({ auto_advance, collection_method, next_payment_attempt }: Invoice): boolean =>
  auto_advance && collection_method === 'charge_automatically' && next_payment_attempt === null;

/** The payer of a first invoice has to act, and the caller shows them how. */
export const actionRequiredFor = on(invoice, 'invoice.payment_action_required', subscription, {
  via: 'subscription',
  from: ['incomplete', 'active', 'past_due', 'trialing', 'canceled'],
  reads: { bill: one(invoice, 'latest_invoice'), intent: one(paymentIntent, 'bill.payment_intent') },
  decide: ({ it, by, intent }, around) =>
    it.status === 'incomplete' && it.must_be_paid ? notBegun(it, around.now) : heardOf({ by, intent }, around),
});

/** What was sent and not paid in time. */
export const overdueFor = on(invoice, 'invoice.overdue', subscription, {
  via: 'subscription',
  from: ['active'],
  decide: ({ it, by }) => by.id === it.latest_invoice && set(it, { status: 'past_due' }),
});

/** What nobody pays any more does not hold up what follows; a first invoice that nobody can pay ends all of it. */
export const voidedFor = on(invoice, 'invoice.voided', subscription, {
  via: 'subscription',
  from: ['incomplete', 'past_due'],
  decide: ({ it, by }, { now }) =>
    by.id === it.latest_invoice && (it.status === 'incomplete' ? expired(it, now) : set(it, { status: 'active' })),
});

/** The merchant has given up on an invoice, and goes on with its customer. */
export const givenUpFor = on(invoice, 'invoice.marked_uncollectible', subscription, {
  via: 'subscription',
  from: ['past_due'],
  decide: ({ it, by }) => by.id === it.latest_invoice && set(it, { status: 'active' }),
});

/** A first invoice that was not paid in time is not waited for any more. */
export const expire = timer(subscription, 'expire', {
  from: ['incomplete', 'incomplete_expired'],
  reads: { bill: one(invoice, 'latest_invoice') },
  decide: ({ it, bill }, { now }) => [
    it.status === 'incomplete' && expired(it, now),
    bill && run(writeOff, bill, { behavior: 'void' }, leftAsItIs),
  ],
});
