import type { AnyField, Fields } from '../../base/fields.js';
import { nearest } from '../../base/nearest.js';
import { refused } from '../../base/refusal.js';
import type { Index } from '../engine.js';
import type { Step } from '../unit.js';

/** An id in the parameters, and its expected kind. */
export type Reference = { readonly object: string; readonly id: string; readonly param: string };

type Given = Readonly<Record<string, unknown>>;

/** Whether an id is the name of a test object. */
export const isNamed = (index: Index, object: string, id: string): boolean => index.resources.get(object)?.named?.names.has(id) ?? false;

/** All ids in the parameters, including nested objects and lists; names of test objects are replaced by newly created objects. */
export function references(index: Index, fields: Fields, params: Given, at = ''): Reference[] {
  const found: Reference[] = [];
  for (const name in params) {
    const field = fields[name];
    if (field) found.push(...referencesIn(index, field, params[name], at ? `${at}[${name}]` : name));
  }
  return found;
}

function referencesIn(index: Index, field: AnyField, value: unknown, param: string): Reference[] {
  if (value === null || value === undefined) return [];
  if (field.members) return references(index, field.members, value as Given, param);
  const { item } = field;
  if (item) return Array.isArray(value) ? value.flatMap((each, place) => referencesIn(index, item, each, `${param}[${place}]`)) : [];
  if (!field.refers_to || typeof value !== 'string' || isNamed(index, field.refers_to, value)) return [];
  return [{ object: field.refers_to, id: value, param }];
}

/** Refuses a parameter with the id of a missing object; for one in the path the URL is unknown. */
export function refuseMissing({ resources }: Index, { tenant, inPath }: Step, { object, id, param }: Reference): never {
  const names = tenant.livemode ? undefined : resources.get(object)?.named?.names;
  const near = names ? nearest(id, [...names]) : null;
  const message = `No such ${object}: '${id}'${near === null ? '' : `. Did you mean ${near}?`}`;
  throw refused({ code: 'resource_missing', status: inPath?.(param) ? 404 : 400, param, message });
}

/** The parameters with each test object's name replaced by the result of `made`. */
export function withNamed(
  index: Index,
  fields: Fields,
  params: Given,
  made: (kind: string, name: string, param: string) => string,
  at = '',
): Given {
  const changed = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
    const field = fields[name];
    const replaced = field ? replacedIn(index, field, value, made, at ? `${at}[${name}]` : name) : value;
    return replaced === value ? [] : [[name, replaced]];
  });
  return changed.length ? { ...params, ...Object.fromEntries(changed) } : params;
}

function replacedIn(
  index: Index,
  { members, item, refers_to }: AnyField,
  value: unknown,
  made: (kind: string, name: string, param: string) => string,
  param: string,
): unknown {
  if (value === null || value === undefined) return value;
  if (members) return withNamed(index, members, value as Given, made, param);
  if (item && Array.isArray(value)) {
    const replaced = value.map((each, place) => replacedIn(index, item, each, made, `${param}[${place}]`));
    return replaced.some((each, place) => each !== value[place]) ? replaced : value;
  }
  return refers_to && typeof value === 'string' && isNamed(index, refers_to, value) ? made(refers_to, value, param) : value;
}
