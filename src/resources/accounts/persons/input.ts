import { decimalNumber } from '../../../kernel/base/decimal.js';
import { field, type Given, invalid, nullable } from '../../../kernel/base/fields.js';
import { concealed, flag, text, textOf } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { office_number } from '../../parts.js';
import { person, type Role, roles } from './person.js';

/** The id of a file that was sent, or the published name of a document whose outcome is known. */
const side = nullable(textOf(255));

/** The two sides of a document, as they are sent. */
export const document_input = object({ back: side, front: side });

/** Documents that identify a person or a business. */
export const verification_input = object({ additional_document: document_input, document: document_input });

const plain = pick(
  person.fields,
  'additional_tos_acceptances',
  'address',
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

/** The members of a person, as sent. */
const known = {
  ...plain,
  id_number: office_number,
  id_number_secondary: office_number,
  ssn_last_4: concealed(/^\d{4}$/, 'parameter_invalid'),
  verification: verification_input,
} as const;

const { relationship } = person.fields;

/** A person as a platform sends them. */
export const person_input = { ...known, relationship } as const;

/** The individual of an account: the relationship is known, except for the title. */
export const individual_input = object({
  ...known,
  relationship: object({
    director: nullable(flag),
    executive: nullable(flag),
    owner: nullable(flag),
    percent_ownership: nullable(decimalNumber({ minimum: 0, maximum: 100, places: 2 })),
    title: nullable(text),
  }),
});

/** What is sent of a person. */
export type PersonGiven = Given<typeof person_input>;

const asked_roles = object(Object.fromEntries(roles.map((role) => [role, flag])) as { readonly [R in Role]: typeof flag });

/** What persons are asked for on lists: those who are all of what is named. */
export const roles_filter = field<Role[]>(asked_roles.schema, [], (value, at, reading) => {
  const read = asked_roles.read(value, at, reading);
  if (read === undefined) return undefined;
  const denied = roles.find((role) => read[role] === false);
  if (denied) return invalid(reading, `${at}[${denied}]`, `Invalid filter: only ${at}[${denied}]=true is accepted.`);
  return roles.filter((role) => read[role]);
});
