import type { Many } from '../base/reads.js';
import type { Want } from '../storage/load.js';
import type { Engine } from './engine.js';
import type { Step, Unit, Wanted } from './unit.js';

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
