import { type Field, initially, internal, invalid, nullable } from '../../../kernel/base/fields.js';
import { country, email, flag, integer, metadata, oneOf, ref, text, textOf, timestamp, url } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { address } from '../../parts.js';
import { payment_method_type } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { document_shown, finding, person } from '../persons/person.js';
import { capabilities } from './capabilities.js';
import { due_members } from './due-lists.js';
import { invoice_prefix } from './invoice-prefix.js';
import { payout_settings } from './payout-settings.js';

const hex = textOf(7, { pattern: '^#[0-9a-fA-F]{6}$' });

/** `#rrggbb` */
const color: Field<string, string, 'optional'> = {
  ...hex,
  read: (value, at, reading) => {
    const read = hex.read(value, at, reading);
    return read === undefined || /^#[0-9a-f]{6}$/i.test(read) ? read : invalid(reading, at, 'Invalid color: send it as #rrggbb.');
  },
};

/** How what is printed for an account's customers looks. */
const branding = object({
  icon: nullable(ref('file')),
  logo: nullable(ref('file')),
  primary_color: nullable(color),
  secondary_color: nullable(color),
});

/** How an account bills, and what it does where it is not paid. */
const settings = object({
  branding,
  card_issuing: object({
    /** What an endpoint means that says nothing of a card in time, or nothing that could be understood. */
    default_decision: oneOf('decline', 'approve'),
  }),
  invoices: object({
    /** The default number of days to pay an invoice that is sent. */
    days_until_due: initially(30, integer({ minimum: 0, maximum: 3650 })),
    /** The account's default tax ids for invoices. */
    default_account_tax_ids: nullable(listOf(ref('tax_id'), 25)),
    /** Whether invoices are numbered customer by customer, or all together. */
    numbering: oneOf('customer', 'account'),
    /** What stands before the numbers of all invoices that are numbered together. */
    prefix: initially('INV', invoice_prefix),
    /** After how many days each an invoice that was declined is tried again. */
    retry_days: initially([3, 5, 7, 6], listOf(integer({ minimum: 1, maximum: 60 }), 8)),
    /** Where taxes are rounded: on each line, or once for each rate. */
    tax_rounding: oneOf('line', 'invoice'),
  }),
  payments: object({
    /** What payers cannot pay by, though the account could take it. */
    disabled_payment_method_types: listOf(payment_method_type, 200),
  }),
  payouts: payout_settings,
  subscriptions: object({
    /** What happens to a subscription after its last failed attempt. */
    after_last_retry: oneOf('canceled', 'unpaid', 'past_due'),
    /** How many days before a renewal `invoice.upcoming` is sent; 0 for never. */
    upcoming_days: initially(7, integer({ minimum: 0, maximum: 60 })),
  }),
});

/** The most that is kept of what an account converts, in basis points: a tenth. */
export const spread_max = 1000;

/** What is kept of what an account converts, in basis points: hundredths of a percent. */
export const spread_basis_points = integer({ minimum: 0, maximum: spread_max });

/** What a platform says of a company behind an account, as far as it is no secret. */
export const company_members = {
  address: nullable(address),
  directors_provided: flag,
  executives_provided: flag,
  name: nullable(text),
  name_kana: nullable(text),
  name_kanji: nullable(text),
  owners_provided: flag,
  phone: nullable(textOf(100)),
  structure: nullable(text),
  tax_id_registrar: nullable(text),
} as const;

/** The same as it is shown: which numbers are known, and never what they are. */
export const company = object({
  ...company_members,
  registration_number_provided: flag,
  tax_id_provided: flag,
  vat_id_provided: flag,
  verification: object({ document: document_shown }),
});

/** That the terms of service were accepted: when, in seconds, from where, and which ones. */
export const tos_acceptance = object({
  date: nullable(timestamp),
  ip: nullable(textOf(45)),
  service_agreement: nullable(oneOf('full', 'recipient')),
  user_agent: nullable(text),
});

/** Who answers for what of a connected account: its fees, its losses, what it has to tell, and where it looks at itself. */
export const controller = object({
  fees: object({ payer: oneOf('account', 'application', 'application_custom', 'application_express') }),
  is_controller: flag,
  losses: object({ payments: oneOf('application', 'stripe') }),
  requirement_collection: oneOf('application', 'stripe'),
  stripe_dashboard: object({ type: oneOf('express', 'full', 'none') }),
  type: oneOf('application', 'account'),
});

/** What an account has to tell before it may do what it has asked for. */
export const requirements = object({ ...due_members, current_deadline: nullable(timestamp), disabled_reason: nullable(text) });

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
    business_profile: object({
      mcc: nullable(textOf(4)),
      name: nullable(text),
      product_description: nullable(text),
      support_address: nullable(address),
      support_email: nullable(email),
      support_phone: nullable(textOf(100)),
      support_url: nullable(url),
      url: nullable(url),
    }),
    business_type: nullable(oneOf('company', 'government_entity', 'individual', 'non_profit')),
    capabilities,
    charges_enabled: initially(true, flag),
    company: nullable(company),
    controller: nullable(controller),
    country: initially('US', country),
    default_currency: initially('usd', currency),
    default_destination: nullable(ref('bank_account')),
    details_submitted: initially(true, flag),
    email: nullable(email),
    /** The conversion spread, set by the operator; the account itself cannot set it. */
    fx: object({ spread_basis_points }),
    /** The person whose business it is, as they are now. */
    individual: nullable(snapshotOf(person)),
    /** The links to icon and logo, for pages and for printed invoices. */
    icon_link: internal(nullable(text)),
    logo_link: internal(nullable(text)),
    metadata,
    /** When its schedule pays out next. */
    next_payout: internal(nullable(timestamp)),
    payouts_enabled: initially(true, flag),
    /** The account that has made it and may act for it. */
    platform: internal(nullable(ref('account'))),
    /** Why its platform wants nothing more of it. */
    rejected: internal(nullable(oneOf('fraud', 'terms_of_service', 'other'))),
    requirements,
    /** Some product of its has been given a feature, so that what subscriptions give is looked for. */
    sells_features: internal(flag),
    settings,
    /** What an office would say of its tax id. */
    tax_id_found: finding,
    tos_acceptance,
    type: oneOf('standard', 'express', 'custom', 'none'),
  },
  publishable: in_browsers,
  payer_page: on_pages,
  visitor: { ...in_browsers, ...on_pages },
  start: null,
  events: { updated: 'account.updated' },
  timers: ['pay_out', 'tell_balance'],
  own_books: 'platform',
  vault: true,
  lists: { external_accounts: { object: 'bank_account', by: null, url: (id) => `/v1/accounts/${id}/external_accounts` } },
  removable: true,
});

/** What an account may change of itself. */
export const writable = pick(account.fields, 'business_profile', 'business_type', 'email', 'metadata', 'settings', 'tos_acceptance');
