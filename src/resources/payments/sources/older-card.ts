import { about, type Given, nullable } from '../../../kernel/base/fields.js';
import { integer, metadata, text, textOf } from '../../../kernel/base/kinds.js';
import type { It } from '../../../kernel/base/resource.js';
import type { billing_details } from '../../parts.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';

/** Where the holder of a card lives, as older clients say it. */
export const holder_members = {
  address_city: about("The city of the cardholder's address.", nullable(text)),
  address_country: about("The country of the cardholder's address, preferably as a two-letter ISO 3166-1 code.", nullable(text)),
  address_line1: about("The street and number of the cardholder's address.", nullable(text)),
  address_line2: about("The second line of the cardholder's address.", nullable(text)),
  address_state: about("The state or province of the cardholder's address.", nullable(text)),
  address_zip: about("The postal code of the cardholder's address.", nullable(textOf(100))),
  name: about('The name of the cardholder.', nullable(text)),
};

/** A card as clients knew it before there were payment methods: in one object with its holder's address. */
export const older_card_members = {
  ...holder_members,
  address_line1_check: about(
    "The result of the issuer's check of the first line of the address: `pass`, `fail`, `unavailable` or `unchecked`.",
    nullable(text),
  ),
  address_zip_check: about(
    "The result of the issuer's check of the postal code: `pass`, `fail`, `unavailable` or `unchecked`.",
    nullable(text),
  ),
  brand: about(
    'The brand of the card in words: `American Express`, `Diners Club`, `Discover`, `JCB`, `MasterCard`, `UnionPay`, `Visa` or `Unknown`.',
    text,
  ),
  country: about('The country of the issuer as a two-letter ISO 3166-1 code, if it is known.', nullable(text)),
  cvc_check: about(
    "The result of the issuer's check of the verification code: `pass`, `fail`, `unavailable` or `unchecked`.",
    nullable(text),
  ),
  dynamic_last4: about('Always null: Florin does not use it.', nullable(textOf(4))),
  exp_month: about('The month in which the card expires, 1 to 12.', integer({ minimum: 1, maximum: 12 })),
  exp_year: about('The year in which the card expires, with four digits.', integer()),
  fingerprint: about('Identifies the card number within this service: equal for two cards with the same number.', nullable(text)),
  funding: about('Whether the card is `credit`, `debit` or `prepaid`; `unknown` if the number does not show it.', text),
  last4: about('The last four digits of the card number.', textOf(4)),
  metadata,
  regulated_status: about(
    'Whether a law limits the fees of the issuer for the card: `regulated` or `unregulated`; null where the processor does not report it.',
    nullable(text),
  ),
  tokenization_method: about('Always null: Florin does not use it.', nullable(text)),
};

/** All of it but what its merchant noted: payers have typed it in themselves. */
export const older_card_for_payer = {
  address_city: true,
  address_country: true,
  address_line1: true,
  address_line1_check: true,
  address_line2: true,
  address_state: true,
  address_zip: true,
  address_zip_check: true,
  brand: true,
  country: true,
  cvc_check: true,
  dynamic_last4: true,
  exp_month: true,
  exp_year: true,
  fingerprint: true,
  funding: true,
  last4: true,
  name: true,
  regulated_status: true,
  tokenization_method: true,
} as const;

/** How brands were written then (Stripe, Card.brand). */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'MasterCard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

type Method = It<typeof paymentMethod>;

/** What a payment method says of its card and of who holds it. */
export type CardAndHolder = { readonly card: NonNullable<Method['card']>; readonly billing_details: Method['billing_details'] };

/** A card as older clients know it. */
export const asOlderCard = ({ card, billing_details: { address, name } }: CardAndHolder) => ({
  address_city: address?.city ?? null,
  address_country: address?.country ?? null,
  address_line1: address?.line1 ?? null,
  address_line1_check: card.checks.address_line1_check,
  address_line2: address?.line2 ?? null,
  address_state: address?.state ?? null,
  address_zip: address?.postal_code ?? null,
  address_zip_check: card.checks.address_postal_code_check,
  brand: brands[card.brand] ?? 'Unknown',
  country: card.country,
  cvc_check: card.checks.cvc_check,
  dynamic_last4: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint,
  funding: card.funding ?? 'unknown',
  last4: card.last4,
  name,
  regulated_status: card.regulated_status,
  tokenization_method: null,
});

type Holder = Given<typeof holder_members>;
type Details = NonNullable<Given<{ it: typeof billing_details }>['it']>;

const places = {
  city: 'address_city',
  country: 'address_country',
  line1: 'address_line1',
  line2: 'address_line2',
  postal_code: 'address_zip',
  state: 'address_state',
} as const;

/** What is said of a card's holder, as billing details; a country by its name is none that can be kept there. */
export function detailsOf(given: Holder): Details {
  const said = Object.entries(places).flatMap(([name, from]) => (given[from] === undefined ? [] : [[name, given[from]] as const]));
  const address = Object.fromEntries(said.map(([name, value]) => [name, name === 'country' ? codeOf(value) : value]));
  return { ...(given.name !== undefined && { name: given.name }), ...(said.length && { address }) };
}

const codeOf = (country: string | null): string | null => (country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null);
