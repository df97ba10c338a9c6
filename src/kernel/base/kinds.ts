import { about } from '../../kernel/base/fields.js';
import { Concealed, holdsCardNumber } from './concealed.js';
import { type Field, field, invalid, type Presence, problem, type Reading, type Schema } from './fields.js';
import { object } from './members.js';
import { refused } from './refusal.js';

export { decimal } from './decimal.js';

/** Text of at most `max` UTF-16 units, kept as given; NUL, lone surrogates and card numbers are refused (promises 29, 40). */
export const textOf = (max: number, schema: Schema = {}): Field<string, string, 'optional'> =>
  field({ type: 'string', maxLength: max, ...schema }, '', (value, at, reading) => {
    if (typeof value !== 'string') return invalidString(reading, at, 'Invalid string: send a JSON string.');
    if (value === '') return problem(reading, { code: 'parameter_invalid_empty', param: at });
    if (value.length > max) return invalidString(reading, at, `Invalid string: at most ${max} characters are accepted.`);
    return clean(value, at, reading);
  });

const invalidString = (reading: Reading, at: string, message: string): undefined =>
  invalid(reading, at, message, 'parameter_invalid_string');

function clean(value: string, at: string, reading: Reading): string | undefined {
  const control = (code: number): boolean => code < 32 && code !== 9 && code !== 10 && code !== 13;
  for (let place = 0; place < value.length; place++) {
    if (control(value.charCodeAt(place))) {
      return invalidString(reading, at, 'Invalid string: control characters are not accepted.');
    }
  }
  if (!value.isWellFormed()) return invalidString(reading, at, 'Invalid string: it contains half a surrogate pair.');
  if (holdsCardNumber(value)) {
    return invalidString(
      reading,
      at,
      'This looks like a card number. Card numbers are accepted in card[number] only. Write other numbers with a letter between the digits.',
    );
  }
  return value;
}

/** Text of the usual maximum length. */
export const text = textOf(5000);

/** Whole numbers within bounds: a safe integer in JSON, or decimal digits in a form. */
export const integer = (bounds: { minimum?: number; maximum?: number } = {}): Field<number, number, 'optional'> =>
  field({ type: 'integer', ...bounds }, 0, (value, at, reading) => {
    const number = reading.text_only ? fromDigits(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      return invalid(reading, at, `Invalid integer: ${mendOf(value, at)}`, 'parameter_invalid_integer');
    return inBounds(number, bounds, at, reading);
  });

/** An integer that JSON callers may also send as a string of digits (spec README, decision 13). */
export const integerOrDigits = (bounds: { minimum?: number; maximum?: number } = {}): Field<number, number, 'optional'> => {
  const inner = integer(bounds);
  return {
    ...inner,
    schema: { anyOf: [inner.schema, { type: 'string', pattern: '^-?[0-9]+$' }] },
    read: (value, at, reading) => inner.read(fromDigits(value) ?? value, at, reading),
  };
};

/** Instructions for an invalid integer. A short word can be quoted; anything with digits may be a secret. */
function mendOf(value: unknown, at: string): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^[A-Za-z]{1,20}$/.test(text)) return text;
  if (typeof value === 'string' && /^-?\d{1,16}$/.test(text)) return 'send a number without quotes.';
  if (!/^-?\d+[.,]\d+$/.test(text)) return 'send only digits.';
  const unit = /amount\]?$/.test(at) ? ' Amounts are in the smallest unit of the currency: 2000 for 20.00 USD.' : '';
  return `send a whole number, without a decimal point.${unit}`;
}

function fromDigits(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : typeof value === 'number' ? value : undefined;
}

function inBounds(number: number, bounds: { minimum?: number; maximum?: number }, at: string, reading: Reading): number | undefined {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = bounds;
  if (number < minimum) return invalid(reading, at, `Invalid integer: must be at least ${minimum}.`, 'parameter_invalid_integer');
  if (number > maximum) return invalid(reading, at, `Invalid integer: must be at most ${maximum}.`, 'parameter_invalid_integer');
  return number;
}

