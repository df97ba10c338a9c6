import { reasons } from '../../../arithmetic/tax/determine.js';
import { about, nullable } from '../../../kernel/base/fields.js';
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
    amount: about('The tax in minor units.', money),
    rate: about('The tax rate as it was when the line item was created.', tax_rate_value),
    taxability_reason: about(
      'Why the tax is or is not charged, such as the standard rate, an exempt customer, or reverse charge.',
      nullable(oneOf(...reasons)),
    ),
    taxable_amount: about('The amount that the tax is calculated from, in minor units.', nullable(money)),
  }),
);

/** How much a discount took off. */
export const discounted = listOf(
  object({
    amount: about('How much the discount takes off, in minor units.', money),
    discount: about('The discount as it was applied to the purchase.', discount_value),
  }),
);

/** What line items of sessions and of quotes have in common. */
export const item_members = {
  id: about('The id of the line item, which begins with `li_`.', text),
  object: about('The kind of the object, which is always `item`.', oneOf('item')),
  amount_discount: about('What discounts take off this line item, in minor units.', money),
  amount_subtotal: about(
    'The amount before discounts and exclusive taxes, in minor units; 0 during a trial and for metered prices.',
    money,
  ),
  amount_tax: about('The taxes on this line item, in minor units.', money),
  amount_total: about('The amount after discounts and with exclusive taxes, in minor units.', money),
  currency: about('The currency of the amounts, a three-letter ISO 4217 code.', currency),
  description: about('The name of the product.', text),
  discounts: about('The discounts of this line item with their amounts.', discounted),
  price: about('The price as it was when the line item was created.', snapshotOf(price)),
  quantity: about('How many units are bought; null for metered usage.', nullable(integer({ minimum: 0 }))),
  taxes: about('The taxes of this line item by rate.', taxes),
} as const;

/** One of the things that are bought: a price as it was, and how many of it. Amounts in minor units. */
export const line_item = object({
  ...item_members,
  adjustable_quantity: about('Whether and in which bounds the payer can change the quantity; null if they cannot.', adjustable_quantity),
  chosen_amount: about(
    'The amount that the payer has chosen for one unit, in minor units; null for a price with a fixed amount.',
    nullable(integer({ minimum: 0 })),
  ),
  metadata,
});

/** All of them. */
export const line_items = object({
  object: about('The kind of the object, which is always `list`.', oneOf('list')),
  data: about('The line items, in the order in which they were sent.', listOf(line_item, items_max)),
  has_more: about('Always false: a session shows all of its line items.', flag),
  url: about('The path at which the line items are listed by page.', text),
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
