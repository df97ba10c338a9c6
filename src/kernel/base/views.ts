import { type Asked, show } from './effects.js';
import type { Fields, Given, SaidFields, Values } from './fields.js';
import type { AllSeen, Checked, Reads } from './reads.js';
import type { AnyResource, It, SeenByPages } from './resource.js';
import { built, type Rule } from './rules.js';

type Nothing = Record<never, never>;

/** A rule that computes further members of an object for the page that asks; nothing of them is stored. */
export type View<R extends AnyResource, I, F extends Fields> = Rule<R, I, 'rule'> & { readonly resource: R; readonly shows: F };

/**
 * Declares a view. Its fields are the allow-list: what they do not declare is hidden, at every depth. It reads like a rule and returns a plain value
 * instead of effects; it may refuse, as a verb may. Only pages receive its members; other callers see the object as it is.
 */
export const view = <R extends AnyResource, F extends SaidFields, P extends SaidFields = Nothing, const N extends Reads = Nothing>(
  resource: R,
  name: string,
  spec: {
    readonly takes?: P;
    readonly reads?: N & Checked<It<R>, Given<P>, N>;
    readonly shows: F;
    readonly show: (seen: { readonly it: It<R>; readonly input: Given<P> } & AllSeen<It<R>, Given<P>, N>, asked: Asked) => Values<F>;
  },
): View<R, Given<P>, F> => {
  const { shows, show: computed, ...rest } = spec;
  const decide: Rule<R, Given<P>>['decide'] = (seen, asked) => show(seen.it, { fields: shows, members: computed(seen, asked) });
  return built('rule', resource, name, { ...rest, shows, decide });
};

/**
 * What a page receives of a resource, or by a view: the type of its JSON, from the allow-lists of the resource at every depth, and the fields of the
 * view. A member that visitors do not see may be absent.
 */
export type ViewOf<X> = X extends { readonly resource: infer R extends AnyResource; readonly shows: infer F extends Fields }
  ? SeenByPages<R> & Readonly<Values<F>>
  : X extends AnyResource
    ? SeenByPages<X>
    : never;

/** What a page receives if it expands members. */
export type Expanded<T, E> = Omit<T, keyof E> & Readonly<E>;
