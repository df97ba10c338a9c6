import type { ErrorCode } from './errors.js';
import type { Refusal } from './refusal.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 shows it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The context for reading input; the first problem is stored in it. */
export type Reading = {
  /** Form bodies and query strings have only text: digits are then integers, `true` is a boolean. */
  readonly text_only: boolean;
  problem?: Refusal;
};

/** Whether a parameter may be omitted. */
export type Presence = 'required' | 'optional';

/**
 * A kind of value: how it is read, described, merged and initialized. `Stored` is its form in a document, `Given` its form as a parameter.
 * Validation, OpenAPI, references and visibility of members all derive from it.
 */
export type Field<Stored, Given = Stored, P extends Presence = Presence, A extends string | null = string | null> = {
  readonly presence: P;
  /** A sentence about the value, for the reference; null for a kind that no member uses yet. */
  readonly about: A;
  readonly schema: Schema;
  /** Reads input; for bad input sets `reading.problem`, whose `param` is `at`, and returns undefined. */
  readonly read: (value: unknown, at: string, reading: Reading) => Given | undefined;
  /** The value in a new document. */
  readonly initial: Stored;
  /** How a given value changes the stored one; by default it replaces it. */
  readonly merge?: (stored: Stored, given: Given) => Stored;
  /** The kind of object that an id refers to; the engine checks that it exists, and `expand` can replace the id. */
  readonly refers_to?: string;
  /** The kinds of objects that an id may refer to, by its prefix; `expand` can replace the id. */
  readonly refers_to_any?: readonly string[];
  /**
   * The kind of object that `expand` shows in its place, although the engine does not check the reference; `books` is the path of members to its
   * account. If the caller has no such object, the value stays.
   */
  readonly shows?: { readonly kind: string; readonly books: string | null };
  /**
   * Never in a document: stored in a separate column and added when presenting; a `client` secret always, a `signing` secret and a `key` only when
   * created.
   */
  readonly secret?: 'client' | 'key' | 'signing';
  /** Milliseconds for native callers, seconds for callers with a `Stripe-Version` (spec README, decision 7). */
  readonly milliseconds?: true;
  /** Stored and never shown, except to a page that names it: links between internal objects. Only present once set. */
  readonly internal?: true;
  /** Accepted in `expand`, because Stripe only shows it then; in Florin it is always present. */
  readonly always_there?: true;
  /** The id is always replaced by the current object. */
  readonly shown_whole?: true;
  /** The member with the id of the object whose client secret this one shows; never stored, and only shown with `expand`. */
  readonly reveals?: string;
  /** Stored in the vault under the member's name; shown with `expand` for objects for which this returns true. */
  readonly unsealed?: (doc: Readonly<Record<string, unknown>>) => boolean;
  readonly members?: Fields;
  readonly item?: AnyField;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of fields of any type has no narrower type; values are typed by `Values` and `Given`.
export type AnyField = Field<any, any>;

/** A kind of value with a sentence about it: what a member or parameter holds, its unit, and what it does. */
export const about = <S, G, P extends Presence>(sentence: string, inner: Field<S, G, P>): Field<S, G, P, string> => ({
  ...inner,
  about: sentence,
});

/** The members of an object. */
export type Fields = Readonly<Record<string, AnyField>>;

/** Members that the reference shows: each has a sentence. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export type SaidFields = Readonly<Record<string, Field<any, any, Presence, string>>>;

/** The members of a stored document: all present. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer S, infer _> ? S : never };

type GivenOf<F> = F extends { readonly read: (...args: never[]) => infer G } ? Exclude<G, undefined> : never;
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K]['presence'] extends 'required' ? K : never }[keyof F];

/** The members as a caller sends them: optional ones may be absent. */
export type Given<F extends Fields> = { readonly [K in RequiredKeys<F>]: GivenOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: GivenOf<F[K]>;
};

/** Every member optional: the argument of `set`. */
export type Partially<F extends Fields> = { readonly [K in keyof F]?: GivenOf<F[K]> };

/** Records the first problem, and returns undefined. */
export const problem = (reading: Reading, refusal: Refusal): undefined => {
  reading.problem ??= refusal;
  return undefined;
};

/** Records a problem with a message that says what is accepted, and returns undefined. */
export const invalid = (reading: Reading, param: string, message: string, code: ErrorCode = 'parameter_invalid'): undefined =>
  problem(reading, { code, param, message });

/** A kind of value whose stored and given forms are the same. */
export const field = <T>(schema: Schema, initial: T, read: Field<T>['read']): Field<T, T, 'optional', null> => ({
  presence: 'optional',
  about: null,
  schema,
  initial,
  read,
});

/** A required parameter. */
export const required = <S, G, A extends string | null>(inner: Field<S, G, Presence, A>): Field<S, G, 'required', A> => ({
  ...inner,
  presence: 'required',
});

/** A member that may be null; an empty form value or a JSON null unsets it. */
export const nullable = <S, G, A extends string | null>(inner: Field<S, G, Presence, A>): Field<S | null, G | null, 'optional', A> => ({
  ...(inner as Omit<Field<S, G, Presence, A>, 'merge'>),
  presence: 'optional',
  schema: { anyOf: [inner.schema, { type: 'null' }] },
  initial: null,
  read: (value, at, reading) => (value === null || value === '' ? null : inner.read(value, at, reading)),
  ...(inner.merge && { merge: mergeOrReplace(inner) }),
});

const mergeOrReplace =
  <S, G>(inner: Field<S, G>) =>
  (stored: S | null, given: G | null): S | null =>
    given === null ? null : merged(inner, stored ?? inner.initial, given);

/** The value of a member after `given` was applied. */
export const merged = <S, G>(inner: Field<S, G>, stored: S, given: G): S =>
  inner.merge ? inner.merge(stored, given) : (given as unknown as S);

/** A member with its own initial value. */
export const initially = <S, G, P extends Presence, A extends string | null>(initial: S, inner: Field<S, G, P, A>): Field<S, G, P, A> => ({
  ...inner,
  initial,
});

/** A member that is only present once set, such as one of several alternatives. */
export const sometimes = <S, G, A extends string | null>(inner: Field<S, G, Presence, A>): Field<S | undefined, G, 'optional', A> => ({
  ...(inner as unknown as Field<S | undefined, G, Presence, A>),
  presence: 'optional',
  initial: undefined,
});

/** A member that is stored and never shown, except to a page that names it; only present once set. */
export const internal = <S, G>(inner: Field<S, G>): Field<S | undefined, G, 'optional', string> => ({
  ...sometimes(about('A stored value that no response contains.', inner)),
  internal: true,
});

/** A member that `expand` accepts, although it is always present. */
export const alwaysThere = <S, G, P extends Presence, A extends string | null>(inner: Field<S, G, P, A>): Field<S, G, P, A> => ({
  ...inner,
  always_there: true,
});

/** The client secret of the object that another member refers to, shown with `expand`. */
export const revealed = (by: string): Field<undefined, undefined, 'optional', string> => ({
  presence: 'optional',
  about: `The client secret of the object in \`${by}\`, for the payer's page. Shown with \`expand\`.`,
  schema: {
    type: 'object',
    properties: {
      client_secret: { type: 'string', description: 'The client secret that authorizes the request.' },
      type: { type: 'string', description: 'The kind of object that it opens.' },
    },
    additionalProperties: false,
  },
  initial: undefined,
  read: () => undefined,
  reveals: by,
});
