import { about, alwaysThere, initially, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, flag, integer, metadata, oneOf, ref, refToAny, text, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { invoice_prefix } from '../../accounts/accounts/invoice-prefix.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { not_canceled } from '../../core/subscription-statuses/status-filter.js';
import { address, address_for_payer, amount_tax_display, custom_fields, shipment } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';

/** A buyer of the merchant: who pays again, and with what. */
export const customer = resource({
  object: 'customer',
  lends_clock: true,
  prefix: 'cus',
  fields: {
    address: about('The postal address, which invoices show.', nullable(address)),
    balance: about(
      'What the customer owes (above zero) or has as credit (below zero), in minor units; the next finalized invoice includes it.',
      integer({ minimum: -billed_max, maximum: billed_max }),
    ),
    business_name: about('The name of the business, as collected at checkout; up to 150 characters.', nullable(textOf(150))),
    /** Where what the customer has sent by bank transfer is kept. */
    cash_balance: internal(ref('cash_balance')),
    /** What stands before the numbers of their invoices was named by the merchant. */
    chose_prefix: internal(flag),
    currency: about('The currency of the balance and of all invoices, set by the first of them; null until then.', nullable(currency)),
    default_source: about(
      'The card source that pays when neither the invoice nor the subscription nor `invoice_settings` name a payment method.',
      nullable(refToAny('card')),
    ),
    delinquent: about('Whether the latest payment of a subscription invoice failed; false again once it is paid.', flag),
    description: about('A note for your own use; the dashboard shows it.', nullable(text)),
    discount: about(
      'The discount on invoices and subscriptions of the customer that have no discounts of their own; null without one.',
      alwaysThere(nullable(discount_value)),
    ),
    email: about('The address for invoices, receipts and reminders; up to 512 characters.', nullable(email)),
    invoice_credit_balance: about(
      'What the next invoice of the customer takes off, in minor units by currency: the opposite of `balance`.',
      alwaysThere(mapOf(currency, integer({ minimum: -billed_max, maximum: billed_max }))),
    ),
    invoice_prefix: about(
      "The beginning of the customer's invoice numbers: 3 to 12 capital letters and digits, unique in your account; made from the id by default.",
      nullable(invoice_prefix),
    ),
    individual_name: about('The name of the person, as collected at checkout; up to 150 characters.', nullable(textOf(150))),
    invoice_settings: about(
      'The defaults for invoices of this customer.',
      object({
        custom_fields,
        default_payment_method: about(
          'The payment method that pays subscriptions and invoices without their own; it must be attached to this customer.',
          nullable(method_ref),
        ),
        footer: about('The text at the end of new invoices that have no footer of their own.', nullable(text)),
        rendering_options: about(
          'How new invoices of this customer are printed; null for the defaults.',
          nullable(
            object({
              amount_tax_display,
              template: about(
                'The template of new invoices of this customer; null without one.',
                nullable(ref('invoice_rendering_template')),
              ),
            }),
          ),
        ),
      }),
    ),
    metadata,
    name: about('The full name or business name, up to 256 characters; invoices show it.', nullable(textOf(256))),
    next_invoice_sequence: about(
      "The number that the customer's next invoice gets behind the prefix; 1 at first.",
      initially(1, integer({ minimum: 1, maximum: 999_999_999 })),
    ),
    phone: about('The telephone number, up to 100 characters; its form is not checked.', nullable(textOf(100))),
    /** How many quotes of the customer have a number, revisions aside. */
    quote_sequence: internal(integer()),
    preferred_locales: about(
      'The languages of the customer in order of preference, such as `fr-CA`; mail, pages and PDFs use the first supported one.',
      listOf(textOf(35), 20),
    ),
    /** First transactions under way that a promotion code is for. */
    reserved: internal(integer({ minimum: 0 })),
    shipping: about('The name, address and telephone number for shipments to the customer; invoices copy it.', nullable(shipment)),
    tax: about(
      'The tax location of the customer; absent unless `tax` was sent.',
      alwaysThere(
        sometimes(
          object({
            automatic_tax: about(
              '`supported` if the address is sufficient to calculate taxes, otherwise `unrecognized_location`.',
              oneOf('unrecognized_location', 'supported'),
            ),
            ip_address: about('The IP address that the customer last used, as sent.', nullable(textOf(45))),
            provider: about('Always `stripe`, which stands for the calculation of taxes by Florin.', oneOf('stripe')),
            location: about(
              'The place that decides the taxes of the customer; null if it is not known.',
              nullable(
                object({
                  country: about('The country as a two-letter ISO 3166-1 code.', text),
                  source: about('The address that the place is from.', oneOf('billing_address', 'shipping_destination')),
                  state: about('The state or province, where taxes depend on it; otherwise null.', nullable(text)),
                }),
              ),
            ),
          }),
        ),
      ),
    ),
    tax_exempt: about(
      '`none`: taxes are charged (the default). `exempt`: none are. `reverse`: none are, and invoices state that the customer owes them.',
      oneOf('none', 'exempt', 'reverse'),
    ),
    /** The tax ids that make the customer a business; kept here because every bill reads the customer. */
    tax_numbers: internal(listOf(plainObject({ id: text, type: text, value: text }), 100)),
    test_clock: about(
      "The test clock that this customer's time follows, in test mode; null for the clock of the account.",
      nullable(ref('test_helpers.test_clock')),
    ),
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
  for_sdks: forSdks,
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
