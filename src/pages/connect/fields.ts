import { filled } from '../paper/languages.js';
import type { Speaking } from './speaking.js';
import type { ConnectWords } from './words.js';

/** How the page asks for the name of a requirement. */
export type Asked = {
  /** A label of this page, or of every form. */
  readonly label: keyof ConnectWords['labels'] | 'email' | 'phone' | 'line1' | 'city' | 'us_state' | 'postal_code';
  readonly autocomplete: string;
  /** What is said where it was refused. */
  readonly fault?: keyof ConnectWords['faults'];
  readonly numeric?: boolean;
  readonly ltr?: boolean;
  readonly type?: 'email';
  /** What is typed in is never shown again. */
  readonly secret?: boolean;
};

const of_person: Readonly<Record<string, Asked>> = {
  first_name: { label: 'first_name', autocomplete: 'given-name' },
  last_name: { label: 'last_name', autocomplete: 'family-name' },
  'dob.day': { label: 'day', autocomplete: 'bday-day', fault: 'day', numeric: true },
  'dob.month': { label: 'month', autocomplete: 'bday-month', fault: 'month', numeric: true },
  'dob.year': { label: 'year', autocomplete: 'bday-year', fault: 'year', numeric: true },
  email: { label: 'email', autocomplete: 'email', type: 'email' },
  phone: { label: 'phone', autocomplete: 'tel', ltr: true },
  'address.line1': { label: 'line1', autocomplete: 'address-line1' },
  'address.city': { label: 'city', autocomplete: 'address-level2' },
  'address.state': { label: 'us_state', autocomplete: 'address-level1' },
  'address.postal_code': { label: 'postal_code', autocomplete: 'postal-code' },
  'relationship.title': { label: 'job_title', autocomplete: 'organization-title' },
  ssn_last_4: { label: 'ssn_last_4', autocomplete: 'off', fault: 'ssn_last_4', numeric: true, ltr: true, secret: true },
};

const of_company: Readonly<Record<string, Asked>> = {
  name: { label: 'legal_name', autocomplete: 'organization' },
  ...of_person,
  tax_id: { label: 'ein', autocomplete: 'off', fault: 'ein', ltr: true, secret: true },
};

const of_business: Readonly<Record<string, Asked>> = { url: { label: 'website', autocomplete: 'url', fault: 'url', ltr: true } };

const of_bank: Readonly<Record<string, Asked>> = {
  routing_number: { label: 'bank_code', autocomplete: 'off', fault: 'bank_code', ltr: true },
  account_number: { label: 'bank_account', autocomplete: 'off', fault: 'bank_account', ltr: true, secret: true },
};

/** A group of fields, in the order in which groups and fields are shown. */
export type Group = {
  readonly title: keyof ConnectWords['groups'] | { readonly person: number };
  readonly prefix: string;
  readonly fields: Readonly<Record<string, Asked>>;
};

const groupOf = (title: keyof ConnectWords['groups'], fields: Group['fields']): Group => ({ title, prefix: title, fields });

/** The groups that a page may ask for, by the first word of a requirement. */
const groups: readonly Group[] = [
  groupOf('business_profile', of_business),
  groupOf('company', of_company),
  groupOf('individual', of_person),
  groupOf('representative', of_person),
  groupOf('owners', of_person),
];

const bank_group: Group = groupOf('external_account', of_bank);

const prefixOf = (name: string): string => name.split('.')[0] ?? '';

/** The groups of all that is asked; a person who is known already has one of their own. */
export function groupsOf(asked: readonly string[]): Group[] {
  const prefixes = new Set(asked.map(prefixOf));
  const people = [...prefixes].filter((prefix) => prefix.startsWith('person_'));
  const known = people.map((prefix, place): Group => ({ title: { person: place + 1 }, prefix, fields: of_person }));
  const bank = prefixes.has('external_account') ? [bank_group] : [];
  return [...groups.filter(({ prefix }) => prefixes.has(prefix)), ...known, ...bank];
}

/** What a group is called. */
export const titleOf = ({ title }: Group, { said }: Speaking): string =>
  typeof title === 'string' ? said.groups[title] : filled(said.person, { number: String(title.person) });

/** What a field is called. */
export const labelOf = ({ label }: Asked, { said, fields }: Speaking): string => ({ ...fields, ...said.labels })[label];

/** A field that is asked for, and its name. */
export type Named = { readonly name: string; readonly field: Asked };

/** The names of a group's fields that are asked for. */
export function fieldsIn({ prefix, fields }: Group, asked: readonly string[]): Named[] {
  const all = Object.entries(fields).map(([rest, field]) => ({ name: `${prefix}.${rest}`, field }));
  return prefix === bank_group.prefix ? all : all.filter(({ name }) => asked.includes(name));
}

/** Fields in the order of a language: a Japanese name begins with the family name. */
export function ordered(all: Named[], { locale }: Speaking): Named[] {
  if (locale.language !== 'ja') return all;
  const isFamilyName = ({ name }: Named): boolean => name.endsWith('.last_name');
  return [...all.filter(isFamilyName), ...all.filter((each) => !isFamilyName(each))];
}

/** Whether a field is a part of the date of birth. */
export const isOfBirth = ({ name }: Named): boolean => name.includes('.dob.');

/** Whether something can only be shown by a document, which this page does not take. */
export const isDocument = (name: string): boolean => name.includes('.verification.');

/** What is asked that can be typed in here. */
export const typeable = (asked: readonly string[]): readonly string[] => asked.filter((name) => !isDocument(name));
