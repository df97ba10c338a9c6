import { about, initially, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, metadata, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick, schemaOf } from '../../../kernel/base/members.js';
import { advice_codes } from '../../../processors/contract.js';
import { billing_details } from '../../parts.js';
import { card } from '../payment-methods/card.js';
import { sepa_debit } from '../payment-methods/debits.js';
import { named_by_type, payment_method_for_payer, redisplay } from '../payment-methods/payment-method.js';

const embedded_members = {
  allow_redisplay: about('Whether the payment method may be offered to its payer again.', initially('unspecified', redisplay)),
  id: about('The id of the payment method.', text),
  object: about('Always `payment_method`.', text),
  billing_details,
  card: about('The card, if `type` is `card`; otherwise null.', nullable(card)),
  created: about('When the payment method was created, in Unix seconds.', timestamp),
  customer: about('The customer that the payment method is attached to.', nullable(ref('customer'))),
  livemode: about('Whether the payment method belongs to live mode.', flag),
  metadata,
  sepa_debit: about('The bank account, if `type` is `sepa_debit`; otherwise null.', nullable(sepa_debit)),
  type: about('The type of payment method. A member of the same name has its details.', text),
};

const embedded_payment_method = {
  ...object({ ...named_by_type, ...embedded_members }),
  // What its type names is described once, with payment methods.
  schema: { ...schemaOf(embedded_members), additionalProperties: { type: 'object' } },
};

const preview_members = pick(embedded_members, 'allow_redisplay', 'billing_details', 'card', 'customer', 'sepa_debit', 'type');

/** What a payment method will be, before there is one that its merchant can use. */
export const payment_method_preview = object({ ...named_by_type, ...preview_members });

/** Why the last confirmation failed (seed, last_setup_error). */
export const last_error = about(
  'Why the last confirmation failed; null while none has failed.',
  object({
    advice_code: about(
      'What to do after a decline: `confirm_card_data`, `do_not_try_again` or `try_again_later`; absent without advice.',
      sometimes(oneOf(...advice_codes)),
    ),
    charge: about('The id of the failed charge; null for a SetupIntent.', nullable(text)),
    code: about('The error code, such as `card_declined`.', text),
    decline_code: about("The reason of the payer's bank, such as `insufficient_funds`; null if no bank declined.", nullable(text)),
    doc_url: about('Always null.', nullable(text)),
    message: about('The reason in words that can be shown to the payer.', text),
    network_advice_code: about("The network's own code for advice on another try; absent without one.", sometimes(text)),
    network_decline_code: about('The code with which the network declined, for cards as in ISO 8583; absent without one.', sometimes(text)),
    param: about('Always null.', nullable(text)),
    payment_method: about('The payment method that failed, as it was then.', nullable(embedded_payment_method)),
    payment_method_type: about('The type of the payment method that failed.', nullable(text)),
    type: about(
      'The type of the error; `card_error` for declines.',
      oneOf('api_error', 'card_error', 'idempotency_error', 'invalid_request_error'),
    ),
  }),
);

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

/** How the payer agreed to be charged later. */
export const customer_acceptance = about(
  'How and when the payer agreed to be charged later.',
  object({
    type: about('Where the payer agreed: on a page or in an app (`online`), or otherwise (`offline`).', oneOf('offline', 'online')),
    accepted_at: about('When the payer agreed, in Unix seconds; the time of the request by default.', nullable(timestamp)),
    offline: about('An empty object, if `type` is `offline`.', nullable(object({}))),
    online: about(
      'Where the payer agreed online, if `type` is `online`.',
      nullable(
        object({
          ip_address: about('The IP address from which the payer agreed.', nullable(text)),
          user_agent: about('The user agent of the browser in which the payer agreed.', nullable(text)),
        }),
      ),
    ),
  }),
);
