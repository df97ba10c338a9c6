import type { Document } from '../base/resource.js';
import type { AnyRule } from '../base/rules.js';
import { finishJob, type Held, lease_seconds } from '../jobs/jobs.js';
import { isUnavailable } from '../storage/database.js';
import type { ProgressedRow } from '../storage/rows.js';
import { type Drive, type Driven, drive, unasked } from './drive.js';
import type { Engine, Tenant } from './engine.js';
import type { StoredFanOut } from './later.js';
import { firstStep } from './step.js';

/** How many of those who follow an event are looked for at once. */
const page = 100;

/**
 * Lets many follow an event, each with a write of its own, in which the job remembers how far it is: nobody follows twice. Whoever cannot
 * follow gets a job of their own, so that they hold up nobody else.
 */
export async function fanOut(engine: Engine, tenant: Tenant, job: Held, stored: StoredFanOut, now_ms: number): Promise<void> {
  const { only, object, by } = stored;
  const { account, id, attempts = null } = job;
  const [rule, column] = followerOf(engine, stored);
  const follow = (subject: string, along: Pick<Drive, 'finished' | 'progressed'>): Promise<Driven> => {
    const step = firstStep(rule, { tenant, subject, given: { input: {}, by }, now_ms, clock: stored.clock ?? null });
    return drive(engine, { ...unasked, tenant, begin: () => [step], of_job: job, ...along });
  };
  if (only !== undefined) return void (await follow(only, { finished: [job] }));
  for (let { after } = stored; ; ) {
    const ids = await followersAfter(engine, tenant, { object, column, cause: (by as Document).id, after });
    for (const subject of ids) {
      const payload = JSON.stringify({ ...stored, after: subject });
      const progressed = { account, id, attempts, lease_seconds: attempts && lease_seconds, payload };
      const driven = await follow(subject, { finished: [], progressed }).catch(async (error) => {
        if (isUnavailable(error)) throw error;
        engine.fault(error, id);
        await followLater(engine, progressed, { ...stored, only: subject });
      });
      if (driven?.overtaken) return;
    }
    if (ids.length < page) return finishJob(engine.database, job);
    after = ids.at(-1) ?? after;
  }
}

function followerOf({ index }: Engine, { event, cause, object }: StoredFanOut): readonly [rule: AnyRule, column: string] {
  for (const rule of index.followers.get(cause) ?? []) {
    const { reaction, resource } = rule;
    if (reaction?.event === event && reaction.each && resource.object === object) return [rule, reaction.each];
  }
  throw new Error(`No ${object} follows ${event}`);
}

/** Leaves one who cannot follow to a job that waits for the same clock. */
const followLater = ({ database }: Engine, { account, id, payload, attempts }: ProgressedRow, stored: StoredFanOut): Promise<object[]> =>
  database.query({
    text: `with rest as (update jobs set payload = $3 where account = $1 and id = $2 and attempts = coalesce($6::int, attempts) returning *)
      insert into jobs (account, id, queue, subject, lane, due_at, runs_at, clock, payload)
      select account, id || ' ' || $4, queue, subject, $4, due_at, runs_at, clock, $5 from rest on conflict (account, id) do nothing`,
    values: [account, id, payload, stored.only, JSON.stringify(stored), attempts],
  });

type Following = { readonly object: string; readonly column: string; readonly cause: string; readonly after: string };

/** The ids of the next page. `column` is one of the resource's own, so it is a word of ours and not of a caller's. */
async function followersAfter({ database }: Engine, { account }: Tenant, { object, column, cause, after }: Following): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = $2 and ${column} = $3 and id > $4 and not deleted order by id limit ${page}`,
    values: [account, object, cause, after],
  });
  return rows.map(({ id }) => id);
}
