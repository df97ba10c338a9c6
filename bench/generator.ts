import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Tally } from './latencies.js';
import type { Load } from './load.js';

/** The load generator, in a process of its own. */
export type Generator = {
  readonly pid: number;
  generate(load: Omit<Load, 'first'>): Promise<Tally>;
  stop(): void;
};

const numbers_per_load = 10_000_000;

/** Starts the load generator. */
export function startGenerator(): Generator {
  const child = fork(new URL('load.ts', import.meta.url));
  let loads = 0;
  return {
    pid: child.pid ?? 0,
    generate: async (load) => {
      child.send({ ...load, first: loads++ * numbers_per_load });
      const [answer] = (await once(child, 'message')) as [{ tally?: Tally; error?: string }];
      if (!answer.tally) throw new Error(answer.error);
      if (answer.tally.failure) throw new Error(`A request under load was not answered with 200:\n${answer.tally.failure}`);
      return answer.tally;
    },
    stop: () => void child.kill(),
  };
}
