import type { Concealed } from './concealed.js';
import type { Id } from './kinds.js';
import type { AnyResource, It } from './resource.js';

/** One object, by the id at a path: a member, a parameter, or a member of what another read finds. Through a list: each of them. */
export type One<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'one';
  readonly resource: R;
  readonly path: P;
};
/** All objects whose column holds what is at a path, or what it says itself; guarded by their owner. */
export type Many<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'many';
  readonly resource: R;
  readonly by: string;
  readonly of: P;
  readonly where: Readonly<Record<string, string | null>>;
  readonly is: string | null;
  readonly at_most: number;
  /** Whoever only counts them needs no more; otherwise more are a fault. */
  readonly cut: boolean;
  /** Where there are more, the newest are read. */
  readonly newest: boolean;
};
/** The one object whose unique column holds what is at a path. */
export type Unique<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'unique';
  readonly resource: R;
  readonly by: string;
  readonly of: P;
};
/** What is in a ledger account, in minor units of the currency at the first of the paths that holds one; without a path, in every currency. */
export type Balance = { readonly read: 'balance'; readonly ledger_account: string; readonly currency: readonly string[] };
/** What is in a ledger account in each currency, as it is stored. */
export type Holdings = { readonly read: 'holdings'; readonly ledger_account: string };
/** One line of that, in minor units. */
export type Holding = { readonly currency: string; readonly amount: number };
/** A series of numbers of the account that has no gaps. */
export type Sequence = { readonly read: 'sequence'; readonly name: string };
/** A series as it was read: `numbered` takes its next number, and nothing else uses one up. */
export type Series = { readonly name: string; readonly next: number };
/** What one unit of a base is worth in other currencies on a day, as exact decimals. */
export type RateTable = Readonly<{ base: string; date: string; provider: string; rates: Readonly<Record<string, string>> }>;
/** The table of exchange rates that was loaded last, where a parameter asks for a conversion. */
export type Rates = { readonly read: 'rates'; readonly where: string };
/** The account whose books these are; or only unless it is known to be connected with no platform. */
export type Own<R extends AnyResource = AnyResource> = { readonly read: 'own'; readonly resource: R; readonly if_connected: boolean };

/** One object whose id comes out of what is read before it, by more than a path can say. */
// biome-ignore lint/suspicious/noExplicitAny: erased here, typed and checked where a rule declares it.
export type Computed<R extends AnyResource = AnyResource, S = any> = {
  readonly read: 'computed';
  readonly resource: R;
  readonly id: (seen: S) => string | null | undefined;
};
/** How usage is summed up: numbers added, numbers counted, the last one of a period or of all time, the highest; or the first second with any. */
export type Formula = 'sum' | 'count' | 'last' | 'last_ever' | 'max' | 'first_at';
/** Whose usage is asked for, from `start` until before `end`, in seconds; `key` is the name it is found under. */
export type UsageAsked = {
  readonly key: string;
  /** The id of the meter, or of the subscription item, that it was recorded for. */
  readonly of: string;
  /** The customer who used what a meter counts; none for a subscription item, which is one customer's. */
  readonly customer?: string | null;
  readonly formula: Formula;
  readonly start: number;
  readonly end: number;
};
/** What has been used, for as many as there are in what is read before it. */
// biome-ignore lint/suspicious/noExplicitAny: erased here, typed and checked where a rule declares it.
export type Usage<S = any> = {
  readonly read: 'usage';
  readonly asked: (seen: S, now: number, payer: Payer | null) => readonly UsageAsked[];
};

/** A payer who asks: what stands for the address that the request came from, and the fingerprint of a number that it brings. */
export type Payer = { readonly address: string; readonly fingerprint: (number: Concealed) => string };

/** One thing that a rule reads; a bare resource is found at the path of the read's own name. */
export type Read = AnyResource | One | Many | Unique | Balance | Holdings | Sequence | Own | Computed | Usage | Rates;
/** What a rule reads, by the names it is given it under. */
export type Reads = Readonly<Record<string, Read>>;

