import type { Concealed } from './concealed.js';
import type { AnyDecided, Decided } from './decision.js';
import type { Fields, Given, Partially, Values } from './fields.js';
import type { ForPayer } from './for-payer.js';
import type { Handler } from './handler.js';
import type { Answer, Subject, Verb } from './processor.js';

/** The events on the edges between states; null marks a silent edge. */
export type Graph<S extends string> = Readonly<Record<S, Readonly<Partial<Record<S, string | null>>>>>;

/** Names of the events of changes that are no edge. */
export type ChangeEvents = {
  readonly updated?: string;
  readonly removed?: string;
  /** Events that a Decision may name with `tell`. */
  readonly told?: readonly string[];
};

/**
 * A resource is a value: its fields, its states, and the event on each edge between states. Everything else (routes, validation,
 * reference checks, lists, events, OpenAPI, contract tests, diagrams) is read from it by plain functions.
 */
export type Resource<N extends string = string, F extends Fields = Fields, S extends string = string> = {
  readonly object: N;
  /** What its ids start with. */
  readonly prefix: string;
  readonly fields: F;
  /** The event of a new object, for each state it may start in; a resource without states names one event or none. */
  readonly start: string | null | Readonly<Partial<Record<S, string | null>>>;
  readonly states?: Graph<S>;
  readonly events?: ChangeEvents;
  /** Members that are also real columns, because a list filters by them. */
  readonly columns?: readonly (keyof F | 'status')[];
  /** Lists of other objects that are shown as a member where the caller asks to expand it: `by` is their column with this one's id. */
  readonly lists?: Readonly<Record<string, { readonly object: string; readonly by: string; readonly url: (id: string) => string }>>;
  /** What a publishable key sees: what is not named here is hidden from payers, at every depth. */
  readonly publishable?: ForPayer<Head & Values<NoInfer<F>>>;
  /** What the page of ours which a payer is sent to sees besides. */
  readonly seen_by_page?: ForPayer<Values<NoInfer<F>>>;
  /** Members that search can ask for, by their dotted paths, besides `created` and `metadata`. */
  readonly searchable?: readonly ((keyof F & string) | 'status' | `${keyof F & string}.${string}`)[];
  /** Those among them that few objects share, so that search finds them by its index; metadata always is. */
  readonly telling?: readonly string[];
  /** Its objects have content in the vault (card and bank account numbers). */
  readonly vault?: boolean;
  /** Ids that stand for an object made on the spot, in test mode: `pm_card_visa`. */
  readonly named?: Named;
  /** A removed object is still found by its id, as `{ id, object, deleted: true }`; without this it is unknown. */
  readonly tombstone?: boolean;
  /** Events are kept apart from other documents, because they are only ever appended. */
  readonly table?: 'objects' | 'events';
  /** `created` counts milliseconds natively (events; spec README, decision 7). */
  readonly created_in?: 'milliseconds';
};

/** What every object has, or may have. */
type Head = { readonly id: string; readonly object: string; readonly created: number; readonly livemode: boolean; readonly status: string };

/** How names of test objects become objects. */
export type Named = {
  readonly is: (id: string) => boolean;
  readonly made: (
    id: string,
    context: Pick<Surroundings, 'now' | 'fingerprint'>,
  ) => { readonly set: object; readonly vault?: Readonly<Record<string, Concealed>> };
};

// biome-ignore lint/suspicious/noExplicitAny: a resource of any kind; its own types come back through `It`.
export type AnyResource = Resource<string, any, any>;

/** Declares a resource; the compiler checks that edges, columns and publishable members exist. */
export const resource = <const N extends string, F extends Fields, S extends string = never>(
  definition: Resource<N, F, S>,
): Resource<N, F, S> => definition;

/** The states of a resource. */
export type StateOf<R> = R extends Resource<string, Fields, infer S> ? S : never;
/** The fields of a resource. */
export type FieldsOf<R> = R extends Resource<string, infer F, string> ? F : never;

/** A stored object: what every object has, its status if it has states, and its fields. */
export type It<R extends AnyResource> = {
  readonly id: string;
  readonly object: R['object'];
  readonly created: number;
  readonly livemode: boolean;
} & ([StateOf<R>] extends [never] ? unknown : { readonly status: StateOf<R> }) &
  Readonly<Values<FieldsOf<R>>>;

/** Any stored object, when its kind is known only at run time. */
export type Document = {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly livemode: boolean;
} & Readonly<Record<string, unknown>>;

/**
 * Objects an action reads besides its own, by the name of the member or parameter that holds their id; `account` is the caller's. A
 * dotted name leads through a member, or through an object that a parameter names: `payment_intent.latest_charge`.
 */
export type Needs = Readonly<Record<string, AnyResource>>;
/** The needed objects: null where the member holds no id. */
export type Refs<N extends Needs> = { readonly [K in keyof N]: It<N[K]> | null };

/** The pages that are made for one object each. */
export type Page = 'challenge' | 'receipt' | 'links';

/** What surrounds every decision, whatever it is about. */
export type Surroundings = {
  /** Seconds since the Unix epoch on the account's clock. */
  readonly now: number;
  readonly livemode: boolean;
  /** The id of the account the key belongs to. */
  readonly account: string;
  /** The version a caller pinned: official SDKs do, native callers do not. */
  readonly version: string | null;
  /** Whoever asks has a publishable key: a payer's browser, and no server of the merchant's. */
  readonly by_browser: boolean;
  /** The id of an object about to be made. */
  readonly fresh: (resource: Pick<AnyResource, 'prefix'>) => string;
  /** The signed public address of a page of ours about an object; void when its `latest_attempt`, or else its id, is another. */
  readonly pageUrl: (page: Page, subject: Subject, attempt: string) => string;
  /** A keyed hash: the same number gives the same fingerprint within an account, and no fingerprint gives the number. */
  readonly fingerprint: (number: Concealed) => string;
  /** Why deliveries may not go to this URL; null if they may. */
  readonly refusalOfUrl: (url: string) => string | null;
  /** Minor units in the bounded ledger account and currency that the action reads. */
  readonly balance: number;
};

