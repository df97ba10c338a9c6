import { about, nullable, sometimes } from '../../../kernel/base/fields.js';
import { flag, oneOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { daysOfMonth, daysOfWeek } from '../../accounts/accounts/payout-days.js';
import {
  delay_days,
  least_amount,
  payout_days,
  payout_descriptor,
  payout_interval,
  start_of_day,
} from '../../accounts/accounts/payout-settings.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { formOf } from '../../form-of.js';

/** The settings of an account's balance as they are shown. */
const shape = (it: It<typeof account>) => {
  const { debit_negative_balances = false, minimum_balance_by_currency, schedule, statement_descriptor } = it.settings.payouts;
  const { interval, delay_days: delayed, start_of_day: start = null } = schedule;
  return {
    id: it.id,
    object: 'balance_settings',
    created: it.created,
    livemode: it.livemode,
    payments: {
      debit_negative_balances,
      payouts: {
        minimum_balance_by_currency: Object.keys(minimum_balance_by_currency).length > 0 ? minimum_balance_by_currency : null,
        schedule: {
          interval,
          ...(interval === 'monthly' && { monthly_payout_days: daysOfMonth(schedule) }),
          ...(interval === 'weekly' && { weekly_payout_days: daysOfWeek(schedule) }),
        },
        statement_descriptor,
        status: it.payouts_enabled ? ('enabled' as const) : ('disabled' as const),
      },
      settlement_timing: { delay_days: delayed, ...(delayed > 0 && { delay_days_override: delayed }), start_of_day: start },
    },
  };
};

const payouts = object({
  minimum_balance_by_currency: about(
    'The amount that scheduled payouts leave in the balance, in the smallest unit of each currency; null if they leave nothing.',
    nullable(mapOf(currency, least_amount)),
  ),
  schedule: about(
    'When available funds are paid out automatically.',
    object({
      interval: about('How often funds are paid out; `manual` means only by your own payouts.', payout_interval),
      monthly_payout_days: about('The days of the month of a monthly schedule.', sometimes(payout_days.monthly_payout_days)),
      weekly_payout_days: about('The days of the week of a weekly schedule.', sometimes(payout_days.weekly_payout_days)),
    }),
  ),
  statement_descriptor: about('The text of scheduled payouts for the bank statement; null if there is none.', nullable(payout_descriptor)),
  status: about('Whether funds can be paid out to the account.', oneOf('disabled', 'enabled')),
});

/** The settings of an account's balance, which are stored in the account. */
export const balanceSettings = resource({
  object: 'balance_settings',
  title: 'balance settings',
  prefix: 'balset',
  fields: {
    payments: about(
      'The settings of the balance of payments.',
      object({
        debit_negative_balances: about(
          'Whether a negative balance is taken back from the bank account on the days of the schedule, out of earlier payouts to it.',
          flag,
        ),
        payouts: about('When the available balance is paid out, and how much of it.', payouts),
        settlement_timing: about(
          'When earned funds become available.',
          object({
            delay_days: about('The minimum number of days before earned funds become available.', delay_days),
            delay_days_override: about('The same number, present if it was set to more than 0.', sometimes(delay_days)),
            start_of_day: about(
              'The time of the day at which scheduled payouts are created; null for midnight UTC.',
              nullable(start_of_day),
            ),
          }),
        ),
      }),
    ),
  },
  for_sdks: forSdks,
  start: null,
  events: { updated: 'balance_settings.updated' },
  form_of: formOf(account, shape, { 'account.updated': 'balance_settings.updated' }),
});
