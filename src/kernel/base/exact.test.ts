import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  compare,
  decimalText,
  dividedBy,
  type Exact,
  exactOf,
  fraction,
  minus,
  plus,
  rounded,
  roundedDown,
  roundedUp,
  times,
  withPoint,
} from './exact.js';

const whole = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const any = fc.tuple(whole, whole).map(([over, under]) => fraction(over, under || 1n));
const amount = fc.integer({ min: 0, max: 999_999_999_999 });
const zero = fraction(0);
const half = fraction(1, 2);

const negated = (value: Exact): Exact => minus(zero, value);
const magnitude = (value: Exact): Exact => (compare(value, zero) < 0 ? negated(value) : value);
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const percent = (text: string): Exact => dividedBy(exactOf(text), fraction(100));

describe('arithmetic', () => {
  test('one tenth plus two tenths is three tenths', () => {
    expect(plus(exactOf('0.1'), exactOf('0.2'))).toEqual(exactOf('0.3'));
  });

  test('equal values are equal fractions, however they were created', () => {
    expect(fraction(-6, -4)).toEqual({ numerator: 3n, denominator: 2n });
    expect(fraction(6, -4)).toEqual(exactOf('-1.50'));
    expect(fraction(0, -7)).toEqual({ numerator: 0n, denominator: 1n });
  });

  test('addition and subtraction are inverse, and so are multiplication and division', () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(minus(plus(a, b), b)).toEqual(a);
        expect(plus(a, b)).toEqual(plus(b, a));
        expect(times(a, plus(b, c))).toEqual(plus(times(a, b), times(a, c)));
        if (compare(b, zero) !== 0) expect(times(dividedBy(a, b), b)).toEqual(a);
      }),
    );
  });

  test('numbers are compared by value, even if JavaScript numbers are equal', () => {
    expect(compare(fraction(2n ** 60n), fraction(2n ** 60n + 1n))).toBe(-1);
    expect(compare(fraction(1, 3), exactOf('0.333333333333'))).toBe(1);
    expect(compare(exactOf('1.50'), fraction(3, 2))).toBe(0);
    fc.assert(fc.property(any, any, (a, b) => compare(a, b) + compare(b, a) === 0));
  });

  test.each([
    ['dividing by zero', () => dividedBy(half, zero)],
    ['a denominator of zero', () => fraction(1, 0)],
    ['half a unit', () => fraction(0.5)],
    ['text that is not a number', () => exactOf('ten')],
    ['an amount that a number cannot hold exactly', () => amountOf(2n ** 53n + 1n)],
  ])('%s is a fault', (_, calculate) => {
    expect(calculate).toThrow();
  });
});

describe('rounding', () => {
  test.each([
    ['2.5', 3n, 2n, 3n],
    ['-2.5', -3n, -2n, -3n],
    ['2.499999999999', 2n, 2n, 3n],
    ['-0.5', -1n, 0n, -1n],
    ['0.000000000001', 0n, 0n, 1n],
    ['-7', -7n, -7n, -7n],
    ['0', 0n, 0n, 0n],
  ])('%s is %d to the nearest, %d down and %d up', (text, nearest, down, up) => {
    const value = exactOf(text);
    expect([rounded(value), roundedDown(value), roundedUp(value)]).toEqual([nearest, down, up]);
  });

  test('a credit is rounded like the charge it reverses', () => {
    fc.assert(
      fc.property(any, (value) => {
        for (const round of [rounded, roundedDown, roundedUp]) expect(round(negated(value))).toBe(-round(value));
      }),
    );
  });

  test('rounding to nearest changes at most half a unit, and up and down enclose the value', () => {
    fc.assert(
      fc.property(any, (value) => {
        expect(compare(magnitude(minus(fraction(rounded(value)), value)), half)).toBeLessThanOrEqual(0);
        expect(compare(magnitude(fraction(roundedDown(value))), magnitude(value))).toBeLessThanOrEqual(0);
        expect(compare(magnitude(fraction(roundedUp(value))), magnitude(value))).toBeGreaterThanOrEqual(0);
        expect(roundedUp(value) - roundedDown(value)).toBe(BigInt(value.denominator === 1n ? 0 : compare(value, zero)));
      }),
    );
  });
});

