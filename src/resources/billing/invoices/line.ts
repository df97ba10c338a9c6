import { about, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { price } from '../../catalogue/prices/price.js';
import { snapshotOf } from '../../snapshot.js';
import {
  discount_amounts,
  money,
  period,
  pretax_credit_amounts,
  pricing,
  proration_details,
  tax_amounts,
  tax_rate_value,
  tax_rates_for_payer,
  taxes,
  taxes_for_payer,
} from './parts.js';

/** Ids of lines are `il_…`. */
export const line_id = { object: 'line_item', prefix: 'il' } as const;

const of_item = {
  invoice_item: about('The invoice item that the line shows; null for a period of a subscription.', nullable(ref('invoiceitem'))),
  proration: about('Whether the line charges or credits a part of a period after a change.', flag),
  proration_details: about('What a credit gives back; null for lines that are not prorations.', nullable(proration_details)),
  subscription: about('The subscription that the line belongs to; null without one.', nullable(ref('subscription'))),
} as const;

const parent = about(
  'What the line was created from, in the form of versions since 2025-03-31.',
  nullable(
    object({
      invoice_item_details: about('The invoice item of the line; null for a period of a subscription.', nullable(object(of_item))),
      subscription_item_details: about(
        'The subscription item whose period is billed; null for invoice items.',
        nullable(object({ ...of_item, subscription_item: about('The subscription item whose period is billed.', text) })),
      ),
      type: about('Which of the two members is set.', oneOf('invoice_item_details', 'subscription_item_details')),
    }),
  ),
);

/** One line of an invoice, in the shapes of older and of newer clients at once. */
export const line = object({
  id: about('The id of the line, which the routes for lines take.', text),
  object: about('Always `line_item`.', oneOf('line_item')),
  amount: about('The amount of the line in minor units, before discounts and exclusive taxes; below zero for a credit.', money),
  amount_excluding_tax: about('The amount without inclusive taxes, in minor units.', nullable(money)),
  currency: about('The currency of the invoice, a three-letter ISO 4217 code.', currency),
  description: about('The text of the line on the page and the PDF.', nullable(text)),
  discount_amounts: about('How much each discount took off this line.', discount_amounts),
  discountable: about('Whether discounts reduce this line; false for prorations, which include their discounts.', flag),
  discounts: about('The discounts of the line itself; those of the invoice are applied besides.', listOf(ref('discount'), 20)),
  invoice: about('The invoice that the line belongs to.', nullable(ref('invoice'))),
  invoice_item: about('The invoice item that the line shows; null for a period of a subscription.', nullable(ref('invoiceitem'))),
  livemode: about('Whether the line belongs to live mode.', flag),
  metadata,
  parent,
  period: about('The time that the line is for.', period),
  plan: about('The price in its older form as a plan; null without a recurring price.', nullable(plan_shown)),
  pretax_credit_amounts: about(
    'How much each discount, and billing credits of each grant, took off this line before taxes.',
    pretax_credit_amounts,
  ),
  price: about('The price as it was when the line was created; null for a plain amount.', nullable(snapshotOf(price))),
  pricing: about('The price and amount of a unit, in the form of versions since 2025-03-31.', pricing),
  proration: about('Whether the line charges or credits a part of a period after a change.', flag),
  proration_details: about('What a credit gives back; null for lines that are not prorations.', nullable(proration_details)),
  quantity: about('The number of units; null for the flat amount of a tier or a fractional quantity.', nullable(integer())),
  quantity_decimal: about('The number of units as a decimal; null for the flat amount of a tier.', nullable(text)),
  subscription: about('The subscription that the line belongs to; null without one.', nullable(ref('subscription'))),
  subscription_item: about('The subscription item that the line charges; null for others.', nullable(text)),
  subtotal: about('The amount of the line in minor units, before discounts and exclusive taxes.', money),
  tax_amounts: about('The taxes of the line by tax rate, in the form of versions before 2025-03-31.', tax_amounts),
  tax_rates: about('The tax rates of the line itself; when empty, those of the invoice apply.', listOf(tax_rate_value, 5)),
  taxes: about('The taxes of the line by tax rate.', taxes),
  type: about('`subscription` for a period of a subscription, `invoiceitem` for an invoice item.', oneOf('invoiceitem', 'subscription')),
  unit_amount_excluding_tax: about(
    'The price of a unit without inclusive taxes, as a decimal in minor units; null for flat amounts.',
    nullable(text),
  ),
});

/** The lines of an invoice as they are shown: all of them. */
export const lines = object({
  object: about('Always `list`.', oneOf('list')),
  data: about('The lines of the invoice, in the order of display.', listOf(line)),
  has_more: about('Always false: all lines are included.', flag),
  total_count: about('The number of lines.', integer()),
  url: about('The path that lists the lines page by page.', text),
});

/** What payers see of a line: what is asked of them, and for what. */
export const line_for_payer = {
  id: true,
  object: true,
  amount: true,
  amount_excluding_tax: true,
  currency: true,
  description: true,
  discount_amounts: { amount: true, discount: true },
  period: { end: true, start: true },
  pricing: { unit_amount_decimal: true },
  proration: true,
  quantity: true,
  quantity_decimal: true,
  subtotal: true,
  tax_rates: tax_rates_for_payer,
  taxes: taxes_for_payer,
  unit_amount_excluding_tax: true,
} as const;

/** The default period of a line is the moment of its creation. */
export const momentary = (moment: number): { start: number; end: number } => ({ start: moment, end: moment });
