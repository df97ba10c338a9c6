import type { ErrorCode } from './errors.js';
import { nearest } from './nearest.js';
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
  ...sometimes(about('Internal.', inner)),
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
  schema: { type: 'object', properties: { client_secret: { type: 'string' }, type: { type: 'string' } }, additionalProperties: false },
  initial: undefined,
  read: () => undefined,
  reveals: by,
});

/** A list; a form sends it as `name[0]=`, `name[]=`. */
export const listOf = <S, G>(item: Field<S, G>, max = 1000): Field<S[], G[], 'optional', null> => ({
  presence: 'optional',
  about: null,
  schema: { type: 'array', items: item.schema, maxItems: max },
  initial: [],
  item,
  read: (value, at, reading) => {
    const values = reading.text_only && value === '' ? [] : value;
    if (!Array.isArray(values)) return invalid(reading, at, `Invalid array: ${listFrom(values, at, item, reading)}`);
    if (values.length > max) return invalid(reading, at, `Invalid array: at most ${max} elements are accepted.`);
    const read = values.map((each, place) => item.read(each, `${at}[${place}]`, reading));
    return reading.problem ? undefined : (read as G[]);
  },
});

/** How to send a list, for an error message. A short word can be quoted; anything with digits may be a secret. */
function listFrom(value: unknown, at: string, { members }: AnyField, { text_only }: Reading): string {
  const [member] = Object.keys(members ?? {});
  const word = typeof value === 'string' && /^[a-z_]{1,40}$/i.test(value) && member === undefined ? value : null;
  if (!text_only) return word === null ? 'send a list.' : `send a list, such as ["${word}"].`;
  if (member !== undefined) return `send ${at}[0][${member}]= and so on, with the members of each element.`;
  return word === null ? `send ${at}[]= and a value, once for each element.` : `send ${at}[]=${word}.`;
}

/** An object with named members. Given members are merged into the stored ones; unknown names are refused. */
export const object = <F extends Fields>(members: F): Field<Values<F>, Given<F>, 'optional', null> => ({
  presence: 'optional',
  about: null,
  members: shown(members),
  schema: schemaOf(members),
  initial: initialOf(members),
  read: (value, at, reading) => readMembers(members, value, at, reading),
  merge: (stored, given) => mergeMembers(members, stored, given),
});

/** An object with optional members; it is stored as given and replaced as a whole. */
export const sparse = <F extends Fields>(members: F): Field<Given<F>, Given<F>, 'optional', null> => ({
  presence: 'optional',
  about: null,
  members: shown(members),
  schema: schemaOf(members),
  initial: {} as Given<F>,
  read: (value, at, reading) => readMembers(members, value, at, reading),
});

/** An internal member must be at the top level of a resource, because only there it is removed when presenting. */
function shown<F extends Fields>(members: F): F {
  const hidden = Object.keys(members).find((name) => members[name]?.internal);
  if (hidden) throw new Error(`${hidden} is internal, so it cannot be nested`);
  return members;
}

/** The members' JSON Schema. */
export const schemaOf = (members: Fields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, describedSchema(member)])),
  ...requiredNames(members),
  additionalProperties: false,
});

/** The schema of a member, with its sentence. */
export const describedSchema = ({ schema, about: description }: AnyField): Schema =>
  description === null ? schema : { ...schema, description };

function requiredNames(members: Fields): { required?: string[] } {
  const names = Object.keys(members).filter((name) => members[name]?.presence === 'required');
  return names.length ? { required: names } : {};
}

const initials = new WeakMap<Fields, object>();

/** The members of a new document. Cached per resource and shared: callers must copy it before changes. */
export function initialOf<F extends Fields>(members: F): Readonly<Values<F>> {
  const known =
    initials.get(members) ??
    Object.freeze(
      Object.fromEntries(
        Object.entries(members).flatMap(([name, { initial, secret }]) => (secret || initial === undefined ? [] : [[name, initial]])),
      ),
    );
  initials.set(members, known);
  return known as Values<F>;
}

/** A stored object with defaults for missing members; the object itself if it is complete. */
export function filled(members: Fields, stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let whole = stored;
  for (const name in members) {
    const value = stored[name];
    const full = value === undefined ? missing(members[name]) : within(members[name], value);
    if (full !== value) whole = { ...whole, [name]: full };
  }
  return whole;
}

const missing = (member: Fields[string] | undefined): unknown => (member?.secret ? undefined : member?.initial);

function within(member: Fields[string] | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return member?.item ? filledElements(member.item, value) : value;
  return member?.members && member.merge && typeof value === 'object' && value !== null
    ? filled(member.members, value as Record<string, unknown>)
    : value;
}

function filledElements(item: AnyField, stored: readonly unknown[]): readonly unknown[] {
  const whole = stored.map((each) => within(item, each));
  return whole.some((each, place) => each !== stored[place]) ? whole : stored;
}

/** The stored members after `given`; undefined members are not changed. */
export const mergeMembers = <F extends Fields>(members: F, stored: Values<F>, given: object): Values<F> =>
  mergeInto(members, { ...stored }, given);

/** Like `mergeMembers`, into an object that is not shared yet. */
export function mergeInto<T extends object>(members: Fields, fresh: T, given: object): T {
  const result = fresh as Record<string, unknown>;
  for (const name in given) {
    const [member, value] = [members[name], (given as Readonly<Record<string, unknown>>)[name]];
    if (member && value !== undefined) result[name] = merged(member, result[name], value);
  }
  return fresh;
}

/** Reads named members by their kinds; refuses unknown and missing required ones. */
export function readMembers<F extends Fields>(members: F, value: unknown, at: string, reading: Reading): Given<F> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid(reading, at, 'Invalid object.');
  const read: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    const place = at ? `${at}[${name}]` : name;
    if (!member) return invalid(reading, place, unknownName(place, nearest(name, Object.keys(members))), 'parameter_unknown');
    if (given === undefined || (given === null && member.initial !== null && !member.merge)) continue;
    read[name] = member.read(given, place, reading);
    if (reading.problem) return undefined;
  }
  return complete(members, read, at, reading) ? (read as Given<F>) : undefined;
}

const unknownName = (place: string, meant: string | null): string =>
  `Received unknown parameter: ${place}${meant === null ? '' : `. Did you mean ${meant}?`}`;

/** Whether all required members are present. */
export function complete(members: Fields, read: Readonly<Record<string, unknown>>, at: string, reading: Reading): boolean {
  for (const name in members) {
    if (members[name]?.presence === 'required' && read[name] === undefined) {
      const place = at ? `${at}[${name}]` : name;
      problem(reading, { code: 'parameter_missing', param: place, message: `Missing required param: ${place}.` });
      return false;
    }
  }
  return true;
}

/** Some of an object's members: of fields, the optional parameters of an action. */
export const pick = <O extends object, const K extends keyof O & string>(from: O, ...names: readonly K[]): Pick<O, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<O, K>;
