import type { Concealed } from '../../src/kernel/base/concealed.js';
import { type AnyEffect, type Around, type Asked, flat, known, made, type Posting, watch } from '../../src/kernel/base/effects.js';
import { initialOf, mergeMembers } from '../../src/kernel/base/members.js';
import { isRefused, type Refusal, refuseNow } from '../../src/kernel/base/refusal.js';
import type { AnyResource, Document, It, Settable, StateOf } from '../../src/kernel/base/resource.js';
import { type AnyRule, unexpected } from '../../src/kernel/base/rules.js';

/** The time of every decision made here: 15 June 2030. */
export const now = Date.UTC(2030, 5, 15) / 1000;

/** A context that is always the same: ids are counted, a fingerprint is constant. */
export function surroundings(changes: Partial<Around> = {}): Asked {
  let count = 0;
  const fresh = ({ prefix }: Pick<AnyResource, 'prefix'>): string => `${prefix}_new${++count}`;
  const around = {
    now,
    livemode: false,
    account: 'acct_1',
    version: null,
    byBrowser: false,
    payer: null,
    byVisitor: false,
    isAskedFor: () => false,
    ...changes,
  };
  return {
    fresh,
    make: ((resource: AnyResource, given: Readonly<Record<string, unknown>>, id = fresh(resource)) =>
      made(resource, docOf(resource, { ...given, id }, around.now), given)) as Around['make'],
    fingerprint: () => 'fingerprint',
    pageUrl: (page, { id }) => `https://pay.example.com/${page}/${id}`,
    contents: () => ({}),
    refusalOfUrl: () => null,
    endpoints_max: 16,
    declines_per_hour_max: 10,
    processors: () => [],
    refuse: refuseNow,
    ...around,
  };
}

/** The refusal of a function that may refuse; null where it does not. */
export function refusalOf(attempt: (asked: Asked) => unknown, changes: Partial<Around> = {}): Refusal | null {
  try {
    attempt(surroundings(changes));
    return null;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return error.refusal;
  }
}

type Members<R extends AnyResource> = { readonly [K in keyof Settable<R>]?: Settable<R>[K] | undefined } & {
  readonly id?: string;
  readonly status?: StateOf<R>;
};

/** An object as it could be stored: every member at its first value, except the given ones. */
export const stored = <R extends AnyResource>(resource: R, members: Members<R> = {} as Members<R>): It<R> =>
  known(resource, docOf(resource, members as Readonly<Record<string, unknown>>, now)) as unknown as It<R>;

function docOf(resource: AnyResource, members: Readonly<Record<string, unknown>>, created: number): Document {
  const { id = `${resource.prefix}_1`, status, ...given } = members;
  const set = mergeMembers(resource.fields, initialOf(resource.fields), given);
  const begun = { id, object: resource.object, created, livemode: false, ...(resource.states && { status: status ?? '' }) };
  return { ...begun, ...set } as Document;
}

/** The changes of one object: its new states, the set members, and the named events; null where an edge is explicitly silent. */
export type Change = { readonly to?: readonly string[]; readonly set: object; readonly tell?: string | readonly string[] | null };

/** The effects of a decision, by their subject. */
export type Outcome = Change & {
  readonly refuse?: Refusal;
  readonly report?: Refusal | null;
  readonly also: readonly (Change & { readonly id: string })[];
  readonly make: readonly (Change & { readonly id: string; readonly object: string })[];
  readonly post: readonly Posting[];
  readonly ask: readonly ({ readonly verb: string; readonly subject: string } & Readonly<Record<string, unknown>>)[];
  readonly later: readonly { readonly of: string; readonly name: string; readonly at: number; readonly about: string | null }[];
  readonly removed: boolean;
  readonly sealed: Readonly<Record<string, Readonly<Record<string, Concealed>>>>;
  readonly run: readonly { readonly name: string; readonly subject: string; readonly input: object }[];
};

/** The effects of a rule that does nothing. */
export const nothing: Outcome = { set: {}, also: [], make: [], post: [], ask: [], later: [], removed: false, sealed: {}, run: [] };

