import { about, initially, internal, nullable } from '../../../kernel/base/fields.js';
import { country, email, flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { radar_rules } from '../../core/radar/rule-fields.js';
import { routing_rules } from '../../core/routing/rule-fields.js';
import { snapshotOf } from '../../snapshot.js';
import { finding, person } from '../persons/person.js';
import { business_profile } from './business-profile.js';
import { capabilities } from './capabilities.js';
import { company } from './company-members.js';
import { account_documents } from './document-fields.js';
import { due_members } from './due-lists.js';
import { settings, settings_input } from './settings.js';
import { tax_position } from './tax-position.js';

/** The most that is kept of what an account converts, in basis points: a tenth. */
export const spread_max = 1000;

/** What is kept of what an account converts, in basis points: hundredths of a percent. */
export const spread_basis_points = integer({ minimum: 0, maximum: spread_max });

/** That the terms of service were accepted: when, in seconds, from where, and which ones. */
export const tos_acceptance = object({
  date: about('When the terms were accepted, in Unix seconds; required before capabilities become active.', nullable(timestamp)),
  ip: about('The IP address from which the terms were accepted; required before capabilities become active.', nullable(textOf(45))),
  service_agreement: about(
    'Whether the full terms were accepted or those for accounts that only receive transfers; recorded as sent.',
    nullable(oneOf('full', 'recipient')),
  ),
  user_agent: about('The user agent of the browser in which the terms were accepted.', nullable(text)),
});

/** Who answers for what of a connected account: its fees, its losses, what it has to tell, and where it looks at itself. */
export const controller = object({
  fees: about(
    "Who pays the fees of the account's payments.",
    object({
      payer: about(
        'The party that pays the fees; recorded as sent, since fees are those of your processor.',
        oneOf('account', 'application', 'application_custom', 'application_express'),
      ),
    }),
  ),
  is_controller: about('Whether the platform that reads the account controls it; true for connected accounts.', flag),
  losses: about(
    'Who covers negative balances of the account.',
    object({ payments: about('The party that covers losses from payments; recorded as sent.', oneOf('application', 'stripe')) }),
  ),
  requirement_collection: about(
    'The party that asks the owner for the required information; only for `application` can account links update an account.',
    oneOf('application', 'stripe'),
  ),
  stripe_dashboard: about(
    'The dashboard that the owner of the account uses.',
    object({ type: about('The kind of dashboard; login links open the `express` one.', oneOf('express', 'full', 'none')) }),
  ),
  type: about('Whether a platform controls the account (`application`) or its owner does.', oneOf('application', 'account')),
});

/** The information that an account has to provide before its capabilities are active. */
export const requirements = object({
  ...due_members,
  current_deadline: about('Always null: required information is due immediately.', nullable(timestamp)),
  disabled_reason: about(
    'Why payments and payouts are disabled: information is missing, or the platform rejected the account. Otherwise null.',
    nullable(text),
  ),
});

/** What browsers see of the merchant. */
const in_browsers = {
  id: true,
  object: true,
  business_profile: { mcc: true, name: true, support_email: true, support_phone: true, url: true },
  country: true,
  default_currency: true,
} as const;

/** What the merchant's own pages show besides. */
const on_pages = {
  business_profile: {
    ...in_browsers.business_profile,
    support_url: true,
    support_address: { city: true, country: true, line1: true, line2: true, postal_code: true, state: true },
  },
  icon_link: true,
  logo_link: true,
  settings: { branding: { primary_color: true, secondary_color: true } },
} as const;

/** The merchant that a key belongs to, or one that is connected with a platform. */
export const account = resource({
  object: 'account',
  prefix: 'acct',
  fields: {
    business_profile: about('What customers see of the business.', business_profile),
    business_type: about(
      'The legal form of the business, which decides the required information; null until it is known.',
      nullable(oneOf('company', 'government_entity', 'individual', 'non_profit')),
    ),
    capabilities: about('The requested capabilities by name, and whether each is active.', capabilities),
    charges_enabled: about(
      'Whether the account can take payments; a connected account needs an active capability for payments.',
      initially(true, flag),
    ),
    company: about('Details of the company; null for an individual or before any are known.', nullable(company)),
    controller: about(
      'How the platform and the owner share responsibility for the account; null for an account without a platform.',
      nullable(controller),
    ),
    country: about('The country of the account, as a two-letter ISO 3166-1 code.', initially('US', country)),
    default_currency: about('The currency in which the balance is kept by default.', initially('usd', currency)),
    default_destination: about(
      'The bank account that payouts go to unless they name another; null if there is none.',
      nullable(ref('bank_account')),
    ),
    details_submitted: about('Whether everything that was due has been provided once; it stays true.', initially(true, flag)),
    documents: about('Uploaded documents about the business, by purpose.', account_documents),
    email: about("The e-mail address of the account's owner.", nullable(email)),
    fx: about(
      'How currencies are converted for the account.',
      object({
        spread_basis_points: about(
          'The share that the operator keeps of converted amounts, in basis points (hundredths of a percent), at most 1000.',
          spread_basis_points,
        ),
      }),
    ),
    future_requirements: about('What future rules will require; always empty.', requirements),
    groups: about(
      'The groups that the account belongs to.',
      object({ payments_pricing: about('The group of its prices for payments; recorded as sent.', nullable(textOf(255))) }),
    ),
    individual: about('The person whose business the account is; null for a company.', nullable(snapshotOf(person))),
    /** The links to icon and logo, for pages and for printed invoices. */
    icon_link: internal(nullable(text)),
    logo_link: internal(nullable(text)),
    metadata,
    /** When its schedule pays out next. */
    next_payout: internal(nullable(timestamp)),
    /** Its default payment method configuration; absent in accounts that are older than configurations. */
    payment_method_configuration: internal(nullable(ref('payment_method_configuration'))),
    payouts_enabled: about(
      'Whether funds can be paid out; a connected account needs an active capability and a bank account.',
      initially(true, flag),
    ),
    /** The account that has made it and may act for it. */
    platform: internal(nullable(ref('account'))),
    radar_rules,
    /** It is still paid out though it is rejected. */
    rejected_is_paid: internal(flag),
    /** Why its platform wants nothing more of it. */
    rejected: internal(nullable(oneOf('fraud', 'terms_of_service', 'other'))),
    requirements: about('What the account must provide before its capabilities are active.', requirements),
    routing_rules,
    /** Some product of its has been given a feature, so that what subscriptions give is looked for. */
    sells_features: internal(flag),
    settings: about('The settings of branding, invoices, payments, payouts and subscriptions.', settings),
    /** What an office would say of its tax id. */
    tax_id_found: finding,
    tax_position,
    tos_acceptance: about('When, from where and which terms of service the owner accepted.', tos_acceptance),
    type: about(
      'The type the account was created with; `none` for one that was created with `controller`.',
      oneOf('standard', 'express', 'custom', 'none'),
    ),
  },
  publishable: in_browsers,
  payer_page: on_pages,
  visitor: { ...in_browsers, ...on_pages },
  for_sdks: forSdks,
  start: null,
  events: { updated: 'account.updated' },
  timers: ['pay_out', 'tell_balance'],
  own_books: 'platform',
  vault: true,
  lists: { external_accounts: { object: 'bank_account', by: null, url: (id) => `/v1/accounts/${id}/external_accounts` } },
  removable: true,
});

/** What an account may change of itself. */
export const writable = {
  ...pick(account.fields, 'business_profile', 'business_type', 'documents', 'email', 'groups', 'metadata', 'tos_acceptance'),
  settings: about('The settings of branding, invoices, payments, payouts and subscriptions.', settings_input),
} as const;
