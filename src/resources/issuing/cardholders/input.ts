import { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, seal } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, invalid, nullable, required } from '../../../kernel/base/fields.js';
import { email, integerOrDigits, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { phone } from '../../money/beneficiaries/destination-input.js';
import { office_number } from '../../parts.js';
import { postal_input, postalOf } from '../postal.js';
import { cardholder_controls_input, limitsOf, requireControls } from '../spending-controls.js';
import { type Cardholder, type cardholder, locales, past_due } from './cardholder.js';

/** A name that can be printed on a card and read by those who check documents: letters of the Latin script, and what stands between them. */
const nameOf = (max: number): Field<string, string, 'optional'> => {
  const inner = textOf(max);
  return {
    ...inner,
    read: (value, at, reading) => {
      const read = inner.read(value, at, reading);
      if (read === undefined || /^[\p{Script=Latin}\p{M}.,'\u2019 -]+$/u.test(read)) return read;
      return invalid(reading, at, `Invalid ${at}: send Latin letters, periods, commas, hyphens, spaces and apostrophes only.`);
    },
  };
};

/** What is printed on cards. */
export const name = nameOf(24);

const dob = object({
  day: about('The day of the month, from 1 to 31.', required(integerOrDigits({ minimum: 1, maximum: 31 }))),
  month: about('The month, from 1 for January to 12.', required(integerOrDigits({ minimum: 1, maximum: 12 }))),
  year: about('The year, in four digits.', required(integerOrDigits({ minimum: 1850, maximum: 9999 }))),
});

const terms = object({
  date: about('When the cardholder accepted the terms, in Unix seconds.', timestamp),
  ip: about('The IP address from which the cardholder accepted the terms.', textOf(45)),
  user_agent: about('The user agent of the browser in which the cardholder accepted the terms.', nullable(text)),
});
const document = object({
  back: about('The uploaded file with the back of the document.', ref('file')),
  front: about('The uploaded file with the front of the document.', ref('file')),
});

/** What a merchant says of a cardholder, at first or later. */
export const takes = {
  billing: about(
    'The billing address of the cardholder.',
    object({ address: about("The address that merchants' checks are compared with; it is replaced as a whole.", required(postal_input)) }),
  ),
  company: about(
    'Details of a company; only for the type `company`.',
    object({ tax_id: about('The tax number of the company; stored in the vault and never shown.', office_number) }),
  ),
  email: about('The e-mail address of the cardholder.', nullable(email)),
  individual: about(
    'Details of a person; only for the type `individual`.',
    object({
      card_issuing: about(
        'What the cardholder has agreed to as a holder of issued cards.',
        object({ user_terms_acceptance: about('When and from where the cardholder accepted the terms.', terms) }),
      ),
      dob: about('The date of birth, which must be in the past.', dob),
      first_name: about('The given name in Latin letters; required before the first payment.', nameOf(100)),
      last_name: about('The family name in Latin letters; required before the first payment.', nameOf(100)),
      verification: about(
        'Documents that prove the identity.',
        object({ document: about('An identity document, as uploaded files.', document) }),
      ),
    }),
  ),
  metadata,
  phone_number: about('The telephone number with its country code; fraud challenges are sent to it.', nullable(phone)),
  preferred_locales: about(
    'The languages in which the cardholder is written to, the preferred one first.',
    listOf(oneOf(...locales), locales.length),
  ),
  spending_controls: about('Controls of all cards of the cardholder together; those of a card apply besides.', cardholder_controls_input),
} as const;

type Sent = Given<typeof takes>;

/** What is said of a cardholder as it is kept; or why it cannot be. */
type Read = { readonly change: Settable<typeof cardholder> };

/** Reads what is said of a cardholder: of a new one, or of one that is known. */
export function cardholderFrom({ billing, company, ...given }: Sent, it: KnownOrNot, books: Books, asked: Asked): Read {
  requireKind({ company, individual: given.individual }, it, asked);
  requireBirth(given.individual?.dob, asked.now, asked);
  const controls = given.spending_controls && controlsFrom(given.spending_controls, it, books?.default_currency ?? 'usd', asked);
  const change = {
    ...given,
    ...(billing && { billing: { address: postalOf(billing.address) } }),
    ...(company && { company: { tax_id_provided: company.tax_id !== undefined || it.company?.tax_id_provided === true } }),
    ...(controls && { spending_controls: controls }),
    requirements: requirementsOf(it, given.individual),
  };
  return { change };
}

type KnownOrNot = Pick<Cardholder, 'company' | 'individual' | 'spending_controls' | 'type'>;
type Books = It<typeof account> | null;

type Kinds = { readonly company: object | undefined; readonly individual: object | undefined };

function requireKind({ company, individual }: Kinds, { type }: KnownOrNot, asked: Asked): void {
  const [param, other] = type === 'company' ? (['individual', individual] as const) : (['company', company] as const);
  if (other) asked.refuse({ code: 'parameter_invalid', param, message: `The cardholder is of the type ${type}. Leave ${param} out.` });
}

type Day = { readonly day: number; readonly month: number; readonly year: number };

function requireBirth(given: Day | undefined, now: number, asked: Asked): void {
  if (!given) return;
  const date = new Date(Date.UTC(given.year, given.month - 1, given.day));
  const isThere = date.getUTCMonth() === given.month - 1 && date.getUTCDate() === given.day;
  if (isThere && date.getTime() <= now * 1000) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'individual[dob]',
    message: 'Invalid date of birth. Send day, month and year of a date in the past.',
  });
}

type Controls = NonNullable<Sent['spending_controls']>;

/** Limits of a cardholder are in one currency, whatever their cards are in; by default that of the account. */
function controlsFrom(given: Controls, { spending_controls: kept }: KnownOrNot, currency: string, asked: Asked): Controls {
  requireControls(given, kept, asked);
  const { spending_limits } = given;
  if (!spending_limits) return given;
  const limits = limitsOf(spending_limits);
  const named = given.spending_limits_currency ?? kept.spending_limits_currency ?? currency;
  return { ...given, spending_limits: limits, spending_limits_currency: limits.length ? named : null };
}

/** The missing data of a cardholder before the first payment. */
function requirementsOf({ type, individual }: KnownOrNot, given: Sent['individual']): Cardholder['requirements'] {
  const said = { 'individual.first_name': 'first_name', 'individual.last_name': 'last_name' } as const;
  const isMissing = (each: (typeof past_due)[number]): boolean => !(given?.[said[each]] ?? individual?.[said[each]]);
  const missing = type === 'individual' ? past_due.filter(isMissing) : [];
  return { disabled_reason: missing.length ? 'requirements.past_due' : null, past_due: missing };
}

/** Puts the tax id of a company into the vault. */
export const sealedTaxId = (it: Cardholder, { company }: Sent) =>
  company?.tax_id && seal(it, { tax_id: new Concealed(company.tax_id.reveal().toUpperCase()) });
