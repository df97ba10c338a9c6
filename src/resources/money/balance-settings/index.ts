import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, type Given, nullable } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, retrieve, rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { scheduleGiven } from '../../accounts/accounts/payout-days.js';
import {
  delay_days,
  least_amount,
  payout_days,
  payout_descriptor,
  payout_interval,
  start_of_day,
} from '../../accounts/accounts/payout-settings.js';
import { scheduled } from '../../accounts/accounts/scheduled.js';
import { balanceSettings } from './balance-settings.js';

const takes = {
  payments: about(
    'The settings of the balance of payments.',
    object({
      debit_negative_balances: about(
        'Whether a negative balance is taken back from the bank account on the days of the schedule, out of earlier payouts to it.',
        flag,
      ),
      payouts: about(
        'When the available balance is paid out, and how much of it.',
        object({
          minimum_balance_by_currency: about(
            'The amount that scheduled payouts leave in the balance, in the smallest unit of each currency; an empty value unsets one or all.',
            nullable(mapOf(currency, nullable(least_amount))),
          ),
          schedule: about(
            'When available funds are paid out automatically.',
            object({
              interval: about('How often funds are paid out; `manual` means only by your own payouts.', payout_interval),
              ...payout_days,
            }),
          ),
          statement_descriptor: about(
            'The text of scheduled payouts for the bank statement, of at most 22 characters; an empty value unsets it.',
            nullable(payout_descriptor),
          ),
        }),
      ),
      settlement_timing: about(
        'When earned funds become available.',
        object({
          delay_days_override: about(
            'The minimum number of days before earned funds become available, at most 31; an empty value unsets it.',
            nullable(delay_days),
          ),
          start_of_day: about(
            'The time of the day at which scheduled payouts are created; an empty value sets midnight UTC.',
            nullable(start_of_day),
          ),
        }),
      ),
    }),
  ),
} as const;

type Payments = NonNullable<Given<typeof takes>['payments']>;
type Account = It<typeof account>;

/** Changes the settings of payouts, which the account holds, by their names in balance settings. */
export const updateBalanceSettings = rule(account, 'update balance settings', {
  takes,
  decide: ({ it, input: { payments = {} } }, asked) => {
    const { debit_negative_balances, payouts = {} } = payments;
    const { minimum_balance_by_currency: least, statement_descriptor } = payouts;
    const changed = set(it, {
      settings: {
        payouts: {
          ...(debit_negative_balances !== undefined && { debit_negative_balances }),
          ...(least !== undefined && { minimum_balance_by_currency: leastAfter(it, least) }),
          ...(statement_descriptor !== undefined && { statement_descriptor }),
          schedule: scheduleAfter(it, payments, asked),
        },
      },
    });
    return [changed, scheduled(changed, asked)];
  },
});

/** The schedule of the account as it will be, with the names of the account. */
function scheduleAfter(it: Account, { payouts, settlement_timing = {} }: Payments, asked: Asked) {
  const { delay_days_override: delay, start_of_day: start } = settlement_timing;
  const given = {
    ...payouts?.schedule,
    ...(delay !== undefined && { delay_days: delay ?? 0 }),
    ...(start !== undefined && { start_of_day: start }),
  };
  return scheduleGiven(it.settings.payouts.schedule, given, nameOf, asked);
}

/** The minimum of each currency: those given, and those that were not mentioned. */
function leastAfter(it: Account, given: Readonly<Record<string, number | null>> | null): Readonly<Record<string, number>> {
  const all = given === null ? {} : { ...it.settings.payouts.minimum_balance_by_currency, ...given };
  return Object.fromEntries(Object.entries(all).flatMap(([name, amount]) => (amount === null ? [] : [[name, amount]])));
}

/** The parameter of a member of the schedule. */
function nameOf(name: string): string {
  if (name === 'start_of_day') return 'payments[settlement_timing][start_of_day]';
  return `payments[payouts][schedule][${name.replace('_anchor', '_payout_days')}]`;
}

/** The balance settings group. */
export const balanceSettingsGroup = [
  retrieve(balanceSettings, 'GET /v1/balance_settings', {
    about: 'Retrieves the settings of the balance of the account: its payouts, and when earned funds become available.',
    own: true,
  }),
  action('POST /v1/balance_settings', updateBalanceSettings, {
    own: true,
    replies: balanceSettings,
    summary: 'Update balance settings',
    about: 'Updates the settings of the balance of the account. `settings[payouts]` of the account holds the same values.',
  }),
] as const;
