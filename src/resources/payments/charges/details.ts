import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { wallet_for_payer } from '../../core/cards/wallet.js';
import { card_checks_for_payer, card_tried } from '../payment-methods/card.js';
import { card_asked, card_paid } from '../payment-methods/card-details.js';
import { sepa_debit_for_payer, shownToPayer } from '../payment-methods/debits.js';
import { other_debits, others, paid_by_type } from '../payment-methods/details.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

const availability = oneOf('available', 'unavailable');

/** What was decided about the capture of an authorization. */
const of_capture = {
  extended_authorization: about(
    'Whether the authorization holds longer than usual: Florin captures within seven days, whatever the issuer grants. Absent without an authorization to capture.',
    sometimes(object({ status: about('Always `disabled`.', oneOf('disabled', 'enabled')) })),
  ),
  incremental_authorization: about(
    'Whether the authorization can be increased; absent if that was not requested.',
    sometimes(object({ status: about('`available` if the authorization can be increased, otherwise `unavailable`.', availability) })),
  ),
  multicapture: about(
    'Whether the authorization can be captured several times: Florin captures once, whatever the issuer grants. Absent without an authorization to capture.',
    sometimes(object({ status: about('Always `unavailable`.', availability) })),
  ),
  overcapture: about(
    'Whether more can be captured than was authorized: Florin captures at most the authorized amount, whatever the issuer grants. Absent without an authorization to capture.',
    sometimes(
      object({
        maximum_amount_capturable: about('The most that can be captured, in minor units: the authorized amount.', integer({ minimum: 0 })),
        status: about('Always `unavailable`.', availability),
      }),
    ),
  ),
} as const;

/** The members of a card as it was used: what was checked, and how the payer was authenticated. */
export const card_used = {
  ...card_tried,
  ...card_paid,
  ...card_asked,
  ...of_capture,
  amount_authorized: about('The authorized amount in minor units.', nullable(integer())),
  capture_before: about(
    'Until when the authorization can be captured, in Unix seconds; null if the payment was captured at once.',
    nullable(timestamp),
  ),
  mandate: about('The mandate that the payer accepted with the payment; null without one.', nullable(ref('mandate'))),
} as const;

/** The payment method of a charge: `type` names the only member that is present. */
export const payment_method_details = sparse({
  ...paid_by_type,
  type: about('The type of payment method that paid. A member of the same name has its details.', payment_method_type),
  card: about('The card as it was used, if `type` is `card`.', object(card_used)),
});

/** The members that payers see. */
export const details_for_payer = {
  ...Object.fromEntries(others.map((type) => [type, {}])),
  ...Object.fromEntries(other_debits.map((type) => [type, { ...shownToPayer(type), mandate: true }])),
  type: true,
  card: {
    amount_authorized: true,
    brand: true,
    capture_before: true,
    checks: card_checks_for_payer,
    country: true,
    exp_month: true,
    exp_year: true,
    fingerprint: true,
    funding: true,
    last4: true,
    network: true,
    three_d_secure: { authentication_flow: true, result: true, version: true },
    wallet: wallet_for_payer,
  },
  sepa_debit: { ...sepa_debit_for_payer, mandate: true },
} as const;
