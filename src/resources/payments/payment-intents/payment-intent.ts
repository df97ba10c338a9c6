import { type Field, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
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
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { intentForSdks } from '../../core/next-actions/for-sdks.js';
import { shipment, shipment_for_payer, statement_descriptor, transfer_data } from '../../parts.js';
import { of_browser } from '../intents/declines.js';
import { last_error, last_error_for_payer, next_action, next_action_for_payer } from '../intents/parts.js';
import { allowed_types, method_ref } from '../payment-methods/payment-method.js';
import { capture_method, payment_method_options } from './options.js';

const usage = oneOf('off_session', 'on_session');

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
    amount,
    amount_capturable: integer(),
    amount_received: integer(),
    ...of_browser,
    application: nullable(expandsTo('application', text)),
    application_fee_amount: nullable(integer()),
    automatic_payment_methods: nullable(object({ enabled: flag, allow_redirects: nullable(oneOf('always', 'never')) })),
    canceled_at: nullable(timestamp),
    cancellation_reason: nullable(text),
    capture_method,
    /** The checkout session that it pays. */
    checkout_session: internal(ref('checkout.session')),
    client_secret: secret('client'),
    /** Until when the merchant's server can confirm again, once the payer has been through a step. */
    confirm_before: sometimes(nullable(timestamp)),
    confirmation_method: oneOf('automatic', 'manual'),
    currency,
    customer: nullable(ref('customer')),
    description: nullable(text),
    /** The type of the step that the payer has been through, while the merchant's server has yet to confirm again. */
    finished_step: sometimes(nullable(text)),
    /** What it is converted by, where it is paid in another currency than it settles in. */
    fx_quote: nullable(ref('fx_quote')),
    /** How often more was asked for than was held at first. */
    increments: internal(integer({ minimum: 0 })),
    /** What it pays, where it is not paid for its own sake. */
    invoice: nullable(ref('invoice')),
    last_payment_error: nullable(last_error),
    /** Names the try under way: its page and its asks are void for any other. */
    latest_attempt: nullable(text),
    latest_charge: nullable(ref('charge')),
    mandate: nullable(ref('mandate')),
    merchant_order_id: nullable(textOf(255)),
    merchant_user_id: nullable(textOf(255)),
    metadata,
    next_action: nullable(next_action),
    on_behalf_of: nullable(ref('account')),
    payment_method: nullable(method_ref),
    payment_method_options,
    payment_method_types: allowed_types,
    /** Who answered for the try under way. */
    processor: nullable(text),
    processing: nullable(object({ type: text })),
    quantity: nullable(integer({ minimum: 0 })),
    receipt_email: nullable(email),
    return_url: nullable(url),
    review: nullable(expandsTo('review', text)),
    setup_future_usage: nullable(usage),
    shipping: nullable(shipment),
    statement_descriptor: nullable(statement_descriptor),
    statement_descriptor_suffix: nullable(statement_descriptor),
    transfer_data: nullable(transfer_data),
    transfer_group: nullable(text),
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
