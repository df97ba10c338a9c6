import { type Around, at, type Effects, refuse, remove, seal, set } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { flag, oneOf } from '../../base/kinds.js';
import { one, own, unique } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { AnyIt, Settable } from '../../base/resource.js';
import { action, creation, list, retrieve, rule } from '../../base/rules.js';
import { file } from '../files/file.js';
import { nextPayday } from '../payouts/schedule.js';
import { notOfAccount, taxId } from '../tax-ids/tax-id.js';
import { type Token, token } from '../tokens/token.js';
import { unusableToken, usedFor } from '../tokens/use.js';
import { account, writable } from './account.js';
import { type BankAccountGiven, bankAccount, describeNumber, external_account_input } from './bank-account.js';
import { logoLink, unfit } from './branding.js';
import type { PayoutSchedule } from './payout-settings.js';

/** Changes the account of the key. */
export const update = rule(account, 'update', {
  takes: writable,
  reads: {
    logo: one(file, 'settings.branding.logo'),
    icon: one(file, 'settings.branding.icon'),
    tax_ids: one(taxId, 'settings.invoices.default_account_tax_ids'),
  },
  decide: ({ it, input, logo, icon, tax_ids }, around) => {
    const refusal = unfit({ logo, icon }) ?? notOfAccount(tax_ids, 'settings[invoices][default_account_tax_ids]');
    if (refusal) return refuse(refusal);
    const { logo_link, effects } = input.settings?.branding?.logo === undefined ? unchanged : logoLink(it, logo, around);
    const changed = set(it, { ...input, ...(logo_link !== undefined && { logo_link }) });
    if (!input.settings?.payouts?.schedule) return [effects, changed];
    const { schedule } = changed.settings.payouts;
    const lacking = anchorless(schedule);
    if (lacking) return refuse(lacking);
    const next_payout = nextPayday(schedule, around.now, it.default_currency);
    const scheduled = set(changed, { next_payout }, null);
    return [effects, changed, scheduled, at(next_payout, scheduled, 'pay_out')];
  },
});

const unchanged = { logo_link: undefined, effects: null };

/** Why a schedule names no day; null where it does. */
function anchorless({ interval, monthly_anchor, weekly_anchor }: PayoutSchedule): Refusal | null {
  const lacks = (name: string): Refusal => {
    const param = `settings[payouts][schedule][${name}]`;
    return { code: 'parameter_missing', param, message: `Missing required param: ${param}. A ${interval} schedule says on which day.` };
  };
  if (interval === 'weekly' && weekly_anchor === null) return lacks('weekly_anchor');
  return interval === 'monthly' && monthly_anchor === null ? lacks('monthly_anchor') : null;
}

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
    return [
      wanted && earlier && set(earlier, { default_for_currency: false }),
      added,
      keptBy(added),
      owner && isDefault && set(owner, { default_destination: it.id, default_currency: bank.currency }),
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

/** The accounts group. */
export const accounts = [
  retrieve(account, 'GET /v1/account', { own: true }),
  action('POST /v1/accounts/:account', update, { own: true }),
  retrieve(account, 'GET /v1/accounts/:account', { own: true }),
  action('POST /v1/accounts/:account/external_accounts', addBankAccount),
  action('DELETE /v1/accounts/:account/external_accounts/:id', removeBankAccount),
  retrieve(bankAccount, 'GET /v1/accounts/:account/external_accounts/:id'),
  list(bankAccount, 'GET /v1/accounts/:account/external_accounts', { object: oneOf('bank_account', 'card') }),
] as const;
