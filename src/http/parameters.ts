import { isUtf8 } from 'node:buffer';
import qs from 'qs';
import { refused } from '../base/errors.js';
import { complete, type Fields, listOf, type Reading, readMembers } from '../base/fields.js';
import { textOf } from '../base/kinds.js';

/** What a body parser hands on: the parameters, and whether they could only be sent as text. */
export type Body = { readonly values: Readonly<Record<string, unknown>>; readonly text_only: boolean };

const depth_max = 32;
const keys_max = 1000;

/** Parses a JSON body within bounds of depth and size (promise 27). */
export function parseJson(bytes: Buffer): Body {
  if (bytes.length === 0) return { values: {}, text_only: false };
  const values: unknown = parsed(decoded(bytes));
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw refused({ code: 'body_invalid', message: 'The request body must be a JSON object.' });
  }
  if (!bounded(values))
    throw refused({
      code: 'body_invalid',
      message: `The request body may be nested ${depth_max} deep and have ${keys_max} members at most.`,
    });
  return { values: values as Body['values'], text_only: false };
}

function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refused({ code: 'body_invalid', message: 'The request body is not valid UTF-8.' });
  return bytes.toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused({ code: 'body_invalid', message: 'The request body is not valid JSON.' });
  }
}

function bounded(value: object): boolean {
  let level: object[] = [value];
  let count = 0;
  for (let depth = 0; level.length; depth++) {
    if (depth > depth_max) return false;
    const below: object[] = [];
    for (const each of level) {
      const members = Object.values(each);
      count += members.length;
      if (count > keys_max) return false;
      for (const member of members) if (typeof member === 'object' && member !== null) below.push(member);
    }
    level = below;
  }
  return true;
}

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

/** What every route also takes. */
const common = { expand: listOf(textOf(200), 20) };

const asOptional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, presence: 'optional' }]));

/** A request's parameters: read, and the expansions asked for apart from them. */
export type Parameters = { readonly params: Readonly<Record<string, unknown>>; readonly expand: readonly string[] };

/**
 * Reads parameters from the path, the query string and the body alike; all of a request is validated before anything is looked up.
 * The same name in query and body with different values is refused (spec README, decision 2).
 */
export function reader(fields: Fields): (path: object, query: Readonly<Record<string, unknown>>, body: Body) => Parameters {
  const known = { ...asOptional(fields), ...common };
  return (path, query, body) => {
    refuseConflicts(query, body.values);
    const merged = { ...read(known, query, true), ...read(known, body.values, body.text_only), ...read(known, path, true) } as Record<
      string,
      unknown
    >;
    const reading: Reading = { text_only: false };
    if (!complete(fields, merged, '', reading) && reading.problem) throw refused(reading.problem);
    const { expand = [], ...params } = merged;
    return { params, expand: expand as string[] };
  };
}

function read(fields: Fields, values: object, text_only: boolean): object {
  if (isEmpty(values)) return values;
  const reading: Reading = { text_only };
  const given = readMembers(fields, values, '', reading);
  if (reading.problem) throw refused(reading.problem);
  return given ?? {};
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false;
  return true;
}

function refuseConflicts(query: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>): void {
  for (const name in query) {
    if (Object.hasOwn(body, name) && plain(query[name]) !== plain(body[name])) throw refused({ code: 'parameter_conflict', param: name });
  }
}

/** One spelling for what a query string and a JSON body say alike. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' || typeof each === 'boolean' ? String(each) : each));
