/**
 * What payers see of an object. A member is hidden unless it is named, at every depth: `true` shows a plain value or a list of such, an
 * object names its own members. `'whole'` shows an object however it looks; it is for what somebody else makes for payers to read.
 */
export type ForPayer<T> = { readonly [K in keyof T]?: PartForPayer<T[K]> };

type PartForPayer<T> = unknown extends T
  ? AnyPart
  : [Bare<T>] extends [string]
    ? true
    : [Bare<T>] extends [object]
      ? Members<Bare<T>> | 'whole'
      : true;

/** An element of a list counts as the list itself. */
type Bare<T> = T extends readonly (infer E)[] ? Bare<E> : Exclude<T, null | undefined>;

/** Members that have no names of their own are named as they come. */
type Members<T> = [keyof T] extends [never] ? Unnamed : string extends keyof T ? Unnamed : ForPayer<T>;

type Unnamed = Readonly<Record<string, true>>;

/** What payers see of a member, where its kind is known only at run time. */
export type AnyPart = true | 'whole' | { readonly [name: string]: AnyPart | undefined };
