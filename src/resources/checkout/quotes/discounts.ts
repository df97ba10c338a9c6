import type { Asked, Effects } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { couponNow } from '../../catalogue/coupons/coupon.js';
import { type DiscountValue, discount, discountNow } from '../../catalogue/discounts/discount.js';
import type { discounts_input, Redeemable } from '../../catalogue/discounts/input.js';
import { type Redeemer, requireCode, requireCoupon } from '../../catalogue/discounts/refusals.js';

type Sent = Given<{ discounts: typeof discounts_input }>['discounts'];

/** The whole quote or one line item, with the discounts that a request names for it. */
export type Quoting = { readonly sent: Sent; readonly at: string; readonly kept: readonly DiscountValue[] };

/** The discounts of the quote and of each line item after the request, and the effects that create new ones. */
export type Quoted = { readonly discounts: readonly (readonly DiscountValue[])[]; readonly effects: Effects };

/** The discounts that are offered with a quote. They can be redeemed now, and are counted only when the quote is accepted. */
export function quotedDiscounts(quoting: readonly Quoting[], seen: Redeemable, redeemer: Redeemer, asked: Asked): Quoted {
  const effects: Effects[] = [];
  const discounts: (readonly DiscountValue[])[] = [];
  for (const { sent, at, kept } of quoting) {
    const those: DiscountValue[] = [];
    for (const [place, given] of (sent ?? []).entries()) {
      const param = `${at}[${place}]`;
      const stays = given.discount === undefined ? null : keptBy(given, kept, param, asked);
      const made = stays ? null : promised(given, seen, redeemer, param, asked);
      those.push(stays ?? discountNow(made ?? absent()));
      effects.push(made);
    }
    requireOnce(those, at, asked);
    discounts.push(sent === undefined ? kept : those);
  }
  return { discounts, effects };
}

const absent = (): never => {
  throw new Error('A discount was neither kept nor made');
};

type One = NonNullable<Sent>[number];

const exclusive = (param: string): Refusal => ({
  code: 'parameters_exclusive',
  param,
  message: 'Send only one of coupon, promotion_code and discount.',
});

function keptBy(given: One, kept: readonly DiscountValue[], param: string, asked: Asked): DiscountValue {
  if (given.coupon !== undefined || given.promotion_code !== undefined) return asked.refuse(exclusive(`${param}[discount]`));
  const at = `${param}[discount]`;
  const found = kept.find(({ id }) => id === given.discount);
  return found ?? asked.refuse({ code: 'resource_missing', status: 400, param: at, message: `No such discount: '${given.discount}'` });
}

/** A discount as it will be when it is redeemed. */
function promised({ coupon: named, promotion_code }: One, seen: Redeemable, redeemer: Redeemer, param: string, asked: Asked) {
  if (named !== undefined && promotion_code !== undefined) return asked.refuse(exclusive(`${param}[promotion_code]`));
  const at = `${param}[${promotion_code === undefined ? 'coupon' : 'promotion_code'}]`;
  const code = promotion_code === undefined ? null : seen.codes.get(promotion_code);
  const coupon = code ? seen.coupons_of_codes.get(code.of_coupon ?? '') : seen.coupons.get(named ?? '');
  if (!coupon) return asked.refuse({ code: 'parameter_missing', param: at, message: `Missing required param: ${at}.` });
  if (code) requireCode({ ...code, reserved: 0 }, redeemer, at, asked.now, asked);
  requireCoupon({ ...coupon, reserved: 0 }, redeemer, at, asked.now, asked);
  return asked.make(discount, {
    coupon: couponNow(coupon),
    customer: redeemer.customer,
    end: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: asked.now,
  });
}

function requireOnce(discounts: readonly DiscountValue[], at: string, asked: Asked): void {
  const ids = discounts.map(({ coupon }) => coupon.id);
  const place = ids.findIndex((id, n) => ids.indexOf(id) < n);
  if (place < 0) return;
  const message = `The coupon ${ids[place]} is named twice. Name it once.`;
  asked.refuse({ code: 'parameter_invalid', param: `${at}[${place}]`, message });
}

/** A discount as acceptance asks for it. */
export const redeemedAs = ({ coupon, promotion_code }: DiscountValue) =>
  promotion_code === null ? { coupon: coupon.id } : { promotion_code };
