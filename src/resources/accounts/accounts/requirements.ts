import { outwardOf } from '../../../kernel/base/internal.js';
import { mergeMembers } from '../../../kernel/base/members.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { type Person, person } from '../persons/person.js';
import { account } from './account.js';
import type { CapabilityName } from './capabilities.js';
import { isSent } from './documents.js';
import { addressParts, type DueOfPerson, dueOfPerson, isMissing, of_nobody } from './person-requirements.js';

type Account = It<typeof account>;

/** The input of the judgement: the whole account after the change. */
export type Told = Omit<Account, 'id' | 'object' | 'created' | 'livemode'>;

const missingIn = (names: Readonly<Record<string, unknown>>): string[] => Object.keys(names).filter((name) => isMissing(names[name]));

/** What of a company is not told yet, by the names under which it is sent. */
function ofCompany({ company, country, documents, tax_id_found }: Told): DueOfPerson {
  const { address = null, name, phone, tax_id_provided, verification } = company ?? {};
  const parts = Object.fromEntries(
    addressParts(country).map((part) => [`company.address.${part}`, address?.[part as keyof typeof address]]),
  );
  const missing = missingIn({ ...parts, 'company.name': name, 'company.phone': phone });
  const without_number = country === 'US' && !tax_id_provided ? ['company.tax_id'] : [];
  const { document } = verification ?? {};
  const is_proven = document?.front || isSent(documents.company_tax_id_verification);
  const is_wrong = document?.details_code || (tax_id_found === 'mismatched' && !is_proven);
  const errors = is_wrong ? [document?.details_code ? unread_document : unknown_number] : [];
  const currently = [...missing, ...without_number, ...errors.map(({ requirement }) => requirement)];
  return { currently, eventually: currently, errors };
}

const unknown_number = {
  code: 'verification_failed_tax_id_match',
  reason: 'The name of the company and its tax id do not belong together. Correct them, or send a document that shows both.',
  requirement: 'company.verification.document',
};

const unread_document = {
  code: 'verification_document_not_readable',
  reason: 'The document cannot be read. Send a picture of the whole document in focus.',
  requirement: 'company.verification.document',
};

const named = (prefix: string, { currently, eventually, errors }: DueOfPerson): DueOfPerson => ({
  currently: currently.map((name) => `${prefix}.${name}`),
  eventually: eventually.map((name) => `${prefix}.${name}`),
  errors: errors.map((each) => ({ ...each, requirement: `${prefix}.${each.requirement}` })),
});

const nothing = (names: readonly string[]): DueOfPerson => ({ currently: names, eventually: names, errors: [] });

/** What is not known of the person whose business an account is. */
function ofIndividual({ country }: Told, persons: readonly Person[]): DueOfPerson {
  const [individual] = persons.filter(isRepresentative);
  const names = of_nobody(country).filter((name) => !name.startsWith('relationship'));
  return named('individual', individual ? dueOfPerson(individual, true, country) : nothing(names));
}

/** What is not known of those who represent and own a business. */
function ofPersons({ business_type, country, company }: Told, persons: readonly Person[]): DueOfPerson[] {
  const has = (role: 'owner' | 'representative'): boolean => persons.some(({ relationship }) => relationship[role]);
  const wants_owners = business_type === 'company' && !company?.owners_provided && !has('owner');
  return [
    ...persons.map((each) => named(each.id, dueOfPerson(each, false, country))),
    ...(has('representative') ? [] : [named('representative', nothing(of_nobody(country)))]),
    ...(wants_owners ? [nothing(['owners.email', 'owners.first_name', 'owners.last_name'])] : []),
  ];
}

const isRepresentative = ({ relationship }: Person): boolean => relationship.representative === true;

/** What is missing of the account itself. */
function ofAccount({ business_profile, business_type, default_destination, tos_acceptance }: Told): DueOfPerson {
  return nothing([
    ...missingIn({
      business_type,
      'business_profile.mcc': business_profile.mcc,
      'business_profile.url': business_profile.url ?? business_profile.product_description,
      external_account: default_destination,
      'tos_acceptance.date': tos_acceptance.date,
      'tos_acceptance.ip': tos_acceptance.ip,
    }),
  ]);
}

const wholly = (of: readonly DueOfPerson[]): DueOfPerson => ({
  currently: of.flatMap(({ currently }) => currently).sort(),
  eventually: of.flatMap(({ eventually }) => eventually).sort(),
  errors: of.flatMap(({ errors }) => errors),
});

/** What an account has to tell before it may do what it has asked for (Stripe's names), in the order of the alphabet. */
export function dueOf(told: Told, persons: readonly Person[]): DueOfPerson {
  if (Object.keys(told.capabilities).length === 0) return nothing([]);
  const { business_type } = told;
  if (business_type === null) return wholly([ofAccount(told)]);
  if (business_type === 'individual') return wholly([ofAccount(told), ofIndividual(told, persons)]);
  return wholly([ofAccount(told), ofCompany(told), ...ofPersons(told, persons)]);
}

const takesPayments = (name: string): boolean => name.endsWith('_payments');

/** The person whose business an account is, as its member; null where it is a company's. */
function individualOf({ business_type }: Told, persons: readonly Person[]) {
  const [found] = business_type === 'individual' ? persons.filter(isRepresentative) : [];
  return found ? (outwardOf(person, found) as Person) : null;
}

/**
 * Derives the state of a connected account from its information and its persons: the information that is due, the active capabilities, and whether it may take
 * payments and be paid out. An account without a platform keeps its state.
 */
export function judged(told: Told, persons: readonly Person[]): Settable<typeof account> {
  const individual = individualOf(told, persons);
  if (!told.platform) return { individual };
  const { currently, eventually, errors } = dueOf(told, persons);
  const { rejected, rejected_is_paid } = told;
  const is_told = currently.length === 0;
  const isAble = is_told && !rejected;
  const capabilities = Object.fromEntries(Object.keys(told.capabilities).map((name) => [name, isAble ? 'active' : 'inactive'] as const));
  const is_paid = !rejected || rejected_is_paid === true;
  const active = isAble ? Object.keys(capabilities) : [];
  const disabled_reason = rejected ? `rejected.${rejected}` : currently.length ? 'requirements.past_due' : null;
  const due = { currently_due: [...currently], eventually_due: [...eventually], past_due: [...currently], errors: [...errors] };
  return {
    capabilities,
    charges_enabled: active.some(takesPayments),
    details_submitted: told.details_submitted || (Object.keys(capabilities).length > 0 && currently.length === 0),
    individual,
    payouts_enabled: is_told && Object.keys(capabilities).length > 0 && is_paid && told.default_destination !== null,
    requirements: { ...due, disabled_reason },
  };
}

/** All of an account as it will be. */
export const toldOf = (it: Told, change: Settable<typeof account>): Told => mergeMembers(account.fields, it as Account, change) as Told;

/** Whether an account may do something. One that answers for itself may do all. */
export const isAllowed = ({ platform, capabilities }: Pick<Account, 'platform' | 'capabilities'>, name: CapabilityName): boolean =>
  !platform || capabilities[name] === 'active';
