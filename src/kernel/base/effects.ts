import type { Concealed } from './concealed.js';
import { mergeMembers } from './fields.js';
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
  /** The object that explains it. */
  readonly source: string;
};

/** Marks what a rule may answer with. */
const effect: unique symbol = Symbol('effect');
/** Where an object knows its resource from; never in JSON. */
const resource_of: unique symbol = Symbol('resource');

declare const may_refuse: unique symbol;
type Marked<E> = { readonly [effect]: E; readonly [may_refuse]?: never };

/** A change of an object: `base` is the object it was made from, `doc` the object as it will be. */
export type SetEffect = {
  readonly do: 'set';
  readonly base: AnyIt;
  readonly change: Readonly<Record<string, unknown>>;
  readonly tell: string | readonly string[] | null | undefined;
  readonly doc: Document;
};
/** A new object: `doc` is the object as it will be. */
export type MakeEffect = {
  readonly do: 'make';
  readonly resource: AnyResource;
  readonly given: Readonly<Record<string, unknown>>;
  readonly doc: Document;
};
/** Everything else that can be answered with. */
export type PlainEffect =
  | { readonly do: 'remove'; readonly subject: AnyIt }
  | { readonly do: 'forget'; readonly subject: AnyIt }
  | { readonly do: 'post'; readonly posting: Posting }
  | { readonly do: 'ask'; readonly question: AnyQuestion; readonly subject: AnyIt; readonly request: { readonly attempt: string } }
  | { readonly do: 'at'; readonly at: number; readonly subject: AnyIt; readonly timer: string; readonly about: string | null }
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
  | { readonly do: 'within'; readonly account: string; readonly effects: Decision };

/** What the engine takes apart. */
export type AnyEffect = SetEffect | MakeEffect | PlainEffect;

/** Something that is to happen. A changed or new object is one: it is stored as it is. */
export type Effect = Marked<AnyEffect>;
/** Something that may undo all of it, so that nothing happens. */
export type Refusing = { readonly [effect]: PlainEffect; readonly [may_refuse]: true };

type Listed<E> = E | readonly Listed<E>[] | null | undefined | false;
/** What is to happen, in the order in which it happens and is told; lists in lists, and nothing for what is not to be. */
export type Effects = Listed<Effect>;
/** What a verb answers with: effects, among them rules that may refuse all of it. What happens by itself answers with `Effects`. */
export type Decision = Listed<Effect | Refusing>;

/** What the rule that is deciding just now has built: a rule is synchronous, so there is one at a time. */
let built: AnyEffect[] = [];

/** Begins anew, and answers the list that is filled from now on: with it the engine finds what a rule has built and then lost. */
export const watch = (): readonly AnyEffect[] => {
  built = [];
  return built;
};

const note = <E extends AnyEffect>(what: E): E => {
  built.push(what);
  return what;
};

const plain = (what: PlainEffect): Marked<PlainEffect> => ({ [effect]: note(what) });

/** An object that knows its resource. */
export const known = <T extends object>(resource: AnyResource, doc: T): T => Object.defineProperty(doc, resource_of, { value: resource });

const marked = <T extends object>(doc: T, what: SetEffect | MakeEffect): T & Marked<SetEffect | MakeEffect> =>
  Object.defineProperty(doc, effect, { value: note(what) }) as T & Marked<SetEffect | MakeEffect>;

type Told<O extends AnyIt> = EventOf<ResourceOf<O>> | readonly EventOf<ResourceOf<O>>[] | null;

/**
 * Changes an object, and is the object as it will be. An edge tells its own event. `tell` names the event of what is no edge, instead of
 * the resource's `updated`, or further ones besides an edge's; null makes a change that is no edge a silent one.
 */
export function set<const O extends AnyIt, const S extends NextOf<O> = never>(
  it: O,
  change: Settable<ResourceOf<O>> & { readonly status?: S },
  tell?: Told<O>,
): After<O, S> & Marked<SetEffect> {
  const resource = Reflect.get(it, resource_of) as AnyResource | undefined;
  if (!resource)
    throw new Error(`${it.id} is a copy that has lost its resource: give set() the object itself, or what set() or make() gave`);
  const { status } = change as { readonly status?: string };
  const doc: Record<string, unknown> = mergeMembers(resource.fields, it as never, change);
  if (status !== undefined) doc.status = status;
  return marked(known(resource, doc), { do: 'set', base: it, change: change as SetEffect['change'], tell, doc: doc as Document }) as never;
}

