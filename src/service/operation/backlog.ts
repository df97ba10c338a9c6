import { is_leased, type Queue } from '../../kernel/jobs/jobs.js';
import type { Database } from '../../kernel/storage/database.js';

/** The queues that workers process; jobs of a frozen test clock wait for their clock. */
export const worked_queues = ['advance', 'ask', 'background', 'due', 'mail', 'webhook'] as const satisfies readonly Queue[];

/** The state of a queue. Ages are in seconds on the service's clock, 0 where no job is due. */
export type QueueState = {
  readonly queue: (typeof worked_queues)[number];
  /** The age of the job that has been due longest, whether it runs or not. */
  readonly oldest_due_seconds: number;
  /** The age of the due job that no process has claimed for longest. */
  readonly oldest_waiting_seconds: number;
  /** Due jobs that no process has claimed, and those that one has; counted among the oldest. */
  readonly ready: number;
  readonly claimed: number;
};

/** The tables of sums that follow the ledger. */
export const watermarks = ['activity', 'ledger'] as const;

/** What waits in the database, as one process has found it. */
export type Backlog = {
  readonly queues: readonly QueueState[];
  /** How far each table of sums is behind, in seconds. */
  readonly lags_seconds: Readonly<Record<(typeof watermarks)[number], number>>;
  /** The number of the newest migration that has run. */
  readonly schema: number;
  /** When this was found, in milliseconds on the service's clock. */
  readonly at_ms: number;
};

/** A longer queue is counted up to here, so that a look at it costs the same as one claim. */
const counted_max = 1000;

/** The oldest due jobs of each queue are read in the order of their index. The jobs of an advancing clock run in the job that advances it. */
const queues_text = `select q.queue, found.* from unnest($2::text[]) q (queue), lateral (
    select extract(epoch from $1 - min(due_at))::float8 as oldest_due_seconds,
      extract(epoch from $1 - min(due_at) filter (where is_free))::float8 as oldest_waiting_seconds,
      count(*) filter (where is_free)::int as ready, count(*) filter (where not is_free)::int as claimed
    from (select due_at, not ${is_leased} as is_free from jobs
      where queue = q.queue and due_at <= $1 and (queue <> 'due' or account <> all (array(select account from clocks where advancing_to is not null)))
      order by due_at limit ${counted_max}) due) found`;

const marks_text = `select (select upto from activity_watermark)::text as activity, (select upto from ledger_watermark)::text as ledger,
  pg_snapshot_xmax(pg_current_snapshot())::text as next, (select max(number) from migrations) as schema`;

type Marks = Readonly<Record<(typeof watermarks)[number] | 'next', string>> & { readonly schema: number };

/** Looks at the queues and the watermarks, at the cost of one claim for each queue. Each call compares with the earlier ones. */
export function backlogReader(database: Database, now_ms: () => number): () => Promise<Backlog> {
  const lags = { activity: lagging(), ledger: lagging() };
  return async () => {
    const at_ms = now_ms();
    const states = await database.query<Partial<QueueState> & Pick<QueueState, 'queue' | 'ready' | 'claimed'>>({
      text: queues_text,
      values: [new Date(at_ms), worked_queues],
    });
    const [marks] = await database.query<Marks>({ text: marks_text, values: [] });
    const { activity = '0', ledger = '0', next = '0', schema = 0 } = marks ?? {};
    return {
      queues: states.map((state) => ({
        ...state,
        oldest_due_seconds: state.oldest_due_seconds ?? 0,
        oldest_waiting_seconds: state.oldest_waiting_seconds ?? 0,
      })),
      lags_seconds: {
        activity: lags.activity(BigInt(activity), BigInt(next), at_ms),
        ledger: lags.ledger(BigInt(ledger), BigInt(next), at_ms),
      },
      schema,
      at_ms,
    };
  };
}

/**
 * How long a watermark has not reached a transaction id that was the next one at an earlier look. A watermark has no time of its own, and an idle database
 * has no lag, however old its last entry is.
 */
function lagging(): (upto: bigint, next: bigint, at_ms: number) => number {
  let mark: { readonly next: bigint; readonly at_ms: number } | null = null;
  return (upto, next, at_ms) => {
    if (mark === null || upto >= mark.next) mark = { next, at_ms };
    return Math.max(0, at_ms - mark.at_ms) / 1000;
  };
}
