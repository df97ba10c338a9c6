import type { Around, Asked, Decision, Effects } from './effects.js';
import type { Fields, Given } from './fields.js';
import type { Handler } from './handler.js';
import type { Id } from './kinds.js';
import type { AnyQuestion, RequestOf, ResultOf } from './question.js';
import type { AllSeen, Checked, Reads } from './reads.js';
import type { Refusal } from './refusal.js';
import type { AnyResource, EventOf, It, RefTo, StateOf, TimerOf, Unborn } from './resource.js';

type Nothing = Record<never, never>;

/** What makes a rule be applied: a caller, a caller who makes something, a moment, an answer, what has happened to another object, or another rule. */
export type RuleKind = 'rule' | 'creation' | 'timer' | 'result' | 'reaction' | 'consequence';

/** A pure decision about one object: from what is read to what is to happen. */
export type Rule<R extends AnyResource, I, K extends RuleKind = RuleKind> = {
  readonly kind: K;
  /** A rule by itself has no route; an action gives it one. */
  readonly routes: readonly never[];
  readonly resource: R;
  /** What it does, as in "You could not confirm this PaymentIntent"; the timer, the verb of the question or the event that it follows. */
  readonly name: string;
  /** What callers send. */
  readonly takes: Fields;
  /** What callers send, and what other rules hand over besides. */
  readonly inputs: Fields;
  readonly from: readonly string[] | null;
  readonly reads: Reads;
  readonly reaction: Reaction | null;
  /** It depends on what it reads and leaves as it is, so that what is in hand since a question was sent may be out of date. */
  readonly afresh: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where it is declared.
  readonly decide: (seen: any, asked: Asked) => Decision;
  readonly input?: I;
};

/** What a rule follows: an event of another resource, for the one object that a member of it names, or for each of many. */
export type Reaction = {
  readonly cause: AnyResource;
  readonly event: string;
  readonly via: string | null;
  readonly each: string | null;
};

// biome-ignore lint/suspicious/noExplicitAny: a rule of any resource.
export type AnyRule = Rule<any, any>;
/** What a rule takes. */
export type InputOf<X> = X extends Rule<AnyResource, infer I> ? I : never;
/** What a rule can be run on: an object or its id, or the id of one that it makes. */
export type SubjectOf<X> =
  X extends Rule<AnyResource, unknown, 'creation'> ? string : X extends Rule<infer R, unknown> ? It<R> | Id<R['object']> : never;

type Spec<O, P extends Fields, I, N extends Reads, Besides, D = Effects, A = Around, Q extends Fields = Nothing> = {
  readonly reads?: N & Checked<O, I, N>;
  /** What callers send. */
  readonly takes?: P;
  /** What other rules hand over besides; no action exposes it. */
  readonly ours?: Q;
  readonly decide: (seen: { readonly it: O; readonly input: I } & Besides & AllSeen<O, I, N>, around: A) => D;
};

type From<R extends AnyResource, S> = { readonly from?: readonly (S & StateOf<R>)[] };

/** What a verb takes: from callers, and from the rules that run it. */
type Handed<P extends Fields, Q extends Fields> = Given<P> & Partial<Given<Q>>;

type Taken = { readonly takes: Fields; readonly ours: Fields };

const built = (
  kind: RuleKind,
  resource: AnyResource,
  name: string,
  spec: Readonly<Record<string, unknown>> & Partial<Taken>,
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

/** Something that can be asked of an object; in another state than `from` it is refused. */
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
): Rule<R, Handed<P, Q>, 'rule'> => built('rule', resource, name, spec);

/** Something that makes an object: `it` is its blank. */
export const creation = <R extends AnyResource, P extends Fields = Nothing, const N extends Reads = Nothing, Q extends Fields = Nothing>(
  resource: R,
  spec: Spec<It<R, Unborn>, P, Handed<P, Q>, N, unknown, Decision, Asked, Q>,
): Rule<R, Handed<P, Q>, 'creation'> => built('creation', resource, 'create', spec);

/** Something that happens to an object when its time has come; in another state than `from` nothing does. `runs`: a consequence that others run too. */
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

/** An answer as a rule takes it: what was asked, as far as that is known, and who has answered. */
export type Answered<Q extends AnyQuestion> = {
  readonly answer: ResultOf<Q>;
  /** What was asked. Where an answer comes by itself only `attempt` is sure: what else was asked is long forgotten. */
  readonly asked: Pick<RequestOf<Q>, 'attempt'> & Partial<RequestOf<Q>>;
  /** The name of whoever has answered. */
  readonly by: string;
};

