import type { Many } from '../../base/reads.js';
import type { Document } from '../../base/resource.js';
import type { Want } from '../../storage/load.js';
import type { Engine } from '../engine.js';
import type { Step, Unit, Wanted } from '../unit.js';

/** Marks what has not been read yet. */
export const unread: unique symbol = Symbol('not read yet');
/** What is not there yet. */
export type Unread = typeof unread;

/** An object that is known by its id, and the members on the way from there. */
export type Place = { readonly object: string; readonly id: string; readonly path: readonly string[] };

/** One look at what a step needs: what of it is found, and what is to be read for the rest. */
export type Looking = {
  readonly engine: Engine;
  readonly unit: Unit;
  readonly step: Step;
  readonly wanted: Map<string, Wanted>;
  readonly found: Map<string, unknown>;
  /** Where a read that is not done yet will be found. */
  readonly places: Map<string, Omit<Place, 'path'>>;
};

/** Has something read, with whatever else is. */
export function want({ wanted }: Looking, want: Want, take: Wanted['take']): void {
  const key = JSON.stringify(want);
  if (!wanted.has(key)) wanted.set(key, { want, take });
}

/** A member as its column holds it. */
export const inColumn = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

/** What a list is known by that was read. */
export const listKey = (
  account: string,
  { resource: { object }, by, where }: Pick<Many, 'resource' | 'by' | 'where'>,
  value: string,
): string => `${account} ${object} ${by} ${JSON.stringify(where)} ${value}`;

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
