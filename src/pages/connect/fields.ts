/** How a name of what is due is asked for. */
export type Asked = {
  readonly label: string;
  readonly autocomplete: string;
  readonly numeric?: boolean;
  readonly type?: 'email';
  /** What is typed in is never shown again. */
  readonly secret?: boolean;
};

const of_person: Readonly<Record<string, Asked>> = {
  first_name: { label: 'First name', autocomplete: 'given-name' },
  last_name: { label: 'Last name', autocomplete: 'family-name' },
  'dob.day': { label: 'Day of birth', autocomplete: 'bday-day', numeric: true },
  'dob.month': { label: 'Month of birth', autocomplete: 'bday-month', numeric: true },
  'dob.year': { label: 'Year of birth', autocomplete: 'bday-year', numeric: true },
  email: { label: 'Email', autocomplete: 'email', type: 'email' },
  phone: { label: 'Phone', autocomplete: 'tel' },
  'address.line1': { label: 'Address', autocomplete: 'address-line1' },
  'address.city': { label: 'City', autocomplete: 'address-level2' },
  'address.state': { label: 'State', autocomplete: 'address-level1' },
  'address.postal_code': { label: 'Postal code', autocomplete: 'postal-code' },
  'relationship.title': { label: 'Job title', autocomplete: 'organization-title' },
  ssn_last_4: { label: 'Last 4 digits of the Social Security number', autocomplete: 'off', numeric: true, secret: true },
};

const of_company: Readonly<Record<string, Asked>> = {
  ...of_person,
  name: { label: 'Legal name', autocomplete: 'organization' },
  tax_id: { label: 'Employer identification number (EIN)', autocomplete: 'off', secret: true },
};

const of_business: Readonly<Record<string, Asked>> = { url: { label: 'Website', autocomplete: 'url' } };

const of_bank: Readonly<Record<string, Asked>> = {
  routing_number: { label: 'Routing number or bank code', autocomplete: 'off' },
  account_number: { label: 'Account number or IBAN', autocomplete: 'off', secret: true },
};

/** A group of fields, in the order in which groups and fields are shown. */
export type Group = { readonly title: string; readonly prefix: string; readonly fields: Readonly<Record<string, Asked>> };

/** The groups that a page may ask for, by the first word of what is due. */
const groups: readonly Group[] = [
  { title: 'Your business', prefix: 'business_profile', fields: of_business },
  { title: 'Your company', prefix: 'company', fields: of_company },
  { title: 'About you', prefix: 'individual', fields: of_person },
  { title: 'Who represents the company', prefix: 'representative', fields: of_person },
  { title: 'Who owns a quarter of the company or more', prefix: 'owners', fields: of_person },
];

/** The bank account, where one is due. */
export const bank_group: Group = { title: 'Your bank account, for payouts', prefix: 'external_account', fields: of_bank };

const prefixOf = (name: string): string => name.split('.')[0] ?? '';

/** The groups of all that is asked; a person who is known already has one of their own. */
export function groupsOf(asked: readonly string[]): Group[] {
  const prefixes = new Set(asked.map(prefixOf));
  const people = [...prefixes].filter((prefix) => prefix.startsWith('person_'));
  const known = people.map((prefix, place): Group => ({ title: `Person ${place + 1} of the company`, prefix, fields: of_person }));
  const bank = prefixes.has('external_account') ? [bank_group] : [];
  return [...groups.filter(({ prefix }) => prefixes.has(prefix)), ...known, ...bank];
}

/** The names of a group's fields that are asked for. */
export function fieldsIn({ prefix, fields }: Group, asked: readonly string[]): { readonly name: string; readonly field: Asked }[] {
  const all = Object.entries(fields).map(([rest, field]) => ({ name: `${prefix}.${rest}`, field }));
  return prefix === bank_group.prefix ? all : all.filter(({ name }) => asked.includes(name));
}

/** Whether something can only be shown by a document, which this page does not take. */
export const isDocument = (name: string): boolean => name.includes('.verification.');

/** What is asked that can be typed in here. */
export const typeable = (asked: readonly string[]): readonly string[] => asked.filter((name) => !isDocument(name));

/** Categories of businesses, by the codes that card networks know them by. */
export const categories: readonly (readonly [code: string, label: string])[] = [
  ['5691', 'Clothing and accessories'],
  ['5734', 'Computer software'],
  ['8999', 'Consulting and other professional services'],
  ['8299', 'Education and training'],
  ['7922', 'Events and tickets'],
  ['5812', 'Food and restaurants'],
  ['5712', 'Furniture and home goods'],
  ['5411', 'Groceries'],
  ['7299', 'Personal services'],
  ['7372', 'Programming and data processing'],
  ['1520', 'Repairs and construction'],
  ['4121', 'Rides and transport'],
  ['5999', 'Other shops'],
];
