import { type Around, type Effects, set } from '../../base/effects.js';
import { type Given, listOf } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { Settable } from '../../base/resource.js';
import { on } from '../../base/rules.js';
import type { Coupon } from '../coupons/coupon.js';
import type { Customer } from '../customers/customer.js';
import {
  discounts_input,
  intentsBy,
  discounts_reads as many_reads,
  older,
  older_input,
  older_reads,
  type Redeemable,
} from '../discounts/asked.js';
import { type DiscountValue, discount, isInForce } from '../discounts/discount.js';
import { redeemed } from '../discounts/redeem.js';
import { discountsOfCustomer } from '../invoices/bill.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PromotionCode } from '../promotion-codes/promotion-code.js';
import { type TaxRate, taxRate } from '../tax-rates/tax-rate.js';
import { type Subscription, subscription } from './subscription.js';

/** What callers say of what is taken off and put on: several discounts, or in the older way a single one. */
export const discounts_taken = { ...older_input, discounts: discounts_input, default_tax_rates: listOf(ref('tax_rate'), 5) } as const;

/** What is read for it. */
export const discounts_reads = {
  ...older_reads,
  ...many_reads,
  intents: intentsBy('customer'),
  rates: one(taxRate, 'default_tax_rates'),
} as const;

/** What has been read for it. */
export type DiscountsSeen = Redeemable & {
  readonly coupon: Coupon | null;
  readonly promotion_code: PromotionCode | null;
  readonly coupon_of_code: Coupon | null;
  readonly intents: readonly unknown[];
  readonly rates: Known<TaxRate>;
};

type For = { readonly id: string; readonly currency: string; readonly customer: string; readonly kept: readonly DiscountValue[] };
type Asked = Given<typeof discounts_taken>;
type Members = Pick<Settable<typeof subscription>, 'discount' | 'discounts' | 'discounts_kept' | 'default_tax_rates'>;

/** What a subscription says of its discounts: nothing else writes these members. */
const ofDiscounts = (kept: readonly DiscountValue[]): Members => ({
  discount: kept[0] ?? null,
  discounts: kept.map(({ id }) => id),
  discounts_kept: [...kept],
});

/** The discounts and tax rates that a subscription is to have; nothing, where nobody says. */
export function discountsFor(given: Asked, seen: DiscountsSeen, of: For, around: Around): { members: Members; effects: Effects } | Refusal {
  const rates = ratesNamed(given.default_tax_rates, seen.rates, 'default_tax_rates');
  if ('code' in rates) return rates;
  const taxed = given.default_tax_rates === undefined ? {} : { default_tax_rates: [...rates] };
  const { coupon, discounts, promotion_code } = given;
  if (discounts === undefined && coupon === undefined && promotion_code === undefined) return { members: taxed, effects: null };
  const single = coupon || promotion_code ? [{ given: { coupon, promotion_code }, param: '', of: { subscription: of.id } }] : [];
  const several = discounts?.map((each, place) => ({ given: each, param: `discounts[${place}]`, of: { subscription: of.id } }));
  const redeemable = several ? seen : older(seen);
  const purchase = { currency: of.currency, amount: null };
  const has_paid = seen.intents.length > 0;
  const { coupons, codes, coupons_of_codes } = redeemable;
  const terms = {
    coupons,
    codes,
    coupons_of_codes,
    customer: of.customer,
    has_paid,
    kept: of.kept,
    purchase,
    tells: 'customer.discount.created',
  } as const;
  const done = redeemed(several ?? single, terms, around);
  return 'code' in done ? done : { members: { ...taxed, ...ofDiscounts(done.discounts) }, effects: done.effects };
}

/** What is taken off an invoice of a subscription now: its own discounts, in the place of its customer's. */
export function discountsOn({ discounts_kept }: Pick<Subscription, 'discounts_kept'>, customer: Customer, around: Around): DiscountValue[] {
  const own = (discounts_kept ?? []).filter((each) => isInForce(each, around.now));
  return own.length ? own : discountsOfCustomer(customer, around);
}

/** A discount that is for one invoice is used up by the first that it took something off. */
export function afterUse(
  { discounts_kept: kept = [] }: Pick<Subscription, 'discounts_kept'>,
  invoice: Pick<Invoice, 'total_discount_amounts'>,
): Members {
  const taken = new Set(invoice.total_discount_amounts.flatMap(({ amount, discount }) => (amount > 0 ? [discount] : [])));
  const left = kept.filter(({ id, coupon }) => coupon.duration !== 'once' || !taken.has(id));
  return left.length === kept.length ? {} : ofDiscounts(left);
}

/** A discount that is over takes nothing off any more. */
export const discountEnded = on(discount, 'customer.discount.deleted', subscription, {
  via: 'subscription',
  decide: ({ it, by }) => {
    const { discounts_kept: kept = [] } = it;
    const left = kept.filter(({ id }) => id !== by.id);
    return left.length < kept.length && set(it, ofDiscounts(left), null);
  },
});
