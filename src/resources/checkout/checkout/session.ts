import { alwaysThere, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, flag, metadata, oneOf, ref, secret, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { money } from '../../billing/invoices/parts.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { share } from '../../connect/transfers/sharing.js';
import { shipment, statement_descriptor, transfer_data } from '../../parts.js';
import { capture_method } from '../../payments/payment-intents/options.js';
import { allowed_types } from '../../payments/payment-methods/payment-method.js';
import { discounted, line_items, line_items_for_payer, taxes } from './line-item.js';
import {
  after_completion,
  after_expiration,
  collected_information,
  consent,
  custom_fields_for_payer,
  custom_fields_for_visitor,
  custom_text_for_payer,
  customer_creation,
  customer_details,
  customer_update,
  locale,
  of_page,
  payment_method_options,
  saved_payment_method_options,
  shipping_options,
} from './parts.js';
import { subscription_data } from './subscription-data.js';

/** What of a payment is said beforehand. */
export const payment_intent_data = sparse({
  application_fee_amount: nullable(share),
  capture_method,
  description: nullable(text),
  merchant_order_id: nullable(textOf(255)),
  merchant_user_id: nullable(textOf(255)),
  metadata,
  on_behalf_of: ref('account'),
  receipt_email: email,
  setup_future_usage: nullable(oneOf('off_session', 'on_session')),
  shipping: nullable(shipment),
  statement_descriptor: nullable(statement_descriptor),
  statement_descriptor_suffix: nullable(statement_descriptor),
  transfer_data,
  transfer_group: nullable(text),
});

/** The same, of what is only set up. */
export const setup_intent_data = sparse({ description: nullable(text), metadata, on_behalf_of: ref('account') });

/** How the page is shown. Older and newer callers have different words for the same. */
export const ui_mode = oneOf('hosted', 'embedded', 'hosted_page', 'embedded_page');

/** When an embedded session redirects the payer. */
export const redirect_on_completion = oneOf('always', 'if_required', 'never');

/** What has been asked for with a session, and is used when its payer confirms. */
const kept = {
  payment_intent_data: internal(payment_intent_data),
  setup_intent_data: internal(setup_intent_data),
  subscription_data: internal(subscription_data),
} as const;

/** What browsers see of a session, besides the addresses of its page. */
const in_browsers = {
  id: true,
  object: true,
  amount_total: true,
  currency: true,
  livemode: true,
  mode: true,
  payment_status: true,
  redirect_on_completion: true,
  return_url: true,
  status: true,
  success_url: true,
  ui_mode: true,
} as const;

/** What the page of a session shows, and what is not about its customer. */
const on_page = {
  allow_promotion_codes: true,
  amount_subtotal: true,
  billing_address_collection: true,
  cancel_url: true,
  consent_collection: { payment_method_reuse_agreement: { position: true }, promotions: true, terms_of_service: true },
  custom_text: custom_text_for_payer,
  expires_at: true,
  line_items: line_items_for_payer,
  locale: true,
  name_collection: { business: { enabled: true, optional: true }, individual: { enabled: true, optional: true } },
  payment_method_collection: true,
  payment_method_types: true,
  phone_number_collection: { enabled: true },
  saved_payment_method_options: { payment_method_remove: true, payment_method_save: true },
  shipping_address_collection: { allowed_countries: true },
  shipping_cost: { amount_subtotal: true, amount_tax: true, amount_total: true, shipping_rate: true },
  submit_type: true,
  tax_id_collection: { enabled: true, required: true },
  total_details: { amount_discount: true, amount_shipping: true, amount_tax: true },
} as const;

/** A purchase on a hosted page: its items, its payer, and its outcome. */
export const session = resource({
  object: 'checkout.session',
  title: 'Checkout Session',
  prefix: 'cs',
  fields: {
    ...kept,
    /** Where a payer is redirected after paying by a link. */
    after_completion: internal(after_completion),
    after_expiration,
    allow_promotion_codes: nullable(flag),
    amount_subtotal: nullable(money),
    amount_total: nullable(money),
    automatic_tax: object({
      enabled: flag,
      liability: nullable(object({ type: oneOf('self') })),
      provider: nullable(text),
      status: nullable(text),
    }),
    cancel_url: nullable(url),
    client_reference_id: nullable(textOf(200)),
    client_secret: nullable(secret('client')),
    collected_information,
    consent,
    currency: nullable(currency),
    customer: nullable(ref('customer')),
    customer_creation,
    customer_details,
    customer_email: nullable(email),
    /** What of its customer is changed by what the payer says. */
    customer_update: internal(customer_update),
    discounts: nullable(listOf(object({ coupon: nullable(ref('coupon')), promotion_code: nullable(ref('promotion_code')) }), 1)),
    /** What its discounts take off; each is redeemed when the session is complete. */
    discounts_kept: internal(listOf(discount_value, 1)),
    expires_at: timestamp,
    invoice: nullable(ref('invoice')),
    invoice_creation: nullable(object({ enabled: flag })),
    line_items: alwaysThere(nullable(line_items)),
    /** Whether it was paid is known some time after it is complete. */
    is_late: internal(flag),
    locale: nullable(locale),
    metadata,
    mode: oneOf('payment', 'setup', 'subscription'),
    ...of_page,
    /** The address of its page, for the script that embeds it. */
    page_url: sometimes(text),
    payment_intent: nullable(ref('payment_intent')),
    payment_link: nullable(ref('payment_link')),
    payment_method_options,
    payment_method_types: allowed_types,
    payment_status: oneOf('unpaid', 'paid', 'no_payment_required'),
    /** A subscription that is paid for just now: the session names it once it is. */
    pending_subscription: internal(nullable(ref('subscription'))),
    /** Why its payer could not be subscribed. */
    refused: internal(text),
    /** What an attempt to pay that is under way has reserved. */
    reserved: internal(nullable(sparse({ coupon: text, coupon_place: text, customer: text, payment_link: text, promotion_code: text }))),
    recovered_from: nullable(ref('checkout.session')),
    /** The session that recovered it after its expiry. */
    recovered_url: internal(text),
    redirect_on_completion: sometimes(redirect_on_completion),
    return_url: sometimes(url),
    saved_payment_method_options,
    setup_intent: nullable(ref('setup_intent')),
    shipping_cost: nullable(
      object({ amount_subtotal: money, amount_tax: money, amount_total: money, shipping_rate: nullable(ref('shipping_rate')) }),
    ),
    shipping_options,
    subscription: nullable(ref('subscription')),
    success_url: nullable(url),
    total_details: nullable(
      object({
        amount_discount: money,
        amount_shipping: nullable(money),
        amount_tax: money,
        breakdown: alwaysThere(object({ discounts: discounted, taxes })),
      }),
    ),
    ui_mode,
    url: nullable(text),
  },
  publishable: { ...in_browsers, page_url: true, url: true },
  payer_page: {
    ...on_page,
    after_expiration: { recovery: { enabled: true } },
    custom_fields: custom_fields_for_payer,
    customer_email: true,
    recovered_url: true,
  },
  hides_secret: ({ ui_mode }) => ui_mode === 'hosted' || ui_mode === 'hosted_page',
  visitor: { ...in_browsers, ...on_page, custom_fields: custom_fields_for_visitor },
  start: { open: null },
  states: {
    open: { complete: 'checkout.session.completed', expired: 'checkout.session.expired' },
    complete: {},
    expired: {},
  },
  events: { told: ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'] },
  timers: ['expire'],
  unexpected: 'checkout_session_unexpected_state',
  columns: ['customer', 'customer_details.email', 'payment_intent', 'payment_link', 'status', 'subscription'],
});

/** A session as rules see it. */
export type Session = It<typeof session>;
/** One that can still be paid. */
export type OpenSession = It<typeof session, 'open'>;
