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

/** A list counts as its element type. */
type Bare<T> = T extends readonly (infer E)[] ? Bare<E> : Exclude<T, null | undefined>;

/** An object without known members may list any names. */
type Members<T> = [keyof T] extends [never] ? Unnamed : string extends keyof T ? Unnamed : ForPayer<T>;

type Unnamed = Readonly<Record<string, true>>;

/** The payer view of a member whose type is not known at compile time. */
export type AnyPart = true | 'whole' | { readonly [name: string]: AnyPart | undefined };
