import { claimJob, type Job, lease_seconds, leaseJob } from '../jobs/jobs.js';
import { storedClock } from './clock.js';
import { type DueJob, happen } from './due.js';
import type { Engine, Tenant } from './engine.js';
import type { StoredAdvance, StoredFanOut, StoredTimer } from './later.js';
import { arriveTestClock, failTestClock, testClockTarget } from './test-clock.js';

const pause_ms = 10;

/** The job that advances an account's own clock: there is one at most. */
const job_id = 'advance';

/**
 * Moves an account's clock forward to `to_ms` and lets everything that has become due happen, in order, including what that makes due in
 * turn. Comes back when all has happened; or when its caller has waited long enough, and then a worker goes on.
 */
export async function advanceClock(engine: Engine, tenant: Tenant, to_ms: number): Promise<void> {
  const { account } = tenant;
  engine.moved_clocks.set(account, await moveClock(engine, tenant, to_ms));
  const patience = AbortSignal.timeout(engine.answer_deadline_ms);
  const isOver = (): boolean => patience.aborted;
  const arriving = async (): Promise<void> => {
    while (!isOver() && (await targetOf(engine, { tenant })) !== null) {
      const job = await claimJob(engine.database, { account, id: job_id }, lease_seconds);
      if (job) await runAdvance(engine, job, isOver);
      else await pause();
    }
  };
  await engine.database.apart(arriving);
}

/** The stored clock decides, under its lock: two moves to one moment, here or in two processes, move it once. Answers how far it is ahead. */
const moveClock = ({ database, now_ms }: Engine, tenant: Tenant, to_ms: number): Promise<number> =>
  database.transaction(async (query) => {
    const { account } = tenant;
    await query({ text: 'insert into clocks (account, offset_ms) values ($1, 0) on conflict do nothing', values: [account] });
    const [clock] = await query<{ offset_ms: number }>({
      text: 'select offset_ms from clocks where account = $1 for update',
      values: [account],
    });
    const before_ms = clock?.offset_ms ?? 0;
    const after_ms = before_ms + Math.max(0, to_ms - now_ms() - before_ms);
    await query({
      text: 'update clocks set offset_ms = $2, advancing_to = greatest(advancing_to, $3) where account = $1',
      values: [account, after_ms, new Date(now_ms() + after_ms)],
    });
    await query({
      text: `insert into jobs (account, id, queue, subject, lane, due_at, payload) values ($1, $2, 'advance', $1, $1, $3, $4)
        on conflict (account, id) do nothing`,
      values: [account, job_id, new Date(now_ms()), JSON.stringify({ tenant } satisfies StoredAdvance)],
    });
    return after_ms;
  });

/**
 * Lets happen what is due on a clock up to where it is advanced to, in the order of the moments. What has happened is off the list with the
 * write in which it did, so whoever goes on after a kill does nothing twice. Stops early where `isOver` says so; the job then stays.
 */
export async function runAdvance(engine: Engine, job: Job, isOver: () => boolean): Promise<void> {
  // One thing alone may wait longer for a processor than a lease lasts.
  const renewing = setInterval(() => void leaseJob(engine.database, job, lease_seconds).catch(() => {}), (lease_seconds * 1000) / 3);
  try {
    await comeToTarget(engine, job, isOver);
  } finally {
    clearInterval(renewing);
  }
}

async function comeToTarget(engine: Engine, job: Job, isOver: () => boolean): Promise<void> {
  const stored = JSON.parse(job.payload ?? '{}') as StoredAdvance;
  let waited_ms = 0;
  while (!isOver()) {
    if (!(await leaseJob(engine.database, job, lease_seconds))) return;
    const target = await targetOf(engine, stored);
    const advancing = { ...stored, tenant: { ...stored.tenant, ...(await storedClock(engine, job.account)) } };
    if (target && (await runPage(engine, advancing, target, isOver))) continue;
    // An account where somebody always asks must arrive as well.
    waited_ms += pause_ms;
    if (waited_ms < engine.answer_deadline_ms && (await isAskedJustNow(engine, job.account))) await pause();
    else if (await arrived(engine, advancing, job, target)) return;
  }
  await leaseJob(engine.database, job, 0);
  engine.wake();
}

/** Where a clock is advanced to; null while it is not. */
async function targetOf(engine: Engine, { tenant, clock: id }: StoredAdvance): Promise<Date | null> {
  if (id !== undefined) return testClockTarget(engine, tenant, id);
  const [clock] = await engine.database.query<{ advancing_to: Date | null }>({
    text: 'select advancing_to from clocks where account = $1',
    values: [tenant.account],
  });
  return clock?.advancing_to ?? null;
}

