import { format, inspect } from 'node:util';
import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import { Concealed, holdsCardNumber, isCardNumber, passesLuhn, scrub } from './concealed.js';

const number = '4242424242424242';
const secret = new Concealed(number);

/** The ways in which a value is converted to text by accident. */
const ways: Readonly<Record<string, (value: Concealed) => string>> = {
  'JSON.stringify': (value) => JSON.stringify({ card: { number: value }, list: [value] }),
  String: (value) => String(value),
  'a template': (value) => `${value}`,
  concatenation: (value) => `${value as unknown as string}!`,
  'util.inspect': (value) => inspect({ value }, { depth: 9, showHidden: true, getters: true }),
  'util.format': (value) => format('%s %o %j %O', value, value, value, value),
  'an error message': (value) => new Error(`no ${value}`).stack ?? '',
  'Object.entries': (value) =>
    Object.entries(value).join() + Object.getOwnPropertyNames(value).join() + Reflect.ownKeys(value).map(String).join(),
  spreading: (value) => JSON.stringify({ ...value }) + inspect({ ...value }),
  structuredClone: (value) => inspect(structuredClone(value)),
  'a logger': (value) => {
    const lines: string[] = [];
    pino({ base: null }, { write: (line: string) => void lines.push(line) }).info({ value, deep: { value } }, 'of %s', value);
    return lines.join();
  },
};

test.each(Object.entries(ways))('%s does not print a concealed value', (_, print) => {
  expect(print(secret)).not.toContain(number);
});

test('only reveal() returns the value', () => {
  fc.assert(fc.property(fc.string(), (text) => new Concealed(text).reveal() === text));
});

test.each(['4242424242424242', '4000056655665556', '378282246310005', '6011111111111117', '3530111333300000'])(
  '%s has the right check digit',
  (card) => {
    expect(passesLuhn(card)).toBe(true);
  },
);

test('a mistyped digit never passes, nor do two swapped neighbors, except 0 and 9', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 }).map((list) => list.join(''));
  const valid = digits.map((text) => text + [...'0123456789'].find((digit) => passesLuhn(text + digit)));
  fc.assert(
    fc.property(valid, fc.nat(), fc.integer({ min: 1, max: 9 }), (card, where, shift) => {
      const place = where % card.length;
      const mistyped = (Number(card[place]) + shift) % 10;
      expect(passesLuhn(`${card.slice(0, place)}${mistyped}${card.slice(place + 1)}`)).toBe(false);
      const [a = '', b = ''] = card.slice(place, place + 2);
      if (a !== b && `${a}${b}` !== '09' && `${a}${b}` !== '90' && b)
        expect(passesLuhn(`${card.slice(0, place)}${b}${a}${card.slice(place + 2)}`)).toBe(false);
    }),
  );
});

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  'card 378282246310005.',
  '(5555555555554444)',
  '４２４２４２４２４２４２４２４２',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐',
  '④②④②④②④②④②④②④②④②',
  '4\ufe0f\u20e32\ufe0f\u20e34\ufe0f\u20e32\ufe0f\u20e3424242424242',
  '4242\u200b4242\u200b4242\u200b4242',
  '4\u200d2\u20604\ufeff2\u00ad424242424242',
  '4242\u202e4242\u202c42424242',
  '4242/4242/4242/4242',
  '4242 - 4242 - 4242 - 4242',
  '4242, 4242, 4242, 4242',
  '4242|4242*4242_4242',
  '3782/822463/10005',
  '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
  '42*42*42*42*42*42*42*42',
  '5105105105105100',
  '2223003122003222',
  '6011111111111117',
  '3566002020360505',
  '6200000000000005',
  '36227206271667',
])('the card number in "%s" is detected and redacted', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
  expect(scrub(text).replace(/\D/g, '')).toBe('');
});

test.each([
  '',
  'order 1234567890123',
  '4242424242424241',
  '2026-01-31 12:00',
  '+41 44 668 18 00',
  'ba_0VbVUj1V001rRh6bR0LHzH',
  // Both pass Luhn's check, in full and in part, and no network issues numbers with this prefix.
  '1234567812345670',
  '00001234567812345670',
  '20261122140539',
  // Longer runs are not searched.
  '99994242424242424242',
  '42424242424242421234',
  '0004242424242424242000',
  'ref0000378282246310005000',
  '1784567890424242424-1f2e3d4c5b6a7988',
  'DE89 3704 0044 0532 0130 00',
  'EUR 4,000, USD 2,500, GBP 1,200, CHF 3,300',
])('no card number is detected in "%s"', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

test('keys and secrets in a message are redacted', () => {
  const quoted = `sk_live_abcDEF123 rk_test_abcDEF123 whsec_abc/DEF+123= seti_0VbVUj1V001rRh6bR0LHzH_secret_abcDEF123`;
  const text = scrub(quoted);
  expect(text).not.toMatch(/abc/);
  expect(text).toContain('seti_0VbVUj1V001rRh6bR0LHzH');
});

test('ordinary text is unchanged', () => {
  const ordinary = fc.stringMatching(/^[A-Za-z ,.:'äöü]*$/);
  fc.assert(fc.property(ordinary, (text) => scrub(text) === text));
});

test('no random UUID, which SDKs send as idempotency key, counts as a card number', () => {
  // This one contains 4242-4242-4242-4242, but only as groups of a UUID.
  expect(holdsCardNumber('4242424a-4242-4242-8242-424242424242')).toBe(false);
  expect(holdsCardNumber('stripe-node-retry-bce84242-4242-4242-a242-4000123456789017')).toBe(true);
  fc.assert(fc.property(fc.uuid(), (uuid) => !holdsCardNumber(`stripe-node-retry-${uuid}`)));
});

/** Digits that are equal in every run. */
function digitsOf(seed: number): (length: number) => string {
  let state = seed;
  const digit = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 10;
  };
  return (length) => Array.from({ length }, digit).join('');
}

test('none of 20,000 order numbers of twenty digits counts as a card number', () => {
  const digits = digitsOf(1);
  const orders = Array.from({ length: 20_000 }, () => digits(20));
  expect(orders.filter(holdsCardNumber)).toEqual([]);
});

test('no idempotency key of stripe-go, a time in nanoseconds and eight random bytes, is a card number', () => {
  const digits = digitsOf(2);
  const keys = Array.from({ length: 20_000 }, () => `1${digits(18)}-${BigInt(digits(19)).toString(16)}`);
  expect([keys.filter(isCardNumber), keys.filter((key) => /^\d{19}-/.test(key)).length]).toEqual([[], keys.length]);
});

test('a run of digits that is longer than any card number is not searched', () => {
  const digits = fc.stringMatching(/^\d{0,12}$/);
  const longer = fc.tuple(digits, digits).filter(([before, after]) => before.length + after.length > 3);
  fc.assert(fc.property(longer, ([before, after]) => !holdsCardNumber(`${before}4242424242424242${after}`)));
});

test('a text counts as a card number only in full', () => {
  for (const whole of ['4242424242424242', ' 4242 4242 4242 4242 ', '4242-4242-4242-4242', '3782.822463.10005'])
    expect([whole, isCardNumber(whole)]).toEqual([whole, true]);
  for (const other of ['order-4242424242424242', '4242424242424242-1', '4242424242424241', '42424242424242424242', 'cus_1', ''])
    expect([other, isCardNumber(other)]).toEqual([other, false]);
});