/** The object at a path, as `one(paymentMethod, 'customer.invoice_settings.default_payment_method')`. A bare resource stands for the path of its own name. */
export const one = <R extends AnyResource, const P extends string>(resource: R, path: P): One<R, P> => ({ read: 'one', resource, path });

/** The objects of a list: `many(subscriptionItem, { by: 'subscription' })`; or all in a state, as far as they need be counted. */
export const many = <R extends AnyResource, const P extends string = 'id'>(
  resource: R,
  {
    by,
    of,
    where = {},
    is = null,
    at_most = 250,
    cut = false,
    newest = false,
  }: Partial<Omit<Many<R, P>, 'by'>> & { by: (keyof R['fields'] & string) | 'status' },
): Many<R, P> => ({ read: 'many', resource, by, of: (of ?? 'id') as P, where, is, at_most, cut, newest });

/** The object with a unique member: `unique(promotionCode, { by: 'code', of: 'promotion_code' })`. */
export const unique = <R extends AnyResource, const P extends string>(
  resource: R,
  { by, of }: { by: keyof R['fields'] & string; of: P },
): Unique<R, P> => ({ read: 'unique', resource, by, of });

/**
 * Minor units in a ledger account, in the currency at a path, or at the first of several that holds one. Without a path: how far its
 * currencies are from empty, all added up, whatever their signs.
 */
export const balance = (ledger_account: string, ...currency: readonly string[]): Balance => ({ read: 'balance', ledger_account, currency });

/** What is in a ledger account in each currency: `holdings('merchant_available')`. Nothing guards it: it is to be shown. */
export const holdings = (ledger_account: string): Holdings => ({ read: 'holdings', ledger_account });

/** A series of numbers that has no gaps: `sequence('invoice')`. */
export const sequence = (name: string): Sequence => ({ read: 'sequence', name });

/** The table of exchange rates that was loaded last, where the parameter is sent; null before there is one. */
export const rates = (where: string): Rates => ({ read: 'rates', where });

/** The account whose books these are. */
export const own = <R extends AnyResource>(resource: R): Own<R> => ({ read: 'own', resource, if_connected: false });

/** The account whose books these are; nothing is read for whoever is known to ask for one that no platform has. */
export const ownIfConnected = <R extends AnyResource>(resource: R): Own<R> => ({ read: 'own', resource, if_connected: true });

/** The object whose id a pure function finds in what the rule reads before it, in `input` and in `it`. */
export const computed = <R extends AnyResource, S>(resource: R, id: (seen: S) => string | null | undefined): Computed<R, S> => ({
  read: 'computed',
  resource,
  id,
});

/**
 * What has been used, by its formula, as exact decimals and never below zero: all that was stored before the read. A pure function says
 * of what is read before, and of `now`, whose usage it is: `usage(({ items, prices }: Billed, now) => items.map(…))`.
 */
export const usage = <S>(asked: Usage<S>['asked']): Usage<S> => ({ read: 'usage', asked });

/** Usage that was read, by the keys it was asked for under. */
export type Used = { readonly get: (key: string) => string };

/** What a path through a list finds: asked by the id that the list holds. */
export type Found<T> = { readonly get: (id: string) => T; readonly all: readonly Exclude<T, null>[] };

/** Why a path is none. */
type Wrong<M extends string> = { readonly wrong: M };

type Member<T, K extends string> = T extends null | undefined
  ? null
  : T extends Wrong<string>
    ? T
    : T extends string
      ? Wrong<`an id has no ${K}: read its object under a name of its own, and let the path begin with it`>
      : T extends Found<infer X>
        ? Member<X, K>
        : T extends readonly (infer X)[]
          ? Member<X, K>
          : K extends keyof T
            ? T[K]
            : Wrong<`nothing is called ${K}`>;
type Along<T, P extends string> = P extends `${infer H}.${infer Rest}` ? Along<Member<T, H>, Rest> : Member<T, P>;

