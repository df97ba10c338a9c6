import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { expandsTo, flag, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { counted_in, declinedIn } from '../intents/declines.js';
import { last_error } from '../intents/parts.js';
import { card_tried } from '../payment-methods/card.js';
import { authentication } from '../payment-methods/card-details.js';
import { set_up_by_type } from '../payment-methods/details.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

/** What the options of an intent say of a card, and its attempt shows. */
export const asked_of_card = {
  moto: about('Whether the payer gave the card by post or telephone; absent where that was not said.', sometimes(flag)),
} as const;

const card_set_up = {
  ...card_tried,
  ...asked_of_card,
  three_d_secure: about('How the payer authenticated; null without authentication.', nullable(object(authentication))),
} as const;

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
        ...set_up_by_type,
        card: about('The card as it was tried, if `type` is `card`; null for other types.', nullable(object(card_set_up))),
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
