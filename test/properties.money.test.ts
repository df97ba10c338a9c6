import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { count, repeats } from './support/campaign.js';
import { ofMoney } from './support/model-stories.js';
import { commandCount } from './support/money-commands.js';
import type { Model, Shop } from './support/money-model.js';
import type { TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';
import { shopOverHttp } from './support/shop-over-http.js';
import { openShop } from './support/without-database.js';

/** The two processes use different write paths, and the stories alternate between them. One of them moves the sandbox's clock. */
let installation: Installation;
let one: TestService;
let other: TestService;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
  [one, other] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

/** The number of commands for the rules and for the service. */
const rules_count = repeats('commands_of_rules');
const service_count = repeats('commands_of_money');

/** The minimum counts of results and endings, in this many commands. */
const seldom = 3;
const told_in = 20_000;
const events = [
  ...['created', 'succeeded', 'payment_failed', 'requires_action', 'amount_capturable_updated', 'canceled', 'processing'].map(
    (name) => `payment_intent.${name}`,
  ),
  ...['succeeded', 'failed', 'captured', 'expired', 'refunded', 'refund.updated'].map((name) => `charge.${name}`),
  ...['created', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((name) => `charge.dispute.${name}`),
  ...['refund.created', 'refund.failed', 'payout.created', 'payout.paid', 'payout.canceled'],
];
const ends = [
  'refund succeeded',
  'refund of a hold',
  'refund failed',
  'refund canceled',
  'dispute won',
  'dispute lost',
  'dispute warning_closed',
];

test(`the rules do what their model says in ${rules_count} commands or more, which cover every result`, async () => {
  const before = commandCount();
  const seen = new Map<string, number>();
  const see = (name: string, times: number): void => void seen.set(name, (seen.get(name) ?? 0) + times);
  const look = ({ told, objects }: Model): void => {
    for (const [name, times] of told) see(name.split(' ')[0] ?? '', times);
    for (const { kind, status } of objects) see(`${kind} ${status}`, 1);
    see('refund of a hold', objects.filter((each) => each.kind === 'refund' && each.of_hold).length);
  };
  const missing = (): string[] => [...events, ...ends].filter((name) => (seen.get(name) ?? 0) < seldom);
  const isEnough = (count: number): boolean => count >= rules_count && (count >= told_in || missing().length === 0);
  let turn = 0;
  const open = (): Promise<Shop> => openShop({ one_write: turn++ % 2 === 0 });
  while (!isEnough(commandCount() - before)) await fc.assert(ofMoney(open, 150, look), { numRuns: 20 });
  count('commands of money without a database that match their model', commandCount() - before);
  expect(missing()).toEqual([]);
}, 240_000);

test(`the service does what the same model says in ${service_count} commands on both write paths, and an audit finds nothing`, async () => {
  const before = commandCount();
  let turn = 0;
  const open = (): Shop => shopOverHttp((turn++ % 2 ? one : other).client());
  // A service is too slow for a long search after the shortest story: the rules alone find most of them.
  while (commandCount() - before < service_count) await fc.assert(ofMoney(open, 60), { numRuns: 5, endOnFailure: true });
  count('commands of money over HTTP that match their model', commandCount() - before);
  expect(await audit(one.engine.database)).toEqual([]);
  expect([one, other].flatMap(({ lines }) => lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
}, 240_000);
