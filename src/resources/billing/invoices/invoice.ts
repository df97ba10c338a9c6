import { about, initially, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { country, expandsTo, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { shipment } from '../../parts.js';
import { basis } from './basis.js';
import { collection } from './collection.js';
import { invoice_for_payer, invoice_page_for_payer } from './for-payer.js';
import { lines } from './line.js';
import { described, of_customer, sums } from './members.js';
import { issuer, money, rendering, tax_rate_value } from './parts.js';
import { printed } from './printed.js';
import { shipping_shown } from './shipping.js';

const parent = about(
  'What the invoice was created from; null for an invoice of pending items. In the form of versions since 2025-03-31.',
  nullable(
    object({
      quote_details: about(
        'The accepted quote that the invoice bills; null for other invoices.',
        nullable(object({ quote: about('The id of the quote.', text) })),
      ),
      subscription_details: about(
        'The subscription that the invoice bills; null for other invoices.',
        nullable(
          object({
            metadata: about('The metadata of the subscription when the invoice was created.', nullable(metadata)),
            subscription: about('The subscription that the invoice bills.', ref('subscription')),
            subscription_proration_date: about(
              'The time for which a previewed change is prorated, in Unix seconds; absent otherwise.',
              sometimes(timestamp),
            ),
          }),
        ),
      ),
      type: about('Which of the two members is set.', oneOf('subscription_details', 'quote_details')),
    }),
  ),
);

/** What is billed: lines, what they come to, and how far the customer has paid it. */
export const invoice = resource({
  object: 'invoice',
  title: 'invoice',
  prefix: 'in',
  fields: {
    ...described,
    ...of_customer,
    ...sums,
    ...collection,
    account_country: about('The country of the account that issues the invoice, as a two-letter ISO 3166-1 code.', nullable(country)),
    account_name: about('The public business name of the account that issues the invoice.', nullable(text)),
    account_tax_ids: about(
      'The tax ids of your account on the invoice; the default ones of the account when none are sent.',
      nullable(listOf(ref('tax_id'))),
    ),
    application: about(
      'The platform for whose connected account the invoice was created; null for your own invoices.',
      nullable(expandsTo('application', text)),
    ),
    automatic_tax: about(
      'The automatic calculation of taxes, by the settings and registrations of the account.',
      object({
        disabled_reason: about('Always null: Florin does not turn automatic taxes off.', nullable(text)),
        enabled: about('Whether taxes are calculated automatically.', flag),
        liability: about('The account that is liable for the taxes; null without automatic taxes.', nullable(issuer)),
        provider: about('Always `stripe`, the name of the calculation for SDKs; null without automatic taxes.', nullable(text)),
        status: about(
          '`complete`, or `requires_location_inputs` as long as the address of the customer is not sufficient; null without automatic taxes.',
          nullable(oneOf('complete', 'failed', 'requires_location_inputs')),
        ),
      }),
    ),
    basis,
    billing_reason: about(
      'Why the invoice was created: by a request (`manual`), an accepted quote, a new, renewed or changed subscription, or as a preview (`upcoming`).',
      initially(
        'manual',
        oneOf(
          'automatic_pending_invoice_item_invoice',
          'manual',
          'quote_accept',
          'subscription_create',
          'subscription_cycle',
          'subscription_threshold',
          'subscription_update',
          'upcoming',
        ),
      ),
    ),
    currency: about('The currency of all amounts, as a three-letter code in lower case.', currency),
    customer: about('The customer who pays the invoice.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    default_tax_rates: about(
      'The tax rates of lines without their own, as they were when they were put on the invoice.',
      listOf(tax_rate_value, 5),
    ),
    discount: about('The only discount of the invoice, in the older form; null for none and for several.', nullable(discount_value)),
    discounts: about(
      'The discounts of the whole invoice in the order of their application; lines can have others.',
      listOf(ref('discount'), 20),
    ),
    effective_at: about('The date on the invoice, in Unix seconds; when it was finalized by default.', nullable(timestamp)),
    from_invoice: about(
      'The invoice that this one revises; null for an original one.',
      nullable(
        object({
          action: about('Always `revision`.', text),
          invoice: about('The invoice that this one replaces when it is finalized.', ref('invoice')),
        }),
      ),
    ),
    issuer: about('The account whose name and address the invoice shows.', issuer),
    last_finalization_error: about(
      'Why automatic finalization failed last; null unless it did.',
      nullable(
        object({
          code: about('The error code, as an API error has it.', text),
          message: about('The message of the error in plain English.', text),
          param: about('The parameter or member that has to be changed; null without one.', nullable(text)),
          type: about('The kind of the error.', text),
        }),
      ),
    ),
    latest_revision: about('The newest invoice that revises this one; null without one.', nullable(ref('invoice'))),
    lines: about('All lines of the invoice, in the order of display.', lines),
    number: about(
      'The number on the invoice, unique in your account and up to 26 characters; assigned at finalization unless you set it on the draft.',
      nullable(textOf(26)),
    ),
    /** The number was set by a caller; no other final invoice may have it. */
    number_chosen: internal(flag),
    on_behalf_of: about(
      'The connected account that the invoice is presented as, and whose settings the payment uses; null for your own.',
      nullable(ref('account')),
    ),
    parent,
    period_end: about('The end of the billed time in Unix seconds; the time of creation for other invoices.', timestamp),
    period_start: about('The start of the billed time in Unix seconds; the time of creation for other invoices.', timestamp),
    printed,
    quote: about('The accepted quote that the invoice bills; null for other invoices.', nullable(ref('quote'))),
    receipt_number: about('The number of the receipt; always null, as the invoice number is on it.', nullable(text)),
    rendering: about('How the PDF shows the invoice; null for the defaults.', rendering),
    /** What it takes the place of, the last first. */
    revises: internal(listOf(ref('invoice'))),
    shipping_cost: about('The cost of shipping, which is part of the total; null without shipping.', nullable(shipping_shown)),
    shipping_details: about(
      'The address that the goods of this invoice are sent to, and the carrier; null without one.',
      nullable(shipment),
    ),
    status_details: about(
      'More about the state of the invoice; present once it has been marked as uncollectible.',
      sometimes(
        object({
          uncollectible: about(
            'Why the invoice is uncollectible.',
            object({
              reason: about(
                'Whether a request of yours (`user_forgiven`) or the paused collection of its subscription marked the invoice.',
                nullable(oneOf('user_forgiven', 'subscription_paused')),
              ),
            }),
          ),
        }),
      ),
    ),
    status_transitions: about(
      'When the invoice reached its states.',
      object({
        finalized_at: about('When the invoice was finalized, in Unix seconds; null for a draft.', nullable(timestamp)),
        marked_uncollectible_at: about(
          'When the invoice was marked as uncollectible, in Unix seconds; null unless it was.',
          nullable(timestamp),
        ),
        paid_at: about('When the invoice was paid, in Unix seconds; null until then.', nullable(timestamp)),
        voided_at: about('When the invoice was voided, in Unix seconds; null unless it was.', nullable(timestamp)),
      }),
    ),
    subscription: about('The subscription that the invoice bills; null for other invoices.', nullable(ref('subscription'))),
    subscription_details: about(
      "The subscription's data, in the form of versions before 2025-03-31; null for other invoices.",
      nullable(object({ metadata: about('The metadata of the subscription when the invoice was created.', nullable(metadata)) })),
    ),
    /** The record of the automatic taxes of its payment. */
    tax_transaction: internal(ref('tax.transaction')),
    /** What credit notes took off its lines, or off shipping where `line` is null, before it was paid. */
    taxes_credited: internal(listOf(plainObject({ note: text, line: nullable(text), amount: money, amount_tax: money }))),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    threshold_reason: about(
      'The thresholds of the subscription that brought about the invoice; present on invoices with `billing_reason=subscription_threshold`.',
      sometimes(
        object({
          amount_gte: about(
            'The amount of unbilled usage, in minor units, that was reached; null where only items reached theirs.',
            nullable(money),
          ),
          item_reasons: about(
            'The items whose usage reached their own thresholds.',
            listOf(
              object({
                line_item_ids: about('The ids of the lines that bill the usage of the item.', listOf(text)),
                usage_gte: about('The number of units that was reached.', integer()),
              }),
            ),
          ),
        }),
      ),
    ),
    webhooks_delivered_at: about('Always null: `webhook_attempts` list the deliveries.', nullable(timestamp)),
  },
  for_sdks: forSdks,
  start: { draft: 'invoice.created' },
  states: {
    draft: { open: 'invoice.finalized' },
    open: { paid: 'invoice.paid', void: 'invoice.voided', uncollectible: 'invoice.marked_uncollectible' },
    uncollectible: { paid: 'invoice.paid', void: 'invoice.voided' },
    paid: {},
    void: {},
  },
  events: {
    updated: 'invoice.updated',
    removed: 'invoice.deleted',
    told: [
      'invoice.finalization_failed',
      'invoice.overdue',
      'invoice.overpaid',
      'invoice.payment_action_required',
      'invoice.payment_failed',
      'invoice.payment_succeeded',
      'invoice.sent',
      'invoice.upcoming',
      'invoice.will_be_due',
    ],
  },
  timers: ['finalize', 'retry', 'overdue', 'will_be_due'],
  unexpected: 'invoice_unexpected_state',
  unique: { number: ({ number, number_chosen }) => (number_chosen && typeof number === 'string' ? number : null) },
  removable: true,
  columns: ['collection_method', 'customer', 'due_date', 'status', 'subscription', 'test_clock'],
  lists: { payments: { object: 'invoice_payment', by: 'invoice', url: (id) => `/v1/invoice_payments?invoice=${id}` } },
  publishable: invoice_for_payer,
  payer_page: invoice_page_for_payer,
  searchable: ['currency', 'customer', 'number', 'status', 'subscription', 'total'],
  indexed: ['customer', 'number', 'subscription', 'total'],
});

/** An invoice as rules see it. */
export type Invoice = It<typeof invoice>;
/** An invoice that can still be changed. */
export type Draft = It<typeof invoice, 'draft'>;
/** An invoice that is owed. */
export type Owed = It<typeof invoice, 'open' | 'uncollectible'>;

/** Whether the invoice still awaits payment. */
export const isOwed = <I extends Invoice>(it: I): it is I & Owed => it.status === 'open' || it.status === 'uncollectible';

/** Whether it was made by hand: for a subscription, too, it then stands for none of its periods and changes. */
export const isManual = ({ billing_reason }: Pick<Invoice, 'billing_reason'>): boolean => billing_reason === 'manual';

/** A line as it is stored and shown. */
export type Line = Invoice['lines']['data'][number];
