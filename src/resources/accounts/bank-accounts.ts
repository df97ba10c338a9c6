import { type Around, type Effects, refuse, remove, seal, set } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { one, own, unique } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { AnyIt, Settable } from '../../base/resource.js';
import { creation, rule } from '../../base/rules.js';
import { type Token, token } from '../tokens/token.js';
import { unusableToken, usedFor } from '../tokens/use.js';
import { account } from './account.js';
import { type BankAccountGiven, bankAccount, describeNumber, external_account_input } from './bank-account.js';
import { withJudgement } from './requirements.js';

/**
 * Adds a bank account that payouts can go to. The first of its currency, or one that is said to be, is the default of it; where payouts go
 * unless told otherwise is the first of all, or a new default of the account's own currency.
 */
export const addBankAccount = creation(bankAccount, {
  takes: { external_account: required(external_account_input), default_for_currency: flag, ...pick(bankAccount.fields, 'metadata') },
  reads: {
    account: own(account),
    token: one(token, 'external_account.token'),
    default: unique(bankAccount, { by: 'default_for_currency', of: 'external_account.currency' }),
    default_of_token: unique(bankAccount, { by: 'default_for_currency', of: 'token.bank_account.currency' }),
  },
  decide: ({ it, input, account: owner, token, ...seen }, around) => {
    const { external_account: given, default_for_currency: wanted = false, metadata = {} } = input;
    const read = token ? fromToken(token) : fromMembers(given, around);
    if ('refuse' in read) return refuse(read.refuse);
    const { bank, keptBy } = read;
    const earlier = token ? seen.default_of_token : seen.default;
    const isFirst = owner?.default_destination === null;
    const default_for_currency = wanted || earlier === null;
    const described = { account: around.account, default_for_currency, metadata, ...bank };
    const added = set(it, { status: 'new', ...described });
    const isDefault = isFirst || (wanted && bank.currency === owner?.default_currency);
    const told = isDefault && { default_destination: it.id, default_currency: bank.currency };
    return [
      wanted && earlier && set(earlier, { default_for_currency: false }),
      added,
      keptBy(added),
      owner && told && set(owner, withJudgement(owner, told)),
    ];
  },
});

/** A bank account that is to be added, and what puts its number into the vault. */
type Adding = {
  readonly bank: Settable<typeof bankAccount> & { readonly currency: string };
  readonly keptBy: (added: AnyIt) => Effects;
};

function fromToken(token: Token): Adding | { readonly refuse: Refusal } {
  const refusal = unusableToken(token, 'bank_account', 'external_account');
  if (refusal) return { refuse: refusal };
  if (!token.bank_account) throw new Error(`The token ${token.id} of a bank account has none`);
  const { id: _, object: __, status: ___, ...bank } = token.bank_account;
  return { bank, keptBy: (added) => usedFor(token, added) };
}

function fromMembers({ token: named, ...given }: BankAccountGiven, around: Around): Adding | { readonly refuse: Refusal } {
  const { account_number: number, country, currency, object: _, ...rest } = given;
  if (!number || !country || !currency) return { refuse: noSuchToken(named ?? '') };
  return { bank: { ...rest, country, currency, ...describeNumber(number, around) }, keptBy: (added) => seal(added, { number }) };
}

const noSuchToken = (id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'external_account',
  message: `No such token: '${id}'`,
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
