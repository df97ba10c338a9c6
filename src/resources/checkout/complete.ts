import { type Around, type Effects, run, set } from '../../base/effects.js';
import { required } from '../../base/fields.js';
import { oneOf } from '../../base/kinds.js';
import { one } from '../../base/reads.js';
import { consequence, otherwise } from '../../base/rules.js';
import { type Coupon, coupon } from '../coupons/coupon.js';
import { redeemed } from '../discounts/redeem.js';
import { isOpen } from '../intents/open.js';
import { cancel } from '../payment-intents/cancel.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { counted } from '../payment-links/counted.js';
import { paymentLink } from '../payment-links/payment-link.js';
import { type PromotionCode, promotionCode } from '../promotion-codes/promotion-code.js';
import { subscription } from '../subscriptions/subscription.js';
import { type OpenSession, session } from './session.js';

/** A payment that cannot be canceled is left as it is. */
export const leftAsItIs = otherwise(session, 'leave the payment of', { decide: () => null });

/** Ends the part of the payer: what is bought is paid, or on its way, or needs no payment. */
export const complete = consequence(session, 'complete', {
  takes: { payment_status: required(oneOf('unpaid', 'paid', 'no_payment_required')) },
  reads: {
    code: one(promotionCode, 'discounts.promotion_code'),
    coupon: one(coupon, 'discounts_kept.coupon.id'),
    payment_intent: paymentIntent,
    payment_link: paymentLink,
    pending: one(subscription, 'pending_subscription'),
  },
  decide: ({ it, input: { payment_status }, payment_intent: intent, payment_link: link, pending, ...seen }, around) => {
    if (it.status !== 'open') return null;
    const subscribed = pending && { invoice: pending.latest_invoice, subscription: pending.id };
    const done = set(it, { status: 'complete', ...subscribed, payment_status, url: null });
    return [
      done,
      it.mode === 'payment' && redeeming(it, seen, around),
      link && run(counted, link, {}),
      payment_status === 'no_payment_required' && intent && isOpen(intent) && run(cancel, intent, {}, leftAsItIs),
    ];
  },
});

type Known<T> = { readonly get: (id: string) => T | null } | null;

/** Redeems what was taken off. A subscription redeems its own; what somebody else has used up meanwhile was promised all the same. */
function redeeming(
  it: OpenSession,
  seen: { readonly code: Known<PromotionCode>; readonly coupon: Known<Coupon> },
  around: Around,
): Effects {
  const [kept] = it.discounts_kept ?? [];
  if (!kept) return null;
  const given = kept.promotion_code ? { promotion_code: kept.promotion_code } : { coupon: kept.coupon.id };
  const get = (id: string): Coupon | null => seen.coupon?.get(id) ?? null;
  const done = redeemed(
    [{ given, param: '', of: { checkout_session: it.id } }],
    {
      coupons: { get },
      codes: { get: (id) => seen.code?.get(id) ?? null },
      coupons_of_codes: { get },
      customer: it.customer,
      has_paid: false,
      purchase: it.currency === null ? null : { currency: it.currency, amount: null },
      tells: null,
    },
    around,
  );
  return 'code' in done ? null : done.effects;
}
