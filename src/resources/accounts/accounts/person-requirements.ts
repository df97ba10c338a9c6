import { livesElsewhere } from '../persons/checks.js';
import type { Person } from '../persons/person.js';
import { isSent } from './documents.js';

/** The missing and the wrong fields of a person. The names begin with those of the person. */
export type DueOfPerson = {
  readonly currently: readonly string[];
  readonly eventually: readonly string[];
  readonly errors: readonly { readonly code: string; readonly reason: string; readonly requirement: string }[];
};

/** A person as far as they are judged. */
export type PersonTold = Pick<
  Person,
  | 'address'
  | 'dob'
  | 'documents'
  | 'email'
  | 'first_name'
  | 'id_number_found'
  | 'id_number_provided'
  | 'last_name'
  | 'livemode'
  | 'phone'
  | 'relationship'
  | 'ssn_last_4_provided'
  | 'verification'
>;

/** Whether a value is missing. */
export const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Where letters come without a postal code. */
const without_postal_code: ReadonlySet<string> = new Set(['AE', 'HK', 'PA', 'QA']);

/** The parts of an address that a country's post asks for. */
export const addressParts = (country: string): readonly string[] => [
  'line1',
  'city',
  ...(without_postal_code.has(country) ? [] : ['postal_code']),
  ...(country === 'US' ? ['state'] : []),
];

const name_parts = ['first_name', 'last_name'] as const;
const dob_parts = ['dob.day', 'dob.month', 'dob.year'] as const;
const ofAddress = (country: string): string[] => addressParts(country).map((part) => `address.${part}`);

/** The required fields of a representative: an id number only in countries where every person has one. */
const ofAnswering = (country: string): readonly string[] => [
  ...name_parts,
  ...dob_parts,
  ...ofAddress(country),
  'email',
  'phone',
  ...(country === 'US' ? ['ssn_last_4'] : []),
];

/** The fields that are due now and eventually for a person's relationship to the business. */
function wantedOf(
  { relationship }: PersonTold,
  is_individual: boolean,
  country: string,
): { now: readonly string[]; later: readonly string[] } {
  if (is_individual) return { now: ofAnswering(country), later: [] };
  if (relationship.representative) return { now: [...ofAnswering(country), 'relationship.title'], later: [] };
  if (relationship.owner) return { now: [...name_parts, 'email'], later: [...dob_parts, ...ofAddress(country)] };
  return relationship.director || relationship.executive ? { now: name_parts, later: dob_parts } : { now: [], later: [] };
}

/** The due fields where there is no representative yet. */
export const of_nobody = (country: string): readonly string[] => [...ofAnswering(country), 'relationship.title'];

function isTold(it: PersonTold, name: string): boolean {
  if (name === 'ssn_last_4') return it.ssn_last_4_provided || it.id_number_provided;
  const [member = '', part] = name.split('.');
  const value = it[member as keyof PersonTold] as unknown;
  return !isMissing(part === undefined ? value : (value as Readonly<Record<string, unknown>> | null)?.[part]);
}

/** Whether a document was sent and nothing is wrong with it. */
const isShown = ({ front, details_code }: Person['verification']['document']): boolean => front !== null && details_code === null;

/** What was found to be wrong, as far as no document has cleared it up. */
function errorsOf({ documents, id_number_found, verification, ...it }: PersonTold): DueOfPerson['errors'] {
  const { document, additional_document } = verification;
  const errors = [];
  if (document.details_code)
    errors.push({ code: `verification_${document.details_code}`, reason: document.details ?? '', requirement: 'verification.document' });
  else if (id_number_found === 'mismatched' && !isShown(document) && !isSent(documents.passport)) errors.push(unknown_person);
  if (additional_document.details_code)
    errors.push({
      code: `verification_${additional_document.details_code}`,
      reason: additional_document.details ?? '',
      requirement: 'verification.additional_document',
    });
  else if (livesElsewhere(it) && !isShown(additional_document)) errors.push(unknown_address);
  return errors;
}

const unknown_person = {
  code: 'verification_failed_keyed_identity',
  reason: 'The name, the date of birth and the number do not belong together. Correct them, or send an identity document.',
  requirement: 'verification.document',
};

const unknown_address = {
  code: 'verification_failed_residential_address',
  reason: 'The person is not known at this address. Correct it, or send a document that shows it.',
  requirement: 'verification.additional_document',
};

/** What is due of a person. */
export function dueOfPerson(it: PersonTold, is_individual: boolean, country: string): DueOfPerson {
  const { now, later } = wantedOf(it, is_individual, country);
  const errors = errorsOf(it);
  const untold = (name: string): boolean => !isTold(it, name);
  const currently = [...new Set([...now.filter(untold), ...errors.map(({ requirement }) => requirement)])].sort();
  return { currently, eventually: [...new Set([...currently, ...later.filter(untold)])].sort(), errors };
}
