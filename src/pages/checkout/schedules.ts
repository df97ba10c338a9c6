import { dateFormat } from '../../kernel/base/intl.js';
import { filled, type Locale } from '../paper/languages.js';
import type { EmbeddedWords } from './embedded-words.js';

/** A payout schedule. */
export type Schedule = {
  readonly interval: 'manual' | 'daily' | 'weekly' | 'monthly';
  readonly monthly_payout_days: readonly number[] | null;
  readonly weekly_payout_days: readonly string[] | null;
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const days_of_month = [1, 15, 31] as const;

/** 3 January 2028 is a Monday. */
const monday_s = 1_830_470_400;
const day_s = 86_400;

/** The value of a schedule in the form. */
export const scheduleValue = ({ interval, monthly_payout_days, weekly_payout_days }: Schedule): string =>
  [interval, ...(interval === 'weekly' ? (weekly_payout_days ?? []) : interval === 'monthly' ? (monthly_payout_days ?? []) : [])].join(' ');

/** The schedules that the form offers, with the present one. */
export function schedulesIn(words: EmbeddedWords, { tag }: Locale, present: Schedule): (readonly [value: string, label: string])[] {
  const name = dateFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const all: (readonly [string, string])[] = [
    ['manual', words.manual],
    ['daily', words.daily],
    ...weekdays.map(
      (each, place) => [`weekly ${each}`, filled(words.weekly, { day: name.format((monday_s + place * day_s) * 1000) })] as const,
    ),
    ...days_of_month.map((each) => [`monthly ${each}`, filled(words.monthly, { day: String(each) })] as const),
  ];
  const value = scheduleValue(present);
  return all.some(([each]) => each === value) ? all : [[value, value], ...all];
}

/** The parameters of a chosen schedule. */
export function scheduleFrom(value: string): object {
  const [interval = '', ...days] = value.split(' ');
  if (interval === 'weekly') return { interval, weekly_payout_days: days };
  return interval === 'monthly' ? { interval, monthly_payout_days: days.map(Number) } : { interval };
}
