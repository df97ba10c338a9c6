import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { priced } from '../../../arithmetic/billing/prices.js';
import { type TaxExempt, type TaxRounding, taxed, taxSum, taxTotals } from '../../../arithmetic/billing/taxes.js';
import { type InvoiceSums, summed } from '../../../arithmetic/billing/totals.js';
import type { Reason } from '../../../arithmetic/tax/determine.js';
import { countedIn } from '../../billing/invoices/basis.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { AutomaticRate } from '../../tax/automatic.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { automaticShown, type Taxing } from './automatic-tax.js';
import type { Session } from './session.js';

/** One of the things that are bought, as a session holds it. */
export type LineItem = NonNullable<Session['line_items']>['data'][number];

/** Why calculated rates are what they are, by their ids. */
type Reasons = ReadonlyMap<string, Reason>;

/** What a purchase is summed up by, besides what is bought. */
export type Terms = {
  readonly currency: string;
  readonly discounts: readonly DiscountValue[];
  readonly exempt: TaxExempt;
  readonly rounding: TaxRounding;
  /** The discounts of single items, in the order of the items; none by default. */
  readonly own?: readonly (readonly DiscountValue[])[];
  /** What recurs is free at first. */
  readonly is_trial: boolean;
  readonly shipping: Pick<Session['shipping_options'][number], 'shipping_amount' | 'shipping_rate'> | null;
  /** The automatic taxes, in place of tax rates; null without them. */
  readonly taxing?: Taxing | null;
};

/** The members of a session that depend on what is bought. Amounts in minor units. */
export type Sums = Pick<Session, 'amount_subtotal' | 'amount_total' | 'line_items' | 'shipping_cost' | 'total_details'> &
  Partial<Pick<Session, 'automatic_tax'>>;

/** The current cost of an item: nothing during a trial or for metered usage. */
export function costOf({ chosen_amount, price, quantity }: LineItem, { currency, is_trial }: Pick<Terms, 'currency' | 'is_trial'>): number {
  if (price.recurring && (is_trial || price.recurring.usage_type === 'metered')) return 0;
  if (price.custom_unit_amount) return (chosen_amount ?? price.custom_unit_amount.preset ?? 0) * (quantity ?? 1);
  return priced(pricingIn(price, currency), quantity ?? 1).reduce((sum, { amount }) => sum + amount, 0);
}

/** The rates that are put on something. */
export const ratesOn = ({ taxes }: LineItem): TaxRate[] => taxes.map(({ rate }) => rate);

/** The manual tax rates of an item. */
export const manualRatesOn = (item: LineItem): TaxRate[] => ratesOn(item).filter((rate) => !isCalculated(rate));

/** An item with its automatic tax rates, if it has them, and the reason of each. */
function taxedItem(item: LineItem, taxing: Taxing | null): { readonly item: LineItem; readonly rates: readonly AutomaticRate[] } {
  if (!taxing) return { item, rates: [] };
  const { tax_behavior, tax_code } = taxing.soldAs(item.id);
  const rates = taxing.automatic.ratesOf({ tax_code, tax_behavior: tax_behavior ?? item.price.tax_behavior });
  return { item: { ...item, taxes: rates.map(({ rate }) => ({ ...untaxed, rate })) }, rates };
}

const untaxed = { amount: 0, taxability_reason: null, taxable_amount: null };

