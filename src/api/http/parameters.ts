import type { Fields, Reading } from '../../kernel/base/fields.js';
import { textOf } from '../../kernel/base/kinds.js';
import { complete, listOf, readMembers } from '../../kernel/base/members.js';
import { refused } from '../../kernel/base/refusal.js';
import type { Body } from '../bodies/body.js';

/** The parameters that every route accepts. */
const common = { expand: listOf(textOf(200), 20) };

const asOptional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, presence: 'optional' }]));

/** The parsed parameters of a request, with its expansions separate. */
export type Parameters = { readonly params: Readonly<Record<string, unknown>>; readonly expand: readonly string[] };

/**
 * Reads parameters from the path, the query string and the body; the whole request is validated before anything is looked up. The same name in query
 * and body with different values is refused (spec README, decision 2).
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

/** A canonical spelling, so that equal values of a query string and a JSON body compare as equal. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' || typeof each === 'boolean' ? String(each) : each));
