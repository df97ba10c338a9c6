import { about, alwaysThere, internal, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, flag, metadata, oneOf, ref, secret, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { money } from '../../billing/invoices/parts.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { of_taxes } from './automatic-tax.js';
import { of_branding } from './branding.js';
import { custom_fields_for_payer, custom_fields_for_visitor, custom_text_for_payer } from './custom.js';
import { further } from './further.js';
import { payment_intent_data, setup_intent_data } from './intent-data.js';
import { invoice_creation } from './invoice-creation.js';
import { discounted, line_items, line_items_for_payer, taxes } from './line-item.js';
import { of_optional } from './optional.js';
import {
  after_completion,
  after_expiration,
  collected_information,
  consent,
  customer_creation,
  customer_details,
  customer_update,
  locale,
  of_page,
  of_types,
  saved_payment_method_options,
  shipping_options,
} from './parts.js';
import { of_presentment } from './presentment.js';
import { subscription_data } from './subscription-data.js';

/** How the page is shown. Older and newer callers have different words for the same. */
export const ui_mode = oneOf('hosted', 'embedded', 'hosted_page', 'embedded_page', 'custom', 'elements');

/** Callers since then call a page of its own by another word. */
const hosted_page_since = '2026-03-25';

/** What a caller of a version calls a page of its own; null is a native caller. */
export const hostedAs = (version: string | null): 'hosted' | 'hosted_page' =>
  version !== null && version >= hosted_page_since ? 'hosted_page' : 'hosted';

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
  payment_method_types: true,
  payment_status: true,
  redirect_on_completion: true,
  return_url: true,
  status: true,
  success_url: true,
  ui_mode: true,
} as const;

