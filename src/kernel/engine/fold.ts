import { type AnyEffect, changeOf, type Effects, flat, known, type MakeEffect, type PlainEffect, type SetEffect } from '../base/effects.js';
import { mergeMembers } from '../base/members.js';
import type { AnyAsk } from '../base/question.js';
import { type AnyIt, type AnyResource, clock_kind, type Document } from '../base/resource.js';
import { secretsOf } from '../vault/secrets.js';
import { bookkeeperOf, type Engine, idTime, otherTenant, type Tenant } from './engine.js';
import { tellAs, tellInForms } from './events.js';
import { seriesKey } from './gather/numbers.js';
import { clockOf } from './on-clock.js';
import { secretMember } from './reply.js';
import { contentsInHand, inHand, keyOf, type Step, type Tracked, type Unit } from './unit.js';

/** The context for folding the effects of one step. */
type Folding = {
  readonly engine: Engine;
  readonly unit: Unit;
  readonly step: Pick<Step, 'subject' | 'tenant' | 'depth' | 'asker'> & Partial<Pick<Step, 'rule'>>;
  /** The account of the effects: the step's, or that of a `within`. */
  readonly tenant: Tenant;
  /** Milliseconds on the clock of the step's object. */
  readonly now_ms: number;
  /** The test clock of that time; null for the account's own. */
  readonly clock: string | null;
};

/** The effects folded in this unit or in an earlier one of the same request. */
const folded = new WeakSet<AnyEffect>();

/** Folds every effect of a rule into the unit, in order. */
export function fold(engine: Engine, unit: Unit, step: Step, effects: readonly AnyEffect[]): void {
  foldInto({ engine, unit, step, tenant: step.tenant, now_ms: step.now_ms, clock: step.clock }, effects);
}

function foldInto(folding: Folding, effects: readonly AnyEffect[]): void {
  for (const each of effects) {
    refuseUnanswered(each);
    take[each.do](folding, each as never);
    folded.add(each);
  }
}

/** A changed object that later effects build on must be among the effects, or those would be stored without its change. */
function refuseUnanswered(each: AnyEffect): void {
  const of = each.do === 'set' ? each.base : 'subject' in each ? each.subject : null;
  const change = of && typeof of === 'object' ? changeOf(of) : null;
  if (change && !folded.has(change))
    throw new Error(`A rule continues from ${(of as AnyIt).id} as changed, but does not return the change`);
}

/** An effect that a rule creates and does not return would be lost silently. */
export function refuseLost({ rule }: Step, built: readonly AnyEffect[]): void {
  const lost = built.find((each) => !folded.has(each));
  if (lost) throw new Error(`${rule.resource.object} ${rule.name} creates an effect that it does not return: ${lost.do}`);
}

type Take<E> = (folding: Folding, effect: E) => void;

const take: { readonly [K in AnyEffect['do']]: Take<Extract<AnyEffect, { do: K }>> } = {
  set: takeSet,
  make: takeMake,
  remove: takeRemove,
  forget: takeForget,
  post: ({ unit, tenant, now_ms }, { posting }) => void unit.entries.push({ tenant, posting, now_ms }),
  ask: takeAsk,
  at: ({ unit, tenant, now_ms, clock: made_for }, { subject: { id, object }, timer, at, about }) => {
    const clock = clockOf(unit, keyOf({ object, id }), made_for);
    guardClock(unit, tenant, clock);
    unit.timers.push({ tenant, subject: id, object, timer, at, about, now_ms, clock });
  },
  mail: ({ unit, tenant }, { subject: { id }, message, locale }) => void unit.mails.push({ tenant, subject: id, message, locale }),
  tell: (folding, { subject, event }) => tell(folding, inHand(folding.unit, subject), event),
  seal: ({ unit }, { subject, contents: given, from }) => {
    const [tracked, contents] = [inHand(unit, subject), from ? contentsInHand(unit, from.id) : given];
    if (!contents) throw new Error(`The vault holds nothing of ${from?.id} for ${subject.id}`);
    Object.assign(tracked, { contents, changed: tracked.changed || tracked.before !== null });
  },
  number: takeNumber,
  roll: takeRoll,
  run: ({ unit, step, tenant, now_ms, clock }, { rule, subject, input, otherwise }) => {
    unit.queue.push({
      rule,
      tenant,
      subject: typeof subject === 'string' ? subject : subject.id,
      given: { input: input as Step['given']['input'] },
      otherwise:
        otherwise && otherwise !== 'ignore' ? { rule: otherwise.rule, subject: otherwise.subject.id, tenant: step.tenant } : otherwise,
      now_ms,
      clock,
      asker: step.asker,
      depth: step.depth + 1,
    });
  },
  foretell: ({ engine, unit, step: { depth }, tenant, now_ms, clock }, { rule, prefix, input, event }) => {
    const subject = engine.ids.fresh(prefix, idTime(unit.service_ms, tenant));
    const given = { input: input as Step['given']['input'] };
    unit.foretold.push({ event, step: { rule, tenant, subject, given, otherwise: null, now_ms, clock, depth: depth + 1 } });
  },
  report: ({ unit }, { subject, refusal }) =>
    void (refusal ? unit.reports.set(keyOf(subject), refusal) : unit.reports.delete(keyOf(subject))),
  show: ({ unit }, { subject, viewed }) => void unit.views.set(keyOf(subject), viewed),
  within: (folding, { account, effects }) =>
    foldInto({ ...folding, tenant: otherTenant(folding.tenant, account), clock: null }, flat(effects)),
};

