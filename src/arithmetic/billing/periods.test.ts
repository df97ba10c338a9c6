import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, fraction } from '../../kernel/base/exact.js';
import { day } from '../../kernel/base/moments.js';
import { configuredAnchor, opening } from './anchors.js';
import {
  boundary,
  boundaryAfter,
  commonPeriod,
  type Interval,
  lengthOf,
  periodAt,
  periodFrom,
  periodsUntil,
  shareLeft,
  shortestFitting,
} from './periods.js';

/** 1990 to 2110, so that 2000 with its 29 February and 2100 without one are both met. */
const moment = fc.integer({ min: 631_152_000, max: 4_417_977_600 });

/** The last days of months, and any other moment. */
const anchor = fc.oneof(
  moment,
  fc
    .tuple(fc.integer({ min: 1992, max: 2104 }), fc.integer({ min: 1, max: 12 }), fc.nat(day - 1))
    .map(([year, month, time]) => Date.UTC(year, month, 0) / 1000 + time),
);

const interval: fc.Arbitrary<Interval> = fc.record({
  interval: fc.constantFrom('day', 'week', 'month', 'year'),
  interval_count: fc.integer({ min: 1, max: 3 }),
});

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Whether the moment is on the last day of its month. */
const isMonthEnd = (seconds: number): boolean => dateOf(seconds + day).getUTCDate() === 1;

describe('boundaries', () => {
  test('are each after the one before, and the anchor is one of them', () => {
    fc.assert(
      fc.property(anchor, interval, fc.integer({ min: -40, max: 40 }), (anchor, interval, n) => {
        expect(boundary(anchor, interval, n + 1)).toBeGreaterThan(boundary(anchor, interval, n));
        expect(boundary(anchor, interval, 0)).toBe(anchor);
      }),
    );
  });

  test('by month and year keep the day and the time, or fall on the last day of a month that is too short', () => {
    fc.assert(
      fc.property(anchor, interval, fc.integer({ min: -40, max: 40 }), (anchor, interval, n) => {
        const { unit, units } = lengthOf(interval);
        fc.pre(unit === 'month');
        const [from, found] = [dateOf(anchor), dateOf(boundary(anchor, interval, n))];
        expect(found.toISOString().slice(10)).toBe(from.toISOString().slice(10));
        const monthsOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthsOf(found) - monthsOf(from)).toBe(n * units);
        if (found.getUTCDate() === from.getUTCDate()) return;
        expect(found.getUTCDate()).toBeLessThan(from.getUTCDate());
        expect(isMonthEnd(boundary(anchor, interval, n))).toBe(true);
      }),
    );
  });

  test('by day and week are always the same seconds apart', () => {
    fc.assert(
      fc.property(anchor, interval, fc.integer({ min: -40, max: 40 }), (anchor, interval, n) => {
        const { unit, units } = lengthOf(interval);
        fc.pre(unit === 'day');
        expect(boundary(anchor, interval, n) - anchor).toBe(n * units * day);
      }),
    );
  });
});

describe('periods', () => {
  test('include their start and not their end, and follow each other without a gap', () => {
    fc.assert(
      fc.property(anchor, interval, moment, (anchor, interval, moment) => {
        const { start, end } = periodAt(anchor, interval, moment);
        expect(start).toBeLessThanOrEqual(moment);
        expect(end).toBeGreaterThan(moment);
        expect(periodAt(anchor, interval, end).start).toBe(end);
        expect(periodAt(anchor, interval, end - 1)).toEqual({ start, end });
        expect(boundaryAfter(anchor, interval, start)).toBe(end);
      }),
    );
  });

  test('that are begun late cost a part, and never more than the full price', () => {
    fc.assert(
      fc.property(anchor, interval, moment, (anchor, interval, start) => {
        const period = periodFrom(start, anchor, interval);
        const share = shareLeft(period);
        expect(compare(share, fraction(0))).toBe(1);
        expect(compare(share, fraction(1))).toBeLessThanOrEqual(0);
        expect(shareLeft(period, start - day)).toEqual(share);
        expect(shareLeft(period, period.end)).toEqual(fraction(0));
        if (periodAt(anchor, interval, start).start === start) expect(share).toEqual(fraction(1));
      }),
    );
  });

  test('that begin on the last day of a short month cost no more than the full price, though they are longer than a month from there', () => {
    const at = (text: string): number => Date.parse(text) / 1000;
    const period = periodFrom(at('2023-02-28T13:00Z'), at('2023-01-31T12:00Z'), { interval: 'month', interval_count: 1 });
    expect(period.end).toBe(at('2023-03-31T12:00Z'));
    expect(shareLeft(period)).toEqual(fraction(1));
  });

  test('from a start in the past lead to now, and only the first is short', () => {
    fc.assert(
      fc.property(anchor, interval, moment, fc.nat(1200 * day), (anchor, interval, start, passed) => {
        const now = start + passed;
        const periods = periodsUntil(start, now, anchor, interval);
        expect(periods[0]?.start).toBe(start);
        expect(periods.at(-1)?.start).toBeLessThanOrEqual(now);
        expect(periods.at(-1)?.end).toBeGreaterThan(now);
        for (const [place, { start, end, full_seconds }] of periods.entries()) {
          if (place === 0) continue;
          expect(start).toBe(periods[place - 1]?.end);
          expect(full_seconds).toBe(end - start);
        }
      }),
    );
  });

  test('there are none before a start that lies ahead', () => {
    expect(periodsUntil(2, 1, 0, { interval: 'day', interval_count: 1 })).toEqual([]);
  });
});

