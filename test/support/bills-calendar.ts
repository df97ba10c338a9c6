/** Time and money of the model of billing, with separate rules: no code of the service is used here. */

export const day = 86_400;

/** The interval of a price. */
export type Every = { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count: number };

export type Span = { readonly start: number; readonly end: number };

const units = { day: 1, week: 7, month: 1, year: 12 } as const;

const byMonths = ({ interval }: Every): boolean => interval === 'month' || interval === 'year';

/** Its length in days or months. */
export const unitsOf = ({ interval, interval_count }: Every): number => units[interval] * interval_count;

/** Whether the intervals of items can be those of one subscription: multiples of the shortest of them. */
export function isTogether(all: readonly Every[]): boolean {
  const shortest = Math.min(...all.map(unitsOf));
  return new Set(all.map(byMonths)).size === 1 && all.every((each) => unitsOf(each) % shortest === 0);
}

/** This many months later at the same time of the day, on the last day of a month that is too short. */
export function monthsLater(moment: number, months: number): number {
  const date = new Date(moment * 1000);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return first.getTime() / 1000 + (moment % day);
}

/** The n-th boundary from an anchor. */
const boundary = (anchor: number, every: Every, n: number): number =>
  byMonths(every) ? monthsLater(anchor, n * unitsOf(every)) : anchor + n * unitsOf(every) * day;

/** The first boundary after a time, and the one before it. */
export function spanAt(anchor: number, every: Every, moment: number): Span {
  const longest = unitsOf(every) * (byMonths(every) ? 31 : 1) * day;
  let n = moment >= anchor ? Math.floor((moment - anchor) / longest) : -Math.ceil((anchor - moment) / (longest * 0.9)) - 1;
  while (boundary(anchor, every, n + 1) <= moment) n += 1;
  return { start: boundary(anchor, every, n), end: boundary(anchor, every, n + 1) };
}

/** A span from a time to the next boundary, and the length of the full period. */
export function spanFrom(start: number, anchor: number, every: Every): Span & { readonly full: number } {
  const at = spanAt(anchor, every, start);
  if (at.start === start) return { ...at, full: at.end - start };
  return { start, end: at.end, full: Math.max(boundary(start, every, 1) - start, at.end - start) };
}

/** A part of an amount in whole units, halves away from zero. */
export function part(amount: number, of: number, whole: number): number {
  const [n, d] = [BigInt(amount) * BigInt(of), BigInt(whole)];
  const size = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return Number(n < 0n ? -size : size) || 0;
}
