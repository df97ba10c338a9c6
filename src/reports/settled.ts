import { day } from '../kernel/base/moments.js';
import type { Interval, Query, Transaction } from './transactions.js';

/** An automatic payout: it pays out all that has become available since the one before, in its currency. */
export type Settlement = { readonly id: string; readonly created: number; readonly arrival_date: number; readonly currency: string };

/** The automatic payouts of the books, oldest first. */
export async function settlementsOf(query: Query, { account, until }: Pick<Interval, 'account' | 'until'>): Promise<Settlement[]> {
  const text = `select id, (doc ->> 'created')::bigint as created, (doc ->> 'arrival_date')::bigint as arrival_date, doc ->> 'currency' as currency
    from objects where account = $1 and object = 'payout' and not deleted and doc ->> 'automatic' = 'true' and (doc ->> 'created')::bigint < $2
    order by created, id`;
  return query<Settlement>({ text, values: [account, until] });
}

/** The payout that has paid out a transaction; null if there is none. */
export type SettlementOf = (
  transaction: Pick<Transaction, 'available_on' | 'balance_type' | 'created' | 'currency' | 'id'>,
) => Settlement | null;

/** Finds the payout of a transaction: the first one in its currency after its funds have become available. */
export function settling(all: readonly Settlement[]): SettlementOf {
  const by_currency = new Map<string, Settlement[]>();
  for (const each of all) by_currency.set(each.currency, [...(by_currency.get(each.currency) ?? []), each]);
  return (transaction) => {
    // Payouts do not pay out the funds of issued cards.
    if (transaction.balance_type === 'issuing') return null;
    const payouts = by_currency.get(transaction.currency) ?? [];
    let [low, high] = [0, payouts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(payouts[middle] as Settlement, transaction)) high = middle;
      else low = middle + 1;
    }
    return payouts[low] ?? null;
  };
}

/**
 * Whether a payout pays out a transaction. In one second, timers of an account run before those of its transactions; what is available at once is in
 * the order of ids, which begin with milliseconds.
 */
function isAfter(payout: Settlement, { available_on, created, id }: Pick<Transaction, 'available_on' | 'created' | 'id'>): boolean {
  const at = Math.max(available_on, created);
  if (at !== payout.created) return at < payout.created;
  return available_on <= created && momentIn(id) < momentIn(payout.id);
}

const momentIn = (id: string): string => id.slice(id.lastIndexOf('_'));

/** No transaction waits longer: 31 days by the schedule of its account, and as long by its processor. */
const wait_max_s = 62 * day;

/** The interval in which the transactions of payouts were created: after the payout before the first one, and earlier by the longest wait. */
export function createdFor(settlements: readonly Settlement[], chosen: readonly Settlement[], account: string): Interval {
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!first || !last) return { account, from: 0, until: 0 };
  const currencies = new Set(chosen.map(({ currency }) => currency));
  const starts = [...currencies].map((currency) => {
    const own = settlements.filter((each) => each.currency === currency);
    const place = own.findIndex(({ id }) => chosen.some((each) => each.id === id));
    return own[place - 1]?.created ?? null;
  });
  const earliest = starts.includes(null) ? null : Math.min(...starts.map(Number));
  return { account, from: earliest === null ? null : Math.max(0, earliest - wait_max_s), until: last.created + 1 };
}