type ListedBy<T, K extends string> = T extends null | undefined
  ? never
  : T extends Found<infer X>
    ? X extends unknown
      ? true
      : never
    : T extends readonly unknown[]
      ? true
      : K extends keyof T
        ? [Extract<T[K], readonly unknown[]>] extends [never]
          ? never
          : true
        : never;
type Listed<T, P extends string> = P extends `${infer H}.${infer Rest}` ? ListedBy<T, H> | Listed<Member<T, H>, Rest> : ListedBy<T, P>;

/** What a path may begin with: another read, a parameter, or a member of the object itself. */
type Root<O, I, N extends Reads, H extends string> = H extends keyof N
  ? Seen<O, I, N, H>
  : H extends keyof I
    ? H extends keyof O
      ? Exclude<I[H], undefined> | (NonNullable<I[H]> extends string ? (O[H] extends string | null | undefined ? O[H] : null) : null)
      : undefined extends I[H]
        ? Exclude<I[H], undefined> | null
        : I[H]
    : H extends keyof O
      ? O[H]
      : Wrong<`nothing is called ${H}`>;

type At<O, I, N extends Reads, P extends string> = P extends `${infer H}.${infer Rest}`
  ? Along<Root<O, I, N, H>, Rest>
  : Root<O, I, Omit<N, P>, P>;
type IsListed<O, I, N extends Reads, P extends string> = P extends `${infer H}.${infer Rest}`
  ? Listed<Root<O, I, N, H>, Rest>
  : [Extract<Root<O, I, Omit<N, P>, P>, readonly unknown[]>] extends [never]
    ? never
    : true;

type Target<R extends AnyResource, V> = It<R> | (null extends V ? null : never) | (R['removable'] extends true ? null : never);
type Through<O, I, N extends Reads, R extends AnyResource, P extends string> = [IsListed<O, I, N, P>] extends [never]
  ? Target<R, At<O, I, N, P>>
  : Found<It<R> | (R['removable'] extends true ? null : never)>;

/** What one of the reads finds. */
export type Seen<O, I, N extends Reads, K extends keyof N> =
  N[K] extends One<infer R, infer P>
    ? Through<O, I, N, R, P>
    : N[K] extends Many<infer R, string>
      ? readonly It<R>[]
      : N[K] extends Unique<infer R, string>
        ? It<R> | null
        : N[K] extends Balance
          ? number
          : N[K] extends Holdings
            ? readonly Holding[]
            : N[K] extends Sequence
              ? Series
              : N[K] extends Own<infer R> | Computed<infer R>
                ? It<R> | null
                : N[K] extends Usage
                  ? Used
                  : N[K] extends Rates
                    ? RateTable | null
                    : N[K] extends AnyResource
                      ? Through<O, I, N, N[K], K & string>
                      : never;

/** All that the reads find, by their names. */
export type AllSeen<O, I, N extends Reads> = { readonly [K in keyof N]: Seen<O, I, N, K> };

type Refers<V, R extends AnyResource> = [Extract<V, Wrong<string>>] extends [never]
  ? [Exclude<V, null | undefined>] extends [Id<R['object']> | readonly Id<R['object']>[]]
    ? unknown
    : `this is no id of a ${R['object']}`
  : Extract<V, Wrong<string>>['wrong'];

/** Says what is wrong with a path. */
export type Checked<O, I, N extends Reads> = {
  readonly [K in keyof N]: N[K] extends One<infer R, infer P>
    ? Refers<At<O, I, N, P>, R>
    : N[K] extends Computed<AnyResource, infer S> | Usage<infer S>
      ? Before<O, I, N, K> extends S
        ? unknown
        : 'this asks for what is not read before it'
      : N[K] extends AnyResource
        ? Refers<At<O, I, N, K & string>, N[K]>
        : unknown;
};

/** What a read may look at that is more than a path. */
type Before<O, I, N extends Reads, K extends keyof N> = { readonly it: O; readonly input: I } & AllSeen<O, I, Omit<N, K>>;