/** Moves money. Resources say `post` of `ledger/movements`, which knows the names. */
export const posted = (posting: Posting): Effect => plain({ do: 'post', posting });

/** Asks whoever can answer; the answer is taken by the result rule of `it`, and of no other object. */
export const ask = <Q extends AnyQuestion>(question: Q, it: AnyIt, request: RequestOf<Q>): Effect =>
  plain({ do: 'ask', question, subject: it, request: request as { attempt: string } });

/** Lets one of the object's timers happen at `moment`, in seconds on its clock, if there is one; `about` is handed to it. */
export const at = <O extends AnyIt>(
  moment: number | null | undefined,
  it: O,
  timer: TimerOf<ResourceOf<O>>,
  about: string | null = null,
): Effect | null => (moment == null ? null : plain({ do: 'at', at: moment, subject: it, timer, about }));

/** Tells what is no change. */
export const tell = <O extends AnyIt, const E extends EventOf<ResourceOf<O>>>(it: O, event: E): Effect =>
  plain({ do: 'tell', subject: it, event });

/** Puts content into the vault, under the object's id. */
export const seal = (it: AnyIt, contents: Readonly<Record<string, Concealed>>): Effect => plain({ do: 'seal', subject: it, contents });

/** Puts into the vault, under the object's id, what is kept there of another object that the rule has read. */
export const reseal = (it: AnyIt, from: AnyIt): Effect => plain({ do: 'seal', subject: it, contents: {}, from });

/** Puts a new secret in place of the object's old one, which stays valid until `overlap_until` seconds. */
export const roll = (it: AnyIt, { overlap_until }: { readonly overlap_until: number }): Effect =>
  plain({ do: 'roll', subject: it, overlap_until });

/** What is made with the next number of a series. The write uses the number up, so that the series has no gaps and no two objects share one. */
export const numbered = <E extends Decision>(series: Series, effects: (number: number) => E): readonly [Effect, E] => [
  plain({ do: 'number', series }),
  effects(series.next),
];

/** What takes a refusal: a rule, about an object of its own resource. */
export type Instead = { readonly rule: AnyRule; readonly subject: AnyIt };

/** Takes the refusal of a rule that is run: `run(confirm, intent, terms, instead(unpaid, it))`. */
export const instead = <R extends AnyResource>(rule: Rule<R, { readonly refusal: Refusal }, 'rule'>, it: It<R>): Instead => ({
  rule,
  subject: it as AnyIt,
});

/** A rule that others can run: a verb, or a consequence. Timers, answers and reactions begin with what made them due. */
// biome-ignore lint/suspicious/noExplicitAny: of any resource.
type Runnable = Rule<any, any, 'rule' | 'creation' | 'consequence'>;

type Run = {
  // biome-ignore lint/suspicious/noExplicitAny: of any resource.
  <X extends Rule<any, any, 'consequence'>>(rule: X, it: SubjectOf<X>, input: InputOf<X>): Effect;
  <X extends Runnable>(rule: X, it: SubjectOf<X>, input: InputOf<X>): Refusing;
  <X extends Runnable>(rule: X, it: SubjectOf<X>, input: InputOf<X>, otherwise: 'ignore' | Instead): Effect;
};

/** Runs a verb after this list. Its refusal is ignored or taken by `otherwise`; without that it refuses everything. */
export const run: Run = (rule: AnyRule, subject: unknown, input: unknown, otherwise: 'ignore' | Instead | null = null) =>
  plain({ do: 'run', rule, subject: subject as AnyIt, input: input as object, otherwise }) as never;

/** Tells what a creation would make by now, by an id with a prefix of its own; nothing of it is stored, and nothing told where it is refused. */
export const foretell = <R extends AnyResource, I extends object>(
  rule: Rule<R, I, 'creation'>,
  prefix: string,
  input: I,
  event: EventOf<R>,
): Effect => plain({ do: 'foretell', rule, prefix, input, event });

/**
 * What happens happens, and the caller is told this instead of the object, unless something better comes of it; null takes back what was to
 * be told, because the caller has asked for something else.
 */
export const report = (it: AnyIt, refusal: Refusal | null): Effect => plain({ do: 'report', subject: it, refusal });

