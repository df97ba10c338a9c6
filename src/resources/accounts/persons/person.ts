import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, initially, internal, nullable } from '../../../kernel/base/fields.js';
import { country, email, flag, integerOrDigits, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { address, japanese_address } from '../../parts.js';
import { person_documents } from '../accounts/document-fields.js';
import { due_lists } from '../accounts/due-lists.js';

/** The relationships of a person to the business of an account. */
export const roles = ['authorizer', 'director', 'executive', 'legal_guardian', 'owner', 'representative'] as const;

/** One of them. */
export type Role = (typeof roles)[number];

const name = nullable(textOf(100));

/** A day as its parts. A part that is not known is null. */
const dob = object({
  day: about('The day of the month, from 1 to 31; null until it is known.', nullable(integerOrDigits({ minimum: 1, maximum: 31 }))),
  month: about('The month, from 1 for January to 12; null until it is known.', nullable(integerOrDigits({ minimum: 1, maximum: 12 }))),
  year: about('The year in four digits, from 1900; null until it is known.', nullable(integerOrDigits({ minimum: 1900, maximum: 9999 }))),
});

const role = nullable(flag);

/** The relationship to the business. */
const relationship = object({
  authorizer: about('Whether the person is authorized to act for the business.', role),
  director: about('Whether the person is a director of the business.', role),
  executive: about('Whether the person is a senior manager with control over the business.', role),
  legal_guardian: about('Whether the person is the legal guardian of the representative.', role),
  owner: about('Whether the person owns a share of the business.', role),
  percent_ownership: about(
    'The share of the business that the person owns, in percent; all owners together have at most 100.',
    nullable(decimalNumber({ minimum: 0, maximum: 100, places: 2 })),
  ),
  representative: about('Whether the person represents the business; an account has at most one representative.', role),
  title: about('The job title of the person, such as CEO; required of a representative.', nullable(text)),
});

/** Two sides of a document, and what was found of it. */
export const document_shown = object({
  back: about('The uploaded file with the back of the document; null if none was sent.', nullable(ref('file'))),
  details: about('What is wrong with the document, as a sentence; null if nothing is known to be.', nullable(text)),
  details_code: about('What is wrong with the document, such as `document_not_readable`; null if nothing is known to be.', nullable(text)),
  front: about('The uploaded file with the front of the document; null if none was sent.', nullable(ref('file'))),
});

/** What was found where a number or an address was compared with what an office knows. */
export const finding = internal(nullable(oneOf('matched', 'mismatched')));

/** A person who represents, owns or directs the business of a connected account. Their id numbers are in the vault. */
export const person = resource({
  object: 'person',
  prefix: 'person',
  fields: {
    account: about('The account that the person belongs to.', ref('account')),
    additional_tos_acceptances: about(
      'Terms of service that the person accepted besides those of the account.',
      object({
        account: about(
          "The acceptance of the account's terms by its legal guardian; null if it was not given.",
          nullable(
            object({
              date: about('When the terms were accepted, in Unix seconds.', nullable(timestamp)),
              ip: about('The IP address from which the terms were accepted.', nullable(textOf(45))),
              user_agent: about('The user agent of the browser in which the terms were accepted.', nullable(text)),
            }),
          ),
        ),
      }),
    ),
    address: about('The home address of the person.', nullable(address)),
    address_kana: about('The home address of the person in kana, for Japan.', nullable(japanese_address)),
    address_kanji: about('The home address of the person in kanji, for Japan.', nullable(japanese_address)),
    dob: about('The date of birth; a person must be at least 13 years old.', dob),
    documents: about('Uploaded documents about the person, by purpose.', person_documents),
    email: about('The e-mail address of the person.', nullable(email)),
    first_name: about('The given name of the person.', name),
    first_name_kana: about('The given name of the person in kana, for Japan.', name),
    first_name_kanji: about('The given name of the person in kanji, for Japan.', name),
    full_name_aliases: about('Other names by which the person is known, at most 20.', listOf(textOf(200), 20)),
    future_requirements: about('What future rules will require; always empty.', due_lists),
    gender: about('The gender of the person; null if it was not given.', nullable(oneOf('female', 'male'))),
    /** The account again, by the column of lists. */
    held_by: internal(ref('account')),
    id_number_found: finding,
    id_number_provided: about('Whether a national id number was sent; it is stored in the vault and never shown.', flag),
    id_number_secondary_provided: about('Whether a second id number was sent; it is stored in the vault and never shown.', flag),
    last_name: about('The family name of the person.', name),
    last_name_kana: about('The family name of the person in kana, for Japan.', name),
    last_name_kanji: about('The family name of the person in kanji, for Japan.', name),
    maiden_name: about('The family name of the person at birth.', name),
    metadata,
    nationality: about("The country of the person's nationality, as a two-letter ISO 3166-1 code.", nullable(country)),
    phone: about('The telephone number of the person, of at most 100 characters.', nullable(textOf(100))),
    political_exposure: about(
      'Whether the person holds a prominent public office or is close to someone who does; `none` by default.',
      initially('none', oneOf('existing', 'none')),
    ),
    registered_address: about('The address at which the person is registered, if it is not the home address.', nullable(address)),
    relationship: about('What the person is to the business of the account.', relationship),
    requirements: about('What the person must provide, by parameter names.', due_lists),
    /** What they are of the business, as lists are asked for it. */
    roles: internal(listOf(text, roles.length)),
    ssn_last_4_provided: about(
      'Whether the last four digits of a US social security number are known, from them or from the id number.',
      flag,
    ),
    verification: about(
      'Whether the person has been verified, and the documents for it.',
      object({
        additional_document: about('A document that shows the address.', document_shown),
        details: about('Why the person could not be verified, as a sentence; null if nothing is wrong.', nullable(text)),
        details_code: about('Why the person could not be verified, for programs; null if nothing is wrong.', nullable(text)),
        document: about('A document that shows the identity.', document_shown),
        status: about(
          'Whether the person is verified: in test mode once nothing is due and the id number was found, in live mode never.',
          initially('unverified', oneOf('pending', 'unverified', 'verified')),
        ),
      }),
    ),
  },
  for_sdks: forSdks,
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
