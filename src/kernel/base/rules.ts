import type { Around, Asked, Decision, Effects } from './effects.js';
import type { Fields, Given, SaidFields } from './fields.js';
import type { Handler } from './handler.js';
import type { Id } from './kinds.js';
import type { AnyQuestion, RequestOf, ResultOf } from './question.js';
import type { AllSeen, Checked, Reads } from './reads.js';
import type { Refusal } from './refusal.js';
import type { AnyResource, EventOf, It, RefTo, StateOf, TimerOf, Unborn } from './resource.js';

type Nothing = Record<never, never>;

/** The cause of a rule: a request, a creating request, a timer, an answer, an event of another object, or another rule. */
export type RuleKind = 'rule' | 'creation' | 'timer' | 'result' | 'reaction' | 'consequence';

/** A pure decision about one object: from its reads to effects. */
export type Rule<R extends AnyResource, I, K extends RuleKind = RuleKind> = {
  readonly kind: K;
  /** A rule has no route; an action gives it one. */
  readonly routes: readonly never[];
  readonly resource: R;
  /** Its verb, as in "You could not confirm this PaymentIntent"; for other kinds the timer, the question's verb or the followed event. */
  readonly name: string;
  /** The parameters of callers. */
  readonly takes: Fields;
  /** The parameters of callers and of other rules. */
  readonly inputs: Fields;
  readonly from: readonly string[] | null;
  readonly reads: Reads;
  readonly reaction: Reaction | null;
  /** It depends on reads that it does not change, so objects from before a question may be outdated. */
  readonly afresh: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where it is declared.
  readonly decide: (seen: any, asked: Asked) => Decision;
  readonly input?: I;
};

/** The cause of a reaction: an event of another resource; `via` for the one object in a member, `each` for many. */
export type Reaction = {
  readonly cause: AnyResource;
  readonly event: string;
  readonly via: string | null;
  readonly each: string | null;
};

// biome-ignore lint/suspicious/noExplicitAny: a rule of any resource.
export type AnyRule = Rule<any, any>;
/** The input of a rule. */
export type InputOf<X> = X extends Rule<AnyResource, infer I> ? I : never;
/** The subject of a rule: an object or its id, or the id of the object that it creates. */
export type SubjectOf<X> =
  X extends Rule<AnyResource, unknown, 'creation'> ? string : X extends Rule<infer R, unknown> ? It<R> | Id<R['object']> : never;

type Spec<O, P extends Fields, I, N extends Reads, Besides, D = Effects, A = Around, Q extends Fields = Nothing> = {
  readonly reads?: N & Checked<O, I, N>;
  /** The parameters of callers. */
  readonly takes?: P;
  /** Further parameters from other rules; no action exposes them. */
  readonly ours?: Q;
  readonly decide: (seen: { readonly it: O; readonly input: I } & Besides & AllSeen<O, I, N>, around: A) => D;
};

type From<R extends AnyResource, S> = { readonly from?: readonly (S & StateOf<R>)[] };

/** The input of a verb: from callers, and from rules that run it. */
type Handed<P extends Fields, Q extends Fields> = Given<P> & Partial<Given<Q>>;

/** The parameters of a rule as they are written, so that `action` can require their sentences. */
type Takes<P extends Fields> = { readonly written?: P };

/** A rule of a kind; its types are erased here, and declared by the functions that call this. */
export const built = (
  kind: RuleKind,
  resource: AnyResource,
  name: string,
  spec: Readonly<Record<string, unknown>> & { readonly takes?: Fields; readonly ours?: Fields },
  reaction: Reaction | null = null,
): never =>
  ({
    takes: {},
    from: null,
    reads: {},
    afresh: false,
    reaction,
    routes: [],
    ...spec,
    inputs: { ...spec.takes, ...spec.ours },
    kind,
    resource,
    name,
  }) as never;

/** A verb of an object; in other states than `from` it is refused. */
export const rule = <
  R extends AnyResource,
  const S extends StateOf<R> = StateOf<R>,
  P extends Fields = Nothing,
  const N extends Reads = Nothing,
  Q extends Fields = Nothing,
