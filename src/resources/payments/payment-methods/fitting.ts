import type { Fields, Partially, Reading } from '../../../kernel/base/fields.js';

/** Those values of a processor that a type's members take. A name that is unknown, or a value that does not fit, is left out: it is no part of the result. */
export function fitting<F extends Fields>(members: F, given: Readonly<Record<string, unknown>> = {}): Partially<F> {
  const read = Object.entries(members).map(([name, member]): readonly [string, unknown] => {
    const reading: Reading = { text_only: false };
    const value = Object.hasOwn(given, name) ? member.read(given[name], name, reading) : undefined;
    return [name, reading.problem ? undefined : value];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partially<F>;
}
