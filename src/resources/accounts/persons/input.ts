import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, field, type Given, invalid, nullable } from '../../../kernel/base/fields.js';
import { concealed, flag, text, textOf } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { office_number } from '../../parts.js';
import { person, type Role, roles } from './person.js';

/** The id of a file that was sent, or the published name of a document whose outcome is known. */
const side = nullable(textOf(255));

/** The two sides of a document, as they are sent. */
export const document_input = object({
  back: about('The uploaded file with the back of the document; in test mode also the name of a published test document.', side),
  front: about('The uploaded file with the front of the document; in test mode also the name of a published test document.', side),
});

/** Documents that identify a person or a business. */
export const verification_input = object({
  additional_document: about('A document that shows the address, such as a bill.', document_input),
  document: about('A document that shows the identity, such as a passport.', document_input),
});

const plain = pick(
  person.fields,
  'additional_tos_acceptances',
  'address',
  'address_kana',
  'address_kanji',
  'dob',
  'email',
  'first_name',
  'first_name_kana',
  'first_name_kanji',
  'full_name_aliases',
  'gender',
  'last_name',
  'last_name_kana',
  'last_name_kanji',
  'maiden_name',
  'metadata',
  'nationality',
  'phone',
  'political_exposure',
  'registered_address',
);

/** The numbers of a person, which only the vault holds. */
export const numbers_of_person = {
  id_number: about('The national id number of the person; stored in the vault and never shown.', office_number),
  id_number_secondary: about(
    'A second national id number, in countries that have one; stored in the vault and never shown.',
    office_number,
  ),
  ssn_last_4: about(
    'The last four digits of a US social security number; stored in the vault and never shown.',
    concealed(/^\d{4}$/, 'parameter_invalid'),
  ),
} as const;

/** The members of a person, as sent. */
const known = {
  ...plain,
  ...numbers_of_person,
  verification: about('Documents that identify the person.', verification_input),
} as const;

const { relationship } = person.fields;

/** What a token keeps of a person besides the numbers. */
export const told_of_person = { ...plain, relationship } as const;

/** A person as a platform sends them. */
export const person_input = { ...known, documents: person.fields.documents, relationship } as const;

/** What the individual of an account is to the business besides its representative. */
const relationship_of_individual = about(
  'What the person is to the business, besides its representative.',
  object({
    director: about('Whether the person is a director of the business.', nullable(flag)),
    executive: about('Whether the person is a senior manager with control over the business.', nullable(flag)),
    owner: about('Whether the person owns a share of the business.', nullable(flag)),
    percent_ownership: about(
      'The share of the business that the person owns, in percent with at most two decimal places.',
      nullable(decimalNumber({ minimum: 0, maximum: 100, places: 2 })),
    ),
    title: about('The job title of the person, such as CEO.', nullable(text)),
  }),
);

/** What a token keeps of an individual besides the numbers. */
export const told_of_individual = { ...plain, relationship: relationship_of_individual } as const;

/** The individual of an account: the relationship is known, except for the title. */
export const individual_input = object({ ...known, relationship: relationship_of_individual });

/** What is sent of a person. */
export type PersonGiven = Given<typeof person_input>;

const asRole = (role: Role) => about(`Send true for persons with the role \`${role}\` only.`, flag);

const asked_roles = object(
  Object.fromEntries(roles.map((role) => [role, asRole(role)])) as { readonly [R in Role]: ReturnType<typeof asRole> },
);

/** What persons are asked for on lists: those who are all of what is named. */
export const roles_filter = field<Role[]>(asked_roles.schema, [], (value, at, reading) => {
  const read = asked_roles.read(value, at, reading);
  if (read === undefined) return undefined;
  const denied = roles.find((role) => read[role] === false);
  if (denied) return invalid(reading, `${at}[${denied}]`, `Invalid filter: only ${at}[${denied}]=true is accepted.`);
  return roles.filter((role) => read[role]);
});
