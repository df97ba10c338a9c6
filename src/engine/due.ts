import type { Ask } from '../base/processor.js';
import { sendAsk } from './ask.js';
import { clockOffset, type Engine, resourceOf, type Tenant, type View } from './engine.js';
import { startFold, take } from './fold.js';
import { type Gathered, gather, refsOf } from './gather.js';
import { claimJobs, finishJob, type Job, postponeJob } from './jobs.js';
import { isAsked, realize, surroundings } from './realize.js';
import { untilWon } from './retry.js';

const own_view: View = { kind: 'secret', version: null, expand: [] };

type Timer = { readonly object: string; readonly name: string; readonly at: number; readonly tenant: Tenant };

/** Lets a timer happen: reads its object, asks its `due` entry, and makes the Decision real together with the job's end. */
export async function runDue(engine: Engine, job: Job): Promise<void> {
  const { object, name, at, tenant: then } = JSON.parse(job.payload ?? '{}') as Timer;
  const tenant = { ...then, clock_offset_ms: await storedOffset(engine, job.account) };
  const entry = engine.index.dues.get(`${object} ${name}`);
  const resource = resourceOf(engine.index, object);
  if (!entry) throw new Error(`Nothing is due for ${object} under the name ${name}`);
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
    const fold = { ...startFold(engine, tenant), now_ms: momentOf(engine, tenant, at * 1000) };
    const working = take(fold, resource, gathered.target);
    const decision = entry.decide({
      ...surroundings(engine, fold),
      it: working.doc,
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
  if (result && isAsked(result)) await sendAsk(engine, tenant, result);
}

/** On a clock that was moved or runs fast a timer happens at its own moment, so that dates are those of a slow one. */
function momentOf(engine: Engine, { clock_offset_ms }: Tenant, at_ms: number): number {
  const now_ms = engine.now_ms() + clock_offset_ms;
  return clock_offset_ms > 0 || at_ms > now_ms ? at_ms : now_ms;
}

/** Sends an ask again whose request is gone, with the same key. While the outcome stays unknown the job stays as well. */
export async function runAsk(engine: Engine, job: Job): Promise<void> {
  const { ask, key, view, tenant } = JSON.parse(job.payload ?? '{}') as {
    ask: Ask;
    key: { key: string; owner: string; fingerprint: string } | null;
    view: View;
    tenant: Tenant;
  };
  const claim = key && { ...key, fingerprint: Buffer.from(key.fingerprint, 'base64'), claimed: true };
  const contents = await contentsFor(engine, tenant, ask);
  const { known } = await sendAsk(engine, tenant, { job: job.id, ask, claim, view, contents });
  if (!known) await postponeJob(engine.database, job, engine.now_ms() + 60_000 * engine.time_scale);
}

/** The card number of a resumed ask comes from the vault; its verification code is gone for good. */
async function contentsFor(engine: Engine, tenant: Tenant, ask: Ask): Promise<Gathered['contents']> {
  if (ask.verb !== 'set_up') return new Map();
  const resource = resourceOf(engine.index, ask.subject.object);
  const needs = { payment_method: resourceOf(engine.index, 'payment_method') };
  const gathering = { ...tenant, resource, id: ask.subject.id, fields: {}, params: {}, needs, key: null, balance: null };
  return (await gather(engine, gathering)).contents;
}

async function storedOffset(engine: Pick<Engine, 'database'>, account: string): Promise<number> {
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
  const offset_ms = clockOffset(engine, tenant);
  const ahead_ms = Math.max(0, to_ms - engine.now_ms() - offset_ms);
  await engine.database.transaction(async (query) => {
    await query({
      text: 'insert into clocks as it (account, offset_ms) values ($1, $2) on conflict (account) do update set offset_ms = it.offset_ms + $2',
      values: [tenant.account, ahead_ms],
    });
    await query({
      text: `update jobs set due_at = due_at - make_interval(secs => $2) where account = $1 and queue = 'due'`,
      values: [tenant.account, (ahead_ms / 1000) * engine.time_scale],
    });
  });
  engine.moved_clocks.set(tenant.account, offset_ms + ahead_ms);
  for (let round = 0; round < drain_rounds_max; round++) {
    const jobs = await claimJobs(engine.database, {
      queue: 'due',
      now_ms: engine.now_ms(),
      lease_seconds: 60,
      count: 1,
      per_lane: 1,
      busy_lanes: [],
      account: tenant.account,
    });
    for (const job of jobs) await runDue(engine, job);
    if (jobs.length === 0) break;
  }
  return engine.now_ms() + offset_ms + ahead_ms;
}
