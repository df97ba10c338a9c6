import { type Asked, type Effects, remove, seal, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { many, one, own, unique } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { AnyIt, Settable } from '../../../kernel/base/resource.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { requireUsableToken, type Token, token, usedFor } from '../../payments/tokens/token.js';
import { account } from './account.js';
import { type BankAccountGiven, bankAccount, describeNumber, external_account_input, requireNumbers } from './bank-account.js';
import { files_of_bank_account, requireFitDocuments } from './documents.js';
import { judge, of_account } from './judge.js';

/**
 * Adds a bank account that payouts can go to. The first of its currency, or one that is said to be, is the default of it; where payouts go
 * unless told otherwise is the first of all, or a new default of the account's own currency.
 */
export const addBankAccount = creation(bankAccount, {
  takes: {
    external_account: about('The bank account with its members, or the id of a token for one.', required(external_account_input)),
    default_for_currency: about(
      'Whether payouts in its currency go to it by default; the first bank account of a currency always is.',
      flag,
    ),
    ...pick(bankAccount.fields, 'metadata'),
  },
  reads: {
    account: own(account),
    ...of_account,
    token: one(token, 'external_account.token'),
    default: unique(bankAccount, { by: 'default_for_currency', of: 'external_account.currency' }),
    default_of_token: unique(bankAccount, { by: 'default_for_currency', of: 'token.bank_account.currency' }),
  },
  decide: ({ it, input, account: owner, token, persons, capabilities, ...seen }, asked) => {
    const { external_account: given, default_for_currency: wanted = false, metadata = {} } = input;
    const read = token ? fromToken(token, asked) : fromMembers(given, asked);
    const { bank, keptBy } = read;
    const earlier = token ? seen.default_of_token : seen.default;
    const isFirst = owner?.default_destination === null;
    const default_for_currency = wanted || earlier === null;
    const described = { account: asked.account, default_for_currency, metadata, ...bank };
    const added = set(it, { status: 'new', ...described });
    const isDefault = isFirst || (wanted && bank.currency === owner?.default_currency);
    const told = isDefault && { default_destination: it.id, default_currency: bank.currency };
    const judged = owner && told && judge(owner, told, { persons, capabilities }, asked).effects;
    return [wanted && earlier && set(earlier, { default_for_currency: false }), added, keptBy(added), judged];
  },
});

/** A bank account to add, with the effects that put its number into the vault. */
type Adding = {
  readonly bank: Settable<typeof bankAccount> & { readonly currency: string };
  readonly keptBy: (added: AnyIt) => Effects;
};

function fromToken(token: Token, asked: Asked): Adding {
  requireUsableToken(token, 'bank_account', 'external_account', asked);
  if (!token.bank_account) throw new Error(`The token ${token.id} of a bank account has none`);
  const { id: _, object: __, status: ___, ...bank } = token.bank_account;
  return { bank, keptBy: (added) => usedFor(token, added) };
}

function fromMembers({ token: named, ...given }: BankAccountGiven, asked: Asked): Adding {
  const { account_number: number, country, currency, object: _, ...rest } = given;
  if (!number || !country || !currency) return asked.refuse(noSuchToken(named ?? ''));
  requireNumbers(given, 'external_account', asked);
  return { bank: { ...rest, country, currency, ...describeNumber(number, asked) }, keptBy: (added) => seal(added, { number }) };
}

const noSuchToken = (id: string): Refusal => ({
  code: 'resource_missing',
  status: 400,
  param: 'external_account',
  message: `No such token: '${id}'`,
});

/** Changes what is given of a bank account; one that becomes the default of its currency takes the place of the one before. */
export const updateBankAccount = rule(bankAccount, 'update', {
  takes: {
    ...pick(bankAccount.fields, 'account_holder_name', 'account_holder_type', 'account_type', 'documents', 'metadata'),
    default_for_currency: about('Send true to make it the default of its currency in place of another; the default cannot be unset.', flag),
  },
  reads: {
    account: own(account),
    ...of_account,
    ...files_of_bank_account,
    default: unique(bankAccount, { by: 'default_for_currency', of: 'currency' }),
  },
  decide: ({ it, input, account: owner, default: earlier, persons, capabilities, ...documents }, asked) => {
    requireFitDocuments(input.documents, documents, persons, asked);
    if (input.default_for_currency === false && it.default_for_currency) return asked.refuse(still_default);
    const becomes = input.default_for_currency === true && !it.default_for_currency;
    const told = becomes && it.currency === owner?.default_currency && { default_destination: it.id };
    const judged = owner && told && judge(owner, told, { persons, capabilities }, asked).effects;
    return [becomes && earlier && set(earlier, { default_for_currency: false }), set(it, input), judged];
  },
});

const still_default: Refusal = {
  code: 'parameter_invalid',
  param: 'default_for_currency',
  message: 'A currency has a default while it has bank accounts. Send default_for_currency=true for another one.',
};

/**
 * Removes a bank account; payouts under way still go there. Where it was the default of its currency the oldest of the others is it from now
 * on, and where payouts went there unless told otherwise they go to that one. The last one of all stays.
 */
export const removeBankAccount = rule(bankAccount, 'delete', {
  reads: {
    account: own(account),
    ...of_account,
    all: many(bankAccount, { by: 'currency', of: 'currency' }),
  },
  decide: ({ it, account: owner, all, persons, capabilities }, asked) => {
    const [next] = all.filter(({ id }) => id !== it.id);
    const is_destination = it.id === owner?.default_destination;
    if (is_destination && !next) return asked.refuse(still_the_default);
    const judged =
      owner && is_destination && next && judge(owner, { default_destination: next.id }, { persons, capabilities }, asked).effects;
    return [remove(it), it.default_for_currency && next && set(next, { default_for_currency: true }), judged];
  },
});

const still_the_default: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'Payouts go to this bank account by default. Add another one with default_for_currency first, then delete this one.',
};
