import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multipart_max_bytes } from '../../src/api/bodies/multipart.js';
import { intentWithPage, type Merchant, openMerchant } from '../support/keyholders.js';
import { type Crafted, craft, craftHead, flawOf, type Got, stillServes, writeRaw } from '../support/requests.js';
import { routes } from '../support/routes.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { bodyOf, download, multipart, type Part, partsOf, pdf, pdfOf, png, postParts, upload } from '../support/uploads.js';

let service: TestService;
let merchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace' });
  [merchant, other] = [await openMerchant(service), await openMerchant(service)];
});
afterAll(() => service.stop());

const outcome = ({ status, body }: { status: number; body: { error?: { code?: string; param?: string } } }): unknown[] => [
  status,
  body?.error?.code,
  body?.error?.param,
];

const crafted = (
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
  key: string | null = merchant.test.key,
): Crafted => ({
  method: 'POST',
  path: '/v1/files',
  key,
  headers: { 'content-type': multipart, ...headers },
  body,
});

/** The headers that make bytes harmless wherever they are opened. */
function expectHarmless(headers: Headers): void {
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%-]*$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(['application/pdf', 'image/gif', 'image/jpeg', 'image/png']).toContain(headers.get('content-type'));
}

const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(400)]);

describe('the type of a file', () => {
  test.each([
    ['text', Buffer.from('Dear bank,')],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a vector image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an archive', zip],
    ['a program', Buffer.from('MZ\x90\x00\x03', 'latin1')],
    ['an image that is also a page', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])],
    ['a document that is also a page', Buffer.concat([pdf, Buffer.from('<html><body onload=alert(1)>')])],
    ['an image that is also a document', Buffer.concat([png, pdf])],
    ['a page that is also a document', Buffer.concat([Buffer.from('<html>'), pdf])],
  ])('400: %s is refused as evidence, whatever its declared type', async (_, bytes) => {
    for (const [filename, content_type] of [
      ['receipt.png', 'image/png'],
      ['receipt.pdf', 'application/pdf'],
      ['receipt', 'application/octet-stream'],
    ] as const) {
      const answer = await upload(service, merchant.test, { bytes, filename, content_type });
      expect(outcome(answer)).toEqual([400, 'parameter_invalid', 'file']);
    }
  });

  test('every download is an attachment that no browser shows, runs, sniffs or stores', async () => {
    for (const [bytes, purpose] of [
      [png, 'dispute_evidence'],
      [pdf, 'pci_document'],
    ] as const) {
      const fields = { 'file_link_data[create]': 'true' };
      const { body } = await upload(service, merchant.test, { bytes, purpose, fields, content_type: 'text/html', filename: 'x.html' });
      expectHarmless((await download(body.url, merchant.test.key)).headers);
      expectHarmless((await download(body.links.data[0].url)).headers);
    }
  });
});

