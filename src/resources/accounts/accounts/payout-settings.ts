import { about, nullable } from '../../../kernel/base/fields.js';
import { integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';

/** The days of a week, from Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const least = mapOf(currency, integer({ minimum: 0, maximum: billed_max }));

/** When what an account has is paid out by itself, and how much of it. */
export const payout_settings = object({
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
        integer({ minimum: 0, maximum: 31 }),
      ),
      interval: about(
        'How often funds are paid out; `manual`, the default, means only by your own payouts.',
        oneOf('manual', 'daily', 'weekly', 'monthly'),
      ),
      monthly_anchor: about(
        'The day of the month of a monthly schedule; in shorter months their last day. Holidays move a payout to the next business day.',
        nullable(integer({ minimum: 1, maximum: 31 })),
      ),
      weekly_anchor: about('The day of the week of a weekly schedule; on a holiday the next business day.', nullable(oneOf(...weekdays))),
    }),
  ),
  statement_descriptor: about('The text of scheduled payouts for the bank statement, of at most 22 characters.', nullable(textOf(22))),
});

/** A schedule of payouts. */
export type PayoutSchedule = (typeof payout_settings.initial)['schedule'];
