import { claimJob, type Job, lease_seconds, leaseJob } from '../jobs/jobs.js';
import {
  advance_job,
  bringOver,
  type ClockKey,
  type DueRow,
  dueBy,
  forgetWaiting,
  isAskedJustNow,
  leaveToWorker,
  moveClock,
  ownClockArrived,
  ownClockTarget,
} from '../jobs/of-clocks.js';
import { isUnavailable } from '../storage/database.js';
import { storedClock } from './clock.js';
import { happen } from './due.js';
import type { Engine, Tenant } from './engine.js';
import type { StoredAdvance, StoredFanOut, StoredTimer } from './later.js';
import { arriveTestClock, failTestClock, isClockGone, reachTestClock, testClockTarget } from './test-clock.js';

const pause_ms = 10;

/**
 * Advances an account's clock to `to_ms` and runs all due work in order, including the work that this makes due. Returns when everything is done, or
 * when `isOver` says that the caller has waited long enough; a worker then continues.
 */
export async function advanceClock(engine: Engine, tenant: Tenant, to_ms: number, isOver: () => boolean): Promise<void> {
  const { account, epoch } = tenant;
  const payload = JSON.stringify({ tenant } satisfies StoredAdvance);
  engine.moved_clocks.set(account, await moveClock(engine, { account, epoch, payload, to_ms }));
  const arriving = async (): Promise<void> => {
    while (!isOver() && (await targetOf(engine, { tenant })) !== null) {
      const job = await claimJob(engine.database, { account, id: advance_job }, lease_seconds);
      if (job) await runAdvance(engine, job, isOver);
      else await pause();
    }
  };
  await engine.database.apart(arriving);
}

/**
 * Runs a clock's due work in order of time, up to its target. The write of each job deletes it, so that after a kill no work is repeated. Stops early
 * when `isOver` says so; the advancing job then remains.
 */
export async function runAdvance(engine: Engine, job: Job, isOver: () => boolean): Promise<void> {
  // A single job may wait longer for a processor than a lease lasts.
  const renewing = setInterval(() => void leaseJob(engine.database, job, lease_seconds).catch(() => {}), (lease_seconds * 1000) / 3);
  try {
    await comeToTarget(engine, job, isOver);
  } finally {
    clearInterval(renewing);
  }
}

async function comeToTarget(engine: Engine, job: Job, isOver: () => boolean): Promise<void> {
  const stored = JSON.parse(job.payload ?? '{}') as StoredAdvance;
  const shown = { at_ms: engine.now_ms() };
  let waited_ms = 0;
  if (stored.clock !== undefined) await bringOver(engine.database, keyOf(stored), lenderOf(engine));
  while (!isOver()) {
    if (!(await leaseJob(engine.database, job, lease_seconds))) return;
    const target = await targetOf(engine, stored);
    const advancing = { ...stored, shown, tenant: { ...stored.tenant, ...(await storedClock(engine, job.account)) } };
    if (target && (await runPage(engine, advancing, target, isOver))) continue;
    // Limited, because an account with constant questions must arrive too.
    waited_ms += pause_ms;
    const isWaiting =
      waited_ms < engine.answer_deadline_ms && (await isAskedJustNow(engine.database, job.account, new Date(engine.now_ms())));
    if (isWaiting) await pause();
    else if (await arrived(engine, advancing, job, target)) return;
  }
  await leaseJob(engine.database, job, 0);
  engine.wake(['advance']);
}

/** An advancing clock, and when its progress was last shown. */
type Advancing = StoredAdvance & { readonly shown: { at_ms: number } };

/** The kind that lends its clock to most objects, which have its id in a member of that name. */
const lenderOf = ({ index }: Engine): string => index.lenders[0] ?? '';

const keyOf = ({ tenant: { account }, clock = '' }: StoredAdvance): ClockKey => ({ account, clock });

/** The target of a clock; null while it is not advancing. */
async function targetOf(engine: Engine, { tenant, clock: id }: StoredAdvance): Promise<Date | null> {
  if (id !== undefined) return testClockTarget(engine, tenant, id);
  return ownClockTarget(engine.database, tenant.account);
}

