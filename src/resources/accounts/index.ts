import { refuse, remove, seal, set } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import { pick, required } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { own, unique } from '../../base/reads.js';
import { action, creation, list, retrieve, rule } from '../../base/rules.js';
import { account, writable } from './account.js';
import { bank_account_input, bankAccount, describeNumber } from './bank-account.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', { takes: writable, decide: ({ it, input }) => set(it, input) });

/**
 * Adds a bank account that payouts can go to. The first of its currency, or one that is said to be, is the default of it; where payouts go
 * unless told otherwise is the first of all, or a new default of the account's own currency.
 */
export const addBankAccount = creation(bankAccount, {
  takes: { external_account: required(bank_account_input), default_for_currency: flag, ...pick(bankAccount.fields, 'metadata') },
  reads: { account: own(account), default: unique(bankAccount, { by: 'default_for_currency', of: 'external_account.currency' }) },
  decide: ({ it, input, account: owner, default: earlier }, around) => {
    const { external_account: given, default_for_currency: wanted = false, metadata = {} } = input;
    const { account_number: number, object: _, ...rest } = given;
    const isFirst = owner?.default_destination === null;
    const default_for_currency = wanted || earlier === null;
    const described = { account: around.account, default_for_currency, metadata, ...rest, ...describeNumber(number, around) };
    const added = set(it, { status: 'new', ...described });
    const isDefault = isFirst || (wanted && given.currency === owner?.default_currency);
    return [
      wanted && earlier && set(earlier, { default_for_currency: false }),
      added,
      seal(added, { number }),
      owner && isDefault && set(owner, { default_destination: it.id, default_currency: given.currency }),
    ];
  },
});

/** Removes a bank account; payouts under way still go there. */
export const removeBankAccount = rule(bankAccount, 'delete', {
  reads: { account: own(account) },
  decide: ({ it, account: owner }) => (it.id === owner?.default_destination ? refuse(still_the_default) : remove(it)),
});

const still_the_default: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'Payouts go to this bank account by default. Add another one with default_for_currency first, then delete this one.',
};

/** The accounts group. */
export const accounts = [
  retrieve(account, 'GET /v1/account', { own: true }),
  action('POST /v1/accounts/:id', update),
  retrieve(account, 'GET /v1/accounts/:id'),
  action('POST /v1/accounts/:account/external_accounts', addBankAccount),
  action('DELETE /v1/accounts/:account/external_accounts/:id', removeBankAccount),
  retrieve(bankAccount, 'GET /v1/accounts/:account/external_accounts/:id'),
  list(bankAccount, 'GET /v1/accounts/:account/external_accounts', {}),
] as const;
