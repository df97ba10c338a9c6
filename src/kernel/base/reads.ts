import type { Concealed } from './concealed.js';
import type { Id } from './kinds.js';
import type { AnyResource, It } from './resource.js';

/** One object, by the id at a path: a member, a parameter, or a member of another read. Through a list: each element's object. */
export type One<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'one';
  readonly resource: R;
  readonly path: P;
};
/** All objects whose column has the value at a path, or a constant; guarded by their owner. */
export type Many<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'many';
  readonly resource: R;
  readonly by: string;
  readonly of: P;
  readonly where: Readonly<Record<string, string | null>>;
  readonly is: string | null;
  readonly at_most: number;
  /** More than `at_most` are ignored, for rules that only count; otherwise they are a fault. */
  readonly cut: boolean;
  /** Reads the newest if there are more. */
  readonly newest: boolean;
};
/** The object whose unique member has the value at a path. */
export type Unique<R extends AnyResource = AnyResource, P extends string = string> = {
  readonly read: 'unique';
  readonly resource: R;
  readonly by: string;
  readonly of: P;
};
/** The balance of a ledger account, in minor units of the currency at the first path with a value; without a path, over all currencies. */
export type Balance = { readonly read: 'balance'; readonly ledger_account: string; readonly currency: readonly string[] };
/** The stored balance of a ledger account in each currency. */
export type Holdings = { readonly read: 'holdings'; readonly ledger_account: string };
/** The balance in one currency, in minor units. */
export type Holding = { readonly currency: string; readonly amount: number };
/** A gapless series of numbers of the account. */
export type Sequence = { readonly read: 'sequence'; readonly name: string };
/** A series as it was read: only `numbered` uses its next number. */
export type Series = { readonly name: string; readonly next: number };
/** The value of one unit of a base currency in other currencies on a day, as exact decimals. */
export type RateTable = Readonly<{ base: string; date: string; provider: string; rates: Readonly<Record<string, string>> }>;
/** The latest table of exchange rates, if a parameter requests a conversion. */
export type Rates = { readonly read: 'rates'; readonly where: string };
/** The account itself; or only if it may be connected to a platform. */
export type Own<R extends AnyResource = AnyResource> = { readonly read: 'own'; readonly resource: R; readonly if_connected: boolean };

/** One object whose id is computed from earlier reads, for cases that no path can express. */
// biome-ignore lint/suspicious/noExplicitAny: erased here, typed and checked where a rule declares it.
export type Computed<R extends AnyResource = AnyResource, S = any> = {
  readonly read: 'computed';
  readonly resource: R;
  readonly id: (seen: S) => string | null | undefined;
};
/** How usage is aggregated: sum, count, the last value in the range or ever, the maximum, or the first second with usage. */
export type Formula = 'sum' | 'count' | 'last' | 'last_ever' | 'max' | 'first_at';
/** A usage query from `start` until before `end`, in seconds; the result is found by `key`. */
export type UsageAsked = {
  readonly key: string;
  /** The id of the meter or of the subscription item. */
  readonly of: string;
  /** The customer of a meter's usage; absent for a subscription item, which has one customer. */
  readonly customer?: string | null;
  readonly formula: Formula;
  readonly start: number;
  readonly end: number;
};
/** Usage queries that are computed from earlier reads. */
// biome-ignore lint/suspicious/noExplicitAny: erased here, typed and checked where a rule declares it.
export type Usage<S = any> = {
  readonly read: 'usage';
  readonly asked: (seen: S, now: number, payer: Payer | null) => readonly UsageAsked[];
};

/** A payer who calls: a keyed hash of their address, and a fingerprint function for the number in the request. */
export type Payer = { readonly address: string; readonly fingerprint: (number: Concealed) => string };

/** A read of a rule; a bare resource is the object at the path of the read's name. */
export type Read = AnyResource | One | Many | Unique | Balance | Holdings | Sequence | Own | Computed | Usage | Rates;
/** The reads of a rule, by name. */
export type Reads = Readonly<Record<string, Read>>;

