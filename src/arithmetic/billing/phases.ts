import { boundary, type Interval, lengthOf, type Period } from './periods.js';

/** How long a phase of a schedule is: to a moment in Unix seconds, or for a time. */
export type PhaseLength = { readonly end_date: number } | { readonly duration: Interval };

/**
 * When phases begin and end that follow each other from a start. Times of one unit in a row are counted together from where the first of
 * them begins, so that months from 31 January end on 28 February, 31 March and 30 April.
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
