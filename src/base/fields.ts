import type { ErrorCode } from './errors.js';
import { nearest } from './nearest.js';
import type { Refusal } from './refusal.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 shows it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What reading input needs to know, and where the first problem found is left. */
export type Reading = {
  /** Form bodies and query strings carry text only: digits are then integers, `true` is a boolean. */
  readonly text_only: boolean;
  problem?: Refusal;
};

/** Whether a parameter may be left out. */
export type Presence = 'required' | 'optional';

/**
 * A kind of value: how it is read, described, merged and first stored. `Stored` is its form in a document, `Given` its form as a
 * parameter. Everything the service knows of a member (validation, OpenAPI, references, secrecy) is read from here.
 */
export type Field<Stored, Given = Stored, P extends Presence = Presence> = {
  readonly presence: P;
  readonly schema: Schema;
  /** Reads input; on bad input leaves `reading.problem`, whose `param` is `at`, and returns undefined. */
  readonly read: (value: unknown, at: string, reading: Reading) => Given | undefined;
  /** What a new document holds until something is set. */
  readonly initial: Stored;
  /** How a given value changes the stored one; replacing it, unless the kind says otherwise. */
  readonly merge?: (stored: Stored, given: Given) => Stored;
  /** The kind of object an id refers to; the engine checks that it exists, presenting can expand it. */
  readonly refers_to?: string;
  /** The kinds of objects an id may refer to, where it says itself by its prefix which; presenting can expand it. */
  readonly refers_to_any?: readonly string[];
  /**
   * What `expand` shows in its place, though the engine does not check what it names: an object of this kind, in the books of the account
   * that this path of members leads to. Where the caller has no such object, the value stays.
   */
  readonly shows?: { readonly kind: string; readonly books: string | null };
  /** Never part of a document: a column of its own, added when presenting; a `client` secret always, a `signing` one and a `key` when made. */
  readonly secret?: 'client' | 'key' | 'signing';
  /** In the shape of native callers milliseconds, for callers with a `Stripe-Version` seconds (spec README, decision 7). */
  readonly milliseconds?: true;
  /** Stored and never shown, to anybody but a page of ours that names it: what links objects of ours to each other. There only where it has been set. */
  readonly internal?: true;
  /** Callers may name it in `expand`, because Stripe shows it only then; here it is always there. */
  readonly always_there?: true;
  /** The object that the id names is always shown in its place, as it is now. */
  readonly shown_whole?: true;
  /** The member that names the object whose client secret it shows; never stored, and shown only where it is asked for by `expand`. */
  readonly reveals?: string;
  /** It lies in the vault under the member's name, and is shown of an object that this says yes of where `expand` asks for it. */
  readonly unsealed?: (doc: Readonly<Record<string, unknown>>) => boolean;
  readonly members?: Fields;
  readonly item?: AnyField;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of fields of any type has no narrower name; values are typed by `Values` and `Given`.
export type AnyField = Field<any, any>;

/** The members of an object. */
export type Fields = Readonly<Record<string, AnyField>>;

/** The members as a stored document holds them: all present. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer S, infer _> ? S : never };

type GivenOf<F> = F extends { readonly read: (...args: never[]) => infer G } ? Exclude<G, undefined> : never;
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K]['presence'] extends 'required' ? K : never }[keyof F];

/** The members as a caller gives them: what is not required may be absent. */
export type Given<F extends Fields> = { readonly [K in RequiredKeys<F>]: GivenOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: GivenOf<F[K]>;
};

/** Every member optional: what a Decision may `set`. */
export type Partially<F extends Fields> = { readonly [K in keyof F]?: GivenOf<F[K]> };

/** Leaves the first problem met, and reads as undefined. */
export const problem = (reading: Reading, refusal: Refusal): undefined => {
  reading.problem ??= refusal;
  return undefined;
};

/** Leaves a problem with a sentence that says what is accepted, and reads as undefined. */
export const invalid = (reading: Reading, param: string, message: string, code: ErrorCode = 'parameter_invalid'): undefined =>
  problem(reading, { code, param, message });

/** A kind of value whose stored and given forms are the same. */
export const field = <T>(schema: Schema, initial: T, read: Field<T>['read']): Field<T, T, 'optional'> => ({
  presence: 'optional',
  schema,
  initial,
  read,
});

/** A parameter that must be given. */
export const required = <S, G>(inner: Field<S, G>): Field<S, G, 'required'> => ({ ...inner, presence: 'required' });

/** A member that may be null; an empty form value or a JSON null unsets it. */
export const nullable = <S, G>(inner: Field<S, G>): Field<S | null, G | null, 'optional'> => ({
  ...(inner as Omit<Field<S, G>, 'merge'>),
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

/** What a document holds after `given`. */
export const merged = <S, G>(inner: Field<S, G>, stored: S, given: G): S =>
  inner.merge ? inner.merge(stored, given) : (given as unknown as S);

/** A member whose first value is not the kind's own. */
export const initially = <S, G, P extends Presence>(initial: S, inner: Field<S, G, P>): Field<S, G, P> => ({
  ...inner,
  initial,
});

/** A member that is there only where it has been set: one of many of which an object has a single one. */
export const sometimes = <S, G>(inner: Field<S, G>): Field<S | undefined, G, 'optional'> => ({
  ...(inner as unknown as Field<S | undefined, G>),
  presence: 'optional',
  initial: undefined,
});

/** A member that is stored and never shown, to anybody but a page of ours that names it; there only where it has been set. */
export const internal = <S, G>(inner: Field<S, G>): Field<S | undefined, G, 'optional'> => ({ ...sometimes(inner), internal: true });

/** A member that callers may ask for by `expand`, and that is there all the same. */
export const alwaysThere = <S, G, P extends Presence>(inner: Field<S, G, P>): Field<S, G, P> => ({ ...inner, always_there: true });

/** The client secret of the object that another member names, for callers who ask for it by `expand`. */
export const revealed = (by: string): Field<undefined, undefined, 'optional'> => ({
  presence: 'optional',
  schema: { type: 'object', properties: { client_secret: { type: 'string' }, type: { type: 'string' } }, additionalProperties: false },
  initial: undefined,
  read: () => undefined,
  reveals: by,
});

/** A list; a form sends it as `name[0]=`, `name[]=`. */
export const listOf = <S, G>(item: Field<S, G>, max = 1000): Field<S[], G[], 'optional'> => ({
  presence: 'optional',
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

/** How a list is sent that was sent as one value. A short word can be shown again; anything with digits may be a secret. */
function listFrom(value: unknown, at: string, { members }: AnyField, { text_only }: Reading): string {
  const [member] = Object.keys(members ?? {});
  const word = typeof value === 'string' && /^[a-z_]{1,40}$/i.test(value) && member === undefined ? value : null;
  if (!text_only) return word === null ? 'send a list.' : `send a list, such as ["${word}"].`;
  if (member !== undefined) return `send ${at}[0][${member}]= and so on, with the members of each element.`;
  return word === null ? `send ${at}[]= and a value, once for each element.` : `send ${at}[]=${word}.`;
}

/** An object with named members. Given members are merged into the stored ones; unknown names are refused. */
export const object = <F extends Fields>(members: F): Field<Values<F>, Given<F>, 'optional'> => ({
  presence: 'optional',
  members: shown(members),
  schema: schemaOf(members),
  initial: initialOf(members),
  read: (value, at, reading) => readMembers(members, value, at, reading),
  merge: (stored, given) => mergeMembers(members, stored, given),
});

/** An object of which only some members are ever there; it is stored as given and replaced as a whole. */
export const sparse = <F extends Fields>(members: F): Field<Given<F>, Given<F>, 'optional'> => ({
  presence: 'optional',
  members: shown(members),
  schema: schemaOf(members),
  initial: {} as Given<F>,
  read: (value, at, reading) => readMembers(members, value, at, reading),
});

/** What is never shown is a member of a resource itself, where showing leaves it out. */
function shown<F extends Fields>(members: F): F {
  const hidden = Object.keys(members).find((name) => members[name]?.internal);
  if (hidden) throw new Error(`${hidden} is never shown, so it is no member within another`);
  return members;
}

/** The members' JSON Schema. */
export const schemaOf = (members: Fields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member.schema])),
  ...requiredNames(members),
  additionalProperties: false,
});

function requiredNames(members: Fields): { required?: string[] } {
  const names = Object.keys(members).filter((name) => members[name]?.presence === 'required');
  return names.length ? { required: names } : {};
}

const initials = new WeakMap<Fields, object>();

/** The members of a new document. Made once for each resource and shared: whoever needs its own makes a copy. */
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

/** A stored object with the defaults of members that it does not have yet; the object itself where nothing is missing. */
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

/** The stored members after `given`; a member that is undefined is left alone. */
export const mergeMembers = <F extends Fields>(members: F, stored: Values<F>, given: object): Values<F> =>
  mergeInto(members, { ...stored }, given);

/** As `mergeMembers`, into an object that nobody else has seen yet. */
export function mergeInto<T extends object>(members: Fields, fresh: T, given: object): T {
  const result = fresh as Record<string, unknown>;
  for (const name in given) {
    const [member, value] = [members[name], (given as Readonly<Record<string, unknown>>)[name]];
    if (member && value !== undefined) result[name] = merged(member, result[name], value);
  }
  return fresh;
}

/** Reads named members: each by its own kind, none unknown, none missing that is required. */
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

/** Whether nothing is missing that is required. */
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

/** Some of the members, as optional parameters of an action. */
export const pick = <F extends Fields, const K extends keyof F & string>(fields: F, ...names: readonly K[]): Pick<F, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>;
