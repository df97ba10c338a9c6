import { expect, test } from 'vitest';
import { action } from '../src/kernel/base/rules.js';
import { own_view } from '../src/kernel/engine/engine.js';
import { perform } from '../src/kernel/engine/perform.js';
import type { Queue } from '../src/kernel/jobs/jobs.js';
import { advanceTestClock, createTestClock } from '../src/resources/core/clocks/test-clocks.js';
import { engineInMemory, owner } from './support/engine-in-memory.js';

const start_ms = Date.UTC(2030, 5, 15);

const request = {
  ...{ caller: owner, address: '127.0.0.1', view: own_view, key: null, client_secret: null, audit: null, request_id: 'req_1' },
  sure: Promise.resolve(),
};

test('a job that becomes due while its unit of work runs wakes its queue, and does not wait for the next poll', async () => {
  // Every reading of the clock is a millisecond later than the one before, as under load.
  let now_ms = start_ms;
  const woken: Queue[] = [];
  const { engine: quiet } = engineInMemory(() => now_ms++);
  const engine = { ...quiet, wake: (queues: readonly Queue[] = []) => void woken.push(...queues) };
  const frozen_time = start_ms / 1000;
  const create = action('POST /v1/test_helpers/test_clocks', createTestClock, { about: 'For a test.' });
  const clock = JSON.parse((await perform(engine, { ...request, action: create, id: null, params: { frozen_time } })).text);
  expect(woken).not.toContain('advance');
  const advance = action('POST /v1/test_helpers/test_clocks/:id/advance', advanceTestClock, { about: 'For a test.' });
  const moved = await perform(engine, { ...request, action: advance, id: clock.id, params: { frozen_time: frozen_time + 3600 } });
  expect([moved.status, woken]).toEqual([200, expect.arrayContaining(['advance'])]);
});
