import { nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { money, tax_rate_value } from '../../billing/invoices/parts.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { price } from '../../catalogue/prices/price.js';
import { snapshotOf } from '../../snapshot.js';
import { adjustable_quantity, items_max } from './parts.js';

/** Ids of what is bought are `li_…`. */
export const item_id = { object: 'item', prefix: 'li' } as const;

/** What a tax rate came to. */
export const taxes = listOf(
  object({
    amount: money,
    rate: tax_rate_value,
    taxability_reason: nullable(oneOf('customer_exempt', 'reverse_charge', 'standard_rated')),
    taxable_amount: nullable(money),
  }),
);

/** How much a discount took off. */
export const discounted = listOf(object({ amount: money, discount: discount_value }));

/** One of the things that are bought: a price as it was, and how many of it. Amounts in minor units. */
export const line_item = object({
  id: text,
  object: oneOf('item'),
  adjustable_quantity,
  amount_discount: money,
  amount_subtotal: money,
  amount_tax: money,
  amount_total: money,
  /** What the payer has chosen to pay for one, where the price leaves that to them. */
  chosen_amount: nullable(integer({ minimum: 0 })),
  currency,
  description: text,
  discounts: discounted,
  metadata,
  price: snapshotOf(price),
  quantity: nullable(integer({ minimum: 0 })),
  taxes,
});

/** All of them. */
export const line_items = object({
  object: oneOf('list'),
  data: listOf(line_item, items_max),
  has_more: flag,
  url: text,
});

/** What payers see of them. */
export const line_items_for_payer = {
  data: {
    id: true,
    adjustable_quantity: { enabled: true, maximum: true, minimum: true },
    amount_discount: true,
    amount_subtotal: true,
    amount_tax: true,
    amount_total: true,
    chosen_amount: true,
    currency: true,
    description: true,
    price: {
      id: true,
      custom_unit_amount: { maximum: true, minimum: true, preset: true },
      recurring: { interval: true, interval_count: true, usage_type: true },
      unit_amount: true,
      unit_amount_decimal: true,
    },
    quantity: true,
    taxes: { amount: true, rate: { display_name: true, inclusive: true, percentage: true } },
  },
} as const;
