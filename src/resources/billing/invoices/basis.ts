import type { Discount } from '../../../arithmetic/billing/discounts.js';
import { internal } from '../../../kernel/base/fields.js';
import { listOf, plainObject } from '../../../kernel/base/members.js';
import { amountOffIn } from '../../catalogue/coupons/coupon.js';
import { type DiscountValue, discount_value } from '../../catalogue/discounts/discount.js';
import { discount_amounts, money } from './parts.js';

/** Discounts as they were when they were given, because they go on when their coupons are gone. */
export const discounts_kept = listOf(discount_value);

/**
 * What the sums of an invoice are computed from and its document does not show: what the discounts take off, and what each line cost before
 * taxes were taken out of it, in the order of the lines.
 */
export const basis = internal(
  plainObject({
    amounts: listOf(money),
    discounts: discounts_kept,
    /** What prorations had taken off themselves, line by line. */
    taken: listOf(discount_amounts),
  }),
);

/** What a discount takes off in a currency, as it is counted. An amount in another currency is nothing. */
export const countedIn =
  (currency: string) =>
  ({ id, coupon }: DiscountValue): Discount => ({
    id,
    amount_off: coupon.percent_off === null ? (amountOffIn(coupon, currency) ?? 0) : null,
    percent_off: coupon.percent_off,
    products: coupon.applies_to?.products ?? null,
  });
