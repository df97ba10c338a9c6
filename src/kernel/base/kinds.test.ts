import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyField, Reading } from './fields.js';
import {
  amount,
  country,
  createdFilter,
  email,
  flag,
  integer,
  integerOrDigits,
  metadata,
  oneOf,
  parsedUrl,
  text,
  textOf,
  timestamp,
  url,
} from './kinds.js';

/** The value that a field reads, or its refusal code. */
function read(field: AnyField, value: unknown, text_only = false): unknown {
  const reading: Reading = { text_only };
  const given = field.read(value, 'at', reading);
  return given === undefined ? reading.problem?.code : given;
}

const kept = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((each) => /^[^\p{Cc}\d]+$/u.test(each));

test('text of any script is kept as given', () => {
  fc.assert(fc.property(kept, (each) => read(text, each) === each));
  for (const each of ['e\u0301', '\u00e9', '\u202eabc', '👩‍👩‍👧', 'a\tb\nc\r']) expect(read(text, each)).toBe(each);
});

test.each([
  ['a NUL', 'a\u0000'],
  ['an escape', '\u001b[31m'],
  ['half a surrogate pair', '\ud83d'],
  ['the other half', 'a\udc00b'],
  ['a card number', 'pay 4242 4242 4242 4242'],
  ['a number', 5],
  ['an object', {}],
  ['a list', ['a']],
  ['a boolean', true],
])('text refuses %s', (_, value) => {
  expect(read(text, value)).toBe('parameter_invalid_string');
});

test('text has its length, counted as JavaScript counts, and is never empty', () => {
  expect(read(textOf(3), 'abc')).toBe('abc');
  expect(read(textOf(3), 'abcd')).toBe('parameter_invalid_string');
  expect(read(textOf(3), '👩👩')).toBe('parameter_invalid_string');
  expect(read(text, '')).toBe('parameter_invalid_empty');
});

test('an integer is a safe whole number in JSON, or digits in a form', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(read(integer(), number)).toBe(number);
      expect(read(integer(), String(number), true)).toBe(number);
      expect(read(integer(), String(number))).toBe('parameter_invalid_integer');
      expect(read(integerOrDigits(), String(number))).toBe(number);
    }),
  );
});

test.each([1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', true, null, [1], {}])('%j is not an integer', (value) => {
  expect(read(integer(), value)).toBe('parameter_invalid_integer');
});

test.each(['', ' 1', '1 ', '+1', '1.0', '1e3', '0x10', '1_000', '١٢', '12345678901234567', '--1', '-'])(
  '"%s" is not an integer in a form',
  (value) => {
    expect(read(integer(), value, true)).toBe('parameter_invalid_integer');
    expect(read(integerOrDigits(), value)).toBe('parameter_invalid_integer');
  },
);

test('bounds are inclusive', () => {
  const field = integer({ minimum: 1, maximum: 100 });
  expect([0, 1, 100, 101].map((each) => read(field, each))).toEqual(['parameter_invalid_integer', 1, 100, 'parameter_invalid_integer']);
  expect([-1, 253_402_300_799, 253_402_300_800].map((each) => read(timestamp, each))).toEqual([
    'parameter_invalid_integer',
    253_402_300_799,
    'parameter_invalid_integer',
  ]);
});

test('an amount goes from 1 to 99,999,999', () => {
  const outcomes = [-1, 0, 1, 99_999_999, 100_000_000, 1.5, '12'].map((each) => read(amount, each));
  expect(outcomes).toEqual([
    'amount_too_small',
    'amount_too_small',
    1,
    99_999_999,
    'amount_too_large',
    'parameter_invalid_integer',
    'parameter_invalid_integer',
  ]);
  expect(read(amount, '12', true)).toBe(12);
});

test('a flag is a boolean in JSON, or its word in a form', () => {
  expect([true, false, 'true', 'false', 1, '1'].map((each) => read(flag, each))).toEqual([
    true,
    false,
    ...Array(4).fill('parameter_invalid'),
  ]);
  expect(['true', 'false', 'yes', '', '1'].map((each) => read(flag, each, true))).toEqual([
    true,
    false,
    ...Array(3).fill('parameter_invalid'),
  ]);
});

