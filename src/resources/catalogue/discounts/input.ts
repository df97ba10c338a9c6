import { about, nullable } from '../../../kernel/base/fields.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { many, one } from '../../../kernel/base/reads.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { type Coupon, coupon } from '../coupons/coupon.js';
import { type PromotionCode, promotionCode } from '../promotion-codes/promotion-code.js';

/** What callers send to be given discounts: each is a coupon, a promotion code, or one that is there already. */
export const discounts_input = about(
  'The discounts to give, each as one of the three members, in the order in which they are applied; up to 20. An empty value removes all.',
  nullable(
    listOf(
      object({
        coupon: about('A coupon to redeem.', ref('coupon')),
        discount: about('The id of a discount to keep, from the same object.', text),
        promotion_code: about('A promotion code to redeem, by its id.', ref('promotion_code')),
      }),
      20,
    ),
  ),
);

/** What is read for it, where the parameter is called `discounts`, or lies at the end of a path through a list. */
export const discounts_reads_at = <const P extends string>(path: P) =>
  ({
    coupons: one(coupon, `${path}.coupon`),
    codes: one(promotionCode, `${path}.promotion_code`),
    coupons_of_codes: one(coupon, 'codes.of_coupon'),
  }) as const;

/** What is read for those of the thing itself. */
export const discounts_reads = discounts_reads_at('discounts');

/** What callers of before 2025-09-30 send to be given a single discount; empty where they want none. */
export const older_input = {
  coupon: about('A coupon to redeem as the only discount; an empty value removes the discount.', nullable(ref('coupon'))),
  promotion_code: about(
    'A promotion code to redeem as the only discount, by its id; an empty value removes the discount.',
    nullable(ref('promotion_code')),
  ),
} as const;

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

/** What is read for those of things within a list, beside those of the whole. */
export const nested_reads_at = <const P extends string>(path: P) =>
  ({
    nested_coupons: one(coupon, `${path}.discounts.coupon`),
    nested_codes: one(promotionCode, `${path}.discounts.promotion_code`),
    coupons_of_nested: one(coupon, 'nested_codes.of_coupon'),
  }) as const;

/** What was read for that. */
export type Nested = {
  readonly nested_coupons: Known<Coupon>;
  readonly nested_codes: Known<PromotionCode>;
  readonly coupons_of_nested: Known<Coupon>;
};

/** Nothing is read for a list that the request does not contain. */
const either = <T>(one: Known<T> | null, other: Known<T> | null): Known<T> => ({ get: (id) => one?.get(id) ?? other?.get(id) ?? null });

/** What was read in two ways, as one. */
export const together = (one: Redeemable, other: Redeemable): Redeemable => ({
  coupons: either(one.coupons, other.coupons),
  codes: either(one.codes, other.codes),
  coupons_of_codes: either(one.coupons_of_codes, other.coupons_of_codes),
});

/** What was read for the whole and for what is within it, as one. */
export const withNested = (
  whole: Redeemable,
  { nested_coupons: coupons, nested_codes: codes, coupons_of_nested: coupons_of_codes }: Nested,
): Redeemable => together(whole, { coupons, codes, coupons_of_codes });

const only = <T extends { readonly id: string }>(it: T | null): Known<T> => ({ get: (id) => (it?.id === id ? it : null) });

/** What was read for a single discount, as `redeemed` takes it. */
export const older = (seen: {
  readonly coupon: Coupon | null;
  readonly promotion_code: PromotionCode | null;
  readonly coupon_of_code: Coupon | null;
}): Redeemable => ({ coupons: only(seen.coupon), codes: only(seen.promotion_code), coupons_of_codes: only(seen.coupon_of_code) });
