import type { Concealed } from './concealed.js';
import type { AnyDecided, Decided } from './decision.js';
import { type Around, type Decision, legacyEffect, refuse } from './effects.js';
import type { Fields, Given } from './fields.js';
import type { Answer, Verb } from './processor.js';
import { balance, one, own, type Reads } from './reads.js';
import type { AnyResource, It, Page } from './resource.js';
import type { Action, AnyRule, Route } from './rules.js';

export type Needs = Readonly<Record<string, AnyResource>>;
export type Refs<N extends Needs> = { readonly [K in keyof N]: It<N[K]> | null };
export type Surroundings = {
  readonly now: number;
  readonly livemode: boolean;
  readonly account: string;
  readonly version: string | null;
  readonly by_browser: boolean;
  readonly fresh: (resource: Pick<AnyResource, 'prefix'>) => string;
  readonly pageUrl: (page: Page, subject: { readonly object: string; readonly id: string }, attempt: string) => string;
  readonly fingerprint: (number: Concealed) => string;
  readonly refusalOfUrl: (url: string) => string | null;
  readonly balance: number;
};
export type Context<R extends AnyResource, P extends Fields, N extends Needs> = Surroundings & {
  readonly it: It<R>;
  readonly params: Given<P>;
  readonly refs: Refs<N>;
};
export type AskedOf = { readonly verb: Verb; readonly attempt: string; readonly processor: string; readonly amount: number | null };
type BalanceOf = { readonly ledger_account: string; readonly currency: readonly string[] };
type Options<N extends Needs> = {
  readonly needs?: N;
  readonly balance?: BalanceOf;
  readonly summary?: string;
  readonly members_max?: number;
};

const readsOf = (needs: Needs, of?: BalanceOf): Reads => ({
  ...Object.fromEntries(Object.entries(needs).map(([name, kind]) => [name, name === 'account' ? own(kind) : one(kind, name)])),
  ...(of && { balance: balance(of.ledger_account, ...of.currency) }),
});

const legacyAround = ({ byBrowser, fresh, make: _, ...around }: Around): Omit<Surroundings, 'balance'> => ({
  ...around,
  by_browser: byBrowser,
  fresh: fresh as never,
});

const refsIn = (needs: Needs, seen: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.keys(needs).map((name) => [name, seen[name]]));

const built = (
  kind: AnyRule['kind'],
  resource: AnyResource,
  name: string,
  takes: Fields,
  reads: Reads,
  decide: AnyRule['decide'],
  more = {},
): AnyRule => ({ kind, routes: [], resource, name, takes, from: null, reads, reaction: null, afresh: false, decide, ...more }) as AnyRule;

export const action = <R extends AnyResource, const T extends Route, P extends Fields, const N extends Needs = Record<never, never>>(
  resource: R,
  route: T,
  params: P,
  decide: (context: Context<R, P, N>) => Decided<NoInfer<R>>,
  { needs = {} as N, balance: of, ...options }: Options<N> = {},
): Action<T> => {
  const rule = built(route.includes(':id') ? 'rule' : 'creation', resource, route, params, readsOf(needs, of), (seen, around): Decision => {
    const { it, input } = seen as { it: It<R>; input: Given<P> };
    const funds = (seen as { balance?: number }).balance ?? 0;
    const decided = decide({ ...legacyAround(around), it, params: input, refs: refsIn(needs, seen) as Refs<N>, balance: funds });
    return decided.refuse && !decided.to && !decided.set ? refuse(decided.refuse) : legacyEffect(decided as AnyDecided, it);
  });
  return { kind: 'action', routes: [route], resource, params, rule, decide, ...options } as Action<T>;
};

export type Settle = AnyRule;
export const answer = <R extends AnyResource, const N extends Needs = Record<never, never>>(
  resource: R,
  decide: (
    context: Omit<Context<R, Record<never, never>, N>, 'params'> & { readonly answer: Answer; readonly asked: AskedOf },
  ) => Decided<NoInfer<R>>,
  { needs = {} as N, afresh = false }: { needs?: N; afresh?: boolean } = {},
): AnyRule =>
  built(
    'result',
    resource,
    '*',
    {},
    readsOf(needs),
    (seen, around): Decision => {
      const { it, answer, asked: ask, by } = seen;
      const asked = { verb: ask.verb, attempt: ask.attempt, processor: by, amount: ask.amount ?? null };
      const context = {
        ...legacyAround(around),
        version: null,
        by_browser: false,
        it,
        answer,
        asked,
        refs: refsIn(needs, seen) as Refs<N>,
        balance: 0,
      };
      return legacyEffect(decide(context) as AnyDecided, it);
    },
    { afresh, legacy: decide },
  );

export const due = <R extends AnyResource, const N extends Needs = Record<never, never>>(
  resource: R,
  name: string,
  decide: (context: Omit<Context<R, Record<never, never>, N>, 'params'> & { readonly about: string | null }) => Decided<NoInfer<R>>,
  { needs = {} as N }: { needs?: N } = {},
): AnyRule =>
  built(
    'timer',
    resource,
    name,
    {},
    readsOf(needs),
    (seen, around): Decision => {
      const { it, about } = seen;
      const decided = decide({ ...legacyAround(around), it, about, refs: refsIn(needs, seen) as Refs<N>, balance: 0 });
      return legacyEffect((decided.refuse ? {} : decided) as AnyDecided, it);
    },
    { legacy: decide },
  );
