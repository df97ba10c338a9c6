/** The types of errors (seed, Errors 1). */
export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

type Row = { readonly status: number; readonly type: ErrorType; readonly message: string };

/** Codes for errors in the request itself, independent of state: they do not use up the idempotency key (promise 16). */
const of_input: ReadonlySet<string> = new Set([
  'email_invalid',
  'parameter_invalid',
  'parameter_invalid_empty',
  'parameter_missing',
  'parameters_exclusive',
  'url_invalid',
]);

/** Whether a refusal with this code requires a different request. */
export const isOfInput = (code: ErrorCode): boolean => of_input.has(code);

/**
 * Every refusal of the API: its HTTP status, type and default message. A refusal must have one of these codes. Codes are Stripe's where it has one,
 * because client code branches on them (spec README, decision 3).
 */
export const errors = {
  account_invalid: { status: 403, type: 'invalid_request_error', message: 'This key has no access to that account.' },
  account_link_expired: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The link has already been opened or has expired. Create another one.',
  },
  account_session_expired: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The account session has expired. Create another one.',
  },
  alert_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The alert is not in a state that allows this.' },
  amount_too_large: { status: 400, type: 'invalid_request_error', message: 'The amount must be at most 99999999.' },
  amount_too_small: { status: 400, type: 'invalid_request_error', message: 'The amount must be at least 1.' },
  api_key_expired: {
    status: 401,
    type: 'invalid_request_error',
    message: 'This API key has expired or was revoked. Roll the key and use the new one.',
  },
  api_key_missing: {
    status: 401,
    type: 'invalid_request_error',
    message:
      'You did not provide an API key. Send it as the user name of HTTP Basic authentication (curl -u KEY:) or as "Authorization: Bearer KEY".',
  },
  api_key_unknown: { status: 401, type: 'invalid_request_error', message: 'Invalid API key provided.' },
  archived_meter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The meter of this event is inactive. Reactivate it, or record for another one.',
  },
  authentication_required: {
    status: 402,
    type: 'card_error',
    message:
      'The payment requires the payer to authenticate, but was requested without them: off_session, error_on_requires_action or a charge without an intent. Confirm a PaymentIntent while they are present.',
  },
  balance_insufficient: {
    status: 400,
    type: 'invalid_request_error',
    message: 'You have insufficient funds in your available balance for this payout.',
  },
  beneficiary_in_use: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A payout is on its way to this beneficiary. Wait until it has arrived.',
  },
  body_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The request body could not be read. Send valid JSON or form-encoded parameters in UTF-8.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    message: 'The request body is too large. At most 1 MiB is accepted, and 16 MiB with a file.',
  },
  card_declined: { status: 402, type: 'card_error', message: 'Your card was declined.' },
  card_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The issued card has a status that does not allow this.' },
  cardholder_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The cardholder has a status that does not allow this.',
  },
  charges_not_allowed: { status: 400, type: 'invalid_request_error', message: 'This account cannot take payments yet.' },
  charge_already_captured: { status: 400, type: 'invalid_request_error', message: 'The charge has been captured already.' },
  charge_already_refunded: { status: 400, type: 'invalid_request_error', message: 'The charge has been refunded already.' },
  charge_disputed: { status: 400, type: 'invalid_request_error', message: 'The charge is disputed, so it cannot be refunded.' },
  charge_not_capturable: { status: 400, type: 'invalid_request_error', message: 'The charge has no authorized money to capture.' },
  charge_not_refundable: { status: 400, type: 'invalid_request_error', message: 'The charge has no captured money to refund.' },
  checkout_session_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The Checkout Session is no longer open. Create another one.',
  },
  coupon_expired: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The coupon can no longer be redeemed. Send another one.',
  },
  credit_note_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The credit note is not in a state that allows this.',
  },
  csrf_invalid: {
    status: 403,
    type: 'invalid_request_error',
    message: 'A request with the cookie of a session must send the token of that session in the header Florin-CSRF.',
  },
  customer_tax_location_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message:
      'The tax location of this customer is unknown. Send an address with a country, and in the US and in Canada with a postal_code.',
  },
  dispute_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The dispute is not in a state that allows this.' },
  duplicate_meter_event: {
    status: 400,
    type: 'invalid_request_error',
    message: 'An event with this identifier has already been recorded.',
  },
  email_invalid: { status: 400, type: 'invalid_request_error', message: 'Not a valid e-mail address.' },
  exchange_rate_unavailable: {
    status: 400,
    type: 'invalid_request_error',
    message: 'There is no exchange rate for these currencies.',
  },
  expired_card: { status: 402, type: 'card_error', message: 'Your card has expired.' },
  file_expired: { status: 404, type: 'invalid_request_error', message: 'The file has expired. Its contents are no longer kept.' },
  file_link_expired: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The link has expired and cannot be changed. Create another link to the file.',
  },
  file_storage_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The files of this account use up its storage.',
  },
  fx_quote_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The FX quote cannot be used for this. Create another one.',
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'idempotency_error',
    message: 'A request with this idempotency key is still in progress. Try again in a moment.',
  },
  idempotency_key_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'An idempotency key has 1 to 255 printable ASCII characters and is not a card number. Send a random UUID.',
  },
  idempotency_key_reused: {
    status: 400,
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with. Use another key for another request.',
  },
  incorrect_cvc: { status: 402, type: 'card_error', message: "Your card's security code is incorrect." },
  incorrect_number: { status: 402, type: 'card_error', message: 'Your card number is incorrect.' },
  insufficient_capabilities_for_transfer: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This account cannot take transfers: its capability transfers is not active.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Something went wrong on our side. The request can be repeated safely with the same idempotency key.',
  },
  invalid_cvc: { status: 402, type: 'card_error', message: "Your card's security code is invalid." },
  invalid_expiry_month: { status: 402, type: 'card_error', message: "Your card's expiration month is invalid." },
  invalid_expiry_year: { status: 402, type: 'card_error', message: "Your card's expiration year is invalid." },
  invalid_number: { status: 402, type: 'card_error', message: 'Your card number is invalid.' },
  invitation_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This link has been used or has expired. Ask an administrator for another one.',
  },
  invoice_no_customer_line_items: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Nothing to invoice: the invoice has no lines. Add invoice items first.',
  },
  invoice_no_subscription_line_items: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Nothing is pending for this subscription, so there is nothing to invoice. Add invoice items for it first.',
  },
  invoice_not_editable: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This invoice is no longer a draft, so it can no longer be changed like this.',
  },
  invoice_payment_intent_requires_action: {
    status: 402,
    type: 'card_error',
    message:
      'This payment requires the payer to act before it can succeed. Send them to hosted_invoice_url, or confirm its PaymentIntent with them.',
  },
  invoice_rendering_template_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The invoice rendering template is not in a state that allows this.',
  },
  invoice_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The invoice is not in a state that allows this.',
  },
  invoice_upcoming_none: { status: 404, type: 'invalid_request_error', message: 'No upcoming invoices for this customer.' },
  last_administrator: { status: 400, type: 'invalid_request_error', message: 'An account needs an administrator who can sign in.' },
  lock_timeout: {
    status: 429,
    type: 'invalid_request_error',
    message: 'This object is being changed by too many requests at once. Send fewer of them in parallel, or retry in a moment.',
  },
  issuing_token_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The token of the issued card has a status that does not allow this.',
  },
  issuing_authorization_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The authorization of the issued card is no longer in a state that allows this.',
  },
  media_type_unsupported: {
    status: 415,
    type: 'invalid_request_error',
    message: 'Send the body as application/json or application/x-www-form-urlencoded.',
  },
  no_meter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'No meter counts events of this name. Create one with this event_name.',
  },
  meter_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The meter is not in a state that allows this.' },
  meter_event_value_too_many_digits: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A value has at most 12 digits before the decimal point and 12 after it.',
  },
  meter_event_no_customer_defined: { status: 400, type: 'invalid_request_error', message: 'The payload names no customer.' },
  meter_event_invalid_value: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The value must be a decimal number such as 25 or 0.5.',
  },
  meter_event_customer_not_found: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The payload names a customer that does not exist.',
  },
  not_in_florin_yet: {
    status: 404,
    type: 'invalid_request_error',
    message: 'Florin does not implement this Stripe operation yet. See /docs for the implemented ones.',
  },
  oauth_grant_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The code or the token is of no authorization of this platform, has expired, or was used or given back.',
  },
  parameter_conflict: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The same parameter has different values in the query string and in the body.',
  },
  parameter_invalid: { status: 400, type: 'invalid_request_error', message: 'The value is not valid.' },
  parameter_invalid_empty: {
    status: 400,
    type: 'invalid_request_error',
    message: 'You passed an empty value. Leave the parameter out instead.',
  },
  parameter_invalid_integer: { status: 400, type: 'invalid_request_error', message: 'Invalid integer.' },
  parameter_invalid_string: { status: 400, type: 'invalid_request_error', message: 'Invalid string.' },
  parameter_missing: { status: 400, type: 'invalid_request_error', message: 'A required parameter is missing.' },
  parameter_unknown: { status: 400, type: 'invalid_request_error', message: 'Received an unknown parameter.' },
  parameters_exclusive: { status: 400, type: 'invalid_request_error', message: 'Send only one of these parameters.' },
  payment_intent_authentication_failure: {
    status: 402,
    type: 'card_error',
    message: 'Your bank has not confirmed this payment. Try again, or choose another payment method.',
  },
  payment_intent_invalid_parameter: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The parameter does not fit this kind of payment method.',
  },
  payment_intent_payment_attempt_expired: {
    status: 402,
    type: 'card_error',
    message: 'The payment was not completed in time. Try again, or choose another payment method.',
  },
  payment_intent_payment_attempt_failed: {
    status: 402,
    type: 'card_error',
    message: 'The payment was not completed. Try again, or choose another payment method.',
  },
  payment_intent_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The PaymentIntent is not in a state that allows this.',
  },
  payment_method_customer_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The payment method belongs to another customer. Detach it there first or use one of this customer.',
  },
  payment_method_microdeposit_verification_amounts_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The amounts do not match those sent to the account. Check its statement again.',
  },
  payment_method_microdeposit_verification_attempts_exceeded: {
    status: 402,
    type: 'card_error',
    message: 'The account could not be verified: too many wrong amounts or codes. Choose another payment method.',
  },
  payment_method_microdeposit_verification_descriptor_code_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The code does not match the one sent to the account. Check its statement again.',
  },
  payment_method_unactivated: {
    status: 400,
    type: 'invalid_request_error',
    message: 'No processor of this account handles this payment method. Configure one before using it.',
  },
  payment_link_inactive: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This link can no longer be used for purchases.',
  },
  payment_method_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The payment method cannot be used in its present state.',
  },
  personalization_design_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The personalization design has a status that does not allow this.',
  },
  payout_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The payout is no longer in a state that allows this.',
  },
  payouts_not_allowed: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This account has no default bank account to pay out to. Add one, or send a destination.',
  },
  permission_denied: { status: 403, type: 'invalid_request_error', message: 'This key may not call this operation.' },
  processing_error: {
    status: 402,
    type: 'card_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  rate_limit: {
    status: 429,
    type: 'invalid_request_error',
    message: 'Too many requests. Slow down and retry after the time in the Retry-After header.',
  },
  quote_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The quote is not in a state that allows this.' },
  refund_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The refund is not in a state that allows this.' },
  resource_already_exists: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Another object already has this value. Send another value, or remove it from the other object first.',
  },
  resource_missing: { status: 404, type: 'invalid_request_error', message: 'No such object.' },
  sealed_content_invalid: {
    status: 500,
    type: 'api_error',
    message:
      'The sealed data for this was changed or swapped in the database, so nothing was done. The operator of this service has been alerted.',
  },
  second_factor_invalid: {
    status: 401,
    type: 'invalid_request_error',
    message: 'The code is wrong or was used before. Enter the next one.',
  },
  secret_key_required: {
    status: 403,
    type: 'invalid_request_error',
    message:
      'This operation needs a secret key. A publishable key may only create payment methods and tokens, and retrieve or confirm an intent together with its client_secret.',
  },
  service_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The database cannot be reached at the moment. The request can be repeated safely with the same idempotency key.',
  },
  session_ended: { status: 401, type: 'invalid_request_error', message: 'The session has ended. Sign in again.' },
  setup_intent_authentication_failure: {
    status: 402,
    type: 'card_error',
    message: 'Your bank has not confirmed this payment method. Try again, or choose another payment method.',
  },
  setup_intent_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The SetupIntent is not in a state that allows this.',
  },
  sign_in_failed: { status: 401, type: 'invalid_request_error', message: 'The e-mail address or the password is wrong.' },
  snapshot_outdated: {
    status: 400,
    type: 'invalid_request_error',
    message:
      'This snapshot was saved by an earlier version of Florin, whose tables had another form. Build the state again and save it under the same name.',
  },
  snapshots_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message:
      'This sandbox has the maximum of 100 snapshots. Delete one of them, or save under the name of an existing one, which is replaced.',
  },
  subscription_schedule_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The subscription schedule is not in a state that allows this.',
  },
  subscription_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The subscription has a status that does not allow this.',
  },
  stripe_tax_inactive: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Taxes cannot be calculated before the head office is known. Send head_office[address] to POST /v1/tax/settings.',
  },
  tax_id_invalid: { status: 400, type: 'invalid_request_error', message: 'The tax id does not have the format of its type.' },
  test_clock_advancing: {
    status: 429,
    type: 'invalid_request_error',
    message: 'Test clock advancement underway - cannot perform modifications. Retry when the status of the test clock is ready.',
  },
  test_clock_unexpected_state: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The test clock is not in a state that allows this.',
  },
  test_mode_only: {
    status: 403,
    type: 'invalid_request_error',
    message: 'Test helpers exist in test mode only. Use a test key.',
  },
  timestamp_too_far_in_past: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The timestamp may be at most 35 days ago on the clock of the customer.',
  },
  timestamp_in_future: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The timestamp may be at most 5 minutes ahead of the clock of the customer.',
  },
  token_already_used: {
    status: 400,
    type: 'invalid_request_error',
    message: 'A token can only be used once, and this one has been used. Create another one.',
  },
  topup_unexpected_state: { status: 400, type: 'invalid_request_error', message: 'The top-up is not in a state that allows this.' },
  uri_invalid: {
    status: 400,
    type: 'invalid_request_error',
    message: 'The path or the query string is not valid UTF-8.',
  },
  url_invalid: { status: 400, type: 'invalid_request_error', message: 'Not a valid URL.' },
  url_unknown: {
    status: 404,
    type: 'invalid_request_error',
    message: 'Unrecognized request URL. See /docs for every operation.',
  },
  webhook_endpoints_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    message: 'This account has the maximum number of enabled webhook endpoints. Disable or delete one of them first.',
  },
} as const satisfies Record<string, Row>;

/** A code of this catalog. */
export type ErrorCode = keyof typeof errors;
