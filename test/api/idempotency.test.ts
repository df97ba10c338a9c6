import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAccount } from '../../src/api/keys/keys.js';
import { accountParts } from '../../src/resources/accounts/accounts/open.js';
import { startUpkeep } from '../../src/service/operation/upkeep.js';
import { count, repeats } from '../support/campaign.js';
import { type Answer, type Client, card, clientOf, type TestService } from '../support/service.js';
import { type Installation, rowsOf, startInstallation } from '../support/services.js';
import { tester } from '../support/tester.js';

/** Two processes on one database. */
let installation: Installation;
let one: TestService;
let other: TestService;

beforeAll(async () => {
  installation = await startInstallation({}, {});
  [one, other] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

/** Posts under a key. */
const under =
  (key: string) =>
  (client: Client, path: string, params: object = {}): Promise<Answer> =>
    client.post(path, { ...params }, { headers: { 'idempotency-key': key } });

/** The same caller at the other process. */
const elsewhere = (client: Client): Client => clientOf(other.url, client.key);

/** The parts of an answer that a replay must repeat. */
const reply = ({ status, text }: Answer): object => ({ status, text });

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

/** Posts twice under one key, at both processes, and expects the same bytes. `between` runs between the two. */
async function replayed(client: Client, path: string, params: object, between: () => Promise<unknown> = async () => {}): Promise<Answer> {
  const post = under(randomUUID());
  const first = await post(client, path, params);
  await between();
  for (const again of [await post(client, path, params), await post(elsewhere(client), path, params)]) {
    expect(reply(again)).toEqual(reply(first));
    expect(isReplay(again)).toBe(true);
  }
  expect(isReplay(first)).toBe(false);
  return first;
}

const countOf = async (client: Client, path: string): Promise<number> => (await client.get(path, { limit: 100 })).body.data.length;

test('200: the same request again gets the same bytes and creates nothing', async () => {
  const client = one.client();
  const { status, body } = await replayed(client, '/v1/customers', { name: 'Jo', metadata: { b: '1', a: '2' } });
  expect([status, body.name]).toEqual([200, 'Jo']);
  expect(await countOf(client, '/v1/customers')).toBe(1);
});

test('200: a replay shows the object as it was, even after it has changed', async () => {
  const client = one.client();
  const post = under(randomUUID());
  const first = await post(client, '/v1/customers', { name: 'before' });
  await client.post(`/v1/customers/${first.body.id}`, { name: 'after' });
  expect((await post(client, '/v1/customers', { name: 'before' })).text).toBe(first.text);
  await client.del(`/v1/customers/${first.body.id}`);
  expect((await post(client, '/v1/customers', { name: 'before' })).text).toBe(first.text);
});

test('402 card_declined: a decline is replayed and the card is not tried again', async () => {
  const client = one.client();
  const { body: intent } = await client.post('/v1/setup_intents');
  const params = { payment_method_data: card('4000000000000002') };
  const { status, body } = await replayed(client, `/v1/setup_intents/${intent.id}/confirm`, params);
  expect([status, body.error.code]).toEqual([402, 'card_declined']);
  expect((await client.get('/v1/setup_attempts', { setup_intent: intent.id })).body.data).toHaveLength(1);
});

test('402 card_declined: a decline on creation is replayed and no second intent is created', async () => {
  const client = one.client();
  const { status } = await replayed(client, '/v1/setup_intents', { confirm: true, payment_method_data: card('4000000000009995') });
  expect(status).toBe(402);
  expect(await countOf(client, '/v1/setup_intents')).toBe(1);
});

test('400 balance_insufficient: a refused payout is never created, not even once there are funds', async () => {
  const client = one.client();
  const topUp = () => client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' });
  const { status, body } = await replayed(client, '/v1/payouts', { amount: 9000, currency: 'usd' }, topUp);
  expect([status, body.error.code]).toEqual([400, 'balance_insufficient']);
  expect(await countOf(client, '/v1/payouts')).toBe(0);
  expect((await client.get('/v1/balance')).body.available[0].amount).toBe(9000);
});

test('400: an intent that was refused for want of a payment method stays refused under its key', async () => {
  const client = one.client();
  const { body: intent } = await client.post('/v1/setup_intents');
  const addMethod = () => client.post(`/v1/setup_intents/${intent.id}`, { payment_method: 'pm_card_visa' });
  const { status } = await replayed(client, `/v1/setup_intents/${intent.id}/confirm`, {}, addMethod);
  expect(status).toBe(400);
  expect((await client.get(`/v1/setup_intents/${intent.id}`)).body.status).toBe('requires_confirmation');
});

test('400 setup_intent_unexpected_state: a refusal because of the state is replayed', async () => {
  const client = one.client();
  const { body: intent } = await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa' });
  const { status, body } = await replayed(client, `/v1/setup_intents/${intent.id}/cancel`, {});
  expect([status, body.error.code]).toEqual([400, 'setup_intent_unexpected_state']);
});

const makers: readonly { path: string; params: object; status: number; made: string }[] = [
  { path: '/v1/customers', params: { name: 'Jo' }, status: 200, made: 'customer' },
  { path: '/v1/setup_intents', params: { confirm: true, payment_method: 'pm_card_visa' }, status: 200, made: 'setup_intent' },
  { path: '/v1/setup_intents', params: { confirm: true, payment_method: 'pm_card_chargeDeclined' }, status: 402, made: 'setup_intent' },
  { path: '/v1/test_helpers/top_ups', params: { amount: 700, currency: 'eur' }, status: 200, made: 'topup' },
  { path: '/v1/payouts', params: { amount: 3, currency: 'usd' }, status: 200, made: 'payout' },
];

const groups = repeats('groups');

test(`${groups} groups of 20 parallel requests at two processes: one object for each key, the same bytes for all, no fault`, async () => {
  const client = one.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 1_000_000, currency: 'usd' });
  const clients = [client, elsewhere(client)] as const;
  const group = async (place: number): Promise<void> => {
    const { path, params, status } = makers[place % makers.length] as (typeof makers)[number];
    const post = under(`group ${place}`);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => post(clients[turn % 2 ? 0 : 1], path, params)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
  };
  for (let place = 0; place < groups; place += 4) await Promise.all([0, 1, 2, 3].map((next) => group(place + next)));
  const { body: account } = await client.get('/v1/account');
  const counts = await rowsOf<{ object: string; count: number }>(
    one,
    'select object, count(*)::int as count from objects where account = $1 group by object',
    `${account.id}_test`,
  );
  const made = Object.fromEntries(counts.map(({ object, count }) => [object, count]));
  const each = groups / makers.length;
  const [topup, balance_transaction] = [each + 1, each * 2 + 1];
  count('requests under one key with nineteen others at once, one object for each key', groups * 20);
  expect(made).toMatchObject({ customer: each, setup_intent: each * 2, setup_attempt: each * 2, topup, payout: each, balance_transaction });
}, 180_000);

