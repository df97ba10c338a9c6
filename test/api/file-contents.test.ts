import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileContents } from '../../src/api/contents/contents.js';
import { forgetting } from '../../src/api/contents/forget.js';
import { piece_bytes } from '../../src/api/contents/pieces.js';
import { Concealed } from '../../src/kernel/base/concealed.js';
import { sealContents } from '../../src/kernel/vault/vault.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { download, pdf, pdfOf, png, upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const query = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  service.engine.database.query<Row>({ text, values });

const accountOf = async (client: Client): Promise<string> => `${(await client.get('/v1/account')).body.id}_test`;

const piecesOf = async (file: string): Promise<number> =>
  (await query<{ count: number }>('select count(*)::int as count from pieces where file = $1', file))[0]?.count ?? 0;

/** A file with a link to it. */
async function linked(client: Client, bytes: Buffer): Promise<{ id: string; url: string; link: string }> {
  const { body } = await upload(service, client, { bytes, purpose: 'pci_document', fields: { 'file_link_data[create]': 'true' } });
  return { id: body.id, url: body.url, link: body.links.data[0].url };
}

test.each([pdf.length, piece_bytes - 1, piece_bytes, piece_bytes + 1, 3 * piece_bytes, 16 * 1_048_576])(
  'a file of %i bytes is read back unchanged, from as few pieces as possible',
  async (length) => {
    const client = service.client();
    const bytes = Buffer.concat([pdf, Buffer.from(Array.from({ length: length - pdf.length }, (_, place) => 33 + ((place * 7) % 90)))]);
    const { id, url, link } = await linked(client, bytes);
    for (const found of [await download(url, client.key), await download(link)]) {
      expect([found.status, found.headers.get('content-length'), found.bytes.equals(bytes)]).toEqual([200, String(length), true]);
    }
    expect(await piecesOf(id)).toBe(Math.ceil(length / piece_bytes));
  },
);

const random = (length: number): Uint8Array => Buffer.alloc(length, 5);
const looking = { take: () => {}, found: () => null };

/** A file of three pieces, stored and about to be read. */
async function threePieces(file: string): Promise<AsyncIterator<Buffer>> {
  const contents = fileContents(service.engine.database, random, 1);
  const sending = await contents.send({ account: 'acct_of_nobody', file }, 1);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let place = 0; place < 3; place++) yield Buffer.alloc(piece_bytes, place);
  }
  const { received } = await sending.take('a', chunks(), looking);
  await sending.end(true);
  const { key, size } = received;
  return (await contents.read({ account: 'acct_of_nobody', file, key, size, by: file }))[Symbol.asyncIterator]();
}

test('no more pieces are read than the client takes', async () => {
  const pieces = await threePieces('file_read_slowly');
  expect((await pieces.next()).value.equals(Buffer.alloc(piece_bytes, 0))).toBe(true);
  await query(`delete from pieces where file = 'file_read_slowly' and place > 0`);
  await expect(pieces.next()).rejects.toThrow('Piece 1');
});

test('a piece that was changed or moved is not decrypted', async () => {
  const changed = await threePieces('file_changed');
  await query(`update pieces set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where file = 'file_changed'`);
  await changed.next();
  await expect(changed.next()).rejects.toThrow();
  const swapped = await threePieces('file_swapped');
  await query(`update pieces set place = case place when 1 then 102 when 2 then 101 end where file = 'file_swapped' and place > 0`);
  await query(`update pieces set place = place - 100 where file = 'file_swapped' and place > 100`);
  await swapped.next();
  await expect(swapped.next()).rejects.toThrow();
});

test('the key of a file is sealed, and decrypts no file of another account', async () => {
  const contents = fileContents(service.engine.database, random, 1);
  await threePieces('file_of_one');
  const key = new Concealed(Buffer.alloc(32, 5).toString('base64'));
  await query(`insert into pieces select 'acct_other', file, place, sealed from pieces where file = 'file_of_one'`);
  await expect(contents.read({ account: 'acct_other', file: 'file_of_one', key, size: 9, by: 'x' })).rejects.toThrow();
});

/** Requests downloads and reads only the head of each. */
function stalled(count: number, url: string): { readonly sockets: readonly Socket[]; readonly statuses: string[] } {
  const { port, pathname } = new URL(url);
  const statuses: string[] = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket
      .on('error', () => {})
      .once('data', (chunk: Buffer) => {
        statuses.push(chunk.toString('latin1', 9, 12));
        socket.pause();
      });
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  });
  return { sockets, statuses };
}

