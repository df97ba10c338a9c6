import type { Around } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { discountsOfCustomer } from '../../billing/invoices/bill.js';
import { type Coupon, couponNow } from '../../catalogue/coupons/coupon.js';
import { type DiscountValue, discount } from '../../catalogue/discounts/discount.js';
import type { PromotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import type { Customer } from '../../customers/customers/customer.js';
import { type Taxable, taxingOf } from './automatic-tax.js';
import type { Session } from './session.js';
import { type LineItem, type Sums, sumsOf, type Terms } from './sums.js';

/** Who buys, and from whom: as far as they decide what a purchase comes to. */
export type Parties = { readonly customer: Customer | null; readonly account: It<typeof account> | null };

/** A discount as it will be when it is redeemed: nothing is redeemed before the purchase is complete. */
export function discountToBe(
  coupon: Coupon,
  code: PromotionCode | null,
  { id, customer }: { readonly id: string; readonly customer: string | null },
  around: Around,
): DiscountValue {
  return {
    id: around.fresh(discount),
    object: 'discount',
    checkout_session: id,
    coupon: couponNow(coupon),
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: around.now,
    subscription: null,
    subscription_item: null,
  };
}

/** How a session is named among what it was given for: a coupon, or the code that leads to it. */
export const namedBy = ({ coupon, promotion_code }: DiscountValue) => ({ coupon: promotion_code ? null : coupon.id, promotion_code });

type Selling = Pick<Session, 'currency' | 'mode' | 'shipping_options' | 'subscription_data'> &
  Taxable & {
    readonly livemode: boolean;
    readonly discounts_kept?: readonly DiscountValue[] | undefined;
  };

/** What a purchase is summed up by. A subscription without discounts has those of its customer. */
export function termsOf(it: Selling, shipping_rate: string | null, { customer, account }: Parties, now: number): Terms | null {
  if (it.currency === null) return null;
  const own = it.discounts_kept ?? [];
  return {
    currency: it.currency,
    discounts: own.length || it.mode !== 'subscription' || !customer ? own : discountsOfCustomer(customer, { now }),
    exempt: customer?.tax_exempt ?? 'none',
    rounding: account?.settings.invoices.tax_rounding ?? 'line',
    is_trial: isTrial(it, now),
    shipping: it.shipping_options.find((each) => each.shipping_rate === shipping_rate) ?? null,
    taxing: taxingOf(it, { account, customer, livemode: it.livemode, now }),
  };
}

/** Whether what recurs is free at first. */
const isTrial = ({ mode, subscription_data }: Pick<Session, 'mode' | 'subscription_data'>, now: number): boolean => {
  const { trial_end = 0, trial_period_days = 0 } = subscription_data ?? {};
  return mode === 'subscription' && (trial_period_days > 0 || trial_end > now);
};

const linesUrl = (id: string): string => `/v1/checkout/sessions/${id}/line_items`;

/** What a session comes to; nothing, where nothing is bought. */
export function summedUp(id: string, items: readonly LineItem[], terms: Terms | null): Sums {
  return terms && items.length
    ? sumsOf(items, linesUrl(id), terms)
    : { amount_subtotal: null, amount_total: null, line_items: null, shipping_cost: null, total_details: null };
}

/** The rate that things are sent at: the one that the payer has chosen, or the first that is offered. */
export const shippingOf = ({ shipping_cost, shipping_options }: Pick<Session, 'shipping_cost' | 'shipping_options'>): string | null =>
  shipping_cost?.shipping_rate ?? shipping_options[0]?.shipping_rate ?? null;
