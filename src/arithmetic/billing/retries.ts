import { day } from '../../kernel/base/moments.js';

/** How many days after each other an invoice that was declined is tried again, unless an account says otherwise: four times in three weeks. */
export const retry_days: readonly number[] = [3, 5, 7, 6];

/**
 * When an invoice is tried next that was declined at a moment, in Unix seconds: 0 retries have been made after the first decline, or one, or
 * more. Null after the last. A try that came late puts off those after it.
 */
export function nextRetry(declined: number, retries: number, days: readonly number[] = retry_days): number | null {
  const after = days[retries];
  return after === undefined ? null : declined + after * day;
}

/** Banks that say so will not say otherwise for the same payment method. */
const hard_declines: ReadonlySet<string> = new Set([
  'authentication_required',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]);

/** Whether a decline is final for its payment method: the schedule runs on, and nothing is charged until there is another one. */
export const isHardDecline = (decline_code: string): boolean => hard_declines.has(decline_code);
