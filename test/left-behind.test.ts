import { afterEach, expect, test } from 'vitest';
import { claimJobs } from '../src/kernel/jobs/jobs.js';
import { audit } from '../src/kernel/ledger/balances.js';
import { attemptsOf, deliveriesOf, endpointAt, newestEvent } from './support/deliveries.js';
import { towards } from './support/merchant.js';
import { startReceiver } from './support/receiver.js';
import { type Answer, type Client, card, clientOf, type TestService } from './support/service.js';
import { type Installation, rowsOf, startInstallation } from './support/services.js';

const installations: Installation[] = [];
afterEach(async () => {
  for (const installation of installations.splice(0)) await installation.stop();
});

/** An installation of one process, and a way for others to join. */
async function start(environment: Readonly<Record<string, string>>): Promise<{ first: TestService; join: Installation['join'] }> {
  const installation = await startInstallation(environment);
  installations.push(installation);
  return { first: installation.services[0] as TestService, join: installation.join };
}

/** A process that stops whenever it has stored an ask. */
const stops_short = { FLORIN_ONE_WRITE: 'off', FLORIN_FAILPOINTS: 'after_ask_stored:error:1' };

/** The time that an ask is leased to the request that stored it. */
const patience_ms = 31_000;

const tenantOf = async (client: Client): Promise<string> => `${(await client.get('/v1/account')).body.id}_test`;

test('a job is not claimed during its lease, and is taken over when the lease has expired', async () => {
  const receiver = await startReceiver();
  const { first, join } = await start({ FLORIN_WORKER: 'off' });
  const client = first.client();
  const account = await tenantOf(client);
  await endpointAt(client, receiver.url('/'), ['customer.created']);
  await client.post('/v1/customers');
  const leased = await newestEvent(client, 'customer.created');
  const claiming = { queue: 'webhook', lease_seconds: 3600, count: 9, per_lane: 9, busy_lanes: [], account } as const;
  expect(await claimJobs(first.engine.database, { ...claiming, now_ms: first.now() })).toHaveLength(1);
  const worker = await join();
  await client.post('/v1/customers');
  const free = await newestEvent(client, 'customer.created');
  await worker.until(async () => (await attemptsOf(client, { event: free.id })).length === 1);
  expect(deliveriesOf(receiver, '/', leased.id)).toEqual([]);
  await rowsOf(first, `update jobs set leased_until = clock_timestamp() - interval '1 second' where account = $1`, account);
  const [attempt] = await worker.until(async () => {
    const attempts = await attemptsOf(client, { event: leased.id });
    return attempts.length > 0 ? attempts : null;
  });
  // The earlier process has not tried it.
  expect(attempt).toMatchObject({ outcome: 'delivered', attempt: 1 });
  await receiver.stop();
});

test('a job that was claimed while the clock of the database was a day ahead is taken over once the clock is right', async () => {
  const receiver = await startReceiver();
  const { first, join } = await start({ FLORIN_WORKER: 'off' });
  const client = first.client();
  await endpointAt(client, receiver.url('/'), ['customer.created']);
  await client.post('/v1/customers');
  const { id } = await newestEvent(client, 'customer.created');
  await rowsOf(first, `update jobs set leased_until = clock_timestamp() + interval '1 day' where account = $1`, await tenantOf(client));
  const worker = await join();
  await worker.until(async () => deliveriesOf(receiver, '/', id).length === 1);
  await receiver.stop();
});

test('two concurrent claims get different jobs', async () => {
  const { first } = await start({ FLORIN_WORKER: 'off' });
  const client = first.client();
  const account = await tenantOf(client);
  await endpointAt(client, 'http://127.0.0.1:9/', ['customer.created']);
  await Promise.all(Array.from({ length: 20 }, () => client.post('/v1/customers')));
  const claiming = { queue: 'webhook', lease_seconds: 60, count: 8, per_lane: 20, busy_lanes: [], account } as const;
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimJobs(first.engine.database, { ...claiming, now_ms: first.now() })));
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const rest = await claimJobs(first.engine.database, { ...claiming, count: 20, now_ms: first.now() });
  expect(new Set([...ids, ...rest.map(({ id }) => id)]).size).toBe(20);
});

test.each([
  { kind: 'a card that succeeds', number: '4242424242424242', status: 200, becomes: 'succeeded', told: 'setup_intent.succeeded' },
  {
    kind: 'a card that is declined',
    number: '4000000000000002',
    status: 402,
    becomes: 'requires_payment_method',
    told: 'setup_intent.setup_failed',
  },
  {
    kind: 'a card that requires authentication',
    number: '4000000000003220',
    status: 200,
    becomes: 'requires_action',
    told: 'setup_intent.requires_action',
  },
])('an abandoned ask is completed once by another process, and its key answers: $kind', async ({ number, status, becomes, told }) => {
  const { first, join } = await start({ ...stops_short, FLORIN_WORKER: 'off' });
  const client = first.client();
  const { body: intent } = await client.post('/v1/setup_intents');
  const confirm = (at: Client): Promise<Answer> =>
    at.post(`/v1/setup_intents/${intent.id}/confirm`, { payment_method_data: card(number) }, { headers: { 'idempotency-key': 'confirm' } });
  expect((await confirm(client)).status).toBe(500);
  expect((await client.get(`/v1/setup_intents/${intent.id}`)).body.status).toBe('processing');
  const other = await join({ FLORIN_ONE_WRITE: 'off' });
  const there = clientOf(other.url, client.key);
  expect((await confirm(there)).body.error.code).toBe('idempotency_key_in_use');
  expect((await there.post(`/v1/setup_intents/${intent.id}/cancel`)).body.error.code).toBe('setup_intent_unexpected_state');
  other.advance(patience_ms);
  await other.until(async () => (await there.get(`/v1/setup_intents/${intent.id}`)).body.status === becomes);
  const answer = await confirm(there);
  const shown = answer.body.error?.setup_intent ?? answer.body;
  expect([answer.status, shown.status, shown.client_secret]).toEqual([status, becomes, intent.client_secret]);
  expect((await confirm(client)).text).toBe(answer.text);
  other.advance(patience_ms);
  const { body: events } = await there.get('/v1/events', { limit: 100 });
  expect(events.data.filter(({ type }: { type: string }) => type === told)).toHaveLength(1);
  expect((await there.get('/v1/setup_attempts', { setup_intent: intent.id })).body.data).toHaveLength(1);
  expect(await rowsOf(other, `select id from jobs where queue = 'ask'`)).toEqual([]);
});