test('an enum accepts only its exact words', () => {
  expect(['a', 'A', '', 'c', ['a'], 'toString'].map((each) => read(oneOf('a', 'b'), each))).toEqual([
    'a',
    ...Array(5).fill('parameter_invalid'),
  ]);
});

test('a country has two letters, answered in upper case', () => {
  expect(['ch', 'Ch', 'CHE', 'c', '', 'c1', 41].map((each) => read(country, each))).toEqual([
    'CH',
    'CH',
    ...Array(5).fill('parameter_invalid'),
  ]);
});

test.each(['jo@example.com', 'jo+tag@mail.example.co.uk', 'jö@exämple.ch', "o'neil@example.com"])('%s is an e-mail address', (value) => {
  expect(read(email, value)).toBe(value);
});

test.each(['jo', 'jo@', '@example.com', 'jo@example', 'jo@@example.com', 'jo @example.com', 'jo@example..com', '<jo@example.com>'])(
  '%s is not an e-mail address',
  (value) => {
    expect(read(email, value)).toBe('email_invalid');
  },
);

test.each(['https://example.com/return?a=b#c', 'http://localhost:3000/', 'myapp://done', 'https://exämple.ch/'])(
  'a payer can be sent to %s',
  (value) => {
    expect(read(url, value)).toBe(value);
  },
);

test.each([
  'example.com',
  '/return',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' data:text/html,x',
  'file:///etc/passwd',
  'blob:x',
  'http://',
])('a payer cannot be sent to %s', (value) => {
  expect(read(url, value)).toBe('url_invalid');
});

test('a text that is not a URL is refused without throwing', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (each) => parsedUrl(each) === null || parsedUrl(each) instanceof URL));
});

const keys = fc.stringMatching(/^[a-z_]{1,40}$/);
const pairs = fc.dictionary(keys, kept, { maxKeys: 50 });

test('metadata is read as given', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      expect(read(metadata, given)).toEqual(given);
    }),
  );
});

test('metadata is merged by key; an empty value removes its key, an empty map or text removes all', () => {
  const merge = (stored: Record<string, string>, given: unknown): unknown => {
    const value = metadata.read(given, 'metadata', { text_only: false });
    return value === undefined ? undefined : metadata.merge?.(stored, value);
  };
  expect(merge({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', c: '3' });
  expect(merge({ a: '1' }, { a: null })).toEqual({});
  expect(merge({ a: '1' }, {})).toEqual({});
  expect(merge({ a: '1' }, '')).toEqual({});
  fc.assert(
    fc.property(pairs, pairs, (stored, given) => {
      if (Object.keys(given).length) expect(merge(stored, given)).toEqual({ ...stored, ...given });
    }),
  );
});

test('metadata has at most 50 keys of 40 characters with 500 each', () => {
  const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 'v']));
  expect(read(metadata, many(50))).toEqual(many(50));
  expect(read(metadata, many(51))).toBe('parameter_invalid');
  expect(read(metadata, { ['k'.repeat(40)]: 'v'.repeat(500) })).toEqual({ ['k'.repeat(40)]: 'v'.repeat(500) });
  expect(read(metadata, { ['k'.repeat(41)]: 'v' })).toBe('parameter_invalid');
  expect(read(metadata, { k: 'v'.repeat(501) })).toBe('parameter_invalid_string');
  expect(read(metadata, { k: { deep: 'v' } })).toBe('parameter_invalid_string');
  expect(read(metadata, ['v'])).toBe('parameter_invalid');
});

test('metadata accepts numbers and booleans as text, and no name pollutes a prototype', () => {
  expect(read(metadata, { a: 5, b: true })).toEqual({ a: '5', b: 'true' });
  const given = JSON.parse('{"__proto__":"x","constructor":"y"}');
  const value = read(metadata, given) as object;
  expect(Object.keys(value).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('created is one timestamp or a range, in integers or digits', () => {
  expect(read(createdFilter, 5)).toEqual({ gte: 5, lte: 5 });
  expect(read(createdFilter, '5')).toEqual({ gte: 5, lte: 5 });
  expect(read(createdFilter, { gt: '1', lt: 9 })).toEqual({ gt: 1, lt: 9 });
  expect(read(createdFilter, {})).toEqual({});
  expect(read(createdFilter, 'x')).toBe('parameter_invalid_integer');
  expect(read(createdFilter, { since: 1 })).toBe('parameter_unknown');
});
