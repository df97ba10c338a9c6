import { decimalNumber } from '../../../kernel/base/decimal.js';
import { initially, internal, nullable } from '../../../kernel/base/fields.js';
import { country, email, flag, integerOrDigits, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { address } from '../../parts.js';
import { due_lists } from '../accounts/due-lists.js';

/** The relationships of a person to the business of an account. */
export const roles = ['authorizer', 'director', 'executive', 'legal_guardian', 'owner', 'representative'] as const;

/** One of them. */
export type Role = (typeof roles)[number];

const name = nullable(textOf(100));

/** A day as its parts. A part that is not known is null. */
const dob = object({
  day: nullable(integerOrDigits({ minimum: 1, maximum: 31 })),
  month: nullable(integerOrDigits({ minimum: 1, maximum: 12 })),
  year: nullable(integerOrDigits({ minimum: 1900, maximum: 9999 })),
});

const role = nullable(flag);

/** The relationship to the business. */
const relationship = object({
  authorizer: role,
  director: role,
  executive: role,
  legal_guardian: role,
  owner: role,
  percent_ownership: nullable(decimalNumber({ minimum: 0, maximum: 100, places: 2 })),
  representative: role,
  title: nullable(text),
});

/** Two sides of a document, and what was found of it. */
export const document_shown = object({
  back: nullable(ref('file')),
  details: nullable(text),
  details_code: nullable(text),
  front: nullable(ref('file')),
});

/** What was found where a number or an address was compared with what an office knows. */
export const finding = internal(nullable(oneOf('matched', 'mismatched')));

/** A person who represents, owns or directs the business of a connected account. Their id numbers are in the vault. */
export const person = resource({
  object: 'person',
  prefix: 'person',
  fields: {
    account: ref('account'),
    additional_tos_acceptances: object({
      account: nullable(object({ date: nullable(timestamp), ip: nullable(textOf(45)), user_agent: nullable(text) })),
    }),
    address: nullable(address),
    dob,
    email: nullable(email),
    first_name: name,
    first_name_kana: name,
    first_name_kanji: name,
    full_name_aliases: listOf(textOf(200), 20),
    gender: nullable(oneOf('female', 'male')),
    /** The account again, by the column of lists. */
    held_by: internal(ref('account')),
    id_number_found: finding,
    id_number_provided: flag,
    id_number_secondary_provided: flag,
    last_name: name,
    last_name_kana: name,
    last_name_kanji: name,
    maiden_name: name,
    metadata,
    nationality: nullable(country),
    phone: nullable(textOf(100)),
    political_exposure: initially('none', oneOf('existing', 'none')),
    registered_address: nullable(address),
    relationship,
    requirements: due_lists,
    /** What they are of the business, as lists are asked for it. */
    roles: internal(listOf(text, roles.length)),
    ssn_last_4_provided: flag,
    verification: object({
      additional_document: document_shown,
      details: nullable(text),
      details_code: nullable(text),
      document: document_shown,
      status: initially('unverified', oneOf('pending', 'unverified', 'verified')),
    }),
  },
  start: 'person.created',
  events: { updated: 'person.updated', removed: 'person.deleted' },
  owner: 'held_by',
  columns: ['held_by'],
  searchable: [],
  holding: ['roles'],
  removable: true,
  vault: true,
});

/** A person as rules see them. */
export type Person = It<typeof person>;
