import { day } from '../../../kernel/base/moments.js';

/** Days are counted from 1 January 1970, which was a Thursday. */
export const dayOf = (moment: number): number => Math.floor(moment / day);

const weekdayOf = (date: number): number => (date + 4) % 7;

const dateOf = (year: number, month: number, of_month: number): number => Date.UTC(year, month - 1, of_month) / 1000 / day;

/** The nth weekday (0 is Sunday) of a month; counted from its end where n is below zero. */
function nth(year: number, month: number, weekday: number, n: number): number {
  if (n < 0) {
    const last = dateOf(year, month + 1, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dateOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
}

/** Easter Sunday of the Gregorian calendar, by Gauss's method as Meeus, Jones and Butcher have written it. */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dateOf(year, Math.floor(f / 31), (f % 31) + 1);
}

/** A holiday that falls on a Sunday is kept on Monday, as Federal Reserve banks do; one on a Saturday is lost. */
const afterSunday = (date: number): number => (weekdayOf(date) === 0 ? date + 1 : date);

/** Holidays that fall on a weekend are kept on the next days that are none. */
function substituted(dates: readonly number[]): number[] {
  const kept: number[] = [];
  for (const date of dates) {
    let next = date;
    while ([0, 6].includes(weekdayOf(next)) || kept.includes(next)) next += 1;
    kept.push(next);
  }
  return kept;
}

/** The holidays of the Federal Reserve banks. */
const of_united_states = (year: number): number[] => [
  ...[dateOf(year, 1, 1), dateOf(year, 6, 19), dateOf(year, 7, 4), dateOf(year, 11, 11), dateOf(year, 12, 25)].map(afterSunday),
  ...[nth(year, 1, 1, 3), nth(year, 2, 1, 3), nth(year, 5, 1, -1), nth(year, 9, 1, 1), nth(year, 10, 1, 2), nth(year, 11, 4, 4)],
];

/** The days on which euros do not move (T2, the system of the European Central Bank). */
const of_euro = (year: number): number[] => {
  const sunday = easter(year);
  return [dateOf(year, 1, 1), sunday - 2, sunday + 1, dateOf(year, 5, 1), dateOf(year, 12, 25), dateOf(year, 12, 26)];
};

/** The bank holidays of England and Wales. */
const of_united_kingdom = (year: number): number[] => {
  const sunday = easter(year);
  return [
    ...[sunday - 2, sunday + 1, nth(year, 5, 1, 1), nth(year, 5, 1, -1), nth(year, 8, 1, -1)],
    ...substituted([dateOf(year, 1, 1), dateOf(year, 12, 25), dateOf(year, 12, 26)]),
  ];
};

/** Further bank holidays of a country are known to the processor only. */
const elsewhere = (year: number): number[] => [dateOf(year, 1, 1)];

const of_currency: Readonly<Record<string, (year: number) => number[]>> = {
  eur: of_euro,
  gbp: of_united_kingdom,
  usd: of_united_states,
};

const holidays = new Map<string, ReadonlySet<number>>();

function holidaysOf(currency: string, year: number): ReadonlySet<number> {
  const key = `${currency} ${year}`;
  const known = holidays.get(key) ?? new Set((of_currency[currency] ?? elsewhere)(year));
  holidays.set(key, known);
  return known;
}

/** Whether the banks of a currency work on a day. */
export function isBusinessDay(date: number, currency: string): boolean {
  if ([0, 6].includes(weekdayOf(date))) return false;
  return !holidaysOf(currency, new Date(date * day * 1000).getUTCFullYear()).has(date);
}

/** So many business days later, at the same time of day. What is asked for while banks are closed counts as asked for when they open. */
export function businessDaysAfter(moment: number, days: number, currency: string): number {
  let date = dayOf(moment);
  const time = isBusinessDay(date, currency) ? moment - date * day : 0;
  while (!isBusinessDay(date, currency)) date += 1;
  for (let left = days; left > 0; left -= 1) {
    date += 1;
    while (!isBusinessDay(date, currency)) date += 1;
  }
  return date * day + time;
}
