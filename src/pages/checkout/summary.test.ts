import { describe, expect, test } from 'vitest';
import { majorOf, minorOf } from './summary.js';

describe('an amount that is typed in', () => {
  test.each([
    ['12.50', 'usd', 1250],
    ['12,50', 'eur', 1250],
    ['12,5', 'eur', 1250],
    ['12', 'usd', 1200],
    ['1.234,50', 'eur', 123_450],
    ['1,234.50', 'usd', 123_450],
    ['1,234', 'usd', 123_400],
    ['1 234', 'eur', 123_400],
    ["1'234.50", 'chf', 123_450],
    ['500', 'jpy', 500],
    ['1,500', 'jpy', 1500],
    ['1.250', 'kwd', 1250],
    ['1250', 'usd', 125_000],
    ['.5', 'usd', 50],
    ['', 'usd', null],
    ['twelve', 'usd', null],
    ['-5', 'usd', null],
    ['12.505', 'usd', 1_250_500],
    ['12.5555', 'usd', null],
    ['1e3', 'usd', null],
    ['9999999999999', 'usd', null],
  ])('%s in %s is %s minor units', (typed, currency, amount) => {
    expect(minorOf(typed, currency)).toBe(amount);
  });

  test.each([
    [1250, 'usd', '12.50'],
    [5, 'usd', '0.05'],
    [500, 'jpy', '500'],
    [1250, 'kwd', '1.250'],
  ])('%d minor units of %s are shown in the form of typed input, %s', (amount, currency, text) => {
    expect(majorOf(amount, currency)).toBe(text);
    expect(minorOf(text, currency)).toBe(amount);
  });
});
