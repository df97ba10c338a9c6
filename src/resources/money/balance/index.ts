import { handler } from '../../../kernel/base/handler.js';
import { pick } from '../../../kernel/base/members.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { merchants, shown, tellBalance } from './balance.js';
import { balanceTransaction, becomeAvailable, tellAvailable } from './balance-transaction.js';
import { topups } from './topup.js';

const retrieveBalance = handler('GET /v1/balance', {}, 'Retrieve the balance', async ({ read, account: id, livemode }) => {
  const [owner, balances] = await Promise.all([read.find(account, id), read.balances(Object.values(merchants))]);
  const held = (ledger_account: string) => balances.filter(({ name }) => name === ledger_account);
  const { available, pending, issuing } = merchants;
  const parts = { available: held(available), issuing: held(issuing), pending: held(pending) };
  return { object: 'balance', ...shown(parts, String(owner?.default_currency ?? 'usd')), livemode };
});

/** The balance group. */
export const balance = [
  retrieveBalance,
  becomeAvailable,
  tellAvailable,
  tellBalance,
  retrieve(balanceTransaction, 'GET /v1/balance_transactions/:id'),
  list(
    balanceTransaction,
    ['GET /v1/balance_transactions', 'GET /v1/balance_transactions/list'],
    pick(balanceTransaction.fields, 'currency', 'payout', 'source', 'type'),
  ),
  ...topups,
] as const;