test('between two writes of one request a repeat gets 409, and afterwards the reply', async () => {
  const slow = await installation.join({ FLORIN_ONE_WRITE: 'off' });
  const client = slow.client();
  for (let place = 0; place < 10; place++) {
    const post = under(`two writes ${place}`);
    const params = { confirm: true, payment_method: 'pm_card_visa' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(client, '/v1/setup_intents', params)));
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(refused.map(() => [409, 'idempotency_key_in_use']));
    expect((await post(client, '/v1/setup_intents', params)).text).toBe(done[0]?.text);
  }
  expect(await countOf(client, '/v1/setup_intents')).toBe(10);
});

test('400 idempotency_error: a key serves one request only, whatever its result', async () => {
  const client = one.client();
  const { body: intent } = await client.post('/v1/setup_intents');
  const { body: second } = await client.post('/v1/setup_intents');
  const used: readonly [string, object][] = [
    ['/v1/customers', { metadata: { a: '1' } }],
    [`/v1/setup_intents/${intent.id}/confirm`, { payment_method_data: card('4000000000000002') }],
    ['/v1/payouts', { amount: 9000, currency: 'usd' }],
  ];
  for (const [path, params] of used) {
    const post = under(randomUUID());
    const first = await post(client, path, params);
    const misuses: readonly [string, object][] = [
      [path, { ...params, metadata: { other: 'body' } }],
      [`/v1/setup_intents/${second.id}/confirm`, { payment_method_data: card('4000000000000002') }],
      ['/v1/setup_intents', { metadata: { a: '1' } }],
    ];
    for (const [otherPath, otherParams] of misuses) {
      const { status, body } = await post(elsewhere(client), otherPath, otherParams);
      expect([status, body.error.type, body.error.code]).toEqual([400, 'idempotency_error', 'idempotency_key_reused']);
    }
    expect(reply(await post(client, path, params))).toEqual(reply(first));
  }
  expect((await client.get(`/v1/setup_intents/${second.id}`)).body.latest_attempt).toBeNull();
});

