import type { Database } from '../storage/database.js';

/** The kinds of work that is stored before it is done. */
export type Queue = 'webhook' | 'ask' | 'due';

/** A claimed job. `attempts` counts this one. */
export type Job = {
  readonly account: string;
  readonly id: string;
  readonly queue: Queue;
  readonly subject: string;
  readonly lane: string;
  readonly due_at: Date;
  readonly attempts: number;
  readonly payload: string | null;
};

/** What a claim asks for. */
export type Claiming = {
  readonly queue: Queue;
  /** Milliseconds on the service's clock. */
  readonly now_ms: number;
  readonly lease_seconds: number;
  readonly count: number;
  /** At most so many of one lane at once, so that one endpoint that hangs does not hold up the others. */
  readonly per_lane: number;
  readonly busy_lanes: readonly string[];
  /** Only this account's; for a clock that is moved. */
  readonly account?: string;
};

/** Claims jobs that are due, oldest first. The lease counts by the database's clock; when it runs out the job is anyone's again. */
export async function claimJobs(
  database: Database,
  { queue, now_ms, lease_seconds, count, per_lane, busy_lanes, account }: Claiming,
): Promise<Job[]> {
  const mine = account === undefined ? '' : ' and account = $7';
  const rows = await database.query<Job>({
    text: `update jobs set leased_until = clock_timestamp() + make_interval(secs => $3), attempts = attempts + 1
      where (account, id) in (
        select account, id from jobs where (account, id) in (
          select account, id from (
            select account, id, due_at, row_number() over (partition by lane order by due_at) as place from (
              select account, id, lane, due_at from jobs where queue = $1 and due_at <= $2 and (leased_until is null or leased_until < clock_timestamp())
                and not (lane = any ($6)) ${mine} order by due_at limit 500) due) placed
          where place <= $5 order by due_at limit $4)
        and (leased_until is null or leased_until < clock_timestamp())
        for update skip locked)
      returning account, id, queue, subject, lane, due_at, attempts, payload`,
    values: [queue, new Date(now_ms), lease_seconds, count, per_lane, busy_lanes, ...(account === undefined ? [] : [account])],
  });
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
}

/** Takes a job off the list. */
export const finishJob = async (database: Database, { account, id }: Pick<Job, 'account' | 'id'>): Promise<void> => {
  await database.query({ text: 'delete from jobs where account = $1 and id = $2', values: [account, id] });
};

/** Gives a job back, to be done at `due_ms` on the service's clock. */
export const postponeJob = async (database: Database, { account, id }: Pick<Job, 'account' | 'id'>, due_ms: number): Promise<void> => {
  await database.query({
    text: 'update jobs set due_at = $3, leased_until = null where account = $1 and id = $2',
    values: [account, id, new Date(due_ms)],
  });
};
