import { clock_kind, type Document } from '../base/resource.js';
import type { FinishedRow } from '../storage/rows.js';
import { drive, unasked } from './drive.js';
import type { Engine, Tenant } from './engine.js';
import { targetOn } from './on-clock.js';
import { firstStep } from './step.js';

/** The target of a test clock; null while it is not advancing, or if it was deleted. */
export async function testClockTarget(engine: Engine, { account }: Tenant, id: string): Promise<Date | null> {
  const [row] = await engine.load([{ of: 'object', account, object: clock_kind, id }]);
  const target = row && !row.deleted ? targetOn(JSON.parse(row.doc) as Document) : null;
  return target === null ? null : new Date(target * 1000);
}

/** Whether a test clock was deleted. */
export async function isClockGone(engine: Engine, { account }: Tenant, id: string): Promise<boolean> {
  const [row] = await engine.load([{ of: 'object', account, object: clock_kind, id }]);
  return !row || row.deleted;
}

/** Shows that a test clock has run its due work up to a time. */
export const reachTestClock = (engine: Engine, tenant: Tenant, clock: string, moment: Date): Promise<void> =>
  told(engine, tenant, { clock, timer: 'reach', now_ms: moment.getTime(), finished: [] });

/** Ends the advance of a test clock: it shows its target, and its job ends in the same write. */
export const arriveTestClock = (
  engine: Engine,
  tenant: Tenant,
  { clock, job, target }: { clock: string; job: string; target: Date | null },
): Promise<void> =>
  told(engine, tenant, {
    clock,
    timer: 'arrive',
    now_ms: target?.getTime() ?? engine.now_ms(),
    finished: [{ account: tenant.account, id: job }],
  });

/** Marks a test clock as failed: due work cannot run, so it does not advance further. */
export const failTestClock = (engine: Engine, tenant: Tenant, clock: string): Promise<void> =>
  told(engine, tenant, { clock, timer: 'fail', now_ms: engine.now_ms(), finished: [] });

type Telling = {
  readonly clock: string;
  readonly timer: 'reach' | 'arrive' | 'fail';
  readonly now_ms: number;
  readonly finished: readonly FinishedRow[];
};

async function told(engine: Engine, tenant: Tenant, { clock, timer, now_ms, finished }: Telling): Promise<void> {
  const rule = engine.index.timers.get(`${clock_kind} ${timer}`);
  if (!rule) throw new Error(`${clock_kind} has no rule for the timer ${timer}`);
  const step = firstStep(rule, { tenant, subject: clock, given: { input: {}, about: null }, now_ms });
  await drive(engine, { ...unasked, tenant, begin: () => [step], finished });
}
