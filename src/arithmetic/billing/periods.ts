import { type Exact, fraction } from '../../kernel/base/exact.js';
import { day } from '../../kernel/base/moments.js';
import { monthOf, monthsAfter } from './calendar.js';

/** How often a price is charged, as prices define it. */
export type Interval = { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count: number };

/** A period in Unix seconds; the end is exclusive. */
export type Period = { readonly start: number; readonly end: number };

/** A period, and the length that its full price is for, in seconds: longer than the period if it was cut short. */
export type BilledPeriod = Period & { readonly full_seconds: number };

/** A period charged in full; or the period of a debit, whose amount was for exactly that time. */
export const whole = ({ start, end }: Period): BilledPeriod => ({ start, end, full_seconds: end - start });

/** A year is a multiple of months and a week of days; months and days do not convert. */
const lengths = {
  day: { unit: 'day', units: 1 },
  week: { unit: 'day', units: 7 },
  month: { unit: 'month', units: 1 },
  year: { unit: 'month', units: 12 },
} as const;

/** The length of an interval in days or months: 2 years are 24 months. */
export function lengthOf({ interval, interval_count }: Interval): { readonly unit: 'day' | 'month'; readonly units: number } {
  const { unit, units } = lengths[interval];
  return { unit, units: units * interval_count };
}

/**
 * The start of the n-th period after the anchor, or before it for a negative n. Always counted from the anchor, so that 28 February is followed by 31
 * March for an anchor on the 31st, and an anchor on 29 February returns in every leap year.
 */
export function boundary(anchor: number, interval: Interval, n: number): number {
  const { unit, units } = lengthOf(interval);
  return unit === 'day' ? anchor + n * units * day : monthsAfter(anchor, n * units);
}

/** The number of the last boundary at or before a time. */
function lastBoundary(anchor: number, interval: Interval, moment: number): number {
  const { unit, units } = lengthOf(interval);
  const passed = unit === 'day' ? (moment - anchor) / day : monthOf(moment) - monthOf(anchor);
  const n = Math.floor(passed / units);
  return boundary(anchor, interval, n) > moment ? n - 1 : n;
}

/** The period that contains a time. It includes its start and excludes its end. */
export function periodAt(anchor: number, interval: Interval, moment: number): Period {
  const n = lastBoundary(anchor, interval, moment);
  return { start: boundary(anchor, interval, n), end: boundary(anchor, interval, n + 1) };
}

/** The first boundary after a time; a boundary at the time itself does not count. */
export const boundaryAfter = (anchor: number, interval: Interval, moment: number): number => periodAt(anchor, interval, moment).end;

/**
 * The period from any start to the next boundary. A period cut short is charged in proportion to the full period from its own start: 15 January to 1
 * February are 17 of the 31 days to 15 February. No period costs more than the full price: from 28 February, with boundaries on the last day of each
 * month, a period has three days more than to 28 March.
 */
export function periodFrom(start: number, anchor: number, interval: Interval): BilledPeriod {
  const period = periodAt(anchor, interval, start);
  if (period.start === start) return whole(period);
  const from_its_start = boundary(start, interval, 1) - start;
  return { start, end: period.end, full_seconds: Math.max(from_its_start, period.end - start) };
}

/**
 * The periods from a past start to now, including the current one; each is charged separately when a subscription is backdated. Only the first can be
 * short. None if the start is after now.
 */
export function periodsUntil(start: number, now: number, anchor: number, interval: Interval): BilledPeriod[] {
  const periods: BilledPeriod[] = [];
  for (let next = start; next <= now; ) {
    const period = periodFrom(next, anchor, interval);
    periods.push(period);
    next = period.end;
  }
  return periods;
}

/** The share of the full price for the rest of a period from a time on: 1 at the start of a full period. */
export const shareLeft = ({ start, end, full_seconds }: BilledPeriod, from = start): Exact =>
  fraction(Math.max(0, end - Math.max(from, start)), full_seconds);

/**
 * The shortest interval of a subscription's items, or null if they do not fit: each must be a multiple of the shortest (12 months are a year and 7
 * days a week; a week and a month do not fit). The shortest sets the subscription's boundaries.
 */
export function shortestFitting(intervals: readonly Interval[]): Interval | null {
  const [shortest] = intervals.toSorted((one, other) => lengthOf(one).units - lengthOf(other).units);
  if (!shortest) return null;
  const { unit, units } = lengthOf(shortest);
  const fits = intervals.map(lengthOf).every((each) => each.unit === unit && each.units % units === 0);
  return fits ? shortest : null;
}

/** The intersection of all items' periods: the current period of a subscription that shows one for all items. */
export const commonPeriod = (periods: readonly Period[]): Period => ({
  start: Math.max(...periods.map(({ start }) => start)),
  end: Math.min(...periods.map(({ end }) => end)),
});
