import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newest_version } from '../../src/kernel/base/api-version.js';
import { dated } from '../support/callers.js';
import { liveClient } from '../support/merchant.js';
import { type Answer, type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const url = 'https://example.com/webhooks';
const enabled_events = ['charge.failed', 'charge.succeeded'];
const path = '/v1/webhook_endpoints';

const made = async (client: Client, more: object = {}) => (await client.post(path, { url, enabled_events, ...more })).body;

test('200: an endpoint has the members of the published example, and its secret this once', async () => {
  const client = service.client();
  const { status, body } = await client.post(path, { url, enabled_events, description: 'Shop', metadata: { a: '1' } });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^we_[0-9A-Za-z]{22}$/),
    object: 'webhook_endpoint',
    api_version: newest_version,
    application: null,
    created: expect.any(Number),
    description: 'Shop',
    enabled_events,
    livemode: false,
    metadata: { a: '1' },
    secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{32}$/),
    status: 'enabled',
    url,
  });
  const { secret: _, ...rest } = body;
  expect((await client.get(`${path}/${body.id}`)).body).toEqual(rest);
  expect((await client.get(path)).body.data).toEqual([rest]);
  expect((await client.post(`${path}/${body.id}`, { description: 'Store' })).body).toEqual({ ...rest, description: 'Store' });
});

test('two endpoints have two secrets, and neither is stored in plain text', async () => {
  const client = service.client();
  const [one, other] = [await made(client), await made(client)];
  expect(one.secret).not.toBe(other.secret);
  const text = `select string_agg(objects::text, '') as stored from objects where object = 'webhook_endpoint'`;
  const [{ stored = '' } = {}] = await service.engine.database.query<{ stored: string }>({ text, values: [] });
  expect(stored).toContain(one.id);
  expect(stored).not.toContain(one.secret.slice('whsec_'.length));
});

test("a caller's pinned version becomes that of its endpoints; a version may also be named", async () => {
  const client = service.client();
  const { body } = await dated(service.url, client).post(path, { url, enabled_events });
  expect(body.api_version).toBe('2025-09-30.clover');
  expect((await made(client, { api_version: '2024-06-20' })).api_version).toBe('2024-06-20');
  expect((await made(client, { api_version: 'native' })).api_version).toBe('native');
});

test('every event type of the newest SDK is accepted', async () => {
  const types = readFileSync(new URL('../../node_modules/stripe/esm/resources/WebhookEndpoints.d.ts', import.meta.url), 'utf8');
  const names = [...new Set((/type EnabledEvent = ([^;]+);/.exec(types)?.[1] ?? '').match(/(?<=')[a-z0-9_.*]+(?=')/g))];
  expect(names.length).toBeGreaterThan(250);
  expect((await made(service.client(), { enabled_events: names })).enabled_events).toEqual(names);
});

/** Event types that webhook forms for versions since 2020 offer, and that no newer version has. */
const former_names = [
  ...['invoiceitem.updated', 'issuing_settlement.created', 'issuing_settlement.updated', 'order.created', 'order.payment_failed'],
  ...['order.payment_succeeded', 'order.updated', 'order_return.created', 'payment_method.card_automatically_updated'],
  ...['recipient.created', 'recipient.deleted', 'recipient.updated', 'sku.created', 'sku.deleted', 'sku.updated'],
  ...['transfer.failed', 'transfer.paid', 'treasury.received_credit.reversed', 'quote.draft', 'sku.*'],
];

test('200: an endpoint may name events that only an earlier version or a preview had', async () => {
  expect((await made(service.client(), { enabled_events: former_names })).enabled_events).toEqual(former_names);
});

test.each([
  ['credit_note.create', "Did you mean 'credit_note.created'?"],
  ['payment_intent.suceeded', "Did you mean 'payment_intent.succeeded'?"],
  ['invoices.*', "Did you mean 'invoice.*'?"],
  ['quite.another.thing.altogether', 'See /docs for all that are.'],
])('400: an event named %s is unknown, and the message suggests the nearest', async (name, sentence) => {
  const { status, body } = await service.client().post(path, { url, enabled_events: ['charge.failed', name] });
  expect([status, body.error.param, body.error.message]).toEqual([400, 'enabled_events[1]', `No event is called '${name}'. ${sentence}`]);
});

test.each(['/v1/webhook_endpoints', '/v1/webhook_endpoints/list'])('200: %s pages newest first', async (list) => {
  const client = service.client();
  const [first, second, third] = [await made(client), await made(client), await made(client)];
  const page = await client.get(list, { limit: 2 });
  expect(page.body).toMatchObject({
    object: 'list',
    url: '/v1/webhook_endpoints',
    has_more: true,
    data: [{ id: third.id }, { id: second.id }],
  });
  const next = await client.get(list, { limit: 2, starting_after: second.id });
  expect(next.body).toMatchObject({ has_more: false, data: [{ id: first.id }] });
  const back = await client.get(list, { limit: 1, ending_before: first.id });
  expect(back.body).toMatchObject({ has_more: true, data: [{ id: second.id }] });
});