/** Runs a page of due work, until new work is due before the next one. False if there was none. */
async function runPage(engine: Engine, advancing: Advancing, target: Date, isOver: () => boolean): Promise<boolean> {
  const page = await dueBy(engine.database, keyOf(advancing), lenderOf(engine), target);
  let soonest_ms = Number.POSITIVE_INFINITY;
  for (const [at_ms, due] of byMoment(page)) {
    if (isOver() || soonest_ms <= at_ms) return true;
    // A worker had claimed it before the clock was advanced.
    if (due.some(({ is_leased }) => is_leased)) {
      await pause();
      return true;
    }
    await showReached(engine, advancing, at_ms);
    soonest_ms = Math.min(soonest_ms, await happenTogether(engine, advancing, due, isOver));
  }
  return page.length > 0;
}

/** Due jobs grouped by time. */
function byMoment(page: readonly DueRow[]): Map<number, DueRow[]> {
  const moments = new Map<number, DueRow[]>();
  for (const each of page) {
    const at_ms = each.runs_at.getTime();
    moments.set(at_ms, [...(moments.get(at_ms) ?? []), each]);
  }
  return moments;
}

/** The number of customers whose jobs run concurrently. */
const side_by_side = 64;

/**
 * Runs all jobs of one time: those of a customer in order of their ids, those of different customers concurrently, so that their writes are combined.
 * Returns the earliest time for which new work was stored.
 */
async function happenTogether(engine: Engine, advancing: Advancing, due: readonly DueRow[], isOver: () => boolean): Promise<number> {
  const waiting = new Map<string, DueRow[]>();
  for (const each of due) waiting.set(each.whose, [...(waiting.get(each.whose) ?? []), each]);
  let soonest_ms = Number.POSITIVE_INFINITY;
  const next = waiting.values();
  const inTurn = async (): Promise<void> => {
    for (const of_one of next)
      for (const each of of_one) if (!isOver()) soonest_ms = Math.min(soonest_ms, await happenAtLast(engine, advancing, each));
  };
  await Promise.all(Array.from({ length: Math.min(side_by_side, waiting.size) }, inTurn));
  return soonest_ms;
}

const shown_each_ms = 1000;

/** Updates a test clock's progress periodically; an account's own clock is computed when it is read. */
async function showReached(engine: Engine, { tenant, clock, shown }: Advancing, at_ms: number): Promise<void> {
  if (clock === undefined || engine.now_ms() < shown.at_ms + shown_each_ms) return;
  shown.at_ms = engine.now_ms();
  await reachTestClock(engine, tenant, clock, new Date(at_ms));
}

const tries_max = 3;

/** A job on an account's clock that keeps failing is left to a worker, which retries it: one fault must not stop the clock. */
async function happenAtLast(engine: Engine, { tenant, clock }: StoredAdvance, { payload, ...job }: DueRow): Promise<number> {
  const stored = JSON.parse(payload) as StoredTimer | StoredFanOut;
  for (let tried = 1; ; tried++) {
    try {
      return await happen(engine, tenant, job, stored, clock);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      engine.fault(error, job.id);
      if (tried >= tries_max) break;
      await pause();
    }
  }
  if (clock !== undefined) await failTestClock(engine, tenant, clock);
  else await leaveToWorker(engine.database, job, new Date(engine.now_ms() + left_alone_ms * engine.time_scale));
  return 0;
}

const left_alone_ms = 5000;

/** Ends the advance; false if the clock's target has changed. */
async function arrived(engine: Engine, advancing: StoredAdvance, job: Job, target: Date | null): Promise<boolean> {
  const { tenant, clock } = advancing;
  if (clock === undefined) return ownClockArrived(engine, job, target);
  if (await isClockGone(engine, tenant, clock)) await forgetWaiting(engine.database, keyOf(advancing));
  await arriveTestClock(engine, tenant, { clock, job: job.id, target });
  return true;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pause_ms));
