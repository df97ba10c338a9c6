import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endKey, listKeys } from '../../src/api/keys/keys.js';
import { openMerchant } from '../support/keyholders.js';
import { basic, craft, type Got } from '../support/requests.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';
import { type Installation, rowsOf, startInstallation } from '../support/services.js';
import { tester } from '../support/tester.js';

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

test('401 api_key_missing: the header is no credential', async () => {
  for (const authorization of ['', 'Basic', 'Basic ', 'Digest x', 'Basic Og==', 'nonsense', 'Bearer a b']) {
    const { status, body, headers } = await withAuthorization(authorization);
    expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'api_key_missing']);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  }
});

test('401: a key in the query string or in the body is an unknown parameter, and no key', async () => {
  const { key } = service.client();
  for (const path of [`/v1/customers?key=${key}`, `/v1/customers?api_key=${key}`])
    expect((await craft(service.port, { path })).status).toBe(401);
});

test('401 api_key_expired: a key revoked at one process is refused by every other from the next request on, whatever the request', async () => {
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
  for (const { id } of await listKeys(here.engine, merchant.account)) await endKey(here.engine, id, here.now(), tester(here.engine));
  const answers = await Promise.all(asks(elsewhere));
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(answers.map(() => [401, 'api_key_expired']));
  const [counted] = await rowsOf<{ customers: number; clocks: number }>(
    there,
    `select (select count(*)::int from objects where object = 'customer') as customers, (select count(*)::int from clocks) as clocks`,
  );
  expect(counted).toEqual({ customers: 1, clocks: 0 });
  await installation.stop();
});

test('the caller is read in the same statement: a cached key reads in one round trip to the database, and writes in two', async () => {
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

test('401 api_key_expired: a key with a later expiry works until then', async () => {
  const merchant = await openMerchant(service);
  const [{ id } = { id: '' }] = (await listKeys(service.engine, merchant.account)).filter(
    ({ livemode, kind }) => livemode && kind === 'secret',
  );
  await endKey(service.engine, id, service.now() + 60_000, tester(service.engine));
  expect((await merchant.live.get('/v1/customers')).status).toBe(200);
  service.advance(60_001);
  expect((await merchant.live.get('/v1/customers')).body.error.code).toBe('api_key_expired');
});

test('no key is stored in a usable form', async () => {
  const merchant = await openMerchant(service);
  const rows = await service.engine.database.query<{ row: string }>({ text: 'select keys::text as row from keys', values: [] });
  for (const key of [merchant.test.key, merchant.live.key]) {
    expect(rows.some(({ row }) => row.includes(key) || row.includes(Buffer.from(key).toString('hex')))).toBe(false);
  }
});

test('200: sk_test_ and three characters open a sandbox, as with the key of the SDK suites', async () => {
  for (const key of ['sk_test_123', `sk_test_${'x'.repeat(200)}`]) expect((await withAuthorization(basic(key))).status).toBe(200);
  expect((await withAuthorization(basic('pk_test_123'))).body.error.code).not.toBe('api_key_unknown');
});

test('401 api_key_unknown: in an open sandbox any number of wrong keys from this machine get the message that names working keys', async () => {
  const works = 'sk_test_ and 3 to 200';
  const keys = [
    ...['sk_test_12', 'pk_test_nobody_used', 'sk_test_a-b', `sk_test_${'x'.repeat(201)}`].map((key) => [key, works] as const),
    ['sk_live_123', 'begins with sk_test_; florin keys create --live creates live keys'],
  ] as const;
  for (const [key, rule] of keys) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => withAuthorization(basic(key))));
    expect(answers.filter(({ status, body }) => status !== 401 || !body.error.message.includes(rule))).toEqual([]);
  }
});

test('429: the twenty-first wrong key of a minute from one address, and the right key still works', async () => {
  const own = await startService({ FLORIN_OPEN_SANDBOX: 'off' });
  const { key } = (await openMerchant(own)).test;
  expect((await withAuthorization(basic(key), own)).status).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 25 }, (_, guess) => withAuthorization(`Bearer sk_live_guess${guess}`, own)));
  const statuses = guesses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  const limited = guesses.find(({ status }) => status === 429);
  expect(limited?.body.error.code).toBe('rate_limit');
  // The window is a minute, so trying again in a second fails.
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(1);
  expect((await withAuthorization(basic(key), own)).status).toBe(200);
  await own.stop();
});