test.each([
  [{ enabled_events }, 'parameter_missing', 'url'],
  [{ url }, 'parameter_missing', 'enabled_events'],
  [{ url, enabled_events: [] }, 'parameter_invalid_empty', 'enabled_events'],
  [{ url, enabled_events: 'charge.failed' }, 'parameter_invalid', 'enabled_events'],
  [{ url, enabled_events: ['charge.failed', 'charge.flown'] }, 'parameter_invalid', 'enabled_events[1]'],
  [{ url, enabled_events: [''] }, 'parameter_invalid_empty', 'enabled_events[0]'],
  [{ url, enabled_events: ['charg.*'] }, 'parameter_invalid', 'enabled_events[0]'],
  [{ url, enabled_events, api_version: 'newest' }, 'parameter_invalid', 'api_version'],
  [{ url, enabled_events, status: 'disabled' }, 'parameter_unknown', 'status'],
  [{ url, enabled_events, secret: 'whsec_mine' }, 'parameter_unknown', 'secret'],
  [{ url, enabled_events, metadata: { ['k'.repeat(41)]: 'x' } }, 'parameter_invalid', 'metadata'],
])('400: %j creates no endpoint', async (params, code, param) => {
  const client = service.client();
  const { status, body } = await client.post(path, params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  expect((await client.get(path)).body.data).toEqual([]);
});

test('200: an endpoint accepts every event type, or the star for all', async () => {
  const client = service.client();
  const { body } = await client.get('/openapi.json');
  const types: string[] = body.components.schemas.webhook_endpoint.properties.enabled_events.items.enum;
  expect(types).toEqual(expect.arrayContaining(['*', 'charge.dispute.closed', 'payout.paid', 'setup_intent.succeeded']));
  for (const each of [types, ['*']]) expect((await made(client, { enabled_events: each })).enabled_events).toEqual(each);
});

const refused_urls = [
  ['no URL', 'example.com/hooks'],
  ['another scheme', 'ftp://example.com/'],
  ['a script', 'javascript:alert(1)'],
  ['a password', 'https://me:secret@example.com/'],
  ['a fragment', 'https://example.com/#part'],
  ['a private address', 'http://10.0.0.1/'],
  ['a private address in hexadecimal', 'http://0x0a000001/'],
  ['a private address in IPv6', 'http://[::ffff:10.0.0.1]/'],
  ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data'],
  ['white space', 'https://example.com/a b'],
  ['more than 2048 characters', `https://example.com/${'x'.repeat(2048)}`],
] as const;

test.each(refused_urls)('400: an endpoint cannot be %s, neither when created nor later', async (_, refused) => {
  const client = service.client();
  const { id } = await made(client);
  for (const { status, body } of [
    await client.post(path, { url: refused, enabled_events }),
    await client.post(`${path}/${id}`, { url: refused }),
  ]) {
    expect([status, body.error.param]).toEqual([400, 'url']);
    expect(body.error.message).not.toContain('secret@');
  }
  expect((await client.get(`${path}/${id}`)).body.url).toBe(url);
});

test('400: outside an open sandbox an endpoint needs https, and no private address', async () => {
  const guarded = await startService({ FLORIN_OPEN_SANDBOX: 'off', FLORIN_WEBHOOK_ALLOW: '192.0.2.0/24' });
  const client = await liveClient(guarded);
  const statuses = await Promise.all(
    ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/', 'https://192.0.2.7/', url].map(
      async (each) => (await client.post(path, { url: each, enabled_events })).status,
    ),
  );
  await guarded.stop();
  expect(statuses).toEqual([400, 400, 400, 200, 200]);
});

test('200: an update changes the given members and keeps the others', async () => {
  const client = service.client();
  const { secret: _, ...before } = await made(client, { description: 'Shop', metadata: { a: '1' } });
  const { body } = await client.post(`${path}/${before.id}`, {
    url: 'https://example.com/other',
    enabled_events: ['*'],
    metadata: { b: '2' },
  });
  expect(body).toEqual({ ...before, url: 'https://example.com/other', enabled_events: ['*'], metadata: { a: '1', b: '2' } });
});

