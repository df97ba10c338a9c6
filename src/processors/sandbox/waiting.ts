import { timeOfId } from '../../kernel/base/ids.js';

/**
 * The moment so many seconds after the attempt was made, or null once it has passed. A sandbox that remembers nothing is told when that was,
 * or finds it in the attempt's name, which is made on the account's clock; so an ask that is sent again meets the same moment.
 */
export function ahead({ attempt, began, now }: { attempt: string; began?: number; now: number }, seconds: number): number | null {
  const moment = (began ?? Math.ceil(timeOfId(attempt) / 1000)) + seconds;
  return now < moment ? moment : null;
}
