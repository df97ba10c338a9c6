import { type AnyEffect, flat } from '../../src/kernel/base/effects.js';
import type { AnyResource, Document } from '../../src/kernel/base/resource.js';
import type { AnyRule, Catalogue, Entry } from '../../src/kernel/base/rules.js';
import { type Engine, resourceOf } from '../../src/kernel/engine/engine.js';
import { secretMember } from '../../src/kernel/engine/reply.js';
import { firstStep, refusalIn, takeStep } from '../../src/kernel/engine/step.js';
import { keyOf, savepoint, startUnit, type Unit, type Step as UnitStep } from '../../src/kernel/engine/unit.js';
import type { ObjectRow, Write } from '../../src/kernel/storage/rows.js';
import { secretsOf } from '../../src/kernel/vault/secrets.js';
import { now, stored } from './decisions.js';
import { engineInMemory, owner } from './engine-in-memory.js';
import { dressed, type Trial, trials } from './state-trials.js';

/** The rules that can change an object, by the name under which a caller, a time, an answer or another object's event applies them. */
export type Verb = { readonly name: string; readonly resource: AnyResource; readonly rules: readonly AnyRule[] };

/** One step of a decision between two states; from `start` for a new object. */
export type Step = { readonly object: string; readonly id: string; readonly from: string; readonly to: string; readonly verb: string };

/** The decision of a verb, tried in one way in one state. */
export type Tried = {
  readonly object: string;
  readonly row: string;
  readonly status: string;
  readonly outcome: string;
  readonly steps: readonly Step[];
  /** The error that the engine found in the decision; null for one that can be applied. */
  readonly fault: string | null;
};

/** The verbs of a catalogue that can change a resource with states. Their followers are tried with them. */
export function verbsOf(catalogue: Catalogue): Verb[] {
  const named = catalogue.flatMap(namedIn).filter(({ rule }) => rule.resource.states);
  const names = [...new Map(named.map(({ name, rule }) => [name, rule.resource]))];
  return names.map(([name, resource]) => ({ name, resource, rules: named.flatMap((each) => (each.name === name ? each.rule : [])) }));
}

function namedIn(entry: Entry): { readonly name: string; readonly rule: AnyRule }[] {
  switch (entry.kind) {
    case 'action':
      return [{ name: entry.routes[0] ?? '', rule: entry.rule }];
    case 'timer':
      return [{ name: `${entry.resource.object} ${entry.name}`, rule: entry }];
    case 'result':
      return [{ name: `${entry.resource.object} answer to ${entry.name}`, rule: entry }];
    case 'reaction':
      return [{ name: `${entry.resource.object} after ${entry.name}`, rule: entry }];
    default:
      return [];
  }
}

/** The states of a resource. */
export const statesOf = ({ states }: AnyResource): string[] => Object.keys(states ?? {});

/** Tries a verb in all its ways, in every state it can meet. */
export async function tryOut(verb: Verb): Promise<Tried[]> {
  const statuses = verb.rules.some(({ kind }) => kind === 'creation') ? ['start'] : statesOf(verb.resource);
  const ways = Object.entries(trials[verb.name] ?? {});
  return Promise.all(ways.flatMap(([way, trial]) => statuses.map((status) => tryOnce(verb, status, way, trial))));
}

async function tryOnce(verb: Verb, status: string, way: string, trial: Trial): Promise<Tried> {
  const { name, resource, rules } = verb;
  const { engine, memory } = engineInMemory(() => now * 1000);
  const { it: held = {}, there: besides = [] } = dressed[resource.object]?.(status) ?? {};
  const it = stored(resource, { ...held, ...trial.it, status } as never) as Document;
  const others = [...besides, ...(trial.by ? [trial.by] : []), ...(trial.there ?? [])];
  await memory.store(before(engine, [...others, ...(status === 'start' ? [] : [it])], trial.balance ?? 0));
  const unit = startUnit(engine, owner);
  unit.queue.push(...rules.map((rule) => begun(rule, it.id, trial)));
  const steps: Omit<Step, 'verb'>[] = [];
  const failed = await carryOut(engine, unit, steps);
  const refusal = failed && refusalIn(failed);
  return {
    object: resource.object,
    row: way ? `\`${name}\` ${way}` : `\`${name}\``,
    status,
    outcome: refusal ? `refused: \`${refusal.code}\`` : failed ? 'cannot be applied' : outcomeOf(unit, it, steps),
    steps: refusal ? [] : steps.map((step) => ({ ...step, verb: name })),
    fault: failed && !refusal ? `${name} ${way} (${status}): ${failed.message}` : null,
  };
}

