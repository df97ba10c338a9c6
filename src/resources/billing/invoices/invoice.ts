import { initially, internal, nullable, revealed, sometimes } from '../../../kernel/base/fields.js';
import {
  country,
  email,
  expandsTo,
  flag,
  integer,
  metadata,
  oneOf,
  ref,
  refToAny,
  text,
  textOf,
  timestamp,
} from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { address, address_for_payer, custom_fields, percent, shipping, statement_descriptor, transfer_data } from '../../parts.js';
import { taken_at_once } from '../../payments/payment-intents/options.js';
import { method_ref, payment_method_types } from '../../payments/payment-methods/payment-method.js';
import { basis } from './basis.js';
import { line_for_payer, lines } from './line.js';
import {
  discount_amounts,
  issuer,
  money,
  rendering,
  tax_amounts,
  tax_rate_value,
  tax_rates_for_payer,
  taxes,
  taxes_for_payer,
} from './parts.js';
import { printed, printed_for_payer } from './printed.js';

/** What an invoice belongs to, as newer clients read it. */
const parent = nullable(
  object({
    quote_details: nullable(object({ quote: text })),
    subscription_details: nullable(
      object({ metadata: nullable(metadata), subscription: ref('subscription'), subscription_proration_date: sometimes(timestamp) }),
    ),
    type: oneOf('subscription_details', 'quote_details'),
  }),
);

/** What callers say of an invoice besides what it costs. */
export const described = {
  custom_fields,
  description: nullable(textOf(1500)),
  footer: nullable(text),
  metadata,
  statement_descriptor: nullable(statement_descriptor),
} as const;

/** Who is to pay; frozen when the invoice is finalized. */
export const of_customer = {
  customer_address: nullable(address),
  customer_email: nullable(email),
  customer_name: nullable(textOf(256)),
  customer_phone: nullable(textOf(100)),
  customer_shipping: nullable(shipping),
  customer_tax_exempt: nullable(oneOf('none', 'exempt', 'reverse')),
  customer_tax_ids: nullable(listOf(object({ type: text, value: nullable(text) }))),
} as const;

/** What may be paid with. */
export const payment_settings = object({
  default_mandate: nullable(text),
  payment_method_options: nullable(taken_at_once),
  payment_method_types: nullable(listOf(oneOf(...payment_method_types), 50)),
});

/** The sums, all of which come of the lines (`sums.ts`) and of what has been paid. */
const sums = {
  amount_due: money,
  amount_overpaid: money,
  amount_paid: money,
  amount_paid_off_stripe: money,
  amount_remaining: money,
  amount_shipping: money,
  ending_balance: nullable(money),
  post_payment_credit_notes_amount: money,
  pre_payment_credit_notes_amount: money,
  starting_balance: money,
  subtotal: money,
  subtotal_excluding_tax: nullable(money),
  tax: nullable(money),
  total: money,
  total_discount_amounts: discount_amounts,
  total_excluding_tax: nullable(money),
  total_pretax_credit_amounts: listOf(object({ amount: integer(), discount: ref('discount'), type: oneOf('discount') })),
  total_tax_amounts: tax_amounts,
  total_taxes: taxes,
} as const;

