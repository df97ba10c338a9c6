import type { Concealed } from './concealed.js';
import type { Fields } from './fields.js';
import { mergeMembers } from './members.js';
import type { OfOperator } from './operator.js';
import type { AnyQuestion, RequestOf } from './question.js';
import type { Payer, Series } from './reads.js';
import { isRefused, type Refusal, type Refuse, refuseNow } from './refusal.js';
import type { After, AnyIt, AnyResource, Document, EventOf, FirstOf, It, NextOf, Page, ResourceOf, Settable, TimerOf } from './resource.js';
import type { AnyRule, InputOf, Rule, SubjectOf } from './rules.js';

/** A movement of money, by its name in the allow-list of `ledger/movements`. */
export type Posting = {
  readonly movement: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly currency: string;
  /** The id of the object that causes it. */
  readonly source: string;
};

/** Marks the effects that a rule may return. */
const effect: unique symbol = Symbol('effect');
/** Links an object to its resource; never in JSON. */
const resource_of: unique symbol = Symbol('resource');

declare const may_refuse: unique symbol;
type Marked<E> = { readonly [effect]: E; readonly [may_refuse]?: never };

/** A change of an object: `base` is the previous object, `doc` the changed one. */
export type SetEffect = {
  readonly do: 'set';
  readonly base: AnyIt;
  readonly change: Readonly<Record<string, unknown>>;
  readonly tell: string | readonly string[] | null | undefined;
  readonly doc: Document;
};
/** A new object: `doc` is its document. */
export type MakeEffect = {
  readonly do: 'make';
  readonly resource: AnyResource;
  readonly given: Readonly<Record<string, unknown>>;
  readonly doc: Document;
};
/** All other effects. */
export type PlainEffect =
  | { readonly do: 'remove'; readonly subject: AnyIt }
  | { readonly do: 'forget'; readonly subject: AnyIt }
  | { readonly do: 'post'; readonly posting: Posting }
  | { readonly do: 'ask'; readonly question: AnyQuestion; readonly subject: AnyIt; readonly request: { readonly attempt: string } }
  | { readonly do: 'at'; readonly at: number; readonly subject: AnyIt; readonly timer: string; readonly about: string | null }
  | { readonly do: 'mail'; readonly subject: AnyIt; readonly message: string; readonly locale: string | null }
  | { readonly do: 'tell'; readonly subject: AnyIt; readonly event: string }
  | { readonly do: 'seal'; readonly subject: AnyIt; readonly contents: Readonly<Record<string, Concealed>>; readonly from?: AnyIt }
  | { readonly do: 'number'; readonly series: Series }
  | { readonly do: 'roll'; readonly subject: AnyIt; readonly overlap_until: number }
  | {
      readonly do: 'run';
      readonly rule: AnyRule;
      readonly subject: string | AnyIt;
      readonly input: object;
      readonly otherwise: 'ignore' | Instead | null;
    }
  | { readonly do: 'foretell'; readonly rule: AnyRule; readonly prefix: string; readonly input: object; readonly event: string }
  | { readonly do: 'report'; readonly subject: AnyIt; readonly refusal: Refusal | null }
  | { readonly do: 'show'; readonly subject: AnyIt; readonly viewed: Viewed }
  | { readonly do: 'within'; readonly account: string; readonly effects: Decision };

/** The members that a view has computed, and their fields, which are the allow-list of the answer. */
export type Viewed = { readonly fields: Fields; readonly members: object };

/** The effects that the engine handles. */
export type AnyEffect = SetEffect | MakeEffect | PlainEffect;

/** An effect. A changed or new object is also an effect: it is stored. */
export type Effect = Marked<AnyEffect>;
/** An effect that may refuse the whole decision. */
export type Refusing = { readonly [effect]: PlainEffect; readonly [may_refuse]: true };

type Listed<E> = E | readonly Listed<E>[] | null | undefined | false;
/** Effects in the order in which they and their events happen; nested lists are flattened, and empty values are skipped. */
export type Effects = Listed<Effect>;
/** The result of a verb: effects, including rules that may refuse it. Rules without a caller return `Effects`. */
export type Decision = Listed<Effect | Refusing>;

/** The effects created by the current rule: a rule is synchronous, so only one runs at a time. */
let built: AnyEffect[] = [];

/** Starts a new list and returns it: it lets the engine find effects that a rule creates and does not return. */
export const watch = (): readonly AnyEffect[] => {
  built = [];
  return built;
};

const note = <E extends AnyEffect>(what: E): E => {
  built.push(what);
  return what;
};

const plain = (what: PlainEffect): Marked<PlainEffect> => ({ [effect]: note(what) });

/** Links an object to its resource. */
export const known = <T extends object>(resource: AnyResource, doc: T): T => Object.defineProperty(doc, resource_of, { value: resource });

const marked = <T extends object>(doc: T, what: SetEffect | MakeEffect): T & Marked<SetEffect | MakeEffect> =>
  Object.defineProperty(doc, effect, { value: note(what) }) as T & Marked<SetEffect | MakeEffect>;

