import type { Engine } from './engine.js';
import { claimJobs, type Job, postponeJob, type Queue } from './jobs.js';

/** How one queue is worked off. `run` finishes or postpones its job itself; if it throws, the job is tried again later. */
export type Work = {
  readonly run: (job: Job) => Promise<void>;
  readonly concurrency: number;
  readonly per_lane: number;
  readonly lease_seconds: number;
};

/** A worker under way. */
export type Worker = {
  /** Looks for work now rather than at the next poll. */
  wake(): void;
  /** Claims nothing more, waits for what runs until the deadline, and gives the rest back. */
  stop(deadline_ms: number): Promise<void>;
};

type Options = {
  readonly engine: Pick<Engine, 'database' | 'now_ms' | 'time_scale'>;
  readonly queues: Readonly<Partial<Record<Queue, Work>>>;
  readonly onError: (error: unknown, job: Job | null) => void;
  readonly poll_ms?: number;
};

/** Works off the queues of this process: woken after a commit, and looking by itself once a second for what others left. */
export function startWorker({ engine, queues, onError, poll_ms = 1000 }: Options): Worker {
  const lines = Object.entries(queues).map(([queue, work]) => line(engine, queue as Queue, work, onError));
  const wake = (): void => {
    for (const each of lines) each.wake();
  };
  const timer = setInterval(wake, poll_ms);
  wake();
  return {
    wake,
    stop: async (deadline_ms) => {
      clearInterval(timer);
      await Promise.all(lines.map((each) => each.stop(deadline_ms)));
    },
  };
}

type Line = { wake(): void; stop(deadline_ms: number): Promise<void> };

const wake_delay_ms = 10;
const back_off_max_ms = 300_000;

function line(engine: Options['engine'], queue: Queue, work: Work, onError: Options['onError']): Line {
  const running = new Map<Job, Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;

  const busyLanes = (): string[] => {
    const counts = new Map<string, number>();
    for (const { lane } of running.keys()) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= work.per_lane).map(([lane]) => lane);
  };

  const look = async (): Promise<void> => {
    const count = work.concurrency - running.size;
    if (stopped || count <= 0) return;
    const jobs = await claimJobs(engine.database, {
      queue,
      now_ms: engine.now_ms(),
      lease_seconds: work.lease_seconds,
      count,
      per_lane: work.per_lane,
      busy_lanes: busyLanes(),
    });
    for (const job of jobs) start(job);
    again ||= jobs.length === count;
  };

  const start = (job: Job): void => {
    const done = work
      .run(job)
      .catch((error) => retryLater(engine, job, error, onError))
      .finally(() => {
        running.delete(job);
        wake();
      });
    running.set(job, done);
  };

  /** One look at a time, and one more after it if anybody asked meanwhile. */
  const wake = (): void => {
    again = true;
    if (looking || stopped) return;
    looking = new Promise((resolve) => setTimeout(resolve, wake_delay_ms))
      .then(() => {
        again = false;
        return look();
      })
      .catch((error) => onError(error, null))
      .finally(() => {
        looking = null;
        if (again) wake();
      });
  };

  const stop = async (deadline_ms: number): Promise<void> => {
    stopped = true;
    await looking;
    await Promise.race([Promise.allSettled(running.values()), new Promise((resolve) => setTimeout(resolve, deadline_ms).unref())]);
    await Promise.allSettled([...running.keys()].map((job) => postponeJob(engine.database, job, engine.now_ms())));
  };
  return { wake, stop };
}

async function retryLater(engine: Options['engine'], job: Job, error: unknown, onError: Options['onError']): Promise<void> {
  onError(error, job);
  const delay_ms = Math.min(1000 * 2 ** job.attempts, back_off_max_ms) * engine.time_scale;
  await postponeJob(engine.database, job, engine.now_ms() + delay_ms).catch((fault) => onError(fault, job));
}
