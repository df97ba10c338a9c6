import { claimJobs } from '../jobs/jobs.js';
import { runDue } from './due.js';
import type { Engine, Tenant } from './engine.js';

const drain_rounds_max = 1000;

/**
 * Moves an account's clock forward to `to_ms` and lets everything that has become due happen, in order, including what that makes
 * due in turn. Timers keep the service's time, so they move closer by what the clock moved ahead. Answers the clock's new time.
 */
export async function advanceClock(engine: Engine, tenant: Tenant, to_ms: number): Promise<number> {
  const offset_ms = await moveClock(engine, tenant.account, to_ms);
  engine.moved_clocks.set(tenant.account, offset_ms);
  await drain(engine, tenant, offset_ms);
  return engine.now_ms() + offset_ms;
}

/** The stored clock decides, under its lock: two moves to one moment, here or in two processes, move it once. */
const moveClock = ({ database, now_ms, time_scale }: Engine, account: string, to_ms: number): Promise<number> =>
  database.transaction(async (query) => {
    await query({ text: 'insert into clocks (account, offset_ms) values ($1, 0) on conflict do nothing', values: [account] });
    const [clock] = await query<{ offset_ms: number }>({
      text: 'select offset_ms from clocks where account = $1 for update',
      values: [account],
    });
    const before_ms = clock?.offset_ms ?? 0;
    const ahead_ms = Math.max(0, to_ms - now_ms() - before_ms);
    await query({ text: 'update clocks set offset_ms = $2 where account = $1', values: [account, before_ms + ahead_ms] });
    await query({
      text: `update jobs set due_at = due_at - make_interval(secs => $2) where account = $1 and queue = 'due'`,
      values: [account, (ahead_ms / 1000) * time_scale],
    });
    return before_ms + ahead_ms;
  });

const drain_pause_ms = 10;

/** A timer that another worker has under way is waited for, and what it set by the clock as it was is brought forward. */
async function drain(engine: Engine, { account }: Tenant, offset_ms: number): Promise<void> {
  for (let round = 0; round < drain_rounds_max; round++) {
    const now_ms = engine.now_ms();
    await bringForward(engine, account, now_ms, offset_ms);
    const claiming = { queue: 'due', lease_seconds: 60, count: 1, per_lane: 1, busy_lanes: [], account } as const;
    const jobs = await claimJobs(engine.database, { ...claiming, now_ms });
    for (const job of jobs) await runDue(engine, job);
    if (jobs.length) continue;
    if (!(await isAnyDue(engine, account, now_ms))) return;
    await new Promise((resolve) => setTimeout(resolve, drain_pause_ms));
  }
}

/** A timer that was set by the clock as it was before comes due by the clock as it is now. */
const bringForward = ({ database, time_scale }: Engine, account: string, now_ms: number, offset_ms: number): Promise<object[]> =>
  database.query({
    text: `update jobs set due_at = $2 where account = $1 and queue = 'due' and due_at > $2 and leased_until is null
      and ((payload ->> 'at')::float8 * 1000 - $3) * $4 <= 0`,
    values: [account, new Date(now_ms), now_ms + offset_ms, time_scale],
  });

/** Whether a timer is due or has just asked, here or in another worker. An ask that was left behind is not waited for. */
async function isAnyDue({ database }: Engine, account: string, now_ms: number): Promise<boolean> {
  const rows = await database.query({
    text: `select from jobs where account = $1 and (queue = 'due' and due_at <= $2 or queue = 'ask' and due_at > $2) limit 1`,
    values: [account, new Date(now_ms)],
  });
  return rows.length > 0;
}
