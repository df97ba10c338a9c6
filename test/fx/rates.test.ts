import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { converted, costOf } from '../../src/arithmetic/fx/convert.js';
import { rateOf } from '../../src/arithmetic/fx/rates.js';
import { sample_rates } from '../../src/arithmetic/fx/sample.js';
import { isUnusable, readTable } from '../../src/arithmetic/fx/table.js';
import { compare, exactOf, fraction, times, withPoint } from '../../src/kernel/base/exact.js';
import { currencies, exponentOf } from '../../src/kernel/base/money.js';
import type { RateTable } from '../../src/kernel/base/reads.js';

const pairs = fc.uniqueArray(fc.constantFrom(...currencies), { minLength: 2, maxLength: 2 });
/** Rates of a possible table, from the smallest to the largest of the world, and beyond. */
const rate = fc.tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 9 })).map(([digits, places]) => {
  const text = String(digits).padStart(places + 1, '0');
  return places ? `${text.slice(0, -places)}.${text.slice(-places)}` : text;
});
const spread = fc.integer({ min: 0, max: 1000 });
const amount = fc.integer({ min: 1, max: 99_999_999 });

/** A table whose base is neither of two currencies, or the first of them. */
const tableOf = ([one, other]: readonly string[], [first, second]: readonly string[], is_base: boolean): RateTable => ({
  base: is_base ? String(one) : 'xxx',
  date: '2026-01-02',
  provider: 'test',
  rates: { ...(!is_base && { [String(one)]: String(first) }), [String(other)]: String(second) },
});

type Market = { readonly table: RateTable; readonly one: string; readonly other: string; readonly points: number };
const market = fc.tuple(pairs, fc.tuple(rate, rate), fc.boolean(), spread).map(
  ([pair, rates, is_base, points]): Market => ({
    table: tableOf(pair, rates, is_base),
    one: String(pair[0]),
    other: String(pair[1]),
    points,
  }),
);

/** The shortest digits of a number, without an exponent. */
function decimalOf(number: number): string {
  const [digits = '', exponent = '0'] = number.toExponential().split('e');
  const [whole = '', part = ''] = digits.split('.');
  const places = part.length - Number(exponent);
  return places <= 0 ? `${whole}${part}${'0'.repeat(-places)}` : withPoint(BigInt(whole + part), places);
}

const exchangeRate = ({ table, points }: Market, from: string, to: string): string => rateOf(table, from, to, points)?.exchange_rate ?? '';

