import type { Concealed } from '../../../kernel/base/concealed.js';
import type { Person } from './person.js';

/** The result of a number check. Live mode checks nothing. */
export type Found = 'matched' | 'mismatched' | null;

/** Numbers that are never found in test mode (Stripe, testing Connect). */
const unknown_numbers: ReadonlySet<string> = new Set(['111111111', '1111', '111111112']);

/** What an office would say of a number: in test mode that it is known, except for the published ones. */
export const foundOf = (number: Concealed, livemode: boolean): Found =>
  livemode ? null : unknown_numbers.has(number.reveal().replace(/[./-]/g, '')) ? 'mismatched' : 'matched';

/** First address lines that fail verification, in test mode (Stripe, testing Connect). */
const unknown_lines: ReadonlySet<string> = new Set(['address_no_match', 'address_line1_no_match']);

/** Whether the address of a person fails verification. */
export const livesElsewhere = ({ address, livemode }: Pick<Person, 'address' | 'livemode'>): boolean =>
  !livemode && unknown_lines.has(address?.line1 ?? '');

/** Documents with a known outcome that can be named in the place of a file, in test mode (Stripe, testing Connect). */
const published_documents: ReadonlyMap<string, string | null> = new Map([
  ['file_identity_document_success', null],
  ['file_identity_document_failure', 'document_not_readable'],
]);

/** Whether a name stands for a document of known outcome. */
export const isPublishedDocument = (id: string, livemode: boolean): boolean => !livemode && published_documents.has(id);

/** Two sides of a document. */
export type Sides = { readonly back?: string | null; readonly front?: string | null };

/** What is wrong with a document, for people and for programs; nulls where nothing is known to be. */
export function faultOf({ back = null, front = null }: Sides, livemode: boolean): { details: string | null; details_code: string | null } {
  const details_code = livemode ? null : (published_documents.get(front ?? '') ?? published_documents.get(back ?? '') ?? null);
  return { details_code, details: details_code && 'The document cannot be read. Send a picture of the whole document in focus.' };
}
