import { about } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bankAccount } from '../../accounts/accounts/bank-account.js';
import { balance_members, merchants, shown, tellBalance } from './balance.js';
import { balanceTransaction, becomeAvailable, tellAvailable } from './balance-transaction.js';
import { topups } from './topup.js';

/** How many of the newest external accounts are looked through for the defaults of their currencies. */
const banks_max = 100;

const retrieveBalance = handler(
  'GET /v1/balance',
  {},
  'Retrieve the balance',
  async ({ read, account: id, livemode }) => {
    const [owner, balances, banks] = await Promise.all([
      read.find(account, id),
      read.balances(Object.values(merchants)),
      read.newest(bankAccount, banks_max),
    ]);
    const held = (ledger_account: string) => balances.filter(({ name }) => name === ledger_account);
    const { available, pending, issuing } = merchants;
    const parts = { available: held(available), issuing: held(issuing), pending: held(pending) };
    const defaults = banks.filter(({ default_for_currency }) => default_for_currency);
    return { object: 'balance', ...shown(parts, String(owner?.default_currency ?? 'usd'), defaults), livemode };
  },
  {
    about: 'Retrieves the balance of the account by currency: available funds, pending funds, and the funds of issued cards.',
    shows: { members: balance_members },
  },
);

const { fields } = balanceTransaction;

/** The balance group. */
export const balance = [
  retrieveBalance,
  becomeAvailable,
  tellAvailable,
  tellBalance,
  retrieve(balanceTransaction, 'GET /v1/balance_transactions/:id', { about: 'Retrieves a balance transaction.' }),
  list(
    balanceTransaction,
    ['GET /v1/balance_transactions', 'GET /v1/balance_transactions/list'],
    {
      currency: about('Only transactions in this currency, a three-letter ISO 4217 code.', fields.currency),
      payout: about('Only transactions of this payout: its payment, its return, and a conversion for it.', fields.payout),
      source: about('Only transactions caused by this object, such as a charge, a refund or a payout.', fields.source),
      type: about('Only transactions of this type.', fields.type),
    },
    { about: 'Lists the changes of the balance, newest first.' },
  ),
  ...topups,
] as const;
