import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEvents, eventsOf } from '../support/callers.js';
import { openMerchant } from '../support/keyholders.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { bodyOf, download, gif, jpg, partsOf, pdf, pdfOf, png, postParts, upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Moves the clock of a sandbox ahead. */
async function ahead(client: Client, seconds: number): Promise<void> {
  const { body } = await client.get('/v1/test_helpers/sandbox_clock');
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: body.frozen_time + seconds });
}

const nowOf = async (client: Client): Promise<number> => (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;

describe('uploading', () => {
  test('200: the answer describes the file and names the URL of its contents', async () => {
    const client = service.client();
    const { status, body } = await upload(service, client, { filename: 'receipt for Jo.png' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^file_\w{22}$/),
      object: 'file',
      created: expect.any(Number),
      livemode: false,
      expires_at: body.created + 274 * 86_400,
      filename: 'receipt for Jo.png',
      links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${body.id}` },
      purpose: 'dispute_evidence',
      size: png.length,
      title: null,
      type: 'png',
      url: `${service.url}/v1/files/${body.id}/contents`,
    });
    expect((await client.get(`/v1/files/${body.id}`)).body).toEqual(body);
  });

  test.each([
    ['png', png],
    ['jpg', jpg],
    ['pdf', pdf],
  ])('200: the type of a %s is detected from its content, not from its name or declared type', async (type, bytes) => {
    const client = service.client();
    const { body } = await upload(service, client, { bytes, filename: 'notes.html', content_type: 'text/html' });
    expect(body).toMatchObject({ type, filename: 'notes.html' });
    const { headers } = await download(body.url, client.key);
    expect(headers.get('content-type')).toBe({ png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' }[type]);
  });

  test('200: an animated picture can be a logo', async () => {
    const { body } = await upload(service, service.client(), { bytes: gif, purpose: 'business_logo' });
    expect(body).toMatchObject({ type: 'gif', purpose: 'business_logo', expires_at: null });
  });

  test('a file has one event, without the links created with it', async () => {
    const client = service.client();
    const { body } = await upload(service, client, { fields: { 'file_link_data[create]': 'true' } });
    const [event, ...others] = await allEvents(client);
    expect([event.type, others]).toEqual(['file.created', []]);
    expect(event.data.object).toEqual({ ...body, links: { ...body.links, data: [] } });
  });

  test('the same key uploads a file once, and gets the same answer twice', async () => {
    const client = service.client();
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(service, client, { headers });
    const again = await upload(service, client, { headers });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    expect((await client.get('/v1/files')).body.data).toHaveLength(1);
  });

  test.each([
    { other: 'bytes', uploading: { bytes: Buffer.concat([png, Buffer.from('x')]) } },
    { other: 'name', uploading: { filename: 'other.png' } },
    { other: 'purpose', uploading: { purpose: 'identity_document' } },
  ])('400 idempotency_key_reused: the same key with another $other', async ({ uploading }) => {
    const client = service.client();
    const headers = { 'idempotency-key': 'once' };
    await upload(service, client, { headers });
    const { status, body } = await upload(service, client, { ...uploading, headers });
    expect([status, body.error.code]).toEqual([400, 'idempotency_key_reused']);
  });

  test('two concurrent requests with one key create one file', async () => {
    const client = service.client();
    const headers = { 'idempotency-key': 'twins' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(service, client, { headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await client.get('/v1/files')).body.data).toHaveLength(1);
  });

  test('400: a refused file does not use up the key', async () => {
    const client = service.client();
    const headers = { 'idempotency-key': 'once' };
    expect((await upload(service, client, { bytes: Buffer.from('plain text'), headers })).status).toBe(400);
    expect((await upload(service, client, { headers })).status).toBe(200);
  });

  test('400: no file, no purpose, or an unknown purpose', async () => {
    const client = service.client();
    const [purpose, file] = partsOf();
    const asked = [
      await postParts(service, client.key, '/v1/files', bodyOf([purpose as never])),
      await postParts(service, client.key, '/v1/files', bodyOf([file as never])),
      await upload(service, client, { purpose: 'blackmail' }),
      await upload(service, client, { fields: { color: 'red' } }),
      await client.post('/v1/files', { file: 'the bytes themselves', purpose: 'dispute_evidence' }),
    ];
    expect(asked.map(({ status, body }) => [status, body.error.code, body.error.param])).toEqual([
      [400, 'parameter_missing', 'file'],
      [400, 'parameter_missing', 'purpose'],
      [400, 'parameter_invalid', 'purpose'],
      [400, 'parameter_unknown', 'color'],
      [400, 'parameter_invalid', 'file'],
    ]);
  });

  test('200: the order of the parts does not matter', async () => {
    const client = service.client();
    const { status, body } = await postParts(service, client.key, '/v1/files', bodyOf(partsOf().reverse()));
    expect([status, body.purpose]).toEqual([200, 'dispute_evidence']);
  });
});

describe('sizes', () => {
  const mebibyte = 1_048_576;

  test.each([
    { purpose: 'dispute_evidence', bytes_max: 5 * mebibyte },
    { purpose: 'identity_document', bytes_max: 10 * mebibyte },
    { purpose: 'tax_document_user_upload', bytes_max: 16 * mebibyte },
  ])('$purpose accepts $bytes_max bytes and not one more', async ({ purpose, bytes_max }) => {
    const client = service.client();
    const { status, body } = await upload(service, client, { purpose, bytes: pdfOf(bytes_max) });
    expect([status, body.size]).toEqual([200, bytes_max]);
    const { bytes } = await download(body.url, client.key);
    expect(bytes.equals(pdfOf(bytes_max))).toBe(true);
    const more = await upload(service, client, { purpose, bytes: pdfOf(bytes_max + 1) });
    expect([more.status, more.body.error.code, more.body.error.param]).toEqual([400, 'parameter_invalid', 'file']);
    expect(more.body.error.message).toContain('too large');
  });

  test('a picture whose pixels need too much memory is refused, however small its file is', async () => {
    const header = Buffer.from('89504e470d0a1a0a0000000d49484452000010000000100010060000000000000049454e44', 'hex');
    const { status, body } = await upload(service, service.client(), { bytes: header, purpose: 'business_logo' });
    expect([status, body.error.param]).toEqual([400, 'file']);
    expect(body.error.message).toContain('Send at most 2048 by 2048 pixels');
  });

  test('400: a purpose accepts its own types and no others', async () => {
    for (const [purpose, bytes] of [
      ['pci_document', png],
      ['business_logo', pdf],
      ['dispute_evidence', gif],
    ] as const) {
      const { status, body } = await upload(service, service.client(), { purpose, bytes });
      expect([status, body.error.param]).toEqual([400, 'file']);
    }
  });
});

describe('reading', () => {
  test('the contents are the uploaded bytes, sent as a download', async () => {
    const client = service.client();
    const { body } = await upload(service, client, { filename: "Jo's (best) receipt \u00fc.png" });
    const { status, headers, bytes } = await download(body.url, client.key);
    expect([status, bytes.equals(png)]).toEqual([200, true]);
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Jo%27s%20%28best%29%20receipt%20%C3%BC.png");
    expect(headers.get('content-length')).toBe(String(png.length));
  });

  test('lists: all, by purpose, by the other path, and by creation time', async () => {
    const client = service.client();
    const first = (await upload(service, client)).body;
    const second = (await upload(service, client, { purpose: 'identity_document' })).body;
    const ids = async (path: string, query = {}): Promise<string[]> =>
      (await client.get(path, query)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('/v1/files')).toEqual([second.id, first.id]);
    expect(await ids('/v1/files/list')).toEqual([second.id, first.id]);
    expect(await ids('/v1/files', { purpose: 'dispute_evidence' })).toEqual([first.id]);
    expect(await ids('/v1/files', { 'created[gt]': String(second.created) })).toEqual([]);
    expect((await client.get('/v1/files', { purpose: 'blackmail' })).body.error.param).toBe('purpose');
  });

  test('404: a file that does not exist, and its contents', async () => {
    const client = service.client();
    for (const path of ['/v1/files/file_unknown', '/v1/files/file_unknown/contents']) {
      const { status, body } = await client.get(path);
      expect([status, body.error.code, body.error.message]).toEqual([404, 'resource_missing', "No such file: 'file_unknown'"]);
    }
  });

  test('evidence expires: its contents are deleted from the vault, and its description stays', async () => {
    const client = service.client();
    const { body } = await upload(service, client, { fields: { 'file_link_data[create]': 'true' } });
    await ahead(client, 275 * 86_400);
    const expired = await service.until(async () => {
      const found = (await client.get(`/v1/files/${body.id}`)).body;
      return found.url === null && found;
    });
    expect(expired).toMatchObject({ size: png.length, filename: 'receipt.png' });
    expect((await client.get(`/v1/files/${body.id}/contents`)).body.error.code).toBe('file_expired');
    expect((await download(body.links.data[0].url)).status).toBe(404);
    expect((await client.post('/v1/file_links', { file: body.id })).body.error).toMatchObject({ code: 'file_expired', param: 'file' });
    const [row] = await service.engine.database.query<{ length: number }>({
      text: 'select octet_length(sealed) as length from vault where id = $1',
      values: [body.id],
    });
    expect(row?.length).toBeLessThan(40);
    expect(await eventsOf(client, body.id)).toEqual(['file.created']);
  });
});

describe('links', () => {
  const uploaded = async (): Promise<{ client: Client; file: string }> => {
    const client = service.client();
    return { client, file: (await upload(service, client)).body.id };
  };

  test('200: a link opens the file without a key', async () => {
    const { client, file } = await uploaded();
    const { status, body } = await client.post('/v1/file_links', { file, metadata: { case: '7' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^link_\w{22}$/),
      object: 'file_link',
      created: expect.any(Number),
      livemode: false,
      expired: false,
      expires_at: null,
      file,
      metadata: { case: '7' },
      url: expect.stringContaining(`${service.url}/links/`),
    });
    const { status: found, bytes } = await download(body.url);
    expect([found, bytes.equals(png)]).toEqual([200, true]);
    expect((await client.get(`/v1/file_links/${body.id}`, { 'expand[]': 'file' })).body.file).toMatchObject({
      id: file,
      purpose: 'dispute_evidence',
    });
  });

  test('200: a link created together with its file is shown with it', async () => {
    const client = service.client();
    const expires_at = Math.floor(service.now() / 1000) + 3600;
    const fields = {
      'file_link_data[create]': 'true',
      'file_link_data[expires_at]': String(expires_at),
      'file_link_data[metadata][case]': '7',
    };
    const { body } = await upload(service, client, { fields });
    expect(body.links.data).toEqual([(await client.get('/v1/file_links', { file: body.id })).body.data[0]]);
    expect(body.links.data[0]).toMatchObject({ file: body.id, expires_at, metadata: { case: '7' } });
    expect((await client.get(`/v1/files/${body.id}`)).body).toEqual(body);
    expect((await download(body.links.data[0].url)).bytes.equals(png)).toBe(true);
  });

  test('200: no link is created unless requested', async () => {
    const client = service.client();
    const { body } = await upload(service, client, { fields: { 'file_link_data[create]': 'false' } });
    expect([body.links.data, (await client.get('/v1/file_links')).body.data]).toEqual([[], []]);
  });

  test('a file shows the current state of its ten newest links, and that there are more', async () => {
    const { client, file } = await uploaded();
    const ids: string[] = [];
    for (let count = 0; count < 11; count++) ids.unshift((await client.post('/v1/file_links', { file })).body.id);
    await client.post(`/v1/file_links/${ids[0]}`, { expires_at: 'now', metadata: { last: 'one' } });
    await client.post(`/v1/file_links/${ids[10]}`, { metadata: { first: 'one' } });
    const { links } = (await client.get(`/v1/files/${file}`)).body;
    const all = (await client.get('/v1/file_links', { file, limit: '100' })).body.data;
    expect([links.has_more, links.data]).toEqual([true, all.slice(0, 10)]);
    expect(links.data[0]).toMatchObject({ id: ids[0], expired: true, metadata: { last: 'one' } });
  });

  test('a link that expires at once is closed, and can no longer be changed', async () => {
    const { client, file } = await uploaded();
    const link = (await client.post('/v1/file_links', { file })).body;
    const { body } = await client.post(`/v1/file_links/${link.id}`, { expires_at: 'now' });
    expect(body).toMatchObject({ expired: true, expires_at: expect.any(Number) });
    expect((await download(link.url)).status).toBe(404);
    const { status, body: refused } = await client.post(`/v1/file_links/${link.id}`, { metadata: { a: '1' } });
    expect([status, refused.error.code]).toEqual([400, 'file_link_expired']);
  });

  test('a link expires at its time, by the clock of its account', async () => {
    const { client, file } = await uploaded();
    const link = (await client.post('/v1/file_links', { file, expires_at: (await nowOf(client)) + 3600 })).body;
    await ahead(client, 3500);
    expect((await download(link.url)).status).toBe(200);
    await ahead(client, 200);
    expect((await download(link.url)).status).toBe(404);
    await service.until(async () => (await client.get(`/v1/file_links/${link.id}`)).body.expired);
    await service.until(async () => (await client.get(`/v1/files/${file}`)).body.links.data[0].expired);
  });

  test('the expiry of a link may be moved later, moved earlier, repeated, or removed', async () => {
    const { client, file } = await uploaded();
    const now = await nowOf(client);
    const { id, url } = (await client.post('/v1/file_links', { file, expires_at: now + 3600 })).body;
    for (const expires_at of [now + 7200, now + 3600, now + 7200, now + 3600]) {
      expect((await client.post(`/v1/file_links/${id}`, { expires_at })).body.expires_at).toBe(expires_at);
    }
    expect((await client.post(`/v1/file_links/${id}`, { expires_at: null })).body).toMatchObject({ expires_at: null, expired: false });
    await ahead(client, 30 * 86_400);
    expect((await client.get(`/v1/file_links/${id}`)).body.expired).toBe(false);
    expect((await download(url)).status).toBe(200);
  });

  test('400: a link cannot lead to a private file, to no file, or expire in the past', async () => {
    const client = service.client();
    const secret = (await upload(service, client, { purpose: 'identity_document' })).body.id;
    const file = (await upload(service, client)).body.id;
    const asked = [
      await client.post('/v1/file_links', { file: secret }),
      await client.post('/v1/file_links', { file: 'file_unknown' }),
      await client.post('/v1/file_links', { file, expires_at: 1_700_000_000 }),
      await client.post('/v1/file_links', {}),
      await upload(service, client, { purpose: 'identity_document', fields: { 'file_link_data[create]': 'true' } }),
      await upload(service, client, { fields: { 'file_link_data[create]': 'true', 'file_link_data[expires_at]': '1700000000' } }),
      await upload(service, client, { fields: { 'file_link_data[metadata][a]': '1' } }),
    ];
    expect(asked.map(({ status, body }) => [status, body.error.code, body.error.param])).toEqual([
      [400, 'parameter_invalid', 'file'],
      [400, 'resource_missing', 'file'],
      [400, 'parameter_invalid', 'expires_at'],
      [400, 'parameter_missing', 'file'],
      [400, 'parameter_invalid', 'file_link_data[create]'],
      [400, 'parameter_invalid', 'file_link_data[expires_at]'],
      [400, 'parameter_missing', 'file_link_data[create]'],
    ]);
    expect((await client.get('/v1/files')).body.data).toHaveLength(2);
  });

  test('a file of live mode is uploaded, linked and read like any other', async () => {
    const { live } = await openMerchant(service);
    const { body } = await upload(service, live, { fields: { 'file_link_data[create]': 'true' } });
    expect([body.livemode, body.links.data[0].livemode]).toEqual([true, true]);
    expect((await download(body.links.data[0].url)).bytes.equals(png)).toBe(true);
  });

  test('links created by concurrent requests are all shown', async () => {
    const { client, file } = await uploaded();
    const made = await Promise.all(Array.from({ length: 8 }, () => client.post('/v1/file_links', { file })));
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const shown = (await client.get(`/v1/files/${file}`)).body.links.data.map(({ id }: { id: string }) => id);
    expect(shown.sort()).toEqual(made.map(({ body }) => body.id).sort());
  });
});
