import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../test/support/decisions.js';
import { chargeBounds, currency, exponentOf, isCurrency, requireCharge } from './money.js';

const words = (text: string): string[] => text.split(' ');

/** ISO 4217, column "minor unit". */
const without_decimals = words('bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf');
const with_three = words('bhd iqd jod kwd lyd omr tnd');
/** Counted in whole units by card networks, although it has fifths. */
const whole_by_custom = ['mga'];
/** In circulation at the time of writing. */
const common = words(
  'aed ars aud brl cad chf cny czk dkk eur gbp hkd huf idr ils inr mxn myr nok nzd php pln ron sek sgd thb try twd usd zar',
);

/** The codes that this runtime knows; its decimals are for cash, so they are not compared. */
const known = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());

test.each(without_decimals)('%s has no decimals', (code) => {
  expect([isCurrency(code), exponentOf(code)]).toEqual([true, 0]);
});

test.each(with_three)('%s has three decimals', (code) => {
  expect([isCurrency(code), exponentOf(code)]).toEqual([true, 3]);
});

test('every other currency has two decimals, except those counted in whole units by custom', () => {
  const others = known.filter((code) => isCurrency(code) && ![...without_decimals, ...with_three].includes(code));
  expect(others).toEqual(expect.arrayContaining(common));
  expect(others.filter((code) => exponentOf(code) !== 2)).toEqual(whole_by_custom);
});

test.each(words('xau xag xpt xpd xdr xba xts xxx xua xsu che chw cou mxv usn uyi uyw bov clf'))('%s is not a payment currency', (code) => {
  expect(isCurrency(code)).toBe(false);
});

test.each(words('xaf xof xpf xcd xcg'))('%s is a currency, although it begins with an x', (code) => {
  expect(isCurrency(code)).toBe(true);
});

test('only three lower-case letters are a currency', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[a-z]{3}$/.test(text) || !isCurrency(text)));
  for (const code of ['USD', ' usd', 'usd\n', 'us', 'usdx', '__proto__', 'constructor', '']) expect(isCurrency(code), code).toBe(false);
});

test('a currency is read in any letter case and returned in lower case', () => {
  fc.assert(
    fc.property(
      fc.mixedCase(fc.constantFrom(...common)),
      (code) => currency.read(code, 'currency', { text_only: false }) === code.toLowerCase(),
    ),
  );
});

test.each(['euro', 'xxx', '', 978, null, ['usd'], { toString: 'usd' }])(
  '%j is refused as a currency with the name of its parameter',
  (value) => {
    const reading: Parameters<typeof currency.read>[2] = { text_only: false };
    expect(currency.read(value, 'source_currency', reading)).toBeUndefined();
    expect(reading.problem).toMatchObject({ code: 'parameter_invalid', param: 'source_currency' });
  },
);

type Money = Parameters<typeof requireCharge>[0];

const wrongCharge = (money: Money, param = 'amount') => refusalOf((asked) => requireCharge(money, param, asked));

describe('the charge limits', () => {
  test.each([
    ['usd', 50, '0.50 USD'],
    ['gbp', 30, '0.30 GBP'],
    ['jpy', 50, '50 JPY'],
    ['huf', 17_500, '175.00 HUF'],
    ['mxn', 1000, '10.00 MXN'],
    ['kwd', 1, '0.001 KWD'],
    ['krw', 1, '1 KRW'],
  ])('in %s begin at %d, in words %s', (code, minimum, words) => {
    expect(wrongCharge({ amount: minimum, currency: code })).toBeNull();
    expect(wrongCharge({ amount: minimum - 1, currency: code })).toEqual({
      code: 'amount_too_small',
      param: 'amount',
      message: `The amount must be at least ${words}.`,
    });
  });

  test.each([
    ['usd', 99_999_999, '999999.99 USD'],
    ['jpy', 99_999_999, '99999999 JPY'],
    ['kwd', 99_999_999, '99999.999 KWD'],
    ['idr', 999_999_999_999, '9999999999.99 IDR'],
  ])('in %s end at %d, in words %s', (code, maximum, words) => {
    expect(wrongCharge({ amount: maximum, currency: code })).toBeNull();
    expect(wrongCharge({ amount: maximum + 1, currency: code }, 'amount_to_capture')).toEqual({
      code: 'amount_too_large',
      param: 'amount_to_capture',
      message: `The amount must be at most ${words}.`,
    });
  });

  test('an amount beyond the number range is too large, and one below zero too small', () => {
    expect(wrongCharge({ amount: 10n ** 30n, currency: 'usd' })?.code).toBe('amount_too_large');
    expect(wrongCharge({ amount: -(10n ** 30n), currency: 'usd' })?.code).toBe('amount_too_small');
  });

  test('the limits are inclusive in every currency', () => {
    for (const code of known.filter(isCurrency)) {
      const { minimum, maximum } = chargeBounds(code);
      const codes = [minimum - 1, minimum, maximum, maximum + 1].map((amount) => wrongCharge({ amount, currency: code })?.code);
      expect(codes, code).toEqual(['amount_too_small', undefined, undefined, 'amount_too_large']);
    }
  });

  test('every currency with a published minimum is one', () => {
    const published = words('aed aud brl cad chf czk dkk eur gbp hkd huf inr jpy mxn myr nok nzd pln ron sek sgd thb usd');
    const withMinimum = known.filter((code) => chargeBounds(code).minimum > 1).sort();
    expect(withMinimum).toEqual(published);
    expect(published.filter((code) => !isCurrency(code))).toEqual([]);
  });
});
