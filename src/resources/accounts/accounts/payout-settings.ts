import { about, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { timezone } from '../../timezone.js';

/** The days of a week, from Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const day_of_week = oneOf(...weekdays);
const day_of_month = integer({ minimum: 1, maximum: 31 });

/** The days of a schedule, by the names that accounts and balance settings share. */
export const payout_days = {
  monthly_payout_days: about(
    'The days of the month of a monthly schedule; in shorter months their last day. Holidays move a payout to the next business day.',
    nullable(listOf(day_of_month, 31)),
  ),
  weekly_payout_days: about(
    'The days of the week of a weekly schedule; on a holiday the next business day.',
    nullable(listOf(day_of_week, 7)),
  ),
} as const;

/** How often a schedule pays out. */
export const payout_interval = oneOf('manual', 'daily', 'weekly', 'monthly');

/** The most days that earned funds wait. */
export const delay_days = integer({ minimum: 0, maximum: 31 });

/** The time at which a day of a schedule begins. */
export const start_of_day = object({
  hour: about('The hour at which the day begins, from 0 to 23.', required(integer({ minimum: 0, maximum: 23 }))),
  minutes: about('The minutes at which the day begins, 0 or 30.', required(integer({ minimum: 0, maximum: 59 }))),
  timezone: about('The time zone of the hour, such as `Europe/Berlin`.', required(timezone)),
});

/** The text of scheduled payouts. */
export const payout_descriptor = textOf(22);

/** An amount of the balance. */
export const least_amount = integer({ minimum: 0, maximum: billed_max });

const least = mapOf(currency, least_amount);

/** When what an account has is paid out by itself, and how much of it. */
export const payout_settings = object({
  debit_negative_balances: about(
    'Whether a negative balance is taken back from the bank account on the days of the schedule, out of earlier payouts to it; false by default.',
    flag,
  ),
  minimum_balance_by_currency: about(
    'The amount that scheduled payouts leave in the balance, in minor units, by currency; 0 by default.',
    least,
  ),
  minimum_payout_by_currency: about('The smallest amount that the schedule pays out, in minor units, by currency.', least),
  schedule: about(
    'When available funds are paid out automatically.',
    object({
      delay_days: about(
        'The minimum number of days before earned funds become available, 0 by default; the processor may require more.',
        delay_days,
      ),
      interval: about('How often funds are paid out; `manual`, the default, means only by your own payouts.', payout_interval),
      monthly_anchor: about('The first of `monthly_payout_days`; send it for a monthly schedule with one day.', nullable(day_of_month)),
      start_of_day: about('The time of the day at which scheduled payouts are created; null for midnight UTC.', nullable(start_of_day)),
      weekly_anchor: about('The first of `weekly_payout_days`; send it for a weekly schedule with one day.', nullable(day_of_week)),
      ...payout_days,
    }),
  ),
  statement_descriptor: about(
    'The text of scheduled payouts for the bank statement, of at most 22 characters.',
    nullable(payout_descriptor),
  ),
});

/** A schedule of payouts. */
export type PayoutSchedule = (typeof payout_settings.initial)['schedule'];
