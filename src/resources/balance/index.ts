import { pick } from '../../base/fields.js';
import { handler, type Reader } from '../../base/handler.js';
import { list, retrieve } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { balanceTransaction, becomeAvailable } from './balance-transaction.js';
import { topups } from './topup.js';

/** The ledger accounts that are the merchant's, by the name the API gives them. */
const merchants = { available: 'merchant_available', pending: 'merchant_pending', issuing: 'issuing_available' } as const;

const retrieveBalance = handler('GET /v1/balance', {}, 'Retrieve the balance', async ({ read, account: id, livemode }) => {
  const [owner, balances] = await Promise.all([read.find(account, id), read.balances(Object.values(merchants))]);
  const fallback = String(owner?.default_currency ?? 'usd');
  const { available, pending, issuing } = merchants;
  // What issued cards can spend is told only where there has ever been anything.
  const isIssuing = balances.some(({ name }) => name === issuing);
  return {
    object: 'balance',
    available: amounts(balances, available, fallback),
    ...(isIssuing && { issuing: { available: amounts(balances, issuing, fallback) } }),
    livemode,
    pending: amounts(balances, pending, fallback),
  };
});

type Balances = Awaited<ReturnType<Reader['balances']>>;

/** One line per currency; a merchant that has nothing yet has nothing in its own currency. */
function amounts(
  balances: Balances,
  name: string,
  fallback: string,
): { amount: number; currency: string; source_types: { card: number } }[] {
  const own = balances.filter((each) => each.name === name);
  const lines = own.some(({ currency }) => currency === fallback) ? own : [{ amount: 0, currency: fallback }, ...own];
  return lines.map(({ amount, currency }) => ({ amount, currency, source_types: { card: amount } }));
}

/** The balance group. */
export const balance = [
  retrieveBalance,
  becomeAvailable,
  retrieve(balanceTransaction, 'GET /v1/balance_transactions/:id'),
  list(
    balanceTransaction,
    ['GET /v1/balance_transactions', 'GET /v1/balance_transactions/list'],
    pick(balanceTransaction.fields, 'currency', 'payout', 'source', 'type'),
  ),
  ...topups,
] as const;
