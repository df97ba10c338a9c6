import { about, initially, nullable, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { wallet, wallet_for_payer } from '../../core/cards/wallet.js';
import { card_known } from './card-details.js';

/** The members of a card that every view shows. */
export const card_members = {
  ...card_known,
  brand: about(
    'The brand of the card: `amex`, `diners`, `discover`, `elo`, `jcb`, `maestro`, `mastercard`, `unionpay`, `visa` or `unknown`.',
    text,
  ),
  checks: about(
    'What the issuer said about data that the payer typed in, once the card was used: `pass`, `fail`, `unavailable` or `unchecked`; null for data that was not given.',
    object({
      address_line1_check: about('The result of the check of the first line of the billing address.', nullable(text)),
      address_postal_code_check: about('The result of the check of the postal code of the billing address.', nullable(text)),
      address_zip_check: about('The same result as `address_postal_code_check`, under an older name.', nullable(text)),
      cvc_check: about('The result of the check of the verification code: `unchecked` until the card is used.', nullable(text)),
    }),
  ),
  country: about('The country of the issuer as a two-letter ISO 3166-1 code, if it is known.', nullable(text)),
  display_brand: about('The brand to show to the payer.', nullable(text)),
  exp_month: about('The month in which the card expires, 1 to 12.', integer({ minimum: 1, maximum: 12 })),
  exp_year: about('The year in which the card expires, with four digits.', integer()),
  fingerprint: about(
    'Identifies the card number within this service: equal for two payment methods with the same number. It reveals nothing of the number.',
    nullable(text),
  ),
  funding: about('Whether the card is `credit`, `debit` or `prepaid`; `unknown` if the number does not show it.', nullable(text)),
  iin: about(
    "The first six digits of the card number, which name the card's issuer; null for cards that were stored earlier.",
    nullable(textOf(6)),
  ),
  last4: about('The last four digits of the card number.', textOf(4)),
  metadata,
  networks: about(
    'The networks that can process the card.',
    object({
      available: about('All networks of the card.', listOf(text)),
      preferred: about('The network that the payer prefers; null without a preference.', nullable(text)),
    }),
  ),
  three_d_secure_usage: about(
    'Whether the card can be used with 3D Secure.',
    object({ supported: about('Whether the issuer supports 3D Secure for this card.', initially(true, flag)) }),
  ),
  wallet: about('The wallet that the card was taken from; null for a card that was typed in.', nullable(wallet)),
};

/** A card as everyone may see it; its number lies in the vault. */
export const card = object(card_members);

/** Of the checks of a card all of them: they concern what the payer typed in. */
export const card_checks_for_payer = {
  address_line1_check: true,
  address_postal_code_check: true,
  address_zip_check: true,
  cvc_check: true,
} as const;

/** What may be seen of a card, without what its merchant noted on it. */
export const card_for_payer = {
  brand: true,
  checks: card_checks_for_payer,
  country: true,
  display_brand: true,
  exp_month: true,
  exp_year: true,
  fingerprint: true,
  funding: true,
  last4: true,
  networks: { available: true, preferred: true },
  three_d_secure_usage: { supported: true },
  wallet: wallet_for_payer,
} as const;

/** The members of a card that a charge or an attempt shows; later changes of the card do not change them. */
export const card_tried = {
  ...pick(card_members, 'brand', 'checks', 'country', 'description', 'exp_month', 'exp_year', 'fingerprint', 'funding'),
  ...pick(card_members, 'iin', 'issuer', 'last4', 'regulated_status', 'wallet'),
  network: about('The network that processed the payment; null where that is not known.', nullable(text)),
} as const;

type Card = Values<typeof card_members>;

/** A card as it is tried. `options` are those of the try; null where nothing is known of it. */
export function cardAsTried(card: Card, options: { readonly network?: unknown } | null) {
  const { brand, checks, country, description, exp_month, exp_year, fingerprint, funding } = card;
  const { iin, issuer, last4, networks, regulated_status, wallet } = card;
  const shown = { brand, checks, country, description, exp_month, exp_year, fingerprint, funding, iin, issuer, last4 };
  return { ...shown, network: options && networkOf(options, { brand, networks }), regulated_status, wallet };
}

/** The network that the options name, else the one that the payer prefers. */
const networkOf = ({ network }: { readonly network?: unknown }, { brand, networks }: Pick<Card, 'brand' | 'networks'>): string =>
  typeof network === 'string' ? network : (networks.preferred ?? brand);
