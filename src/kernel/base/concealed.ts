const hidden = '[concealed]';

/**
 * A value that cannot be printed: JSON, string conversion, `util.inspect` and loggers all show `[concealed]`. Card numbers and verification codes
 * exist only in this form between the socket and the vault (PCI DSS 3.3, 3.5).
 */
export class Concealed {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value: only for the vault, the fingerprint and the processor. */
  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return hidden;
  }

  toString(): string {
    return hidden;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}

/** The issued prefixes of card numbers, by length. */
const issued: Readonly<Record<number, RegExp>> = {
  13: /^4/,
  14: /^3(0[0-5]|095|[689])/,
  15: /^3[47]/,
  16: /^(4|5|6|8[12]|9792|220[0-4]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3(0[0-5]|095|[689])|35(2[89]|[3-8]))/,
  17: /^(5[0678]|6)/,
  18: /^(5[0678]|6)/,
  19: /^(4|5[0678]|6|8[12]|220[0-4]|35(2[89]|[3-8]))/,
};

/** Runs of digits, with any separators. */
const digit_runs = /\d+(?:[\p{P}\p{S}\s]{1,3}\d+)*/gu;

/** Usual separators in a number; with other separators, the groups must be those of a card. */
const usual_gap = /^[\s._\u2010-\u2015-]$/;
const groups_of_cards = /^(4-4-4-4(-3)?|4-6-[45]|1(-1)+|2(-2)+(-1)?)$/;

/** Whether adjacent groups form a card number: `4242 4242 4242 4242` in `no. 7, 4242 4242 4242 4242 12 34`. A group is never split. */
function holdsNumber(run: string): boolean {
  if (run.length < 13) return false;
  const { groups, gaps } = partsOf(run);
  return groups.some((_, first) => startsNumber(groups.slice(first, first + 19), gaps.slice(first, first + 19)));
}

const partsOf = (run: string): { readonly groups: string[]; readonly gaps: string[] } => ({
  groups: run.split(/\D+/),
  gaps: run.match(/\D+/g) ?? [],
});

/** Whether a number of the first groups is a card number. */
function startsNumber(groups: readonly string[], gaps: readonly string[]): boolean {
  if (!/^[2-689]/.test(groups[0] ?? '')) return false;
  let digits = '';
  for (let count = 1; count <= groups.length; count++) {
    digits += groups[count - 1];
    if (digits.length > 19) return false;
    if (isIssued(digits) && isWrittenSo(groups.slice(0, count), gaps.slice(0, count - 1))) return true;
  }
  return false;
}

const isWrittenSo = (groups: readonly string[], gaps: readonly string[]): boolean =>
  gaps.every((gap) => usual_gap.test(gap)) || groups_of_cards.test(groups.map(({ length }) => length).join('-'));

const isIssued = (digits: string): boolean => issued[digits.length]?.test(digits) === true && passesLuhn(digits);

/** The text with digits of all scripts as 0 to 9, without invisible characters: joiners, marks, formatting. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(/[\p{Cf}\p{M}\u115f\u1160\u3164]/gu, '')
        .replace(/(?!\d)\p{Nd}/gu, digitOf);

/** Every script has its digits in sequence, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}

/** Luhn's check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48;
    const doubled = place % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** One in 700 random UUIDs contains groups of digits that pass as a card number, and every official SDK sends UUIDs as idempotency keys. */
const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;

/**
 * Whether text contains a card number, which must not be stored in it: a complete run of digits with an issuer's prefix and length and Luhn's check
 * digit. Longer runs, such as order numbers and times in nanoseconds, are not searched.
 */
export const holdsCardNumber = (text: string): boolean =>
  text.length >= 13 && (plain(text).replace(uuids, '').match(digit_runs) ?? []).some(holdsNumber);

/** Whether a whole text is a card number. */
export function isCardNumber(text: string): boolean {
  const run = plain(text).trim();
  const { groups, gaps } = partsOf(run);
  return /^\d/.test(run) && isIssued(groups.join('')) && isWrittenSo(groups, gaps);
}

/** Redacts card numbers, the numbers beside them, and API keys in a text; for messages that quote a caller's input. */
export const scrub = (text: string): string =>
  (holdsCardNumber(text) ? text.replace(/\p{N}(?:[\p{P}\p{S}\p{Z}\p{M}\p{Cf}\s]*\p{N})*/gu, '[number]') : text)
    .replace(/\b((?:sk|rk)_(?:test|live)_|whsec_)[\w+/=-]+/g, '$1[redacted]')
    .replace(/(_secret_)\w+/g, '$1[redacted]');
