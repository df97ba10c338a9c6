import { expect, test } from 'vitest';
import { startOf } from './spending.js';
import { type Spent, spentIn, spentWith } from './spent.js';

/** A Wednesday at noon, and moments around it. */
const wednesday = Date.UTC(2026, 6, 15, 12) / 1000;
const day = 86_400;

const rolls = (amount: number, at = wednesday, category = 'bakeries') => ({ currency: 'usd', category, amount, at });

const after = (...spent: readonly Parameters<typeof spentWith>[1][]): Spent =>
  spent.reduce<Spent>((known, each) => spentWith(known, each), {});

const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all_time'] as const;

/** What was spent in each period around a moment. */
const around = (known: Spent, now: number, categories: readonly 'bakeries'[] = []): number[] =>
  periods.map((period) => spentIn(known, 'usd')({ since: startOf(period, now), categories }));

test('what is spent counts in every period of its moment, and in no other currency', () => {
  const known = after(rolls(100), rolls(20, wednesday + 60));
  expect(around(known, wednesday + 120)).toEqual([120, 120, 120, 120, 120]);
  expect(spentIn(known, 'eur')({ since: 0, categories: [] })).toBe(0);
});

test('a period that has begun since counts only what is its own', () => {
  const known = after(rolls(100), rolls(20, wednesday + day), rolls(3, wednesday + 5 * day));
  expect(around(known, wednesday + 5 * day)).toEqual([3, 3, 123, 123, 123]);
  expect(around(known, wednesday + 6 * day)).toEqual([0, 3, 123, 123, 123]);
  expect(around(known, Date.UTC(2027, 0, 1) / 1000)).toEqual([0, 0, 0, 0, 123]);
});

test('a limit of some categories counts those alone', () => {
  const known = after(rolls(100), rolls(50, wednesday, 'book_stores'));
  expect(around(known, wednesday, ['bakeries'])[0]).toBe(100);
  expect(around(known, wednesday)[0]).toBe(150);
});

test('what comes back is taken off where it was spent, and never leaves less than nothing', () => {
  const known = after(rolls(100), rolls(20, wednesday + day), rolls(-30));
  expect(around(known, wednesday + day)).toEqual([20, 90, 90, 90, 90]);
  expect(around(spentWith(known, rolls(-500, wednesday + day)), wednesday + day)).toEqual([0, 0, 0, 0, 0]);
});

test('nothing is known without spending', () => {
  expect(around({}, wednesday)).toEqual([0, 0, 0, 0, 0]);
  expect(spentIn(null, 'usd')({ since: 0, categories: [] })).toBe(0);
});
