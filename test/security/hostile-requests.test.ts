import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crafted, craft, flawOf, type Got, stillServes } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = service.client();
});
afterAll(() => service.stop());

/** Sends one request, expects a proper refusal, and then that the server still serves. */
async function refusalOf(crafted: Crafted): Promise<Got> {
  const got = await craft(service.port, { key: client.key, ...crafted });
  expect(flawOf(got)).toBeNull();
  expect(await stillServes(service.port)).toBe(true);
  return got;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const posted = (body: string | Buffer, headers: Crafted['headers'] = json): Crafted => ({
  method: 'POST',
  path: '/v1/customers',
  headers: headers ?? json,
  body,
});

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const unreadable: readonly (readonly [string, string | Buffer])[] = [
  ['that is not JSON', '{"name":'],
  ['that is two JSON values', '{}{}'],
  ['that is an array', '[{"name":"Jo"}]'],
  ['that is a number', '12'],
  ['that is null', 'null'],
  ['that is a string', '"name"'],
  ['that begins with a byte order mark', '\ufeff{}'],
  ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['with an overlong NUL', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['nested 33 deep', `{"metadata":${nested(33)}}`],
  ['nested 100,000 deep', `{"metadata":${nested(100_000)}}`],
  ['of 100,000 opening brackets', '['.repeat(100_000)],
  ['with 1,001 members', JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, place) => [`a${place}`, 1])))],
  ['with an array of 1,001 elements', JSON.stringify({ preferred_locales: Array.from({ length: 1001 }, () => 'en') })],
];

test.each(unreadable)('400 body_invalid: a JSON body %s', async (_, body) => {
  const { status, body: answer } = await refusalOf(posted(body));
  expect([status, answer.error.code]).toEqual([400, 'body_invalid']);
});

const unreadable_forms: readonly (readonly [string, string | Buffer])[] = [
  ['that is not UTF-8', Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x3d, 0xff])],
  ['nested nine deep', 'metadata[a][b][c][d][e][f][g][h][i]=1'],
  ['of 1,001 parameters', Array.from({ length: 1001 }, (_, place) => `a${place}=1`).join('&')],
  ['with an array of 1,001 elements', Array.from({ length: 1001 }, () => 'preferred_locales[]=en').join('&')],
];

test.each(unreadable_forms)('400 body_invalid: a form %s', async (_, body) => {
  const { status, body: answer } = await refusalOf(posted(body, form));
  expect([status, answer.error.code]).toEqual([400, 'body_invalid']);
});

const unreadable_queries: readonly (readonly [string, string])[] = [
  ['nested nine deep', 'created[a][b][c][d][e][f][g][h][i]=1'],
  ['of 1,001 parameters', Array.from({ length: 1001 }, (_, place) => `a${place}=1`).join('&')],
  ['with an array of 1,001 elements', Array.from({ length: 1001 }, () => 'expand[]=x').join('&')],
];

test.each(unreadable_queries)('400 body_invalid: a query string %s', async (_, query) => {
  const { status, body } = await refusalOf({ path: `/v1/customers?${query}` });
  expect([status, body.error.code]).toEqual([400, 'body_invalid']);
});

test.each(['text/plain', 'application/xml', 'multipart/form-data', 'application/jsonp', 'nonsense', ';;;', 'application/json/x'])(
  '415: a body of type %s',
  async (type) => {
    const { status, body } = await refusalOf(posted('{}', { 'content-type': type }));
    expect([status, body.error.code]).toEqual([415, 'media_type_unsupported']);
  },
);

test.each(['gzip', 'br', 'deflate', 'identity', 'nonsense'])('415: a body with the content encoding %s', async (encoding) => {
  const { status, body } = await refusalOf(posted(gzipSync('{}'), { ...json, 'content-encoding': encoding }));
  expect([status, body.error.code]).toEqual([415, 'media_type_unsupported']);
});

test('200: an empty body has no parameters, whatever its declared type', async () => {
  for (const headers of [json, form, {}]) {
    const { status } = await craft(service.port, { ...posted('', headers), key: client.key });
    expect(status).toBe(200);
  }
});

