import type { Document } from '../base/resource.js';
import { finishJob, type Job } from '../jobs/jobs.js';
import { drive, unasked } from './drive.js';
import type { Engine, Tenant } from './engine.js';
import type { StoredFanOut } from './later.js';
import { firstStep } from './step.js';

/** How many of those who follow an event are looked for at once. */
const page = 100;

/** Lets many follow an event, each with a write of its own, in which the job remembers how far it is: nobody follows twice. */
export async function fanOut(
  engine: Engine,
  tenant: Tenant,
  job: Pick<Job, 'account' | 'id'>,
  stored: StoredFanOut,
  now_ms: number,
): Promise<void> {
  const { event, cause, object, by } = stored;
  const rule = engine.index.followers
    .get(cause)
    ?.find(({ reaction, resource }) => reaction?.event === event && reaction.each && resource.object === object);
  if (!rule?.reaction?.each) throw new Error(`No ${object} follows ${event}`);
  for (let { after } = stored; ; ) {
    const ids = await followersAfter(engine, tenant, { object, column: rule.reaction.each, cause: (by as Document).id, after });
    for (const subject of ids) {
      const step = firstStep(rule, { tenant, subject, given: { input: {}, by }, now_ms, clock: stored.clock ?? null });
      const progressed = { account: job.account, id: job.id, payload: JSON.stringify({ ...stored, after: subject }) };
      await drive(engine, { ...unasked, tenant, begin: () => [step], progressed });
    }
    if (ids.length < page) return finishJob(engine.database, job);
    after = ids.at(-1) ?? after;
  }
}

type Following = { readonly object: string; readonly column: string; readonly cause: string; readonly after: string };

/** The ids of the next page. `column` is one of the resource's own, so it is a word of ours and not of a caller's. */
async function followersAfter({ database }: Engine, { account }: Tenant, { object, column, cause, after }: Following): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = $2 and ${column} = $3 and id > $4 and not deleted order by id limit ${page}`,
    values: [account, object, cause, after],
  });
  return rows.map(({ id }) => id);
}
