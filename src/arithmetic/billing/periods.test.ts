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

/** 1990 to 2110, to include 2000 with 29 February and 2100 without. */
const moment = fc.integer({ min: 631_152_000, max: 4_417_977_600 });

/** The last days of months, and any other time. */
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
  test('increase, and include the anchor', () => {
    fc.assert(
      fc.property(anchor, interval, fc.integer({ min: -40, max: 40 }), (anchor, interval, n) => {
        expect(boundary(anchor, interval, n + 1)).toBeGreaterThan(boundary(anchor, interval, n));
        expect(boundary(anchor, interval, 0)).toBe(anchor);
      }),
    );
  });

  test('by month and year keep the day and the time, or use the last day of a shorter month', () => {
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

  test('by day and week always have the same distance in seconds', () => {
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
  test('include their start and exclude their end, without gaps', () => {
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

  test('that begin late cost a part, and never more than the full price', () => {
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

  test('that begin on the last day of a short month cost at most the full price, although they last over a month', () => {
    const at = (text: string): number => Date.parse(text) / 1000;
    const period = periodFrom(at('2023-02-28T13:00Z'), at('2023-01-31T12:00Z'), { interval: 'month', interval_count: 1 });
    expect(period.end).toBe(at('2023-03-31T12:00Z'));
    expect(shareLeft(period)).toEqual(fraction(1));
  });

  test('from a past start last until now, and only the first is short', () => {
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

  test('a future start has none', () => {
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

  test('is not before the creation, and on the configured day and time if any month of its cycle has that day', () => {
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

  test('has boundaries in the configured month, and the first comes within an interval', () => {
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

  test('is refused for days and weeks', () => {
    expect(() => configuredAnchor({ day_of_month: 1 }, { interval: 'week', interval_count: 1 }, 0)).toThrow();
  });
});

test('a subscription with a trial is first free, then charged to its anchor, then from it', () => {
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

test('if intervals fit, every boundary of each is one of the shortest', () => {
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

test('the common period of all items begins with the latest start and ends with the earliest end', () => {
  fc.assert(
    fc.property(anchor, moment, (anchor, now) => {
      const [month, year] = (['month', 'year'] as const).map((interval) => periodAt(anchor, { interval, interval_count: 1 }, now));
      if (!month || !year) throw new Error('There are two');
      expect(commonPeriod([year, month])).toEqual(month);
    }),
  );
});
