import type { Concealed } from './concealed.js';
import type { ErrorCode } from './errors.js';
import type { Fields, Partially, Values } from './fields.js';
import type { ForPayer } from './for-payer.js';
import type { Id } from './kinds.js';

/** From each state, the states it may lead to, and the event of that edge; null marks a silent one. */
export type Graph = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Names of the events of changes that are no edge: `updated` and `removed` by themselves, `told` where a rule names one. */
export type EventNames = { readonly updated?: string; readonly removed?: string; readonly told?: readonly string[] };

/** The column of a member: `recurring.interval` is kept as `recurring_interval`. */
export const columnOf = (path: string): string => path.replaceAll('.', '_');

/** Usage that an object records: of a meter by a customer, or of a subscription item (`customer` is '' then), at a second of their clock. */
export type Recorded = {
  readonly metered: string;
  readonly customer: string;
  readonly at: number;
  readonly value: string | null;
  /** It takes the place of what was recorded before for the same second. */
  readonly replaces: boolean;
};

/**
 * Lists of other objects that are shown as a member: `by` is their column with this one's id, `url` where the rest of them are. Without a
 * column it is all of that kind in the books that it has, and is shown to whoever is not a payer, asked for or not. `where`: only those
 * whose columns hold one of these values.
 */
export type Listed = {
  readonly object: string;
  readonly by: string | null;
  readonly where?: Readonly<Record<string, readonly string[]>>;
  readonly url: (id: string) => string;
};

/**
 * A resource is a value: its fields, its states, the event on each edge between states, its timers. Everything else (routes, validation,
 * reference checks, lists, events, OpenAPI, contract tests, diagrams) is read from it by plain functions.
 */
export type Resource<N extends string, F extends Fields, G extends Graph, B, E extends EventNames, T extends string> = {
  readonly object: N;
  /** What people call it, as in "You could not confirm this PaymentIntent"; its `object` where it says nothing. */
  readonly title?: string;
  /** What its ids start with. */
  readonly prefix: string;
  readonly fields: F;
  /** The event of a new object: by the state it starts in, or one, or none, where it has no states. */
  readonly start: B;
  readonly states?: G;
  readonly events?: E;
  /** What may happen to it by itself. */
  readonly timers?: readonly T[];
  /** The refusal of a verb that does not fit its state. */
  readonly unexpected?: ErrorCode;
  /** The member that names whose list it is on: adding to that list, taking from it and reading all of it exclude each other. */
  readonly owner?: keyof F & string;
  /** It may be gone one day, so whatever reads it has to expect null. */
  readonly removable?: boolean;
  /** Members no two objects of an account share: what each object claims for itself, or null. Who comes second is refused. */
  readonly unique?: Readonly<Record<string, (it: Document) => string | null>>;
  /** What an object records of usage. Whose and when never changes; a value of null takes it back. */
  readonly usage?: (it: Document) => readonly Recorded[];
  /** Members, by their dotted paths, that are also real columns, because a list filters by them or a `many` asks for them. */
  readonly columns?: readonly ((keyof F & string) | 'status' | `${keyof F & string}.${string}`)[];
  /** Lists of other objects that are shown as a member: those by a column where the caller asks to expand them. */
  readonly lists?: Readonly<Record<string, Listed>>;
  /** What a publishable key sees: what is not named here is hidden from payers, at every depth. */
  readonly publishable?: ForPayer<Head & Values<NoInfer<F>>>;
  /** What the page of ours which a payer is sent to sees besides, of what nobody else is shown as well. */
  readonly payer_page?: ForPayer<Values<NoInfer<F>>>;
  /** All that a visitor sees: a page that was opened by the id of its object, which does not prove who opens it. */
  readonly visitor?: ForPayer<Head & Values<NoInfer<F>>>;
  /** What the device of a payer sees besides, with an ephemeral key of the customer it belongs to. */
  readonly device?: ForPayer<Head & Values<NoInfer<F>>>;
  /** Members that search can ask for, by their dotted paths, besides `created` and `metadata`. */
  readonly searchable?: readonly ((keyof F & string) | 'status' | `${keyof F & string}.${string}`)[];
  /** Those among them that few objects share, so that search finds them by its index; metadata always is. */
  readonly indexed?: readonly string[];
  /** Members that are lists of values, kept beside what search sees: a list of objects finds those that hold a value. */
  readonly holding?: readonly (keyof F & string)[];
  /** Its objects have content in the vault (card and bank account numbers). */
  readonly vault?: boolean;
  /** Ids that stand for an object made on the spot, in test mode: `pm_card_visa`. */
  readonly named?: Named;
  /** Each has books of its own in which it lies, as accounts do; the member names the account besides itself that may look at it. */
  readonly own_books?: keyof F & string;
  /** Objects whose client secret is shown as null. */
  readonly hides_secret?: (doc: Document) => boolean;
  /** Objects that refer to one of these run on the test clock that it names. Where several kinds lend one, the kind listed first in the catalogue counts. */
  readonly lends_clock?: true;
  /** A deleted object is found by its id, as `{ id, object, deleted: true }`. Only customers are (spec README, decision 28); others are unknown. */
  readonly tombstone?: boolean;
  /** Events and records are kept apart from other documents, because they are only ever appended. */
  readonly table?: 'objects' | 'events' | 'audit_records';
  /** How official SDKs see it, where that is not the native shape (spec README, decision 16a). */
  readonly for_sdks?: Dialect;
  /** It is how objects of another resource were known before, and alone nothing of it is stored. */
  readonly form_of?: FormOf;
  /** `created` counts milliseconds natively (events; spec README, decision 7). */
  readonly created_in?: 'milliseconds';
};