/** Takes an object away: only `{ id, object, deleted: true }` is left of it. */
export const remove = (it: AnyIt): Effect => plain({ do: 'remove', subject: it });

/** Removes an object with all events of it, as if it had never been made. Only what came of the same request may be forgotten. */
export const forget = (it: AnyIt): Effect => plain({ do: 'forget', subject: it });

/** All of it in the books of another account; where that is to `run` what may be refused, so may this. */
export const within: {
  (account: { readonly id: string }, effects: Effects): Effect;
  (account: { readonly id: string }, effects: Decision): Refusing;
} = (account: { readonly id: string }, effects: Decision) => plain({ do: 'within', account: account.id, effects }) as never;

/** What every rule may depend on besides what it reads: the caller's side of the request, and what the service can make. */
export type Around = {
  /** Seconds since the Unix epoch, on the clock of the object decided on. */
  readonly now: number;
  /** The id of the account whose books these are. */
  readonly account: string;
  readonly livemode: boolean;
  /** The version a caller pinned: official SDKs do, native callers do not. */
  readonly version: string | null;
  /** Whoever asks has a publishable key: a payer's browser, and no server of the merchant's. */
  readonly byBrowser: boolean;
  /** That payer; null where the merchant's server asks. */
  readonly payer: Payer | null;
  /** Among them: the page of an object that was opened by its id, which does not prove who the payer is. */
  readonly byVisitor: boolean;
  /** Whether the reply is about this object. */
  readonly isAskedFor: (it: AnyIt) => boolean;
  /** The id of something about to be. */
  readonly fresh: <R extends Pick<AnyResource, 'object' | 'prefix'>>(resource: R) => string;
  /** A new object as it will be; it is made if the rule answers with it. `id` is one that `fresh` gave, where it had to be known before. */
  readonly make: <R extends AnyResource, const S extends FirstOf<R> = never>(
    resource: R,
    given: Settable<R> & { readonly status?: S } & ([FirstOf<R>] extends [never] ? unknown : { readonly status: unknown }),
    id?: string,
  ) => It<R, S> & Effect;
  /** The signed public address of a page of ours about an object; void when its `latest_attempt`, or else its id, is another. */
  readonly pageUrl: (page: Page, subject: { readonly object: string; readonly id: string }, attempt: string) => string;
  /** A keyed hash: the same number gives the same fingerprint within an account, and no fingerprint gives the number. */
  readonly fingerprint: (number: Concealed) => string;
  /** What the vault keeps of an object that the rule has read. */
  readonly contents: (it: AnyIt) => Readonly<Record<string, Concealed>>;
  /** Why deliveries may not go to this URL; null if they may. */
  readonly refusalOfUrl: (url: string) => string | null;
  /** How many enabled webhook endpoints an account may have in each mode. */
  readonly endpoints_max: number;
  /** How many attempts that a browser confirms may be declined of one intent within an hour. */
  readonly declines_per_hour_max: number;
};

/** What a verb may depend on. A caller waits for its answer, so it alone can refuse; what happens by itself receives `Around`. */
export type Asked = Around & { readonly refuse: Refuse };

/** Either the value of a function that may refuse, or its refusal. */
export type Tried<T> = { readonly value: T; readonly refusal: null } | { readonly value: null; readonly refusal: Refusal };

/** Calls a function that may refuse on behalf of a rule that cannot, which decides what a refusal means for it. */
export function tried<A extends object, T>(around: A, attempt: (asked: A & { readonly refuse: Refuse }) => T): Tried<T> {
  try {
    return { value: attempt({ ...around, refuse: refuseNow }), refusal: null };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { value: null, refusal: error.refusal };
  }
}

/** The same capability, with refusals that name parameters as the caller has sent them. */
export const refusingAs = <A extends { readonly refuse: Refuse }>(asked: A, as: (refusal: Refusal) => Refusal): A => ({
  ...asked,
  refuse: (refusal: Refusal) => asked.refuse(as(refusal)),
});

/** A new object, marked as what makes it; the engine's `make` is built on it. */
export const made = (resource: AnyResource, doc: Document, given: MakeEffect['given']): Document & Effect =>
  marked(known(resource, doc), { do: 'make', resource, given, doc });

/** The list without lists, in order. */
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

/** The change that has made this object what it is; null for one as it was read. */
export const changeOf = (it: unknown): AnyEffect | null => (it as Partial<Marked<AnyEffect>>)[effect] ?? null;