type DueRow = DueJob & { readonly runs_at: Date; readonly payload: string; readonly is_leased: boolean };

const page_max = 100;

/** What is due first. Nobody else takes any of it: workers leave a clock alone that is advanced. */
const dueBy = ({ database }: Engine, { tenant, clock = '' }: StoredAdvance, target: Date): Promise<DueRow[]> =>
  database.query<DueRow>({
    text: `select account, id, subject, runs_at, payload, coalesce(leased_until > clock_timestamp(), false) as is_leased
      from jobs where account = $1 and clock = $2 and runs_at <= $3 order by runs_at, id limit ${page_max}`,
    values: [tenant.account, clock, target],
  });

/** Lets some of it happen, until something has been set that comes before the next. False where nothing is left. */
async function runPage(engine: Engine, advancing: StoredAdvance, target: Date, isOver: () => boolean): Promise<boolean> {
  const page = await dueBy(engine, advancing, target);
  let soonest_ms = Number.POSITIVE_INFINITY;
  for (const [place, each] of page.entries()) {
    if (isOver()) return true;
    // A worker had begun with it when the clock was moved.
    if (each.is_leased) {
      await pause();
      return true;
    }
    soonest_ms = Math.min(soonest_ms, await happenAtLast(engine, advancing, each));
    const next = page[place + 1];
    if (next && soonest_ms <= next.runs_at.getTime()) return true;
  }
  return page.length > 0;
}

const tries_max = 3;

/** What fails again and again on an account's clock is left to a worker, which repeats it: one fault must not stop the time of everything else. */
async function happenAtLast(engine: Engine, { tenant, clock }: StoredAdvance, { payload, ...job }: DueRow): Promise<number> {
  const stored = JSON.parse(payload) as StoredTimer | StoredFanOut;
  for (let tried = 1; ; tried++) {
    try {
      return await happen(engine, tenant, job, stored);
    } catch (error) {
      engine.fault(error, job.id);
      if (tried >= tries_max) break;
      await pause();
    }
  }
  if (clock !== undefined) await failTestClock(engine, tenant, clock);
  else await leaveToWorker(engine, job);
  return 0;
}

const left_alone_ms = 5000;

const leaveToWorker = ({ database, now_ms, time_scale }: Engine, { account, id }: DueJob): Promise<object[]> =>
  database.query({
    text: 'update jobs set runs_at = null, due_at = $3 where account = $1 and id = $2',
    values: [account, id, new Date(now_ms() + left_alone_ms * time_scale)],
  });

/** Whether somebody has asked and waits for the answer. A question that was left behind is not waited for. */
async function isAskedJustNow({ database, now_ms }: Engine, account: string): Promise<boolean> {
  const rows = await database.query({
    text: `select from jobs where account = $1 and queue = 'ask' and attempts = 0 and due_at > $2 limit 1`,
    values: [account, new Date(now_ms())],
  });
  return rows.length > 0;
}

/** Ends the job; false where the clock's target has been moved on meanwhile. */
async function arrived(engine: Engine, { tenant, clock }: StoredAdvance, job: Job, target: Date | null): Promise<boolean> {
  if (clock === undefined) return ownClockArrived(engine, job, target);
  await arriveTestClock(engine, tenant, { clock, job: job.id, target });
  return true;
}

/**
 * The account's clock has come to its target, unless that has been moved on meanwhile. What is left keeps the service's time, and comes closer by as
 * much as the clock was moved.
 */
const ownClockArrived = ({ database, now_ms, time_scale }: Engine, { account, id }: Job, target: Date | null): Promise<boolean> =>
  database.transaction(async (query) => {
    const [clock] = await query<{ offset_ms: number; advancing_to: Date | null }>({
      text: 'select offset_ms, advancing_to from clocks where account = $1 for update',
      values: [account],
    });
    if (clock?.advancing_to && clock.advancing_to.getTime() !== target?.getTime()) return false;
    await query({
      text: `update jobs set due_at = $2::timestamptz + (runs_at - $3) * $4::float8
        where account = $1 and clock = '' and queue = 'due' and due_at > $2::timestamptz + (runs_at - $3) * $4::float8`,
      values: [account, new Date(now_ms()), new Date(now_ms() + (clock?.offset_ms ?? 0)), time_scale],
    });
    await query({ text: 'update clocks set advancing_to = null where account = $1', values: [account] });
    await query({ text: 'delete from jobs where account = $1 and id = $2', values: [account, id] });
    return true;
  });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pause_ms));
