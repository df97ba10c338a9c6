import { nextRetry } from '../../../arithmetic/billing/retries.js';
import { type Around, at, type Effects, set, tell } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import type { Owed } from './invoice.js';

type Account = It<typeof account> | null;

/** What is known of a try that has failed. */
type Failing = { readonly account: Account; readonly refused_method: string | null; readonly charge: string | null };

/** An invoice whose payment has failed, and when it is tried again. */
export function failed(it: Owed, { account, refused_method, charge }: Failing, { now }: Around): Effects {
  const first_declined_at = it.first_declined_at ?? now;
  const next_payment_attempt = nextAttempt(it, account, now);
  const declined = set(it, {
    attempted: true,
    attempt_count: Math.max(1, it.attempt_count),
    charge,
    first_declined_at,
    next_payment_attempt,
    refused_method,
    steps_up: false,
  });
  const is_set = next_payment_attempt === it.next_payment_attempt;
  return [declined, tell(declined, 'invoice.payment_failed'), !is_set && at(next_payment_attempt, declined, 'retry')];
}

/** The next automatic attempt; null without automatic retries, and after the last one. */
function nextAttempt(it: Owed, account: Account, now: number): number | null {
  if (!it.auto_advance || it.collection_method !== 'charge_automatically') return null;
  const is_set = it.first_declined_at != null && it.next_payment_attempt !== null && it.next_payment_attempt > now;
  return is_set ? it.next_payment_attempt : nextRetry(now, it.retries ?? 0, account?.settings.invoices.retry_days);
}
