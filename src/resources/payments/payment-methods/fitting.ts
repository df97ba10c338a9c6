import type { AnyField, Fields, Partially, Reading } from '../../../kernel/base/fields.js';

type Reported = Readonly<Record<string, unknown>>;

/** Those values of a processor that a type's members take. A name that is unknown, or a value that does not fit, is left out: it is no part of the result. */
export function fitting<F extends Fields>(members: F, given: Reported = {}): Partially<F> {
  const read = Object.entries(members).map(([name, member]): readonly [string, unknown] => {
    const reading: Reading = { text_only: false };
    const value = Object.hasOwn(given, name) ? member.read(known(member, given[name]), name, reading) : undefined;
    return [name, reading.problem ? undefined : value];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partially<F>;
}

/** Those values that have a member. */
export const ofMembers = (members: Fields, values: Reported): Reported =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => Object.hasOwn(members, name) && value !== undefined));

/** A value without the names that its member does not have; an object of such names alone is left out. */
function known({ members, item }: AnyField, value: unknown): unknown {
  if (Array.isArray(value)) return item ? value.map((each) => known(item, each)) : value;
  if (!members || !isObject(value)) return value;
  const named = Object.entries(members).filter(([name]) => Object.hasOwn(value, name));
  const is_unknown = named.length === 0 && Object.keys(value).length > 0;
  return is_unknown ? undefined : Object.fromEntries(named.map(([name, member]) => [name, known(member, value[name])]));
}

const isObject = (value: unknown): value is Reported => typeof value === 'object' && value !== null;
