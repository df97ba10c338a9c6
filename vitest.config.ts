import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...slow, name: 'tidy', include: ['test/tidy.test.ts'] } },
      {
        test: {
          ...slow,
          name: 'florin',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/tidy.test.ts', 'node_modules/**'],
          globalSetup: ['test/support/database.ts'],
          isolate: false,
        },
      },
    ],
  },
});
