import { expect, test } from 'vitest';
import { fraction } from '../../kernel/base/exact.js';
import { recurringRevenue } from './recurring-revenue.js';

const monthly = { cost: fraction(2000), product: 'prod_1', interval: 'month', interval_count: 1 } as const;

test.each([
  ['a month', monthly, 2000],
  ['three months', { ...monthly, interval_count: 3 }, 667],
  ['a year', { ...monthly, cost: fraction(12_000), interval: 'year' }, 1000],
  ['a week', { ...monthly, cost: fraction(300), interval: 'week' }, 1300],
  ['a day', { ...monthly, cost: fraction(12), interval: 'day' }, 365],
] as const)('a price for %s counts by the month', (_, part, expected) => {
  expect(recurringRevenue([part], [])).toBe(expected);
});

test('discounts that last are taken off, a percentage from its products only', () => {
  const half = { percent_off: 50, amount_off: null, products: ['prod_2'] };
  const euro = { percent_off: null, amount_off: 100, products: null };
  expect(recurringRevenue([monthly, { ...monthly, product: 'prod_2' }], [half, euro])).toBe(2900);
});

test('recurring revenue is never below zero', () => {
  expect(recurringRevenue([monthly], [{ percent_off: null, amount_off: 9000, products: null }])).toBe(0);
});
