import type { Concealed } from './concealed.js';
import type { ErrorCode } from './errors.js';
import type { Fields, Partially, SaidFields, Values } from './fields.js';
import type { AnyPart, ForPayer, Listing, Seen } from './for-payer.js';
import type { Id } from './kinds.js';

/** For each state, the states it may lead to, and the event of that edge; null for none. */
export type Graph = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** The events of changes without an edge: `updated` and `removed` are automatic, `told` are named by rules. */
export type EventNames = { readonly updated?: string; readonly removed?: string; readonly told?: readonly string[] };

/** The column of a member: `recurring.interval` has the column `recurring_interval`. */
export const columnOf = (path: string): string => path.replaceAll('.', '_');

/** Usage that an object records: of a meter by a customer, or of a subscription item (`customer` is '' then), at a second of their clock. */
export type Recorded = {
  readonly metered: string;
  readonly customer: string;
  readonly at: number;
  readonly value: string | null;
  /** It replaces earlier values of the same second. */
  readonly replaces: boolean;
};

/** The object as it was stored, null for a new one; and the second of the change on its clock. */
export type Changed = { readonly before: Document | null; readonly at: number };

/**
 * A list of other objects that is shown as a member: `by` is their column with this object's id, `url` the address of the full list. With `by: null`
 * the list has all objects of that kind in the object's own account, and is shown without `expand` except to payers. `where`: only those whose
 * columns have one of these values.
 */
export type Listed = {
  readonly object: string;
  readonly by: string | null;
  readonly where?: Readonly<Record<string, readonly string[]>>;
  readonly url: (id: string) => string;
  /** It is shown without `expand` too, except in events. */
  readonly always?: true;
};

/**
 * A resource is a value: its fields, states, events of edges and timers. Everything else (routes, validation, reference checks, lists, events,
 * OpenAPI, contract tests, diagrams) is derived from it by plain functions.
 */
export type Resource<N extends string, F extends Fields, G extends Graph, B, E extends EventNames, T extends string> = {
  readonly object: N;
  /** The name in messages, as in "You could not confirm this PaymentIntent"; `object` by default. */
  readonly title?: string;
  /** The prefix of its ids. */
  readonly prefix: string;
  readonly fields: F;
  /** The event of a new object: by its first state, or a single one without states; null for none. */
  readonly start: B;
  readonly states?: G;
  readonly events?: E;
  /** The names of its timers. */
  readonly timers?: readonly T[];
  /** The error code for a verb in an unexpected state. */
  readonly unexpected?: ErrorCode;
  /** The member with the id of the list owner: additions to that list, removals from it and reads of the whole list are serialized. */
  readonly owner?: keyof F & string;
  /** It may be deleted, so its readers must expect null. */
  readonly removable?: boolean;
  /** Members that are unique in an account: the value that each object claims, or null. A second claim is refused. */
  readonly unique?: Readonly<Record<string, (it: Document) => string | null>>;
  /** The usage that an object records. The meter, customer and time of a record must never change; a value of null cancels it. */
  readonly usage?: (it: Document, change: Changed) => readonly Recorded[];
  /** The removal of an object cancels what it has recorded. */
  readonly usage_ends?: true;
  /** Members, by dotted path, with a database column, because a list filters by them or a `many` reads by them. */
  readonly columns?: readonly ((keyof F & string) | 'status' | `${keyof F & string}.${string}`)[];
  /** Lists of other objects that are shown as a member; those with a column only if the caller expands them, unless they are `always` shown. */
  readonly lists?: Readonly<Record<string, Listed>>;
  /** The payer view of a publishable key: other members are hidden from payers, at every depth. */
  readonly publishable?: ForPayer<Head & Values<NoInfer<F>>>;
  /** Further members for the payer's page, including internal ones. */
  readonly payer_page?: ForPayer<Values<NoInfer<F>>>;
  /** The whole view of a visitor: a page that was opened by its object's id, which does not identify the payer. */
  readonly visitor?: ForPayer<Head & Values<NoInfer<F>>>;
  /** Further members for a payer's device with an ephemeral key of its customer. */
  readonly device?: ForPayer<Head & Values<NoInfer<F>>>;
  /** Searchable members, by dotted path, besides `created` and `metadata`. */
  readonly searchable?: readonly ((keyof F & string) | 'status' | `${keyof F & string}.${string}`)[];
  /** Those of them with rare values, which the search index finds; metadata is always indexed. */
  readonly indexed?: readonly string[];
  /** Members with several values in the search row: a list can filter by one of the values. */
  readonly holding?: readonly (keyof F & string)[];
  /** Its objects have vault content (card and bank account numbers). */
  readonly vault?: boolean;
  /** Names of test objects, each of which creates an object, in test mode: `pm_card_visa`. */
  readonly named?: Named;
  /** Each object has its own tenant, in which it is stored, as accounts do; the member has the id of another account that may read it. */
  readonly own_books?: keyof F & string;
  /** Objects whose client secret is shown as null. */
  readonly hides_secret?: (doc: Document) => boolean;
  /** Objects that refer to one of these run on its test clock. If several kinds lend a clock, the first one in the catalogue takes precedence. */
  readonly lends_clock?: true;
  /**
   * A deleted object is still found by its id, as `{ id, object, deleted: true }`. Only customers are (spec README, decision 28); others are unknown.
   */
  readonly tombstone?: boolean;
  /** Events, audit records and logs of requests have separate tables, because they are append-only; snapshots, because a reset keeps them. */
  readonly table?: 'objects' | 'events' | 'audit_records' | 'request_logs' | 'snapshots';
  /** The shape for official SDKs, if it differs from the native one (spec README, decision 16a). */
  readonly for_sdks?: Dialect;
  /** What an expansion shows of an id without a stored object. */
  readonly stand_in?: (id: string) => Readonly<Record<string, unknown>>;
  /** It is an older form of another resource's objects, and is not stored. */
  readonly form_of?: FormOf;
  /** `created` is in milliseconds natively (events; spec README, decision 7). */
  readonly created_in?: 'milliseconds';
};

