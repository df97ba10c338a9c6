import { nullable } from '../../../kernel/base/fields.js';
import { oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { counted_in, declinedIn } from '../intents/declines.js';
import { last_error } from '../intents/parts.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

/** One try at setting up a payment method: what was tried and how it went. */
export const setupAttempt = resource({
  object: 'setup_attempt',
  prefix: 'setatt',
  fields: {
    counted_in,
    customer: nullable(ref('customer')),
    payment_method: ref('payment_method'),
    payment_method_details: object({
      type: payment_method_type,
      card: nullable(
        object({
          three_d_secure: nullable(object({ authentication_flow: nullable(text), result: nullable(text), version: nullable(text) })),
        }),
      ),
    }),
    /** Who answered for this try. */
    processor: nullable(text),
    setup_error: nullable(last_error),
    setup_intent: ref('setup_intent'),
    usage: oneOf('off_session', 'on_session'),
  },
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
