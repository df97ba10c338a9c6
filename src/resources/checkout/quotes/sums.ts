import type { Around } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { discountsOfCustomer } from '../../billing/invoices/bill.js';
import type { DiscountValue } from '../../catalogue/discounts/discount.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Customer } from '../../customers/customers/customer.js';
import { automaticFor } from '../../tax/automatic.js';
import { shipping_code } from '../../tax/supply.js';
import { automaticShown, type Taxing } from '../checkout/automatic-tax.js';
import { sumsOf, type Terms } from '../checkout/sums.js';
import { asBought, asQuoted } from './items.js';
import type { OwnTerms, QuoteItem } from './quote.js';

/** The input of the sums of a quote. */
export type Quoting = {
  readonly items: readonly QuoteItem[];
  readonly own_terms: OwnTerms;
  readonly default_rates: readonly TaxRate[];
  readonly discounts_kept: readonly DiscountValue[];
  readonly trial_period_days: number | null;
  /** Whether taxes are calculated automatically, in place of tax rates. */
  readonly is_automatic: boolean;
};

/** The account and the customer of a quote. */
export type Parties = { readonly customer: Customer | null; readonly account: It<typeof account> | null };

/** The members of a quote that follow from its line items, its discounts, its tax rates and its customer. */
export function quotedSums(id: string, quoting: Quoting, parties: Parties, around: Pick<Around, 'livemode' | 'now'>) {
  const { discounts_kept, default_rates, is_automatic, own_terms, trial_period_days } = quoting;
  const items = quoting.items.map((item, place) => taxedBy(item, own_terms[place]?.tax_rates ?? [], default_rates));
  const [first] = items;
  const currency = first?.currency ?? null;
  const own = own_terms.map(({ discounts }) => discounts);
  const taxing = is_automatic ? taxingOf(items, own_terms, currency ?? '', parties, around) : null;
  const terms = { ...termsOf(currency ?? '', discounts_kept, parties, around.now), own, taxing };
  const url = `/v1/quotes/${id}`;
  const whole = summed(items, `${url}/line_items`, terms);
  const upfront = summed(items, `${url}/computed_upfront_line_items`, { ...terms, is_trial: trial_period_days !== null });
  const { amount_subtotal, amount_total, total_details } = upfront;
  return {
    ...{ amount_subtotal, amount_total, currency, total_details },
    ...(taxing && { automatic_tax: automaticShown(taxing) }),
    computed: { recurring: recurringSums(items, terms), upfront },
    line_items: whole.line_items,
  };
}

const taxedBy = (item: QuoteItem, own: readonly TaxRate[], by_default: readonly TaxRate[]): QuoteItem => ({
  ...item,
  taxes: (own.length ? own : by_default).map((rate) => ({ amount: 0, rate, taxability_reason: null, taxable_amount: null })),
});

/** The automatic taxes of a quote: each line item by the tax code of its product. */
function taxingOf(
  items: readonly QuoteItem[],
  own_terms: OwnTerms,
  currency: string,
  { account, customer }: Parties,
  { livemode, now }: Pick<Around, 'livemode' | 'now'>,
): Taxing {
  const codes = new Map(items.map(({ id }, place) => [id, own_terms[place]?.tax_code ?? null]));
  return {
    automatic: automaticFor({ account, customer, currency, livemode, now }),
    soldAs: (of) => ({ tax_behavior: null, tax_code: codes.get(of) ?? null }),
    shippedAs: () => ({ tax_behavior: null, tax_code: shipping_code }),
  };
}

const termsOf = (currency: string, discounts: readonly DiscountValue[], { customer, account }: Parties, now: number): Terms => ({
  currency,
  discounts: discounts.length || !customer ? discounts : discountsOfCustomer(customer, { now }),
  exempt: customer?.tax_exempt ?? 'none',
  rounding: account?.settings.invoices.tax_rounding ?? 'line',
  is_trial: false,
  shipping: null,
});

function summed(items: readonly QuoteItem[], url: string, terms: Terms) {
  const { amount_total, line_items, total_details } = sumsOf(items.map(asBought), url, terms);
  const data = (line_items?.data ?? []).map(asQuoted);
  return {
    amount_subtotal: data.reduce((sum, item) => sum + item.amount_subtotal, 0),
    amount_total: amount_total ?? 0,
    line_items: { object: 'list' as const, data, has_more: false, url },
    total_details: { ...(total_details ?? nothing), amount_shipping: 0 },
  };
}

const nothing = { amount_discount: 0, amount_shipping: 0, amount_tax: 0, breakdown: { discounts: [], taxes: [] } };

/** What each period costs: only discounts that last forever are taken off. */
function recurringSums(items: readonly QuoteItem[], terms: Terms) {
  const [first] = items.flatMap(({ price }) => price.recurring ?? []);
  if (!first) return null;
  const lasting = (discounts: readonly DiscountValue[]) => discounts.filter(({ coupon }) => coupon.duration === 'forever');
  const own = (terms.own ?? []).filter((_, place) => items[place]?.price.recurring).map(lasting);
  const of_periods = { ...terms, discounts: lasting(terms.discounts), own };
  const { line_items: _, ...sums } = summed(
    items.filter(({ price }) => price.recurring),
    '',
    of_periods,
  );
  return { ...sums, interval: first.interval, interval_count: first.interval_count };
}
