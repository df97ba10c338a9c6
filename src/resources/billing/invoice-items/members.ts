import type { DiscountAmount } from '../../../arithmetic/billing/discounts.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { planOf, priceNow } from '../../catalogue/prices/plan.js';
import { isCalculated } from '../../tax/rate-ids.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { invoiceItem } from './invoice-item.js';

/** What of an invoice item does not come of what is billed. */
export type OfItem = {
  readonly customer: string;
  readonly currency: string;
  readonly invoice: string | null;
  readonly test_clock: string | null;
};

/** What an invoice item holds of what is billed by it. */
export const membersOf = (plain: PlainLine, of: OfItem): Settable<typeof invoiceItem> => ({
  ...of,
  ...costsOf(plain),
  pending: of.invoice === null,
});

/** What it costs, and what it says of that. */
export function costsOf(plain: PlainLine): Settable<typeof invoiceItem> {
  const { price = null, discounts = [], quantity = 1, subscription = null, subscription_item = null, unit_amount_decimal = null } = plain;
  const off = (plain.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    amount: plain.amount,
    description: plain.description,
    discountable: plain.discountable ?? true,
    discounts: discounts.map(({ id }) => id),
    discounts_kept: [...discounts],
    gives_back: plain.gives_back ?? null,
    metadata: plain.metadata ?? {},
    net_amount: plain.amount - off,
    parent: subscription === null ? null : { subscription_details: { subscription, subscription_item }, type: 'subscription_details' },
    period: plain.period,
    plan: price && planOf(price),
    price: price && priceNow(price),
    pricing: price && { price_details: { price: price.id, product: price.product }, type: 'price_details', unit_amount_decimal },
    proration: plain.proration ?? false,
    proration_details: plain.proration_details
      ? { credited_items: creditedBy(plain), discount_amounts: shown(plain.proration_discounts) }
      : null,
    quantity: quantity ?? Math.floor(Number(plain.quantity_decimal ?? 1)),
    quantity_decimal: plain.quantity_decimal ?? String(quantity ?? 1),
    subscription,
    subscription_item,
    taken: shown(plain.discount_amounts),
    ...(plain.tax_code && { tax_code: plain.tax_code }),
    tax_rates: (plain.tax_rates ?? []).filter((rate) => !isCalculated(rate)),
    unit_amount: wholeOf(unit_amount_decimal),
    unit_amount_decimal,
  };
}

/** What a proration gives back: lines of an invoice, or an item that was not billed yet. */
function creditedBy({ gives_back, proration_details }: PlainLine) {
  const credited = proration_details?.credited_items;
  if (credited) return { ...credited, invoice_line_item_details: credited, type: 'invoice_line_items' as const };
  return gives_back?.invoice_item ? { invoice_item: gives_back.invoice_item, type: 'invoice_item' as const } : null;
}

const shown = (amounts: readonly DiscountAmount[] = []): DiscountAmount[] => amounts.map((each) => ({ ...each }));

const wholeOf = (decimal: string | null): number | null =>
  decimal !== null && Number.isSafeInteger(Number(decimal)) ? Number(decimal) : null;
