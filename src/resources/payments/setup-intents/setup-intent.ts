import { internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, metadata, oneOf, ref, secret, text, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { intentForSdks } from '../../core/next-actions/for-sdks.js';
import { of_browser } from '../intents/declines.js';
import { last_error, last_error_for_payer, next_action, next_action_for_payer, payment_method_options } from '../intents/parts.js';
import { allowed_types, method_ref } from '../payment-methods/payment-method.js';

/** A promise to charge later: collects a payment method and proves it works, without moving money. */
export const setupIntent = resource({
  object: 'setup_intent',
  title: 'SetupIntent',
  prefix: 'seti',
  fields: {
    application: nullable(expandsTo('application', text)),
    automatic_payment_methods: nullable(object({ enabled: flag, allow_redirects: nullable(oneOf('always', 'never')) })),
    cancellation_reason: nullable(oneOf('abandoned', 'requested_by_customer', 'duplicate')),
    ...of_browser,
    /** The checkout session that saves the payment method. */
    checkout_session: internal(ref('checkout.session')),
    client_secret: secret('client'),
    customer: nullable(ref('customer')),
    description: nullable(text),
    last_setup_error: nullable(last_error),
    latest_attempt: nullable(ref('setup_attempt')),
    mandate: nullable(ref('mandate')),
    metadata,
    next_action: nullable(next_action),
    on_behalf_of: nullable(ref('account')),
    payment_method: nullable(method_ref),
    payment_method_options,
    payment_method_types: allowed_types,
    return_url: nullable(url),
    single_use_mandate: nullable(ref('mandate')),
    usage: oneOf('off_session', 'on_session'),
  },
  for_sdks: intentForSdks,
  publishable: {
    id: true,
    object: true,
    cancellation_reason: true,
    client_secret: true,
    created: true,
    description: true,
    last_setup_error: last_error_for_payer,
    livemode: true,
    next_action: next_action_for_payer,
    payment_method: true,
    payment_method_types: true,
    status: true,
  },
  payer_page: { return_url: true },
  start: { requires_payment_method: 'setup_intent.created', requires_confirmation: 'setup_intent.created' },
  states: {
    requires_payment_method: { requires_confirmation: null, processing: null, canceled: 'setup_intent.canceled' },
    requires_confirmation: { requires_payment_method: null, processing: null, canceled: 'setup_intent.canceled' },
    requires_action: { requires_payment_method: null, requires_confirmation: null, processing: null, canceled: 'setup_intent.canceled' },
    processing: {
      succeeded: 'setup_intent.succeeded',
      requires_action: 'setup_intent.requires_action',
      requires_payment_method: 'setup_intent.setup_failed',
    },
    succeeded: {},
    canceled: {},
  },
  timers: ['inquire'],
  unexpected: 'setup_intent_unexpected_state',
  columns: ['customer', 'payment_method'],
});
