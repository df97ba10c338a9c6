import { type Effects, run, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { flag, integer } from '../../../kernel/base/kinds.js';
import { many, one } from '../../../kernel/base/reads.js';
import { consequence, rule } from '../../../kernel/base/rules.js';
import { coupon, couponNow } from '../../catalogue/coupons/coupon.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import { promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { invoice } from '../invoices/invoice.js';
import { type Subscription, subscription } from './subscription.js';

/** Takes redemptions of a code back. It is active again where these were its last, unless another code has its name by now. */
const giveBackCode = consequence(promotionCode, 'give back redemptions of', {
  takes: { times: required(integer({ minimum: 1 })), was_valid: required(flag) },
  reads: {
    coupon: one(coupon, 'of_coupon'),
    named_alike: many(promotionCode, { by: 'code_key', of: 'code_key', where: { active: 'true' }, at_most: 20, cut: true }),
  },
  decide: ({ it, input: { times, was_valid }, coupon, named_alike }, { now }) => {
    const was_used_up = !was_valid || (it.max_redemptions !== null && it.times_redeemed >= it.max_redemptions);
    const is_taken = named_alike.some(({ id, customer }) => id !== it.id && customer === it.customer);
    const active = it.active || (was_used_up && !is_taken && coupon?.valid === true && isAhead(it.expires_at, now));
    return set(it, { active, ...(coupon && { coupon: couponNow(coupon) }), times_redeemed: it.times_redeemed - times });
  },
});

/** What was redeemed for a subscription that came to nothing is not counted, so that it can be redeemed for the next try. */
const giveBack = rule(subscription, 'give back what was redeemed for', {
  reads: {
    bill: one(invoice, 'latest_invoice'),
    coupons: one(coupon, 'bill.basis.discounts.coupon.id'),
    codes: one(promotionCode, 'bill.basis.discounts.promotion_code'),
  },
  decide: ({ it, bill, coupons, codes }, asked) => {
    const items = new Set(it.items.data.map(({ id }) => id));
    const once = (bill?.lines.data ?? []).filter(({ subscription }) => subscription === it.id).map(({ invoice_item }) => invoice_item);
    const isOf = ({ invoice_item, subscription, subscription_item: item }: DiscountValue) =>
      subscription === it.id || (item !== null && items.has(item)) || (invoice_item !== null && once.includes(invoice_item));
    const redeemed = (bill?.basis?.discounts ?? []).filter(isOf);
    return [...new Set(redeemed.map(({ coupon }) => coupon.id))].map((id) => {
      const found = coupons.get(id);
      // One that was made since and has its id is another.
      const own = redeemed.filter(({ coupon }) => coupon.id === id && coupon.created === found?.created);
      if (!found || own.length === 0) return null;
      const coupon = set(found, { times_redeemed: found.times_redeemed - own.length, valid: isAhead(found.redeem_by, asked.now) });
      const named = [...new Set(own.flatMap(({ promotion_code }) => promotion_code ?? []))];
      return [
        coupon,
        named.map((name) => {
          const code = codes.get(name);
          const times = own.filter(({ promotion_code }) => promotion_code === name).length;
          return code && run(giveBackCode, code, { times, was_valid: found.valid });
        }),
      ];
    });
  },
});

const isAhead = (moment: number | null, now: number): boolean => moment === null || now < moment;

/** A subscription that came to nothing, and what was redeemed for it. */
export const withoutRedeeming = (it: Subscription): Effects => run(giveBack, it, {}, 'ignore');