/**
 * The object at a path, as `one(paymentMethod, 'customer.invoice_settings.default_payment_method')`. A bare resource is short for the path of its
 * name.
 */
export const one = <R extends AnyResource, const P extends string>(resource: R, path: P): One<R, P> => ({ read: 'one', resource, path });

/** The objects of a list: `many(subscriptionItem, { by: 'subscription' })`; or all in a state, up to a maximum. */
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
 * The balance of a ledger account in minor units, in the currency at a path, or at the first of several paths with a value. Without a path: the sum
 * of the absolute balances of all currencies.
 */
export const balance = (ledger_account: string, ...currency: readonly string[]): Balance => ({ read: 'balance', ledger_account, currency });

/** The balance of a ledger account in each currency: `holdings('merchant_available')`. For display only: it is not guarded. */
export const holdings = (ledger_account: string): Holdings => ({ read: 'holdings', ledger_account });

/** A gapless series of numbers: `sequence('invoice')`. */
export const sequence = (name: string): Sequence => ({ read: 'sequence', name });

/** The latest table of exchange rates, if the parameter is sent; null before one was loaded. */
export const rates = (where: string): Rates => ({ read: 'rates', where });

/** The account itself. */
export const own = <R extends AnyResource>(resource: R): Own<R> => ({ read: 'own', resource, if_connected: false });

/** The account itself; not read for a caller that is known to have no platform. */
export const ownIfConnected = <R extends AnyResource>(resource: R): Own<R> => ({ read: 'own', resource, if_connected: true });

/** The object whose id a pure function computes from earlier reads, `input` and `it`. */
export const computed = <R extends AnyResource, S>(resource: R, id: (seen: S) => string | null | undefined): Computed<R, S> => ({
  read: 'computed',
  resource,
  id,
});

/**
 * The usage by a formula, as exact decimals and never below zero: everything stored before the read. A pure function of earlier reads and `now`
 * returns the queries: `usage(({ items, prices }: Billed, now) => items.map(…))`.
 */
export const usage = <S>(asked: Usage<S>['asked']): Usage<S> => ({ read: 'usage', asked });

/** The usage that was read, by key. */
export type Used = { readonly get: (key: string) => string };

/** The objects found through a list, by the ids in the list. */
export type Found<T> = { readonly get: (id: string) => T; readonly all: readonly Exclude<T, null>[] };

/** Why a path is invalid. */
type Wrong<M extends string> = { readonly wrong: M };

type Member<T, K extends string> = T extends null | undefined
  ? null
  : T extends Wrong<string>
    ? T
    : T extends string
      ? Wrong<`an id has no ${K}: read its object separately, and begin the path with that read`>
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

/** The start of a path: another read, a parameter, or a member of the object. */
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

/** The result of one read. */
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

/** The results of all reads, by name. */
export type AllSeen<O, I, N extends Reads> = { readonly [K in keyof N]: Seen<O, I, N, K> };

type Refers<V, R extends AnyResource> = [Extract<V, Wrong<string>>] extends [never]
  ? [Exclude<V, null | undefined>] extends [Id<R['object']> | readonly Id<R['object']>[]]
    ? unknown
    : `this is no id of a ${R['object']}`
  : Extract<V, Wrong<string>>['wrong'];

/** Reports the error of an invalid path. */
export type Checked<O, I, N extends Reads> = {
  readonly [K in keyof N]: N[K] extends One<infer R, infer P>
    ? Refers<At<O, I, N, P>, R>
    : N[K] extends Computed<AnyResource, infer S> | Usage<infer S>
      ? Before<O, I, N, K> extends S
        ? unknown
        : 'this path uses a read that is not before it'
      : N[K] extends AnyResource
        ? Refers<At<O, I, N, K & string>, N[K]>
        : unknown;
};

/** The inputs of a computed read. */
type Before<O, I, N extends Reads, K extends keyof N> = { readonly it: O; readonly input: I } & AllSeen<O, I, Omit<N, K>>;
