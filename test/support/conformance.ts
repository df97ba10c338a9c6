import { randomBytes } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { idSource } from '../../src/kernel/base/ids.js';
import { asksOf } from '../../src/processors/conformance/asks.js';
import { type Candidate, skipReason } from '../../src/processors/conformance/candidate.js';
import { trials } from '../../src/processors/conformance/trials.js';
import { attempted_at } from './sandbox-asks.js';

const ids = idSource(randomBytes);

/** A new attempt. */
export const newAttempt = (): string => ids.fresh('patt', attempted_at * 1000);

const asks = asksOf(attempted_at, newAttempt);

/** An ask to pay out 10.00 US dollars, which should arrive at once. */
export const payOutAsk = asks.pay_out;

/** Puts a processor to the trials of `florin processor check`. To be called at the top of a test file. */
export function conforms(name: string, open: () => Promise<Candidate> | Candidate): void {
  let it: Candidate;
  beforeAll(async () => {
    it = await open();
  });
  describe(name, () => {
    test.for(trials.map((trial) => [trial.name, trial] as const))('%s', async ([, trial], { skip }) => {
      const why = skipReason(trial, it);
      if (why !== null) skip(why);
      await trial.run({ it, asks });
    });
  });
}
