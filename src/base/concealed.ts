const hidden = '[concealed]';

/**
 * A value that cannot be printed: JSON, string conversion, `util.inspect` and loggers all see `[concealed]`.
 * Card numbers and verification codes exist in no other form between the socket and the vault (PCI DSS 3.3, 3.5).
 */
export class Concealed {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself: for the vault, the fingerprint and the processor, and nobody else. */
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

const separator = /[\s._\u2010-\u2015-]/;
const digit_runs = /\d+(?:[\s._\u2010-\u2015-]\d+)*/g;

/** Whole groups of digits that stand side by side and are as long as a card number: `4242 4242 4242 4242` in `no. 7, 4242 4242 4242 4242 12 34`. */
function* candidates(run: string): Generator<string> {
  const groups = run.split(separator);
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    for (let place = first; place < groups.length && digits.length <= 19; place++) {
      digits += groups[place];
      if (/^[2-6]\d{12,18}$/.test(digits)) yield digits;
    }
  }
}

const holdsNumber = (run: string): boolean => [...candidates(run)].some(passesLuhn);

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

/** One in 700 random UUIDs has groups of digits that pass for a card number, and every official SDK sends them as idempotency keys. */
const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;

/** Whether free text holds what looks like a card number, which must never be stored in a text field. */
export const holdsCardNumber = (text: string): boolean =>
  text.length >= 13 && (text.replace(uuids, '').match(digit_runs) ?? []).some(holdsNumber);

/** The text with anything like a card number or a key of ours blotted out; for messages that quote what a caller sent. */
export const scrub = (text: string): string =>
  text
    .replace(digit_runs, (run) => (holdsNumber(run) ? '[number]' : run))
    .replace(/\b((?:sk|rk)_(?:test|live)_|whsec_)[\w+/=-]+/g, '$1[redacted]')
    .replace(/(_secret_)\w+/g, '$1[redacted]');