/** The kind of test clocks. */
export const clock_kind = 'test_helpers.test_clock';

/** The members that objects have, or may have. */
type Head = { readonly id: string; readonly object: string; readonly created: number; readonly livemode: boolean; readonly status: string };

/** How stored objects are shown in another form, null if they have none, and the event of that form for each of their events. */
export type FormOf = {
  readonly resource: AnyResource;
  readonly shape: (doc: Document) => Document | null;
  readonly told: Readonly<Record<string, string>>;
};

/** Another shape of a document: `differs` checks by the text alone whether it must be parsed. */
export type Dialect = { readonly differs: (text: string) => boolean; readonly shape: (doc: Document) => Document };

/** How names of test objects become objects. */
export type Named = {
  readonly names: ReadonlySet<string>;
  readonly made: (
    id: string,
    around: { readonly now: number; readonly fingerprint: (number: Concealed) => string },
  ) => { readonly set: object; readonly vault?: Readonly<Record<string, Concealed>> };
};

// biome-ignore lint/suspicious/noExplicitAny: a resource of any kind; its own types come back through `It`.
export type AnyResource = Resource<string, any, any, any, any, any>;

type Known<G extends Graph> = { readonly [S in keyof G]: { readonly [D in keyof G[S]]: D extends keyof G ? string | null : never } };
type Starts<G extends Graph> = string | null | { readonly [S in keyof G]?: string | null };

/** Declares a resource; the compiler checks that edges lead to states, and that columns and publishable members exist. */
export const resource = <
  const N extends string,
  F extends SaidFields,
  const B extends Starts<G>,
  const G extends Graph = Record<never, never>,
  const E extends EventNames = Record<never, never>,
  const T extends string = never,
  const P = { readonly id: true; readonly object: true },
  const Y = Nothing,
  const V = P & Y,
>(
  definition: Resource<N, F, G, B, E, T> & { readonly states?: Known<G> } & ListedFor<Head & Values<NoInfer<F>>, P, Y, V>,
): Resource<N, F, G, B, E, T> & Allows<P, Y, V> => definition;

type Nothing = Record<never, never>;

type ListedFor<T, P, Y, V> = {
  readonly publishable?: P & Listing<T, P>;
  readonly payer_page?: Y & Listing<T, Y>;
  readonly visitor?: V & Listing<T, V>;
};

declare const allows: unique symbol;

/** The allow-lists of a resource as they are written: for pages of payers, and for those of visitors. */
type Allows<P, Y, V> = { readonly [allows]?: { readonly page: Omit<P, keyof Y> & Y; readonly visitor: V } };

type Whole<R extends AnyResource> = Omit<Head, 'object' | 'status'> & {
  readonly object: R['object'];
  readonly status: StateOf<R>;
} & Readonly<Values<FieldsOf<R>>>;

/** The allow-list of payers' pages; only `id` and `object` by default. */
export const seenByPages = ({ publishable = by_default, payer_page }: AnyResource): AnyPart => ({ ...publishable, ...payer_page });

const by_default = { id: true, object: true } as const;

/** What pages receive of an object, by the allow-lists of its resource. */
export type SeenByPages<R extends AnyResource> = R extends { readonly [allows]?: { readonly page: infer P; readonly visitor: infer V } }
  ? Seen<Whole<R>, P, V>
  : never;

