import type { TaxExempt } from '../../../arithmetic/billing/taxes.js';
import { unitWithoutInclusive } from '../../../arithmetic/billing/taxes.js';
import type { SummedLine } from '../../../arithmetic/billing/totals.js';
import type { Around } from '../../../kernel/base/effects.js';
import { planOf, priceNow } from '../../catalogue/prices/plan.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Line } from './invoice.js';
import { line_id } from './line.js';
import { pretaxOf } from './parts.js';
import type { PlainLine } from './plain-line.js';
import { type Reasons, shownTaxAmounts, shownTaxes } from './shown-taxes.js';

/** What all lines of an invoice share. */
export type OfInvoice = {
  readonly id: string;
  readonly currency: string;
  readonly livemode: boolean;
  readonly exempt: TaxExempt;
  readonly default_tax_rates: readonly TaxRate[];
  readonly reasons?: Reasons;
};

/** A line as it is stored and shown, in both shapes, from what was billed and what it came to. */
export function shownLine(plain: PlainLine, summed: SummedLine, of: OfInvoice, { fresh }: Pick<Around, 'fresh'>): Line {
  const { amount, amount_excluding_tax, discount_amounts, taxes } = summed;
  const { quantity = 1, price = null, discounts = [], tax_rates = [] } = plain;
  const unit_amount_decimal = plain.unit_amount_decimal ?? price?.unit_amount_decimal ?? (quantity === 1 ? String(plain.amount) : null);
  return {
    id: plain.id ?? fresh(line_id),
    object: 'line_item',
    amount,
    amount_excluding_tax,
    currency: of.currency,
    description: plain.description,
    discount_amounts: discount_amounts.map((each) => ({ ...each })),
    discountable: plain.discountable ?? true,
    discounts: discounts.map(({ id }) => id),
    invoice: of.id,
    ...broughtBy(plain),
    livemode: of.livemode,
    metadata: plain.metadata ?? {},
    period: plain.period,
    plan: price && planOf(price),
    pretax_credit_amounts: pretaxOf(discount_amounts, summed.credits),
    price: price && priceNow(price),
    pricing: pricingOf(price, unit_amount_decimal),
    quantity,
    quantity_decimal: plain.quantity_decimal ?? (quantity === null ? null : String(quantity)),
    subtotal: amount,
    tax_amounts: shownTaxAmounts(taxes, of.exempt, of.reasons),
    tax_rates: [...tax_rates],
    taxes: shownTaxes(taxes, of.exempt, of.reasons),
    unit_amount_excluding_tax:
      unit_amount_decimal && unitWithoutInclusive(unit_amount_decimal, tax_rates.length ? tax_rates : of.default_tax_rates),
  };
}

const pricingOf = (price: Line['price'], unit_amount_decimal: string | null): Line['pricing'] =>
  price || unit_amount_decimal !== null
    ? {
        price_details: price && { price: price.id, product: price.product },
        type: 'price_details',
        unit_amount_decimal,
      }
    : null;

type Brought = Pick<Line, 'invoice_item' | 'parent' | 'proration' | 'proration_details' | 'subscription' | 'subscription_item' | 'type'>;

function broughtBy(plain: PlainLine): Brought {
  const { invoice_item = null, proration = false, proration_details = null, subscription = null, subscription_item = null } = plain;
  const details = { invoice_item, proration, proration_details, subscription };
  const of_subscription = subscription_item !== null && invoice_item === null;
  return {
    invoice_item,
    parent: {
      invoice_item_details: of_subscription ? null : details,
      subscription_item_details: of_subscription ? { ...details, subscription_item } : null,
      type: of_subscription ? 'subscription_item_details' : 'invoice_item_details',
    },
    proration,
    proration_details,
    subscription,
    subscription_item,
    type: of_subscription ? 'subscription' : 'invoiceitem',
  };
}
