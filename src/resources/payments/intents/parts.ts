import { nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object, pick, schemaOf, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { billing_details } from '../../parts.js';
import { card, named_by_type, payment_method_for_payer, payment_method_type, sepa_debit } from '../payment-methods/payment-method.js';

const embedded_members = {
  id: text,
  object: text,
  billing_details,
  card: nullable(card),
  created: timestamp,
  customer: nullable(ref('customer')),
  livemode: flag,
  metadata,
  sepa_debit: nullable(sepa_debit),
  type: text,
};

const embedded_payment_method = {
  ...object({ ...named_by_type, ...embedded_members }),
  // What its type names is described once, with payment methods.
  schema: { ...schemaOf(embedded_members), additionalProperties: { type: 'object' } },
};

const preview_members = pick(embedded_members, 'billing_details', 'card', 'customer', 'sepa_debit', 'type');

/** What a payment method will be, before there is one that its merchant can use. */
export const payment_method_preview = {
  ...object({ ...named_by_type, ...preview_members }),
  schema: { ...schemaOf(preview_members), additionalProperties: { type: 'object' } },
};

/** Why the last confirmation failed (seed, last_setup_error). */
export const last_error = object({
  charge: nullable(text),
  code: text,
  decline_code: nullable(text),
  doc_url: nullable(text),
  message: text,
  param: nullable(text),
  payment_method: nullable(embedded_payment_method),
  payment_method_type: nullable(text),
  type: oneOf('api_error', 'card_error', 'idempotency_error', 'invalid_request_error'),
});

/** All of it, and of the payment method what payers see of any. */
export const last_error_for_payer = {
  charge: true,
  code: true,
  decline_code: true,
  doc_url: true,
  message: true,
  param: true,
  payment_method: payment_method_for_payer,
  payment_method_type: true,
  type: true,
} as const;

const redirect = object({ return_url: nullable(text), url: text });
const link = object({ url: text });
const native = object({ native_url: text });
/** The URL of a picture, which may hold the whole picture. */
const image = textOf(50_000);

const code = sparse({ data: text, expires_at: timestamp, image_url_png: image, image_url_svg: image });
const codeWithWays = nullable(sparse({ hosted_instructions_url: text, mobile_auth_url: text, qr_code: code }));
const at_till = sparse({ confirmation_number: text, payment_code: text });

/** An account that takes transfers, by Stripe's names: `type` names the member that is filled. */
const account_shown = {
  ...sparse({ type: required(text), supported_networks: listOf(text, 10) }),
  schema: { type: 'object', additionalProperties: true },
};

/** Where to transfer what, by Stripe's names. */
const transfer = {
  amount_remaining: nullable(integer()),
  currency: text,
  financial_addresses: listOf(account_shown, 10),
  hosted_instructions_url: text,
  reference: text,
};

/** What a payer types in beside the page that they are sent to, where the seed names the page alone. */
const beside_the_page = {
  bank_transfer_id_display_details: nullable(sparse({ account_holder_name: text, account_number: text, bank_name: text })),
  boleto_display_details: nullable(sparse({ number: text })),
};

/** Steps that the seed does not name, by Stripe's names. */
const steps_of_stripe = {
  blik_authorize: nullable(object({})),
  cashapp_handle_redirect_or_display_qr_code: codeWithWays,
  display_bank_transfer_instructions: nullable(sparse({ ...transfer, type: text })),
  konbini_display_details: nullable(
    sparse({
      expires_at: timestamp,
      hosted_voucher_url: text,
      stores: sparse({ familymart: at_till, lawson: at_till, ministop: at_till, seicomart: at_till }),
    }),
  ),
  multibanco_display_details: nullable(sparse({ entity: text, expires_at: timestamp, hosted_voucher_url: text, reference: text })),
  swish_handle_redirect_or_display_qr_code: codeWithWays,
  verify_with_microdeposits: nullable(sparse({ arrival_date: timestamp, hosted_verification_url: text, microdeposit_type: text })),
} as const;

/** What the payer must do next: `type` names the one member that is filled (seed, next_action). */
export const next_action = sparse({
  type: required(text),
  /** Until when the payer can take it, where that is known. */
  expires_at: timestamp,
  /** With what the payer pays, where money is paid now. */
  payment_method_type,
  redirect_to_url: nullable(redirect),
  ddc_redirect: nullable(redirect),
  challenge_redirect: nullable(redirect),
  alipayplus_handle_redirect: nullable(object({ return_url: nullable(text), schemeUrl: text, applinkUrl: text, normalUrl: text })),
  alipay_handle_redirect: nullable(
    object({ native_data: nullable(text), native_url: nullable(text), return_url: nullable(text), url: text }),
  ),
  wechat_pay_display_qr_code: nullable(object({ data: text, data_ur: nullable(image), image_url_png: image, image_url_svg: image })),
  wechat_pay_redirect_to_android_app: nullable(native),
  wechat_pay_redirect_to_ios_app: nullable(native),
  wechat_pay_redirect_to_web: nullable(link),
  wechat_pay_official_account_params: nullable(
    object({ appId: text, timeStamp: text, nonceStr: text, signType: text, paySign: text, package: text }),
  ),
  truemoney_handle_redirect: nullable(link),
  akulaku_handle_redirect: nullable(link),
  bank_transfer_id_handle_redirect: nullable(link),
  promptpay_handle_redirect: nullable(link),
  dana_handle_redirect: nullable(link),
  shopeepay_handle_redirect: nullable(link),
  gcash_handle_redirect: nullable(link),
  rabbit_line_pay_handle_redirect: nullable(link),
  alipay_hk_handle_redirect: nullable(link),
  bpi_handle_redirect: nullable(link),
  pix_handle_redirect: nullable(object({ url: text, qrcode: text, timeout: integer() })),
  oxxo_handle_redirect: nullable(object({ timeout: text, bar_code: text, url: nullable(text) })),
  spei_display_details: nullable(sparse(transfer)),
  ...beside_the_page,
  ...steps_of_stripe,
});

/** A processor makes it for the payer, in shapes of its own: what is missing in it cannot be done. */
export const next_action_for_payer = 'whole';

/** How the payer agreed to be charged later. */
export const customer_acceptance = object({
  type: oneOf('offline', 'online'),
  accepted_at: nullable(timestamp),
  offline: nullable(object({})),
  online: nullable(object({ ip_address: nullable(text), user_agent: nullable(text) })),
});

const verification_method = oneOf('automatic', 'instant', 'microdeposits');

/** Options by payment method type (seed: card, request_three_d_secure). */
export const payment_method_options = object({
  acss_debit: sometimes(
    sparse({
      currency,
      mandate_options: sparse({
        custom_mandate_url: url,
        interval_description: textOf(500),
        payment_schedule: oneOf('combined', 'interval', 'sporadic'),
        transaction_type: oneOf('business', 'personal'),
      }),
      verification_method,
    }),
  ),
  card: nullable(object({ request_three_d_secure: nullable(oneOf('automatic', 'auto', 'any', 'challenge')) })),
  us_bank_account: sometimes(sparse({ financial_connections: sparse({ permissions: listOf(textOf(40), 10) }), verification_method })),
});
