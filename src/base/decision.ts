import type { Concealed } from './concealed.js';
import type { Posting } from './effects.js';
import type { Refusal } from './errors.js';
import type { Ask } from './processor.js';
import type { AnyResource, It, Settable, StateOf } from './resource.js';

export type { Posting } from './effects.js';

/** An object to be made beside the one decided on. */
export type Made = {
  readonly resource: AnyResource;
  readonly id: string;
  readonly to?: string;
  readonly set: object;
  /** Content for the vault, under the object's id. */
  readonly vault?: Readonly<Record<string, Concealed>>;
  readonly tell?: Told;
  readonly later?: readonly Later[];
};

/** A change of another object that was needed or made. */
export type Change = {
  readonly id: string;
  readonly to?: string;
  readonly set?: object;
  readonly tell?: Told;
  readonly later?: readonly Later[];
};

/** The names of events of a change that is no edge, or besides those of its edges; an empty list makes it silent. */
export type Told = string | readonly string[];

/** Something to happen by itself: the `due` of that name, at `at` seconds on the account's clock; `about` is handed to it. */
export type Later = { readonly name: string; readonly at: number; readonly about?: string };

type Besides = {
  /** Names the event of a change that is no edge, instead of the resource's `updated`. */
  readonly tell?: Told;
  /** Leaves only `{ id, object, deleted: true }`. */
  readonly remove?: true;
  readonly vault?: Readonly<Record<string, Concealed>>;
  /** Puts a new secret in place of the old one, which stays valid until `overlap_until` seconds. */
  readonly roll?: { readonly overlap_until: number };
  readonly make?: readonly Made[];
  readonly also?: readonly Change[];
  readonly post?: readonly Posting[];
  readonly ask?: Ask;
  readonly later?: readonly Later[];
  /** Alone: nothing happens and the caller is told why. With `to` or `set`: that happens and the caller is told why. */
  readonly refuse?: Refusal;
};

/** What is to become of an object: plain data, made real by the engine in one transaction. */
export type Decided<R extends AnyResource> = Besides & {
  /** The next state, or the path of states to walk; every edge must exist and leaves its event. */
  readonly to?: StateOf<R> | readonly StateOf<R>[];
  readonly set?: Settable<R>;
};

/** A Decision on an object of any kind, as the engine sees it. */
export type AnyDecided = Besides & { readonly to?: string | readonly string[]; readonly set?: object };

/** An object to be made, typed by its resource. */
export const make = <R extends AnyResource>(
  resource: R,
  made: Omit<Made, 'resource' | 'to' | 'set'> & { to?: StateOf<R>; set: Settable<R> },
): Made => ({ resource, ...made }) as Made;

/** A change of another object, typed by its resource. */
export const change = <R extends AnyResource>(
  _resource: R,
  it: Pick<It<R>, 'id'>,
  changes: { to?: StateOf<R>; set?: Settable<R>; tell?: Told; later?: readonly Later[] },
): Change => ({ id: it.id, ...changes }) as Change;

const path = (to: string | readonly string[] | undefined): readonly string[] => (to === undefined ? [] : [to].flat());

/** One Decision after another: states are walked in turn, later values win, the rest adds up. */
export function andThen<D extends AnyDecided>(first: D, second: D): D {
  const to = [...path(first.to), ...path(second.to)];
  return {
    ...first,
    ...second,
    ...(to.length ? { to } : {}),
    set: { ...first.set, ...second.set },
    make: [...(first.make ?? []), ...(second.make ?? [])],
    also: [...(first.also ?? []), ...(second.also ?? [])],
    post: [...(first.post ?? []), ...(second.post ?? [])],
    later: [...(first.later ?? []), ...(second.later ?? [])],
    ...((first.tell || second.tell) && { tell: [first.tell ?? [], second.tell ?? []].flat() }),
  };
}
