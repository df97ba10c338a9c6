import { timeOfId } from '../../kernel/base/ids.js';

/**
 * The time some seconds after the attempt, or null once it has passed. The stateless sandbox reads the attempt's time from `began`, or from the
 * attempt's id, which is created on the account's clock; so a repeated ask gets the same time.
 */
export function ahead({ attempt, began, now }: { attempt: string; began?: number; now: number }, seconds: number): number | null {
  const moment = (began ?? Math.ceil(timeOfId(attempt) / 1000)) + seconds;
  return now < moment ? moment : null;
}
