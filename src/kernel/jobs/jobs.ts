import type { Database } from '../storage/database.js';

/** The queues of jobs. `frozen` jobs wait for a test clock and are only taken when it is advanced. */
export type Queue = 'webhook' | 'mail' | 'ask' | 'background' | 'due' | 'advance' | 'frozen';

/** How long a claim is held, unless it is extended. */
export const lease_seconds = 60;

/**
 * Whether a job is claimed. A lease that would last longer than any is of a time when the clock of the database was ahead: it would hold the job
 * until the clock has caught up.
 */
export const is_leased = `coalesce(leased_until between clock_timestamp() and clock_timestamp() + interval '1 hour', false)`;

/** A claimed job. `attempts` counts the claims including this one; `tried` the earlier attempts at its work. */
export type Job = {
  readonly account: string;
  readonly id: string;
  readonly queue: Queue;
  readonly subject: string;
  readonly lane: string;
  readonly due_at: Date;
  readonly attempts: number;
  readonly tried: number;
  readonly payload: string | null;
};

/** The parameters of a claim of the oldest jobs. */
export type Claiming = {
  readonly queue: Queue;
  /** Milliseconds on the service's clock. */
  readonly now_ms: number;
  readonly lease_seconds: number;
  readonly count: number;
  /** The maximum of concurrent jobs per lane, so that a slow lane does not block the others. */
  readonly per_lane: number;
  readonly busy_lanes: readonly string[];
};

/** While a clock is advanced, its due jobs run in order in the advancing job. */
const of_no_moving_clock = 'and account <> all (array(select account from clocks where advancing_to is not null))';

/** Claims due jobs, oldest first. The lease uses the database's clock; after it expires, any process may claim the job. */
export async function claimJobs(
  database: Database,
  { queue, now_ms, lease_seconds, count, per_lane, busy_lanes }: Claiming,
): Promise<Job[]> {
  const rows = await database.query<Job>({
    text: `update jobs set leased_until = clock_timestamp() + make_interval(secs => $3), attempts = attempts + 1
      where (account, id) in (
        select account, id from jobs where (account, id) in (
          select account, id from (
            select account, id, due_at, row_number() over (partition by lane order by due_at) as place from (
              select account, id, lane, due_at from jobs where queue = $1 and due_at <= $2 and not ${is_leased}
                and not (lane = any ($6)) ${queue === 'due' ? of_no_moving_clock : ''} order by due_at limit 500) due) placed
          where place <= $5 order by due_at limit $4)
        and not ${is_leased}
        for update skip locked)
      returning ${job_columns}`,
    values: [queue, new Date(now_ms), lease_seconds, count, per_lane, busy_lanes],
  });
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
}

/** The columns of a claimed job. */
export const job_columns = 'account, id, queue, subject, lane, due_at, attempts, tried, payload';

type Named = Pick<Job, 'account' | 'id'>;

/** A job by its id, and by its claim if it is claimed. */
export type Held = Named & { readonly attempts?: number | null };

/** Claims one job, even before it is due; null if another process holds it, or it does not exist. */
export async function claimJob(database: Database, { account, id }: Named, lease_seconds: number): Promise<Job | null> {
  const [row] = await database.query<Job>({
    text: `update jobs set leased_until = clock_timestamp() + make_interval(secs => $3), attempts = attempts + 1
      where account = $1 and id = $2 and not ${is_leased} returning ${job_columns}`,
    values: [account, id, lease_seconds],
  });
  return row ?? null;
}

/** Extends a lease, or ends it at once; false if another process has taken the job over. */
export async function leaseJob(
  database: Database,
  { account, id, attempts }: Named & Pick<Job, 'attempts'>,
  seconds: number,
): Promise<boolean> {
  const rows = await database.query({
    text: `update jobs set leased_until = clock_timestamp() + make_interval(secs => $4)
      where account = $1 and id = $2 and attempts = $3 returning id`,
    values: [account, id, attempts, seconds],
  });
  return rows.length > 0;
}

/** Deletes a job; with `attempts`, only if that claim still holds it. */
export const finishJob = async (database: Database, { account, id, attempts = null }: Held): Promise<void> => {
  const text = 'delete from jobs where account = $1 and id = $2 and attempts = coalesce($3::int, attempts)';
  await database.query({ text, values: [account, id, attempts] });
};

/** Returns a job, due at `due_ms` on the service's clock. */
export const postponeJob = async (database: Database, { account, id }: Named, due_ms: number): Promise<void> => {
  await database.query({
    text: 'update jobs set due_at = $3, leased_until = null where account = $1 and id = $2',
    values: [account, id, new Date(due_ms)],
  });
};
