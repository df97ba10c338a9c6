import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { type Answer, type Client, clientOf, type TestService } from '../support/service.js';
import { type Installation, rowsOf, startInstallation } from '../support/services.js';

/** Two processes on one database, which group their commits. */
let installation: Installation;
let one: TestService;
let other: TestService;

beforeAll(async () => {
  installation = await startInstallation({ FLORIN_WORKER: 'off', FLORIN_GROUP_COMMIT_MIN: '4' }, { FLORIN_WORKER: 'off' });
  [one, other] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

/** The same caller at both processes. */
function atBoth(): [Client, Client] {
  const client = one.client();
  return [client, clientOf(other.url, client.key)];
}

const payment = {
  amount: 1200,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
  return_url: 'https://shop.example.com/done',
};

const pay = (client: Client, key?: string): Promise<Answer> =>
  client.post('/v1/payment_intents', payment, key === undefined ? {} : { headers: { 'idempotency-key': key } });

/** The answer once the key is no longer in use. */
async function answered(send: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 0; tried < 100; tried++) {
    const answer = await send();
    if (answer.status !== 409) return answer;
  }
  throw new Error('The key stayed in use');
}

test('ten posts on each of many keys, at two processes among other requests: each key has one payment, and the same bytes for all', async () => {
  const clients = atBoth();
  await clients[0].get('/v1/account');
  const keys = Array.from({ length: 12 }, (_, number) => `key-${number}`);
  const repeated = keys.flatMap((key) => Array.from({ length: 10 }, (_, turn) => answered(() => pay(clients[turn % 2] as Client, key))));
  const strangers = Array.from({ length: 60 }, (_, number) => pay((number % 2 ? one : other).client()));
  const answers = await Promise.all(repeated);
  expect((await Promise.all(strangers)).filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(keys.length);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(keys.length * 9);
  const { body } = await clients[1].get('/v1/payment_intents', { limit: 100 });
  expect(body.data).toHaveLength(keys.length);
  const [entries] = await rowsOf<{ count: number }>(one, 'select count(*)::int from entries');
  expect(entries?.count).toBe((keys.length + strangers.length) * 2);
  expect(await audit(one.engine.database)).toEqual([]);
});

test('many concurrent updates of one object: none is lost, and each has an event', async () => {
  const clients = atBoth();
  const { body: customer } = await clients[0].post('/v1/customers', { name: 'Jo' });
  const updates = Array.from({ length: 40 }, (_, number) =>
    (clients[number % 2] as Client).post(`/v1/customers/${customer.id}`, { metadata: { [`key_${number}`]: 'set' } }),
  );
  const strangers = Array.from({ length: 60 }, (_, number) =>
    (number % 2 ? one : other).client().post('/v1/customers', { name: 'A stranger' }),
  );
  const answers = await Promise.all([...updates, ...strangers]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const { body } = await clients[0].get(`/v1/customers/${customer.id}`);
  expect(Object.keys(body.metadata)).toHaveLength(40);
  const events = await rowsOf(one, `select from events where object_id = $1 and type = 'customer.updated'`, customer.id);
  expect(events).toHaveLength(40);
});

test('every endpoint gets the events of its own account, and no others', async () => {
  const clients = Array.from({ length: 8 }, () => one.client());
  const endpoint = { url: 'http://127.0.0.1:9/webhooks', enabled_events: ['customer.created'] };
  await Promise.all(clients.map((client) => client.post('/v1/webhook_endpoints', endpoint)));
  await Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => client.post('/v1/customers'))));
  const jobs = await rowsOf<{ count: number }>(
    one,
    `select count(*)::int from jobs join objects on objects.account = jobs.account and objects.id = jobs.lane where queue = 'webhook' group by lane`,
  );
  expect(jobs).toEqual(Array(clients.length).fill({ count: 3 }));
});