/** What is billed: lines, what they come to, and how far the customer has paid it. */
export const invoice = resource({
  object: 'invoice',
  title: 'invoice',
  prefix: 'in',
  fields: {
    ...described,
    ...of_customer,
    ...sums,
    account_country: nullable(country),
    account_name: nullable(text),
    account_tax_ids: nullable(listOf(ref('tax_id'))),
    application: nullable(expandsTo('application', text)),
    application_fee_amount: nullable(integer()),
    attempt_count: integer(),
    attempted: flag,
    auto_advance: flag,
    automatic_tax: object({
      disabled_reason: nullable(text),
      enabled: flag,
      liability: nullable(issuer),
      provider: nullable(text),
      status: nullable(text),
    }),
    automatically_finalizes_at: nullable(timestamp),
    basis,
    billing_reason: initially(
      'manual',
      oneOf('manual', 'subscription_create', 'subscription_cycle', 'subscription_threshold', 'subscription_update', 'upcoming'),
    ),
    charge: nullable(ref('charge')),
    collection_method: oneOf('charge_automatically', 'send_invoice'),
    /** The secret of the payment by which a browser can pay; only where the caller asks to expand it. */
    confirmation_secret: revealed('payment_intent'),
    currency,
    customer: ref('customer'),
    customer_account: nullable(text),
    default_payment_method: nullable(method_ref),
    default_source: nullable(refToAny('card')),
    default_tax_rates: listOf(tax_rate_value, 5),
    /** The only discount, as it was shown before there could be many. */
    discount: nullable(discount_value),
    discounts: listOf(ref('discount'), 20),
    due_date: nullable(timestamp),
    effective_at: nullable(timestamp),
    /** When it was declined first, from which retries are counted. */
    first_declined_at: internal(nullable(timestamp)),
    from_invoice: nullable(object({ action: text, invoice: ref('invoice') })),
    hosted_invoice_url: nullable(text),
    invoice_pdf: nullable(text),
    issuer,
    last_finalization_error: nullable(object({ code: text, message: text, param: nullable(text), type: text })),
    latest_revision: nullable(ref('invoice')),
    lines,
    next_payment_attempt: nullable(timestamp),
    number: nullable(textOf(26)),
    /** The number was set by a caller; no other final invoice may have it. */
    number_chosen: internal(flag),
    on_behalf_of: nullable(ref('account')),
    paid: flag,
    paid_out_of_band: flag,
    parent,
    payment_intent: nullable(ref('payment_intent')),
    payment_settings,
    /** The percentages of the amount due that the subscription passes on, where the invoice sets no amounts. */
    percentages: internal(nullable(object({ fee: nullable(percent), passed: nullable(percent) }))),
    period_end: timestamp,
    period_start: timestamp,
    printed,
    quote: nullable(text),
    receipt_number: nullable(text),
    /** The payment that is to pay it; null while nothing is due. */
    payment: internal(nullable(ref('invoice_payment'))),
    /** The payment method that was declined for good: nothing is charged until there is another one. */
    refused_method: internal(nullable(text)),
    rendering,
    /** What it takes the place of, the last first. */
    revises: internal(listOf(ref('invoice'))),
    /** How often it was tried again by itself since it was declined first. */
    retries: internal(integer()),
    /** The payer is asked to authenticate what was declined while they were away. */
    steps_up: internal(flag),
    shipping_cost: nullable(object({ amount_subtotal: integer(), amount_tax: integer(), amount_total: integer() })),
    shipping_details: nullable(shipping),
    status_transitions: object({
      finalized_at: nullable(timestamp),
      marked_uncollectible_at: nullable(timestamp),
      paid_at: nullable(timestamp),
      voided_at: nullable(timestamp),
    }),
    subscription: nullable(ref('subscription')),
    subscription_details: nullable(object({ metadata: nullable(metadata) })),
    test_clock: nullable(ref('test_helpers.test_clock')),
    transfer_data: nullable(transfer_data),
    webhooks_delivered_at: nullable(timestamp),
  },
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
  publishable: {
    id: true,
    object: true,
    account_country: true,
    account_name: true,
    amount_due: true,
    amount_paid: true,
    amount_remaining: true,
    collection_method: true,
    created: true,
    currency: true,
    custom_fields: { name: true, value: true },
    customer_address: address_for_payer,
    customer_email: true,
    customer_name: true,
    customer_phone: true,
    customer_tax_exempt: true,
    customer_tax_ids: { type: true, value: true },
    default_tax_rates: tax_rates_for_payer,
    description: true,
    due_date: true,
    footer: true,
    hosted_invoice_url: true,
    invoice_pdf: true,
    lines: { data: line_for_payer },
    livemode: true,
    number: true,
    paid: true,
    period_end: true,
    period_start: true,
    post_payment_credit_notes_amount: true,
    pre_payment_credit_notes_amount: true,
    rendering: { amount_tax_display: true, pdf: { page_size: true } },
    starting_balance: true,
    ending_balance: true,
    status: true,
    status_transitions: { finalized_at: true, marked_uncollectible_at: true, paid_at: true, voided_at: true },
    subtotal: true,
    subtotal_excluding_tax: true,
    total: true,
    total_discount_amounts: { amount: true, discount: true },
    total_excluding_tax: true,
    total_taxes: taxes_for_payer,
  },
  payer_page: {
    basis: { discounts: { id: true, coupon: { name: true, percent_off: true } } },
    payment_intent: true,
    printed: printed_for_payer,
  },
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
