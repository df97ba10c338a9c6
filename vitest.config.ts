import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/sequencer.js';

/** Ends what hangs; a machine on which others work as well is only slow. */
const slow = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    // Tests wait for answers, and while one waits another can be worked off, on two cores too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...slow, name: 'tidy', include: ['test/tidy.test.ts'] } },
      {
        test: {
          ...slow,
          name: 'florin',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/tidy.test.ts', 'node_modules/**'],
          globalSetup: ['test/support/build.ts', 'test/support/database.ts', 'test/support/figures.ts'],
          // Modules are loaded once for each worker, and what files have in common is started once (test/support/services.ts).
          isolate: false,
        },
      },
    ],
  },
});
