import { about, type Field, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import {
  amount,
  email,
  expandsTo,
  flag,
  integer,
  metadata,
  oneOf,
  ref,
  secret,
  text,
  textOf,
  timestamp,
  url,
} from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { intentForSdks } from '../../core/next-actions/for-sdks.js';
import { radar_options, screening } from '../../core/radar/rule-fields.js';
import { routing_under_way } from '../../core/routing/rule-fields.js';
import { shipment, shipment_for_payer, statement_descriptor, transfer_data } from '../../parts.js';
import { of_browser } from '../intents/declines.js';
import { next_action, next_action_for_payer } from '../intents/next-action.js';
import { last_error, last_error_for_payer } from '../intents/parts.js';
import { configuration_details } from '../payment-method-configurations/offered.js';
import { narrowed_types } from '../payment-methods/narrowed.js';
import { allowed_types, method_ref } from '../payment-methods/payment-method.js';
import { presentment_details } from '../presentment.js';
import { amount_details, amount_lines } from './amount-details.js';
import { capture_method, payment_method_options } from './options.js';

const usage = about(
  'Whether the payment method is saved for the customer once the payment succeeds: for payments with the payer present (`on_session`) or also without (`off_session`).',
  oneOf('off_session', 'on_session'),
);

/** That the payer is not there: a flag, or the words of older integrations (Stripe). */
export const off_session: Field<boolean, boolean, 'optional'> = {
  ...flag,
  schema: { anyOf: [flag.schema, { type: 'string', enum: ['one_off', 'recurring'] }] },
  read: (value, at, reading) => value === 'one_off' || value === 'recurring' || flag.read(value, at, reading),
};

/** A payment in progress: its amount, its status, and the payer's next action. */
export const paymentIntent = resource({
  object: 'payment_intent',
  title: 'PaymentIntent',
  prefix: 'pi',
  fields: {
    amount: about('The amount to pay in minor units, such as 2000 for 20.00 USD.', amount),
    amount_capturable: about('The authorized amount in minor units that can be captured.', integer()),
    amount_details,
    /** The lines of `amount_details`. */
    amount_lines: internal(amount_lines),
    amount_received: about('The amount that was captured, in minor units.', integer()),
    ...of_browser,
    application: about(
      "The id of the platform's application, for a payment that a platform takes for a connected account; otherwise null.",
      nullable(expandsTo('application', text)),
    ),
    application_fee_amount: about('The fee in minor units that the platform keeps from the payment.', nullable(integer())),
    automatic_payment_methods: about(
      'Whether Florin chooses the types of payment method: all that accept the currency and the terms of the payment.',
      nullable(
        object({
          enabled: about('Whether the types are chosen automatically.', flag),
          allow_redirects: about('Stored and returned; redirects are always possible.', nullable(oneOf('always', 'never'))),
        }),
      ),
    ),
    canceled_at: about('When the payment was canceled, in Unix seconds.', nullable(timestamp)),
    cancellation_reason: about('Why the payment was canceled; `automatic` if an authorization was not captured in time.', nullable(text)),
    capture_method,
    /** The checkout session that it pays. */
    checkout_session: internal(ref('checkout.session')),
    client_secret: about(
      "Authorizes the payer's page, together with a publishable key, to retrieve and confirm this payment. Do not store or log it.",
      secret('client'),
    ),
    /** Until when the merchant's server can confirm again, once the payer has been through a step. */
    confirm_before: about(
      'Until when your server can confirm the payment again after the payer has completed a step, in Unix seconds. Only with `confirmation_method` `manual`.',
      sometimes(nullable(timestamp)),
    ),
    confirmation_method: about(
      "Whether the payment continues by itself after the payer has completed a step (`automatic`), or waits until your server confirms it again (`manual`). A payer's page cannot confirm a manual one.",
      oneOf('automatic', 'manual'),
    ),
    currency: about('The currency of the payment, a three-letter ISO 4217 code.', currency),
    customer: about('The customer who pays. A saved payment method can only pay for its own customer.', nullable(ref('customer'))),
    description: about('Your description of the payment.', nullable(text)),
    ...narrowed_types,
    /** The type of the step that the payer has been through, while the merchant's server has yet to confirm again. */
    finished_step: about(
      'The type of the step that the payer has completed, while your server has not confirmed the payment again.',
      sometimes(nullable(text)),
    ),
    /** What it is converted by, where it is paid in another currency than it settles in. */
    fx_quote: about('The quote whose exchange rate converts the payment, if it settles in another currency.', nullable(ref('fx_quote'))),
    /** How often more was asked for than was held at first. */
    increments: internal(integer({ minimum: 0 })),
    /** What it pays, where it is not paid for its own sake. */
    invoice: about('The invoice that this payment pays; null for other payments.', nullable(ref('invoice'))),
    last_payment_error: about('Why the last attempt failed; null while none has failed.', nullable(last_error)),
    /** Names the try under way: its page and its asks are void for any other. */
    latest_attempt: about('The id of the last attempt to pay.', nullable(text)),
    latest_charge: about('The charge of the last attempt.', nullable(ref('charge'))),
    mandate: about('The mandate by which the payer agreed to this payment or to later ones.', nullable(ref('mandate'))),
    merchant_order_id: about('Your own id of the order, up to 255 characters; payments can be searched by it.', nullable(textOf(255))),
    merchant_user_id: about('Your own id of the payer, up to 255 characters; payments can be searched by it.', nullable(textOf(255))),
    metadata,
    next_action: about('What the payer must do before the payment can continue; null if nothing.', nullable(next_action)),
    on_behalf_of: about('The connected account in whose name the payment is taken.', nullable(ref('account'))),
    payment_method: about('The payment method that pays.', nullable(method_ref)),
    payment_method_configuration_details: about(
      'The configuration that chose the types of payment method; null where they were not chosen automatically.',
      nullable(configuration_details),
    ),
    payment_method_options,
    payment_method_types: allowed_types,
    presentment_details,
    /** Who answered for the try under way. */
    processor: about('The processor that answered the last attempt.', nullable(text)),
    processing: about(
      'Always null: Florin does not use it.',
      nullable(object({ type: about('The type of the payment method that is processed.', text) })),
    ),
    quantity: about('The number of goods, for your own use.', nullable(integer({ minimum: 0 }))),
    receipt_email: about('The address to which a receipt is sent once the payment succeeds; null sends none.', nullable(email)),
    return_url: about('Where the payer returns to after a step at their bank or wallet.', nullable(url)),
    /** What rules count its charge by. */
    counted_by: internal(listOf(text)),
    /** The rules that may decide about the attempt under way. */
    screening,
    radar_options: internal(radar_options),
    /** How the attempt under way is routed. */
    routing: routing_under_way,
    review: about('The review of the payment, if a rule opened one.', nullable(ref('review'))),
    setup_future_usage: about(
      'Whether the payment method is saved for the customer once the payment succeeds: for payments with the payer present (`on_session`) or also without (`off_session`).',
      nullable(usage),
    ),
    shipping: nullable(shipment),
    statement_descriptor: nullable(statement_descriptor),
    statement_descriptor_suffix: about(
      'The end of the text on a card statement: up to 22 characters, with a letter and without the marks < >  \' " and *.',
      nullable(statement_descriptor),
    ),
    transfer_data: nullable(transfer_data),
    transfer_group: about('Your name for a group of related charges and transfers.', nullable(text)),
    /** What its account had switched off when it was made. */
    types_off: internal(allowed_types),
  },
  for_sdks: intentForSdks,
  publishable: {
    id: true,
    object: true,
    amount: true,
    automatic_payment_methods: { enabled: true, allow_redirects: true },
    canceled_at: true,
    cancellation_reason: true,
    capture_method: true,
    client_secret: true,
    confirmation_method: true,
    created: true,
    currency: true,
    description: true,
    last_payment_error: last_error_for_payer,
    livemode: true,
    next_action: next_action_for_payer,
    payment_method: true,
    payment_method_types: true,
    processing: { type: true },
    receipt_email: true,
    setup_future_usage: true,
    shipping: shipment_for_payer,
    status: true,
  },
  payer_page: { finished_step: true, return_url: true },
  start: { requires_payment_method: 'payment_intent.created', requires_confirmation: 'payment_intent.created' },
  states: {
    requires_payment_method: { requires_confirmation: null, processing: null, canceled: 'payment_intent.canceled' },
    requires_confirmation: {
      requires_payment_method: 'payment_intent.payment_failed',
      processing: null,
      succeeded: 'payment_intent.succeeded',
      requires_capture: 'payment_intent.amount_capturable_updated',
      canceled: 'payment_intent.canceled',
    },
    requires_action: {
      requires_payment_method: 'payment_intent.payment_failed',
      requires_confirmation: null,
      processing: null,
      succeeded: 'payment_intent.succeeded',
      requires_capture: 'payment_intent.amount_capturable_updated',
      canceled: 'payment_intent.canceled',
    },
    processing: {
      succeeded: 'payment_intent.succeeded',
      requires_action: 'payment_intent.requires_action',
      requires_capture: 'payment_intent.amount_capturable_updated',
      requires_payment_method: 'payment_intent.payment_failed',
      canceled: 'payment_intent.canceled',
    },
    requires_capture: { processing: null },
    succeeded: {},
    canceled: {},
  },
  events: { told: ['payment_intent.processing'] },
  timers: ['release', 'expire_step', 'lapse', 'inquire'],
  unexpected: 'payment_intent_unexpected_state',
  columns: ['customer'],
  searchable: ['amount', 'currency', 'customer', 'merchant_order_id', 'merchant_user_id', 'status'],
  indexed: ['amount', 'customer', 'merchant_order_id', 'merchant_user_id'],
});
