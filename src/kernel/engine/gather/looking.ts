import type { Many } from '../../base/reads.js';
import type { Document } from '../../base/resource.js';
import type { Want } from '../../storage/load.js';
import type { Engine } from '../engine.js';
import type { Step, Unit, Wanted } from '../unit.js';

/** Marks a read that is not available yet. */
export const unread: unique symbol = Symbol('not read yet');
/** The type of that mark. */
export type Unread = typeof unread;

/** An object's id, and a path of members from it. */
export type Place = { readonly object: string; readonly id: string; readonly path: readonly string[] };

/** One round of gathering: the reads found so far, and the wants for the rest. */
export type Looking = {
  readonly engine: Engine;
  readonly unit: Unit;
  readonly step: Step;
  readonly wanted: Map<string, Wanted>;
  readonly found: Map<string, unknown>;
  /** Where a pending read will be found. */
  readonly places: Map<string, Omit<Place, 'path'>>;
};

/** Adds a want to the round. */
export function want({ wanted }: Looking, want: Want, take: Wanted['take']): void {
  const key = JSON.stringify(want);
  if (!wanted.has(key)) wanted.set(key, { want, take });
}

/** A member as its column stores it. */
export const inColumn = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

/** The key of a list in the unit. */
export const listKey = (
  account: string,
  { resource: { object }, by, where }: Pick<Many, 'resource' | 'by' | 'where'>,
  value: string,
): string => `${account} ${object} ${by} ${JSON.stringify(where)} ${value}`;

/** The member at the end of a path; through a list, that of each element. */
export const along = (value: unknown, path: readonly string[]): unknown => path.reduce(into, value);

function into(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => into(each, name));
  if (typeof value !== 'object') return null;
  return isFound(value) ? into(value.all, name) : (value as Readonly<Record<string, unknown>>)[name];
}

/** The objects found through a list, by id. */
export type FoundAll = { readonly get: (id: string) => Document | null; readonly all: readonly Document[] };

const isFound = (value: object): value is FoundAll => 'all' in value && 'get' in value && typeof value.get === 'function';

/** The id of an object, or the value itself. */
export const idOf = (value: unknown): unknown => (value !== null && typeof value === 'object' && 'id' in value ? value.id : value);
