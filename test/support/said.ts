import type { Field, Fields } from '../../src/kernel/base/fields.js';

type Said<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer S, infer G, infer P, infer _> ? Field<S, G, P, string> : never;
};

/** The members of a toy resource, each with a sentence. */
export const said = <F extends Fields>(members: F): Said<F> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, about: `The ${name}.` }])) as unknown as Said<F>;
