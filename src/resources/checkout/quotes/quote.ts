import { about, alwaysThere, internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { money, tax_rate_value } from '../../billing/invoices/parts.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { share } from '../../connect/transfers/sharing.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { percent } from '../../parts.js';
import { items_max } from '../checkout/parts.js';
import {
  automatic_tax,
  collection_method,
  computed,
  invoice_settings,
  on_paper,
  quote_items,
  subscription_data,
  total_details,
  transfer_data,
} from './parts.js';

/** The discounts, the tax code and the tax rates of each line item, in their order: the sums are computed from them. */
const own_terms = internal(
  listOf(
    plainObject({
      discounts: listOf(discount_value, 20),
      price: ref('price'),
      tax_code: nullable(text),
      tax_rates: listOf(tax_rate_value, 5),
    }),
    items_max,
  ),
);

/** An offer to a customer: prices and terms, which become an invoice or a subscription once the customer accepts them. */
export const quote = resource({
  object: 'quote',
  title: 'quote',
  prefix: 'qt',
  fields: {
    ...on_paper,
    amount_subtotal: about('The sum of the first invoice before discounts and exclusive taxes, in minor units.', money),
    amount_total: about('The sum of the first invoice after discounts and with exclusive taxes, in minor units.', money),
    application: about(
      'The platform for whose connected account the quote was created; null for your own.',
      nullable(expandsTo('application', text)),
    ),
    application_fee_amount: about("Your platform's fee in minor units, for one-time line items; null for none.", nullable(share)),
    application_fee_percent: about(
      "Your platform's fee in percent of each invoice, for recurring line items; null for none.",
      nullable(percent),
    ),
    automatic_tax,
    collection_method,
    computed,
    currency: about('The currency of all prices; null until there are line items.', nullable(currency)),
    customer: about('The customer who receives the quote; required before it is finalized.', nullable(ref('customer'))),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    /** The default tax rates, as they were when the request named them. */
    default_rates: internal(listOf(tax_rate_value, 5)),
    default_tax_rates: about('The tax rates of line items without their own, up to five.', listOf(ref('tax_rate'), 5)),
    discounts: about('The discounts of the whole quote, which are redeemed at acceptance.', listOf(ref('discount'), 20)),
    /** The values of its discounts, from which the sums are computed. */
    discounts_kept: internal(listOf(discount_value, 20)),
    expires_at: about('When a quote that is a draft or open is canceled, in Unix seconds; after 30 days by default.', timestamp),
    from_quote: about(
      'The quote that this one was copied from; null for others.',
      nullable(
        object({
          is_revision: about('Whether this quote replaces the other one when it is finalized.', flag),
          quote: about('The quote that was copied.', ref('quote')),
        }),
      ),
    ),
    invoice: about(
      'The invoice of one-time line items, a draft; null until the quote is accepted, and with recurring line items.',
      nullable(ref('invoice')),
    ),
    invoice_settings,
    line_items: about('The line items, at most 100.', alwaysThere(quote_items)),
    metadata,
    number: about('The number of the quote, such as `QT-1A2B3C4D-0001-1`; null until it is finalized.', nullable(text)),
    on_behalf_of: about('The connected account that invoices are presented as; null for your own.', nullable(ref('account'))),
    own_terms,
    /** The place of the quote among those of its customer, and which revision of that one it is. */
    series: internal(nullable(plainObject({ revision: integer({ minimum: 1 }), sequence: integer({ minimum: 1 }) }))),
    status_transitions: about(
      'The times of the status changes.',
      object({
        accepted_at: about('When the quote was accepted, in Unix seconds; null unless it was.', nullable(timestamp)),
        canceled_at: about('When the quote was canceled or expired, in Unix seconds; null unless it was.', nullable(timestamp)),
        finalized_at: about('When the quote was finalized, in Unix seconds; null for a draft.', nullable(timestamp)),
      }),
    ),
    subscription: about('The subscription that acceptance has started; null without one.', nullable(ref('subscription'))),
    subscription_data,
    subscription_schedule: about(
      'The schedule that starts the subscription at its effective date; null without one.',
      nullable(ref('subscription_schedule')),
    ),
    test_clock: about(
      'The test clock of the quote and its customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    total_details,
    transfer_data,
  },
  for_sdks: forSdks,
  start: { draft: 'quote.created' },
  states: {
    draft: { open: 'quote.finalized', canceled: 'quote.canceled' },
    open: { accepted: 'quote.accepted', canceled: 'quote.canceled' },
    accepted: {},
    canceled: {},
  },
  timers: ['expire'],
  unexpected: 'quote_unexpected_state',
  columns: ['customer', 'status', 'test_clock'],
});

/** A quote as rules see it. */
export type Quote = It<typeof quote>;
/** A quote whose content can still be changed. */
export type DraftQuote = It<typeof quote, 'draft'>;
/** The discounts and tax rates of the line items. */
export type OwnTerms = NonNullable<Quote['own_terms']>;
/** A line item of a quote. */
export type QuoteItem = Quote['line_items']['data'][number];
