import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { billingCommandCount } from './support/bills-commands.js';
import { billingShopOverHttp } from './support/bills-over-http.js';
import { count, repeats } from './support/campaign.js';
import { all, expectOnceEach, startLoad } from './support/load.js';
import { issuing_length, ofBilling, ofIssuing, ofMoney, ofShop } from './support/model-stories.js';
import { commandCount as moneyCommandCount } from './support/money-commands.js';
import { made, populate } from './support/populate.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import type { Client, TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';
import { shopOverHttp } from './support/shop-over-http.js';

/** Two processes with different write paths, and the merchants' web server. */
let installation: Installation;
let receiver: Receiver;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await installation.stop();
});

const rounds = repeats('rounds_of_mixed_load');
const stories_each = 2;
const requests_of_load = 300;

test(`${rounds} times merchants of every group work at once at two processes: each gets what its model says, and every event is delivered`, async () => {
  const [one, other] = installation.services as [TestService, TestService];
  const merchants: Client[] = [];
  const merchantAt = async (service: TestService): Promise<Client> => {
    const client = service.client();
    await made(client, '/v1/webhook_endpoints', { url: receiver.url('/hooks'), enabled_events: ['*'] });
    merchants.push(client);
    return client;
  };
  const before = moneyCommandCount() + billingCommandCount();
  for (let round = 0; round < rounds; round++) {
    const [here, there] = round % 2 ? [one, other] : [other, one];
    await Promise.all([
      tell(ofMoney(async () => shopOverHttp(await merchantAt(here)), 60)),
      tell(ofBilling(() => billingShopOverHttp(there, '2024-01-31T09:30'), 40)),
      tell(ofIssuing(async () => ({ service: here, client: await merchantAt(here) }))),
      tell(ofShop({ service: there, other: here }, () => merchantAt(there))),
      populate(here, await merchantAt(here)),
      populate(there, await merchantAt(there)),
      load(here, await merchantAt(here)),
    ]);
    expect(await audit(one.engine.database)).toEqual([]);
  }
  for (const client of merchants) await expectDelivered(client);
  expect([one, other].flatMap(({ lines }) => lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
  const of_models = moneyCommandCount() + billingCommandCount() - before + rounds * stories_each * issuing_length;
  count('commands against models while merchants of every group worked', of_models);
}, 2_400_000);

const tell = async (story: ReturnType<typeof ofMoney>): Promise<void> => fc.assert(story, { numRuns: stories_each, endOnFailure: true });

/** Requests of every kind of payment, four at a time; each has one effect. */
async function load(service: TestService, client: Client): Promise<void> {
  const requests = startLoad(client.key, async () => service.url);
  await requests.run(4, () => requests.answered() >= requests_of_load);
  await service.until(requests.settle);
  await expectOnceEach(client, requests.operations);
}

/** Waits until the merchants' web server has received every event that a merchant can list. */
async function expectDelivered(client: Client): Promise<void> {
  // The bank account of a new sandbox is older than its endpoint.
  const events = (await all(client, '/v1/events')).filter(({ type }) => type !== 'account.external_account.created');
  const missing = (): string[] => {
    const received = new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']));
    return events.filter(({ id }) => !received.has(id)).map(({ id, type, created }) => `${id} ${type} ${created}`);
  };
  await expect.poll(missing, { timeout: 60_000, interval: 100 }).toEqual([]);
}
