import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { type BillingShop, billingCommandCount } from './support/bills-commands.js';
import { type Bills, endsOf } from './support/bills-model.js';
import { billingShopOverHttp } from './support/bills-over-http.js';
import { count, is_campaign, repeats } from './support/campaign.js';
import { ofBilling } from './support/model-stories.js';
import type { TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';
import { moment } from './support/subscribed.js';
import { openBillingShop } from './support/without-database.js';

/** The two processes use different write paths, and the stories alternate between them. */
let installation: Installation;
let services: TestService[];
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
  services = [...installation.services];
});
afterAll(() => installation.stop());

/** A campaign looks for new stories; an ordinary run of a test repeats the same ones each time. */
function seeds(): () => { readonly seed?: number } {
  let seed = 0;
  return () => {
    seed += 1;
    return is_campaign ? {} : { seed };
  };
}

const rules_count = repeats('commands_of_billing_rules');
const service_count = repeats('commands_of_billing');

/** The minimum counts of results and endings, in this many commands. */
const seldom = 3;
const told_in = 20_000;
const must_happen = [
  ...['created', 'finalized', 'paid', 'payment_failed', 'voided', 'marked_uncollectible', 'overdue'].map((name) => `invoice.${name}`),
  ...['customer.subscription.created', 'customer.subscription.deleted'],
  ...['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'paused', 'canceled'].map((status) => `subscription ${status}`),
  ...['draft', 'open', 'paid', 'void', 'uncollectible'].map((status) => `invoice ${status}`),
  ...['subscription_create', 'subscription_cycle', 'subscription_update', 'manual'].map((reason) => `bill of ${reason}`),
  ...['void subscription_create', 'void subscription_cycle', 'void subscription_update', 'subscription with an end'],
  ...['subscription in classic mode', 'subscription with an amount off'],
  ...['subscription by hand', 'discount', 'usage', 'proration', 'credit', 'balance', 'note before payment', 'note after payment'].map(
    (what) => `bill with ${what}`,
  ),
];

/** Boundaries of months are hard at the end of January, and on a leap day. */
const beginnings = ['2023-01-31T09:30', '2024-02-29T23:59', '2025-06-15T00:01'];

test(`billing does what its model says in ${rules_count} commands or more, which cover every result`, async () => {
  const before = billingCommandCount();
  const seen = new Map<string, number>();
  const look = (model: Bills): void => {
    for (const name of endsOf(model)) seen.set(name, (seen.get(name) ?? 0) + 1);
  };
  const missing = (): string[] => must_happen.filter((name) => (seen.get(name) ?? 0) < seldom);
  const isEnough = (count: number): boolean => count >= rules_count && (count >= told_in || missing().length === 0);
  const chosen = seeds();
  let turn = 0;
  const open = (): Promise<BillingShop> => {
    turn += 1;
    return openBillingShop({ one_write: turn % 2 === 0, at: moment(beginnings[turn % beginnings.length] as string) });
  };
  while (!isEnough(billingCommandCount() - before)) await fc.assert(ofBilling(open, 60, look), { numRuns: 10, ...chosen() });
  count('commands of billing without a database that match their model', billingCommandCount() - before);
  expect(missing()).toEqual([]);
}, 240_000);

test(`the service bills as the same model says in ${service_count} commands on both write paths, and an audit finds nothing`, async () => {
  const before = billingCommandCount();
  const chosen = seeds();
  let turn = 0;
  const open = (): Promise<BillingShop> => {
    turn += 1;
    return billingShopOverHttp(services[turn % 2] as TestService, beginnings[turn % beginnings.length] as string);
  };
  // A service is too slow for a long search after the shortest story: the rules alone find most of them.
  while (billingCommandCount() - before < service_count)
    await fc.assert(ofBilling(open, 40), { numRuns: 2, endOnFailure: true, ...chosen() });
  count('commands of billing over HTTP that match their model', billingCommandCount() - before);
  expect(await audit((services[0] as TestService).engine.database)).toEqual([]);
  expect(services.flatMap(({ lines }) => lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
}, 240_000);
