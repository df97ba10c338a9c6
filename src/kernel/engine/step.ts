import { Concealed } from '../base/concealed.js';
import { type AnyEffect, type Around, type Asked, flat, known, made, watch } from '../base/effects.js';
import { isOurs } from '../base/ids.js';
import { initialOf, mergeInto } from '../base/members.js';
import { hasPlace } from '../base/place.js';
import { isRefused, type Refusal, refused, refuseNow } from '../base/refusal.js';
import type { AnyResource, Document } from '../base/resource.js';
import { type AnyRule, unexpected } from '../base/rules.js';
import { tracedNow } from '../base/traced.js';
import type { Answered } from './ask.js';
import { bookkeeperOf, type Caller, clockOffset, type Engine, idTime, isOfPayer } from './engine.js';
import { fold, newTracked, refuseLost } from './fold.js';
import { gather } from './gather/gather.js';
import { onItsClock, refuseWhileAdvancing } from './on-clock.js';
import { type Asker, contentsInHand, keyOf, keyOfSubject, type Step, type Tracked, type Unit } from './unit.js';

/** The maximum length of a chain of steps. */
const depth_max = 24;

/** The refusal of a whole unit, of which nothing is stored. `subject` is the object of the verb. */
export type Denied = Error & { readonly denied: { readonly refusal: Refusal; readonly subject: Tracked | null } };

/** Wraps the refusal of a unit in an error. */
export const denied = (refusal: Refusal, subject: Tracked | null = null): Denied =>
  Object.assign(new Error(refusal.code), { denied: { refusal, subject } });

/** Distinguishes the refusal of a unit from other errors. */
export const isDenied = (error: unknown): error is Denied => error instanceof Error && 'denied' in error;

/** The refusal of a step or of its parameters; null for other errors. */
export const refusalIn = (error: unknown): Refusal | null =>
  isDenied(error) ? error.denied.refusal : isRefused(error) ? error.refusal : null;

/** A step without a cause. */
export const firstStep = (
  rule: AnyRule,
  { tenant, subject, given, now_ms, clock = null }: Pick<Step, 'tenant' | 'subject' | 'given' | 'now_ms'> & Partial<Pick<Step, 'clock'>>,
): Step => ({
  rule,
  tenant,
  subject,
  given,
  now_ms,
  clock,
  otherwise: null,
  depth: 0,
});

/** Decides one step and folds its effects; its followers are queued. Throws if it is refused; the unit must then be dropped or undone. */
export async function takeStep(engine: Engine, unit: Unit, queued: Step): Promise<void> {
  const { rule, subject } = queued;
  const key = keyOfSubject(queued);
  // An answer reports an external result; timers and reactions have no caller: none of these can be refused.
  const by_itself = rule.kind === 'timer' || rule.kind === 'reaction';
  if (rule.kind === 'result' || (by_itself && queued.depth === 0)) unit.refusable = false;
  if (queued.depth > depth_max) throw new Error(`${rule.resource.object} ${rule.name} causes itself endlessly`);
  const is_chosen = rule.kind === 'creation' && hasPlace(rule.resource) && !isOurs(subject);
  if (rule.kind === 'creation' && !is_chosen && !unit.objects.has(key)) bornOn(engine, unit, queued);
  const found = await gather(engine, unit, queued);
  if (unit.replayed || unit.overtaken) return;
  const step = onItsClock(engine, unit, queued);
  if (is_chosen && found.it) return deny(unit, step, taken(step));
  const seen = rule.kind === 'creation' && (is_chosen || step !== queued) ? { ...found, it: bornOn(engine, unit, step) } : found;
  if (!seen.it) return missing(unit, step);
  if (step.allows && !step.allows(unit.objects.get(key) as Tracked)) throw unknown(rule.resource, subject);
  refuseWhileAdvancing(unit, step);
  if (rule.from && !rule.from.includes(seen.it.status ?? '')) return elsewhere(unit, step, seen.it);
  // A new decision about an object replaces an earlier report about it.
  unit.reports.delete(key);
  const built = watch();
  const effects = decided(unit, step, seen, around(engine, unit, step));
  fold(engine, unit, step, effects);
  refuseLost(step, built);
}

/** The rule's effects. Its refusal denies the unit, so that the refusal is stored under the idempotency key. */
function decided(unit: Unit, step: Step, seen: Readonly<Record<string, unknown>>, asked: Asked): readonly AnyEffect[] {
  try {
    const { rule, given } = step;
    const about = () => ({ name: `${rule.resource.object} ${rule.name}`, attributes: {} });
    return flat(tracedNow('rule', about, () => rule.decide({ ...seen, ...given }, asked)));
  } catch (error) {
    if (!isRefused(error)) throw error;
    return deny(unit, step, error.refusal);
  }
}

/** A new object starts on its own clock. It replaces a deleted object with the same id. */
function bornOn(engine: Engine, unit: Unit, step: Step): Document {
  const key = keyOfSubject(step);
  const version = unit.objects.get(key)?.version ?? 0;
  const doc = blank(engine, unit, step);
  const { resource } = step.rule;
  unit.objects.set(key, { ...newTracked(bookkeeperOf(resource, step.tenant, step.subject), resource, doc), version });
  return doc;
}

/** The refusal of a chosen id that another object has. */
const taken = ({ rule: { resource }, subject }: Step): Refusal => ({
  code: 'resource_already_exists',
  param: 'id',
  message: `A ${resource.title ?? resource.object} with the id ${subject} already exists. Choose another one, or update that object.`,
});

