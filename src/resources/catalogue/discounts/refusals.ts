import type { Asked } from '../../../kernel/base/effects.js';
import { inWords } from '../../../kernel/base/money.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import { amountOffIn, type Coupon } from '../coupons/coupon.js';
import { minimumIn, type PromotionCode } from '../promotion-codes/promotion-code.js';

/** Who redeems, and for what. */
export type Redeemer = {
  readonly customer: string | null;
  /** They have paid before, or have tried to. */
  readonly has_paid: boolean;
  /** What is bought: a discount of an amount has to be in its currency. Null where it is not known yet. */
  readonly purchase: { readonly currency: string; readonly amount: number | null } | null;
};

const spent = (param: string, message: string): Refusal => ({ code: 'coupon_expired', param, message });
const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** Why a coupon or a promotion code has no redemption left, payments under way included. */
export function requireUnspent(of: Coupon | PromotionCode, param: string, asked: Asked): void {
  if (of.max_redemptions === null || of.times_redeemed + (of.reserved ?? 0) < of.max_redemptions) return;
  const name = of.object === 'coupon' ? `The coupon ${of.id}` : 'This promotion code';
  asked.refuse(spent(param, `${name} has been redeemed as often as it may be. Name another one.`));
}

/** Why a coupon cannot be redeemed. */
export function requireCoupon(coupon: Coupon, { purchase }: Redeemer, param: string, now: number, asked: Asked): void {
  const { id, valid, redeem_by } = coupon;
  requireUnspent(coupon, param, asked);
  if (!valid || (redeem_by !== null && redeem_by <= now)) asked.refuse(spent(param, `The coupon ${id} has expired. Name another one.`));
  if (coupon.amount_off === null || !purchase || amountOffIn(coupon, purchase.currency) !== null) return;
  asked.refuse(
    wrong(param, `The coupon ${id} takes off an amount in ${coupon.currency}, and this is in ${purchase.currency}. Name another one.`),
  );
}

/** Why a promotion code cannot be redeemed, its coupon aside. */
export function requireCode(code: PromotionCode, redeemer: Redeemer, param: string, now: number, asked: Asked): void {
  const { expires_at, restrictions } = code;
  requireUnspent(code, param, asked);
  if (expires_at !== null && expires_at <= now) asked.refuse(spent(param, 'This promotion code has expired.'));
  if (!code.active) asked.refuse(spent(param, 'This promotion code is inactive.'));
  if (code.customer !== null && code.customer !== redeemer.customer)
    asked.refuse(wrong(param, 'This promotion code cannot be redeemed because it is for another customer.'));
  if (restrictions.first_time_transaction && redeemer.has_paid) asked.refuse(priorTransactions(param));
  requireMinimum(code, redeemer, param, asked);
}

/** Why a promotion code for a first transaction is for no other. */
export const priorTransactions = (param: string): Refusal =>
  wrong(param, 'This promotion code cannot be redeemed because the associated customer has prior transactions.');

/** Refuses a promotion code for a purchase below its minimum amount. */
export function requireMinimum(
  { restrictions }: PromotionCode,
  { purchase }: Pick<Redeemer, 'purchase'>,
  param: string,
  asked: { readonly refuse: Refuse },
): void {
  if (!purchase) return;
  const minimum = minimumIn(restrictions, purchase.currency);
  if (minimum === 'elsewhere')
    asked.refuse(
      wrong(param, `This promotion code cannot be redeemed in ${purchase.currency}, because its minimum amount is in another currency.`),
    );
  if (minimum === null || purchase.amount === null || purchase.amount >= minimum) return;
  const least = inWords(minimum, purchase.currency);
  asked.refuse(wrong(param, `This promotion code cannot be redeemed because the purchase is below ${least}.`));
}