describe('an anchor by the calendar', () => {
  const config = fc.record({
    day_of_month: fc.integer({ min: 1, max: 31 }),
    month: fc.option(fc.integer({ min: 1, max: 12 })),
    hour: fc.option(fc.integer({ min: 0, max: 23 })),
    minute: fc.option(fc.integer({ min: 0, max: 59 })),
    second: fc.option(fc.integer({ min: 0, max: 59 })),
  });
  const monthly = interval.filter(({ interval }) => interval === 'month' || interval === 'year');

  test('is not before the creation, and on the day and the time that are asked for where any month of its cycle has the day', () => {
    fc.assert(
      fc.property(config, monthly, moment, (config, interval, created) => {
        const anchor = configuredAnchor(config, interval, created);
        const [date, from] = [dateOf(anchor), dateOf(created)];
        expect(anchor).toBeGreaterThanOrEqual(created);
        expect(date.getUTCHours()).toBe(config.hour ?? from.getUTCHours());
        expect(date.getUTCMinutes()).toBe(config.minute ?? from.getUTCMinutes());
        expect(date.getUTCSeconds()).toBe(config.second ?? from.getUTCSeconds());
        if (date.getUTCDate() === config.day_of_month) return;
        const cycle = Array.from({ length: 48 }, (_, n) => dateOf(boundary(anchor, interval, n)).getUTCDate());
        expect(Math.max(...cycle)).toBeLessThan(config.day_of_month);
      }),
    );
  });

  test('has boundaries in the month that is asked for, and the first of them comes within an interval', () => {
    fc.assert(
      fc.property(config, monthly, moment, (config, interval, created) => {
        const anchor = configuredAnchor(config, interval, created);
        const { end } = periodAt(anchor, interval, created);
        expect(end).toBeLessThanOrEqual(boundary(created, interval, 1) + 4 * day);
        if (config.month === null) return;
        const { units } = lengthOf(interval);
        const months = dateOf(anchor).getUTCMonth() + 1 - config.month;
        expect(Math.abs(months) % (12 % units === 0 ? units : 1)).toBe(0);
      }),
    );
  });

  test('cannot be had by days and weeks', () => {
    expect(() => configuredAnchor({ day_of_month: 1 }, { interval: 'week', interval_count: 1 }, 0)).toThrow();
  });
});

test('a subscription with a trial is free, and then charged to its anchor and from there on', () => {
  fc.assert(
    fc.property(moment, interval, fc.option(fc.nat(730 * day)), fc.option(moment), (start, interval, trial, anchor) => {
      const begun = opening({ start, interval, trial_end: trial === null ? null : start + trial, anchor });
      expect(begun.first.start).toBe(start + (trial ?? 0));
      expect(begun.trial).toEqual(trial ? { start, end: start + trial } : null);
      expect(boundaryAfter(begun.anchor, interval, begun.first.start)).toBe(begun.first.end);
      if (anchor === null) expect(shareLeft(begun.first)).toEqual(fraction(1));
    }),
  );
});

test('where intervals fit, every boundary of each is one of the shortest', () => {
  fc.assert(
    fc.property(fc.array(interval, { minLength: 1, maxLength: 4 }), anchor, (intervals, anchor) => {
      const shortest = shortestFitting(intervals);
      if (!shortest) return;
      for (const each of intervals) {
        const end = boundary(anchor, each, 1);
        expect(periodAt(anchor, shortest, end).start).toBe(end);
      }
    }),
  );
  expect(shortestFitting([])).toBeNull();
});

test('the time that all items have in common begins with the latest and ends with the earliest', () => {
  fc.assert(
    fc.property(anchor, moment, (anchor, now) => {
      const [month, year] = (['month', 'year'] as const).map((interval) => periodAt(anchor, { interval, interval_count: 1 }, now));
      if (!month || !year) throw new Error('There are two');
      expect(commonPeriod([year, month])).toEqual(month);
    }),
  );
});
