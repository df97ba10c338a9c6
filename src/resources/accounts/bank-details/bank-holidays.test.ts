import { describe, expect, test } from 'vitest';
import { businessDaysAfter, dayOf, isBusinessDay } from './bank-holidays.js';

const at = (text: string): number => Date.parse(`${text}${text.length === 10 ? 'T00:00' : ''}:00Z`) / 1000;
const said = (moment: number): string => new Date(moment * 1000).toISOString().slice(0, 16);

/** As published by the Federal Reserve, the European Central Bank, and the government of the United Kingdom. */
const published: Readonly<Record<string, readonly string[]>> = {
  usd: [
    ...[
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ],
    // 4 July 2027 is a Sunday; 19 June and 25 December 2027 are Saturdays, and not made up for.
    ...['2027-07-05', '2027-01-18', '2027-05-31', '2027-11-25'],
  ],
  eur: ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2027-03-26', '2027-03-29', '2025-04-18', '2025-04-21'],
  gbp: [
    ...['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31', '2026-12-25', '2026-12-28'],
    ...['2027-01-01', '2027-03-26', '2027-03-29', '2027-12-27', '2027-12-28', '2028-01-03'],
  ],
};

describe.each(Object.entries(published))('banks of %s', (currency, dates) => {
  test.each(dates)('are closed on %s', (date) => {
    expect(isBusinessDay(dayOf(at(date)), currency)).toBe(false);
  });
});

test.each([
  ['2027-06-18', 'usd'],
  ['2027-12-24', 'usd'],
  ['2026-05-25', 'eur'],
  ['2026-04-03', 'usd'],
  ['2026-11-26', 'eur'],
  ['2026-12-26', 'jpy', false],
  ['2026-12-25', 'jpy'],
])('banks work on %s for %s', (date, currency, works = true) => {
  expect(isBusinessDay(dayOf(at(date as string)), currency as string)).toBe(works);
});

test.each([
  // A Monday, and nothing between.
  ['2026-03-02T10:30', 1, 'usd', '2026-03-03T10:30'],
  ['2026-03-02T10:30', 3, 'usd', '2026-03-05T10:30'],
  // A Thursday: the weekend is not counted.
  ['2026-03-05T10:30', 3, 'usd', '2026-03-10T10:30'],
  // A Saturday counts as Monday morning.
  ['2026-03-07T10:30', 1, 'usd', '2026-03-10T00:00'],
  ['2026-03-08T23:59', 3, 'usd', '2026-03-12T00:00'],
  // Thanksgiving, for dollars only.
  ['2026-11-25T09:00', 1, 'usd', '2026-11-27T09:00'],
  ['2026-11-25T09:00', 1, 'eur', '2026-11-26T09:00'],
  // Easter, for euros and pounds.
  ['2026-04-02T09:00', 3, 'eur', '2026-04-09T09:00'],
  ['2026-04-02T09:00', 3, 'gbp', '2026-04-09T09:00'],
  ['2026-04-02T09:00', 3, 'usd', '2026-04-07T09:00'],
  // Over the end of a year.
  ['2026-12-31T09:00', 1, 'usd', '2027-01-04T09:00'],
  ['2026-12-24T09:00', 1, 'gbp', '2026-12-29T09:00'],
] as const)('from %s, %i business days later in %s it is %s', (from, days, currency, then) => {
  expect(said(businessDaysAfter(at(from), days, currency))).toBe(then);
});

test('what is asked for earlier is never done later', () => {
  const start = at('2026-12-18');
  const moments = Array.from({ length: 24 * 21 }, (_, hour) => start + hour * 3600);
  for (const currency of ['usd', 'eur', 'gbp', 'jpy'])
    for (const days of [1, 3]) {
      const then = moments.map((moment) => businessDaysAfter(moment, days, currency));
      expect(then).toEqual([...then].sort((a, b) => a - b));
    }
});