>(
  resource: R,
  name: string,
  spec: From<R, S> & Spec<It<R, S>, P, Handed<P, Q>, N, unknown, Decision, Asked, Q>,
): Rule<R, Handed<P, Q>, 'rule'> & Takes<P> => built('rule', resource, name, spec);

/** A rule that creates an object: `it` is the new object with its defaults. */
export const creation = <R extends AnyResource, P extends Fields = Nothing, const N extends Reads = Nothing, Q extends Fields = Nothing>(
  resource: R,
  spec: Spec<It<R, Unborn>, P, Handed<P, Q>, N, unknown, Decision, Asked, Q>,
): Rule<R, Handed<P, Q>, 'creation'> & Takes<P> => built('creation', resource, 'create', spec);

/** A rule that runs when an object's timer is due; in other states than `from` it does nothing. `runs`: a consequence that other rules run too. */
export const timer = <R extends AnyResource, const S extends StateOf<R> = StateOf<R>, const N extends Reads = Nothing>(
  resource: R,
  name: TimerOf<R>,
  spec:
    | (From<R, S> & Spec<It<R, S>, Nothing, Nothing, N, { readonly about: string | null }>)
    | { readonly runs: Rule<R, Nothing, 'consequence'> },
): Rule<R, Nothing, 'timer'> => {
  if (!('runs' in spec)) return built('timer', resource, name, spec);
  const { from, reads, decide } = spec.runs;
  return built('timer', resource, name, { from, reads, decide });
};

/** The input of a result rule: the question, as far as it is known, and the answer. */
export type Answered<Q extends AnyQuestion> = {
  readonly answer: ResultOf<Q>;
  /** The question. For a notification only `attempt` is certain, because the rest is no longer stored. */
  readonly asked: Pick<RequestOf<Q>, 'attempt'> & Partial<RequestOf<Q>>;
  /** The name of the processor that answered. */
  readonly by: string;
};

/** A rule that takes the answer to a question about an object; in other states than `from` it does nothing. */
export const result = <
  R extends AnyResource,
  Q extends AnyQuestion,
  const S extends StateOf<R> = StateOf<R>,
  const N extends Reads = Nothing,
>(
  resource: R,
  question: Q,
  spec: From<R, S> & Spec<It<R, S>, Nothing, Nothing, N, Answered<Q>> & { readonly afresh?: true },
): Rule<R, Nothing, 'result'> => built('result', resource, question.verb, spec);

/**
 * A rule that follows another object's event. `via`: for the object whose id is in a member of the other, in the same write. `each`: for all objects
 * whose column refers to the other, in a job with a separate write for each. In other states than `from` it does nothing.
 */
export const on = <W extends AnyResource, R extends AnyResource, const S extends StateOf<R> = StateOf<R>, const N extends Reads = Nothing>(
  cause: W,
  event: EventOf<W>,
  resource: R,
  spec: From<R, S> &
    Spec<It<R, S>, Nothing, Nothing, N, { readonly by: It<W> }> &
    ({ readonly via: RefTo<W, R['object']> } | { readonly each: RefTo<R, W['object']> }),
): Rule<R, Nothing, 'reaction'> => {
  const { via = null, each = null } = spec as { readonly via?: string; readonly each?: string };
  return built('reaction', resource, event, spec, { cause, event, via, each });
};

/**
 * A rule that other rules run on an object, in the same write and possibly in another account. It cannot refuse; in other states than `from` it does
 * nothing.
 */
export const consequence = <
  R extends AnyResource,
  const S extends StateOf<R> = StateOf<R>,
  P extends Fields = Nothing,
  const N extends Reads = Nothing,
>(
  resource: R,
  name: string,
  spec: From<R, S> & Spec<It<R, S>, P, Given<P>, N, unknown>,
): Rule<R, Given<P>, 'consequence'> => built('consequence', resource, name, spec);

/** A rule that handles another rule's refusal. */
export const otherwise = <R extends AnyResource, const N extends Reads = Nothing>(
  resource: R,
  name: string,
  spec: Spec<It<R>, Nothing, { readonly refusal: Refusal }, N, unknown>,
): Rule<R, { readonly refusal: Refusal }, 'rule'> => built('rule', resource, name, spec);