type Told<O extends AnyIt> = EventOf<ResourceOf<O>> | readonly EventOf<ResourceOf<O>>[] | null;

/**
 * Changes an object and returns the changed object. An edge emits its own event. `tell` names the event of a change without an edge instead of the
 * resource's `updated`, or further events besides an edge's; null emits none without an edge.
 */
export function set<const O extends AnyIt, const S extends NextOf<O> = never>(
  it: O,
  change: Settable<ResourceOf<O>> & { readonly status?: S },
  tell?: Told<O>,
): After<O, S> & Marked<SetEffect> {
  const resource = Reflect.get(it, resource_of) as AnyResource | undefined;
  if (!resource) throw new Error(`${it.id} is a copy without its resource: pass set() the object itself, or a result of set() or make()`);
  const { status } = change as { readonly status?: string };
  const doc: Record<string, unknown> = mergeMembers(resource.fields, it as never, change);
  if (status !== undefined) doc.status = status;
  return marked(known(resource, doc), { do: 'set', base: it, change: change as SetEffect['change'], tell, doc: doc as Document }) as never;
}

/** Moves money. Resources use `post` of `ledger/movements`, which checks the names. */
export const posted = (posting: Posting): Effect => plain({ do: 'post', posting });

/** Asks a processor or endpoint; the result rule of `it` takes the answer. */
export const ask = <Q extends AnyQuestion>(question: Q, it: AnyIt, request: RequestOf<Q>): Effect =>
  plain({ do: 'ask', question, subject: it, request: request as { attempt: string } });

/** Sets a timer of the object for `moment`, in seconds on its clock, if it is not null; the timer receives `about`. */
export const at = <O extends AnyIt>(
  moment: number | null | undefined,
  it: O,
  timer: TimerOf<ResourceOf<O>>,
  about: string | null = null,
): Effect | null => (moment == null ? null : plain({ do: 'at', at: moment, subject: it, timer, about }));

/**
 * Sends a message to the person that the object is about, in the language of `locale`. Its text, and a secret in it, is composed when it is sent
 * (delivery/mail): nothing of it is stored before.
 */
export const mail = (it: AnyIt, message: 'invitation' | 'password', locale: string | null): Effect =>
  plain({ do: 'mail', subject: it, message, locale });

/** Emits an event without a change. */
export const tell = <O extends AnyIt, const E extends EventOf<ResourceOf<O>>>(it: O, event: E): Effect =>
  plain({ do: 'tell', subject: it, event });

/** Stores content in the vault, under the object's id. */
export const seal = (it: AnyIt, contents: Readonly<Record<string, Concealed>>): Effect => plain({ do: 'seal', subject: it, contents });

/** Copies another object's vault content to the object's id. The rule must have read the other object. */
export const reseal = (it: AnyIt, from: AnyIt): Effect => plain({ do: 'seal', subject: it, contents: {}, from });

/** Replaces the object's secret; the old one stays valid until `overlap_until` seconds. */
export const roll = (it: AnyIt, { overlap_until }: { readonly overlap_until: number }): Effect =>
  plain({ do: 'roll', subject: it, overlap_until });

/** Effects with the next number of a series. The write uses the number, so that the series has no gaps and no number is used twice. */
export const numbered = <E extends Decision>(series: Series, effects: (number: number) => E): readonly [Effect, E] => [
  plain({ do: 'number', series }),
  effects(series.next),
];

/** A rule that handles a refusal, and its object. */
export type Instead = { readonly rule: AnyRule; readonly subject: AnyIt };

/** Handles the refusal of a rule that is run: `run(confirm, intent, terms, instead(unpaid, it))`. */
export const instead = <R extends AnyResource>(rule: Rule<R, { readonly refusal: Refusal }, 'rule'>, it: It<R>): Instead => ({
  rule,
  subject: it as AnyIt,
});

/** A rule that other rules can run: a verb, or a consequence. Timers, results and reactions have other causes. */
// biome-ignore lint/suspicious/noExplicitAny: of any resource.
type Runnable = Rule<any, any, 'rule' | 'creation' | 'consequence'>;

type Run = {
  // biome-ignore lint/suspicious/noExplicitAny: of any resource.
  <X extends Rule<any, any, 'consequence'>>(rule: X, it: SubjectOf<X>, input: InputOf<X>): Effect;
  <X extends Runnable>(rule: X, it: SubjectOf<X>, input: InputOf<X>): Refusing;
  <X extends Runnable>(rule: X, it: SubjectOf<X>, input: InputOf<X>, otherwise: 'ignore' | Instead): Effect;
};

/** Runs a rule after this list. Its refusal is ignored or handled by `otherwise`; by default it refuses the whole decision. */
export const run: Run = (rule: AnyRule, subject: unknown, input: unknown, otherwise: 'ignore' | Instead | null = null) =>
  plain({ do: 'run', rule, subject: subject as AnyIt, input: input as object, otherwise }) as never;

