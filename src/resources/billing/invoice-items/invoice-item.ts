import { internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { price } from '../../catalogue/prices/price.js';
import { snapshotOf } from '../../snapshot.js';
import { discounts_kept } from '../invoices/basis.js';
import { discount_amounts, money, period, pricing, proration_details_of_item, tax_rate_value } from '../invoices/parts.js';

/** Tax settings of invoice items, for a tax engine. */
export const taxed_input = { tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified'), tax_code: nullable(textOf(100)) } as const;

/** Something that is billed with the next invoice of a customer, or with a draft that it was put on. */
export const invoiceItem = resource({
  object: 'invoiceitem',
  title: 'invoice item',
  prefix: 'ii',
  fields: {
    amount: money,
    /** It was made for a revision, as one that the revised invoice has. */
    copied: internal(flag),
    currency,
    customer: ref('customer'),
    customer_account: nullable(text),
    date: timestamp,
    description: nullable(text),
    discountable: flag,
    discounts: listOf(ref('discount'), 20),
    /** What its discounts take off. */
    discounts_kept: internal(discounts_kept),
    /** By what it was charged that it gives back, where it does. */
    gives_back: internal(
      nullable(
        object({
          invoice: nullable(ref('invoice')),
          invoice_item: nullable(ref('invoiceitem')),
          line: nullable(text),
        }),
      ),
    ),
    invoice: nullable(ref('invoice')),
    metadata,
    net_amount: money,
    parent: nullable(
      object({
        subscription_details: nullable(object({ subscription: text, subscription_item: nullable(text) })),
        type: oneOf('subscription_details'),
      }),
    ),
    /** It is on no invoice yet. */
    pending: internal(flag),
    period,
    plan: nullable(plan_shown),
    price: nullable(snapshotOf(price)),
    pricing,
    proration: flag,
    proration_details: nullable(proration_details_of_item),
    quantity: integer(),
    quantity_decimal: text,
    subscription: nullable(ref('subscription')),
    subscription_item: nullable(ref('subscription_item')),
    /** What a proration has taken off itself. */
    taken: internal(discount_amounts),
    /** Input for a tax engine. */
    tax_behavior: internal(taxed_input.tax_behavior),
    tax_code: internal(taxed_input.tax_code),
    tax_rates: listOf(tax_rate_value, 5),
    test_clock: nullable(ref('test_helpers.test_clock')),
    unit_amount: nullable(money),
    unit_amount_decimal: nullable(text),
  },
  start: 'invoiceitem.created',
  events: { removed: 'invoiceitem.deleted' },
  removable: true,
  owner: 'customer',
  columns: ['customer', 'invoice', 'pending'],
});

/** An invoice item as rules see it. */
export type InvoiceItem = It<typeof invoiceItem>;
