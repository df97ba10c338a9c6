import { type Around, at, type Effects } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { Billing } from './bill.js';
import type { Subscription } from './subscription.js';

/** How long before its end a trial is said to end. */
const trial_notice_seconds = 3 * day;

/** The moments at which something happens to a subscription in the period that it is in; each looks itself whether it still is to. */
export const timed = (it: Subscription, account: Billing['account'], { now }: Around): Effects => [
  at(it.current_period_end, it, 'renew'),
  it.status === 'paused' && at(it.cancel_at, it, 'cancel'),
  at(noticeOf(it, account, now), it, 'upcoming', String(it.current_period_end)),
  it.trial_end !== null &&
    it.trial_end > now &&
    at(Math.max(now, it.trial_end - trial_notice_seconds), it, 'trial_will_end', String(it.trial_end)),
];

/** The time of the upcoming-invoice event: the start of the period where that is shorter than the notice. */
function noticeOf({ current_period_start: start, current_period_end: end }: Subscription, account: Billing['account'], now: number) {
  const days = account?.settings.subscriptions.upcoming_days ?? 0;
  const moment = end - days * day;
  return days > 0 && (moment > now || start === now) ? Math.max(now, moment) : null;
}

/** How long a first invoice may wait to be paid. */
export const incomplete_seconds = 23 * 3600;
