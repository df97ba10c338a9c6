import { timeOfId } from '../../base/ids.js';

/**
 * The moment so many seconds after the attempt was made, or null once it has passed. A sandbox that remembers nothing finds it in the
 * attempt's id, which is made on the account's clock; so an ask that is sent again meets the same moment.
 */
export function ahead({ attempt, now }: { attempt: string; now: number }, seconds: number): number | null {
  const moment = Math.ceil(timeOfId(attempt) / 1000) + seconds;
  return now < moment ? moment : null;
}
