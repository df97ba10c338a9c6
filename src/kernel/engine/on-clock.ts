import { refused } from '../base/refusal.js';
import { clock_kind, type Document } from '../base/resource.js';
import type { Want } from '../storage/load.js';
import { clockOffset, type Engine, type Lender, resourceOf } from './engine.js';
import { keyOfSubject, type Step, trackRow, type Unit, type Wanted } from './unit.js';

/** Reads an object with the other reads of a step. */
type Reading = (want: Want, take: Wanted['take']) => void;

/**
 * Finds the clock of a step's object: its own test clock, or that of its lender; for a new object they come from the parameters or `made_for`. Read
 * together with the object; not read in live mode, nor for kinds without test clocks.
 */
export function wantClock(engine: Engine, unit: Unit, step: Step, read: Reading, made_for: string | null = null): void {
  const { rule, subject, tenant, given } = step;
  const key = keyOfSubject(step);
  if (tenant.livemode || unit.clocks.has(key)) return;
  const owners = engine.index.lent(rule.resource.fields);
  if (owners.length === 0 && !('test_clock' in rule.resource.fields)) {
    // A kind without a clock uses the clock of its timer or of the object that it follows.
    if (step.clock !== null) takeClock(engine, unit, step, read, step.clock);
    return;
  }
  const tracked = unit.objects.get(key);
  if (!tracked) readNamed(engine, unit, step, read, { object: rule.resource.object, id: subject });
  else if (tracked.before || tracked.changed) takeNamed(engine, unit, step, read, { naming: tracked.doc, owners, made_for: null });
  else takeNamed(engine, unit, step, read, { naming: given.input, owners: engine.index.lent(rule.inputs), made_for });
}

type Named = {
  readonly naming: Readonly<Record<string, unknown>>;
  readonly owners: readonly Lender[];
  readonly made_for: string | null;
};

/** The clock of an object in hand. */
function takeNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { naming, owners, made_for }: Named): void {
  const owner = owners.find(({ name }) => typeof naming[name] === 'string');
  const of = owner ? (naming[owner.name] as string) : made_for;
  const object = owner?.object ?? engine.index.lenders[0] ?? clock_kind;
  const lender = of === null ? undefined : unit.objects.get(of);
  const id = naming.test_clock ?? lender?.doc.test_clock;
  if (typeof id === 'string') takeClock(engine, unit, step, read, id);
  else if (of !== null && !lender) readNamed(engine, unit, step, read, { object, id: of });
  else unit.clocks.set(keyOfSubject(step), null);
}

/** The clock of an object that has not been read, in the same statement: its own, or that of its first lender. */
function readNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { object, id }: Pick<Document, 'object' | 'id'>): void {
  const { account } = step.tenant;
  const [{ name: member, object: target } = { name: '', object: '' }] = engine.index.lent(resourceOf(engine.index, object).fields);
  read({ of: 'clock', account, object, id, member, target }, (row) => {
    unit.clocks.set(keyOfSubject(step), row && !row.deleted ? row.id : null);
    if (row) trackRow(engine, unit, step.tenant, clock_kind, row);
  });
}

function takeClock(engine: Engine, unit: Unit, step: Step, read: Reading, id: string): void {
  const clock = unit.objects.get(id);
  // A clock belongs to one account, even for steps within another one; a deleted clock counts as none.
  if (clock) unit.clocks.set(keyOfSubject(step), clock.tenant.account === step.tenant.account && !clock.deleted ? id : null);
  else if (unit.absent.has(id)) unit.clocks.set(keyOfSubject(step), null);
  else
    read({ of: 'object', account: step.tenant.account, object: clock_kind, id }, (row) => {
      if (row) trackRow(engine, unit, step.tenant, clock_kind, row);
      else unit.absent.add(id);
    });
}

/** A step at its object's time. A step that was caused by an object on the same clock keeps that time. */
export function onItsClock(engine: Engine, unit: Unit, step: Step): Step {
  const clock = unit.clocks.get(keyOfSubject(step)) ?? null;
  if (clock === step.clock) return step;
  const now_ms = clock === null ? unit.service_ms + clockOffset(engine, step.tenant) : momentOn(unit.objects.get(clock)?.doc);
  return { ...step, clock, now_ms };
}

/** Refuses changes by callers while the object's clock is advancing, because due work runs in order; a view changes nothing. The idempotency key stays free. */
export function refuseWhileAdvancing({ objects }: Unit, { asker, clock, rule }: Step): void {
  if (asker && !('shows' in rule) && clock !== null && targetOn(objects.get(clock)?.doc) !== null)
    throw refused({ code: 'test_clock_advancing', message: underway(clock) });
}

const underway = (clock: string): string =>
  `Test clock advancement underway - cannot perform modifications: ${clock}. Retry when its status is ready.`;

/** The clock of an object other than the step's: its own, or that of the object for which it is created. */
export function clockOf({ clocks, objects }: Unit, key: string, made_for: string | null): string | null {
  const named = objects.get(key)?.doc.test_clock;
  return typeof named === 'string' && !objects.get(named)?.deleted ? named : (clocks.get(key) ?? made_for);
}

/** The time of a frozen clock; while it is advancing, its target. */
const momentOn = (clock: Document | undefined): number => 1000 * (targetOn(clock) ?? Number(clock?.frozen_time));

/** The target of a test clock, in seconds; null while it is not advancing. */
export function targetOn(clock: Document | undefined): number | null {
  const { advancing = null } = (clock?.status_details ?? {}) as { readonly advancing?: { readonly target_frozen_time: number } | null };
  return advancing?.target_frozen_time ?? null;
}
