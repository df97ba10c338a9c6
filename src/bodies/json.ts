import { refused } from '../base/errors.js';
import { type Body, decoded, members_usual } from './body.js';

const depth_max = 32;

/** Parses a JSON body within bounds of depth and size (promise 27): `members_max` members and elements in all. */
export function parseJson(bytes: Buffer, members_max = members_usual): Body {
  if (bytes.length === 0) return { values: {}, text_only: false };
  const values: unknown = parsed(decoded(bytes));
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw refused({ code: 'body_invalid', message: 'The request body must be a JSON object.' });
  }
  if (!bounded(values, members_max))
    throw refused({
      code: 'body_invalid',
      message: `The request body may be nested ${depth_max} deep and have ${members_max} members at most.`,
    });
  return { values: values as Body['values'], text_only: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused({ code: 'body_invalid', message: 'The request body is not valid JSON.' });
  }
}

function bounded(value: object, members_max: number): boolean {
  let level: object[] = [value];
  let count = 0;
  for (let depth = 0; level.length; depth++) {
    if (depth > depth_max) return false;
    const below: object[] = [];
    for (const each of level) {
      const members = Object.values(each);
      count += members.length;
      if (count > members_max) return false;
      for (const member of members) if (typeof member === 'object' && member !== null) below.push(member);
    }
    level = below;
  }
  return true;
}