/** Emits an event about the object that a creation would create now, under a temporary id. Stores nothing, and emits no event after a refusal. */
export const foretell = <R extends AnyResource, I extends object>(
  rule: Rule<R, I, 'creation'>,
  prefix: string,
  input: I,
  event: EventOf<R>,
): Effect => plain({ do: 'foretell', rule, prefix, input, event });

/**
 * The effects happen, but the caller receives this refusal instead of the object, unless the object changes again; null removes an earlier report,
 * because the caller's new request replaces it.
 */
export const report = (it: AnyIt, refusal: Refusal | null): Effect => plain({ do: 'report', subject: it, refusal });

/** Shows further members in the answer of this request, if a page receives it. Views (`views.ts`) return it. */
export const show = (it: AnyIt, viewed: Viewed): Effect => plain({ do: 'show', subject: it, viewed });

/** Deletes an object: only `{ id, object, deleted: true }` remains. */
export const remove = (it: AnyIt): Effect => plain({ do: 'remove', subject: it });

/** Removes an object and all its events. Only objects created by the same request may be forgotten. */
export const forget = (it: AnyIt): Effect => plain({ do: 'forget', subject: it });

/** Applies effects in another account; if they may refuse, so may this. */
export const within: {
  (account: { readonly id: string }, effects: Effects): Effect;
  (account: { readonly id: string }, effects: Decision): Refusing;
} = (account: { readonly id: string }, effects: Decision) => plain({ do: 'within', account: account.id, effects }) as never;

/** The inputs of every rule besides its reads: the caller's part of the request, and the service's functions. */
export type Around = OfOperator & {
  /** Seconds since the Unix epoch, on the clock of the rule's object. */
  readonly now: number;
  /** The id of the account. */
  readonly account: string;
  readonly livemode: boolean;
  /** The version that a caller pinned: official SDKs do, native callers do not. */
  readonly version: string | null;
  /** The caller has a publishable key: it is a payer's browser, not the merchant's server. */
  readonly byBrowser: boolean;
  /** The payer who calls; null for the merchant's server. */
  readonly payer: Payer | null;
  /** The caller is a page that was opened by its object's id, which does not identify the payer. */
  readonly byVisitor: boolean;
  /** Whether the reply shows this object. */
  readonly isAskedFor: (it: AnyIt) => boolean;
  /** A new id. */
  readonly fresh: <R extends Pick<AnyResource, 'object' | 'prefix'>>(resource: R) => string;
  /** A new object; it is stored if the rule returns it. `id` is an earlier result of `fresh`, if it was needed before. */
  readonly make: <R extends AnyResource, const S extends FirstOf<R> = never>(
    resource: R,
    given: Settable<R> & { readonly status?: S } & ([FirstOf<R>] extends [never] ? unknown : { readonly status: unknown }),
    id?: string,
  ) => It<R, S> & Effect;
  /** The signed public address of an object's page; void once its `latest_attempt`, or else its id, differs. */
  readonly pageUrl: (page: Page, subject: { readonly object: string; readonly id: string }, attempt: string) => string;
  /** A keyed hash: equal numbers have equal fingerprints within an account, and the number cannot be derived. */
  readonly fingerprint: (number: Concealed) => string;
  /** The vault content of an object that the rule has read. */
  readonly contents: (it: AnyIt) => Readonly<Record<string, Concealed>>;
};

/** The inputs of a verb. Only a verb has a caller that a refusal can reach; other rules receive `Around`. */
export type Asked = Around & { readonly refuse: Refuse };

/** The value of a function that may refuse, or its refusal. */
export type Tried<T> = { readonly value: T; readonly refusal: null } | { readonly value: null; readonly refusal: Refusal };

/** Calls a function that may refuse, for a rule that cannot refuse and handles the refusal itself. */
export function tried<A extends object, T>(around: A, attempt: (asked: A & { readonly refuse: Refuse }) => T): Tried<T> {
  try {
    return { value: attempt({ ...around, refuse: refuseNow }), refusal: null };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { value: null, refusal: error.refusal };
  }
}

/** The inputs with a `refuse` that maps refusals, to name the parameters as the caller sent them. */
export const refusingAs = <A extends { readonly refuse: Refuse }>(asked: A, as: (refusal: Refusal) => Refusal): A => ({
  ...asked,
  refuse: (refusal: Refusal) => asked.refuse(as(refusal)),
});

/** A new object, marked with its effect; the engine's `make` uses it. */
export const made = (resource: AnyResource, doc: Document, given: MakeEffect['given']): Document & Effect =>
  marked(known(resource, doc), { do: 'make', resource, given, doc });

/** Flattens nested lists, in order. */
export function flat(effects: Decision): readonly AnyEffect[] {
  const list: AnyEffect[] = [];
  flattenInto(list, effects);
  return list;
}

function flattenInto(list: AnyEffect[], effects: Decision): void {
  if (!effects) return;
  if (Array.isArray(effects)) for (const each of effects) flattenInto(list, each);
  else list.push((effects as Effect)[effect]);
}

/** The effect that produced this object; null for an object as it was read. */
export const changeOf = (it: unknown): AnyEffect | null => (it as Partial<Marked<AnyEffect>>)[effect] ?? null;
