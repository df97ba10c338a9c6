import type { Document } from '../base/resource.js';

/** The member at the end of a path; through a list, that of each of its elements. */
export const along = (value: unknown, path: readonly string[]): unknown => path.reduce(into, value);

function into(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => into(each, name));
  if (typeof value !== 'object') return null;
  return isFound(value) ? into(value.all, name) : (value as Readonly<Record<string, unknown>>)[name];
}

/** Objects that were found through a list, by their ids. */
export type FoundAll = { readonly get: (id: string) => Document | null; readonly all: readonly Document[] };

const isFound = (value: object): value is FoundAll => 'all' in value && 'get' in value && typeof value.get === 'function';

/** A path that ends at an object means its id. */
export const idOf = (value: unknown): unknown => (value !== null && typeof value === 'object' && 'id' in value ? value.id : value);
