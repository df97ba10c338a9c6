import type { AnyField, Fields } from './fields.js';

/**
 * The payer view of an object. A member is hidden unless it is listed, at every depth: `true` shows a plain value or a list of them, an object lists
 * its visible members. `'whole'` shows an object of any shape, such as one that a processor fills for payers.
 */
export type ForPayer<T> = { readonly [K in keyof T]?: PartForPayer<T[K]> };

type PartForPayer<T> = unknown extends T
  ? AnyPart
  : [Bare<T>] extends [string]
    ? true
    : [Bare<T>] extends [object]
      ? Members<Bare<T>> | 'whole'
      : true;

/** Checks an allow-list at every depth: a name that the object does not have is an error. */
export type Listing<T, P> = {
  readonly [K in keyof P]: K extends keyof T
    ? P[K] extends true | 'whole'
      ? Plainly<PartForPayer<T[K]>, P[K]>
      : Listing<Bare<T[K]>, P[K]>
    : never;
};

/** By the words alone: a plain `true` passes for an object whose members are all optional. */
type Plainly<Part, P> = P extends Extract<Part, true | 'whole'> ? unknown : never;

/**
 * What an allow-list shows of a value, at every depth. `V` is the allow-list for visitors: a member that is not on it may be absent.
 */
export type Seen<T, P, V> = P extends true
  ? T
  : T extends null | undefined
    ? T
    : P extends 'whole'
      ? T & Readonly<Record<string, unknown>>
      : T extends readonly (infer E)[]
        ? readonly Seen<E, P, V>[]
        : { readonly [K in keyof P & keyof T & keyof V]: Seen<T[K], P[K], V[K]> } & {
            readonly [K in Exclude<keyof P & keyof T, keyof V>]?: Seen<T[K], P[K], P[K]>;
          };

/** A list counts as its element type. */
type Bare<T> = T extends readonly (infer E)[] ? Bare<E> : Exclude<T, null | undefined>;

/** An object without known members may list any names. */
type Members<T> = [keyof T] extends [never] ? Unnamed : string extends keyof T ? Unnamed : ForPayer<T>;

type Unnamed = Readonly<Record<string, true>>;

/** The payer view of a member whose type is not known at compile time. */
export type AnyPart = true | 'whole' | { readonly [name: string]: AnyPart | undefined };

/** The payer view that shows every declared member, at every depth: what fields do not declare is hidden. */
export const partsOf = (fields: Fields): AnyPart =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, partOf(field)]));

const partOf = ({ item, members }: AnyField): AnyPart => (item ? partOf(item) : members ? partsOf(members) : true);
