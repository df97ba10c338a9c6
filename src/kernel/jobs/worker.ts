import type { Database } from '../storage/database.js';
import { claimJobs, type Job, leaseJob, postponeJob, type Queue } from './jobs.js';

/** How one queue is worked off. `run` finishes or postpones its job itself; if it throws, the job is tried again later. What takes long looks whether it is to stop. */
export type Work = {
  readonly run: (job: Job, isStopping: () => boolean) => Promise<void>;
  readonly concurrency: number;
  readonly claim: (looking: Looking) => Promise<Claimed>;
  /** How long it waits for company once it is woken; as short as makes sense where nobody says. */
  readonly gathers_ms?: number;
};

/** What is known when a queue looks for work. */
export type Looking = {
  readonly database: Database;
  readonly now_ms: number;
  /** How many jobs can be begun with. */
  readonly free: number;
  readonly running: readonly Job[];
};

/** What a look has found, and whether another one may find more at once. */
export type Claimed = { readonly jobs: readonly Job[]; readonly more: boolean };

type Oldest = { readonly per_lane: number; readonly lease_seconds: number };

/** Claims what has been due for longest, and no more of one lane at once than a process may work on. */
export const oldestOf =
  (queue: Queue, { per_lane, lease_seconds }: Oldest): Work['claim'] =>
  async ({ database, now_ms, free: count, running }) => {
    const counts = new Map<string, number>();
    for (const { lane } of running) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    const busy_lanes = [...counts].filter(([, count]) => count >= per_lane).map(([lane]) => lane);
    const jobs = await claimJobs(database, { queue, now_ms, lease_seconds, count, per_lane, busy_lanes });
    return { jobs, more: jobs.length === count };
  };

/** A worker under way. */
export type Worker = {
  /** Looks for work now rather than at the next poll: in some queues, or in all. */
  wake(queues?: readonly Queue[]): void;
  /** Claims nothing more, waits for what runs until the deadline, and gives the rest back. */
  stop(deadline_ms: number): Promise<void>;
};

type Options = {
  /** The service's clock in milliseconds, and what multiplies its waits. */
  readonly engine: { readonly database: Database; readonly now_ms: () => number; readonly time_scale: number };
  readonly queues: Readonly<Partial<Record<Queue, Work>>>;
  readonly onError: (error: unknown, job: Job | null) => void;
  readonly poll_ms?: number;
};

/** Works off the queues of this process: woken after a commit, and looking by itself once a second for what others left. */
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

/** One queue of this process: what runs of it, and the one look for more that may be under way. */
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

  /** One look at a time, and one more after it if anybody asked meanwhile. */
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
    // It keeps its place: nothing has been tried with it.
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
    const done = this.#work
      .run(job, () => this.#stopped)
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
