import { isUtf8 } from 'node:buffer';
import { refused } from '../../kernel/base/refusal.js';

/** What a body parser hands on: the parameters, and whether they could only be sent as text. */
export type Body = { readonly values: Readonly<Record<string, unknown>>; readonly text_only: boolean };

/** How many members and elements a request may have in all, unless its operation takes more. */
export const members_usual = 1000;

/** How many an operation may take at most: what still is read in a moment. */
export const members_limit = 10_000;

/** Text of bytes that must be UTF-8. */
export function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refused({ code: 'body_invalid', message: 'The request body is not valid UTF-8.' });
  return bytes.toString('utf8');
}
