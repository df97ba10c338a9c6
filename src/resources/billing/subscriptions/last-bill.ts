import type { Around } from '../../../kernel/base/effects.js';
import type { Used } from '../../../kernel/base/reads.js';
import type { Billed } from '../invoices/bill.js';
import { type Bill, type Billing, billFor, pendingFor } from './bill.js';
import type { Live } from './ended.js';
import { usageLines } from './lines.js';
import { isCharged, ofLines } from './shown.js';
import type { Item } from './subscription-item.js';

/** The final bill of a subscription. */
type Last = Billing & { readonly items: readonly Item[]; readonly used: Pick<Used, 'get'> };

/** The last invoice of a subscription that ends now: what was used and is pending. There is none where that is nothing. */
export function lastBill(it: Live, { items, used, ...seen }: Last, bill: Omit<Bill, 'lines'>, around: Around): Billed | null {
  const lines = isCharged(it) ? items.flatMap((item) => usageLines(item, used, ofLines(it), around.now)) : [];
  const is_something = lines.some(({ amount }) => amount !== 0) || pendingFor(it, seen.pending).length > 0;
  return is_something ? billFor(it, { ...bill, lines }, seen, around) : null;
}