test('400 idempotency_key_invalid: a key has 1 to 255 printable characters', async () => {
  const client = one.client();
  expect((await under('k'.repeat(255))(client, '/v1/customers')).status).toBe(200);
  for (const key of ['k'.repeat(256), '', 'k\u00e9y', 'tab\tin it', '\u0080']) {
    const { status, body } = await under(key)(client, '/v1/customers');
    expect([status, body.error.type, body.error.code]).toEqual([400, 'invalid_request_error', 'idempotency_key_invalid']);
  }
  expect(await countOf(client, '/v1/customers')).toBe(1);
});

test('200: the keys that stripe-go sends begin with nineteen digits, and are all accepted', async () => {
  const client = one.client();
  const begin = 1_754_000_000_000_000_000n;
  for (let each = 0n; each < 100n; each++) {
    const key = `${begin + each * 123_456_789_013n}-${(each * 7_777_777_777_777n).toString(16)}`;
    expect([key, (await under(key)(client, '/v1/customers')).status]).toEqual([key, 200]);
  }
  for (const key of ['order-4242424242424242', '12345678901234567890'])
    expect((await under(key)(client, '/v1/customers')).status).toBe(200);
});

test.each(['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242'])(
  '400: the card number %s is not accepted as an idempotency key',
  async (key) => {
    const { status, body } = await under(key)(one.client(), '/v1/customers');
    expect([status, body.error.code]).toEqual([400, 'idempotency_key_invalid']);
  },
);

test.each(['\u0000', '\u0001', '\u001b', '\u007f'])('400: a key with the control character %j creates nothing', async (character) => {
  const client = one.client();
  await client.get('/v1/customers');
  const socket = connect(one.port, '127.0.0.1');
  const lines = ['POST /v1/customers HTTP/1.1', 'host: localhost', `authorization: Bearer ${client.key}`, 'connection: close'];
  socket.write(`${[...lines, `idempotency-key: a${character}b`, 'content-length: 2'].join('\r\n')}\r\n\r\n{}`, 'latin1');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error.type).toBe('invalid_request_error');
  expect(await countOf(client, '/v1/customers')).toBe(0);
});

test.each<[string, string, object, object]>([
  ['an invalid value', '/v1/customers', { email: 'nowhere' }, { email: 'jo@example.com' }],
  ['an unknown parameter', '/v1/customers', { nickname: 'Jo' }, { name: 'Jo' }],
  ['an unknown object', '/v1/setup_intents', { customer: 'cus_unknown' }, {}],
  ['return_url without confirm', '/v1/setup_intents', { return_url: 'https://example.com' }, {}],
  ['a payout without an amount', '/v1/payouts', { currency: 'usd' }, { amount: 1, currency: 'usd' }],
  [
    'an endpoint without events',
    '/v1/webhook_endpoints',
    { url: 'https://example.com', enabled_events: [] },
    { url: 'https://example.com', enabled_events: ['*'] },
  ],
])('a refused validation does not use up the key: %s', async (_case, path, wrong, right) => {
  const client = one.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 100, currency: 'usd' });
  const post = under(randomUUID());
  const refused = await post(client, path, wrong);
  expect([refused.status, isReplay(refused)]).toEqual([400, false]);
  const { status, body } = await post(client, path, right);
  expect([status, body.error?.code]).toEqual([200, undefined]);
});

