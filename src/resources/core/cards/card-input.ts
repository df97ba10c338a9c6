import validator from 'card-validator';
import { type Concealed, passesLuhn } from '../../../kernel/base/concealed.js';
import { about } from '../../../kernel/base/fields.js';
import { concealed, integerOrDigits, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal, Refuse } from '../../../kernel/base/refusal.js';
import { factsOf } from './test-cards.js';
import { wallet_input } from './wallet.js';

/** Which network should process a card that has several. */
export const card_networks = about(
  'The network that the payer prefers, for a card of several networks.',
  object({
    preferred: about('The preferred network: one of those in `card.networks.available`.', oneOf('cartes_bancaires', 'mastercard', 'visa')),
  }),
);

type Preferring = { readonly preferred?: string } | undefined;

/** The network that a payer prefers, if the card has it. */
export function preferredIn(
  given: Preferring,
  available: readonly string[],
  param: string,
  { refuse }: { readonly refuse: Refuse },
): string | null {
  if (!given?.preferred) return null;
  if (available.includes(given.preferred)) return given.preferred;
  const message = `The networks of this card are ${available.join(', ')}. Prefer one of them, or leave ${param} out.`;
  return refuse({ code: 'parameter_invalid', param, message });
}

/** A card as a payer types it: number and cvc are read straight into values that cannot be printed. */
export const card_input = object({
  number: about(
    'The card number, 12 to 19 digits; spaces and hyphens are ignored. It is stored encrypted and never returned.',
    concealed(/^\d{12,19}$/, 'invalid_number'),
  ),
  exp_month: about('The month in which the card expires, 1 to 12.', integerOrDigits()),
  exp_year: about('The year in which the card expires, with two or four digits.', integerOrDigits()),
  cvc: about(
    'The verification code, three or four digits. It is used by this request only and never stored.',
    concealed(/^\d{3,4}$/, 'invalid_cvc'),
  ),
  name: about('Accepted and ignored: send the name on the card as `billing_details[name]`.', text),
  token: about(
    'A token in place of the number: one of `POST /v1/tokens`, or in test mode the name of a test card, such as `tok_visa`.',
    textOf(255),
  ),
  networks: card_networks,
  wallet: about(
    'In test mode, the wallet that the payer takes the card from. The sheet of the Express Checkout Element sends it.',
    wallet_input,
  ),
});

/** A card as read. */
export type CardInput = { readonly number: Concealed; readonly exp_month: number; readonly exp_year: number };

const brands: Readonly<Record<string, string>> = {
  'american-express': 'amex',
  'diners-club': 'diners',
  discover: 'discover',
  elo: 'elo',
  jcb: 'jcb',
  maestro: 'maestro',
  mastercard: 'mastercard',
  unionpay: 'unionpay',
  visa: 'visa',
};

/** The digits that decide a network: no pattern of one is longer. The first eight alone are no cardholder data (PCI DSS 4.0, 3.4.1). */
const iin_digits = 8;
const networks_max = 5000;
const known_networks = new Map<string, ReturnType<typeof validator.number>['card']>();

/** The network of a number; null for none. The library compares every pattern of every network, so its answer is kept for each prefix. */
function networkOf(number: string): ReturnType<typeof validator.number>['card'] {
  const prefix = number.slice(0, iin_digits);
  const known = known_networks.get(prefix);
  if (known !== undefined) return known;
  const { card } = validator.number(number);
  if (known_networks.size >= networks_max) known_networks.clear();
  known_networks.set(prefix, card);
  return card;
}

/** Checks a card and tells what may be seen of it. `at` names the parameter it came in; `now` in seconds. */
export function describeCard(
  input: CardInput,
  cvc: Concealed | null,
  at: string,
  asked: { readonly now: number; readonly fingerprint: (number: Concealed) => string; readonly refuse: Refuse },
): { readonly card: object; readonly available: readonly string[] } {
  const number = input.number.reveal();
  const network = networkOf(number);
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year;
  const problem = problemOf(number, { month: input.exp_month, year, cvc, code_length: network?.code.size ?? 3 }, asked.now);
  if (problem) return asked.refuse({ code: problem[0], param: `${at}[${problem[1]}]` });
  const brand = brands[network?.type ?? ''] ?? 'unknown';
  const { country, funding, further_network } = factsOf(number);
  const last4 = number.slice(-4);
  const fingerprint = asked.fingerprint(input.number);
  const networks = { available: [brand, ...(further_network ? [further_network] : [])], preferred: null };
  const checks = {
    address_line1_check: null,
    address_postal_code_check: null,
    address_zip_check: null,
    cvc_check: cvc ? 'unchecked' : null,
  };
  return {
    available: networks.available,
    card: {
      brand,
      checks,
      country,
      display_brand: brand,
      exp_month: input.exp_month,
      exp_year: year,
      fingerprint,
      funding,
      iin: number.slice(0, 6),
      last4,
      networks,
    },
  };
}

type Particulars = { month: number; year: number; cvc: Concealed | null; code_length: number };

function problemOf(number: string, { month, year, cvc, code_length }: Particulars, now: number): [Refusal['code'], string] | null {
  const today = new Date(now * 1000);
  const this_year = today.getUTCFullYear();
  if (!passesLuhn(number)) return ['incorrect_number', 'number'];
  if (month < 1 || month > 12) return ['invalid_expiry_month', 'exp_month'];
  if (year < this_year || year > this_year + 50) return ['invalid_expiry_year', 'exp_year'];
  if (year === this_year && month < today.getUTCMonth() + 1) return ['invalid_expiry_month', 'exp_month'];
  return cvc && cvc.reveal().length !== code_length ? ['invalid_cvc', 'cvc'] : null;
}
