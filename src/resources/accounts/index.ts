import { change, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { pick, required } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { action } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve } from '../../base/rules.js';
import { account, writable } from './account.js';
import { bank_account_input, bankAccount, describeNumber } from './bank-account.js';

/** Changes the account of the key. */
export const update = action(account, 'POST /v1/accounts/:id', writable, ({ params }) => ({ set: params }));

/** Adds a bank account that payouts can go to; the first one, or one that is said to be the default, is where they go unless told otherwise. */
export const addBankAccount = action(
  bankAccount,
  'POST /v1/accounts/:account/external_accounts',
  { external_account: required(bank_account_input), default_for_currency: flag, ...pick(bankAccount.fields, 'metadata') },
  ({ it, params: { external_account: given, default_for_currency: wanted = false, metadata = {} }, refs, ...around }): Added => {
    const { account_number: number, object: _, ...rest } = given;
    const first = refs.account?.default_destination === null;
    const set = { account: around.account, default_for_currency: first || wanted, metadata, ...rest, ...describeNumber(number, around) };
    const also =
      refs.account && (first || (wanted && given.currency === refs.account.default_currency))
        ? [paidTo(refs.account, it.id, given.currency)]
        : [];
    return { to: 'new', set, vault: { number }, also };
  },
  { needs: { account } },
);

type Added = Decided<typeof bankAccount>;

const paidTo = (it: It<typeof account>, default_destination: string, default_currency: string): NonNullable<Added['also']>[number] =>
  change(account, it, { set: { default_destination, default_currency } });

/** Removes a bank account; payouts under way still go there. */
export const removeBankAccount = action(
  bankAccount,
  'DELETE /v1/accounts/:account/external_accounts/:id',
  {},
  ({ it, refs }): Added => (it.id === refs.account?.default_destination ? { refuse: still_the_default } : { remove: true }),
  { needs: { account } },
);

const still_the_default: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'Payouts go to this bank account by default. Add another one with default_for_currency first, then delete this one.',
};

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