/** Sums up a purchase as its invoice would: discounts, then taxes on what is left; and what sending it costs. */
export function sumsOf(given: readonly LineItem[], url: string, { taxing = null, ...sent }: Terms): Sums {
  const terms = taxing ? { ...sent, exempt: 'none' as const } : sent;
  const { currency, discounts, exempt, rounding, shipping } = terms;
  const each = given.map((item) => taxedItem(item, taxing));
  const items = each.map(({ item }) => item);
  const shipped = shippedBy(shipping, taxing, rounding);
  const why: Reasons = new Map([...each.flatMap(({ rates }) => rates), ...shipped.rates].map(({ rate, reason }) => [rate.id, reason]));
  const sums = summed(
    items.map((item, place) => ({
      amount: costOf(item, terms),
      discountable: true,
      discounts: (terms.own?.[place] ?? []).map(countedIn(currency)),
      product: item.price.product,
      tax_rates: ratesOn(item),
    })),
    { discounts: discounts.map(countedIn(currency)), exempt, rounding },
  );
  const data = items.map((item, place) => itemWith(item, lineAt(sums, place), terms, why));
  const amount_shipping = shipping?.shipping_amount ?? 0;
  const all = [...items.flatMap(ratesOn), ...shipped.rates.map(({ rate }) => rate)];
  const rates = new Map(all.map((rate) => [rate.id, rate]));
  const total_taxes = taxTotals([...sums.total_taxes, ...shipped.taxes]);
  return {
    amount_subtotal: sums.subtotal,
    amount_total: sums.total + amount_shipping + shipped.exclusive,
    ...(taxing && { automatic_tax: automaticShown(taxing) }),
    line_items: { object: 'list', data, has_more: false, url },
    shipping_cost: shipping && { ...shippedFor(shipping, shipped), taxes: taxesIn(shipped.taxes, rates, { exempt, why }) },
    total_details: {
      amount_discount: totalOf(sums.total_discount_amounts),
      amount_shipping: shipping ? amount_shipping : null,
      amount_tax: totalOf(total_taxes),
      breakdown: {
        discounts: discountsIn(sums.total_discount_amounts, allIn(terms)),
        taxes: taxesIn(total_taxes, rates, { exempt, why }),
      },
    },
  };
}

/** The taxes of shipping, which are calculated only automatically. */
function shippedBy(shipping: Terms['shipping'], taxing: Taxing | null, rounding: TaxRounding) {
  const rates = shipping && taxing ? taxing.automatic.ratesOf(taxing.shippedAs(shipping.shipping_rate)) : [];
  const lines = [{ amount: shipping?.shipping_amount ?? 0, tax_rates: rates.map(({ rate }) => rate) }];
  const { totals } = taxed(lines, { rounding, exempt: 'none' });
  return { rates, taxes: totals, exclusive: taxSum(totals, false) };
}

/** The discounts of the whole and of single items. */
const allIn = ({ discounts, own = [] }: Terms): readonly DiscountValue[] => [...discounts, ...own.flat()];

const shippedFor = ({ shipping_amount: amount, shipping_rate }: NonNullable<Terms['shipping']>, of: ReturnType<typeof shippedBy>) => ({
  amount_subtotal: amount,
  amount_tax: totalOf(of.taxes),
  amount_total: amount + of.exclusive,
  shipping_rate,
});

const totalOf = (amounts: readonly { readonly amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

function lineAt({ lines }: InvoiceSums, place: number): InvoiceSums['lines'][number] {
  const line = lines[place];
  if (!line) throw new Error('A line item was not summed up');
  return line;
}

function itemWith(item: LineItem, { amount, discount_amounts, taxes }: InvoiceSums['lines'][number], terms: Terms, why: Reasons): LineItem {
  const rates = new Map(ratesOn(item).map((rate) => [rate.id, rate]));
  const amount_discount = totalOf(discount_amounts);
  const exclusive = totalOf(taxes.filter(({ inclusive }) => !inclusive));
  return {
    ...item,
    amount_discount,
    amount_subtotal: amount,
    amount_tax: totalOf(taxes),
    amount_total: amount - amount_discount + exclusive,
    discounts: discountsIn(discount_amounts, allIn(terms)),
    taxes: taxesIn(taxes, rates, { exempt: terms.exempt, why }),
  };
}

const discountsIn = (amounts: InvoiceSums['total_discount_amounts'], discounts: readonly DiscountValue[]): LineItem['discounts'] =>
  amounts.flatMap(({ amount, discount: id }) => discounts.filter((each) => each.id === id).map((discount) => ({ amount, discount })));

const reasons = { none: 'standard_rated', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const;

type Why = { readonly exempt: TaxExempt; readonly why: Reasons };

const taxesIn = (taxes: InvoiceSums['total_taxes'], rates: ReadonlyMap<string, TaxRate>, { exempt, why }: Why): LineItem['taxes'] =>
  taxes.flatMap(({ amount, tax_rate, taxable_amount }) => {
    const rate = rates.get(tax_rate);
    return rate ? [{ amount, rate, taxability_reason: why.get(tax_rate) ?? reasons[exempt], taxable_amount }] : [];
  });
