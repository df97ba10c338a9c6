import { listOf, nullable, object } from '../../base/fields.js';
import { ref, text } from '../../base/kinds.js';
import { many, one } from '../../base/reads.js';
import { type Coupon, coupon } from '../coupons/coupon.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { type PromotionCode, promotionCode } from '../promotion-codes/promotion-code.js';

/** What callers send to be given discounts: each is a coupon, a promotion code, or one that is there already. */
export const discounts_input = nullable(
  listOf(object({ coupon: ref('coupon'), discount: text, promotion_code: ref('promotion_code') }), 20),
);

/** What is read for it, where the parameter is called `discounts`. */
export const discounts_reads = {
  coupons: one(coupon, 'discounts.coupon'),
  codes: one(promotionCode, 'discounts.promotion_code'),
  coupons_of_codes: one(coupon, 'codes.of_coupon'),
} as const;

/** What callers of before 2025-09-30 send to be given a single discount; empty where they want none. */
export const older_input = { coupon: nullable(ref('coupon')), promotion_code: nullable(ref('promotion_code')) } as const;

/** What is read for that. */
export const older_reads = { coupon, promotion_code: promotionCode, coupon_of_code: one(coupon, 'promotion_code.of_coupon') } as const;

/** Tells whether a customer has paid before, or has tried to: `of` is where their id is. */
export const intentsBy = <const P extends string>(of: P) => many(paymentIntent, { by: 'customer', of, at_most: 1, cut: true });

/** Objects that were read, by their ids. */
type Known<T> = { readonly get: (id: string) => T | null };

/** All that may be redeemed. */
export type Redeemable = {
  readonly coupons: Known<Coupon>;
  readonly codes: Known<PromotionCode>;
  readonly coupons_of_codes: Known<Coupon>;
};

const only = <T extends { readonly id: string }>(it: T | null): Known<T> => ({ get: (id) => (it?.id === id ? it : null) });

/** What was read for a single discount, as `redeemed` takes it. */
export const older = (seen: {
  readonly coupon: Coupon | null;
  readonly promotion_code: PromotionCode | null;
  readonly coupon_of_code: Coupon | null;
}): Redeemable => ({ coupons: only(seen.coupon), codes: only(seen.promotion_code), coupons_of_codes: only(seen.coupon_of_code) });
