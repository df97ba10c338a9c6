import { type Exact, fraction } from '../../kernel/base/exact.js';
import { day } from '../../kernel/base/moments.js';
import { monthOf, monthsAfter } from './calendar.js';

/** How often a price is charged, as prices hold it. */
export type Interval = { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count: number };

/** From the first second to the one that is no longer in it, in Unix seconds. */
export type Period = { readonly start: number; readonly end: number };

/** A period, and how many seconds long it would be if it were charged in full: more than it has, where it was cut short. */
export type BilledPeriod = Period & { readonly full_seconds: number };

/** A period that is charged in full; or one of a debit, whose amount was charged for just that time. */
export const whole = ({ start, end }: Period): BilledPeriod => ({ start, end, full_seconds: end - start });

/** Months of a year and days of a week are multiples of the same length; months and days are not. */
const lengths = {
  day: { unit: 'day', units: 1 },
  week: { unit: 'day', units: 7 },
  month: { unit: 'month', units: 1 },
  year: { unit: 'month', units: 12 },
} as const;

/** How many days or months an interval is: 2 years are 24 months. */
export function lengthOf({ interval, interval_count }: Interval): { readonly unit: 'day' | 'month'; readonly units: number } {
  const { unit, units } = lengths[interval];
  return { unit, units: units * interval_count };
}

/**
 * Where the n-th period after the anchor begins; before it, where n is below zero. Always counted from the anchor, so that 31 January
 * comes back to 31 March after 28 February, and 29 February to the 29th in every leap year.
 */
export function boundary(anchor: number, interval: Interval, n: number): number {
  const { unit, units } = lengthOf(interval);
  return unit === 'day' ? anchor + n * units * day : monthsAfter(anchor, n * units);
}

/** The number of the last boundary at or before a moment. */
function lastBoundary(anchor: number, interval: Interval, moment: number): number {
  const { unit, units } = lengthOf(interval);
  const passed = unit === 'day' ? (moment - anchor) / day : monthOf(moment) - monthOf(anchor);
  const n = Math.floor(passed / units);
  return boundary(anchor, interval, n) > moment ? n - 1 : n;
}

/** The period that a moment is in. It includes its start and not its end. */
export function periodAt(anchor: number, interval: Interval, moment: number): Period {
  const n = lastBoundary(anchor, interval, moment);
  return { start: boundary(anchor, interval, n), end: boundary(anchor, interval, n + 1) };
}

/** The first boundary after a moment; a boundary at the moment itself is not after it. */
export const boundaryAfter = (anchor: number, interval: Interval, moment: number): number => periodAt(anchor, interval, moment).end;

/**
 * The period that begins at a start, whether or not that is a boundary. One that is cut short by the next boundary is charged for its part
 * of the whole period from its own start: 15 January to 1 February are 17 of the 31 days to 15 February. No period is charged more than
 * the full price: from 28 February on, with boundaries on the last day of each month, are three days more than to 28 March.
 */
export function periodFrom(start: number, anchor: number, interval: Interval): BilledPeriod {
  const period = periodAt(anchor, interval, start);
  if (period.start === start) return whole(period);
  const from_its_start = boundary(start, interval, 1) - start;
  return { start, end: period.end, full_seconds: Math.max(from_its_start, period.end - start) };
}

/**
 * The periods from a start in the past to now, the one that now is in included: backdating, where each is charged by itself. Only the
 * first can be short. None where the start is after now.
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

/** How much of the full price what is left of a period costs from a moment on: 1 where the moment is the start of a whole one. */
export const shareLeft = ({ start, end, full_seconds }: BilledPeriod, from = start): Exact =>
  fraction(Math.max(0, end - Math.max(from, start)), full_seconds);

/**
 * The shortest of the intervals that items of one subscription have, or null where they do not fit: each has to be a multiple of the
 * shortest (12 months are a year and 7 days a week; a week and a month do not fit). The shortest sets the boundaries of the subscription.
 */
export function shortestFitting(intervals: readonly Interval[]): Interval | null {
  const [shortest] = intervals.toSorted((one, other) => lengthOf(one).units - lengthOf(other).units);
  if (!shortest) return null;
  const { unit, units } = lengthOf(shortest);
  const fits = intervals.map(lengthOf).every((each) => each.unit === unit && each.units % units === 0);
  return fits ? shortest : null;
}

/** The time that the periods of all items have in common: what a subscription with one period for all its items calls the current one. */
export const commonPeriod = (periods: readonly Period[]): Period => ({
  start: Math.max(...periods.map(({ start }) => start)),
  end: Math.min(...periods.map(({ end }) => end)),
});
