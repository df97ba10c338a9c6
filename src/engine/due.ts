import type { Ask } from '../base/processor.js';
import type { Needs } from '../base/resource.js';
import { claimJobs, finishJob, type Job, postponeJob } from '../jobs/jobs.js';
import { sendAsk } from './ask.js';
import { type Engine, own_view, resourceOf, type Tenant } from './engine.js';
import { startFold, take } from './fold.js';
import { type Gathered, gather, refsOf } from './gather.js';
import type { StoredAsk, StoredTimer } from './later.js';
import { isAsked, realize, surroundings } from './realize.js';
import { untilWon } from './retry.js';

/** Lets a timer happen: reads its object, asks its `due` entry, and makes the Decision real together with the job's end. */
export async function runDue(engine: Engine, job: Job): Promise<void> {
  const { object, name, at, about = null, tenant: then } = JSON.parse(job.payload ?? '{}') as StoredTimer;
  const tenant = { ...then, clock_offset_ms: await storedOffset(engine, job.account) };
  const entry = engine.index.dues.get(`${object} ${name}`);
  const resource = resourceOf(engine.index, object);
  if (!entry) throw new Error(`Nothing is due for ${object} under the name ${name}`);
  const now_ms = momentOf(engine, tenant, at * 1000);
  const result = await untilWon(engine, async () => {
    const gathered = await gather(engine, {
      ...tenant,
      resource,
      id: job.subject,
      fields: {},
      params: {},
      needs: entry.needs,
      key: null,
      balance: null,
    });
    if (!gathered.target || gathered.target.deleted) return finishJob(engine.database, job);
    const fold = { ...startFold(engine, tenant), now_ms };
    const working = take(fold, resource, gathered.target);
    const decision = entry.decide({
      ...surroundings(engine, fold),
      it: working.doc,
      about,
      refs: refsOf(fold, entry.needs, gathered.needed, working.doc, {}),
    });
    return realize(engine, {
      fold,
      working,
      decision,
      contents: gathered.contents,
      claim: null,
      view: own_view,
      finished: job.id,
      guards: [],
    });
  });
  if (result && isAsked(result)) await sendAsk(engine, tenant, { ...result, now_ms });
}

/** On a clock that was moved or runs fast a timer happens at its own moment, so that dates are those of a slow one. */
function momentOf(engine: Engine, { clock_offset_ms }: Tenant, at_ms: number): number {
  const now_ms = engine.now_ms() + clock_offset_ms;
  // To the end of its second: what was made in the same second came before it.
  return clock_offset_ms > 0 || at_ms > now_ms ? Math.max(at_ms, Math.min(now_ms, at_ms + 999)) : now_ms;
}

/** Sends an ask again whose request is gone, with the same key. While the outcome stays unknown the job stays as well. */
export async function runAsk(engine: Engine, job: Job): Promise<void> {
  const { ask: stored, processor, key, view: asked, tenant: then } = JSON.parse(job.payload ?? '{}') as StoredAsk;
  const tenant = { ...then, clock_offset_ms: await storedOffset(engine, job.account) };
  // Nobody waits for this answer any more, unless it is kept under a key.
  const view = key ? asked : own_view;
  const claim = key && { ...key, fingerprint: Buffer.from(key.fingerprint, 'base64'), claimed: true };
  const ask = { ...stored, now: Math.floor((engine.now_ms() + tenant.clock_offset_ms) / 1000) };
  const contents = await contentsFor(engine, tenant, ask);
  const { known } = await sendAsk(engine, tenant, { job: job.id, ask, processor, resumed: true, claim, view, contents });
  if (!known) await postponeJob(engine.database, job, engine.now_ms() + 60_000 * engine.time_scale);
}

/** The number of a resumed ask comes from the vault; a verification code is gone for good. */
async function contentsFor(engine: Engine, tenant: Tenant, ask: Ask): Promise<Gathered['contents']> {
  const resource = resourceOf(engine.index, ask.subject.object);
  const sealed = ask.verb === 'pay_out' ? ask.destination : 'payment_method' in ask ? ask.payment_method.id : null;
  if (sealed === null) return new Map();
  // The object may have another one by now, so the ask itself says whose number it is.
  const needs: Needs = { sealed: resourceOf(engine.index, ask.verb === 'pay_out' ? 'bank_account' : 'payment_method') };
  const gathering = { ...tenant, resource, id: null, fields: {}, params: { sealed }, needs, key: null, balance: null };
  return (await gather(engine, gathering)).contents;
}

/** How far an account's own clock is ahead, as stored: in milliseconds. */
export async function storedOffset(engine: Pick<Engine, 'database'>, account: string): Promise<number> {
  const [row] = await engine.database.query<{ offset_ms: number }>({
    text: 'select offset_ms from clocks where account = $1',
    values: [account],
  });
  return row?.offset_ms ?? 0;
}

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