describe('for all currencies, rates, spreads and amounts', () => {
  test('a conversion there and back never gains a minor unit', () => {
    fc.assert(
      fc.property(market, amount, (given, sent) => {
        const { one, other } = given;
        const there = converted(sent, { from: one, to: other, exchange_rate: exchangeRate(given, one, other) });
        fc.pre(there <= BigInt(Number.MAX_SAFE_INTEGER));
        const back = converted(Number(there), { from: other, to: one, exchange_rate: exchangeRate(given, other, one) });
        expect(back <= BigInt(sent)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('the cost of an amount to arrive is at least its conversion back', () => {
    fc.assert(
      fc.property(market, amount, (given, wanted) => {
        const { one, other } = given;
        const cost = costOf(wanted, { from: one, to: other, exchange_rate: exchangeRate(given, one, other) });
        const back = converted(wanted, { from: other, to: one, exchange_rate: exchangeRate(given, other, one) });
        expect(back <= cost).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('a cost is the smallest amount that converts to no less', () => {
    fc.assert(
      fc.property(market, amount, (given, wanted) => {
        const { one, other } = given;
        const pair = { from: one, to: other, exchange_rate: exchangeRate(given, one, other) };
        const cost = costOf(wanted, pair);
        fc.pre(cost <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(converted(Number(cost), pair) >= BigInt(wanted)).toBe(true);
        expect(converted(Number(cost) - 1, pair) < BigInt(wanted)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('partial conversions bring no more than a single one', () => {
    fc.assert(
      fc.property(market, amount, amount, (given, first, second) => {
        const { one, other } = given;
        const pair = { from: one, to: other, exchange_rate: exchangeRate(given, one, other) };
        expect(converted(first, pair) + converted(second, pair) <= converted(first + second, pair)).toBe(true);
      }),
    );
  });

  test('a larger spread never gives a better rate, and none is better than the mid-market rate', () => {
    fc.assert(
      fc.property(market, spread, (given, points) => {
        const [less, more] = [Math.min(points, given.points), Math.max(points, given.points)];
        const rates = [less, more].map((each) => exactOf(rateOf(given.table, given.one, given.other, each)?.exchange_rate ?? ''));
        const middle = exactOf(rateOf(given.table, given.one, given.other, 0)?.base_rate ?? '');
        expect(compare(rates[0] ?? fraction(0), rates[1] ?? fraction(0))).not.toBe(-1);
        expect(compare(middle, rates[0] ?? fraction(0))).not.toBe(-1);
      }),
    );
  });

  test('a rate is a JSON number without loss, truncated by a billionth at most', () => {
    fc.assert(
      fc.property(market, ({ table, one, other }) => {
        const text = rateOf(table, one, other, 0)?.exchange_rate ?? '';
        const number: number = JSON.parse(JSON.stringify(Number(text)));
        expect(compare(exactOf(text), exactOf(decimalOf(number)))).toBe(0);
        const worth = (code: string) => exactOf(code === table.base ? '1' : (table.rates[code] ?? ''));
        const least = times(worth(other), fraction(999_999_999, 1_000_000_000));
        expect(compare(times(exactOf(text), worth(one)), least)).not.toBe(-1);
        expect(compare(times(exactOf(text), worth(one)), worth(other))).not.toBe(1);
      }),
    );
  });
});

test('the sample has currencies with no, two and three decimals, each with a rate, and no others', () => {
  const exponents = new Set(Object.keys(sample_rates.rates).map(exponentOf));
  expect([...exponents].sort()).toEqual([0, 2, 3]);
  expect(readTable(JSON.stringify(sample_rates))).toEqual(sample_rates);
  expect(Object.keys(sample_rates.rates)).toEqual(Object.keys(sample_rates.rates).sort());
});

describe("an operator's table", () => {
  test('may have the form that publishers of rates use', () => {
    const frankfurter = { amount: 1.0, base: 'EUR', date: '2026-01-02', rates: { USD: 1.0321, JPY: 162.4 } };
    expect(readTable(JSON.stringify(frankfurter))).toEqual({
      base: 'eur',
      date: '2026-01-02',
      provider: 'operator',
      rates: { usd: '1.0321', jpy: '162.4' },
    });
    const with_moment = { timestamp: 1_767_268_800, base: 'USD', rates: { EUR: '0.97', XAU: 0.0004, BTC: 0.00001, USD: 1 } };
    expect(readTable(JSON.stringify(with_moment))).toMatchObject({ base: 'usd', date: '2026-01-01', rates: { eur: '0.97' } });
    expect(readTable(`{"base":"usd","date":"2026-01-02","rates":{"kwd":3e-7}}`)).toMatchObject({ rates: { kwd: '0.0000003' } });
  });

  test.each([
    ['', 'JSON object'],
    ['[]', 'JSON object'],
    ['{"date":"2026-01-02","rates":{"eur":1}}', 'base'],
    ['{"base":"xau","date":"2026-01-02","rates":{"eur":1}}', 'base'],
    ['{"base":"usd","rates":{"eur":1}}', 'date'],
    ['{"base":"usd","date":"2026-02-31","rates":{"eur":1}}', 'date'],
    ['{"base":"usd","date":"soon","rates":{"eur":1}}', 'date'],
    ['{"base":"usd","timestamp":1e18,"rates":{"eur":1}}', 'date'],
    ['{"base":"usd","date":"2026-01-02"}', 'rates'],
    ['{"base":"usd","date":"2026-01-02","rates":{}}', 'rates'],
    ['{"base":"usd","date":"2026-01-02","rates":{"eur":0}}', 'eur'],
    ['{"base":"usd","date":"2026-01-02","rates":{"eur":-1}}', 'eur'],
    ['{"base":"usd","date":"2026-01-02","rates":{"eur":"much"}}', 'eur'],
    ['{"base":"usd","date":"2026-01-02","rates":{"eur":1e30}}', 'eur'],
    ['{"base":"usd","date":"2026-01-02","rates":{"eur":null}}', 'eur'],
  ])('%s is refused with a reason', (text, names) => {
    const read = readTable(text);
    expect(isUnusable(read) && read.wrong).toContain(names);
  });
});
