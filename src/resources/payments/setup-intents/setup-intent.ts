import { about, internal, nullable, required } from '../../../kernel/base/fields.js';
import { amount, expandsTo, flag, metadata, oneOf, ref, secret, text, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { intentForSdks } from '../../core/next-actions/for-sdks.js';
import { of_browser } from '../intents/declines.js';
import { next_action, next_action_for_payer } from '../intents/next-action.js';
import { last_error, last_error_for_payer } from '../intents/parts.js';
import { configuration_details } from '../payment-method-configurations/offered.js';
import { narrowed_types } from '../payment-methods/narrowed.js';
import { allowed_types, excluded_types, method_ref } from '../payment-methods/payment-method.js';
import { payment_method_options } from './options.js';

const single_use = object({
  amount: required(about('The amount in minor units that may be charged once.', amount)),
  currency: required(about('Its currency, a three-letter ISO 4217 code.', currency)),
});

/** The parameter that agrees on one charge. */
export const single_use_param = about('What may be charged once: the mandate is then for a single charge of this amount.', single_use);

/** A promise to charge later: collects a payment method and proves it works, without moving money. */
export const setupIntent = resource({
  object: 'setup_intent',
  title: 'SetupIntent',
  prefix: 'seti',
  fields: {
    application: about('Always null: Florin does not use it.', nullable(expandsTo('application', text))),
    automatic_payment_methods: about(
      'Whether Florin chooses the types of payment method: all that can be saved and that the configuration offers.',
      nullable(
        object({
          enabled: about('Whether the types are chosen automatically.', flag),
          allow_redirects: about('Stored and returned; redirects are always possible.', nullable(oneOf('always', 'never'))),
        }),
      ),
    ),
    cancellation_reason: about(
      'Why the intent was canceled; null without a reason.',
      nullable(oneOf('abandoned', 'requested_by_customer', 'duplicate')),
    ),
    ...of_browser,
    /** The checkout session that saves the payment method. */
    checkout_session: internal(ref('checkout.session')),
    client_secret: about(
      "Authorizes the payer's page, together with a publishable key, to retrieve and confirm this intent. Do not store or log it.",
      secret('client'),
    ),
    customer: about('The customer that the payment method is attached to once it is set up.', nullable(ref('customer'))),
    description: about('Your description of the intent.', nullable(text)),
    ...narrowed_types,
    last_setup_error: about('Why the last attempt failed; null while none has failed.', nullable(last_error)),
    latest_attempt: about('The last attempt to set up a payment method.', nullable(ref('setup_attempt'))),
    mandate: about('The mandate to charge the payment method repeatedly.', nullable(ref('mandate'))),
    metadata,
    next_action: about('What the payer must do before the setup can continue; null if nothing.', nullable(next_action)),
    on_behalf_of: about('The connected account for which the payment method is saved.', nullable(ref('account'))),
    payment_method: about('The payment method to set up.', nullable(method_ref)),
    payment_method_configuration_details: about(
      'The configuration that chose the types of payment method; null where they were not chosen automatically.',
      nullable(configuration_details),
    ),
    payment_method_options,
    payment_method_types: allowed_types,
    return_url: about('Where the payer returns to after a step at their bank or wallet.', nullable(url)),
    /** What the mandate allows once. */
    single_use: internal(single_use),
    single_use_mandate: about('The mandate to charge the payment method once.', nullable(ref('mandate'))),
    usage: about(
      'How the payment method will be charged: with the payer present (`on_session`) or also without (`off_session`). It decides whether the mandate is for one charge or several.',
      oneOf('off_session', 'on_session'),
    ),
    /** What its account or configuration does not offer. */
    types_off: internal(excluded_types),
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