/** All existing objects: each once, in its last version. */
function before(engine: Engine, docs: readonly Document[], balance: number): Write {
  const rows = new Map(docs.map((doc) => [doc.id, rowOf(engine, doc)]));
  const funded = {
    movement: 'topped_up',
    debit: 'processor_clearing',
    credit: 'merchant_available',
    currency: 'usd',
    source: 'tu_1',
  } as const;
  const entry = { ...funded, account: owner.account, id: 'entry_1', amount: BigInt(balance), posted_at: new Date(0) };
  const issuing = { ...entry, id: 'entry_2', movement: 'issuing_topped_up', credit: 'issuing_available' };
  return { now: new Date(now * 1000), objects: [...rows.values()], entries: [entry, issuing] };
}

function rowOf(engine: Engine, doc: Document): ObjectRow {
  const { account } = owner;
  const resource = resourceOf(engine.index, doc.object);
  const { kind } = secretMember(resource) ?? {};
  const secret = kind ? secretsOf(engine, account).fresh(kind, doc.id).stored : null;
  const columns = Object.fromEntries((resource.columns ?? []).map((name: string) => [name, doc[name] ?? null]));
  return { account, object: doc.object, id: doc.id, version: 1, doc: JSON.stringify(doc), secret, deleted: false, columns };
}

/** A payer as the caller. */
const payer = { address: 'address', fingerprint: () => 'fingerprint' };

function begun(rule: AnyRule, subject: string, { input = {}, answer, asked, about, by, byBrowser = false }: Trial): UnitStep {
  const answered = rule.kind === 'result' && { answer, asked: { verb: rule.name, attempt: subject, ...asked }, by: 'sandbox' };
  const given = { input: input as UnitStep['given']['input'], about: about ?? null, ...(by && { by }), ...answered };
  const step = firstStep(rule, { tenant: owner, subject, given, now_ms: now * 1000 });
  return { ...step, asker: { version: null, payer: byBrowser ? payer : null, byVisitor: false } };
}

/** Applies the queued steps with their followers, as the engine does, and gathers the steps between states. Returns the reason of a failure, if any. */
async function carryOut(engine: Engine, unit: Unit, steps: Omit<Step, 'verb'>[]): Promise<Error | null> {
  const watched = (rule: AnyRule): AnyRule => ({
    ...rule,
    decide: (seen, around) => {
      const effects = rule.decide(seen, around);
      steps.push(...flat(effects).flatMap((effect) => stepsOf(unit, effect)));
      return effects;
    },
  });
  const takeAll = async (): Promise<void> => {
    for (let step = unit.queue.shift(); step; step = unit.queue.shift()) {
      const waiting = unit.queue.splice(0);
      await takeOrElse(step);
      unit.queue.push(...waiting);
    }
  };
  const takeOrElse = async (step: UnitStep): Promise<void> => {
    const [undo, taken] = [savepoint(unit), steps.length];
    try {
      await takeStep(engine, unit, { ...step, rule: watched(step.rule) });
      await takeAll();
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal || !step.otherwise) throw error;
      undo();
      steps.splice(taken);
      if (step.otherwise !== 'ignore') unit.queue.push({ ...step, ...step.otherwise, given: { input: { refusal } }, otherwise: null });
    }
  };
  return takeAll().then(
    () => null,
    (error) => error,
  );
}

/** The steps between states in an effect. */
function stepsOf(unit: Unit, effect: AnyEffect): Omit<Step, 'verb'>[] {
  switch (effect.do) {
    case 'set':
      return walked(effect.base as unknown as Document, effect.change.status);
    case 'make':
      return walked({ ...effect.doc, status: '' }, effect.given.status);
    case 'within':
      return flat(effect.effects).flatMap((each) => stepsOf(unit, each));
    default:
      return [];
  }
}

/** The step to a state; none for an object that is in it already. */
const walked = ({ object, id, status }: Document, to: unknown): Omit<Step, 'verb'>[] =>
  typeof to === 'string' && to !== status ? [{ object, id, from: status || 'start', to }] : [];

/** The outcome for the object of a verb. */
function outcomeOf({ objects, reports }: Unit, it: Pick<Document, 'object' | 'id'>, steps: readonly Omit<Step, 'verb'>[]): string {
  const [key, { id: subject }] = [keyOf(it), it];
  if (objects.get(key)?.deleted) return 'removed';
  const report = reports.get(key) ?? [...reports.values()].at(-1);
  const path = steps.filter(({ id }) => id === subject).map(({ to }) => to);
  return `${path.length ? `→ ${path.join(' → ')}` : 'stays'}${report ? `, told \`${report.code}\`` : ''}`;
}
