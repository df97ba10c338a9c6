import { alwaysThere, initially, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, flag, integer, metadata, oneOf, ref, refToAny, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { invoice_prefix } from '../../accounts/accounts/invoice-prefix.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { not_canceled } from '../../core/subscription-statuses/status-filter.js';
import { address, address_for_payer, amount_tax_display, custom_fields, shipping } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';

/** A buyer of the merchant: who pays again, and with what. */
export const customer = resource({
  object: 'customer',
  lends_clock: true,
  prefix: 'cus',
  fields: {
    address: nullable(address),
    /** What they owe (above zero) or are owed until their next invoice; its transactions explain it. */
    balance: integer({ minimum: -billed_max, maximum: billed_max }),
    business_name: nullable(textOf(150)),
    /** Where what the customer has sent by bank transfer is kept. */
    cash_balance: internal(ref('cash_balance')),
    /** What stands before the numbers of their invoices was named by the merchant. */
    chose_prefix: internal(flag),
    currency: nullable(currency),
    default_source: nullable(refToAny('card')),
    delinquent: flag,
    description: nullable(text),
    /** What is taken off all that they are billed for. */
    discount: alwaysThere(nullable(discount_value)),
    email: nullable(email),
    invoice_prefix: nullable(invoice_prefix),
    individual_name: nullable(textOf(150)),
    invoice_settings: object({
      custom_fields,
      default_payment_method: nullable(method_ref),
      footer: nullable(text),
      rendering_options: nullable(object({ amount_tax_display })),
    }),
    metadata,
    name: nullable(textOf(256)),
    next_invoice_sequence: initially(1, integer({ minimum: 1, maximum: 999_999_999 })),
    phone: nullable(textOf(100)),
    preferred_locales: listOf(textOf(35), 20),
    /** First transactions under way that a promotion code is for. */
    reserved: internal(integer({ minimum: 0 })),
    shipping: nullable(shipping),
    /** The tax location, for a tax engine. */
    tax: sometimes(object({ ip_address: nullable(textOf(45)) })),
    tax_exempt: oneOf('none', 'exempt', 'reverse'),
    test_clock: nullable(ref('test_helpers.test_clock')),
  },
  device: {
    id: true,
    object: true,
    address: address_for_payer,
    created: true,
    default_source: true,
    email: true,
    invoice_settings: { default_payment_method: true },
    livemode: true,
    name: true,
    phone: true,
    shipping: { address: address_for_payer, name: true, phone: true },
  },
  start: 'customer.created',
  events: { updated: 'customer.updated', removed: 'customer.deleted' },
  tombstone: true,
  owner: 'test_clock',
  unique: {
    invoice_prefix: ({ chose_prefix, invoice_prefix }) => (chose_prefix && typeof invoice_prefix === 'string' ? invoice_prefix : null),
  },
  columns: ['email', 'test_clock'],
  lists: {
    sources: { object: 'card', by: 'customer', url: (id) => `/v1/customers/${id}/sources` },
    subscriptions: {
      ...{ object: 'subscription', by: 'customer', where: { status: not_canceled } },
      url: (id) => `/v1/subscriptions?customer=${id}`,
    },
    tax_ids: { object: 'tax_id', by: 'customer', url: (id) => `/v1/customers/${id}/tax_ids` },
  },
  searchable: ['email', 'name', 'phone'],
  indexed: ['email', 'name', 'phone'],
});

/** A customer as rules see it. */
export type Customer = It<typeof customer>;
