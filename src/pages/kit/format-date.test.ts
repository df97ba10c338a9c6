import { expect, test } from 'vitest';
import { formatMoment } from './format-date.js';

test('a moment has a day for people, a time that names its zone, and a form for machines', () => {
  expect(formatMoment(1_935_684_059)).toEqual({ day: 'May 4, 2031', time: '18:00 UTC', iso: '2031-05-04T18:00:59.000Z' });
  expect(formatMoment(0)).toMatchObject({ day: 'January 1, 1970', time: '00:00 UTC' });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e18, -1e18])('%d is no moment', (seconds) => {
  expect(formatMoment(seconds)).toBeNull();
});
