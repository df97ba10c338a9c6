import { join } from 'node:path';
import { expect } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { type Database, openDatabase } from '../../src/kernel/storage/database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/embedded-postgres/embedded-postgres.js';
import { count } from './campaign.js';
import { all, expectBalanced, expectChargedOnce, expectOnceEach, type Load, startLoad } from './load.js';
import { type Receiver, startReceiver } from './receiver.js';
import { type Supervised, supervise } from './running.js';
import { type Client, clientOf } from './service.js';
import { clearAway, temporaryFolder, until } from './trial.js';

/** A day of the service's timers takes about a second, so that payouts are created and arrive while it is being killed. */
export const hurried = { FLORIN_TIME_SCALE: '0.00001' };

const secret_key = 'sk_test_survivor';

/** A service under load that will be killed or crashed, and a merchant that receives its deliveries. */
export type Trial = { readonly directory: string; readonly service: Supervised; readonly load: Load; readonly receiver: Receiver };

/** Kills or crashes a service, then checks that nothing was lost, doubled or left undone. */
export async function survive(environment: NodeJS.ProcessEnv, ordeal: (trial: Trial) => Promise<void>): Promise<void> {
  const directory = join(temporaryFolder(), 'data');
  const receiver = await startReceiver();
  const service = supervise(directory, { ...hurried, ...environment });
  const load = startLoad(secret_key, async () => (await service.up()).url);
  try {
    await listen(service, receiver);
    await ordeal({ directory, service, load, receiver });
    await comeToRest({ directory, service, load, receiver });
    await expectIntact({ directory, service, load, receiver });
    count('processes killed or crashed under load', service.ends());
    count('requests under load that were answered, none lost, none done twice', load.answered());
    count('payments among them, none charged twice', load.payments());
    count('deliveries, no event missing', receiver.deliveries.length);
  } finally {
    await service.end();
    await receiver.stop();
    await clearAway();
  }
}

async function listen(service: Supervised, receiver: Receiver): Promise<void> {
  const params = { url: receiver.url('/hooks'), enabled_events: ['*'] };
  const headers = { 'idempotency-key': 'endpoint' };
  await until(async () => {
    const client = clientOf((await service.up()).url, secret_key);
    const answer = await client.post('/v1/webhook_endpoints', params, { headers }).catch(() => null);
    return answer?.status === 200;
  });
}

/** No more interruptions: work left with a lease or an unanswered ask is taken over, as it would be within a minute. */
async function comeToRest({ directory, service, load }: Trial): Promise<void> {
  service.become(hurried);
  (await service.up()).kill();
  await (await service.up()).ended;
  await service.up();
  await withDatabase(directory, (database) => finishWork(database, load));
}

/** Waits for the answers of all operations, and for the end of all jobs. */
export async function finishWork(database: Database, load: Load): Promise<void> {
  await database.query({ text: released, values: [] });
  await until(load.settle);
  await database.query({ text: hastened, values: [] });
  await until(async () => (await database.query({ text: 'select 1 from jobs limit 1', values: [] })).length === 0);
}

/** Updates many jobs at once. The table is locked first: workers lock single rows, in another order than this would. */
const onJobs = (update: string): string => `do $$ begin lock table jobs in exclusive mode; ${update}; end $$`;

const released = onJobs(`update jobs set leased_until = null, due_at = case queue when 'due' then due_at else clock_timestamp() end`);

// The test does not wait a week for authorizations to expire: timers keep their order, and each still runs at its own time.
const hastened = onJobs(
  `update jobs set due_at = clock_timestamp() + (due_at - clock_timestamp()) / 20 where queue = 'due' and leased_until is null`,
);

async function withDatabase(directory: string, work: (database: Database) => Promise<void>): Promise<void> {
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ directory, database: 'florin', log: () => {} });
  const database = openDatabase({ url: server.url, connections: 1, log: () => {} });
  try {
    await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function expectIntact({ directory, service, load, receiver }: Trial): Promise<void> {
  const client = clientOf((await service.up()).url, secret_key);
  await withDatabase(directory, (database) => expectNothingLost({ client, database, load, receiver }));
}

type Survivor = { readonly client: Client; readonly database: Database; readonly load: Load; readonly receiver: Receiver };

/** Nothing acknowledged is lost, nothing is doubled, the ledger is consistent, and every event was delivered. */
export async function expectNothingLost({ client, database, load, receiver }: Survivor): Promise<void> {
  await expectOnceEach(client, load.operations);
  await expectBalanced(client);
  await expectChargedOnce(client);
  expect(await audit(database)).toEqual([]);
  const delivered = new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']));
  const events = (await all(client, '/v1/events')).filter(({ type }) => !type.startsWith('account.'));
  expect(events.filter(({ id }) => !delivered.has(id))).toEqual([]);
}