/** What a pure `decide` is given: everything it may depend on. */
export type Context<R extends AnyResource, P extends Fields, N extends Needs> = Surroundings & {
  /** The object acted on; for a route without `:id`, the blank of the one being made. */
  readonly it: It<R>;
  readonly params: Given<P>;
  readonly refs: Refs<N>;
};

/** `METHOD /path`, written out in full so that grep finds it. */
export type Route = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`;

/** The bounded balance an action depends on, read with the objects and guarded in the write. */
export type BalanceOf = { readonly ledger_account: string; readonly currency: (params: Readonly<Record<string, unknown>>) => string };

type Options<N extends Needs> = {
  readonly needs?: N;
  readonly balance?: BalanceOf;
  readonly summary?: string;
  readonly members_max?: number;
};

/** Something that can be asked of a resource by a request. */
export type Action<T extends Route = Route> = {
  readonly kind: 'action';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  readonly needs: Needs;
  readonly balance?: BalanceOf;
  readonly summary?: string;
  /** How many members and elements its parameters may have in all; 1,000 where it does not say, 10,000 at most. */
  readonly members_max?: number;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where `action` is called.
  readonly decide: (context: any) => AnyDecided;
};

/** Declares a verb: a literal route, its parameters, and a pure decision. */
export const action = <R extends AnyResource, const T extends Route, P extends Fields, const N extends Needs = Record<never, never>>(
  resource: R,
  route: T,
  params: P,
  decide: (context: Context<R, P, N>) => Decided<NoInfer<R>>,
  options: Options<N> = {},
): Action<T> => ({
  kind: 'action',
  routes: [route],
  resource,
  params,
  needs: options.needs ?? {},
  ...withoutNeeds(options),
  decide,
});

const withoutNeeds = <N extends Needs>({ needs: _, ...rest }: Options<N>): Omit<Options<N>, 'needs'> => rest;

/** What was asked of a processor, as far as its answer needs it. */
export type AskedOf = {
  readonly verb: Verb;
  readonly attempt: string;
  /** The processor's name. */
  readonly processor: string;
  /** Minor units; null where a notification answers. */
  readonly amount: number | null;
};

/** What becomes of an object when its processor has answered. */
export type Settle = {
  readonly kind: 'answer';
  readonly routes: readonly never[];
  readonly resource: AnyResource;
  readonly needs: Needs;
  /** Its step depends on a needed object that it may leave as it is, so that only a read can tell whether that is out of date. */
  readonly afresh: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where `answer` is called.
  readonly decide: (context: any) => AnyDecided;
};

/** Declares how a processor's answer, now or by notification later, settles an object. */
export const answer = <R extends AnyResource, const N extends Needs = Record<never, never>>(
  resource: R,
  decide: (
    context: Omit<Context<R, Record<never, never>, N>, 'params'> & { readonly answer: Answer; readonly asked: AskedOf },
  ) => Decided<NoInfer<R>>,
  options: { needs?: N; afresh?: true } = {},
): Settle => ({ kind: 'answer', routes: [], resource, needs: options.needs ?? {}, afresh: options.afresh ?? false, decide });

/** Something that happens to an object by itself when its time has come. */
export type Due = {
  readonly kind: 'due';
  readonly routes: readonly never[];
  readonly resource: AnyResource;
  readonly name: string;
  readonly needs: Needs;
  // biome-ignore lint/suspicious/noExplicitAny: erased here, typed where `due` is called.
  readonly decide: (context: any) => AnyDecided;
};

/** Declares a timer by the name that a Decision's `later` uses. */
export const due = <R extends AnyResource, const N extends Needs = Record<never, never>>(
  resource: R,
  name: string,
  decide: (context: Omit<Context<R, Record<never, never>, N>, 'params'> & { readonly about: string | null }) => Decided<NoInfer<R>>,
  options: { needs?: N } = {},
): Due => ({ kind: 'due', routes: [], resource, name, needs: options.needs ?? {}, decide });

/** Reads one object. */
export type Retrieve<T extends Route = Route> = {
  readonly kind: 'retrieve';
  readonly routes: readonly T[];
  readonly resource: AnyResource;
  readonly params: Fields;
  /** Members that must equal the route's other parameter (`/v1/customers/:customer/payment_methods/:id`). */
  readonly within?: string;
  /** The object is the caller's account, so the route names no id. */
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
};

/** Declares a list under one or two literal paths (spec README, decision 3); a filter's name is a column of the resource. */
export const list = <const T extends Route>(
  resource: AnyResource,
  routes: T | readonly T[],
  filters: Fields,
  options: { created?: boolean } = {},
): List<T> => ({ kind: 'list', routes: [routes].flat() as T[], resource, filters, created: options.created ?? true });

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

/** One line of the catalogue. */
export type Entry<T extends Route = Route> = Action<T> | Settle | Due | Retrieve<T> | List<T> | Search<T> | Handler<T>;

/** All that can be asked of the service. */
export type Catalogue = readonly Entry[];

/** What a Decision may set. */
export type Settable<R extends AnyResource> = Partially<FieldsOf<R>>;