describe('text', () => {
  test('a decimal with twelve places is unchanged after writing and reading', () => {
    fc.assert(
      fc.property(whole, (units) => {
        const value = fraction(units, 10n ** 12n);
        expect(exactOf(decimalText(value))).toEqual(value);
        expect(decimalText(value)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d{0,11}[1-9])?)$/);
      }),
    );
  });

  test.each([
    ['007.50', '7.5'],
    ['100', '100'],
    ['-0', '0'],
    ['-0.05', '-0.05'],
    ['0.000000000001', '0.000000000001'],
    ['0.0000000000005', '0.000000000001'],
    ['-0.0000000000004', '0'],
  ])('%s is written as %s', (given, written) => {
    expect(decimalText(exactOf(given))).toBe(written);
  });

  test('minor units are written with the decimals of their currency', () => {
    expect([withPoint(50, 2), withPoint(-5, 2), withPoint(50, 0), withPoint(0, 3), withPoint(2n ** 53n + 1n, 3)]).toEqual([
      '0.50',
      '-0.05',
      '50',
      '0.000',
      '9007199254740.993',
    ]);
  });
});

describe('proration', () => {
  const prorated = (price: number, left: number, period: number): number =>
    amountOf(rounded(fraction(BigInt(price) * BigInt(left), period)));
  const day = 86_400;

  test.each([
    ['unused time on a price of 1000', -1000, 445_540, 2_678_400, -166],
    ['the rest of a period at 3252', 3252, 445_540, 2_678_400, 541],
    ['unused time in a February of four weeks', -1000, 881_112, 2_419_200, -364],
    ['unused time on two of 1000, with 21 of 31 days left', -2000, 21 * day, 31 * day, -1355],
    ['the rest of the period with three of 1000', 3000, 21 * day, 31 * day, 2032],
    ['half a period of half a unit', 1, 1, 2, 1],
  ])('%s', (_, price, left, period, expected) => {
    expect(prorated(price, left, period)).toBe(expected);
  });

  /** A period cut into parts at arbitrary seconds. */
  const chain = fc
    .tuple(fc.integer({ min: 1, max: 366 * day }), fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }))
    .map(([period, cuts]) => [0, ...cuts.map((cut) => Math.floor(cut * period)), period].sort((a, b) => a - b))
    .map((moments) => moments.slice(1).map((moment, place) => moment - (moments[place] ?? 0)));

  test('the exact prorations of all parts of a period add up to the price', () => {
    fc.assert(
      fc.property(amount, chain, (price, parts) => {
        const exact = parts.map((part) => fraction(BigInt(price) * BigInt(part), sumOf(parts)));
        expect(exact.reduce(plus, zero)).toEqual(fraction(price));
      }),
    );
  });

  test('rounded once each, they differ by at most half a unit per part', () => {
    fc.assert(
      fc.property(amount, chain, (price, parts) => {
        const off = sumOf(parts.map((part) => prorated(price, part, sumOf(parts)))) - price;
        expect(Math.abs(off)).toBeLessThanOrEqual(parts.length / 2);
      }),
    );
  });

  test('a part that is credited and charged at the same price costs nothing', () => {
    fc.assert(
      fc.property(amount, chain, (price, parts) => {
        const period = sumOf(parts);
        expect(parts.map((part) => prorated(price, part, period) + prorated(-price, part, period)).filter(Boolean)).toEqual([]);
      }),
    );
  });
});

describe('prices and percentages', () => {
  test.each([
    ['3.6', 31, 112],
    ['0.5', 1, 1],
    ['0.000000000001', 1_000_000_000_000, 1],
    ['999999999999.999999999999', 1, 1_000_000_000_000],
  ])('%s times %d is rounded once', (unit_amount_decimal, quantity, expected) => {
    expect(rounded(times(exactOf(unit_amount_decimal), fraction(quantity)))).toBe(BigInt(expected));
  });

  test('partial packages are rounded up or down before the price', () => {
    const packages = fraction(9892, 60);
    expect([roundedUp(packages) * 8n, roundedDown(packages) * 8n]).toEqual([1320n, 1312n]);
  });

  const exclusive = (net: number, rate: string): bigint => rounded(times(fraction(net), percent(rate)));
  const inclusive = (net: number, rate: string): bigint =>
    rounded(minus(fraction(net), dividedBy(fraction(net), plus(fraction(1), percent(rate)))));

  test.each([
    [500, '25', 125n, 100n],
    [100_000, '10', 10_000n, 9091n],
    [5000, '10', 500n, 455n],
    [450, '5', 23n, 21n],
    [900, '5', 45n, 43n],
    [1000, '8.8750', 89n, 82n],
  ])('a tax on %d at %s percent', (net, rate, added, inside) => {
    expect([exclusive(net, rate), inclusive(net, rate)]).toEqual([added, inside]);
  });
});
