import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { type PayoutSchedule, type payout_settings, weekdays } from './payout-settings.js';

type Schedule = NonNullable<NonNullable<Given<{ it: typeof payout_settings }>['it']>['schedule']>;

/** The days of a weekly schedule. A document whose anchor is not among its days was changed by a version that knew the anchor alone. */
export const daysOfWeek = ({ weekly_anchor, weekly_payout_days }: PayoutSchedule): PayoutSchedule['weekly_payout_days'] & object =>
  daysOf(weekly_anchor, weekly_payout_days);

/** The days of a monthly schedule. */
export const daysOfMonth = ({ monthly_anchor, monthly_payout_days }: PayoutSchedule): number[] =>
  daysOf(monthly_anchor, monthly_payout_days);

function daysOf<T>(anchor: T | null, days: T[] | null): T[] {
  if (anchor === null) return [];
  return days?.includes(anchor) ? days : [anchor];
}

type Said<T> = { readonly anchor: T | null; readonly days: T[] | null };

/** Days in their order, each once, with the first of them; null where none is said. */
function ordered<T>(anchor: T | null | undefined, days: T[] | null | undefined, rank: (each: T) => number): Said<T> | null {
  if (anchor === undefined && days === undefined) return null;
  const named = days ?? (anchor === undefined || anchor === null ? [] : [anchor]);
  const all = [...new Set(named)].toSorted((one, other) => rank(one) - rank(other));
  return { anchor: all[0] ?? null, days: all.length > 0 ? all : null };
}

/** The names of a schedule in the parameters of a request. */
export type NameOf = (name: keyof Schedule) => string;

/** A schedule as it is given, with its anchors and its days; a request says a day by one of them, and a schedule that needs a day has one. */
export function scheduleGiven(stored: PayoutSchedule, given: Schedule, nameOf: NameOf, asked: Asked): Schedule {
  requireOne(given, nameOf, asked);
  requireHalfHours(given, nameOf, asked);
  const weekly = ordered(given.weekly_anchor, given.weekly_payout_days, (name) => weekdays.indexOf(name));
  const monthly = ordered(given.monthly_anchor, given.monthly_payout_days, (date) => date);
  const whole = {
    ...given,
    ...(weekly && { weekly_anchor: weekly.anchor, weekly_payout_days: weekly.days }),
    ...(monthly && { monthly_anchor: monthly.anchor, monthly_payout_days: monthly.days }),
  };
  requireDay({ ...stored, ...whole }, nameOf, asked);
  return whole;
}

const pairs = [
  ['monthly_anchor', 'monthly_payout_days'],
  ['weekly_anchor', 'weekly_payout_days'],
] as const;

function requireOne(given: Schedule, nameOf: NameOf, asked: Asked): void {
  const [both] = pairs.filter(([anchor, days]) => given[anchor] !== undefined && given[days] !== undefined);
  if (!both) return;
  const [anchor, days] = both;
  asked.refuse({ code: 'parameters_exclusive', param: nameOf(days), message: `Send only one of ${nameOf(anchor)} and ${nameOf(days)}.` });
}

function requireHalfHours({ start_of_day }: Schedule, nameOf: NameOf, asked: Asked): void {
  if (!start_of_day || start_of_day.minutes === 0 || start_of_day.minutes === 30) return;
  const param = `${nameOf('start_of_day')}[minutes]`;
  asked.refuse({ code: 'parameter_invalid', param, message: `Invalid ${param}: a day begins at 0 or 30 minutes past the hour.` });
}

/** Refuses a schedule that names no day. */
function requireDay(
  { interval, monthly_anchor, weekly_anchor }: Pick<PayoutSchedule, 'interval' | 'monthly_anchor' | 'weekly_anchor'>,
  nameOf: NameOf,
  asked: Asked,
): void {
  const lacks = (name: keyof Schedule): void => {
    const param = nameOf(name);
    asked.refuse({
      code: 'parameter_missing',
      param,
      message: `Missing required param: ${param}. A ${interval} schedule says on which day.`,
    });
  };
  if (interval === 'weekly' && weekly_anchor === null) lacks('weekly_anchor');
  if (interval === 'monthly' && monthly_anchor === null) lacks('monthly_anchor');
}