test('an abandoned ask contains neither card number nor verification code', async () => {
  const { first } = await start({ ...stops_short, FLORIN_WORKER: 'off' });
  const method = { type: 'card', card: { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '987' } };
  expect((await first.client().post('/v1/setup_intents', { confirm: true, payment_method_data: method })).status).toBe(500);
  const jobs = await rowsOf<{ row: string }>(first, `select jobs::text as row from jobs where queue = 'ask'`);
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.row).not.toMatch(/4242424242424242|"cvc":|"987"|"account_number":/);
});

test.each([
  { kind: 'that accepts payouts', account_number: '000123456789', becomes: 'paid' },
  { kind: 'that is closed', account_number: '000111111113', becomes: 'failed' },
])("a payout whose asks are all abandoned ends with the bank's result, for an account $kind", async ({ account_number, becomes }) => {
  const { first } = await start(stops_short);
  const client = first.client();
  const { body: account } = await client.get('/v1/account');
  const external_account = { object: 'bank_account', account_number, country: 'US', currency: 'usd' };
  const { body: bank } = await client.post(`/v1/accounts/${account.id}/external_accounts`, { external_account });
  await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' });
  const { body: payout } = await client.post('/v1/payouts', { amount: 5000, currency: 'usd', destination: bank.id });
  const settled = async (): Promise<boolean> => (await rowsOf(first, `select id from jobs where queue = 'ask'`)).length === 0;
  const stored = async (): Promise<boolean> => !(await settled());
  for (const days_before of [1, 0]) {
    towards(first, payout, days_before);
    await first.until(stored);
    first.advance(patience_ms);
    await first.until(settled);
  }
  expect((await client.get(`/v1/payouts/${payout.id}`)).body.status).toBe(becomes);
  expect((await client.get('/v1/balance')).body.available[0].amount).toBe(becomes === 'paid' ? 4000 : 9000);
  expect(await audit(first.engine.database)).toEqual([]);
});

test('a delivery that its process did not record is repeated by another, with the same id and bytes', async () => {
  const receiver = await startReceiver();
  const { first, join } = await start({ FLORIN_FAILPOINTS: 'after_delivery:error:1' });
  const client = first.client();
  await endpointAt(client, receiver.url('/'), ['customer.created']);
  await client.post('/v1/customers');
  const { id } = await newestEvent(client, 'customer.created');
  await first.until(async () => deliveriesOf(receiver, '/', id).length > 0);
  await first.stop();
  const other = await join();
  other.advance(600_000);
  const there = clientOf(other.url, client.key);
  await other.until(async () => (await attemptsOf(there, { event: id })).length === 1);
  const deliveries = deliveriesOf(receiver, '/', id);
  expect(deliveries.length).toBeGreaterThan(1);
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  await receiver.stop();
});

test('work that becomes due while a clock is moved runs in the order of its due times', async () => {
  const { first } = await start({ FLORIN_WORKER: 'off' });
  const client = first.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' });
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  const advance = (days: number): Promise<Answer> =>
    client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + days * 86_400 });
  const payOut = async (): Promise<string> => (await client.post('/v1/payouts', { amount: 100, currency: 'usd' })).body.id;
  const early = await payOut();
  await advance(0.5);
  const late = await payOut();
  await advance(9);
  const events = await rowsOf<{ type: string; object_id: string }>(
    first,
    `select type, object_id from events where object_id = any ($1) and type in ('payout.updated', 'payout.paid') order by written_in, id`,
    [early, late],
  );
  expect(events.map(({ type, object_id }) => [type, object_id === early ? 'early' : 'late'])).toEqual([
    ['payout.updated', 'early'],
    ['payout.updated', 'late'],
    ['payout.paid', 'early'],
    ['payout.paid', 'late'],
  ]);
});

test('a timer in progress while the clock is moved leaves no work in the past', async () => {
  const { first } = await start({});
  const client = first.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' });
  const { body: payout } = await client.post('/v1/payouts', { amount: 100, currency: 'usd' });
  const holding = await first.engine.database.pool.connect();
  await holding.query('begin');
  await holding.query('select from objects where id = $1 for update', [payout.id]);
  first.advance(payout.arrival_date * 1000 - 86_400_000 - first.now());
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await first.until(async () => (await rowsOf(first, waiting)).length === 1);
  const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
  const moving = client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + 9 * 86_400 });
  await first.until(async () => (await client.get('/v1/test_helpers/sandbox_clock')).body.status === 'advancing');
  await holding.query('rollback');
  holding.release();
  expect((await moving).status).toBe(200);
  await first.until(async () => (await client.get(`/v1/payouts/${payout.id}`)).body.status !== 'pending');
  await first.until(async () => (await rowsOf(first, `select id from jobs where queue = 'due' and leased_until is not null`)).length === 0);
  expect((await client.get(`/v1/payouts/${payout.id}`)).body.status).toBe('paid');
});