/** What becomes of an object when a question about it has been answered; in another state than `from` nothing does. */
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
 * What follows for others. `via`: for the one object that a member of what has happened names, in the same write. `each`: for all objects
 * whose column names what has happened, however many; a job, each with a write of its own. In another state than `from` nothing does.
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
 * What another rule has happen to an object besides, in the same write and maybe in the books of another account. Nothing refuses it; in
 * another state than `from` nothing happens.
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

/** A rule that takes what another has been refused. */
export const otherwise = <R extends AnyResource, const N extends Reads = Nothing>(
  resource: R,
  name: string,
  spec: Spec<It<R>, Nothing, { readonly refusal: Refusal }, N, unknown>,
): Rule<R, { readonly refusal: Refusal }, 'rule'> => built('rule', resource, name, spec);

/** The refusal of a rule in a state that it does not fit. */
export function unexpected({ resource: { object, title = object, unexpected: code }, name }: AnyRule, status: string | undefined): Refusal {
  if (!code) throw new Error(`${object} has rules with a \`from\` but no \`unexpected\` code to refuse with`);
  return { code, message: `You could not ${name} this ${title} because it has a status of ${status}.` };
}

/** `METHOD /path`, written out in full so that grep finds it. */
export type Route = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`;

/** A literal route, and the rule behind it. */
export type Action<T extends Route = Route> = {
  readonly kind: 'action';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  readonly rule: AnyRule;
  readonly summary?: string;
  /** The kind of what the answer is, where it is another object that the rule has changed, or the object itself in another form. */
  readonly replies?: AnyResource;
  /** How many members and elements its parameters may have in all; 1,000 where it does not say, 10,000 at most. */
  readonly members_max?: number;
  /** What would come of it is shown, as an object whose id begins so, and nothing of it happens. */
  readonly preview?: string;
  /** The list among the members that is shown alone, page by page. */
  readonly page_of?: string;
  /** It is about the caller's account, whatever the route names. */
  readonly own?: true;
};

/** Lets callers ask for a rule. */
export const action = <const T extends Route>(
  route: T,
  rule: AnyRule,
  options: Pick<Action, 'summary' | 'replies' | 'members_max' | 'preview' | 'page_of' | 'own'> = {},
): Action<T> => ({
  kind: 'action',
  routes: [route],
  resource: rule.resource,
  params: rule.takes,
  rule,
  ...options,
});

/** Reads one object. */
export type Retrieve<T extends Route = Route> = {
  readonly kind: 'retrieve';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  /** Members that must equal the route's other parameter (`/v1/customers/:customer/payment_methods/:id`). */
  readonly within?: string;
  /** The object is the account that the caller acts for. */
  readonly own?: true;
};

/** Declares the reading of one object. */
export const retrieve = <const T extends Route>(
  resource: AnyResource,
  route: T,
  options: Pick<Retrieve, 'within' | 'own'> & { params?: Fields } = {},
): Retrieve<T> => ({ kind: 'retrieve', routes: [route], resource, params: {}, ...options });

/** Reads many objects, newest first. */
export type List<T extends Route = Route> = {
  readonly kind: 'list';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly filters: Fields;
  readonly created: boolean;
  /** Columns that hold what filters of other names ask for, and what is asked for where nobody says. */
  readonly columns?: Readonly<Record<string, { readonly of: string | readonly string[]; readonly otherwise?: string | readonly string[] }>>;
};

/** Declares a list under one or two literal paths (spec README, decision 3); a filter's name is a column of the resource. */
export const list = <const T extends Route>(
  resource: AnyResource,
  routes: T | readonly T[],
  filters: Fields,
  options: Partial<Pick<List, 'created' | 'columns'>> = {},
): List<T> => ({ kind: 'list', routes: [routes].flat() as T[], resource, filters, created: true, ...options });

/** Finds objects by a query. */
export type Search<T extends Route = Route> = {
  readonly kind: 'search';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  /** A query that somebody may well ask. */
  readonly example: string;
};

/** Declares a search over the resource's `searchable` members. */
export const search = <const T extends Route>(resource: AnyResource, route: T, example: string): Search<T> => ({
  kind: 'search',
  routes: [route],
  resource,
  example,
});

/** A kind of object of Stripe's that Florin does not have: its list is empty, and no id names one. */
export type Absent<T extends Route = Route> = {
  readonly kind: 'absent';
  readonly routes: readonly T[];
  readonly object: string;
  readonly params: Fields;
};

/** One line of the catalogue. */
export type Entry<T extends Route = Route> = Action<T> | AnyRule | Retrieve<T> | List<T> | Search<T> | Handler<T> | Absent<T>;

/** All that can be asked of the service. */
export type Catalogue = readonly Entry[];
