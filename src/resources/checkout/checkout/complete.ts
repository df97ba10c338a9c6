import { run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { one, own } from '../../../kernel/base/reads.js';
import { consequence } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { subscription } from '../../billing/subscriptions/subscription.js';
import { redeemedFor } from '../../catalogue/discounts/redeem.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { isOpen } from '../../payments/intents/open.js';
import { cancel } from '../../payments/payment-intents/cancel.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { stored } from '../../tax/automatic.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { counted } from '../payment-links/counted.js';
import { invoiceOf } from './invoiced.js';
import { limiting, limits_reads, release } from './reserve.js';
import { session } from './session.js';
import { ratesOn } from './sums.js';
import { taxesOfSession } from './tax-transaction.js';

/** Ends the part of the payer: what is bought is paid, or on its way, or needs no payment. */
export const complete = consequence(session, 'complete', {
  takes: {
    payment_status: about(
      'Whether the session was paid, is not paid yet, or needs no payment.',
      required(oneOf('unpaid', 'paid', 'no_payment_required')),
    ),
  },
  reads: {
    ...limits_reads,
    account: own(account),
    customer,
    payment_intent: paymentIntent,
    rate: one(shippingRate, 'shipping_cost.shipping_rate'),
    pending: one(subscription, 'pending_subscription'),
  },
  decide: (
    { it, input: { payment_status }, account: owner, customer: buyer, payment_intent: intent, pending, rate, ...limits },
    around,
  ) => {
    if (it.status !== 'open') return null;
    const subscribed = pending && { invoice: pending.latest_invoice, subscription: pending.id };
    const bill = payment_status === 'unpaid' ? null : invoiceOf(it, { account: owner, customer: buyer, rate }, around);
    const done = set(it, { status: 'complete', ...subscribed, ...(bill && { invoice: bill.id }), payment_status, url: null });
    const { coupon, payment_link: link, promotion_code } = limiting(it, limits);
    return [
      done,
      bill?.effects,
      stored((it.line_items?.data ?? []).flatMap(ratesOn).filter(isCalculated), owner, around),
      payment_status === 'paid' && taxesOfSession(done, buyer, around),
      coupon && redeemedFor(coupon, promotion_code, { of: { checkout_session: it.id }, customer: it.customer }, around),
      link && run(counted, link, {}),
      run(release, done, {}),
      payment_status === 'no_payment_required' && intent && isOpen(intent) && run(cancel, intent, {}, 'ignore'),
    ];
  },
});
