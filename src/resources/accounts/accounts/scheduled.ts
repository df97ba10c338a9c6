import { type Around, type Asked, at, type Effects, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account, writable } from './account.js';
import { nextPayday } from './payday.js';
import { scheduleGiven } from './payout-days.js';
import type { PayoutSchedule } from './payout-settings.js';

type Writable = Given<typeof writable>;

/** The given members of an account, with the days of its schedule of payouts, if that is among them. */
export function withPayoutDays<G extends Pick<Writable, 'settings'>>(stored: PayoutSchedule, given: G, asked: Asked): G {
  const { settings } = given;
  if (!settings?.payouts?.schedule) return given;
  const schedule = scheduleGiven(stored, settings.payouts.schedule, (name) => `settings[payouts][schedule][${name}]`, asked);
  return { ...given, settings: { ...settings, payouts: { ...settings.payouts, schedule } } };
}

/** The next day of the schedule, and the timer that waits for it. */
export function scheduled(changed: It<typeof account>, around: Around): Effects {
  const next_payout = nextPayday(changed.settings.payouts.schedule, around.now, changed.default_currency);
  const planned = set(changed, { next_payout }, null);
  return [planned, at(next_payout, planned, 'pay_out')];
}
