import type { Discount } from '../../../arithmetic/billing/discounts.js';
import { internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { listOf, plainObject } from '../../../kernel/base/members.js';
import { amountOffIn } from '../../catalogue/coupons/coupon.js';
import { type DiscountValue, discount_value } from '../../catalogue/discounts/discount.js';
import { fixed_kept } from './fixed-taxes.js';
import { discount_amounts, money, taxability_reason } from './parts.js';
import { shipping_kept } from './shipping.js';

/** Discounts as they were when they were given, because they go on when their coupons are gone. */
export const discounts_kept = listOf(discount_value);

/**
 * What the sums of an invoice are computed from and its document does not show: what the discounts take off, and what each line cost before
 * taxes were taken out of it, in the order of the lines.
 */
export const basis = internal(
  plainObject({
    amounts: listOf(money),
    /** Whether amounts include automatic taxes, as lines say themselves, line by line. */
    behaviors: listOf(nullable(text)),
    discounts: discounts_kept,
    /** Taxes of lines that were calculated elsewhere; absent on older invoices. */
    fixed: sometimes(fixed_kept),
    /** Why automatic taxes are what they are. */
    reasons: listOf(plainObject({ tax_rate: text, reason: taxability_reason })),
    /** The cost of shipping; absent on older invoices. */
    shipping: sometimes(nullable(shipping_kept)),
    /** What prorations had taken off themselves, line by line. */
    taken: listOf(discount_amounts),
    /** The tax codes that automatic taxes were calculated by, line by line. */
    taxed_as: listOf(text),
    /** The tax codes of the lines themselves. */
    tax_codes: listOf(nullable(text)),
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