// By the members, not by `infer`: that compares whole resources, and quietly answers never.
/** The fields of a resource. */
export type FieldsOf<R extends AnyResource> = R['fields'];
type GraphOf<R extends AnyResource> = NonNullable<R['states']>;
type StartOf<R extends AnyResource> = R['start'];

/** The names of its timers. */
export type TimerOf<R extends AnyResource> = NonNullable<R['timers']>[number];
/** Its states; `never` without states. */
export type StateOf<R extends AnyResource> = keyof GraphOf<R> & string;

type OfGraph<G> = { [S in keyof G]: G[S][keyof G[S]] }[keyof G];
type OfStart<B> = B extends string | null ? B : B[keyof B];
type OfNames<E> =
  | (E extends { readonly updated: infer U } ? U : never)
  | (E extends { readonly removed: infer D } ? D : never)
  | (E extends { readonly told: readonly (infer T)[] } ? T : never);
type Words<R extends AnyResource> = {
  readonly event: (OfGraph<GraphOf<R>> | OfStart<StartOf<R>> | OfNames<NonNullable<R['events']>>) & string;
};
/** The names of its events. Through a member, so that compiler errors list the names. */
export type EventOf<R extends AnyResource> = Words<R>['event'];

/** The state of an object that a rule is creating. */
export type Unborn = '';

declare const of: unique symbol;

type Common<R extends AnyResource> = {
  readonly [of]?: R;
  readonly id: Id<R['object']>;
  readonly object: R['object'];
  /** Seconds since the Unix epoch on the object's clock. */
  readonly created: number;
  readonly livemode: boolean;
} & Readonly<Values<FieldsOf<R>>>;

/** An object of a resource; with `S`, in that state: TypeScript narrows it by its `status`. */
export type It<R extends AnyResource, S = StateOf<R>> = [StateOf<R>] extends [never]
  ? Common<R>
  : S extends string
    ? Common<R> & { readonly status: S }
    : never;

/** Any object, with or without a known resource. */
export type AnyIt = { readonly [of]?: AnyResource; readonly id: string; readonly object: string };
/** The resource of an object. */
export type ResourceOf<O> = O extends { readonly [of]?: infer R extends AnyResource } ? R : never;
type StatusOf<O> = O extends { readonly status: infer S extends string } ? S : never;

/** The states that every one of the states S is, or has an edge to. */
type Reached<R extends AnyResource, S> = (
  S extends Unborn
    ? (state: keyof StartOf<R> & string) => void
    : S extends keyof GraphOf<R>
      ? (state: (keyof GraphOf<R>[S] & string) | S) => void
      : never
) extends (state: infer K) => void
  ? K
  : never;

/** The possible next states of an object. */
export type NextOf<O> = [StatusOf<O>] extends [never]
  ? never
  : [Reached<ResourceOf<O>, StatusOf<O>>] extends [never]
    ? `no edge leads there from ${StatusOf<O>}`
    : Reached<ResourceOf<O>, StatusOf<O>>;
/** The possible first states of a new object. */
export type FirstOf<R extends AnyResource> = [StateOf<R>] extends [never] ? never : Reached<R, Unborn>;
/** The members that can be set: its fields. */
export type Settable<R extends AnyResource> = Partially<FieldsOf<R>>;
/** An object in the state S; unchanged without S. */
export type After<O, S> = [S] extends [never] ? O : [S] extends [string] ? It<ResourceOf<O>, S> : O;
/** The members that may refer to an object of kind K. */
export type RefTo<R extends AnyResource, K extends string> = {
  [M in keyof FieldsOf<R>]: Exclude<Values<FieldsOf<R>>[M], null | undefined> extends Id<K> ? M : never;
}[keyof FieldsOf<R>] &
  string;

/** Every event of a resource: of its beginnings, edges and other changes. */
export const eventsOf = ({ start, states = {}, events: { updated, removed, told = [] } = {} }: AnyResource): readonly string[] => {
  const begun: readonly (string | null)[] = start !== null && typeof start === 'object' ? Object.values(start) : [start];
  const edges = Object.values(states as Graph).flatMap((edges) => Object.values(edges));
  return [...new Set([...begun, ...edges, updated, removed, ...told])].filter((event) => event != null).sort();
};

/** Any stored object, if its kind is only known at run time. */
export type Document = {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly status?: string;
} & Readonly<Record<string, unknown>>;

type PayersPage = 'challenge' | 'receipt' | 'links' | 'invoice' | 'credit_note' | 'checkout' | 'visit' | 'buy' | 'portal';

/** The kinds of pages, each for one object. */
export type Page = PayersPage | 'onboarding' | 'express' | 'embed';
