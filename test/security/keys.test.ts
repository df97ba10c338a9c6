import { afterAll, beforeAll, expect, test } from 'vitest';
import { endKey, listKeys } from '../../src/keys/keys.js';
import { openMerchant } from '../support/keyholders.js';
import { basic, craft, type Got } from '../support/requests.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { rowsOf, startInstallation } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const withAuthorization = (authorization: string, of = service): Promise<Got> =>
  craft(of.port, { path: '/v1/customers', headers: { authorization } });

test('200: a key is the user name of Basic, whatever the password, or the token of Bearer', async () => {
  const { key } = service.client();
  const password = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const ways = [
    basic(key),
    password(`${key}:wrong`),
    password(`${key}:a:b`),
    password(key),
    `Bearer ${key}`,
    `bearer ${key}`,
    basic(key).replace('Basic', 'BASIC'),
  ];
  for (const authorization of ways) expect([authorization, (await withAuthorization(authorization)).status]).toEqual([authorization, 200]);
});

test('401 api_key_missing: what is no credential at all', async () => {
  for (const authorization of ['', 'Basic', 'Basic ', 'Digest x', 'Basic Og==', 'nonsense', 'Bearer a b']) {
    const { status, body, headers } = await withAuthorization(authorization);
    expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'api_key_missing']);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  }
});

test('401: a key in the query string or in the body is a parameter nobody knows, and no key', async () => {
  const { key } = service.client();
  for (const path of [`/v1/customers?key=${key}`, `/v1/customers?api_key=${key}`])
    expect((await craft(service.port, { path })).status).toBe(401);
});

test('401 api_key_expired: a key that one process revokes is refused by every other from the next request on, whatever it asks', async () => {
  const installation = await startInstallation({}, {});
  const [here, there] = installation.services as [TestService, TestService];
  const merchant = await openMerchant(here);
  const { body: customer } = await merchant.test.post('/v1/customers');
  const asks = (client: Client): Promise<Answer>[] => [
    client.get('/v1/customers'),
    client.get(`/v1/customers/${customer.id}`),
    client.get('/v1/customers/cus_unknown'),
    client.get('/v1/customers/search', { query: "name:'x'" }),
    client.get('/v1/balance'),
    client.post('/v1/customers'),
    client.post('/v1/customers', { email: 1 }),
    client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: Math.floor(there.now() / 1000) + 3600 }),
  ];
  const elsewhere = there.client(merchant.test.key);
  expect((await elsewhere.get('/v1/customers')).status).toBe(200);
  for (const { id } of await listKeys(here.engine, merchant.account)) await endKey(here.engine, id, here.now());
  const answers = await Promise.all(asks(elsewhere));
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(answers.map(() => [401, 'api_key_expired']));
  const [counted] = await rowsOf<{ customers: number; clocks: number }>(
    there,
    `select (select count(*)::int from objects where object = 'customer') as customers, (select count(*)::int from clocks) as clocks`,
  );
  expect(counted).toEqual({ customers: 1, clocks: 0 });
  await installation.stop();
});

test('who asks is read along: a known key reads in one round trip to the database, and writes in two', async () => {
  const quiet = await startService({ FLORIN_WORKER: 'off' });
  const client = quiet.client();
  const { body: customer } = await client.post('/v1/customers');
  let round_trips = 0;
  quiet.engine.database.pool.on('acquire', () => {
    round_trips += 1;
  });
  await client.get(`/v1/customers/${customer.id}`);
  expect(round_trips).toBe(1);
  await client.post('/v1/customers');
  expect(round_trips).toBe(1 + 2);
  await quiet.stop();
});

test('401 api_key_expired: a key that ends later works until then', async () => {
  const merchant = await openMerchant(service);
  const [{ id } = { id: '' }] = (await listKeys(service.engine, merchant.account)).filter(
    ({ livemode, kind }) => livemode && kind === 'secret',
  );
  await endKey(service.engine, id, service.now() + 60_000);
  expect((await merchant.live.get('/v1/customers')).status).toBe(200);
  service.advance(60_001);
  expect((await merchant.live.get('/v1/customers')).body.error.code).toBe('api_key_expired');
});

test('no key is stored in a form that opens anything', async () => {
  const merchant = await openMerchant(service);
  const rows = await service.engine.database.query<{ row: string }>({ text: 'select keys::text as row from keys', values: [] });
  for (const key of [merchant.test.key, merchant.live.key]) {
    expect(rows.some(({ row }) => row.includes(key) || row.includes(Buffer.from(key).toString('hex')))).toBe(false);
  }
});

test('200: sk_test_ and three characters open a sandbox, as the key of the SDK suites does', async () => {
  for (const key of ['sk_test_123', `sk_test_${'x'.repeat(200)}`]) expect((await withAuthorization(basic(key))).status).toBe(200);
  expect((await withAuthorization(basic('pk_test_123'))).body.error.code).not.toBe('api_key_unknown');
});

test('401 api_key_unknown: in an open sandbox however many wrong keys from this machine are told which keys work', async () => {
  for (const key of ['sk_test_12', 'pk_test_nobody_used', 'sk_test_a-b', 'sk_live_123', `sk_test_${'x'.repeat(201)}`]) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => withAuthorization(basic(key))));
    expect(answers.filter(({ status, body }) => status !== 401 || !body.error.message.includes('sk_test_ and 3 to 200'))).toEqual([]);
  }
});

test('429: the twenty-first wrong key of a minute from one address, and the right key goes on', async () => {
  const own = await startService({ FLORIN_OPEN_SANDBOX: 'off' });
  const { key } = (await openMerchant(own)).test;
  expect((await withAuthorization(basic(key), own)).status).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 25 }, (_, guess) => withAuthorization(`Bearer sk_live_guess${guess}`, own)));
  const statuses = guesses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  const limited = guesses.find(({ status }) => status === 429);
  expect(limited?.body.error.code).toBe('rate_limit');
  // The window is a minute, so that to try again in a second is in vain.
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(1);
  expect((await withAuthorization(basic(key), own)).status).toBe(200);
  await own.stop();
});

test('429 rate_limit: one account beyond its requests a second, while another is served', async () => {
  const limited = await startService({ FLORIN_RATE_LIMIT: '5' });
  const [noisy, quiet] = [limited.client(), limited.client()];
  const answers = await Promise.all(Array.from({ length: 60 }, () => noisy.get('/v1/customers')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('rate_limit');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await quiet.get('/v1/customers')).status).toBe(200);
  await limited.stop();
});

test('a reply to one kind of key is not replayed to another', async () => {
  const { test: secret } = await openMerchant(service);
  const browser = service.client(secret.publishable_key);
  const { body: intent } = await secret.post('/v1/setup_intents', { metadata: { note: 'pays late' } });
  const params = { client_secret: intent.client_secret, payment_method: 'pm_card_visa' };
  const headers = { 'idempotency-key': 'order-1' };
  await secret.post(`/v1/setup_intents/${intent.id}/confirm`, params, { headers });
  const { text } = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, params, { headers });
  expect(text).not.toContain('pays late');
});
