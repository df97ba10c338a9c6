import {
  brandOf,
  type CardFault,
  codeFault,
  codeLength,
  digitsOf,
  type Expiry,
  expiryFault,
  formatExpiry,
  formatNumber,
  numberFault,
} from '../card.js';
import { formatIban, ibanFault } from '../iban.js';
import type { Line } from '../wire.js';
import type { Words } from '../words.js';
import { countriesIn } from './countries.js';
import type { Asking, Wrong } from './field.js';

/** What fields are made with. */
export type Around = {
  readonly words: Words;
  readonly language: string;
  /** The month that it is, for cards that have expired. */
  readonly today: Expiry;
  readonly country: string;
  /** The merchant's page. */
  readonly page: Pick<Line, 'call' | 'tell'>;
};

const said = (words: Words, code: CardFault | 'incomplete_iban' | 'invalid_iban' | null): Wrong => code && { code, message: words[code] };

/** What is said of a field that is empty. */
export const missing = ({ required }: Words, field: string): string => required.replace('{field}', field);

const required =
  ({ words }: Around, name: TextName) =>
  (text: string): Wrong =>
    text === '' ? { code: `incomplete_${name}`, message: missing(words, words[name]) } : null;

const never = (): Wrong => null;

/** The number of a card. */
export const numberField = ({ words }: Around): Asking => ({
  name: 'number',
  label: words.card_number,
  autocomplete: 'cc-number',
  keyboard: 'numeric',
  placeholder: '1234 1234 1234 1234',
  format: formatNumber,
  wrong: (text) => said(words, numberFault(text)),
});

/** Until when a card is good. */
export const expiryField = ({ words, today }: Around): Asking => ({
  name: 'expiry',
  label: words.expiry,
  autocomplete: 'cc-exp',
  keyboard: 'numeric',
  placeholder: 'MM / YY',
  format: formatExpiry,
  wrong: (text) => said(words, expiryFault(text, today)),
});

/** The verification code of a card of the brand that is known by now. */
export const codeField = ({ words }: Around, brand: () => string): Asking => ({
  name: 'cvc',
  label: words.code,
  autocomplete: 'cc-csc',
  keyboard: 'numeric',
  placeholder: 'CVC',
  format: (text) => digitsOf(text).slice(0, brand() === 'unknown' ? 4 : codeLength(brand())),
  wrong: (text) => said(words, codeFault(text, brand())),
});

/** The number of a European bank account. */
export const ibanField = ({ words }: Around): Asking => ({
  name: 'iban',
  label: words.iban,
  autocomplete: 'off',
  placeholder: 'DE00 0000 0000 0000 0000 00',
  format: formatIban,
  wrong: (text) => said(words, ibanFault(text)),
});

/** An e-mail address. */
export const emailField = ({ words }: Around, value?: string): Asking => ({
  name: 'email',
  label: words.email,
  autocomplete: 'email',
  keyboard: 'email',
  placeholder: 'you@example.com',
  value,
  wrong: (text) => {
    if (text === '') return { code: 'incomplete_email', message: missing(words, words.email) };
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? null : { code: 'invalid_email', message: words.invalid_email };
  },
});

/** A country; one is always chosen. */
export const countryField = (around: Around, value?: string, only: readonly string[] | null = null): Asking => ({
  name: 'country',
  label: around.words.country,
  autocomplete: 'country',
  value: value ?? around.country,
  choices: countriesIn(around.language, only),
  wrong: never,
});

type TextName = 'name' | 'phone' | 'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'tax_id' | BankNumber;
type BankNumber = (typeof bank_numbers)[number];

/** The numbers that tell an account and its bank. */
const bank_numbers = [
  'routing_number',
  'account_number',
  'sort_code',
  'bsb_number',
  'institution_number',
  'transit_number',
  'bank_code',
  'branch_code',
  'suffix',
] as const;

const autocompletes: Readonly<Partial<Record<TextName, string>>> = {
  name: 'name',
  phone: 'tel',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
};

const in_digits: ReadonlySet<string> = new Set(bank_numbers);

/** A line that has to be filled in, unless it is left to the payer. */
export const textField = (
  around: Around,
  name: TextName,
  { value, optional = false }: { value?: string | undefined; optional?: boolean } = {},
): Asking => ({
  name,
  label: around.words[name],
  autocomplete: autocompletes[name] ?? 'off',
  keyboard: in_digits.has(name) ? 'numeric' : name === 'phone' ? 'tel' : undefined,
  value,
  wrong: optional ? never : required(around, name),
});

/** The brand that the number in a field begins like. */
export const brandIn = (number: { readonly value: () => string }): string => brandOf(number.value());
