import { type Effects, run, set } from '../../base/effects.js';
import { one } from '../../base/reads.js';
import { rule } from '../../base/rules.js';
import { coupon, couponNow } from '../coupons/coupon.js';
import type { DiscountValue } from '../discounts/discount.js';
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
      const coupon = set(found, { times_redeemed: found.times_redeemed - own.length, valid: isAhead(found.redeem_by, now) });
      const of_codes = [...new Set(own.flatMap(({ promotion_code }) => promotion_code ?? []))].map((name) => {
        const code = codes.get(name);
        const times = own.filter(({ promotion_code }) => promotion_code === name).length;
        const active = coupon.valid && code !== null && isAhead(code.expires_at, now);
        return code && set(code, { active, coupon: couponNow(coupon), times_redeemed: code.times_redeemed - times });
      });
      return [coupon, of_codes];
    });
  },
});

const isAhead = (moment: number | null, now: number): boolean => moment === null || now < moment;

/** A subscription that came to nothing, and what was redeemed for it. */
export const withoutRedeeming = (it: Subscription): Effects => run(giveBack, it, {}, leftAsItIs);
