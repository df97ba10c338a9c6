import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { count, repeats } from './support/campaign.js';
import { type Issuer, issuer } from './support/issuing.js';
import { type Command, happen, type Model, verb_names } from './support/issuing-model.js';
import { ledger } from './support/merchant.js';
import type { TestService } from './support/service.js';
import { type Installation, rowsOf, startInstallation } from './support/services.js';

/** The two processes use different write paths, and the stories alternate between them. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
});
afterAll(() => installation.stop());

const command: fc.Arbitrary<Command> = fc.record({
  verb: fc.constantFrom(...verb_names),
  which: fc.nat({ max: 9 }),
  amount: fc.integer({ min: 1, max: 1500 }),
  closes: fc.boolean(),
});

/** The all-time spending that the limits of a card count, which no answer shows. */
async function countedOf(service: TestService, { card }: Issuer): Promise<number> {
  const text = `select coalesce(sum(value::bigint), 0)::int as counted
    from objects, jsonb_each_text(doc::jsonb #> '{spent,usd,all_time,by_category}') where object = 'issuing.card' and id = $1`;
  const [row] = await rowsOf<{ counted: number }>(service, text, card);
  return row?.counted ?? 0;
}

const length = 20;
const funds = 5000;
const commands_count = repeats('commands_of_issuing');

test(`the service does what its model says in ${commands_count} commands about an issued card on both write paths, and an audit finds nothing`, async () => {
  let done = 0;
  let turn = 0;
  const story = fc.asyncProperty(fc.array(command, { minLength: length, maxLength: length }), async (commands) => {
    const service = installation.services[turn++ % 2] as TestService;
    const of = await issuer(service, funds, { spending_controls: { spending_limits: [] } });
    const model: Model = { available: funds, counted: 0, authorizations: [], taken: [] };
    for (const each of commands) await happen(of, model, each);
    done += commands.length;
    const held = model.authorizations.reduce((sum, each) => sum + (each.open ? each.held : 0), 0);
    const books = await ledger(service, of.client);
    expect([books.issuing_available, books.issuing_held ?? 0]).toEqual([model.available, held]);
    expect(await countedOf(service, of)).toBe(model.counted);
  });
  await fc.assert(story, { numRuns: Math.ceil(commands_count / length), endOnFailure: true });
  count('commands about issued cards that match their model', done);
  expect(await audit(installation.services[0]?.engine.database as TestService['engine']['database'])).toEqual([]);
}, 240_000);
