import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, metadata, oneOf, ref, timestamp, url } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { shipment, shipment_for_payer } from '../../parts.js';
import { customer_acceptance, payment_method_preview } from '../intents/parts.js';
import { payment_method_for_payer } from '../payment-methods/payment-method.js';

const { id: _, object: __, created: ___, livemode: ____, ...preview_for_payer } = payment_method_for_payer;

/** What a payer has decided on the page of a shop, for the server to confirm an intent with. */
export const confirmationToken = resource({
  object: 'confirmation_token',
  prefix: 'ctoken',
  fields: {
    expires_at: about('Until when the token can be used, in Unix seconds: twelve hours after it was created.', nullable(timestamp)),
    mandate_data: about(
      'Always null: Florin does not use it.',
      nullable(object({ customer_acceptance: about('How and when the payer agreed to be charged later.', customer_acceptance) })),
    ),
    metadata,
    payment_intent: about('The payment that was confirmed with the token; null while it is unused.', nullable(ref('payment_intent'))),
    /** What the intent is going to be paid with. */
    payment_method: internal(ref('payment_method')),
    payment_method_preview: about('The payment method that the payer chose.', nullable(payment_method_preview)),
    return_url: about('Where the payer returns to after a step at their bank or wallet.', nullable(url)),
    setup_future_usage: about(
      'Whether the payer agreed that the payment method is saved: for payments with the payer present (`on_session`) or also without (`off_session`).',
      nullable(oneOf('off_session', 'on_session')),
    ),
    setup_intent: about('The SetupIntent that was confirmed with the token; null while it is unused.', nullable(ref('setup_intent'))),
    shipping: nullable(shipment),
    use_stripe_sdk: about('Always false.', flag),
  },
  publishable: {
    id: true,
    object: true,
    created: true,
    expires_at: true,
    livemode: true,
    payment_method_preview: preview_for_payer,
    return_url: true,
    setup_future_usage: true,
    shipping: shipment_for_payer,
    use_stripe_sdk: true,
  },
  for_sdks: forSdks,
  start: null,
});

/** A confirmation token. */
export type ConfirmationToken = It<typeof confirmationToken>;
