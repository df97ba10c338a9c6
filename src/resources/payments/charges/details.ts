import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { wallet, wallet_for_payer } from '../../core/cards/wallet.js';
import { debit_types, isDebit, sepa_debit_for_payer, shownOf, shownToPayer } from '../payment-methods/debits.js';
import { debit_payments, particulars } from '../payment-methods/particulars.js';
import {
  card_checks_for_payer,
  card_members,
  detailsOfType,
  payment_method_type,
  payment_method_types,
} from '../payment-methods/payment-method.js';

const { brand, country, exp_month, exp_year, fingerprint, funding, last4, checks } = card_members;

/** A card as it was used: what was checked, and how the payer was authenticated. */
const card_used = object({
  amount_authorized: about('The authorized amount in minor units.', nullable(integer())),
  brand,
  capture_before: about(
    'Until when the authorization can be captured, in Unix seconds; null if the payment was captured at once.',
    nullable(timestamp),
  ),
  checks,
  country,
  exp_month,
  exp_year,
  fingerprint,
  funding,
  /** Whether the authorization can be increased, if that was requested. */
  incremental_authorization: about(
    'Whether the authorization can be increased; absent if that was not requested.',
    sometimes(
      object({
        status: about('`available` if the authorization can be increased, otherwise `unavailable`.', oneOf('available', 'unavailable')),
      }),
    ),
  ),
  last4,
  network: about('The network that processed the payment.', nullable(text)),
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
  wallet: about('The wallet that the card was taken from; null for a card that was typed in.', nullable(wallet)),
});

const others = payment_method_types.filter((type) => type !== 'card' && !isDebit(type));
const debits = debit_types.filter((type) => type !== 'sepa_debit');

const mandate = about('The mandate by which the account was debited.', nullable(ref('mandate')));

/** The payment method of a charge: `type` names the only member that is present. */
export const payment_method_details = sparse({
  ...Object.fromEntries(others.map((type) => [type, about(detailsOfType(type), sparse(particulars[type]?.paid ?? {}))])),
  ...Object.fromEntries(
    debits.map((type) => [type, about(detailsOfType(type), sparse({ ...shownOf(type), ...debit_payments[type], mandate }))]),
  ),
  type: about('The type of payment method that paid. A member of the same name has its details.', payment_method_type),
  card: about('The card as it was used, if `type` is `card`.', card_used),
  sepa_debit: about(
    'The bank account that was debited, if `type` is `sepa_debit`.',
    object({
      ...debit_payments.sepa_debit,
      bank_code: about('The bank code within the IBAN.', nullable(text)),
      country: about('The country of the IBAN as a two-letter ISO 3166-1 code.', nullable(text)),
      fingerprint: about('Identifies the IBAN within this service: equal for two payment methods with the same IBAN.', nullable(text)),
      last4: about('The last four characters of the IBAN.', textOf(4)),
      mandate,
    }),
  ),
});

/** The members that payers see. */
export const details_for_payer = {
  ...Object.fromEntries(others.map((type) => [type, {}])),
  ...Object.fromEntries(debits.map((type) => [type, { ...shownToPayer(type), mandate: true }])),
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
