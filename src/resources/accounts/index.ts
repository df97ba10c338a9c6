import type { Decided } from '../../base/decision.js';
import { pick, required } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { action, list, retrieve } from '../../base/resource.js';
import { account, writable } from './account.js';
import { bank_account_input, bankAccount, describeNumber } from './bank-account.js';

/** Changes the account of the key. */
export const update = action(account, 'POST /v1/accounts/:id', writable, ({ params }) => ({ set: params }));

/** Adds a bank account that payouts can go to. */
export const addBankAccount = action(
  bankAccount,
  'POST /v1/accounts/:account/external_accounts',
  { external_account: required(bank_account_input), default_for_currency: flag, ...pick(bankAccount.fields, 'metadata') },
  ({ params: { external_account: given, default_for_currency = false, metadata = {} }, ...around }): Decided<typeof bankAccount> => {
    const { account_number: number, object: _, ...rest } = given;
    const set = { account: around.account, default_for_currency, metadata, ...rest, ...describeNumber(number, around) };
    return { to: 'new', set, vault: { number } };
  },
);

/** Removes a bank account; payouts under way still go there. */
export const removeBankAccount = action(bankAccount, 'DELETE /v1/accounts/:account/external_accounts/:id', {}, () => ({ remove: true }));

/** The accounts group. */
export const accounts = [
  retrieve(account, 'GET /v1/account', { own: true }),
  update,
  retrieve(account, 'GET /v1/accounts/:id'),
  addBankAccount,
  removeBankAccount,
  retrieve(bankAccount, 'GET /v1/accounts/:account/external_accounts/:id'),
  list(bankAccount, 'GET /v1/accounts/:account/external_accounts', {}),
] as const;
