import { refused } from '../base/refusal.js';
import { clock_kind, type Document } from '../base/resource.js';
import type { Want } from '../storage/load.js';
import { clockOffset, type Engine, type Lender, lendersAmong } from './engine.js';
import { keyOfSubject, type Step, trackRow, type Unit, type Wanted } from './unit.js';

/** Reads something with whatever else a step reads. */
type Reading = (want: Want, take: Wanted['take']) => void;

/**
 * Finds the clock of a step's object: the one that it names, or else that of the object that lends it one; for an object about to be made its
 * parameters say which, or `made_for`. Read along with the object itself; not read in live mode, nor for kinds that no test clock moves.
 */
export function wantClock(engine: Engine, unit: Unit, step: Step, read: Reading, made_for: string | null = null): void {
  const { rule, subject, tenant, given } = step;
  const key = keyOfSubject(step);
  if (tenant.livemode || unit.clocks.has(key)) return;
  const owners = engine.index.lent.get(rule.resource.object) ?? [];
  if (owners.length === 0 && !('test_clock' in rule.resource.fields)) {
    // What names no clock goes on by the one on which its timer was set, or by that of what it follows.
    if (step.clock !== null) takeClock(engine, unit, step, read, step.clock);
    return;
  }
  const tracked = unit.objects.get(key);
  if (!tracked) readNamed(engine, unit, step, read, { object: rule.resource.object, id: subject });
  else if (tracked.before || tracked.changed) takeNamed(engine, unit, step, read, { naming: tracked.doc, owners, made_for: null });
  else takeNamed(engine, unit, step, read, { naming: given.input, owners: lendersAmong(engine.index.lenders, rule.inputs), made_for });
}

type Named = {
  readonly naming: Readonly<Record<string, unknown>>;
  readonly owners: readonly Lender[];
  readonly made_for: string | null;
};

/** The clock that an object in hand names. */
function takeNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { naming, owners, made_for }: Named): void {
  const owner = owners.find(({ name }) => typeof naming[name] === 'string');
  const of = owner ? (naming[owner.name] as string) : made_for;
  const object = owner?.object ?? engine.index.lenders[0] ?? '';
  const lender = of === null ? undefined : unit.objects.get(of);
  const id = naming.test_clock ?? lender?.doc.test_clock;
  if (typeof id === 'string') takeClock(engine, unit, step, read, id);
  else if (of !== null && !lender) readNamed(engine, unit, step, read, { object, id: of });
  else unit.clocks.set(keyOfSubject(step), null);
}

/** The clock of an object that has not been read, in the same statement as that: its own, or that of its first lender. */
function readNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { object, id }: Pick<Document, 'object' | 'id'>): void {
  const { account } = step.tenant;
  const [{ name: member, object: target } = { name: '', object: '' }] = engine.index.lent.get(object) ?? [];
  read({ of: 'clock', account, object, id, member, target }, (row) => {
    unit.clocks.set(keyOfSubject(step), row && !row.deleted ? row.id : null);
    if (row) trackRow(engine, unit, step.tenant, clock_kind, row);
  });
}

function takeClock(engine: Engine, unit: Unit, step: Step, read: Reading, id: string): void {
  const clock = unit.objects.get(id);
  // A clock is that of one account, whatever happens within another; one that is gone is none.
  if (clock) unit.clocks.set(keyOfSubject(step), clock.tenant.account === step.tenant.account && !clock.deleted ? id : null);
  else if (unit.absent.has(id)) unit.clocks.set(keyOfSubject(step), null);
  else
    read({ of: 'object', account: step.tenant.account, object: clock_kind, id }, (row) => {
      if (row) trackRow(engine, unit, step.tenant, clock_kind, row);
      else unit.absent.add(id);
    });
}

/** A step at the moment of its object's clock. One that came from an object of the same clock happens at the same moment as that. */
export function onItsClock(engine: Engine, unit: Unit, step: Step): Step {
  const clock = unit.clocks.get(keyOfSubject(step)) ?? null;
  if (clock === step.clock) return step;
  const now_ms = clock === null ? unit.service_ms + clockOffset(engine, step.tenant) : momentOn(unit.objects.get(clock)?.doc);
  return { ...step, clock, now_ms };
}

/** Nobody changes what runs on a clock that is being advanced: what is due happens by itself, in its order. The idempotency key stays free. */
export function refuseWhileAdvancing({ objects }: Unit, { asker, clock }: Step): void {
  if (asker && clock !== null && targetOn(objects.get(clock)?.doc) !== null)
    throw refused({ code: 'test_clock_advancing', message: underway(clock) });
}

const underway = (clock: string): string =>
  `Test clock advancement underway - cannot perform modifications: ${clock}. Ask again when its status is ready.`;

/** The clock of an object that a step is not about: its own, or that of the object for which it is made. */
export function clockOf({ clocks, objects }: Unit, key: string, made_for: string | null): string | null {
  const named = objects.get(key)?.doc.test_clock;
  return typeof named === 'string' && !objects.get(named)?.deleted ? named : (clocks.get(key) ?? made_for);
}

/** A clock that is frozen shows one moment until it is advanced, and then the one that it is advanced to. */
const momentOn = (clock: Document | undefined): number => 1000 * (targetOn(clock) ?? Number(clock?.frozen_time));

/** Where a test clock is advanced to, in seconds; null while it is not. */
export function targetOn(clock: Document | undefined): number | null {
  const { advancing = null } = (clock?.status_details ?? {}) as { readonly advancing?: { readonly target_frozen_time: number } | null };
  return advancing?.target_frozen_time ?? null;
}
