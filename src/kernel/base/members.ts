import {
  type AnyField,
  type Field,
  type Fields,
  type Given,
  invalid,
  merged,
  problem,
  type Reading,
  type SaidFields,
  type Schema,
  type Values,
} from './fields.js';
import { nearest } from './nearest.js';

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
export const object = <F extends SaidFields>(members: F): Field<Values<F>, Given<F>, 'optional', null> => plainObject(members);

/** An object that the reference does not show, such as an internal member or a setting: its members need no sentences. */
export const plainObject = <F extends Fields>(members: F): Field<Values<F>, Given<F>, 'optional', null> => ({
  presence: 'optional',
  about: null,
  members: shown(members),
  schema: schemaOf(members),
  initial: initialOf(members),
  read: (value, at, reading) => readMembers(members, value, at, reading),
  merge: (stored, given) => mergeMembers(members, stored, given),
});

/** An object with optional members; it is stored as given and replaced as a whole. */
export const sparse = <F extends SaidFields>(members: F): Field<Given<F>, Given<F>, 'optional', null> => ({
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
