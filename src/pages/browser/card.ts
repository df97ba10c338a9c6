/** What is known of the cards of one network: how their numbers begin, how long they are, and how they are printed. */
type Network = {
  readonly brand: string;
  readonly begins: RegExp;
  readonly lengths: readonly number[];
  readonly groups: readonly number[];
  readonly code_length: 3 | 4;
};

const usual_groups = [4, 4, 4, 4, 3] as const;

const network = (brand: string, begins: RegExp, lengths: readonly number[], more: Partial<Network> = {}): Network => ({
  brand,
  begins,
  lengths,
  groups: usual_groups,
  code_length: 3,
  ...more,
});

/** The networks; the first whose numbers begin like this is the one. */
const networks: readonly Network[] = [
  network('amex', /^3[47]/, [15], { groups: [4, 6, 5], code_length: 4 }),
  network('diners', /^3(0[0-5]|[689]|095)/, [14, 16], { groups: [4, 6, 4] }),
  network('discover', /^6(011|4[4-9]|5)/, [16, 19]),
  network('jcb', /^(2131|1800|35(2[89]|[3-8]))/, [16]),
  network('unionpay', /^(62|81)/, [16, 17, 18, 19]),
  network('mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]),
  network('visa', /^4/, [13, 16, 19]),
  network('maestro', /^(5[06-8]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]),
];

const unknown_network = network('unknown', /^/, [12, 13, 14, 15, 16, 17, 18, 19]);

const networkOf = (digits: string): Network =>
  (digits === '' ? undefined : networks.find(({ begins }) => begins.test(digits))) ?? unknown_network;

/** What is wrong with something that was typed in, by Stripe's code. */
export type CardFault =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month_past'
  | 'invalid_expiry_year_past'
  | 'invalid_expiry_year'
  | 'incomplete_cvc';

/** The digits of what was typed in, also of those that are written otherwise. */
export const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, westernDigit)
    .replace(/\D/g, '');

const westernDigit = (digit: string): string => String((digit.charCodeAt(0) - (digit < '۰' ? 0x660 : 0x6f0)) % 10);

/** The brand of a card by the first digits of its number; `unknown` where they tell nothing. */
export const brandOf = (text: string): string => networkOf(digitsOf(text)).brand;

/** How many digits the number of such a card can have at most. */
export const numberLengthMax = (text: string): number => Math.max(...networkOf(digitsOf(text)).lengths);

/** How long the verification code of a brand is. */
export const codeLength = (brand: string): number => networks.find((each) => each.brand === brand)?.code_length ?? 3;

/** A number as it is printed on the card. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, numberLengthMax(text));
  const parts: string[] = [];
  let at = 0;
  for (const size of networkOf(digits).groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return at < digits.length ? `${parts.join(' ')} ${digits.slice(at)}` : parts.join(' ');
}

/** Whether the check digit fits the others. */
export function passesLuhn(text: string): boolean {
  const digits = [...digitsOf(text)].reverse();
  const sum = digits.reduce((total, digit, place) => total + luhnValue(Number(digit), place), 0);
  return digits.length > 0 && sum % 10 === 0;
}

const luhnValue = (digit: number, place: number): number => {
  if (place % 2 === 0) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
};

/** What is wrong with the number of a card; null if nothing is. */
export function numberFault(text: string): CardFault | null {
  const digits = digitsOf(text);
  const { lengths } = networkOf(digits);
  if (digits.length < Math.min(...lengths)) return 'incomplete_number';
  if (lengths.includes(digits.length)) return passesLuhn(digits) ? null : 'invalid_number';
  return digits.length < Math.max(...lengths) ? 'incomplete_number' : 'invalid_number';
}

/** The month until which a card is good. */
export type Expiry = { readonly month: number; readonly year: number };

/** An expiry as it is printed: `12 / 34`. A first digit that can begin no month is the whole month. */
export function formatExpiry(text: string): string {
  const { month, year } = expiryDigits(text);
  if (month.length < 2) return month;
  // Deleting the blank behind the slash deletes the slash too.
  return year === '' && text.endsWith(' /') ? month : `${month} / ${year}`;
}

function expiryDigits(text: string): { month: string; year: string } {
  const [before = '', after] = text.split('/');
  const first = digitsOf(before);
  const short = first.length === 1 && (first > '1' || after !== undefined);
  const digits = `${short ? `0${first}` : first}${digitsOf(after ?? '')}`;
  const rest = digits.slice(2);
  return { month: digits.slice(0, 2), year: rest.length > 2 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2) };
}

/** The expiry that was typed in; null while something is missing. */
export function parseExpiry(text: string): Expiry | null {
  const { month, year } = expiryDigits(text);
  return month.length === 2 && year.length === 2 ? { month: Number(month), year: 2000 + Number(year) } : null;
}

/** How long ahead of today a card can expire at the most, in years. */
const years_max = 50;

/** What is wrong with an expiry, as of this month; null if nothing is. */
export function expiryFault(text: string, today: Expiry): CardFault | null {
  const expiry = parseExpiry(text);
  if (!expiry || expiry.month < 1 || expiry.month > 12) return 'incomplete_expiry';
  if (expiry.year < today.year) return 'invalid_expiry_year_past';
  if (expiry.year === today.year && expiry.month < today.month) return 'invalid_expiry_month_past';
  return expiry.year > today.year + years_max ? 'invalid_expiry_year' : null;
}

/** What is wrong with a verification code; null if nothing is. */
export const codeFault = (text: string, brand: string): CardFault | null => {
  const { length } = digitsOf(text);
  return length === codeLength(brand) || (brand === 'unknown' && length === 4) ? null : 'incomplete_cvc';
};
