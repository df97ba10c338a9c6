import { expect, test } from 'vitest';
import { repeats, sampled } from './support/campaign.js';
import { survive } from './support/crashes.js';

/** How often each failpoint is to be hit. */
const crashes = repeats('crashes');
const callers = 3;

const roads = [
  ['before_commit', 'on'],
  ['after_commit_before_response', 'on'],
  ['before_processor', 'on'],
  ['after_processor', 'on'],
  ['before_commit', 'off'],
  ['after_commit_before_response', 'off'],
  ['after_ask_stored', 'off'],
  ['before_processor', 'off'],
  ['after_processor', 'off'],
] as const;

test.each(sampled(roads, 3))(
  'a crash at %s, with one write %s, loses and doubles nothing',
  async (name, one_write) => {
    // Writes wait for each other, so that a crash meets several of them in one statement.
    const environment = { FLORIN_FAILPOINTS: `${name}:crash:0.2`, FLORIN_ONE_WRITE: one_write, FLORIN_GROUP_COMMIT_MIN: '2' };
    await survive(environment, async ({ load, service }) => {
      await load.run(callers, () => service.ends() >= crashes);
      expect(service.ends()).toBeGreaterThanOrEqual(crashes);
    });
  },
  180_000 + crashes * 10_000,
);