const large = Buffer.alloc(3_000_000, 0x61);

test.each([json, form])('413: a body over 1 MiB gets its answer before the connection closes (%o)', async (headers) => {
  const { status, body } = await refusalOf(posted(large, headers));
  expect([status, body.error.code]).toEqual([413, 'body_too_large']);
});

test('413: a body over 1 MiB without a declared length', async () => {
  const { status, body } = await refusalOf(posted(large, { ...json, 'transfer-encoding': 'chunked' }));
  expect([status, body.error.code]).toEqual([413, 'body_too_large']);
});

test('400 parameter_unknown: names of inherited properties are unknown parameters', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    const bodies = [
      posted(`{"${name}":{"polluted":"yes"}}`),
      posted(`${name}[polluted]=yes`, form),
      { path: `/v1/customers?${name}[polluted]=yes` },
      { path: `/v1/customers?${name}=yes` },
    ];
    for (const crafted of bodies) {
      const { status, body } = await refusalOf(crafted);
      expect([crafted.path, crafted.body, status, body.error?.code]).toEqual([crafted.path, crafted.body, 400, 'parameter_unknown']);
    }
  }
});

test('a form with metadata[__proto__] leaves the metadata unchanged', async () => {
  const { body: customer } = await client.post('/v1/customers', { metadata: { order: '7' } });
  await craft(service.port, {
    method: 'POST',
    path: `/v1/customers/${customer.id}`,
    key: client.key,
    headers: form,
    body: 'metadata[__proto__]=x',
  });
  expect((await client.get(`/v1/customers/${customer.id}`)).body.metadata).toEqual({ order: '7' });
});

test('200: names of inherited properties are ordinary metadata keys', async () => {
  const metadata = '{"__proto__":"a","constructor":"b","prototype":"c"}';
  const { text, status } = await craft(service.port, { ...posted(`{"metadata":${metadata}}`), key: client.key });
  expect(status).toBe(200);
  expect(text).toContain(`"metadata":${metadata}`);
});

test('200: text is stored as given, character for character', async () => {
  const name = 'e\u0301 \u00e9 \u202e\ud83d\udcb3 \ufdfa\tx';
  const { body } = await client.post('/v1/customers', { name });
  expect((await client.get(`/v1/customers/${body.id}`)).body.name).toBe(name);
});

test('400 parameter_conflict: the same parameter with another value in the body', async () => {
  const { status, body } = await refusalOf({ path: '/v1/customers?limit=1', headers: json, body: '{"limit":2}' });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_conflict', 'limit']);
});

test('200: the same parameter with the same value in the body', async () => {
  const { status } = await craft(service.port, { path: '/v1/customers?limit=1', key: client.key, headers: json, body: '{"limit":1}' });
  expect(status).toBe(200);
});

test.each(['limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit='])(
  '400: %s names limit',
  async (query) => {
    const { status, body } = await refusalOf({ path: `/v1/customers?${query}` });
    expect([status, body.error.param]).toEqual([400, expect.stringMatching(/^limit/)]);
  },
);

test.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'DELETE'])(
  '404: the method %s, which the path does not have',
  async (method) => {
    const { status, body } = await refusalOf({ method, path: '/v1/balance' });
    expect([status, body.error.code]).toEqual([404, 'url_unknown']);
  },
);

test.each(['', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])('400: an invalid idempotency key', async (value) => {
  const { status, body } = await refusalOf(posted('{}', { ...json, 'idempotency-key': value }));
  expect([status, body.error.code]).toEqual([400, 'idempotency_key_invalid']);
});

test('headers with any content are accepted or refused', async () => {
  for (const name of ['stripe-version', 'stripe-account', 'authorization', 'accept', 'host', 'x-forwarded-for', 'idempotency-key']) {
    for (const value of ['', '\u00ff\u00fe', 'x'.repeat(8000), '../../etc/passwd', '{{7*7}}', '<script>', '-1', 'null']) {
      await refusalOf({ path: '/v1/customers', headers: { [name]: value } });
      await refusalOf(posted('{"name":"Jo"}', { ...json, [name]: value }));
    }
  }
});
