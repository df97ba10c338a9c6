import { say, type Text } from '../say.js';

/** The ranges that Home offers, from the start of a day in the browser's time zone. */
export const ranges = [
  { name: 'today', label: 'Today', days: 0 },
  { name: '7d', label: 'Last 7 days', days: 6 },
  { name: '4w', label: 'Last 4 weeks', days: 27 },
  { name: '3m', label: 'Last 3 months', days: 89 },
  { name: '12m', label: 'Last 12 months', days: 364 },
] as const satisfies readonly { readonly name: string; readonly label: Text; readonly days: number }[];

/** The ranges as choices, with one of days that a person enters. */
export const rangeChoices = () => [
  ...ranges.map(({ name, label }) => ({ value: name, label: say(label) })),
  { value: 'days', label: say('Days') },
];

/** The range of an address: one of the choices, or the usual one. */
export const rangeIn = (address: URLSearchParams): string =>
  rangeChoices().find(({ value }) => value === address.get('range'))?.value ?? ranges[1].name;

/** The name of a range. */
export type RangeName = (typeof ranges)[number]['name'];

/** An interval in seconds, and the start of the one that it is compared with. */
export type Interval = { readonly interval_start: number; readonly interval_end: number; readonly compare_start?: number };

/** The time zone of the browser, in which days begin. */
export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The start of a day in the browser's time zone, some days before the day of a moment. */
function dayStart(moment: number, days_before: number): number {
  const day = new Date(moment * 1000);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days_before);
  return day.getTime() / 1000;
}

/** A range that ends at `now`, in seconds. Today is compared with yesterday until the same time. */
export function intervalOf(name: string, now: number): Interval {
  const { days } = ranges.find((each) => each.name === name) ?? ranges[1];
  const interval_start = dayStart(now, days);
  return { interval_start, interval_end: now, ...(days === 0 && { compare_start: dayStart(now, 1) }) };
}

/** Whole days of a form, `2026-11-26`, until the end of the last; null if they are no interval before `now`. */
export function intervalOfDays(from: string, to: string, now: number): Interval | null {
  const [start, last] = [new Date(`${from}T00:00:00`), new Date(`${to}T00:00:00`)];
  last.setDate(last.getDate() + 1);
  const [interval_start, end] = [start.getTime() / 1000, last.getTime() / 1000];
  const interval_end = Math.min(end, now);
  return interval_start < interval_end ? { interval_start, interval_end } : null;
}
