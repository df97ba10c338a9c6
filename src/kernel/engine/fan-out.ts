import type { Document } from '../base/resource.js';
import type { AnyRule } from '../base/rules.js';
import { followers_page, followersAfter, followLater } from '../jobs/followers.js';
import { finishJob, type Held, lease_seconds } from '../jobs/jobs.js';
import { isUnavailable } from '../storage/database.js';
import { type Drive, type Driven, drive, unasked } from './drive.js';
import type { Engine, Tenant } from './engine.js';
import type { StoredFanOut } from './later.js';
import { firstStep } from './step.js';

/**
 * Runs the reactions of many followers of an event, each in a separate write that also stores the job's progress, so that none runs twice. A follower
 * that fails gets a separate job and does not block the others.
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
    const ids = await followersAfter(engine.database, { account: tenant.account, object, column, cause: (by as Document).id, after });
    for (const subject of ids) {
      const payload = JSON.stringify({ ...stored, after: subject });
      const progressed = { account, id, attempts, lease_seconds: attempts && lease_seconds, payload };
      const driven = await follow(subject, { finished: [], progressed }).catch(async (error) => {
        if (isUnavailable(error)) throw error;
        engine.fault(error, id);
        await followLater(engine.database, progressed, { only: subject, payload: JSON.stringify({ ...stored, only: subject }) });
      });
      if (driven?.overtaken) return;
    }
    if (ids.length < followers_page) return finishJob(engine.database, job);
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
