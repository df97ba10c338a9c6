import { expect, test } from 'vitest';
import { momentOf } from './clock-words.js';

const now = Date.UTC(2026, 10, 22) / 1000;

test.each([
  ['45s', now + 45],
  ['90m', now + 5400],
  ['12h', now + 43_200],
  ['30d', now + 2_592_000],
  ['2w', now + 1_209_600],
  ['2027-01-01', Date.UTC(2027, 0, 1) / 1000],
  ['2027-01-01T12:30:00Z', Date.UTC(2027, 0, 1, 12, 30) / 1000],
  ['2027-01-01T12:30+02:00', Date.UTC(2027, 0, 1, 10, 30) / 1000],
])('%s is read as a time', (said, moment) => {
  expect(momentOf(said, now)).toBe(moment);
});

test.each(['', 'tomorrow', '30', '30x', '-30d', '1.5d', '2027-13-01', '2027', '2027-01-01T12:30'])(
  '%j is refused with an example of a valid date',
  (said) => {
    expect(() => momentOf(said, now)).toThrow('is not a date such as 2027-01-01');
  },
);
