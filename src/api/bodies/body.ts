import { isUtf8 } from 'node:buffer';
import { refused } from '../../kernel/base/refusal.js';

/** A parsed body: the parameters, and whether the format can only send text values. */
export type Body = { readonly values: Readonly<Record<string, unknown>>; readonly text_only: boolean };

/** The usual maximum of members and elements in a request. */
export const members_usual = 1000;

/** The maximum that an operation may allow; a body of this size still parses without delaying other requests. */
export const members_limit = 10_000;

/** Decodes bytes that must be UTF-8. */
export function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refused({ code: 'body_invalid', message: 'The request body is not valid UTF-8.' });
  return bytes.toString('utf8');
}
