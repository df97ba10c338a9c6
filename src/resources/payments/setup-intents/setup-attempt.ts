import { about, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { counted_in, declinedIn } from '../intents/declines.js';
import { last_error } from '../intents/parts.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

/** One try at setting up a payment method: what was tried and how it went. */
export const setupAttempt = resource({
  object: 'setup_attempt',
  prefix: 'setatt',
  fields: {
    application: about('Always null: Florin does not use it.', nullable(expandsTo('application', text))),
    counted_in,
    customer: about('The customer of the SetupIntent.', nullable(ref('customer'))),
    on_behalf_of: about(
      'The connected account for which the SetupIntent saves the payment method; null for your own.',
      nullable(ref('account')),
    ),
    payment_method: about('The payment method that was tried.', ref('payment_method')),
    payment_method_details: about(
      'What the attempt showed of the payment method.',
      object({
        type: about('The type of the payment method.', payment_method_type),
        card: about(
          'The result for a card; null for other types.',
          nullable(
            object({
              three_d_secure: about(
                'How the payer authenticated; null without authentication.',
                nullable(
                  object({
                    authentication_flow: about('How the payer authenticated: by a step at the issuer (`challenge`).', nullable(text)),
                    result: about('The result of the authentication, such as `authenticated`.', nullable(text)),
                    version: about('The version of 3D Secure, such as `2.2.0`.', nullable(text)),
                  }),
                ),
              ),
            }),
          ),
        ),
      }),
    ),
    /** Who answered for this try. */
    processor: about('The processor that answered.', nullable(text)),
    setup_error: about('Why the attempt failed; null if it has not.', nullable(last_error)),
    setup_intent: about('The SetupIntent of the attempt.', ref('setup_intent')),
    usage: about('How the payment method will be charged, as the SetupIntent said.', oneOf('off_session', 'on_session')),
  },
  for_sdks: forSdks,
  start: { processing: null },
  states: {
    processing: { requires_action: null, succeeded: null, failed: null },
    requires_action: { processing: null, succeeded: null, failed: null, abandoned: null },
    succeeded: {},
    failed: {},
    abandoned: {},
  },
  columns: ['setup_intent'],
  usage: ({ counted_in, created, status }) => (status === 'failed' ? declinedIn(counted_in, created) : []),
});
