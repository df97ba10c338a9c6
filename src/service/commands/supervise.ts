import cluster, { type Address, type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { answerGathering } from '../operation/gathering.js';

/** The processes of a start. */
export type Processes = {
  /** Starts them, and resolves with their common address once all listen. Rejects when one ends before. */
  readonly start: () => Promise<Address>;
  /** Asks all to stop, and resolves after the last one has ended. */
  readonly stop: () => Promise<void>;
};

type Supervision = { readonly processes: number; readonly log: Logger; readonly signal: AbortSignal };

const first_pause_ms = 200;
const longest_pause_ms = 10_000;

/** All connections of PostgreSQL that a start with several processes takes by default, and the fewest of one process. */
const connections_of_all = 48;
const connections_min = 3;

/**
 * Runs a service in several processes that share one port. A process that ends without being asked to is replaced at once; one that ends before it listens is
 * tried again after a pause that doubles.
 */
export function supervise({ processes: count, log, signal }: Supervision): Processes {
  // Each process accepts its connections itself. A connection that the first process had accepted and handed to a process that was just killed would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let pause_ms = first_pause_ms;
  let stopping = false;
  const isOver = (): boolean => stopping || signal.aborted;
  const environment = connectionsOf(count);
  // A process that replaces another one listens where the first ones do, also after a start on any free port.
  cluster.on('listening', (_, { port }) => Object.assign(environment, { PORT: String(port) }));
  const gathering = answerGathering();
  const replace = (listened: boolean): void => {
    pause_ms = listened ? first_pause_ms : Math.min(pause_ms * 2, longest_pause_ms);
    after(listened ? 0 : pause_ms, signal, () => isOver() || begin());
  };
  const begin = (): Worker => {
    const worker = cluster.fork(environment);
    let listened = false;
    worker.once('listening', () => {
      listened = true;
    });
    worker.once('exit', (code, killed_by) => {
      if (isOver()) return;
      log.error({ pid: worker.process.pid, code, signal: killed_by }, 'a process of the service ended, and is replaced');
      replace(listened);
    });
    return worker;
  };
  return {
    start: async () => {
      const addresses = await Promise.all(Array.from({ length: count }, () => listening(begin())));
      return addresses[0] as Address;
    },
    stop: async () => {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(running.map(stopped));
      gathering.end();
    },
  };
}

/** Does something after a pause, unless the signal comes first. */
const after = (ms: number, signal: AbortSignal, work: () => unknown): void => void pause(ms, undefined, { signal }).then(work, () => {});

/** Without a setting, the processes share as many connections as a small PostgreSQL allows. */
const connectionsOf = (count: number): NodeJS.ProcessEnv =>
  process.env.FLORIN_DATABASE_CONNECTIONS === undefined
    ? { FLORIN_DATABASE_CONNECTIONS: String(Math.min(12, Math.max(connections_min, Math.floor(connections_of_all / count)))) }
    : {};

const listening = (worker: Worker): Promise<Address> =>
  new Promise((resolve, reject) => {
    worker.once('listening', resolve);
    worker.once('exit', (code) => reject(new Error(`A process of the service ended with ${code} before it was ready.`)));
  });

async function stopped(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  await ended;
}
