import { refused } from '../../kernel/base/refusal.js';
import { type Body, decoded, members_usual } from './body.js';
import { judge } from './bounds.js';
import { endOfJson } from './json-end.js';

/** Parses a JSON body within limits of depth and size (promise 27): `members_max` members and elements in total. */
export function parseJson(bytes: Buffer, members_max = members_usual): Body {
  if (bytes.length === 0) return { values: {}, text_only: false };
  const text = decoded(bytes);
  judge(text, members_max);
  const values: unknown = parsed(text);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw refused({ code: 'body_invalid', message: 'The request body must be a JSON object.' });
  }
  return { values: values as Body['values'], text_only: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused({ code: 'body_invalid', message: `The request body is not valid JSON: ${whereEnds(text)}.` });
  }
}

/** The position where a body stops being JSON, as editors count. The text there is not shown: it may be a secret. */
function whereEnds(text: string): string {
  const end = endOfJson(text);
  const lines = text.slice(0, end).split('\n');
  return end === text.length ? 'it ends too early' : `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
