import { nullable } from '../../../kernel/base/fields.js';
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
  invoice_item: nullable(ref('invoiceitem')),
  proration: flag,
  proration_details: nullable(proration_details),
  subscription: nullable(ref('subscription')),
} as const;

/** What brought a line, as newer clients read it. */
const parent = nullable(
  object({
    invoice_item_details: nullable(object(of_item)),
    subscription_item_details: nullable(object({ ...of_item, subscription_item: text })),
    type: oneOf('invoice_item_details', 'subscription_item_details'),
  }),
);

/** One line of an invoice, in the shapes of older and of newer clients at once. */
export const line = object({
  id: text,
  object: oneOf('line_item'),
  amount: money,
  amount_excluding_tax: nullable(money),
  currency,
  description: nullable(text),
  discount_amounts,
  discountable: flag,
  discounts: listOf(ref('discount'), 20),
  invoice: nullable(ref('invoice')),
  invoice_item: nullable(ref('invoiceitem')),
  livemode: flag,
  metadata,
  parent,
  period,
  plan: nullable(plan_shown),
  pretax_credit_amounts: listOf(object({ amount: integer(), discount: ref('discount'), type: oneOf('discount') })),
  price: nullable(snapshotOf(price)),
  pricing,
  proration: flag,
  proration_details: nullable(proration_details),
  quantity: nullable(integer()),
  quantity_decimal: nullable(text),
  subscription: nullable(ref('subscription')),
  subscription_item: nullable(text),
  subtotal: money,
  tax_amounts,
  tax_rates: listOf(tax_rate_value, 5),
  taxes,
  type: oneOf('invoiceitem', 'subscription'),
  unit_amount_excluding_tax: nullable(text),
});

/** The lines of an invoice as they are shown: all of them. */
export const lines = object({
  object: oneOf('list'),
  data: listOf(line),
  has_more: flag,
  total_count: integer(),
  url: text,
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
