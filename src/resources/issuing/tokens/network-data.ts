import { about, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';

/** Why a wallet suggests what it does about a card that is added (Stripe). */
const reason_codes = [
  'account_card_too_new',
  'account_recently_changed',
  'account_too_new',
  'account_too_new_since_launch',
  'additional_device',
  'data_expired',
  'defer_id_v_decision',
  'device_recently_lost',
  'good_activity_history',
  'has_suspended_tokens',
  'high_risk',
  'inactive_account',
  'long_account_tenure',
  'low_account_score',
  'low_device_score',
  'low_phone_number_score',
  'network_service_error',
  'outside_home_territory',
  'provisioning_cardholder_mismatch',
  'provisioning_device_and_cardholder_mismatch',
  'provisioning_device_mismatch',
  'same_device_no_prior_authentication',
  'same_device_successful_prior_authentication',
  'software_update',
  'suspicious_activity',
  'too_many_different_cardholders',
  'too_many_recent_attempts',
  'too_many_recent_tokens',
] as const;

const score = integer({ minimum: 1, maximum: 5 });

const device = {
  ip_address: about('The IP address of the device when the card was added.', textOf(45)),
  location: about('Where the device was when the card was added: latitude and longitude, such as `+52.5/+13.4`.', textOf(50)),
  name: about('The name of the device.', textOf(100)),
  phone_number: about('The phone number of the device.', textOf(20)),
  type: about('Whether the device is a phone, a watch or another one.', oneOf('other', 'phone', 'watch')),
} as const;

const of_wallet = {
  account_id: about("The id of the cardholder's account at the wallet.", textOf(100)),
  account_trust_score: about('How trustworthy the account at the wallet is, from 1 to 5.', score),
  card_number_source: about('How the wallet got the number of the card.', oneOf('app', 'manual', 'on_file', 'other')),
  cardholder_address: about(
    'The address that the cardholder gave to the wallet.',
    object({
      line1: about('The street and number.', required(text)),
      postal_code: about('The postal code.', required(textOf(20))),
    }),
  ),
  cardholder_name: about('The name that the cardholder gave to the wallet.', textOf(100)),
  device_trust_score: about('How trustworthy the device is, from 1 to 5.', score),
  hashed_account_email_address: about("A hash of the e-mail address of the cardholder's account at the wallet.", textOf(100)),
  reason_codes: about('Why the wallet suggests its decision.', listOf(oneOf(...reason_codes), 28)),
  suggested_decision_version: about('The version of the standard that the reason codes follow.', textOf(20)),
} as const;

/** What a wallet says of a card that is added to it. */
export const network_data_input = object({
  device: about('The device with the wallet.', object(device)),
  wallet_provider: about(
    'What the wallet knows of the cardholder.',
    object({
      ...of_wallet,
      suggested_decision: about(
        'What the wallet suggests: `approve`, the default, activates the token, and `require_auth` leaves it `requested`.',
        oneOf('approve', 'require_auth'),
      ),
    }),
  ),
});

/** The same, as a token shows it. */
export const network_data = sparse({
  device: about(
    'The device with the wallet.',
    sparse({ device_fingerprint: about('The id of the device, which tokens of one device share.', text), ...device }),
  ),
  type: about('The card network, whose data stands in the member of that name: `visa`.', oneOf('visa', 'mastercard')),
  visa: about(
    'How Visa identifies the token.',
    sparse({
      card_reference_id: about("The network's id of the card.", text),
      token_reference_id: about("The network's id of the token.", text),
      token_requestor_id: about("The network's id of the wallet.", text),
      token_risk_score: about('The risk from `01` to `99`; always `00`, because the simulated network scores no tokens.', textOf(2)),
    }),
  ),
  wallet_provider: about(
    'What the wallet knows of the cardholder.',
    sparse({
      ...of_wallet,
      suggested_decision: about('What the wallet suggests about the card.', oneOf('approve', 'decline', 'require_auth')),
    }),
  ),
});
