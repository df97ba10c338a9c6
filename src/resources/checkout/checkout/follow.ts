import { type Effects, instead, run, set } from '../../../kernel/base/effects.js';
import { amountOf, fraction, rounded, times } from '../../../kernel/base/exact.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { on } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { customer } from '../../customers/customers/customer.js';
import { charge } from '../../payments/charges/charge.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { setupIntent } from '../../payments/setup-intents/setup-intent.js';
import { refundedBack } from '../../tax/transactions/reversal.js';
import { taxTransaction } from '../../tax/transactions/transaction.js';
import { complete } from './complete.js';
import { invoiceOf } from './invoiced.js';
import { release } from './reserve.js';
import { type Session, session } from './session.js';
import { notSubscribed, subscribe } from './subscribe.js';
import { taxesOfSession } from './tax-transaction.js';

const via = 'checkout_session';

type Payment = It<typeof paymentIntent>;

/** The method that has paid once pays what comes later as well. */
function paysFromNowOn(pending: It<typeof subscription> | null, { payment_method }: Pick<Payment, 'payment_method'>): Effects {
  if (!pending || !payment_method || pending.default_payment_method) return null;
  return set(pending, { default_payment_method: payment_method }, null);
}

/** What is bought is paid for. */
export const paid = on(paymentIntent, 'payment_intent.succeeded', session, {
  via,
  reads: {
    account: own(account),
    customer,
    pending: one(subscription, 'pending_subscription'),
    rate: one(shippingRate, 'shipping_cost.shipping_rate'),
  },
  decide: ({ it, by, account: owner, customer: buyer, pending, rate }, around) => {
    const later = paysFromNowOn(pending, by);
    if (it.status === 'open') return [later, run(complete, it, { payment_status: 'paid' })];
    if (it.status === 'expired' || it.payment_status === 'paid') return later;
    const bill = invoiceOf(it, { account: owner, customer: buyer, rate }, around);
    const settled = set(
      it,
      { payment_status: 'paid', ...(bill && { invoice: bill.id }) },
      it.is_late ? 'checkout.session.async_payment_succeeded' : null,
    );
    return [later, settled, bill?.effects, taxesOfSession(settled, buyer, around)];
  },
});

/** The recorded taxes of a purchase are taken back as far as its payment is refunded. */
export const refunded = on(charge, 'charge.refunded', paymentIntent, {
  via: 'payment_intent',
  reads: { session: one(session, 'checkout_session'), taxes: one(taxTransaction, 'session.tax_transaction') },
  decide: ({ by, session: of, taxes }, around) => taxes && refundedBack(taxes, refundedIn(of, by), by.id, around),
});

/** The refunded amount in the currency of the session, in which its taxes are recorded: a payer may have paid in their own. */
function refundedIn(of: Session | null, { amount, amount_refunded, currency }: It<typeof charge>): number {
  if (!of?.amount_total || of.currency === currency) return amount_refunded;
  return amountOf(rounded(times(fraction(of.amount_total), fraction(amount_refunded, amount))));
}

/** What is held is paid when it is captured: the payer has done their part. */
export const held = on(paymentIntent, 'payment_intent.amount_capturable_updated', session, {
  via,
  decide: ({ it }) => it.status === 'open' && run(complete, it, { payment_status: 'unpaid' }),
});

/** Whether it was paid is known later: the payer has done their part. */
const late = (it: Session): Effects => {
  if (it.status !== 'open') return null;
  const waiting = set(it, { is_late: true }, null);
  return [waiting, run(complete, waiting, { payment_status: 'unpaid' })];
};

/** The bank takes its time. */
export const processing = on(paymentIntent, 'payment_intent.processing', session, { via, decide: ({ it }) => late(it) });

/** Types whose payers receive instructions and leave the page to pay. */
const told_where: readonly MethodType[] = ['bank_transfer_id', 'boleto', 'customer_balance', 'konbini', 'multibanco', 'oxxo', 'spei'];

/** A payer with payment instructions has completed the page. */
export const told = on(paymentIntent, 'payment_intent.requires_action', session, {
  via,
  decide: ({ it, by }) => {
    const type = by.next_action?.payment_method_type;
    return type !== undefined && told_where.includes(type) ? late(it) : null;
  },
});

const failed_late = 'checkout.session.async_payment_failed';

/** An attempt has failed: it is over for a session that is open, and the funds have not come for one that waits for them. */
const notPaid = (it: Session): Effects => [
  it.status === 'open' && run(release, it, {}),
  it.status === 'complete' && it.is_late && it.payment_status === 'unpaid' && set(it, { is_late: false }, failed_late),
];

/** The payment has failed. */
export const failed = on(paymentIntent, 'payment_intent.payment_failed', session, { via, decide: ({ it }) => notPaid(it) });

/** The payment has been canceled. */
export const canceled = on(paymentIntent, 'payment_intent.canceled', session, { via, decide: ({ it }) => notPaid(it) });

/** What would be charged later cannot be. */
export const notKept = on(setupIntent, 'setup_intent.setup_failed', session, {
  via,
  decide: ({ it }) => it.status === 'open' && run(release, it, {}),
});

/** What will be paid with is kept: that is all, or a subscription begins with it that costs nothing yet. */
export const kept = on(setupIntent, 'setup_intent.succeeded', session, {
  via,
  decide: ({ it, by }) => {
    if (it.status !== 'open') return null;
    if (it.mode !== 'subscription') return run(complete, it, { payment_status: 'no_payment_required' });
    return run(subscribe, it, { ...(by.payment_method && { default_payment_method: by.payment_method }) }, instead(notSubscribed, it));
  },
});
