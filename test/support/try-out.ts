import { type AnyEffect, flat } from '../../src/kernel/base/effects.js';
import type { AnyResource, Document } from '../../src/kernel/base/resource.js';
import type { AnyRule, Catalogue, Entry } from '../../src/kernel/base/rules.js';
import { type Engine, resourceOf } from '../../src/kernel/engine/engine.js';
import { secretMember } from '../../src/kernel/engine/secret-member.js';
import { firstStep, isDenied, takeStep } from '../../src/kernel/engine/step.js';
import { keyOf, startUnit, type Unit, type Step as UnitStep } from '../../src/kernel/engine/unit.js';
import type { ObjectRow, Write } from '../../src/kernel/storage/rows.js';
import { secretsOf } from '../../src/kernel/vault/secrets.js';
import { now, stored } from './decisions.js';
import { engineInMemory, owner } from './engine-in-memory.js';
import { dressed, type Trial, trials } from './state-trials.js';

/** A rule that can change an object, by the name under which a caller, a time or the answer to a question applies it. */
export type Verb = { readonly name: string; readonly rule: AnyRule; readonly question?: string };

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
export const verbsOf = (catalogue: Catalogue): Verb[] => catalogue.flatMap(verbsIn).filter(({ rule }) => rule.resource.states);

function verbsIn(entry: Entry): Verb[] {
  switch (entry.kind) {
    case 'action':
      return [{ name: entry.routes[0] ?? '', rule: entry.rule }];
    case 'timer':
      return [{ name: `${entry.resource.object} ${entry.name}`, rule: entry }];
    case 'result':
      return [{ name: `${entry.resource.object} answer to ${entry.name}`, rule: entry, question: entry.name }];
    default:
      return [];
  }
}

/** The states of a resource. */
export const statesOf = ({ states }: AnyResource): string[] => Object.keys(states ?? {});

/** Tries a verb in all its ways, in every state it can meet. */
export async function tryOut(verb: Verb): Promise<Tried[]> {
  const { kind, resource } = verb.rule;
  const statuses = kind === 'creation' ? ['start'] : statesOf(resource);
  const ways = Object.entries(trials[verb.name] ?? {});
  return Promise.all(ways.flatMap(([way, trial]) => statuses.map((status) => tryOnce(verb, status, way, trial))));
}

async function tryOnce(verb: Verb, status: string, way: string, trial: Trial): Promise<Tried> {
  const { name, rule } = verb;
  const { engine, memory } = engineInMemory(() => now * 1000);
  const { it: held = {}, there: besides = [] } = dressed[rule.resource.object]?.(status) ?? {};
  const it = stored(rule.resource, { ...held, ...trial.it, status } as never) as Document;
  await memory.store(before(engine, [...besides, ...(trial.there ?? []), ...(status === 'start' ? [] : [it])], trial.balance ?? 0));
  const unit = startUnit(engine, owner);
  unit.queue.push(begun(verb, it.id, trial));
  const steps: Step[] = [];
  const failed = await carryOut(engine, unit, (effect) => steps.push(...stepsOf(unit, effect).map((step) => ({ ...step, verb: name }))));
  return {
    object: rule.resource.object,
    row: way ? `\`${name}\` ${way}` : `\`${name}\``,
    status,
    outcome: failed ? nothing(failed) : outcomeOf(unit, it, steps),
    steps: failed && isDenied(failed) ? [] : steps,
    fault: failed && !isDenied(failed) ? `${name} ${way} (${status}): ${failed.message}` : null,
  };
}

const nothing = (failed: Error): string => (isDenied(failed) ? `refused: \`${failed.denied.refusal.code}\`` : 'cannot be applied');

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

function begun({ rule, question: verb }: Verb, subject: string, { input = {}, answer, asked, about, byBrowser = false }: Trial): UnitStep {
  const answered = verb && { answer, asked: { verb, attempt: subject, ...asked }, by: 'sandbox' };
  const given = { input: input as UnitStep['given']['input'], about: about ?? null, ...(answered || {}) };
  const step = firstStep(rule, { tenant: owner, subject, given, now_ms: now * 1000 });
  return { ...step, asker: { version: null, payer: byBrowser ? payer : null, byVisitor: false } };
}

/** Applies a step with its followers, and yields each effect before it is applied. Returns the reason of a failure, if any. */
async function carryOut(engine: Engine, unit: Unit, look: (effect: AnyEffect) => void): Promise<Error | null> {
  const watched = (rule: AnyRule): AnyRule => ({
    ...rule,
    decide: (seen, around) => {
      const effects = rule.decide(seen, around);
      flat(effects).forEach(look);
      return effects;
    },
  });
  try {
    for (let step = unit.queue.shift(); step; step = unit.queue.shift())
      await takeStep(engine, unit, { ...step, rule: watched(step.rule) });
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** The steps between states in an effect. */
function stepsOf(unit: Unit, effect: AnyEffect): Omit<Step, 'verb'>[] {
  switch (effect.do) {
    case 'set':
      return walked(effect.base as unknown as Document, [effect.change.status]);
    case 'make':
      return walked({ ...effect.doc, status: '' }, [effect.given.status]);
    case 'within':
      return flat(effect.effects).flatMap((each) => stepsOf(unit, each));
    default:
      return [];
  }
}

const walked = ({ object, id, status }: Document, path: readonly unknown[]): Omit<Step, 'verb'>[] =>
  path
    .filter((to) => typeof to === 'string')
    .map((to, place, all) => ({ object, id, from: (place > 0 ? all[place - 1] : status) || 'start', to }));

/** The outcome for the object of a verb. */
function outcomeOf({ objects, reports }: Unit, it: Pick<Document, 'object' | 'id'>, steps: readonly Step[]): string {
  const [key, { id: subject }] = [keyOf(it), it];
  if (objects.get(key)?.deleted) return 'removed';
  const report = reports.get(key) ?? [...reports.values()].at(-1);
  const path = steps.filter(({ id }) => id === subject).map(({ to }) => to);
  return `${path.length ? `→ ${path.join(' → ')}` : 'stays'}${report ? `, told \`${report.code}\`` : ''}`;
}
