import { expect, test } from 'vitest';
import { nextStart, startOf, startsIn, zoneOf } from './zone.js';

const seconds = (text: string): number => Date.parse(text) / 1000;
const berlin = zoneOf('Europe/Berlin');

test('times follow the summer time of their zone', () => {
  expect(berlin.moment(seconds('2026-03-29T00:59:59Z'))).toBe('2026-03-29 01:59:59');
  expect(berlin.moment(seconds('2026-03-29T01:00:00Z'))).toBe('2026-03-29 03:00:00');
});

test('zones with quarters of an hour have them', () => {
  expect(zoneOf('Asia/Kathmandu').moment(seconds('2026-01-01T00:00:00Z'))).toBe('2026-01-01 05:45:00');
});

test('months start at midnight of their zone, also after the clock has changed', () => {
  const interval = { start: seconds('2026-01-15T00:00:00Z'), end: seconds('2026-04-01T04:00:00Z') };
  const starts = startsIn(zoneOf('America/New_York'), 'month', interval, 100);
  expect(starts).toEqual(['2026-01-15T00:00:00Z', '2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z'].map(seconds));
});

test('a day on which the clock changes has 23 or 25 hours', () => {
  const hours = (day: string): number => (nextStart(berlin, 'day', seconds(day)) - startOf(berlin, 'day', seconds(day))) / 3600;
  expect([hours('2026-03-29T12:00:00Z'), hours('2026-10-25T12:00:00Z')]).toEqual([23, 25]);
});

test('weeks start on Monday', () => {
  const sunday = seconds('2026-11-29T12:00:00Z');
  expect([startOf(berlin, 'week', sunday), nextStart(berlin, 'week', sunday)]).toEqual([
    seconds('2026-11-22T23:00:00Z'),
    seconds('2026-11-29T23:00:00Z'),
  ]);
});

test('the start of a unit is its own start', () => {
  const midnight = seconds('2026-06-30T22:00:00Z');
  expect([startOf(berlin, 'month', midnight), startOf(berlin, 'hour', midnight)]).toEqual([midnight, midnight]);
});
