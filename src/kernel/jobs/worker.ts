import { traced } from '../base/traced.js';
import type { Database } from '../storage/database.js';
import { claimJobs, type Job, leaseJob, postponeJob, type Queue } from './jobs.js';

/** How a queue is processed. `run` finishes or postpones its job; if it throws, the job is retried later. Long work checks `isStopping`. */
export type Work = {
  readonly run: (job: Job, isStopping: () => boolean) => Promise<void>;
  readonly concurrency: number;
  readonly claim: (looking: Looking) => Promise<Claimed>;
  /** How long to wait for more jobs after a wake-up; short by default. */
  readonly gathers_ms?: number;
};

/** The state of a queue when it looks for jobs. */
export type Looking = {
  readonly database: Database;
  readonly now_ms: number;
  /** The number of jobs that can be started. */
  readonly free: number;
  readonly running: readonly Job[];
};

/** The claimed jobs, and whether another claim may find more immediately. */
export type Claimed = { readonly jobs: readonly Job[]; readonly more: boolean };

type Oldest = { readonly per_lane: number; readonly lease_seconds: number };

/** Claims the jobs that have been due longest, with at most `per_lane` concurrent jobs of a lane in this process. */
export const oldestOf =
  (queue: Queue, { per_lane, lease_seconds }: Oldest): Work['claim'] =>
  async ({ database, now_ms, free: count, running }) => {
    const counts = new Map<string, number>();
    for (const { lane } of running) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    const busy_lanes = [...counts].filter(([, count]) => count >= per_lane).map(([lane]) => lane);
    const jobs = await claimJobs(database, { queue, now_ms, lease_seconds, count, per_lane, busy_lanes });
    return { jobs, more: jobs.length === count };
  };

/** A running worker. */
export type Worker = {
  /** Looks for jobs now, not at the next poll: in some queues, or in all. */
  wake(queues?: readonly Queue[]): void;
  /** Claims nothing more, waits for running jobs until the deadline, and returns the rest. */
  stop(deadline_ms: number): Promise<void>;
};

type Options = {
  /** The service's clock in milliseconds, and the factor of its waits. */
  readonly engine: { readonly database: Database; readonly now_ms: () => number; readonly time_scale: number };
  readonly queues: Readonly<Partial<Record<Queue, Work>>>;
  readonly onError: (error: unknown, job: Job | null) => void;
  readonly poll_ms?: number;
};

/** Processes the queues: woken after a commit, and polling once a second for jobs of other processes. */
export function startWorker({ engine, queues, onError, poll_ms = 1000 }: Options): Worker {
  const lines = new Map(Object.entries(queues).map(([queue, work]) => [queue as Queue, new Line(engine, work, onError)] as const));
  const wake = (woken: Iterable<Queue> = lines.keys()): void => {
    for (const queue of woken) lines.get(queue)?.wake();
  };
  const timer = setInterval(() => wake(), poll_ms);
  wake();
  return {
    wake,
    stop: async (deadline_ms) => {
      clearInterval(timer);
      await Promise.all([...lines.values()].map((each) => each.stop(deadline_ms)));
    },
  };
}

const gathers_usually_ms = 10;
const back_off_max_ms = 300_000;

/** One queue of this process: its running jobs, and at most one claim in progress. */
class Line {
  readonly #engine: Options['engine'];
  readonly #work: Work;
  readonly #onError: Options['onError'];
  readonly #running = new Map<Job, Promise<void>>();
  #looking: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(engine: Options['engine'], work: Work, onError: Options['onError']) {
    this.#engine = engine;
    this.#work = work;
    this.#onError = onError;
  }

  /** One claim at a time, and another one afterwards if it was woken in between. */
  wake(): void {
    this.#again = true;
    if (this.#looking || this.#stopped) return;
    this.#looking = new Promise((resolve) => setTimeout(resolve, this.#work.gathers_ms ?? gathers_usually_ms))
      .then(() => this.#look())
      .catch((error) => this.#onError(error, null))
      .finally(() => {
        this.#looking = null;
        if (this.#again) this.wake();
      });
  }

  async stop(deadline_ms: number): Promise<void> {
    this.#stopped = true;
    await this.#looking;
    await Promise.race([Promise.allSettled(this.#running.values()), new Promise((resolve) => setTimeout(resolve, deadline_ms).unref())]);
    // The job stays due: its work has not been attempted.
    await Promise.allSettled([...this.#running.keys()].map((job) => leaseJob(this.#engine.database, job, 0)));
  }

  async #look(): Promise<void> {
    this.#again = false;
    const free = this.#work.concurrency - this.#running.size;
    if (this.#stopped || free <= 0) return;
    const { database, now_ms } = this.#engine;
    const { jobs, more } = await this.#work.claim({ database, now_ms: now_ms(), free, running: [...this.#running.keys()] });
    for (const job of jobs) this.#start(job);
    this.#again ||= more;
  }

  #start(job: Job): void {
    const done = traced(
      'job',
      () => ({ name: `job ${job.queue}`, attributes: {} }),
      () => this.#work.run(job, () => this.#stopped),
    )
      .catch((error) => retryLater(this.#engine, job, error, this.#onError))
      .finally(() => {
        this.#running.delete(job);
        this.wake();
      });
    this.#running.set(job, done);
  }
}

async function retryLater(engine: Options['engine'], job: Job, error: unknown, onError: Options['onError']): Promise<void> {
  onError(error, job);
  const delay_ms = Math.min(1000 * 2 ** job.attempts, back_off_max_ms) * engine.time_scale;
  await postponeJob(engine.database, job, engine.now_ms() + delay_ms).catch((fault) => onError(fault, job));
}
