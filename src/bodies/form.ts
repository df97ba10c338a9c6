import qs from 'qs';
import { refused } from '../base/errors.js';
import { type Body, decoded, keys_max } from './body.js';

/** Parses form parameters in brackets notation, as every official SDK sends them: a body or a query string. */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      arrayLimit: keys_max,
      parameterLimit: keys_max,
      throwOnLimitExceeded: true,
      plainObjects: true,
      decoder: nameOrValue,
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw refused({ code: 'body_invalid', message: `Parameters may be nested 8 deep, and ${keys_max} of them sent at most.` });
    throw error;
  }
}

/** qs drops this name without a word: `metadata[__proto__]=x` would become an empty map, which removes all metadata. */
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
export const parseFormBody = (bytes: Buffer): Body => ({ values: parseForm(decoded(bytes)), text_only: true });
