import { internal, listOf, nullable, object, required } from '../../base/fields.js';
import { integer, text } from '../../base/kinds.js';
import type { Discount } from '../../billing/discounts.js';
import { discount_amounts, money } from './parts.js';

/** What discounts take off, as it is kept with what they are for: they go on when their coupons are gone. */
export const discounts_kept = listOf(
  object({
    id: required(text),
    amount_off: required(nullable(integer())),
    percent_off: required(nullable(text)),
    products: required(nullable(listOf(text))),
  }),
);

/**
 * What the sums of an invoice are computed from and its document does not show: what the discounts take off, and what each line cost before
 * taxes were taken out of it, in the order of the lines.
 */
export const basis = internal(
  object({
    amounts: listOf(money),
    discounts: discounts_kept,
    /** What prorations had taken off themselves, line by line. */
    taken: listOf(discount_amounts),
  }),
);

/** A discount as it is kept. */
export const discountKept = ({ id, amount_off, percent_off, products }: Discount) => ({
  id,
  amount_off,
  percent_off: percent_off === null ? null : String(percent_off),
  products: products && [...products],
});