function takeSet(folding: Folding, { base, change, tell, doc }: SetEffect): void {
  const tracked = inHand(folding.unit, base);
  // The usual case: no other change in between, so the document is the one that set() returned.
  if (tracked.doc === (base as unknown)) {
    changed(folding, tracked, change, tell, doc);
    return;
  }
  refuseStale(tracked, base, change);
  const { status, ...fields } = change;
  const merged = mergeMembers(tracked.resource.fields, tracked.doc as never, fields) as Document;
  const docNow = { ...merged, ...(status !== undefined && { status }) } as Document;
  changed(folding, tracked, change, tell, known(tracked.resource, docNow));
}

/** Two changes of one member from the same copy would silently overwrite each other. */
function refuseStale({ doc }: Tracked, base: AnyIt, change: object): void {
  for (const name of Object.keys(change)) {
    if (isOther(doc[name], Reflect.get(base, name)))
      throw new Error(`${doc.id}.${name} is changed from an outdated copy: continue from the result of set()`);
  }
}

function takeMake(folding: Folding, { resource, given, doc }: MakeEffect): void {
  const { unit, clock } = folding;
  const tracked = newTracked(bookkeeperOf(resource, folding.tenant, doc.id), resource, doc);
  const key = keyOf(doc);
  unit.objects.set(key, tracked);
  unit.clocks.set(key, clockOf(unit, key, clock));
  changed(folding, tracked, given, undefined, doc);
}

/** The entry of a new object. */
export const newTracked = (tenant: Tenant, resource: AnyResource, doc: Document): Tracked => ({
  tenant,
  resource,
  before: null,
  version: 0,
  doc,
  text: null,
  secret: null,
  changed: false,
  changed_ms: 0,
  deleted: false,
  contents: null,
});

/** Folds effects from outside a rule: a named test object, or the initial objects of an account. */
export function foldBeside(engine: Engine, unit: Unit, step: Pick<Step, 'tenant' | 'now_ms' | 'clock'>, effects: Effects): void {
  foldInto({ engine, unit, ...step, step: { ...step, depth: 0, subject: '' } }, flat(effects));
}

function takeRemove(folding: Folding, { subject }: Extract<PlainEffect, { do: 'remove' }>): void {
  const tracked = inHand(folding.unit, subject);
  const { resource, doc } = tracked;
  if (resource.events?.removed) tell(folding, tracked, resource.events.removed);
  const { id, object } = doc;
  guardOwner(folding, tracked, doc);
  Object.assign(tracked, { doc: { id, object, deleted: true }, text: null, changed: true, deleted: true });
}

function takeForget(folding: Folding, { subject }: Extract<PlainEffect, { do: 'forget' }>): void {
  const tracked = inHand(folding.unit, subject);
  const { doc, version } = tracked;
  const { id, object } = doc;
  guardOwner(folding, tracked, doc);
  Object.assign(tracked, { doc: { id, object, deleted: true }, text: null, changed: version > 0, deleted: true, contents: null });
  folding.unit.forgotten.set(id, tracked);
}

function takeAsk(
  { engine, unit, step, tenant, now_ms, clock }: Folding,
  { question, subject, request }: Extract<PlainEffect, { do: 'ask' }>,
): void {
  const { id, object } = subject;
  const began = beganAt(unit, request.attempt);
  const ask = { verb: question.verb, subject: { object, id }, ...request, now: Math.floor(now_ms / 1000), ...began } as AnyAsk;
  unit.asks.push({ question, ask, tenant, now_ms, clock, depth: step.depth + 1, job: engine.ids.fresh('ask', unit.service_ms) });
}

/** An attempt whose id is an object's began when that object was created, on its own clock. */
function beganAt({ objects }: Unit, attempt: string): { readonly began?: number } {
  const created = objects.get(attempt.split(' ')[0] ?? '')?.doc.created;
  return typeof created === 'number' ? { began: created } : {};
}

/** A number that another step has used since it was read must not be used twice. */
function takeNumber({ unit, tenant }: Folding, { series: { name, next } }: Extract<PlainEffect, { do: 'number' }>): void {
  const key = seriesKey(tenant.account, name);
  const series = unit.sequences.get(key);
  if (series?.last !== next - 1) throw new Error(`The number ${next} of ${name} is used already: take one number of a series in a step`);
  unit.sequences.set(key, { ...series, last: next });
}

