import { type Effects, run, set } from '../../base/effects.js';
import { one } from '../../base/reads.js';
import { rule } from '../../base/rules.js';
import { coupon, couponNow } from '../coupons/coupon.js';
import { invoice } from '../invoices/invoice.js';
import { promotionCode } from '../promotion-codes/promotion-code.js';
import { leftAsItIs } from './bill.js';
import { type Subscription, subscription } from './subscription.js';

/** What was redeemed for a subscription that came to nothing is not counted, so that it can be redeemed for the next try. */
const giveBack = rule(subscription, 'give back what was redeemed for', {
  reads: {
    bill: one(invoice, 'latest_invoice'),
    coupons: one(coupon, 'bill.basis.discounts.coupon.id'),
    codes: one(promotionCode, 'bill.basis.discounts.promotion_code'),
  },
  decide: ({ it, bill, coupons, codes }, { now }) => {
    const redeemed = (bill?.basis?.discounts ?? []).filter(({ subscription }) => subscription === it.id);
    return redeemed.map(({ coupon: { id, created }, promotion_code }) => {
      const found = coupons.get(id);
      // One that was made since and has its id is another.
      if (found?.created !== created) return null;
      const coupon = set(found, { times_redeemed: found.times_redeemed - 1, valid: isAhead(found.redeem_by, now) });
      const code = promotion_code === null ? null : codes.get(promotion_code);
      const active = coupon.valid && code !== null && isAhead(code.expires_at, now);
      return [coupon, code && set(code, { active, coupon: couponNow(coupon), times_redeemed: code.times_redeemed - 1 })];
    });
  },
});

const isAhead = (moment: number | null, now: number): boolean => moment === null || now < moment;

/** A subscription that came to nothing, and what was redeemed for it. */
export const withoutRedeeming = (it: Subscription): Effects => run(giveBack, it, {}, leftAsItIs);
