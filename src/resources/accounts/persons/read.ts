import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { merged } from '../../../kernel/base/fields.js';
import { one } from '../../../kernel/base/reads.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { faultOf, foundOf, isPublishedDocument, type Sides } from './checks.js';
import type { PersonGiven } from './input.js';
import { type Person, person, roles } from './person.js';

type File = It<typeof file>;

/** The files that documents name. */
export const document_reads = {
  document_front: one(file, 'verification.document.front'),
  document_back: one(file, 'verification.document.back'),
  additional_front: one(file, 'verification.additional_document.front'),
  additional_back: one(file, 'verification.additional_document.back'),
} as const;

/** The same as they were read. */
export type Documents = { readonly [K in keyof typeof document_reads]: File | null };

type Numbers = Readonly<Record<string, Concealed>>;

/** A person's members as stored, and the numbers for the vault. */
type Read = { readonly change: Settable<typeof person>; readonly vault: Numbers };

/** Reads the input of a person. */
export function personFrom(it: Omit<Person, 'id'>, given: PersonGiven, documents: Documents, asked: Asked): Read {
  const { id_number, id_number_secondary, ssn_last_4, verification, ...plain } = given;
  const { document_front, document_back, additional_front, additional_back } = documents;
  const { livemode } = asked;
  requireDay(it, given, asked.now, asked);
  requireFitDocument(verification?.document, { front: document_front, back: document_back }, 'verification[document]', livemode, asked);
  requireFitDocument(
    verification?.additional_document,
    { front: additional_front, back: additional_back },
    'verification[additional_document]',
    livemode,
    asked,
  );
  const number = id_number ?? ssn_last_4;
  const relationship = merged(person.fields.relationship, it.relationship, given.relationship ?? {});
  const change = {
    ...plain,
    ...(id_number && { id_number_provided: true }),
    ...(id_number_secondary && { id_number_secondary_provided: true }),
    ...((ssn_last_4 || id_number) && { ssn_last_4_provided: true }),
    ...(number && { id_number_found: foundOf(number, livemode) }),
    roles: roles.filter((role) => relationship[role]),
    verification: {
      ...(verification?.document && { document: documentAfter(it.verification.document, verification.document, livemode) }),
      ...(verification?.additional_document && {
        additional_document: documentAfter(it.verification.additional_document, verification.additional_document, livemode),
      }),
    },
  };
  return { change, vault: numbers({ id_number, id_number_secondary, ssn_last_4 }) };
}

const numbers = (given: Readonly<Record<string, Concealed | undefined>>): Numbers =>
  Object.fromEntries(Object.entries(given).flatMap(([name, number]) => (number ? [[name, number]] : [])));

/** A document with the sides that are sent, and what is known to be wrong with it then. */
export function documentAfter(before: Sides, given: Sides, livemode: boolean) {
  const sides = { front: before.front ?? null, back: before.back ?? null, ...given };
  return { ...sides, ...faultOf(sides, livemode) };
}

const purposes: ReadonlySet<string> = new Set(['account_requirement', 'additional_verification', 'identity_document']);

/** Why the files of a document cannot show anything. */
export function requireFitDocument(
  given: Sides | undefined,
  found: { readonly front: File | null; readonly back: File | null },
  at: string,
  livemode: boolean,
  asked: Asked,
): void {
  for (const side of ['front', 'back'] as const) {
    const id = given?.[side];
    if (!id || isPublishedDocument(id, livemode)) continue;
    const param = `${at}[${side}]`;
    requireFitFile(id, found[side], param, asked);
  }
}

/** Refuses a file that is not there, or was sent for something else. */
export function requireFitFile(id: string, found: File | null, param: string, asked: Asked): void {
  if (!found) asked.refuse({ code: 'resource_missing', status: 400, param, message: `No such file: '${id}'` });
  if (purposes.has(found.purpose)) return;
  const message = 'Upload this file again with purpose=account_requirement or purpose=identity_document, and send its id here.';
  asked.refuse({ code: 'parameter_invalid', param, message });
}

const least_age_years = 13;

/** Refuses a date of birth that is not a day, or of a person too young to represent a business. */
function requireDay(it: Omit<Person, 'id'>, given: PersonGiven, now: number, asked: Asked): void {
  if (!given.dob) return;
  const { day, month, year } = merged(person.fields.dob, it.dob, given.dob);
  if (day === null || month === null || year === null) return;
  const born = new Date(Date.UTC(year, month - 1, day));
  if (born.getUTCDate() !== day)
    asked.refuse({ code: 'parameter_invalid', param: 'dob[day]', message: 'There is no such day. Send a day of the calendar.' });
  const old_enough = new Date(now * 1000);
  old_enough.setUTCFullYear(old_enough.getUTCFullYear() - least_age_years);
  if (born <= old_enough) return;
  asked.refuse({ code: 'parameter_invalid', param: 'dob[year]', message: `Must be at least ${least_age_years} years of age.` });
}