function takeRoll({ engine, unit, tenant }: Folding, { subject, overlap_until }: Extract<PlainEffect, { do: 'roll' }>): void {
  const tracked = inHand(unit, subject);
  const kind = secretMember(tracked.resource)?.kind;
  if (!tracked.secret || !kind) throw new Error(`${subject.id} has no secret to roll`);
  const { stored, shown } = secretsOf(engine, tenant.account).roll(kind, subject.id, tracked.secret, overlap_until);
  Object.assign(tracked, { secret: stored, changed: true });
  unit.shown.set(keyOf(subject), shown);
}

/** Applies a change, and emits the edge's event, the named events, or `updated`. */
function changed(folding: Folding, tracked: Tracked, change: SetEffect['change'], told: SetEffect['tell'], doc: Document): void {
  const { resource, doc: previous } = tracked;
  const starting = tracked.before === null && !tracked.changed;
  const { status } = change;
  if (!starting && !Object.keys(change).some((name) => isOther(previous[name], doc[name]))) {
    for (const event of told ? [told].flat() : []) tell(folding, tracked, event, previous);
    return;
  }
  Object.assign(tracked, { doc, text: null, changed: true, changed_ms: folding.now_ms });
  if (starting) giveSecret(folding, tracked);
  if (starting || movesBetweenLists(resource, previous, doc)) guardOwner(folding, tracked, starting ? doc : previous);
  const own = starting ? startEvent(resource, status) : status === undefined ? undefined : edgeEvent(resource, previous.status, status);
  if (own) tell(folding, tracked, own, own === resource.events?.updated ? previous : undefined);
  if (told !== undefined)
    for (const event of told === null ? [] : [told].flat()) tell(folding, tracked, event, starting ? undefined : previous);
  else if (own === undefined && !starting && resource.events?.updated) tell(folding, tracked, resource.events.updated, previous);
}

const isOther = (a: unknown, b: unknown): boolean =>
  a !== b && (typeof a !== 'object' || typeof b !== 'object' || JSON.stringify(a) !== JSON.stringify(b));

function startEvent({ object, start, states }: AnyResource, status: unknown): string | null {
  const event = states ? (start as Readonly<Record<string, string | null>>)[String(status)] : (start as string | null);
  if (event === undefined) throw new Error(`No ${object} starts as ${String(status)}`);
  return event;
}

/** A missing edge is an internal error, never the caller's. Undefined without an edge to itself for an object that stays in its state. */
function edgeEvent({ object, states }: AnyResource, from: string | undefined, to: unknown): string | null | undefined {
  const event = states?.[from ?? '']?.[String(to)];
  if (event === undefined && from !== to) throw new Error(`${object} has no edge from ${from} to ${String(to)}`);
  return event;
}

function giveSecret({ engine, unit, tenant }: Folding, tracked: Tracked): void {
  const member = secretMember(tracked.resource);
  if (!member) return;
  const { stored, shown } = secretsOf(engine, tenant.account).fresh(member.kind, tracked.doc.id);
  tracked.secret = stored;
  unit.shown.set(keyOf(tracked.doc), shown);
}

/** Whether the change may move the object from one list of an owner to another. */
const movesBetweenLists = ({ owner, columns = [] }: AnyResource, previous: Document, doc: Document): boolean =>
  owner !== undefined && (columns as readonly string[]).some((name) => isOther(previous[name], doc[name]));

/** An addition to or removal from a list changes its owner's version, so that concurrent readers of the whole list lose the race. */
function guardOwner({ unit, tenant }: Folding, { resource: { owner, fields }, doc }: Tracked, previous: Document): void {
  if (!owner) return;
  const object = fields[owner]?.refers_to ?? '';
  for (const id of new Set([previous[owner], doc[owner]]))
    if (typeof id === 'string') unit.guarded.set(keyOf({ object, id }), { tenant, object, id });
}

/** Stores an event, and queues its followers. */
function tell({ engine, unit, step, now_ms, clock }: Folding, tracked: Tracked, type: string, previous?: Document): void {
  const { doc, resource, tenant } = tracked;
  const event = tellAs(engine, unit, { tracked, type, now_ms, previous });
  unit.events.push(event, ...tellInForms(engine, unit, { tracked, type, now_ms, previous }));
  for (const rule of engine.index.followers.get(resource.object) ?? []) {
    const { reaction } = rule;
    if (reaction?.event !== type) continue;
    const id = reaction.via && doc[reaction.via];
    if (typeof id === 'string') {
      unit.queue.push({ rule, tenant, subject: id, given: { input: {}, by: doc }, otherwise: null, now_ms, clock, depth: step.depth + 1 });
    }
    if (reaction.each) {
      guardClock(unit, tenant, clock);
      unit.fans.push({ tenant, event: type, event_id: event.id, rule, by: doc, now_ms, clock });
    }
  }
}

/** A timer on a clock that arrives at the same time would wait for the next advance: then the write is refused, and the unit retried. */
function guardClock({ guarded, held_clock }: Unit, tenant: Tenant, clock: string | null): void {
  if (clock !== null && clock !== held_clock) guarded.set(clock, { tenant, object: clock_kind, id: clock });
}
