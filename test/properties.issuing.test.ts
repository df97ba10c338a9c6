import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { count, repeats } from './support/campaign.js';
import { issuing_length, ofIssuing } from './support/model-stories.js';
import type { TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';

/** The two processes use different write paths, and the stories alternate between them. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
});
afterAll(() => installation.stop());

const commands_count = repeats('commands_of_issuing');

test(`the service does what its model says in ${commands_count} commands about an issued card on both write paths, and an audit finds nothing`, async () => {
  let turn = 0;
  const open = async () => {
    const service = installation.services[turn++ % 2] as TestService;
    return { service, client: service.client() };
  };
  await fc.assert(ofIssuing(open), { numRuns: Math.ceil(commands_count / issuing_length), endOnFailure: true });
  count('commands about issued cards that match their model', turn * issuing_length);
  expect(await audit(installation.services[0]?.engine.database as TestService['engine']['database'])).toEqual([]);
}, 240_000);
