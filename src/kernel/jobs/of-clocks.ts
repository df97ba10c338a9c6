import { type Database, replaced } from '../storage/database.js';
import { is_leased, type Job } from './jobs.js';

/** A clock: a test clock of an account, or '' for the account's own. */
export type ClockKey = { readonly account: string; readonly clock: string };

/** A job that waits for a clock and is due at `runs_at` on it. */
export type DueRow = Pick<Job, 'account' | 'id' | 'subject'> & {
  readonly runs_at: Date;
  readonly payload: string;
  readonly is_leased: boolean;
  /** The object that lends its clock to the job's object, or that object: their jobs never run concurrently. */
  readonly whose: string;
};

/** The number of due jobs per page. */
const page_max = 200;

/** The first due jobs. Workers leave the jobs of an advancing clock alone. */
export const dueBy = (database: Database, { account, clock }: ClockKey, lender: string, target: Date): Promise<DueRow[]> =>
  database.query<DueRow>({
    text: `select due.*, coalesce(it.doc ->> $4, due.subject) as whose
      from (select account, id, subject, runs_at, payload, ${is_leased} as is_leased
        from jobs where account = $1 and clock = $2 and runs_at <= $3 order by runs_at, id limit ${page_max}) due
      left join objects it on it.account = due.account and it.object = due.payload ->> 'object' and it.id = due.subject
      order by due.runs_at, due.id`,
    values: [account, clock, target, lender],
  });

/** Leaves a job to the workers: no advancing clock runs it. */
export const leaveToWorker = (database: Database, { account, id }: Pick<Job, 'account' | 'id'>, due_at: Date): Promise<object[]> =>
  database.query({ text: 'update jobs set runs_at = null, due_at = $3 where account = $1 and id = $2', values: [account, id, due_at] });

/** Whether a question was just asked and a caller awaits its answer. An abandoned question does not count. */
export async function isAskedJustNow(database: Database, account: string, now: Date): Promise<boolean> {
  const text = `select from jobs where account = $1 and queue = 'ask' and attempts = 0 and due_at > $2 limit 1`;
  return (await database.query({ text, values: [account, now] })).length > 0;
}

/** The clock of a timer's object: its own test clock, or that of the object of the kind `$3` that it names. */
const its_clock = `select coalesce(it.doc ->> 'test_clock', owner.doc ->> 'test_clock') from objects it
  left join objects owner on owner.account = it.account and owner.object = $3 and owner.id = it.doc ->> $3
  where it.account = jobs.account and it.object = jobs.payload ->> 'object' and it.id = jobs.subject`;

/** Moves timers that were set before their lender got a test clock to that clock. `lender` is a kind, and the member with its id. */
export const bringOver = (database: Database, { account, clock }: ClockKey, lender: string): Promise<object[]> =>
  database.query({
    text: `update jobs set queue = 'frozen', clock = $2, due_at = runs_at, payload = (payload::jsonb || jsonb_build_object('clock', $2::text))::json
      where account = $1 and clock = '' and queue = 'due' and runs_at is not null and payload ->> 'name' is not null
        and not ${is_leased} and (${its_clock}) = $2`,
    values: [account, clock, lender],
  });

const batch = 5000;

/** Deletes the jobs of a deleted clock, which can never be due. */
export async function forgetWaiting(database: Database, { account, clock }: ClockKey): Promise<void> {
  const text = `delete from jobs where (account, id) in (select account, id from jobs where account = $1 and clock = $2 limit ${batch}) returning 1`;
  for (let gone = batch; gone === batch; ) gone = (await database.query({ text, values: [account, clock] })).length;
}

/** The service's clock and the factor of its waits. */
type Pace = { readonly database: Database; readonly now_ms: () => number; readonly time_scale: number };

/** The id of the job that advances an account's own clock; there is at most one. */
export const advance_job = 'advance';

type Move = { readonly account: string; readonly epoch: number; readonly payload: string; readonly to_ms: number };

type Moved = { readonly clock_offset_ms: number; readonly epoch: number };

/** Advances a clock under its row lock, so that two concurrent moves to the same time move it once. Returns its new offset. */
export const moveClock = ({ database, now_ms }: Pace, { account, epoch, payload, to_ms }: Move): Promise<Moved> =>
  database.transaction(async (query) => {
    await query({ text: 'insert into clocks (account, offset_ms) values ($1, 0) on conflict do nothing', values: [account] });
    const [clock] = await query<{ offset_ms: number; epoch: number }>({
      text: 'select offset_ms, epoch from clocks where account = $1 for update',
      values: [account],
    });
    if ((clock?.epoch ?? 0) !== epoch) throw replaced();
    const before_ms = clock?.offset_ms ?? 0;
    const after_ms = before_ms + Math.max(0, to_ms - now_ms() - before_ms);
    await query({
      text: 'update clocks set offset_ms = $2, advancing_to = greatest(advancing_to, $3) where account = $1',
      values: [account, after_ms, new Date(now_ms() + after_ms)],
    });
    await query({
      text: `insert into jobs (account, id, queue, subject, lane, due_at, payload) values ($1, $2, 'advance', $1, $1, $3, $4)
        on conflict (account, id) do nothing`,
      values: [account, advance_job, new Date(now_ms()), payload],
    });
    return { clock_offset_ms: after_ms, epoch };
  });

/** The target of an account's own clock; null while it is not advancing. */
export async function ownClockTarget(database: Database, account: string): Promise<Date | null> {
  const text = 'select advancing_to from clocks where account = $1';
  const [clock] = await database.query<{ advancing_to: Date | null }>({ text, values: [account] });
  return clock?.advancing_to ?? null;
}

/**
 * Finishes the advance of an account's clock, unless its target has changed. The remaining jobs keep the service's time and are brought forward by
 * the distance that the clock moved.
 */
export const ownClockArrived = (
  { database, now_ms, time_scale }: Pace,
  { account, id }: Pick<Job, 'account' | 'id'>,
  target: Date | null,
): Promise<boolean> =>
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