/** The error for an unknown id, identical for another account's id. */
export const unknown = ({ object }: AnyResource, id: string): Error =>
  refused({ code: 'resource_missing', param: 'id', message: `No such ${object}: '${id}'` });

/** A missing object is refused for callers and ignored for timers and reactions; for an answer it is an internal error. */
function missing(unit: Unit, step: Step): void {
  const { rule, subject } = step;
  switch (rule.kind) {
    case 'rule':
    case 'creation':
      if (step.asker && step.depth === 0) throw unknown(rule.resource, subject);
      deny(unit, step, { code: 'resource_missing', param: 'id', message: `No such ${rule.resource.object}: '${subject}'` });
      return;
    case 'result':
    case 'consequence':
      throw new Error(`${step.rule.resource.object} ${step.rule.name} is about ${step.subject}, which does not exist`);
    case 'timer':
    case 'reaction':
      return;
  }
}

/** An unexpected status is refused for callers; timers, reactions and late answers do nothing. */
function elsewhere(unit: Unit, step: Step, it: Document): void {
  if (step.rule.kind === 'rule') deny(unit, step, unexpected(step.rule, it.status));
}

function deny({ objects }: Unit, step: Step, refusal: Refusal): never {
  throw denied(refusal, step.depth === 0 ? (objects.get(keyOfSubject(step)) ?? null) : null);
}

/** A new object without any members set. */
const blank = (engine: Engine, unit: Unit, step: Step): Document => {
  const { rule, subject, tenant } = step;
  const { resource } = rule;
  const doc = beginning(resource, subject, resource.states && '', step);
  const place = isOurs(subject) ? subject : engine.ids.fresh(resource.prefix, idTime(unit.service_ms, tenant));
  return known(resource, hasPlace(resource) ? { ...doc, place } : doc);
};

/** The initial members of every object; with its test clock, if it has that member. */
function beginning(
  { object, created_in, fields }: AnyResource,
  id: string,
  status: unknown,
  { now_ms, tenant, clock }: Pick<Step, 'now_ms' | 'tenant' | 'clock'>,
): Document {
  return {
    id,
    object,
    created: created_in === 'milliseconds' ? now_ms : Math.floor(now_ms / 1000),
    livemode: tenant.livemode,
    ...(status !== undefined && { status }),
    ...initialOf(fields),
    ...(clock !== null && 'test_clock' in fields && { test_clock: clock }),
  } as Document;
}

/** The surroundings of a step. */
export function around(
  engine: Engine,
  unit: Unit,
  step: Pick<Step, 'tenant' | 'now_ms' | 'clock'> & { readonly asker?: Step['asker'] },
): Asked {
  const { tenant, now_ms, asker } = step;
  // An id without a resource is on no list, so it may have the time on the object's clock, for stateless processors.
  const fresh = ({ object = '', prefix }: Pick<AnyResource, 'prefix'> & { readonly object?: string }): string =>
    engine.ids.fresh(prefix, engine.index.resources.has(object) ? idTime(unit.service_ms, tenant) : now_ms);
  return {
    now: Math.floor(now_ms / 1000),
    account: tenant.account_id,
    livemode: tenant.livemode,
    version: asker?.version ?? null,
    byBrowser: asker?.payer != null,
    payer: asker?.payer ?? null,
    byVisitor: asker?.byVisitor ?? false,
    isAskedFor: ({ object, id }) => unit.asked_for === keyOf({ object, id }),
    fresh,
    make: ((resource: AnyResource, given: Readonly<Record<string, unknown>>, id = fresh(resource)) =>
      made(resource, mergeInto(resource.fields, beginning(resource, id, given.status, step), given), given)) as Around['make'],
    pageUrl: (page, subject, attempt) => engine.pageUrl(page, tenant.account, subject, attempt),
    fingerprint: (number) => engine.vault.fingerprint(tenant.account, number),
    contents: ({ id }) => contentsInHand(unit, id) ?? {},
    refusalOfUrl: engine.refusalOfUrl,
    endpoints_max: engine.endpoints_max,
    declines_per_hour_max: engine.declines_per_hour_max,
    processors: (account_id, verb) => engine.processorsOf({ account_id, livemode: tenant.livemode }, verb),
    refuse: refuseNow,
  };
}

/** The caller and their address. For a payer only a keyed hash of the address is passed on. */
export const askerOf = ({ vault }: Engine, { account, kind }: Caller, version: string | null, address: string): Asker => ({
  version,
  payer: isOfPayer(kind)
    ? { address: vault.fingerprint(account, new Concealed(address)), fingerprint: (number) => vault.fingerprint(account, number) }
    : null,
  byVisitor: kind === 'visitor',
});

/** The step of an answer: the question's subject decides the rule. */
export function resultOf(
  engine: Engine,
  unit: Unit,
  { asked: { ask, tenant, depth, clock }, answer, by }: Answered,
  as_of_ms: number | null = null,
): Step {
  const { verb, subject } = ask;
  const now = { now_ms: unit.service_ms + clockOffset(engine, tenant), clock: null };
  const moment = as_of_ms === null ? now : { now_ms: as_of_ms, clock };
  const rule = engine.index.results.get(`${subject.object} ${verb}`);
  if (!rule) throw new Error(`${subject.object} asks ${verb} but has no result rule for it`);
  return { rule, tenant, subject: subject.id, given: { input: {}, answer, asked: ask, by }, otherwise: null, ...moment, depth };
}