describe('requests a second', () => {
  let installation: Installation;
  let here: TestService;
  let there: TestService;
  beforeAll(async () => {
    const limits = { FLORIN_RATE_LIMIT: '20', FLORIN_RATE_LIMIT_TEST: '0' };
    installation = await startInstallation(limits, limits);
    [here, there] = installation.services as [TestService, TestService];
  });
  afterAll(() => installation.stop());

  /** Holds the time of both processes, so that all requests are within one second. */
  const inOneSecond = <T>(work: () => Promise<T>): Promise<T> => here.atOneMoment(() => there.atOneMoment(work));

  const countOf = (answers: readonly Answer[], status: number): number => answers.filter((each) => each.status === status).length;

  test('429 rate_limit: are one limit for all processes, however the requests are spread over them', async () => {
    for (const spread of [
      [60, 60],
      [60, 1],
      [1, 60],
    ]) {
      const { live } = await openMerchant(here);
      const elsewhere = there.client(live.key);
      const answers = await inOneSecond(() =>
        Promise.all(
          [live, elsewhere].flatMap((client, place) => Array.from({ length: spread[place] ?? 0 }, () => client.get('/v1/customers'))),
        ),
      );
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([20, answers.length - 20]);
      for (const { status, body, headers } of answers) {
        if (status === 429) expect([body.error.code, headers.get('retry-after')]).toEqual(['rate_limit', '1']);
      }
    }
  });

  test('are counted in sequence as concurrently, and a process with few requests takes none from the other', async () => {
    const { live } = await openMerchant(here);
    const elsewhere = there.client(live.key);
    const answers = await inOneSecond(async () => {
      const found = [];
      for (let turn = 0; turn < 30; turn++) found.push(await (turn % 10 === 0 ? elsewhere : live).get('/v1/customers'));
      return found;
    });
    expect(countOf(answers, 429)).toBeGreaterThanOrEqual(10);
    // The unused allowance of one process is a tenth of all at most.
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(20 - 2);
  });

  test('200: are available again a second later', async () => {
    const { live } = await openMerchant(here);
    await inOneSecond(() => Promise.all(Array.from({ length: 30 }, () => live.get('/v1/customers'))));
    for (const service of [here, there]) service.advance(1000);
    expect((await live.get('/v1/customers')).status).toBe(200);
  });

  test('200: of another key of the account, and of test keys, are not used up', async () => {
    const merchant = await openMerchant(here);
    const browser = here.client(merchant.live.publishable_key);
    const answers = await inOneSecond(async () => {
      await Promise.all(Array.from({ length: 60 }, () => browser.get('/v1/payment_intents/pi_unknown', { client_secret: 'x' })));
      return Promise.all([merchant.live.get('/v1/customers'), ...Array.from({ length: 60 }, () => merchant.test.get('/v1/customers'))]);
    });
    expect(countOf(answers, 200)).toBe(61);
  });

  test('200: a stored reply is sent however many requests there were, and does not count', async () => {
    const { live } = await openMerchant(here);
    const order = { headers: { 'idempotency-key': 'order-1' } };
    const { text } = await live.post('/v1/customers', { name: 'Jo' }, order);
    for (const service of [here, there]) service.advance(1000);
    const { replays, fresh, again, other_key } = await inOneSecond(async () => {
      const replays = await Promise.all(Array.from({ length: 15 }, () => live.post('/v1/customers', { name: 'Jo' }, order)));
      const fresh = await Promise.all(Array.from({ length: 40 }, () => live.get('/v1/customers')));
      const again = await there.client(live.key).post('/v1/customers', { name: 'Jo' }, order);
      const other_key = await live.post('/v1/customers', { name: 'Jo' }, { headers: { 'idempotency-key': 'order-2' } });
      return { replays, fresh, again, other_key };
    });
    expect(replays.map((each) => each.text)).toEqual(replays.map(() => text));
    expect(countOf(fresh, 200)).toBe(20);
    expect([again.status, again.text, other_key.status]).toEqual([200, text, 429]);
    for (const service of [here, there]) service.advance(1000);
    expect((await live.get('/v1/customers')).body.data).toHaveLength(1);
  });
});

test('429: wrong keys are counted by all processes together', async () => {
  const installation = await startInstallation({ FLORIN_OPEN_SANDBOX: 'off' }, { FLORIN_OPEN_SANDBOX: 'off' });
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess++) {
    const service = installation.services[guess % 2] as TestService;
    statuses.push((await withAuthorization(`Bearer sk_live_guess${guess}`, service)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  await installation.stop();
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