test('a valid link under heavy load is busy and never unknown, and other links are not busy', async () => {
  const client = service.client();
  const [one, another] = [await linked(client, pdfOf(16_000_000)), await linked(client, pdf)];
  const theirs = await linked(service.client(), pdf);
  const { sockets, statuses } = stalled(20, one.link);
  await service.until(async () => statuses.length === 20);
  expect(statuses.sort()).toEqual([...Array(16).fill('200'), ...Array(4).fill('429')]);
  const busy = await download(one.link);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5']);
  expect(busy.bytes.toString()).toMatch(/Too many attempts|Too many requests|try again/i);
  for (const { link } of [another, theirs]) expect((await download(link)).status).toBe(200);
  expect((await download(another.url, client.key)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await service.until(async () => (await download(one.link)).status === 200);
});

test('429: so is an account with too many downloads, with its own key as well', async () => {
  const client = service.client();
  const files = [await linked(client, pdfOf(16_000_000)), await linked(client, pdfOf(16_000_000)), await linked(client, pdf)];
  const begun = files.slice(0, 2).map(({ link }) => stalled(16, link));
  await service.until(async () => begun.every(({ statuses }) => statuses.length === 16));
  const refused = await client.get(`/v1/files/${files[2]?.id}/contents`);
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limit', '1']);
  for (const socket of begun.flatMap(({ sockets }) => sockets)) socket.destroy();
  await service.until(async () => (await download(files[2]?.url ?? '', client.key)).status === 200);
});

test('40 clients that loop over one link use none of the connections that payments need', async () => {
  const client = service.client();
  const { link } = await linked(client, pdfOf(4_000_000));
  const payer = service.client();
  let over = false;
  const statuses = new Set<number>();
  const looping = Array.from({ length: 40 }, async () => {
    while (!over) statuses.add((await download(link)).status);
  });
  const paid: string[] = [];
  for (let count = 0; count < 20; count++) {
    const payment = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
    paid.push((await payer.post('/v1/payment_intents', payment)).body.status);
  }
  // The last query of each connection.
  const used = await query<{ pieces: number }>(`select count(*)::int as pieces from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'select sealed from pieces%'`);
  over = true;
  await Promise.all(looping);
  expect([paid, used]).toEqual([Array(20).fill('succeeded'), [{ pieces: expect.toSatisfy((count: number) => count <= 2) }]]);
  expect([...statuses].sort()).toEqual([200, 429]);
});

test('contents without a file are deleted after an hour, and no others are', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const [kept, young, expired] = [await linked(client, pdf), await linked(client, pdf), await upload(service, client)];
  await query(`insert into contents (account, file, bytes) values ($1, 'file_nobodys', 1)`, account);
  await query(`insert into pieces select account, 'file_nobodys', place, sealed from pieces where file = $1`, kept.id);
  await query(`update objects set deleted = true where id = $1`, young.id);
  await query(`update objects set doc = jsonb_set(doc::jsonb, '{url}', 'null') where id = $1`, expired.body.id);
  const files = ['file_nobodys', kept.id, young.id, expired.body.id];
  const left = (): Promise<number[]> => Promise.all(files.map(piecesOf));
  const forget = forgetting(service.engine.database);
  await forget();
  expect(await left()).toEqual([1, 1, 1, 1]);
  await query(`update contents set begun_at = now() - interval '61 minutes' where account = $1 and file <> $2`, account, young.id);
  await forget();
  expect(await left()).toEqual([0, 1, 1, 0]);
  expect((await query('select 1 from contents where file = $1', 'file_nobodys')).length).toBe(0);
});

test('a file that was refused, or sent twice under one key, leaves no contents', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const headers = { 'idempotency-key': 'once' };
  const first = await upload(service, client, { headers });
  expect((await upload(service, client, { headers })).text).toBe(first.text);
  expect((await upload(service, client, { purpose: 'pci_document' })).status).toBe(400);
  expect((await upload(service, client, { fields: { nonsense: '1' } })).status).toBe(400);
  const files = (): Promise<{ file: string }[]> => query('select file from contents where account = $1', account);
  await service.until(async () => (await files()).length === 1);
  expect(await files()).toEqual([{ file: first.body.id }]);
});

test('a file that a process of the previous version has stored is read unchanged', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const { body } = await upload(service, client);
  const older = {
    contents: new Concealed(png.toString('base64')),
    filename: new Concealed('receipt.png'),
    content_type: new Concealed('image/png'),
  };
  const { key_id, sealed } = sealContents(service.engine.vault, account, body.id, older);
  await query('update vault set key_id = $2, sealed = $3 where id = $1', body.id, key_id, sealed);
  await query('delete from pieces where file = $1', body.id);
  expect((await download(body.url, client.key)).bytes.equals(png)).toBe(true);
});

test('429: a download that would wait too long is refused with a Retry-After, those of another account are not, and payments continue', async () => {
  const [client, other] = [service.client(), service.client()];
  const { link } = await linked(client, pdfOf(2 * piece_bytes));
  const elsewhere = await linked(other, pdf);
  const pay = async (count: number): Promise<number> => {
    const begun_ms = performance.now();
    for (let paid = 0; paid < count; paid++) {
      const intent = { amount: 1200, currency: 'eur', payment_method: 'pm_card_visa', confirm: true };
      expect((await client.post('/v1/payment_intents', intent)).status).toBe(200);
    }
    return (performance.now() - begun_ms) / count;
  };
  await pay(10);
  const alone_ms = await pay(20);
  let paying = true;
  const looping = Array.from({ length: 24 }, async () => {
    while (paying) await (await fetch(link)).arrayBuffer();
  });
  const beside_ms = await pay(20).finally(() => (paying = false));
  process.stdout.write(`payments beside 24 clients that download: ${(beside_ms / alone_ms).toFixed(1)} times as long as alone\n`);
  await Promise.all(looping);
  const answers = Array.from({ length: 200 }, () => fetch(link));
  expect((await fetch(elsewhere.link)).status).toBe(200);
  const all = await Promise.all(answers);
  expect([...new Set(all.map(({ status }) => status))].sort()).toEqual([200, 429]);
  expect(new Set(all.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']));
});
