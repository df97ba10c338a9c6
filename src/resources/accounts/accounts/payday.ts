import { day } from '../../../kernel/base/moments.js';
import { dayOf, isBusinessDay } from '../bank-details/bank-holidays.js';
import { type PayoutSchedule, weekdays } from './payout-settings.js';

/** Whether a schedule names a day, whatever banks do on it. */
function names({ interval, monthly_anchor, weekly_anchor }: PayoutSchedule, date: number): boolean {
  if (interval === 'daily') return true;
  // 1 January 1970 was a Thursday.
  if (interval === 'weekly') return weekdays[(date + 3) % 7] === weekly_anchor;
  if (interval === 'manual' || monthly_anchor === null) return false;
  const at = new Date(date * day * 1000);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return at.getUTCDate() === Math.min(monthly_anchor, last);
}

/** How far a named day can be ahead, and how far holidays can put one off. */
const days_ahead_max = 62;
const days_off_max = 14;

/**
 * The next moment, after this one, at which a schedule pays out: the beginning of the day (UTC), or of the next business day where banks are
 * closed. Null where nothing is paid out by itself.
 */
export function nextPayday(schedule: PayoutSchedule, after: number, currency: string): number | null {
  if (schedule.interval === 'manual') return null;
  const today = dayOf(after);
  for (let named = today - days_off_max; named <= today + days_ahead_max; named += 1) {
    if (!names(schedule, named)) continue;
    let date = named;
    while (!isBusinessDay(date, currency)) date += 1;
    if (date > today) return date * day;
  }
  return null;
}