test('a key belongs to one account and one mode', async () => {
  const id = one.engine.ids.fresh('acct', one.now());
  const ending = randomUUID().replaceAll('-', '');
  const keys = { test: `sk_test_${ending}`, live: `sk_live_${ending}` };
  await openAccount(
    one.engine,
    { id, name: 'Shop', livemode: false },
    [{ key: keys.test, kind: 'secret', name: 'test' }],
    accountParts,
    tester(one.engine),
  );
  await openAccount(
    one.engine,
    { id, name: 'Shop', livemode: true },
    [{ key: keys.live, kind: 'secret', name: 'live' }],
    accountParts,
    tester(one.engine),
  );
  const post = under(randomUUID());
  const callers = [clientOf(one.url, keys.test), clientOf(one.url, keys.live), one.client()];
  const answers = [];
  for (const client of callers) answers.push(await post(client, '/v1/customers', { name: 'Jo' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(isReplay)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  expect(answers.map(({ body }) => body.livemode)).toEqual([false, true, false]);
  for (const [place, client] of callers.entries())
    expect((await post(client, '/v1/customers', { name: 'Jo' })).text).toBe(answers[place]?.text);
});

test('a replay shows the client secret or signing secret, and no stored row contains either', async () => {
  const client = one.client();
  const { body: intent } = await replayed(client, '/v1/setup_intents', {});
  const { body: endpoint } = await replayed(client, '/v1/webhook_endpoints', { url: 'https://example.com', enabled_events: ['*'] });
  expect(intent.client_secret).toMatch(/^seti_\w+_secret_\w+$/);
  expect(endpoint.secret).toMatch(/^whsec_/);
  const rows = await rowsOf<{ row: string }>(one, `select it::text || encode(reply, 'escape') as row from idempotency it`);
  expect(rows.length).toBeGreaterThan(1);
  const [, hidden = ''] = intent.client_secret.split('_secret_');
  for (const { row } of rows) for (const secret of [hidden, endpoint.secret.slice(6), intent.id]) expect(row).not.toContain(secret);
});

/** Runs the upkeep once, including the chores of every ten minutes. */
async function inTenMinutes(work: () => Promise<unknown>): Promise<void> {
  const real = globalThis.setTimeout;
  const faults: unknown[] = [];
  const shortened = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, pause_ms: number) => real(run, pause_ms === 600_000 ? 0 : pause_ms)) as typeof real);
  const upkeep = startUpkeep(
    { database: one.engine.database, vault: one.engine.vault },
    { checked: () => {}, linked: () => {}, warn: () => {}, onError: (error) => faults.push(error) },
  );
  shortened.mockRestore();
  await work().finally(() => upkeep.stop(5000));
  expect(faults).toEqual([]);
}

test('a key is kept for 24 hours, whatever the clocks of processes show, and is then deleted', async () => {
  const client = one.client();
  const [kept, old] = ['kept for a day', 'kept for more than a day'];
  const first = await under(kept)(client, '/v1/customers');
  await under(old)(client, '/v1/customers');
  const age = (key: string, interval: string): Promise<object[]> =>
    rowsOf(one, 'update idempotency set created_at = now() - $2::interval where key = $1', key, interval);
  await age(kept, '23 hours 59 minutes');
  await age(old, '24 hours 1 minute');
  await inTenMinutes(() => one.until(async () => (await rowsOf(one, 'select from idempotency where key = $1', old)).length === 0));
  one.advance(25 * 3_600_000);
  expect((await under(kept)(client, '/v1/customers')).text).toBe(first.text);
  expect(isReplay(await under(old)(client, '/v1/customers'))).toBe(false);
  expect(await countOf(client, '/v1/customers')).toBe(3);
});
