import { type Asked, type Decision, run, within } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { requireProcessors } from '../../core/routing/processors.js';
import { defaultMade } from '../../payments/payment-method-configurations/configuration.js';
import { createPerson } from '../persons/index.js';
import { individual_input, type PersonGiven } from '../persons/input.js';
import { person } from '../persons/person.js';
import { account, writable } from './account.js';
import { bankAccount, external_account_input } from './bank-account.js';
import { addBankAccount } from './bank-accounts.js';
import { capabilities_input } from './capabilities.js';
import { company_documents, company_input, companyFrom } from './company.js';
import { files_of_account, requireFitDocuments } from './documents.js';
import { type Having, judge, of_it } from './judge.js';
import { notConnected } from './not-connected.js';
import { payout_settings } from './payout-settings.js';
import { files_for_paypay, requireFitForPaypay } from './paypay-files.js';
import { scheduled, withPayoutDays } from './scheduled.js';
import { passwordIn, sealedIn } from './site-password.js';
import { account_token, account_token_read, accountTold, usedUp } from './told-by-token.js';

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
export function withRequested(
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

/** What a platform says of an account that is kept as objects of their own, or elsewhere. */
export const said_by_platform = {
  capabilities: about('The capabilities to request or withdraw, by their names.', capabilities_input),
  company: about('Details of the company, for every legal form except an individual.', company_input),
  external_account: about(
    'The bank account that receives payouts, with its members, or the id of a token for one.',
    external_account_input,
  ),
  individual: about('Details of the person whose business the account is; only with `business_type=individual`.', individual_input),
} as const;

/** What is sent of the person whose business an account is, as what is sent of a person. */
export const ofIndividual = ({ relationship, ...given }: NonNullable<ReturnType<typeof individual_input.read>>): PersonGiven => ({
  ...given,
  relationship: { ...relationship, representative: true },
});

/** The refusal of `individual` for an account that is no individual's. */
export const no_individual: Refusal = {
  code: 'parameter_invalid',
  param: 'individual',
  message: 'Only an account with business_type=individual has an individual. Send that with it, or add persons to the account.',
};

/** Connects a new account with the caller's, which may act for it from now on. */
export const create = creation(account, {
  takes: {
    ...writable,
    ...said_by_platform,
    ...account_token,
    ...pick(account.fields, 'country', 'default_currency'),
    controller: about('How you and the owner share responsibility for the account; in place of `type`.', controller),
    type: about(
      'A common set of responsibilities, `standard` by default; in place of `controller`.',
      oneOf('standard', 'express', 'custom'),
    ),
  },
  reads: { platform: own(account), ...account_token_read, ...company_documents, ...files_of_account, ...files_for_paypay },
  decide: ({ it, input: { account_token: named, ...sent }, platform, token, ...documents }, asked) => {
    const input = { ...sent, ...accountTold(named, sent, token, asked) };
    const { capabilities: wanted = {}, company, controller: said, external_account, individual, type, ...given } = input;
    if (!platform) throw new Error(`${asked.account} has no account`);
    if (platform.platform) return asked.refuse(no_platform);
    if (type && said) return asked.refuse(either);
    requireFitDocuments(given.documents, documents, nothing_yet.persons, asked);
    requireFitForPaypay(given.settings, documents, asked);
    const read = companyFrom(it, company, documents, asked);
    const entered = passwordIn(given.settings);
    if (individual && given.business_type !== 'individual') return asked.refuse(no_individual);
    requireProcessors(given.settings?.payments?.disabled_processors ?? [], 'settings[payments][disabled_processors]', it.id, asked);
    const begun = {
      ...withPayoutDays(payout_settings.initial.schedule, { ...given, ...entered.change }, asked),
      ...read.change,
      ...(said ? { controller: { ...controllers.custom, ...said, ...by_application }, type: 'none' as const } : of_type(type)),
      capabilities: withRequested({}, type === 'standard' || (!type && !said) ? { ...standard, ...wanted } : wanted),
      country: given.country ?? platform.country,
      default_currency: given.default_currency ?? platform.default_currency,
      details_submitted: false,
      platform: platform.id,
    };
    const methods = defaultMade(given.settings?.payments?.disabled_payment_method_types ?? [], asked);
    const { changed: made, others } = judge(it, { ...begun, payment_method_configuration: methods.id }, nothing_yet, asked);
    return [
      usedUp(token),
      made,
      within(made, methods),
      sealedIn(made, {}, { ...read.vault, ...entered.vault }),
      within(made, others),
      given.settings?.payouts?.schedule && within(made, scheduled(made, asked)),
      individual && within(made, run(createPerson, asked.fresh(person), ofIndividual(individual))),
      external_account && within(made, run(addBankAccount, asked.fresh(bankAccount), { external_account })),
    ];
  },
});

const nothing_yet = { persons: [], capabilities: [] } as const;

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
  message: 'Send only one of type and controller: a type is a common set of these responsibilities.',
};

const reject_reasons = [
  ...(['credit', 'fraud', 'fraud_no_intent_to_fulfill', 'fraud_other'] as const),
  ...(['fraud_payment_method_casher', 'fraud_payment_method_tester', 'other', 'terms_of_service'] as const),
] as const;

/** The kind of a reason: requirements name no finer one. */
function kindOf(reason: (typeof reject_reasons)[number]): NonNullable<Account['rejected']> {
  if (reason.startsWith('fraud')) return 'fraud';
  return reason === 'terms_of_service' ? reason : 'other';
}

/** Wants nothing more of an account: it can neither take payments nor be paid out. */
export const reject = rule(account, 'reject', {
  takes: {
    reason: about(
      'Why you reject the account; the kind of reason becomes the `disabled_reason` of its requirements.',
      required(oneOf(...reject_reasons)),
    ),
    payouts_action: about('`none` leaves payouts of the account enabled; `pause`, the default, disables them.', oneOf('none', 'pause')),
  },
  reads: of_it,
  decide: ({ it, input: { payouts_action, reason }, ...having }, asked) =>
    rejectedFor(it, { rejected: kindOf(reason), rejected_is_paid: payouts_action === 'none' }, having, asked),
});

/** Takes a rejection back. */
export const unreject = rule(account, 'unreject', {
  reads: of_it,
  decide: ({ it, ...having }, asked) => rejectedFor(it, { rejected: null, rejected_is_paid: false }, having, asked),
});

type Rejection = { readonly rejected: NonNullable<Account['rejected']> | null; readonly rejected_is_paid: boolean };

function rejectedFor(it: Account, rejection: Rejection, having: Having, asked: Asked): Decision {
  if (!it.platform) return asked.refuse(notConnected(it.id));
  return judge(it, rejection, having, asked).effects;
}
