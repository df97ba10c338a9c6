import { expect, test } from 'vitest';
import { failpoints } from '../src/kernel/base/failpoint.js';
import { repeats, sampled } from './support/campaign.js';
import { survive } from './support/crashes.js';

/** The number of hits for each failpoint. */
const crashes = repeats('crashes');
const callers = 3;

/** An ordinary run tries every second one: each failpoint once, on one write path or the other. */
const roads = [
  ['before_commit', 'on'],
  ['before_commit', 'off'],
  ['after_commit_before_response', 'off'],
  ['after_commit_before_response', 'on'],
  ['before_processor', 'on'],
  ['before_processor', 'off'],
  ['after_processor', 'off'],
  ['after_processor', 'on'],
  ['after_ask_stored', 'off'],
] as const;
const tried = sampled(roads, 2);

test('no failpoint on the path of a request is left out', () => {
  // Deliveries come after a request.
  const on_the_way = failpoints.filter((name) => !name.endsWith('_delivery'));
  expect([...new Set(tried.map(([name]) => name))].sort()).toEqual([...on_the_way].sort());
});

test.each(tried)(
  'a crash at %s, with one write %s, loses and doubles nothing',
  async (name, one_write) => {
    // Writes wait for each other, so that a crash hits several of them in one statement.
    const environment = { FLORIN_FAILPOINTS: `${name}:crash:0.2`, FLORIN_ONE_WRITE: one_write, FLORIN_GROUP_COMMIT_MIN: '2' };
    await survive(environment, async ({ load, service }) => {
      await load.run(callers, () => service.ends() >= crashes);
      expect(service.ends()).toBeGreaterThanOrEqual(crashes);
    });
  },
  180_000 + crashes * 10_000,
);
