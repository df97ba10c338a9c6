import { type Asked, type Effects, remove, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import { many, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { on, rule } from '../../../kernel/base/rules.js';
import type { Coupon } from '../../catalogue/coupons/coupon.js';
import { type DiscountValue, discount, isInForce } from '../../catalogue/discounts/discount.js';
import {
  discounts_input,
  intentsBy,
  discounts_reads as many_reads,
  type Nested,
  nested_reads_at,
  older,
  older_input,
  older_reads,
  type Redeemable,
  together,
  withNested,
} from '../../catalogue/discounts/input.js';
import { discountsOfEach, type Wanting } from '../../catalogue/discounts/of-each.js';
import type { PromotionCode } from '../../catalogue/promotion-codes/promotion-code.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Customer } from '../../customers/customers/customer.js';
import { discountsOfCustomer } from '../invoices/bill.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import { type Invoice, invoice, isManual } from '../invoices/invoice.js';
import { type Subscription, subscription } from './subscription.js';
import { type Item, ofItems, subscriptionItem } from './subscription-item.js';

/** What callers say of what is taken off and put on: several discounts, or in the older way a single one. */
export const discounts_taken = {
  ...older_input,
  discounts: about(
    "The discounts on all items, in the order in which they are applied; an empty value removes all. Without any, the customer's discount applies.",
    discounts_input,
  ),
  default_tax_rates: about('The active tax rates for items without their own, up to five.', listOf(ref('tax_rate'), 5)),
} as const;

/** What is read for it. */
export const discounts_reads = {
  ...older_reads,
  ...many_reads,
  ...nested_reads_at('items'),
  intents: intentsBy('customer'),
  rates: one(taxRate, 'default_tax_rates'),
  rates_of_items: one(taxRate, 'items.tax_rates'),
} as const;

/** What has been read for it. */
export type DiscountsSeen = Redeemable &
  Nested & {
    readonly coupon: Coupon | null;
    readonly promotion_code: PromotionCode | null;
    readonly coupon_of_code: Coupon | null;
    readonly intents: readonly unknown[];
    readonly rates: Known<TaxRate>;
    readonly rates_of_items: Known<TaxRate>;
  };

/** Who has it, and what is to have discounts besides. */
type For = {
  readonly id: string;
  readonly currency: string;
  readonly customer: string;
  readonly kept: readonly DiscountValue[];
  readonly beside?: { readonly wanting: readonly Wanting[]; readonly redeemable: Redeemable };
};
type Said = Given<typeof discounts_taken>;
type Members = Pick<Settable<typeof subscription>, 'discount' | 'discounts' | 'discounts_kept' | 'default_tax_rates'>;

/** The discounts and tax rates of a subscription, of each item in the request, and of additional items. */
export type Off = {
  readonly members: Members;
  readonly items: readonly TermsOfItem[];
  readonly beside: readonly (readonly DiscountValue[])[];
  readonly effects: Effects;
};

/** What a subscription says of its discounts: nothing else writes these members. */
const ofDiscounts = (kept: readonly DiscountValue[]): Members => ({
  discount: kept[0] ?? null,
  discounts: kept.map(({ id }) => id),
  discounts_kept: [...kept],
});

/** What is asked of a subscription as a whole: several discounts, or in the older way a single one. */
function wantingWhole({ coupon, discounts, promotion_code }: Said, { id, kept }: For): Wanting {
  const of = { subscription: id };
  if (discounts !== undefined || (coupon === undefined && promotion_code === undefined)) return { asked: discounts, at: '', of, kept };
  const single = { ...(coupon && { coupon }), ...(promotion_code && { promotion_code }) };
  return { asked: coupon || promotion_code ? [single] : [], at: null, of, kept };
}

const exclusive = (param: string): Refusal => ({
  code: 'parameters_exclusive',
  param,
  message: `Send only one of discounts and ${param}.`,
});

/** The discounts and tax rates in a request for a subscription and its items; null by default. */
export function discountsFor(given: Said, items: readonly ItemAsked[], seen: DiscountsSeen, of: For, asked: Asked): Off {
  const one_too_many = given.discounts && (['coupon', 'promotion_code'] as const).find((name) => given[name] !== undefined);
  if (one_too_many) return asked.refuse(exclusive(one_too_many));
  const rates = ratesNamed(given.default_tax_rates, seen.rates, 'default_tax_rates', asked);
  const taxed = ratesOfItems(items, seen.rates_of_items, asked);
  const whole = wantingWhole(given, of);
  const own_redeemable = withNested(together(seen, older(seen)), seen);
  const redeeming = {
    ...(of.beside ? together(own_redeemable, of.beside.redeemable) : own_redeemable),
    customer: of.customer,
    has_paid: seen.intents.length > 0,
    purchase: { currency: of.currency, amount: null },
    tells: 'customer.discount.created',
  } as const;
  const done = discountsOfEach([whole, ...items.map(wantingOf), ...(of.beside?.wanting ?? [])], redeeming, asked);
  const [own = [], ...rest] = done.discounts;
  return {
    members: { ...(given.default_tax_rates && { default_tax_rates: [...rates] }), ...(whole.asked !== undefined && ofDiscounts(own)) },
    items: items.map((each, place) => ({
      ...taxed[place],
      ...(each.given.discounts !== undefined && ofItemDiscounts(rest[place] ?? [])),
    })),
    beside: rest.slice(items.length),
    effects: done.effects,
  };
}

/** What is taken off an invoice of a subscription now: its own discounts, in the place of its customer's. */
export function discountsOn({ discounts_kept }: Pick<Subscription, 'discounts_kept'>, customer: Customer, now: number): DiscountValue[] {
  const own = (discounts_kept ?? []).filter((each) => isInForce(each, now));
  return own.length ? own : discountsOfCustomer(customer, { now });
}

/** A discount that is for one invoice is used up by the first that it took something off. */
export function afterUse(
  { discounts_kept: kept = [] }: Pick<Subscription, 'discounts_kept'>,
  invoice: Pick<Invoice, 'total_discount_amounts'>,
): Members {
  const left = leftAfter(kept, invoice);
  return left.length === kept.length ? {} : ofDiscounts(left);
}

/** What is billed by hand uses such a discount up when it is final: until then the next period may still be what takes it. */
export const usedByHand = on(invoice, 'invoice.finalized', subscription, {
  via: 'subscription',
  decide: ({ it, by }) => isManual(by) && set(it, afterUse(it, by)),
});

/** Takes away what is taken off a subscription; what was taken off with it stays so. */
export const loseDiscount = rule(subscription, 'take the discount from', {
  reads: { current: one(discount, 'discounts') },
  decide: ({ it, current }, asked) =>
    current.all.length > 0
      ? current.all.map((each) => remove(each))
      : asked.refuse({ code: 'resource_missing', param: 'id', message: `No active discount for subscription: '${it.id}'` }),
});

/** An expired discount no longer applies. */
export const discountEnded = on(discount, 'customer.discount.deleted', subscription, {
  via: 'subscription',
  decide: ({ it, by }) => {
    const { discounts_kept: kept = [] } = it;
    const left = kept.filter(({ id }) => id !== by.id);
    return left.length < kept.length && set(it, ofDiscounts(left), null);
  },
});

/** The same, of one that an item has. */
export const discountOfItemEnded = on(discount, 'customer.discount.deleted', subscriptionItem, {
  via: 'subscription_item',
  reads: { subscription, items: many(subscriptionItem, { by: 'subscription', of: 'subscription' }) },
  decide: ({ it, by, subscription: of, items }) => {
    const { discounts_kept: kept = [] } = it;
    const left = kept.filter(({ id }) => id !== by.id);
    if (left.length === kept.length) return null;
    const item = set(it, ofItemDiscounts(left));
    const shown = items.map((each) => (each.id === it.id ? item : each));
    return [item, of.status !== 'canceled' && of.status !== 'incomplete_expired' && set(of, ofItems(of.id, shown), null)];
  },
});

/** What an item says of what is taken off it and put on it. */
export type TermsOfItem = Pick<Settable<typeof subscriptionItem>, 'discounts' | 'discounts_kept' | 'tax_rates'>;

/** What is asked of the discounts and tax rates of one item; a new one has its id already. */
export type ItemAsked = {
  readonly id: string;
  readonly item: Item | null;
  /** The parameter that it stands under. */
  readonly at: string;
  readonly given: { readonly discounts?: Wanting['asked']; readonly tax_rates?: readonly string[] };
};

/** The members of an item that follow from its discounts. Nothing else writes them. */
const ofItemDiscounts = (kept: readonly DiscountValue[]) => ({ discounts: kept.map(({ id }) => id), discounts_kept: [...kept] });

/** The discounts that one item is to have. */
export const wantingOf = ({ id, item, at, given }: ItemAsked): Wanting => ({
  ...{ asked: given.discounts, at, of: { subscription_item: id } },
  kept: item?.discounts_kept ?? [],
});

/** The tax rates of items in their order; null by default. */
export function ratesOfItems(items: readonly ItemAsked[], known: Known<TaxRate>, asked: Asked): Pick<TermsOfItem, 'tax_rates'>[] {
  const rates: Pick<TermsOfItem, 'tax_rates'>[] = [];
  for (const { at, given } of items) {
    const named = ratesNamed(given.tax_rates, known, `${at}[tax_rates]`, asked);
    rates.push(given.tax_rates ? { tax_rates: [...named] } : {});
  }
  return rates;
}

/** Discounts that are left when an invoice has taken something off: those for one invoice are used up by it. */
export function leftAfter(
  kept: readonly DiscountValue[],
  { total_discount_amounts: amounts }: Pick<Invoice, 'total_discount_amounts'>,
): DiscountValue[] {
  const taken = new Set(amounts.flatMap(({ amount, discount }) => (amount > 0 ? [discount] : [])));
  return kept.filter(({ id, coupon }) => coupon.duration !== 'once' || !taken.has(id));
}

/** What an item says when an invoice has used a discount of its own up. */
export function itemAfterUse({ discounts_kept: kept = [] }: Item, invoice: Pick<Invoice, 'total_discount_amounts'>): TermsOfItem {
  const left = leftAfter(kept, invoice);
  return left.length === kept.length ? {} : ofItemDiscounts(left);
}
