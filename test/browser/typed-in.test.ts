import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandOf,
  codeFault,
  codeLength,
  digitsOf,
  expiryFault,
  formatExpiry,
  formatNumber,
  numberFault,
  numberLengthMax,
  parseExpiry,
  passesLuhn,
} from '../../src/pages/browser/card.js';
import { formatIban, ibanFault } from '../../src/pages/browser/iban.js';
import { languageOf, languages as of_browser } from '../../src/pages/browser/locale.js';
import { ways, waysFor } from '../../src/pages/browser/ways.js';
import { methodLabel } from '../../src/pages/kit/ways-to-pay.js';
import { languages } from '../../src/pages/paper/languages.js';
import { test_cards } from '../../src/processors/sandbox/cards.js';
import { payableTypes, types } from '../../src/resources/core/payment-method-types/types.js';

describe('the number of a card', () => {
  test.each([
    ['4242424242424242', 'visa', '4242 4242 4242 4242'],
    ['4222222222222', 'visa', '4222 2222 2222 2'],
    ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
    ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
    ['378282246310005', 'amex', '3782 822463 10005'],
    ['6011111111111117', 'discover', '6011 1111 1111 1117'],
    ['3056930009020004', 'diners', '3056 930009 0200 04'],
    ['36227206271667', 'diners', '3622 720627 1667'],
    ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
    ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
    ['6205500000000000004', 'unionpay', '6205 5000 0000 0000 004'],
  ])('%s is of %s, and is formatted as %s', (number, brand, written) => {
    expect(brandOf(number)).toBe(brand);
    expect(formatNumber(number)).toBe(written);
    expect(numberFault(number)).toBe(null);
  });

  test('every test card that can be typed in is complete', () => {
    const wrong = [...test_cards.keys()].filter((number) => passesLuhn(number) && numberFault(number) !== null);
    expect(wrong).toEqual([]);
  });

  test.each([
    ['', 'incomplete_number'],
    ['4242', 'incomplete_number'],
    ['424242424242424', 'incomplete_number'],
    ['4242424242424241', 'invalid_number'],
    ['37828224631000', 'incomplete_number'],
    ['378282246310006', 'invalid_number'],
  ])('%s: %s', (number, code) => expect(numberFault(number)).toBe(code));

  test('it is read in the digits of other scripts, and with any separators', () => {
    expect(digitsOf('٤٢٤٢-4242 ４２４２ ۴۲۴۲')).toBe('4242424242424242');
  });

  test('formatting loses no digit up to the maximum length, and formatting again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 -]{0,24}$/), (typed) => {
        const written = formatNumber(typed);
        expect(digitsOf(written)).toBe(digitsOf(typed).slice(0, numberLengthMax(typed)));
        expect(formatNumber(written)).toBe(written);
      }),
    );
  });

  test('every single mistyped digit is detected', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, more) => {
        const digits = [...'4242424242424242'];
        digits[place] = String((Number(digits[place]) + more) % 10);
        expect(passesLuhn(digits.join(''))).toBe(false);
      }),
    );
  });
});

describe('the expiry of a card', () => {
  const today = { month: 6, year: 2030 };

  test.each([
    ['1', '1'],
    ['12', '12 / '],
    ['5', '05 / '],
    ['123', '12 / 3'],
    ['1/', '01 / '],
    ['1234', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['12 / 34', '12 / 34'],
    ['12 / ', '12 / '],
    ['12 /', '12'],
  ])('"%s" is formatted as "%s"', (typed, written) => expect(formatExpiry(typed)).toBe(written));

  test.each([
    ['12 / 34', { month: 12, year: 2034 }],
    ['1/34', { month: 1, year: 2034 }],
    ['12 / 3', null],
  ])('"%s" is read as %o', (typed, expiry) => expect(parseExpiry(typed)).toEqual(expiry));

  test.each([
    ['06 / 30', null],
    ['07 / 30', null],
    ['05 / 30', 'invalid_expiry_month_past'],
    ['12 / 29', 'invalid_expiry_year_past'],
    ['12 / 99', 'invalid_expiry_year'],
    ['13 / 34', 'incomplete_expiry'],
    ['00 / 34', 'incomplete_expiry'],
    ['12 / ', 'incomplete_expiry'],
  ])('in June 2030, "%s": %s', (typed, code) => expect(expiryFault(typed, today)).toBe(code));
});

test('a verification code has three digits, and four of American Express', () => {
  expect([codeFault('123', 'visa'), codeFault('12', 'visa'), codeFault('1234', 'visa')]).toEqual([
    null,
    'incomplete_cvc',
    'incomplete_cvc',
  ]);
  expect([codeFault('1234', 'amex'), codeFault('123', 'amex')]).toEqual([null, 'incomplete_cvc']);
  expect([codeFault('123', 'unknown'), codeFault('1234', 'unknown')]).toEqual([null, null]);
  expect(codeLength('amex')).toBe(4);
});

test.each([
  ['DE89370400440532013000', null],
  ['de89 3704 0044 0532 0130 00', null],
  ['GB82WEST12345698765432', null],
  ['NL91ABNA0417164300', null],
  ['DE89370400440532013001', 'invalid_iban'],
  ['1289370400440532013001', 'invalid_iban'],
  ['DE89', 'incomplete_iban'],
])('the account number %s: %s', (text, code) => expect(ibanFault(text)).toBe(code));

test('an account number is formatted in groups of four characters', () => {
  expect(formatIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

describe('the payment methods', () => {
  test('are those of the API, under the names that pages show', () => {
    expect(Object.keys(ways)).toEqual(Object.keys(types));
    expect(Object.entries(ways).map(([type, { name }]) => [type, name])).toEqual(
      Object.keys(types).map((type) => [type, methodLabel({ type })]),
    );
  });

  test('each has the fields that the API requires', () => {
    const needed = Object.entries(types).map(([type, { needs }]) => [type, needs.map((need) => need.replace('address.', ''))] as const);
    const missing = needed.flatMap(([type, needs]) =>
      needs.filter((need) => !ways[type]?.asks?.some((asked) => asked === need)).map((need) => [type, need]),
    );
    expect(missing).toEqual([]);
  });

  test.each(['usd', 'eur', 'jpy', 'brl', 'inr', 'mxn', 'chf'])(
    'in %s they are those that the API accepts, also where they are saved',
    (currency) => {
      expect(waysFor(currency, false)).toEqual(payableTypes(currency));
      expect(waysFor(currency, true)).toEqual(payableTypes(currency, () => true));
    },
  );
});

test('elements support the languages of the PDFs, and default to English', () => {
  expect([...of_browser]).toEqual([...languages]);
  expect(languageOf('auto', ['fi-FI', 'de-AT', 'en'])).toBe('de');
  expect(languageOf('pt-BR', [])).toBe('pt');
  expect(languageOf('fi', ['de'])).toBe('en');
});
