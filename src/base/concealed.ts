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

const card_like = /(?<![\d])(?:[2-6]\d{3}(?:[ .-]?\d){9,15})(?!\d)/g;

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

/** Whether free text holds what looks like a card number, which must never be stored in a text field. */
export const holdsCardNumber = (text: string): boolean =>
  text.length >= 13 && (text.match(card_like) ?? []).some((found) => passesLuhn(found.replace(/\D/g, '')));

/** The text with anything like a card number or a key of ours blotted out; for messages that quote what a caller sent. */
export const scrub = (text: string): string =>
  text
    .replace(card_like, '[number]')
    .replace(/\b((?:sk|rk)_(?:test|live)_|whsec_)[\w+/=-]+/g, '$1[redacted]')
    .replace(/(_secret_)\w+/g, '$1[redacted]');
