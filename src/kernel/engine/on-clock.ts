import { refused } from '../base/refusal.js';
import type { Document } from '../base/resource.js';
import type { Want } from '../storage/load.js';
import { clockOffset, type Engine } from './engine.js';
import { keyOfSubject, type Step, trackRow, type Unit, type Wanted } from './unit.js';

/** The kind of a clock that objects can run on. */
export const clock_kind = 'test_helpers.test_clock';

/** Reads something with whatever else a step reads. */
type Reading = (want: Want, take: Wanted['take']) => void;

/**
 * Finds the clock that a step's object runs on: the one that it names, or else its customer or its subscription; an object about to be made is what it is made
 * of and `made_for`. Read along with the object itself, and not at all in live mode and for what a caller asks of kinds that no test clock moves.
 */
export function wantClock(engine: Engine, unit: Unit, step: Step, read: Reading, made_for: string | null = null): void {
  const { rule, subject, tenant, given } = step;
  const { object } = rule.resource;
  const key = keyOfSubject(step);
  if (tenant.livemode || unit.clocks.has(key)) return;
  if (!engine.index.clocked.has(object)) {
    // What names no clock goes on by the one on which its timer was set, or by that of what it follows.
    if (step.clock !== null) takeClock(engine, unit, step, read, step.clock);
    return;
  }
  const tracked = unit.objects.get(key);
  if (!tracked) readNamed(engine, unit, step, read, { object, id: subject });
  else
    takeNamed(
      engine,
      unit,
      step,
      read,
      (tracked.before || tracked.changed ? tracked.doc : { customer: made_for, ...given.input }) as Naming,
    );
}

type Naming = { readonly [member in 'test_clock' | 'customer' | 'subscription' | 'schedule']?: unknown };

/** The clock that an object in hand names. */
function takeNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { test_clock, customer, subscription, schedule }: Naming): void {
  const of = customer ?? subscription ?? schedule;
  const object = customer ? 'customer' : subscription ? 'subscription' : 'subscription_schedule';
  const owner = typeof of === 'string' ? unit.objects.get(of) : undefined;
  const id = test_clock ?? owner?.doc.test_clock;
  if (typeof id === 'string') takeClock(engine, unit, step, read, id);
  else if (typeof of === 'string' && !owner) readNamed(engine, unit, step, read, { object, id: of });
  else unit.clocks.set(keyOfSubject(step), null);
}

/** The clock of an object that has not been read, in the same statement as that. */
function readNamed(engine: Engine, unit: Unit, step: Step, read: Reading, { object, id }: Pick<Document, 'object' | 'id'>): void {
  const { account } = step.tenant;
  read({ of: 'clock', account, object, id, member: '', target: clock_kind }, (row) => {
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