test.each([
  [{ enabled_events: [] }, 'parameter_invalid_empty', 'enabled_events'],
  [{ enabled_events: ['charge.flown'] }, 'parameter_invalid', 'enabled_events[0]'],
  [{ disabled: 'maybe' }, 'parameter_invalid', 'disabled'],
  [{ api_version: '2024-06-20' }, 'parameter_unknown', 'api_version'],
])('400: an update with %j changes nothing', async (params, code, param) => {
  const client = service.client();
  const { secret: _, ...before } = await made(client);
  const { status, body } = await client.post(`${path}/${before.id}`, params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  expect((await client.get(`${path}/${before.id}`)).body).toEqual(before);
});

test('200: an endpoint is disabled and enabled', async () => {
  const client = service.client();
  const { id } = await made(client);
  const statusAfter = async (disabled: boolean): Promise<string> => (await client.post(`${path}/${id}`, { disabled })).body.status;
  expect([await statusAfter(true), await statusAfter(true), await statusAfter(false)]).toEqual(['disabled', 'disabled', 'enabled']);
});

test('200: a deleted endpoint is gone', async () => {
  const client = service.client();
  const { id } = await made(client);
  expect((await client.del(`${path}/${id}`)).body).toEqual({ id, object: 'webhook_endpoint', deleted: true });
  const one = `${path}/${id}`;
  for (const answer of [await client.get(one), await client.del(one), await client.post(one), await client.post(`${one}/roll_secret`)])
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_missing']);
  expect((await client.get(path)).body.data).toEqual([]);
});

test('200: a rolled secret is new, and shown this once', async () => {
  const client = service.client();
  const { secret, ...before } = await made(client);
  const { status, body } = await client.post(`${path}/${before.id}/roll_secret`, { expires_in: 3600 });
  expect([status, body]).toEqual([200, { ...before, secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{32}$/) }]);
  expect(body.secret).not.toBe(secret);
  expect((await client.get(`${path}/${before.id}`)).body).toEqual(before);
});

test.each([-1, 604_801, 'soon'])('400: a secret is not rolled with an overlap of %j', async (expires_in) => {
  const client = service.client();
  const { id } = await made(client);
  const { status, body } = await client.post(`${path}/${id}/roll_secret`, { expires_in });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid_integer', 'expires_in']);
});

test('404: an endpoint of another sandbox is unknown to every operation', async () => {
  const { id } = await made(service.client());
  const stranger = service.client();
  const one = `${path}/${id}`;
  const answers = [await stranger.get(one), await stranger.post(one), await stranger.post(`${one}/roll_secret`), await stranger.del(one)];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('400: an account has at most sixteen enabled endpoints; disabled and deleted ones do not count', async () => {
  const client = service.client();
  const endpoints = [];
  for (let count = 0; count < 16; count++) endpoints.push(await made(client));
  const refused = async (call: Promise<Answer>): Promise<unknown[]> => {
    const { status, body } = await call;
    return [status, body.error?.code, body.error?.message];
  };
  const sentence = 'This account has 16 enabled webhook endpoints, and may have 16. Disable or delete one of them first.';
  const one_more = (): Promise<Answer> => client.post(path, { url, enabled_events });
  expect(await refused(one_more())).toEqual([400, 'webhook_endpoints_exceeded', sentence]);
  const [first, second] = endpoints;
  await client.post(`${path}/${first.id}`, { disabled: true });
  expect((await one_more()).status).toBe(200);
  expect(await refused(client.post(`${path}/${first.id}`, { disabled: false }))).toEqual([400, 'webhook_endpoints_exceeded', sentence]);
  expect((await client.post(`${path}/${second.id}`, { disabled: false, description: 'as before' })).status).toBe(200);
  await client.del(`${path}/${second.id}`);
  expect((await client.post(`${path}/${first.id}`, { disabled: false })).body.status).toBe('enabled');
  expect((await service.client().post(path, { url, enabled_events })).status).toBe(200);
});

test('FLORIN_WEBHOOK_ENDPOINTS_MAX sets their number', async () => {
  const narrow = await startService({ FLORIN_WEBHOOK_ENDPOINTS_MAX: '1' });
  try {
    const client = narrow.client();
    expect((await client.post(path, { url, enabled_events })).status).toBe(200);
    expect((await client.post(path, { url, enabled_events })).body.error.code).toBe('webhook_endpoints_exceeded');
  } finally {
    await narrow.stop();
  }
});

test('concurrent requests to create and enable endpoints stay within the limit', async () => {
  const client = service.client();
  for (let count = 0; count < 15; count++) await made(client);
  for (let round = 0; round < 20; round++) {
    const { id } = (await client.get(path)).body.data.find(({ status }: { status: string }) => status === 'disabled') ?? {};
    const enabling = id ? [client.post(`${path}/${id}`, { disabled: false })] : [];
    const answers = await Promise.all([...Array.from({ length: 4 }, () => client.post(path, { url, enabled_events })), ...enabling]);
    const refused = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.error.code]);
    expect(refused).toEqual(answers.slice(1).map(() => [400, 'webhook_endpoints_exceeded']));
    for (const { status, body } of answers) if (status === 200) await client.post(`${path}/${body.id}`, { disabled: true });
  }
});
