import qs from 'qs';
import { refused } from '../../kernel/base/refusal.js';
import { type Body, decoded, members_usual } from './body.js';

/** The maximum length of a list. Each parameter copies the list it belongs to, so a longer one takes seconds to parse. */
const elements_max = 1000;

/** Parses form parameters in bracket notation, as every official SDK sends them, from a body or a query string. */
export function parseForm(text: string, members_max = members_usual): Record<string, unknown> {
  if (nameless.test(text)) throw refused({ code: 'body_invalid', message: 'A parameter has a value and no name. Send name=value.' });
  try {
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      arrayLimit: elements_max,
      parameterLimit: members_max,
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: nameOrValue,
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw refused({
        code: 'body_invalid',
        message: `Parameters may be nested 8 deep, and ${members_max} of them sent at most, in lists of up to ${elements_max}.`,
      });
    throw error;
  }
}

/** A value without a name, which qs drops silently: `=x`. */
const nameless = /(?:^|&)=/;

/** qs drops this name silently: `metadata[__proto__]=x` would become an empty map, which removes all metadata. */
function nameOrValue(text: string, decode: qs.defaultDecoder, charset?: string, type?: 'key' | 'value'): unknown {
  if (!isDecodable(text)) throw refused({ code: 'body_invalid', message: 'A parameter is not valid UTF-8.' });
  const decoded = decode(text, decode, charset);
  if (type === 'key' && decoded.includes('__proto__'))
    throw refused({ code: 'parameter_unknown', param: '__proto__', message: 'Received unknown parameter: __proto__' });
  return decoded;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A form body. */
export const parseFormBody = (bytes: Buffer, members_max = members_usual): Body => ({
  values: parseForm(decoded(bytes), members_max),
  text_only: true,
});
