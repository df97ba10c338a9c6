import { boundary, type Interval, lengthOf, type Period } from './periods.js';

/** The length of a schedule's phase: to a time in Unix seconds, or for an interval. */
export type PhaseLength = { readonly end_date: number } | { readonly duration: Interval };

/**
 * The periods of consecutive phases. Consecutive intervals of one unit are counted together from the start of the first, so that months from 31
 * January end on 28 February, 31 March and 30 April.
 */
export function phasePeriods(start: number, lengths: readonly PhaseLength[]): Period[] {
  let [from, cursor, counted] = [start, start, 0];
  let counting: 'day' | 'month' | null = null;
  return lengths.map((length) => {
    const begins = cursor;
    if ('end_date' in length) {
      cursor = length.end_date;
      counting = null;
      return { start: begins, end: cursor };
    }
    const { unit, units } = lengthOf(length.duration);
    if (unit !== counting) [from, counted, counting] = [begins, 0, unit];
    counted += units;
    cursor = boundary(from, { interval: unit, interval_count: 1 }, counted);
    return { start: begins, end: cursor };
  });
}
