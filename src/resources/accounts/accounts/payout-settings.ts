import { nullable } from '../../../kernel/base/fields.js';
import { integer, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';

/** The days of a week, from Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const least = mapOf(currency, integer({ minimum: 0, maximum: billed_max }));

/** When what an account has is paid out by itself, and how much of it. */
export const payout_settings = object({
  /** What stays in the balance, in minor units. */
  minimum_balance_by_currency: least,
  /** What it is worth making a payout for. */
  minimum_payout_by_currency: least,
  schedule: object({
    /** How many days what is earned is pending at least; the processor may say more. */
    delay_days: integer({ minimum: 0, maximum: 31 }),
    interval: oneOf('manual', 'daily', 'weekly', 'monthly'),
    /** The day of a month, or its last one where it has fewer. */
    monthly_anchor: nullable(integer({ minimum: 1, maximum: 31 })),
    weekly_anchor: nullable(oneOf(...weekdays)),
  }),
  statement_descriptor: nullable(textOf(22)),
});

/** A schedule of payouts. */
export type PayoutSchedule = (typeof payout_settings.initial)['schedule'];
