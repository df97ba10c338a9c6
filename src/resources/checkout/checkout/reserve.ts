import { type Asked, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { computed, type Found, many, one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { type Coupon, coupon } from '../../catalogue/coupons/coupon.js';
import { priorTransactions, requireUnspent } from '../../catalogue/discounts/refusals.js';
import { type PromotionCode, promotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { isOpen } from '../../payments/intents/open.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { inactive } from '../payment-links/counted.js';
import { type PaymentLink, paymentLink } from '../payment-links/payment-link.js';
import { type Session, session } from './session.js';

/** What limits how often something is bought by sessions like this one. */
export const limits_reads = {
  code: one(promotionCode, 'discounts.promotion_code'),
  coupon: one(coupon, 'discounts_kept.coupon.id'),
  payment_link: paymentLink,
} as const;

/** The customer whose first transaction a code requires, and their payments; nothing without such a code. */
export const first_time_reads = {
  newcomer: computed(customer, ({ it, code }: Pick<Limits, 'code'> & { readonly it: Session }) =>
    code?.all[0]?.restrictions.first_time_transaction ? it.customer : null,
  ),
  earlier: many(paymentIntent, { by: 'customer', of: 'newcomer.id', at_most: 100, cut: true, newest: true }),
} as const;

/** The same as read. */
export type Limits = {
  readonly code: Found<PromotionCode | null> | null;
  readonly coupon: Found<Coupon | null> | null;
  readonly payment_link: PaymentLink | null;
};

/** The objects that limit a session. A coupon that was made since, with the same id, is another one. */
export type Limiting = {
  readonly coupon: Coupon | null;
  readonly promotion_code: PromotionCode | null;
  readonly payment_link: PaymentLink | null;
};

/** Of discounts, those that are not redeemed yet: a subscription redeems its own when it is created. */
export function limiting({ discounts_kept, pending_subscription }: Session, { code, coupon, payment_link }: Limits): Limiting {
  const [kept] = discounts_kept ?? [];
  if (!kept || pending_subscription) return { coupon: null, promotion_code: null, payment_link };
  const found = coupon?.get(kept.coupon.id) ?? null;
  return {
    coupon: found?.created === kept.coupon.created ? found : null,
    promotion_code: (kept.promotion_code && code?.get(kept.promotion_code)) || null,
    payment_link,
  };
}

type First = { readonly newcomer: Customer | null; readonly earlier: readonly It<typeof paymentIntent>[] };

/** Why no attempt to pay can begin: what is paid and what is being paid has reached a limit. */
export function requireLimits(
  it: Session,
  { coupon, promotion_code: code, payment_link: link }: Limiting,
  first: First,
  asked: Asked,
): void {
  if (it.reserved) return;
  const of = link?.restrictions?.completed_sessions;
  if (link && of && of.count + (link.reserved ?? 0) >= of.limit) asked.refuse(inactive(link));
  const param = it.allow_promotion_codes ? 'promotion_code' : 'discounts';
  const not_first = code && hasPaid(first) ? priorTransactions(param) : null;
  if (not_first) asked.refuse(not_first);
  if (code) requireUnspent(code, param, asked);
  if (coupon) requireUnspent(coupon, param, asked);
}

/** Whether a customer has paid, or pays just now. */
const hasPaid = ({ newcomer, earlier }: First): boolean =>
  newcomer !== null && (Boolean(newcomer.reserved) || earlier.some((each) => !isOpen(each) && each.status !== 'canceled'));

type Reserving = { readonly id: string; readonly reserved?: number | undefined };

const oneMore = ({ reserved = 0 }: Reserving) => ({ reserved: reserved + 1 });
const oneLess = ({ reserved = 0 }: Reserving) => ({ reserved: reserved - 1 });

/** Reserves one redemption, one purchase and the first transaction for the attempt that begins, where they are limited. */
export function reserve(
  it: Session & Effect,
  { coupon, promotion_code: code, payment_link: link }: Limiting,
  { newcomer }: First,
): Effects {
  if (it.reserved) return null;
  const of_coupon = coupon?.max_redemptions != null && set(coupon, oneMore(coupon), null);
  const of_code = code?.max_redemptions != null && set(code, oneMore(code), null);
  const of_link = link?.restrictions != null && set(link, oneMore(link), null);
  const of_first = code && newcomer && set(newcomer, oneMore(newcomer), null);
  if (!of_coupon && !of_code && !of_link && !of_first) return null;
  const reserved = {
    ...(of_coupon && { coupon: of_coupon.id, ...(of_coupon.place !== undefined && { coupon_place: of_coupon.place }) }),
    ...(of_code && { promotion_code: of_code.id }),
    ...(of_link && { payment_link: of_link.id }),
    ...(of_first && { customer: of_first.id }),
  };
  return [of_coupon, of_code, of_link, of_first, set(it, { reserved }, null)];
}

const redemptions_reads = {
  coupon: one(coupon, 'reserved.coupon'),
  code: one(promotionCode, 'reserved.promotion_code'),
  newcomer: one(customer, 'reserved.customer'),
} as const;

type Redemptions = { readonly coupon: Coupon | null; readonly code: PromotionCode | null; readonly newcomer: Customer | null };

/** A coupon that was made since, with the same id, holds no reservation of this session. */
const unreserved = ({ reserved }: Session, { coupon, code, newcomer }: Redemptions): Effects => [
  coupon?.reserved && coupon.place === reserved?.coupon_place ? set(coupon, oneLess(coupon), null) : null,
  code?.reserved ? set(code, oneLess(code), null) : null,
  newcomer?.reserved ? set(newcomer, oneLess(newcomer), null) : null,
];

/** An attempt to pay is over: it has failed, or is counted. What it had reserved can be used by others. */
export const release = consequence(session, 'release what was reserved by', {
  reads: { ...redemptions_reads, link: one(paymentLink, 'reserved.payment_link') },
  decide: ({ it, link, ...redemptions }) =>
    it.reserved && [unreserved(it, redemptions), link?.reserved ? set(link, oneLess(link), null) : null, set(it, { reserved: null }, null)],
});

/** The subscription that is created next redeems what was reserved for it; the purchase stays reserved. */
export const releaseRedemptions = consequence(session, 'release the redemptions of', {
  reads: redemptions_reads,
  decide: ({ it, ...redemptions }) => {
    if (!it.reserved) return null;
    const { payment_link } = it.reserved;
    return [unreserved(it, redemptions), set(it, { reserved: payment_link ? { payment_link } : null }, null)];
  },
});
