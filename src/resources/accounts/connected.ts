import { refuse, remove, run, set, within } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { oneOf } from '../../base/kinds.js';
import { balance, own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { creation, rule } from '../../base/rules.js';
import { account, writable } from './account.js';
import { bankAccount, external_account_input } from './bank-account.js';
import { addBankAccount } from './bank-accounts.js';
import { capabilities_input } from './capabilities.js';
import { withJudgement } from './requirements.js';

type Account = It<typeof account>;
type Type = Account['type'];
type Controller = NonNullable<Account['controller']>;

const by_application = { is_controller: true, type: 'application' } as const;

/** Who answers for what of an account of each type (Stripe). */
const controllers: Readonly<Record<Exclude<Type, 'none'>, Controller>> = {
  standard: {
    ...by_application,
    fees: { payer: 'account' },
    losses: { payments: 'stripe' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'full' },
  },
  express: {
    ...by_application,
    fees: { payer: 'application_express' },
    losses: { payments: 'application' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'express' },
  },
  custom: {
    ...by_application,
    fees: { payer: 'application_custom' },
    losses: { payments: 'application' },
    requirement_collection: 'application',
    stripe_dashboard: { type: 'none' },
  },
};

const { controller } = account.fields;

/** What has been asked for, with what is asked for now and without what is wanted no more. */
export function asked(
  before: Account['capabilities'],
  wanted: Readonly<Record<string, { readonly requested?: boolean }>>,
): Account['capabilities'] {
  const now: Record<string, 'active' | 'inactive' | 'pending'> = { ...before };
  for (const [name, { requested = false }] of Object.entries(wanted)) {
    if (requested) now[name] ??= 'inactive';
    else delete now[name];
  }
  return now;
}

/** What a platform says of an account that nobody else may. */
export const said_by_platform = { capabilities: capabilities_input, external_account: external_account_input } as const;

/** Connects a new account with the caller's, which may act for it from now on. */
export const create = creation(account, {
  takes: {
    ...writable,
    ...said_by_platform,
    ...pick(account.fields, 'country', 'default_currency'),
    controller,
    type: oneOf('standard', 'express', 'custom'),
  },
  reads: { platform: own(account) },
  decide: ({ it, input, platform }, around) => {
    const { capabilities: wanted = {}, controller: said, external_account, type, ...given } = input;
    if (!platform) throw new Error(`${around.account} has no account`);
    if (platform.platform) return refuse(no_platform);
    if (type && said) return refuse(either);
    const country = given.country ?? platform.country;
    const begun = {
      ...given,
      ...(said ? { controller: { ...controllers.custom, ...said, ...by_application }, type: 'none' as const } : of_type(type)),
      capabilities: asked({}, type === 'standard' || (!type && !said) ? { ...standard, ...wanted } : wanted),
      country,
      default_currency: given.default_currency ?? platform.default_currency,
      details_submitted: false,
      platform: platform.id,
    };
    const made = set(it, withJudgement({ ...it, platform: platform.id }, begun));
    return [made, external_account && within(made, run(addBankAccount, around.fresh(bankAccount), { external_account }))];
  },
});

/** What an account of the full dashboard asks for by itself. */
const standard = { card_payments: { requested: true }, transfers: { requested: true } } as const;

const of_type = (type: Exclude<Type, 'none'> = 'standard') => ({ controller: controllers[type], type });

const no_platform: Refusal = {
  code: 'permission_denied',
  message: 'A connected account cannot connect accounts of its own. Send this without the Stripe-Account header.',
};

const either: Refusal = {
  code: 'parameters_exclusive',
  param: 'controller',
  message: 'Send only one of type and controller: a type says who answers for what.',
};

/** Wants nothing more of an account: it can neither take payments nor be paid out. */
export const reject = rule(account, 'reject', {
  takes: { reason: required(oneOf('fraud', 'terms_of_service', 'other')) },
  decide: ({ it, input: { reason } }) => (it.platform ? set(it, withJudgement(it, { rejected: reason })) : refuse(notConnected(it.id))),
});

/** Takes a rejection back. */
export const unreject = rule(account, 'unreject', {
  decide: ({ it }) => (it.platform ? set(it, withJudgement(it, { rejected: null })) : refuse(notConnected(it.id))),
});

/** Takes a connected account away, once nothing is left in it. */
export const removeAccount = rule(account, 'delete', {
  reads: { available: balance('merchant_available', 'default_currency'), pending: balance('merchant_pending', 'default_currency') },
  decide: ({ it, available, pending }) => {
    if (!it.platform) return refuse(notConnected(it.id));
    if (available !== 0 || pending !== 0) return refuse(not_empty);
    return remove(it);
  },
});

const not_empty: Refusal = {
  code: 'parameter_invalid',
  param: 'account',
  message: 'There are funds in this account. Pay them out, or reverse what was transferred to it, then delete it.',
};

/** That something is only for accounts that a platform has made. */
export const notConnected = (id: string): Refusal => ({
  code: 'permission_denied',
  param: 'account',
  message: `${id} is no connected account: its own key cannot do this.`,
});