/** What the page of a session shows, and what is not about its customer. */
const on_page = {
  adaptive_pricing: { enabled: true },
  currency_conversion: { amount_subtotal: true, amount_total: true, fx_rate: true, source_currency: true },
  presentment_details: { presentment_amount: true, presentment_currency: true },
  allow_promotion_codes: true,
  amount_subtotal: true,
  automatic_tax: { enabled: true, status: true },
  billing_address_collection: true,
  cancel_url: true,
  consent_collection: { payment_method_reuse_agreement: { position: true }, promotions: true, terms_of_service: true },
  custom_text: custom_text_for_payer,
  expires_at: true,
  line_items: line_items_for_payer,
  locale: true,
  origin_context: true,
  permissions: { update_shipping_details: true },
  name_collection: { business: { enabled: true, optional: true }, individual: { enabled: true, optional: true } },
  payment_method_collection: true,
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
    after_expiration: about('What a payer can do after the session has expired; null for nothing.', after_expiration),
    allow_promotion_codes: about(
      'Whether the payer can enter promotion codes on the page; null or false does not offer it.',
      nullable(flag),
    ),
    amount_subtotal: about(
      'The sum of the line items before discounts, exclusive taxes and shipping, in minor units; null if nothing is bought.',
      nullable(money),
    ),
    amount_total: about(
      'What the payer pays today, in minor units, with discounts, taxes and shipping; null if nothing is bought.',
      nullable(money),
    ),
    ...of_taxes,
    ...of_branding,
    cancel_url: about('The address of the link with which the payer leaves the page; null for no link.', nullable(url)),
    client_reference_id: about('Your own reference for the session, such as a cart, of at most 200 characters.', nullable(textOf(200))),
    client_secret: about(
      'The secret with which your page embeds the session; null for a session with an address of its own.',
      nullable(secret('client')),
    ),
    collected_information: about(
      'What the payer has entered besides the payment method; null until they confirm or you set it.',
      collected_information,
    ),
    consent: about('What the payer has agreed to; null if the session asks for nothing or they have not confirmed.', consent),
    currency: about('The currency of the purchase; null for a session that saves a payment method without one.', nullable(currency)),
    customer: about('The customer who pays; null for a guest, and until a new payer becomes a customer.', nullable(ref('customer'))),
    customer_creation: about(
      'Whether a payer without a customer becomes one: always, or only if a later payment needs it. Null with a customer.',
      customer_creation,
    ),
    customer_details: about('Who has paid, as they have said on the page; null until they confirm.', customer_details),
    customer_email: about('The e-mail address that the page uses in place of asking; not together with `customer`.', nullable(email)),
    /** What of its customer is changed by what the payer says. */
    customer_update: internal(customer_update),
    discounts: about(
      'The discount of the session, by its coupon or promotion code; at most one.',
      nullable(
        listOf(
          object({
            coupon: about('The coupon of the discount; null for one by a promotion code.', nullable(ref('coupon'))),
            promotion_code: about('The promotion code of the discount; null for a coupon without one.', nullable(ref('promotion_code'))),
          }),
          1,
        ),
      ),
    ),
    /** What its discounts take off; each is redeemed when the session is complete. */
    discounts_kept: internal(listOf(discount_value, 1)),
    expires_at: about(
      'When an open session expires, in Unix seconds: 30 minutes to 24 hours after it was created, by default 24 hours.',
      timestamp,
    ),
    invoice: about(
      "The first invoice of the session's subscription, or the invoice of its payment with `invoice_creation`; null until it is complete.",
      nullable(ref('invoice')),
    ),
    invoice_creation,
    line_items: about('What is bought; null for a session that saves a payment method.', alwaysThere(nullable(line_items))),
    /** Whether it was paid is known some time after it is complete. */
    is_late: internal(flag),
    locale: about("The language of the page, such as `de` or `pt-BR`; null or `auto` for that of the payer's browser.", nullable(locale)),
    metadata,
    mode: about(
      'Whether the session takes one payment, starts a subscription, or saves a payment method.',
      oneOf('payment', 'setup', 'subscription'),
    ),
    ...of_page,
    ...of_optional,
    page_url: about('The address that the script of an embedded session loads; absent for other sessions.', sometimes(text)),
    payment_intent: about(
      'The payment intent of the session; null in other modes, and for callers of new versions until the payer confirms.',
      nullable(ref('payment_intent')),
    ),
    payment_link: about('The payment link that the session was opened by; null for one that you created.', nullable(ref('payment_link'))),
    ...of_types,
    ...of_presentment,
    ...further,
    payment_status: about(
      'Whether the session is paid; a complete session can be unpaid while the payment is processed.',
      oneOf('unpaid', 'paid', 'no_payment_required'),
    ),
    /** A subscription that is paid for just now: the session names it once it is. */
    pending_subscription: internal(nullable(ref('subscription'))),
    /** Why its payer could not be subscribed. */
    refused: internal(text),
    /** What an attempt to pay that is under way has reserved. */
    reserved: internal(
      nullable(
        sparse({
          coupon: about('The coupon with a reserved redemption.', text),
          coupon_place: about('The position of the coupon, which tells it from a later one of the same id.', text),
          customer: about('The customer whose first transaction is reserved.', text),
          payment_link: about('The payment link with a reserved purchase.', text),
          promotion_code: about('The promotion code with a reserved redemption.', text),
        }),
      ),
    ),
    recovered_from: about('The expired session that this one recovered; null for others.', nullable(ref('checkout.session'))),
    /** The session that recovered it after its expiry. */
    recovered_url: internal(text),
    redirect_on_completion: about(
      'When an embedded session redirects the payer; absent for other sessions.',
      sometimes(redirect_on_completion),
    ),
    return_url: about('The address to which an embedded session redirects the payer; absent for other sessions.', sometimes(url)),
    saved_payment_method_options: about(
      'How payment methods of the customer are saved and offered; null for the defaults.',
      saved_payment_method_options,
    ),
    setup_intent: about(
      'The setup intent that saves the payment method; null in other modes or until the payer confirms.',
      nullable(ref('setup_intent')),
    ),
    shipping_cost: about(
      'What the chosen shipping rate costs; null if nothing is shipped.',
      nullable(
        object({
          amount_subtotal: about('The cost of shipping before taxes, in minor units.', money),
          amount_tax: about('The tax on shipping in minor units; only automatic taxes are on shipping.', money),
          amount_total: about('The cost of shipping with taxes, in minor units.', money),
          shipping_rate: about('The shipping rate that the payer has chosen, or the first one.', nullable(ref('shipping_rate'))),
          taxes: about('The taxes on shipping by rate.', taxes),
        }),
      ),
    ),
    shipping_options: about('The shipping rates that the payer can choose from, at most 5.', shipping_options),
    subscription: about(
      'The subscription that the session has started; null until it is complete, and in other modes.',
      nullable(ref('subscription')),
    ),
    success_url: about(
      'The address to which the payer is redirected after paying; `{CHECKOUT_SESSION_ID}` in it becomes the id of the session.',
      nullable(url),
    ),
    total_details: about(
      'What discounts, shipping and taxes contribute to the total; null if nothing is bought.',
      nullable(
        object({
          amount_discount: about('The sum of all discounts, in minor units.', money),
          amount_shipping: about('The cost of shipping, in minor units; null if nothing is shipped.', nullable(money)),
          amount_tax: about('The sum of all taxes, in minor units.', money),
          breakdown: about(
            'The discounts and taxes one by one.',
            alwaysThere(
              object({
                discounts: about('The discounts with their amounts over all line items.', discounted),
                taxes: about('The taxes by rate over all line items.', taxes),
              }),
            ),
          ),
        }),
      ),
    ),
    ui_mode: about(
      'Whether the page has an address of its own, is embedded, or consists of elements on a page of yours; the words depend on the API version of the caller.',
      ui_mode,
    ),
    url: about(
      'The address of the page to redirect the payer to; null for an embedded session and once it is no longer open.',
      nullable(text),
    ),
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
  for_sdks: forSdks,
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
