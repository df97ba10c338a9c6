import { momentAt, zoneOf } from '../../../arithmetic/calendar/zone.js';
import { day } from '../../../kernel/base/moments.js';
import { dayOf, isBusinessDay } from '../bank-details/bank-holidays.js';
import { daysOfMonth, daysOfWeek } from './payout-days.js';
import { type PayoutSchedule, weekdays } from './payout-settings.js';

/** Whether a schedule names a day, whatever banks do on it. */
function names(schedule: PayoutSchedule, date: number): boolean {
  if (schedule.interval === 'daily') return true;
  // 1 January 1970 was a Thursday.
  if (schedule.interval === 'weekly') return daysOfWeek(schedule).some((name) => name === weekdays[(date + 3) % 7]);
  if (schedule.interval === 'manual') return false;
  const at = new Date(date * day * 1000);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return daysOfMonth(schedule).some((each) => at.getUTCDate() === Math.min(each, last));
}

/** How far a named day can be ahead, and how far holidays can put one off. */
const days_ahead_max = 62;
const days_off_max = 15;

/** The moment at which a day of a schedule begins: at its own time, or at midnight UTC. */
function startOfDay({ start_of_day: start }: PayoutSchedule, date: number): number {
  if (!start) return date * day;
  return momentAt(zoneOf(start.timezone), date * day + start.hour * 3600 + start.minutes * 60);
}

/**
 * The next moment, after this one, at which a schedule pays out: the beginning of the day, or of the next business day where banks are
 * closed. Null where nothing is paid out by itself.
 */
export function nextPayday(schedule: PayoutSchedule, after: number, currency: string): number | null {
  if (schedule.interval === 'manual') return null;
  const today = dayOf(after);
  for (let named = today - days_off_max; named <= today + days_ahead_max; named += 1) {
    if (!names(schedule, named)) continue;
    let date = named;
    while (!isBusinessDay(date, currency)) date += 1;
    const begins = startOfDay(schedule, date);
    if (begins > after) return begins;
  }
  return null;
}
