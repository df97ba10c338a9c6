import { type Effect, type Effects, set } from '../../base/effects.js';
import { type Found, one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { consequence } from '../../base/rules.js';
import { type Coupon, coupon } from '../coupons/coupon.js';
import { usedUp } from '../discounts/refusals.js';
import { inactive } from '../payment-links/counted.js';
import { type PaymentLink, paymentLink } from '../payment-links/payment-link.js';
import { type PromotionCode, promotionCode } from '../promotion-codes/promotion-code.js';
import { type Session, session } from './session.js';

/** What limits how often something is bought by sessions like this one. */
export const limits_reads = {
  code: one(promotionCode, 'discounts.promotion_code'),
  coupon: one(coupon, 'discounts_kept.coupon.id'),
  payment_link: paymentLink,
} as const;

/** The same as read. */
export type Limits = {
  readonly code: Found<PromotionCode | null> | null;
  readonly coupon: Found<Coupon | null> | null;
  readonly payment_link: PaymentLink | null;
};

/** The objects that limit a session. A coupon that was made since, with the same id, is another one. */
export type Limiting = {
  readonly coupon: Coupon | null;
  readonly promotion_code: PromotionCode | null;
  readonly payment_link: PaymentLink | null;
};

/** Of discounts, those of a payment: a subscription redeems its own when it is created. */
export function limiting({ discounts_kept, mode }: Session, { code, coupon, payment_link }: Limits): Limiting {
  const [kept] = discounts_kept ?? [];
  if (!kept || mode !== 'payment') return { coupon: null, promotion_code: null, payment_link };
  const found = coupon?.get(kept.coupon.id) ?? null;
  return {
    coupon: found?.created === kept.coupon.created ? found : null,
    promotion_code: (kept.promotion_code && code?.get(kept.promotion_code)) || null,
    payment_link,
  };
}

/** Why no attempt to pay can begin: what is paid and what is being paid has reached a limit. */
export function exhausted(it: Session, { coupon, promotion_code: code, payment_link: link }: Limiting): Refusal | null {
  if (it.reserved) return null;
  const of = link?.restrictions?.completed_sessions;
  if (link && of && of.count + (link.reserved ?? 0) >= of.limit) return inactive(link);
  const param = it.allow_promotion_codes ? 'promotion_code' : 'discounts';
  return (code && usedUp(code, param)) ?? (coupon && usedUp(coupon, param));
}

type Reserving = { readonly id: string; readonly reserved?: number | undefined };

const oneMore = ({ reserved = 0 }: Reserving) => ({ reserved: reserved + 1 });
const oneLess = ({ reserved = 0 }: Reserving) => ({ reserved: reserved - 1 });

/** Reserves one redemption and one purchase for the attempt that begins, where they are limited. */
export function reserve(it: Session & Effect, { coupon, promotion_code: code, payment_link: link }: Limiting): Effects {
  if (it.reserved) return null;
  const of_coupon = coupon?.max_redemptions != null && set(coupon, oneMore(coupon), null);
  const of_code = code?.max_redemptions != null && set(code, oneMore(code), null);
  const of_link = link?.restrictions != null && set(link, oneMore(link), null);
  if (!of_coupon && !of_code && !of_link) return null;
  const reserved = {
    ...(of_coupon && { coupon: of_coupon.id }),
    ...(of_code && { promotion_code: of_code.id }),
    ...(of_link && { payment_link: of_link.id }),
  };
  return [of_coupon, of_code, of_link, set(it, { reserved }, null)];
}

/** An attempt to pay is over: it has failed, or is counted. What it had reserved can be used by others. */
export const release = consequence(session, 'release what was reserved by', {
  reads: {
    coupon: one(coupon, 'reserved.coupon'),
    code: one(promotionCode, 'reserved.promotion_code'),
    link: one(paymentLink, 'reserved.payment_link'),
  },
  decide: ({ it, coupon, code, link }) =>
    it.reserved && [
      coupon?.reserved ? set(coupon, oneLess(coupon), null) : null,
      code?.reserved ? set(code, oneLess(code), null) : null,
      link?.reserved ? set(link, oneLess(link), null) : null,
      set(it, { reserved: null }, null),
    ],
});