/** The kind of a clock that objects can run on, in test mode. */
export const clock_kind = 'test_helpers.test_clock';

/** What every object has, or may have. */
type Head = { readonly id: string; readonly object: string; readonly created: number; readonly livemode: boolean; readonly status: string };

/**
 * How stored objects of a resource become another form of them, null where they have none, and which event tells that form beside each of
 * theirs.
 */
export type FormOf = {
  readonly resource: AnyResource;
  readonly shape: (doc: Document) => Document | null;
  readonly told: Readonly<Record<string, string>>;
};

/** Another shape of a document: `differs` tells by the text alone whether it is worth reading. */
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
  F extends Fields,
  const B extends Starts<G>,
  const G extends Graph = Record<never, never>,
  const E extends EventNames = Record<never, never>,
  const T extends string = never,
>(
  definition: Resource<N, F, G, B, E, T> & { readonly states?: Known<G> },
): Resource<N, F, G, B, E, T> => definition;

// By the members, not by `infer`: that compares whole resources, and quietly answers never.
/** The fields of a resource. */
export type FieldsOf<R extends AnyResource> = R['fields'];
type GraphOf<R extends AnyResource> = NonNullable<R['states']>;
type StartOf<R extends AnyResource> = R['start'];

/** The names of its timers. */
export type TimerOf<R extends AnyResource> = NonNullable<R['timers']>[number];
/** Its states; never, where it has none. */
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
/** The names of its events. By a member, so that the compiler's complaints list the names. */
export type EventOf<R extends AnyResource> = Words<R>['event'];

/** The state of an object that a rule is about to make. */
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

/** An object of a resource; with a state, only while it is in that one: TypeScript narrows it by its `status`. */
export type It<R extends AnyResource, S = StateOf<R>> = [StateOf<R>] extends [never]
  ? Common<R>
  : S extends string
    ? Common<R> & { readonly status: S }
    : never;

/** Any object whose resource the compiler knows, or does not. */
export type AnyIt = { readonly [of]?: AnyResource; readonly id: string; readonly object: string };
/** The resource of an object. */
export type ResourceOf<O> = O extends { readonly [of]?: infer R extends AnyResource } ? R : never;
type StatusOf<O> = O extends { readonly status: infer S extends string } ? S : never;

/** The states that can be reached from every one of the states S. */
type Reached<R extends AnyResource, S> = (
  S extends Unborn
    ? (state: keyof StartOf<R> & string) => void
    : S extends keyof GraphOf<R>
      ? (state: keyof GraphOf<R>[S] & string) => void
      : never
) extends (state: infer K) => void
  ? K
  : never;

/** Where an object can go from where it is. */
export type NextOf<O> = [StatusOf<O>] extends [never]
  ? never
  : [Reached<ResourceOf<O>, StatusOf<O>>] extends [never]
    ? `no edge leads there from ${StatusOf<O>}`
    : Reached<ResourceOf<O>, StatusOf<O>>;
/** Where a new object can begin. */
export type FirstOf<R extends AnyResource> = [StateOf<R>] extends [never] ? never : Reached<R, Unborn>;
/** What can be set of an object: its fields. */
export type Settable<R extends AnyResource> = Partially<FieldsOf<R>>;
/** An object after it has gone to S; as it was, where S is not given. */
export type After<O, S> = [S] extends [never] ? O : [S] extends [string] ? It<ResourceOf<O>, S> : O;
/** The members that may name an object of kind K. */
export type RefTo<R extends AnyResource, K extends string> = {
  [M in keyof FieldsOf<R>]: Exclude<Values<FieldsOf<R>>[M], null | undefined> extends Id<K> ? M : never;
}[keyof FieldsOf<R>] &
  string;

/** Any stored object, when its kind is known only at run time. */
export type Document = {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly status?: string;
} & Readonly<Record<string, unknown>>;

type PayersPage = 'challenge' | 'receipt' | 'links' | 'invoice' | 'credit_note' | 'checkout' | 'visit' | 'buy' | 'portal';

/** The pages that are made for one object each. */
export type Page = PayersPage | 'onboarding' | 'express';