/** The input of a rule: its object, and its reads and parameters. */
export type Seen = { readonly it: object; readonly input?: object } & Readonly<Record<string, unknown>>;

/** Runs a rule outside any engine. In a state that the rule does not fit, it refuses or does nothing, as in the engine. */
export function decided(rule: AnyRule, seen: Seen, around: Partial<Around> = {}): Outcome {
  const it = seen.it as Document;
  if (rule.from && !rule.from.includes(it.status ?? '')) return elsewhere(rule, it);
  const reads = Object.fromEntries(Object.keys(rule.reads).map((name) => [name, null]));
  const given = { about: null, input: {}, by: 'acquirer', ...reads, ...seen };
  const context = surroundings(around);
  const built = watch();
  try {
    const effects = flat(rule.decide(given, context));
    refuseLost(rule, built, effects);
    return gathered(it, effects);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { ...nothing, refuse: error.refusal };
  }
}

/** As in the engine: an effect that is built and not returned would be lost. */
function refuseLost({ resource, name }: AnyRule, built: readonly AnyEffect[], effects: readonly AnyEffect[]): void {
  const lost = built.find((each) => !effects.includes(each) && !isWithin(each, effects));
  if (lost) throw new Error(`${resource.object} ${name} builds an effect that it does not return: ${lost.do}`);
}

const isWithin = (one: AnyEffect, effects: readonly AnyEffect[]): boolean =>
  effects.some((each) => each.do === 'within' && flat(each.effects).includes(one));

const elsewhere = (rule: AnyRule, { status }: Document): Outcome =>
  rule.kind === 'rule' ? { ...nothing, refuse: unexpected(rule, status ?? '') } : nothing;

function gathered(it: Document, effects: readonly AnyEffect[]): Outcome {
  const of = <D extends AnyEffect['do']>(kind: D) => effects.filter((each): each is Extract<AnyEffect, { do: D }> => each.do === kind);
  const sets = of('set').map((each) => ({ id: each.base.id, ...changeIn(each) }));
  const others = [...new Set(sets.map(({ id }) => id))].filter((id) => id !== it.id && !of('make').some(({ doc }) => doc.id === id));
  const changesOf = (id: string): Change => joined(sets.filter((each) => each.id === id));
  const [report] = of('report');
  return {
    ...changesOf(it.id),
    ...(report && { report: report.refusal }),
    also: others.map((id) => ({ id, ...changesOf(id) })),
    make: of('make').map(({ doc, given }) => ({
      id: doc.id,
      object: doc.object,
      ...joined([changeIn({ change: given }), changesOf(doc.id)]),
    })),
    post: of('post').map(({ posting }) => posting),
    ask: of('ask').map(({ question, subject, request }) => ({ verb: question.verb, subject: subject.id, ...request })),
    later: of('at').map(({ subject, timer, at, about }) => ({ of: subject.id, name: timer, at, about })),
    removed: of('remove').some(({ subject }) => subject.id === it.id),
    sealed: Object.fromEntries(of('seal').map(({ subject, contents }) => [subject.id, contents])),
    run: of('run').map(({ rule, subject, input }) => ({
      name: rule.name,
      subject: typeof subject === 'string' ? subject : subject.id,
      input,
    })),
  };
}

function changeIn({
  change: { status, ...set },
  tell,
}: {
  change: Readonly<Record<string, unknown>>;
  tell?: Change['tell'] | undefined;
}): Change {
  return { set, ...(typeof status === 'string' && { to: [status] }), ...(tell !== undefined && { tell }) };
}

/** Several changes of one object as one: states in turn, later values win. */
function joined(changes: readonly Change[]): Change {
  const to = changes.flatMap((each) => each.to ?? []);
  const told = changes.flatMap(({ tell }) => (tell === undefined ? [] : [tell]));
  const tell = told.length > 1 ? told.flatMap((each) => each ?? []) : told[0];
  return { set: Object.assign({}, ...changes.map(({ set }) => set)), ...(to.length && { to }), ...(tell !== undefined && { tell }) };
}
