import type { Document } from '../base/resource.js';
import { finishJob, type Job } from '../jobs/jobs.js';
import { drive } from './drive.js';
import { type Engine, own_view, type Tenant } from './engine.js';
import type { StoredFanOut } from './later.js';
import { firstStep } from './step.js';

/** How many of those who follow an event are told between two notes of how far it is. */
const page = 100;

/** Lets many follow an event, each with a write of its own; the job remembers how far it is, so that a kill costs at most a page. */
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
      await drive(engine, { tenant, begin: () => [step], reply_to: null, view: own_view, claim: null, finished: [] });
    }
    if (ids.length < page) return finishJob(engine.database, job);
    after = ids.at(-1) ?? after;
    await remember(engine, job, { ...stored, after });
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

const remember = ({ database }: Engine, { account, id }: Pick<Job, 'account' | 'id'>, stored: StoredFanOut): Promise<object[]> =>
  database.query({ text: 'update jobs set payload = $3 where account = $1 and id = $2', values: [account, id, JSON.stringify(stored)] });