/** The refusal of a rule in an unexpected state. */
export function unexpected({ resource: { object, title = object, unexpected: code }, name }: AnyRule, status: string | undefined): Refusal {
  if (!code) throw new Error(`${object} has rules with a \`from\` but no \`unexpected\` code to refuse with`);
  return { code, message: `You could not ${name} this ${title} because it has a status of ${status}.` };
}

/** `METHOD /path`, written out in full so that grep finds it. */
export type Route = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`;

/** What the reference says about an operation: what it does, when, and what it returns, in one to three sentences. */
type Said = { readonly about: string };

/** A route and its rule. */
export type Action<T extends Route = Route> = Said & {
  readonly kind: 'action';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  readonly rule: AnyRule;
  readonly summary?: string;
  /** The kind of the reply, if it is another changed object, or another form of the object. */
  readonly replies?: AnyResource;
  /** The maximum of members and elements in the parameters; 1,000 by default, 10,000 at most. */
  readonly members_max?: number;
  /** Shows the result without storing it, as an object with this id prefix. */
  readonly preview?: string;
  /** The list member that is shown alone, by page. */
  readonly page_of?: string;
  /** Its object is the caller's account. */
  readonly own?: true;
};

/** Exposes a rule to callers. */
export const action = <const T extends Route>(
  route: T,
  rule: AnyRule & Takes<SaidFields>,
  options: Pick<Action, 'about' | 'summary' | 'replies' | 'members_max' | 'preview' | 'page_of' | 'own'>,
): Action<T> => ({
  kind: 'action',
  routes: [route],
  resource: rule.resource,
  params: rule.takes,
  rule,
  ...options,
});

/** A route that returns one object. */
export type Retrieve<T extends Route = Route> = Said & {
  readonly kind: 'retrieve';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  /** The member that must equal the route's other parameter (`/v1/customers/:customer/payment_methods/:id`). */
  readonly within?: string;
  /** The object is the account that the caller acts for. */
  readonly own?: true;
  /** The view whose members pages may expand. */
  readonly view?: AnyRule & { readonly shows: Fields };
};

/** Declares a route that returns one object. */
export const retrieve = <const T extends Route>(
  resource: AnyResource,
  route: T,
  options: Pick<Retrieve, 'about' | 'within' | 'own' | 'view'> & { params?: SaidFields },
): Retrieve<T> => ({ kind: 'retrieve', routes: [route], resource, params: {}, ...options });

/** A route that lists objects, newest first. */
export type List<T extends Route = Route> = Said & {
  readonly kind: 'list';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly filters: Fields;
  readonly created: boolean;
  /** The columns of filters with another name, and default values of filters. */
  readonly columns?: Readonly<Record<string, { readonly of: string | readonly string[]; readonly otherwise?: string | readonly string[] }>>;
};

/** Declares a list with one or two paths (spec README, decision 3); a filter's name is a column of the resource. */
export const list = <const T extends Route>(
  resource: AnyResource,
  routes: T | readonly T[],
  filters: SaidFields,
  options: Said & Partial<Pick<List, 'created' | 'columns'>>,
): List<T> => ({ kind: 'list', routes: [routes].flat() as T[], resource, filters, created: true, ...options });

/** A route that finds objects by a query. */
export type Search<T extends Route = Route> = Said & {
  readonly kind: 'search';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  /** A typical query. */
  readonly example: string;
};

/** Declares a search over the resource's `searchable` members. */
export const search = <const T extends Route>(resource: AnyResource, route: T, example: string, options: Said): Search<T> => ({
  kind: 'search',
  routes: [route],
  resource,
  example,
  ...options,
});

/** A Stripe object that Florin does not implement: its list is empty, and no id exists. */
export type Absent<T extends Route = Route> = {
  readonly kind: 'absent';
  readonly routes: readonly T[];
  readonly object: string;
  readonly params: Fields;
};

/** An entry of the catalogue. */
export type Entry<T extends Route = Route> = Action<T> | AnyRule | Retrieve<T> | List<T> | Search<T> | Handler<T> | Absent<T>;

/** All operations of the service. */
export type Catalogue = readonly Entry[];
