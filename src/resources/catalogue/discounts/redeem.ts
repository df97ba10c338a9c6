import { discountEnd } from '../../../arithmetic/billing/discounts.js';
import { type Around, type Asked, at, type Effects, set, tell } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Coupon, couponNow } from '../coupons/coupon.js';
import type { PromotionCode } from '../promotion-codes/promotion-code.js';
import { type DiscountValue, discount, discountNow } from './discount.js';
import type { Redeemable } from './input.js';
import { type Redeemer, requireCode, requireCoupon } from './refusals.js';

/** One thing that a caller has sent: exactly one of the three. */
type Given = {
  readonly coupon?: string | null | undefined;
  readonly discount?: string | undefined;
  readonly promotion_code?: string | null | undefined;
};

/** One discount that is asked for. */
export type Asking = {
  readonly given: Given;
  /** The parameter it stands in: `discounts[0]`; empty where its members are parameters themselves. */
  readonly param: string;
  /** What is to have the discount; nothing, where that is the customer. */
  readonly of?: Had;
  /** The discounts that it has already: what a caller keeps by its id. */
  readonly kept?: readonly DiscountValue[];
};

/** What can have a discount. */
export type Had = Partial<Pick<DiscountValue, 'checkout_session' | 'subscription' | 'subscription_item' | 'invoice' | 'invoice_item'>>;

/** All that redeeming goes by. */
export type Redeeming = Redeemable &
  Redeemer & {
    /** What new discounts tell of themselves; those of invoices tell nothing. */
    readonly tells: 'customer.discount.created' | 'customer.discount.updated' | null;
  };

/** The redeemed discounts in the order of the request, for their owner to store. */
export type Redeemed = { readonly discounts: DiscountValue[]; readonly effects: Effects };

type Counting = {
  readonly coupons: Map<string, Coupon>;
  readonly codes: Map<string, PromotionCode>;
  /** Coupons that are taken off something already, with what that is. */
  readonly taken: Set<string>;
  readonly effects: Effects[];
};

/**
 * Redeems coupons and promotion codes: makes discounts, and counts redemptions. A concurrent redemption loses the
 * race, and is decided again by the new count. If one of them is refused, the whole rule is refused.
 */
export function redeemed(sent: readonly Asking[], redeeming: Redeeming, asked: Asked): Redeemed {
  const counting: Counting = { coupons: new Map(), codes: new Map(), taken: new Set(), effects: [] };
  const discounts: DiscountValue[] = [];
  for (const asking of sent) {
    const next = granted(asking, redeeming, counting, asked);
    discounts.push(next);
  }
  return { discounts, effects: counting.effects };
}

/** Redeems what a payment was made with: it was reserved, or promised, so it is counted whatever has changed since. */
export function redeemedFor(it: Coupon, code: PromotionCode | null, { of, customer }: Of, around: Around): Effects {
  const counting: Counting = { coupons: new Map(), codes: new Map(), taken: new Set(), effects: [] };
  discountFor(it, code, of, { customer, tells: null }, counting, around);
  return counting.effects;
}

type Of = { readonly of: Had; readonly customer: string | null };

const within = (param: string, name: string): string => (param ? `${param}[${name}]` : name);

/** One discount, or why it cannot be had. */
function granted(asking: Asking, redeeming: Redeeming, counting: Counting, asked: Asked): DiscountValue {
  const { given, param } = asking;
  const [name, other] = (['coupon', 'promotion_code', 'discount'] as const).filter((each) => given[each] != null);
  if (other)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: within(param, other),
      message: 'Send only one of coupon, promotion_code and discount.',
    });
  const at = within(param, name ?? 'coupon');
  const id = name && given[name];
  if (!id) return asked.refuse({ code: 'parameter_missing', param: at, message: `Missing required param: ${at}, or a promotion_code.` });
  if (name === 'discount') return kept(id, asking, counting, at, asked);
  const promotion = name === 'promotion_code' ? (counting.codes.get(id) ?? redeeming.codes.get(id)) : null;
  const coupon = promotion ? ownCoupon(promotion, redeeming) : redeeming.coupons.get(id);
  const now = coupon && (counting.coupons.get(coupon.id) ?? coupon);
  if (promotion) requireCode(promotion, redeeming, at, asked.now, asked);
  if (!now) return asked.refuse(gone(at));
  requireCoupon(now, redeeming, at, asked.now, asked);
  requireOnce(now.id, asking, counting, at, asked);
  return discountFor(now, promotion, asking.of, redeeming, counting, asked);
}

const gone = (param: string): Refusal => ({ code: 'coupon_expired', param, message: 'The coupon has been deleted. Send another one.' });

function kept(id: string, asking: Asking, counting: Counting, param: string, asked: Asked): DiscountValue {
  const found = asking.kept?.find((each) => each.id === id);
  if (!found) return asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such discount: '${id}'` });
  requireOnce(found.coupon.id, asking, counting, param, asked);
  return found;
}

/** A coupon is taken once off the same thing. */
function requireOnce(id: string, { of = {} }: Asking, { taken }: Counting, param: string, asked: Asked): void {
  const key = `${id} ${JSON.stringify(of)}`;
  if (taken.has(key)) asked.refuse({ code: 'parameter_invalid', param, message: `The coupon ${id} is named twice. Name it once.` });
  taken.add(key);
}

/** The coupon that a code leads to: another one that has its id by now is not that. */
function ownCoupon({ of_coupon, coupon_place }: PromotionCode, { coupons_of_codes }: Redeemable): Coupon | null {
  const coupon = of_coupon === undefined ? null : coupons_of_codes.get(of_coupon);
  return coupon?.place === coupon_place ? coupon : null;
}

/** Counts one redemption and makes its discount. */
function discountFor(
  redeemable: Coupon,
  promotion: PromotionCode | null,
  of: Had | undefined,
  { customer, tells }: Pick<Redeeming, 'customer' | 'tells'>,
  counting: Counting,
  around: Around,
): DiscountValue {
  const coupon = countedOnce(redeemable, counting, around.now);
  if (promotion) countCode(promotion, coupon, counting);
  const made = around.make(discount, {
    ...of,
    coupon: couponNow(coupon),
    customer,
    end: discountEnd(coupon, around.now),
    promotion_code: promotion?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: around.now,
  });
  const is_of_a_bill = of?.invoice !== undefined || of?.invoice_item !== undefined;
  counting.effects.push([made, at(made.end, made, 'end'), tells && !is_of_a_bill && tell(made, tells)]);
  return discountNow(made);
}

/** A coupon that is redeemed for the last time is valid no more, and its codes are turned off. */
function countedOnce(coupon: Coupon, { coupons, effects }: Counting, now: number): Coupon {
  const times_redeemed = coupon.times_redeemed + 1;
  const valid = coupon.valid && (coupon.max_redemptions === null || times_redeemed < coupon.max_redemptions);
  const changed = set(coupon, { times_redeemed, valid });
  coupons.set(coupon.id, changed);
  effects.push([changed, !valid && at(now, changed, 'retire_codes')]);
  return changed;
}

function countCode(code: PromotionCode, coupon: Coupon, { codes, effects }: Counting): void {
  const times_redeemed = code.times_redeemed + 1;
  const is_open = code.active && coupon.valid && (code.max_redemptions === null || times_redeemed < code.max_redemptions);
  const changed = set(code, { active: is_open, coupon: couponNow(coupon), times_redeemed });
  codes.set(code.id, changed);
  effects.push(changed);
}
