import { day } from '../../kernel/base/moments.js';

/** The default days between retries of a declined invoice: four retries in three weeks. */
export const retry_days: readonly number[] = [3, 5, 7, 6];

/**
 * The time of the next retry after a decline, in Unix seconds; `retries` is the number made so far. Null after the last. A late retry postpones the
 * following ones.
 */
export function nextRetry(declined: number, retries: number, days: readonly number[] = retry_days): number | null {
  const after = days[retries];
  return after === undefined ? null : declined + after * day;
}

/** Declines that a bank will repeat for the same payment method. */
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

/** Whether a decline is final for its payment method: the schedule continues, but nothing is charged until there is another payment method. */
export const isHardDecline = (decline_code: string): boolean => hard_declines.has(decline_code);