describe('names', () => {
  test.each([
    ['../../../../etc/passwd', 'passwd'],
    ['..%2f..%2fetc%2fpasswd', '..%2f..%2fetc%2fpasswd'],
    ['<script>alert(1)<!--.png', '<script>alert(1)<!--.png'],
    ["a.png'; filename=b.html", "a.png'; filename=b.html"],
    ['%0d%0aSet-Cookie: a=b', '%0d%0aSet-Cookie: a=b'],
    ['CON', 'CON'],
    ['4242424242424242.png', '[number].png'],
    ['..', null],
  ])('%s is a name and nothing else', async (filename, kept) => {
    const { status, body } = await upload(service, merchant.test, { filename });
    expect([status, body.filename]).toEqual([200, kept]);
    const { headers } = await download(body.url, merchant.test.key);
    expectHarmless(headers);
    expect(decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '')).toBe(kept ?? `${body.id}.png`);
  });

  test('a file with any name is accepted and read back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (name) => {
        const filename = name.toWellFormed().replace(/[\r\n"\\]/g, '_');
        const { status, body, text } = await upload(service, merchant.test, { filename });
        expect(status, text).toBe(200);
        const { headers, bytes } = await download(body.url, merchant.test.key);
        expectHarmless(headers);
        expect(bytes.equals(png)).toBe(true);
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  test('neither names nor contents are in the log', () => {
    expect(service.lines.length).toBeGreaterThan(20);
    for (const word of ['passwd', 'receipt', 'IHDR', png.toString('base64').slice(0, 20)]) {
      expect(service.lines.filter((line) => line.includes(word))).toEqual([]);
    }
  });
});

/** Simulates files that were never uploaded. */
const fill = (table: string, rows: string, id: string): Promise<unknown> =>
  service.engine.database.query({ text: `insert into ${table} ${rows}`, values: [id] });

describe('sizes', () => {
  const large = bodyOf(partsOf({ bytes: pdfOf(17 * 1_048_576) }));

  test('413: a body over 16 MiB gets its answer before the connection closes', async () => {
    expect(outcome(await craft(service.port, crafted(large)))).toEqual([413, 'body_too_large', undefined]);
    expect(outcome(await craft(service.port, crafted(large, { 'transfer-encoding': 'chunked' })))).toEqual([
      413,
      'body_too_large',
      undefined,
    ]);
  });

  test('401, 403: a caller without access is refused before it sends the file', async () => {
    const head = (key: string): string =>
      `POST /v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${multipart}\r\nContent-Length: 16000000\r\nConnection: close\r\n\r\n`;
    const readonly = await merchant.restricted('files_read');
    for (const [key, status] of [
      ['sk_live_nobodyhasthiskey', 401],
      [merchant.test.publishable_key, 403],
      [readonly.key, 403],
    ] as const) {
      expect(await writeRaw(service.port, head(key))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  test('429: eight concurrent files of an account are accepted, and the others may be retried', async () => {
    const many = await openMerchant(service);
    const sent = bodyOf(partsOf({ bytes: pdfOf(16_000_000), purpose: 'pci_document' }));
    const begun = Array.from({ length: 24 }, () => craftHead(service.port, crafted(sent, {}, many.test.key)));
    const waiting = new Set(begun);
    const answers: Got[] = [];
    for (const each of begun)
      void each.got.then((got) => {
        waiting.delete(each);
        answers.push(got);
      });
    await service.until(async () => answers.length === 16);
    for (const got of answers) expect([...outcome(got), got.headers['retry-after']]).toEqual([429, 'rate_limit', undefined, '1']);
    // Eight are being sent, and neither another account nor the other mode of this one waits for them.
    for (const client of [other.test, many.live]) expect((await upload(service, client)).status).toBe(200);
    for (const { finish } of waiting) finish();
    await Promise.all(begun.map(({ got }) => got));
    expect(answers.slice(16).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await many.test.get('/v1/files', { limit: '100' })).body.data).toHaveLength(8);
    expect((await craft(service.port, crafted(sent, {}, many.test.key))).status).toBe(200);
  });

  test('unfinished files do not block a slot for long, and leave nothing behind', async () => {
    const { test: client } = await openMerchant(service);
    const head = `POST /v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\nContent-Type: ${multipart}\r\nContent-Length: ${multipart_max_bytes}\r\n\r\n`;
    const begun = bodyOf(partsOf({ bytes: pdfOf(1_000_000) })).subarray(0, 900_000);
    const answers: string[] = [];
    const sockets = Array.from({ length: 12 }, () => connect(service.port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('data', (chunk) => answers.push(chunk.toString())).on('error', () => {});
      socket.write(head);
      socket.write(begun);
    }
    await service.until(async () => answers.length === 4);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect((await upload(service, client)).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await service.until(async () => (await upload(service, client, { bytes: pdfOf(5_000_000) })).status === 200);
    await service.until(async () => (await counted('contents')) === (await counted('objects')));
    expect(await counted('pieces')).toBe(39 * (await counted('objects')));

    async function counted(table: string): Promise<number> {
      const where = table === 'objects' ? `object = 'file' and account = $1` : 'account = $1';
      const account = (await client.get('/v1/account')).body.id;
      const text = `select count(*)::int as count from ${table} where ${where}`;
      const [row] = await service.engine.database.query<{ count: number }>({ text, values: [`${account}_test`] });
      return row?.count ?? 0;
    }
  });

  test('413: the limit of a JSON body is the same here as everywhere', async () => {
    const body = JSON.stringify({ purpose: 'x'.repeat(1_100_000) });
    expect(outcome(await craft(service.port, crafted(body, { 'content-type': 'application/json' })))).toEqual([
      413,
      'body_too_large',
      undefined,
    ]);
  });

  test('400: an account has used up its space', async () => {
    const full = await openMerchant(service);
    const { body } = await upload(service, full.test);
    await fill('contents (account, file, bytes)', `select account, 'file_1', 1073741824 from contents where file = $1`, body.id);
    const refused = await upload(service, full.test);
    expect(outcome(refused)).toEqual([400, 'file_storage_exceeded', undefined]);
    expect((await download(body.url, full.test.key)).bytes.equals(png)).toBe(true);
    expect((await upload(service, full.live)).status).toBe(200);
    expect((await upload(service, other.test)).status).toBe(200);
    await service.engine.database.query({ text: `delete from contents where file = 'file_1'`, values: [] });
    expect((await upload(service, full.test)).status).toBe(200);
  });

  test('400: an account has too many files', async () => {
    const full = await openMerchant(service);
    const { body } = await upload(service, full.test);
    await fill(
      'vault (account, id, key_id, sealed)',
      `select account, 'file_' || n, key_id, '' from vault, generate_series(1, 99999) n where id = $1`,
      body.id,
    );
    expect(outcome(await upload(service, full.test))).toEqual([400, 'file_storage_exceeded', undefined]);
  });
});

describe('who may', () => {
  let theirs: { id: string; url: string; link: { id: string; url: string } };
  beforeAll(async () => {
    const { body } = await upload(service, merchant.test, { fields: { 'file_link_data[create]': 'true' } });
    theirs = { id: body.id, url: body.url, link: body.links.data[0] };
  });

  test('404: another account finds no file and no link, as if there were none', async () => {
    for (const [path, id] of [
      ['/v1/files/ID', theirs.id],
      ['/v1/files/ID/contents', theirs.id],
      ['/v1/file_links/ID', theirs.link.id],
      ['/v1/file_links/ID/contents', theirs.link.id],
    ] as const) {
      const nobodys = `${id.slice(0, -6)}zzzzzz`;
      for (const client of [other.test, merchant.live]) {
        const [got, expected] = [await client.get(path.replace('ID', id)), await client.get(path.replace('ID', nobodys))];
        expect([got.status, got.text.replaceAll(id, 'ID')]).toEqual([404, expected.text.replaceAll(nobodys, 'ID')]);
      }
    }
  });

  test('400: another account creates no link to a file, and changes none', async () => {
    expect(outcome(await other.test.post('/v1/file_links', { file: theirs.id }))).toEqual([400, 'resource_missing', 'file']);
    expect(outcome(await other.test.post(`/v1/file_links/${theirs.link.id}`, { expires_at: 'now' }))).toEqual([
      404,
      'resource_missing',
      'id',
    ]);
    expect((await download(theirs.link.url)).status).toBe(200);
  });

  test('401: contents without a key', async () => {
    expect((await download(theirs.url)).status).toBe(401);
  });

  test('403: a publishable key neither uploads nor reads', async () => {
    const key = merchant.test.publishable_key;
    expect(outcome(await upload(service, { ...merchant.test, key }))).toEqual([403, 'secret_key_required', undefined]);
    expect((await download(theirs.url, key)).status).toBe(403);
  });

  test('a restricted key has the access of its permission', async () => {
    const reader = await merchant.restricted('files_read');
    const writer = await merchant.restricted('files_write');
    const stranger = await merchant.restricted('customers_write');
    const tried = async (client: Client): Promise<number[]> => [
      (await upload(service, client)).status,
      (await client.get(`/v1/files/${theirs.id}`)).status,
      (await download(theirs.url, client.key)).status,
      (await client.post('/v1/file_links', { file: theirs.id })).status,
    ];
    expect(await tried(reader)).toEqual([403, 200, 200, 403]);
    expect(await tried(writer)).toEqual([200, 200, 200, 200]);
    expect(await tried(stranger)).toEqual([403, 403, 403, 403]);
  });

  test('the address of a link opens its own file and nothing else', async () => {
    const key = `page_${theirs.link.url.split('/links/')[1]}`;
    const another = (await upload(service, merchant.test, { fields: { 'file_link_data[create]': 'true' } })).body;
    expect((await download(`${service.url}/v1/file_links/${theirs.link.id}/contents`, key)).status).toBe(200);
    for (const path of [`/v1/file_links/${another.links.data[0].id}/contents`]) {
      expect((await download(`${service.url}${path}`, key)).status).toBe(404);
    }
    for (const path of [
      `/v1/files/${theirs.id}/contents`,
      `/v1/files/${theirs.id}`,
      `/v1/file_links/${theirs.link.id}`,
      '/v1/files',
      '/v1/file_links',
    ]) {
      expect((await download(`${service.url}${path}`, key)).status).toBe(403);
    }
  });

  test('the address of a payer\u2019s page opens no file', async () => {
    const { page_key } = await intentWithPage(merchant.test);
    expect((await download(`${service.url}/v1/file_links/${theirs.link.id}/contents`, page_key)).status).toBe(404);
    expect((await download(`${service.url}/links/${page_key.slice('page_'.length)}`)).status).toBe(404);
  });

  test('404: an address with any change is unknown, with the same answer as an expired one', async () => {
    const token = theirs.link.url.split('/links/')[1] ?? '';
    const [payload = '', mac = ''] = token.split('.');
    const inAddress = (id: string): string => id.slice(id.indexOf('_') + 1);
    const changed = (from: string, to: string): string => `${payload.replace(from, to)}.${mac}`;
    const expired = (await merchant.test.post('/v1/file_links', { file: theirs.id })).body;
    await merchant.test.post(`/v1/file_links/${expired.id}`, { expires_at: 'now' });
    const tokens = [
      expired.url.split('/links/')[1],
      payload,
      `${payload}.`,
      `${payload}.${mac.slice(0, -2)}AA`,
      changed('F', 'I'),
      changed(inAddress(theirs.link.id), inAddress(expired.id)),
      changed(inAddress(merchant.account), inAddress(other.account)),
      'x',
      '..%2f..%2fv1%2ffiles',
    ];
    const pages = await Promise.all(tokens.map((each) => download(`${service.url}/links/${each}`)));
    const said = pages.map(({ status, bytes }) => [status, bytes.toString().replace(/nonce="[^"]*"/g, '')]);
    expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(said[0]?.[0]).toBe(404);
  });
});

describe('bodies', () => {
  test('415: no other route accepts a file, or reads one before refusing', async () => {
    const posts = routes.filter(({ method, route }) => method === 'POST' && route !== 'POST /v1/files');
    expect(posts.length).toBeGreaterThan(15);
    for (const { path } of posts) {
      const got = await craft(service.port, { ...crafted(bodyOf(partsOf())), path: path.replace(/:\w+/g, 'x') });
      expect([path, ...outcome(got)]).toEqual([path, 415, 'media_type_unsupported', undefined]);
    }
    const large = { ...crafted(bodyOf(partsOf({ bytes: pdfOf(3_000_000) }))), path: '/v1/customers' };
    expect(outcome(await craft(service.port, large))).toEqual([415, 'media_type_unsupported', undefined]);
  });

  test.each([
    'multipart/mixed; boundary=a',
    'multipart/form-data-x; boundary=a',
    'image/png',
    'multipart/form-data; boundary=a; charset=utf-16',
  ])('415: a file cannot be sent as %s', async (content_type) => {
    const got = await craft(service.port, crafted(bodyOf(partsOf()), { 'content-type': content_type }));
    expect(outcome(got)).toEqual([415, 'media_type_unsupported', undefined]);
  });

  test('415: nor compressed', async () => {
    expect(outcome(await craft(service.port, crafted(bodyOf(partsOf()), { 'content-encoding': 'gzip' })))).toEqual([
      415,
      'media_type_unsupported',
      undefined,
    ]);
  });

  const odd: readonly (readonly [string, readonly Part[]])[] = [
    ['two files', [...partsOf(), ...partsOf({ purpose: null })]],
    ['a file for a purpose', [{ disposition: 'name="purpose"; filename="a"', content: 'dispute_evidence' }, ...partsOf({ purpose: null })]],
    ['a file for metadata', [...partsOf(), { disposition: 'name="file_link_data[metadata]"; filename="a"', content: png }]],
    [
      'a file in a list',
      [...partsOf({ purpose: 'dispute_evidence' }).slice(0, 1), { disposition: 'name="file[0]"; filename="a"', content: png }],
    ],
    ['a file without a filename', [...partsOf().slice(0, 1), { disposition: 'name="file"', content: png }]],
    ['two purposes', [{ disposition: 'name="purpose"', content: 'business_logo' }, ...partsOf()]],
    ['a purpose that is a number', [{ disposition: 'name="purpose[a]"', content: '1' }, ...partsOf({ purpose: null })]],
    ['a prototype', [...partsOf(), { disposition: 'name="__proto__"; filename="a"', content: png }]],
    ['a prototype in brackets', [...partsOf(), { disposition: 'name="file_link_data[__proto__][create]"', content: 'true' }]],
    ['a member that only the service sets', [...partsOf(), { disposition: 'name="url"', content: 'https://evil.example' }]],
    ['a livemode', [...partsOf(), { disposition: 'name="livemode"', content: 'true' }]],
    ['an endless name', [...partsOf(), { disposition: `name="${'a'.repeat(3000)}"`, content: '1' }]],
    ['half a character', [...partsOf(), { disposition: 'name="file_link_data[create]"', content: Buffer.from([0xc3]) }]],
    ['a control character', [...partsOf({ fields: { 'file_link_data[create]': 'true', 'file_link_data[metadata][a]': 'x\u0000' } })]],
    ['too many parts', Array.from({ length: 5000 }, () => ({ disposition: 'name="a"', content: '1' }))],
  ];

  test.each(odd)('400: %s', async (_, parts) => {
    const answer = await postParts(service, merchant.test.key, '/v1/files', bodyOf(parts));
    expect([answer.status, flawOf({ ...answer, headers: {} })]).toEqual([400, null]);
  });

  test('400: a body cut off at any place is refused at once, and never leaves a file behind', async () => {
    const client = (await openMerchant(service)).test;
    const whole = bodyOf(partsOf());
    for (let length = 0; length < whole.length - 4; length += 7) {
      const got = await craft(service.port, crafted(whole.subarray(0, length), {}, client.key));
      expect([got.status, flawOf(got)]).toEqual([400, null]);
    }
    expect((await client.get('/v1/files')).body.data).toEqual([]);
  });

  test('a body that never comes times out', async () => {
    const head = `POST /v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${merchant.test.key}\r\nContent-Type: ${multipart}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(await writeRaw(service.port, head)).toMatch(/^HTTP\/1.1 400 /);
  });

  const whole = bodyOf(partsOf({ fields: { 'file_link_data[create]': 'true' } }));
  const mangled = fc
    .array(
      fc.record({
        at: fc.nat(whole.length),
        length: fc.nat(40),
        by: fc.constantFrom('', '\r\n', '\r\n\r\n', '--', '"', '\\', '\u0000', ';', '=', `--${multipart.split('=')[1]}`),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((cuts) =>
      cuts.reduce((body, { at, length, by }) => Buffer.concat([body.subarray(0, at), Buffer.from(by), body.subarray(at + length)]), whole),
    );

  test('any other body is accepted or refused properly, at once, and without a fault', async () => {
    const type = fc.constantFrom(
      multipart,
      multipart,
      multipart,
      'multipart/form-data',
      `${multipart}--`,
      'multipart/form-data; boundary="',
    );
    await fc.assert(
      fc.asyncProperty(mangled, type, async (body, content_type) => {
        const got: Got = await craft(service.port, crafted(body, { 'content-type': content_type }));
        expect(flawOf(got)).toBeNull();
      }),
      { seed: 20_261, numRuns: 400 },
    );
    expect(await stillServes(service.port)).toBe(true);
    expect(service.lines.filter((line) => line.includes('a request failed'))).toEqual([]);
  });
});
