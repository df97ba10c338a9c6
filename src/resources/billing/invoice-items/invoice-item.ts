import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { price } from '../../catalogue/prices/price.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { snapshotOf } from '../../snapshot.js';
import { discounts_kept } from '../invoices/basis.js';
import { discount_amounts, money, period, pricing, proration_details_of_item, tax_rate_value } from '../invoices/parts.js';

/** Tax settings of invoice items, for a tax engine. */
export const taxed_input = {
  tax_behavior: about(
    'Whether the amount includes its taxes (`inclusive`) or not (`exclusive`); stored for a tax engine, and fixed once it is set.',
    oneOf('inclusive', 'exclusive', 'unspecified'),
  ),
  tax_code: about('The tax category as the id of a tax code; stored for a tax engine.', nullable(textOf(100))),
} as const;

/** Something that is billed with the next invoice of a customer, or with a draft that it was put on. */
export const invoiceItem = resource({
  object: 'invoiceitem',
  title: 'invoice item',
  prefix: 'ii',
  fields: {
    amount: about('The amount in minor units, before discounts and exclusive taxes; below zero for a credit.', money),
    /** It was made for a revision, as one that the revised invoice has. */
    copied: internal(flag),
    currency: about('The currency of the amount, which must be that of the customer.', currency),
    customer: about('The customer who is billed.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    date: about('When the item was created, in Unix seconds.', timestamp),
    description: about('The text of the invoice line; the name of the product by default.', nullable(text)),
    discountable: about('Whether discounts reduce the item; false for credits and prorations by default.', flag),
    discounts: about('The discounts of the item itself, in the order of their application.', listOf(ref('discount'), 20)),
    /** What its discounts take off. */
    discounts_kept: internal(discounts_kept),
    /** By what it was charged that it gives back, where it does. */
    gives_back: internal(
      nullable(
        plainObject({
          invoice: nullable(ref('invoice')),
          invoice_item: nullable(ref('invoiceitem')),
          line: nullable(text),
        }),
      ),
    ),
    invoice: about(
      "The invoice that bills the item; null while the item is pending, which the customer's next invoice then includes.",
      nullable(ref('invoice')),
    ),
    metadata,
    net_amount: about('The amount in minor units after the discounts that a proration contains.', money),
    parent: about(
      'The subscription that the item was created for, in the form of versions since 2025-03-31; null without one.',
      nullable(
        object({
          subscription_details: about(
            'The subscription and its item; null without one.',
            nullable(
              object({
                subscription: about('The subscription that the item belongs to.', text),
                subscription_item: about('The subscription item that is prorated; null for other invoice items.', nullable(text)),
              }),
            ),
          ),
          type: about('Always `subscription_details`.', oneOf('subscription_details')),
        }),
      ),
    ),
    /** It is on no invoice yet. */
    pending: internal(flag),
    period: about('The time that the item is for; the moment of creation by default.', period),
    plan: about('The price in its older form as a plan; null without a recurring price.', nullable(plan_shown)),
    price: about('The price as it was when the item was created; null for a plain amount.', nullable(snapshotOf(price))),
    pricing: about('The price and amount of a unit, in the form of versions since 2025-03-31.', pricing),
    proration: about('Whether the item charges or credits a part of a period after a change of a subscription.', flag),
    proration_details: about('What a credit gives back; null for items that are not prorations.', nullable(proration_details_of_item)),
    quantity: about('The number of units, rounded down when it is fractional.', integer()),
    quantity_decimal: about('The number of units as a decimal.', text),
    subscription: about(
      'The subscription whose invoice includes the item; null for any invoice of the customer.',
      nullable(ref('subscription')),
    ),
    subscription_item: about('The subscription item that is prorated; null for other invoice items.', nullable(ref('subscription_item'))),
    /** What a proration has taken off itself. */
    taken: internal(discount_amounts),
    /** Input for a tax engine. */
    tax_behavior: internal(taxed_input.tax_behavior),
    tax_code: internal(taxed_input.tax_code),
    tax_rates: about('The tax rates of the item itself; when empty, those of the invoice apply.', listOf(tax_rate_value, 5)),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    unit_amount: about('The price of a unit in minor units; null when it is fractional or the price has tiers.', nullable(money)),
    unit_amount_decimal: about('The price of a unit as a decimal in minor units; null for a price with tiers.', nullable(text)),
  },
  for_sdks: forSdks,
  start: 'invoiceitem.created',
  events: { removed: 'invoiceitem.deleted' },
  removable: true,
  owner: 'customer',
  columns: ['customer', 'invoice', 'pending'],
});

/** An invoice item as rules see it. */
export type InvoiceItem = It<typeof invoiceItem>;
