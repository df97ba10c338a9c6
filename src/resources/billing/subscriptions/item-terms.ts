import type { Asked } from '../../../kernel/base/effects.js';
import type { Settable } from '../../../kernel/base/resource.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { Wanting } from '../../catalogue/discounts/of-each.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import type { Invoice } from '../invoices/invoice.js';
import type { Item, subscriptionItem } from './subscription-item.js';

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

/** What an item says of its discounts: nothing else writes these members. */
export const ofDiscounts = (kept: readonly DiscountValue[]) => ({ discounts: kept.map(({ id }) => id), discounts_kept: [...kept] });

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
  return left.length === kept.length ? {} : ofDiscounts(left);
}