/** An amount in minor units, 1 to 99,999,999 (promise 28). */
export const amount: Field<number, number, 'optional'> = (() => {
  const inner = integer();
  return {
    ...inner,
    schema: { type: 'integer', minimum: 1, maximum: 99_999_999, description: 'In the smallest unit of the currency.' },
    read: (value, at, reading) => {
      const number = inner.read(value, at, reading);
      if (number === undefined) return undefined;
      if (number < 1) return problem(reading, { code: 'amount_too_small', param: at });
      return number > 99_999_999 ? problem(reading, { code: 'amount_too_large', param: at }) : number;
    },
  };
})();

/** A boolean. */
export const flag: Field<boolean, boolean, 'optional'> = field({ type: 'boolean' }, false, (value, at, reading) => {
  if (typeof value === 'boolean') return value;
  // The Python SDK writes True and False.
  if (reading.text_only && typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return invalid(reading, at, 'Invalid boolean: must be true or false.');
});

/** One of the listed words. */
export const oneOf = <const W extends string>(...words: readonly W[]): Field<W, W, 'optional'> => {
  const known = new Set<unknown>(words);
  return field<W>({ type: 'string', enum: words }, words[0] as W, (value, at, reading) =>
    known.has(value) ? (value as W) : invalid(reading, at, `Invalid value: must be one of ${words.join(', ')}.`),
  );
};

declare const kind_of: unique symbol;

/** The id of an object of one kind, so that the compiler distinguishes the id of a charge from that of a customer. */
export type Id<K extends string> = string & { readonly [kind_of]?: K };

/** The id of another object. */
export const ref = <const K extends string>(kind: K): Field<Id<K>, Id<K>, 'optional'> => ({
  ...textOf(255, { 'x-object': kind }),
  refers_to: kind,
});

/** A value that `expand` replaces by an object of a kind, without an engine check; for a kind that Florin lacks the value stays. */
export const expandsTo = <S, G, P extends Presence>(kind: string, inner: Field<S, G, P>, books: string | null = null): Field<S, G, P> => ({
  ...inner,
  shows: { kind, books },
});

/** The id of an object that may belong to another account; `books` is the path to the member with the connected account. */
export const idElsewhere = <const K extends string>(kind: K, books?: string): Field<Id<K>, Id<K>, 'optional'> =>
  expandsTo(kind, textOf(255, { 'x-object': kind }) as Field<Id<K>, Id<K>, 'optional'>, books);

/** The id of an object of one of several kinds. */
export const refToAny = (...kinds: readonly string[]): Field<string, string, 'optional'> => ({
  ...textOf(255, { 'x-object': kinds.join(', ') }),
  refers_to_any: kinds,
});

/** A timestamp in Unix seconds. */
export const timestamp = integer({ minimum: 0, maximum: 253_402_300_799 });

/** A timestamp in milliseconds natively, in seconds for callers of a pinned version. */
export const milliseconds: Field<number, number, 'optional'> = { ...integer({ minimum: 0 }), milliseconds: true };

/** A random secret of the object: stored in a separate column, never in a document, an event or a log. */
export const secret = (of: 'client' | 'key' | 'signing'): Field<string, string, 'optional'> => ({ ...text, secret: of });

/** A three-letter ISO 4217 code in any letter case, returned in lower case (spec README, decision 14). */
export const currencyOf = (known: (code: string) => boolean): Field<string, string, 'optional'> =>
  field(
    { type: 'string', minLength: 3, maxLength: 3, description: 'A three-letter ISO 4217 code in lower case.' },
    '',
    (value, at, reading) => {
      const code = typeof value === 'string' ? value.toLowerCase() : '';
      return known(code) ? code : invalid(reading, at, 'Invalid currency: send a three-letter ISO 4217 code such as usd.');
    },
  );

/** A two-letter ISO 3166-1 country code, returned in upper case. */
export const country: Field<string, string, 'optional'> = field({ type: 'string', pattern: '^[A-Z]{2}$' }, '', (value, at, reading) =>
  typeof value === 'string' && /^[A-Za-z]{2}$/.test(value)
    ? value.toUpperCase()
    : invalid(reading, at, 'Invalid country: send a two-letter ISO 3166-1 code such as US.'),
);

/** An e-mail address: one @, a dot in the domain, no spaces; whether the mailbox exists cannot be checked here. */
export const email: Field<string, string, 'optional'> = {
  ...text,
  schema: { type: 'string', format: 'email', maxLength: 512 },
  read: (value, at, reading) => {
    const read = textOf(512).read(value, at, reading);
    if (read === undefined || /^[^\s@<>"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(read)) return read;
    return problem(reading, { code: 'email_invalid', param: at });
  },
};

const unsafe_schemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

/** A URL to send the payer to: http, https, or an app's scheme. */
export const url: Field<string, string, 'optional'> = {
  ...text,
  schema: { type: 'string', format: 'uri', maxLength: 2048 },
  read: (value, at, reading) => {
    const read = textOf(2048).read(value, at, reading);
    if (read === undefined) return undefined;
    const parsed = parsedUrl(read);
    return parsed && !unsafe_schemes.has(parsed.protocol)
      ? read
      : invalid(reading, at, 'Not a valid URL: send an absolute URL such as https://example.com/return.', 'url_invalid');
  },
};

/** The parsed URL, or null. `URL.canParse` is not used, because once optimized in Node 20 it returns false for hosts with umlauts. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** A number or another secret, read directly into a value that cannot be printed, without the usual separators. */
export const concealed = (
  form: RegExp,
  code: 'invalid_number' | 'invalid_cvc' | 'parameter_invalid',
  between = /[ -]/g,
  message?: string,
): Field<Concealed, Concealed, 'optional'> =>
  field({ type: 'string', writeOnly: true }, new Concealed(''), (value, at, reading) => {
    const plain = typeof value === 'string' ? value.replace(between, '') : '';
    return form.test(plain) ? new Concealed(plain) : problem(reading, { code, param: at, ...(message && { message }) });
  });

/** Key-value pairs: 50 keys of 40 characters, values of 500; an empty value removes a key, an empty map all (design 6). */
export const metadata: Field<Record<string, string>, Record<string, string> | '', 'optional', string> = {
  about:
    'Up to 50 key-value pairs for your own use: keys of 40 characters, values of 500. An empty value removes a key, and an empty string all of them.',
  presence: 'optional',
  schema: { type: 'object', additionalProperties: { type: 'string', maxLength: 500 }, maxProperties: 50 },
  initial: {},
  read: readMetadata,
  merge: (stored, given) => {
    if (given === '' || Object.keys(given).length === 0) return {};
    const entries = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== '');
    if (entries.length > 50)
      throw refused({ code: 'parameter_invalid', param: 'metadata', message: 'Invalid metadata: at most 50 keys are accepted.' });
    return Object.fromEntries(entries);
  },
};

const metadata_value = textOf(500);

function readMetadata(value: unknown, at: string, reading: Reading): Record<string, string> | '' | undefined {
  if (value === '' || value === null) return '';
  if (typeof value !== 'object' || Array.isArray(value)) return invalid(reading, at, 'Invalid metadata: send an object of text values.');
  const entries = Object.entries(value);
  if (entries.length > 50) return invalid(reading, at, 'Invalid metadata: at most 50 keys are accepted.');
  const read: [string, string][] = [];
  for (const [key, raw] of entries) {
    if (key.length > 40 || clean(key, at, reading) === undefined)
      return invalid(reading, at, 'Invalid metadata: a key has at most 40 characters.');
    const plain = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : (raw ?? '');
    const given = plain === '' ? '' : metadata_value.read(plain, `${at}[${key}]`, reading);
    if (given === undefined) return undefined;
    read.push([key, given]);
  }
  return Object.fromEntries(read);
}

/** A timestamp or a range of timestamps in seconds, for list filters: an integer, digits, or `{ gt, gte, lt, lte }` of these. */
export type CreatedRange = { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };

const bound = integerOrDigits({ minimum: 0, maximum: 253_402_300_799 });
const range = object({
  gt: about('Only objects created after this second.', bound),
  gte: about('Only objects created at this second or later.', bound),
  lt: about('Only objects created before this second.', bound),
  lte: about('Only objects created at this second or earlier.', bound),
});

/** The `created` filter of every list (seed, List all payouts). */
export const createdFilter: Field<CreatedRange, CreatedRange, 'optional'> = about(
  'Only objects created at a time, in Unix seconds, or within a range of times.',
  field<CreatedRange>({ anyOf: [bound.schema, range.schema] }, {}, (value, at, reading) => {
    if (typeof value === 'object') return range.read(value, at, reading);
    const moment = bound.read(value, at, reading);
    return moment === undefined ? undefined : { gte: moment, lte: moment };
  }),
);
