import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { migrationFiles } from '../src/kernel/storage/migration-files.js';
import { program } from './support/built.js';
import { administer, queryIn, urlOf } from './support/database.js';
import { dump } from './support/dump.js';
import { type Client, clientOf, ringText, serve, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

const template_url = inject('template_url');
const folder = mkdtempSync(join(tmpdir(), 'florin-backup-'));
const databases: string[] = [];
const services: TestService[] = [];
let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService();
  services.push(service);
  client = service.client('sk_test_backup');
});
afterAll(async () => {
  for (const each of services) await each.stop();
  for (const name of databases) await administer(template_url, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const originalUrl = async (): Promise<string> => {
  const [row] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  return urlOf(template_url, row?.name ?? '');
};

async function emptyDatabase(): Promise<string> {
  const name = `test_backup_${process.pid}_${randomBytes(4).toString('hex')}`;
  databases.push(name);
  await administer(template_url, `create database ${name} template template0`);
  return urlOf(template_url, name);
}

type Ran = { readonly code: number; readonly said: string; readonly error: string };

const florin = (url: string, words: readonly string[], keys = ringText()): Promise<Ran> =>
  new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: url, FLORIN_VAULT_KEYS: keys, LOG_LEVEL: 'silent' };
    execFile(process.execPath, [program, ...words], { env }, (failure, said, error) =>
      done({ code: failure ? Number(failure.code) : 0, said, error }),
    );
  });

let files = 0;
async function backUp(url: string): Promise<string> {
  const path = join(folder, `${++files}.backup`);
  const { code, error } = await florin(url, ['backup', path, '--json']);
  expect([code, error]).toEqual([0, '']);
  return path;
}

const paid = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };

async function refused(path: string, url: string, keys?: string): Promise<string> {
  const { code, error } = await florin(url, ['restore', path], keys);
  expect(code).not.toBe(0);
  return error;
}

/** A changed copy of a backup. */
function changed(path: string, change: (text: Buffer) => Buffer): string {
  const copy = join(folder, `${++files}.backup`);
  writeFileSync(copy, gzipSync(change(gunzipSync(readFileSync(path)))));
  return copy;
}

test('a backup under load has everything that was acknowledged before it, and its copy audits clean and holds deliveries', async () => {
  const acknowledged: string[] = [];
  let is_over = false;
  const pay = async (): Promise<void> => {
    while (!is_over) {
      const { status, body } = await client.post('/v1/payment_intents', paid);
      expect(status).toBe(200);
      acknowledged.push(body.id);
    }
  };
  const paying = Array.from({ length: 4 }, pay);
  await service.until(async () => acknowledged.length >= 40);
  const before = [...acknowledged];
  const path = await backUp(await originalUrl());
  const during = acknowledged.length;
  await service.until(async () => acknowledged.length > during + 10);
  is_over = true;
  await Promise.all(paying);
  const too_late = acknowledged.slice(during);

  const url = await emptyDatabase();
  const { code, said } = await florin(url, ['restore', path]);
  expect([code, said]).toEqual([0, expect.stringContaining('Every invariant holds.')]);
  const copy = await serve(url);
  services.push(copy);
  const again = clientOf(copy.url, client.key);
  const statusOf = async (id: string): Promise<unknown> => {
    const { status, body } = await again.get(`/v1/payment_intents/${id}`);
    return status === 200 ? body.status : status;
  };
  expect(new Set(await Promise.all(before.map(statusOf)))).toEqual(new Set(['succeeded']));
  expect(new Set(await Promise.all(too_late.map(statusOf)))).toEqual(new Set([404]));
  await copy.until(async () => copy.lines.some((line) => line.includes('messages to customers are held')));
  expect((await again.post('/v1/payment_intents', paid)).body.status).toBe('succeeded');
  expect(await audit(copy.engine.database)).toEqual([]);
});

test('a restored database has every row of the original, and what is sealed stays sealed in the file', async () => {
  const source = await startService({ FLORIN_WORKER: 'off' });
  services.push(source);
  const shop = source.client();
  const { body: customer } = await shop.post('/v1/customers', { name: 'tab\tline\nslash\\N', email: 'a@b.example' });
  const card = { number: '4000056655665556', exp_month: 12, exp_year: 2034, cvc: '123' };
  const { body: method } = await shop.post('/v1/payment_methods', { type: 'card', card });
  await shop.post(`/v1/payment_methods/${method.id}/attach`, { customer: customer.id });
  await shop.post('/v1/payment_intents', paid, { headers: { 'idempotency-key': 'once' } });
  await shop.post('/v1/webhook_endpoints', { url: 'https://hooks.example', enabled_events: ['*'] });
  // The log of a request is stored after its response.
  await source.until(async () => (await rowsOf(source, `select 1 from request_logs where path = '/v1/webhook_endpoints'`)).length === 1);
  const [row] = await rowsOf<{ name: string }>(source, 'select current_database() as name');
  const path = await backUp(urlOf(template_url, row?.name ?? ''));
  expect(statSync(path).mode & 0o077).toBe(0);
  const text = gunzipSync(readFileSync(path)).toString('latin1');
  expect(text).toContain('a@b.example');
  expect(text).not.toContain(card.number);
  expect(text).not.toContain(Buffer.from(card.number).toString('hex'));

  const url = await emptyDatabase();
  await florin(url, ['restore', path]);
  const copy = await serve(url, { FLORIN_WORKER: 'off' });
  services.push(copy);
  // When a migration ran is a fact about each database.
  const rows = async (of: TestService): Promise<string[]> => (await dump(of)).filter((each) => !each.startsWith('migrations ')).sort();
  expect(await rows(copy)).toEqual(await rows(source));
  expect((await clientOf(copy.url, shop.key).get(`/v1/customers/${customer.id}`)).body.name).toBe(customer.name);
});

test('a drill prints the time to recover, and leaves no database behind', async () => {
  const path = await backUp(await originalUrl());
  const { code, said } = await florin(await originalUrl(), ['restore', '--drill', path]);
  expect([code, said]).toEqual([0, expect.stringMatching(/Every invariant holds\.\nTime to recover \(RTO\): [\d.]+ s/)]);
  const names = await queryIn(await originalUrl(), `select from pg_database where datname like 'florin\\_drill\\_%'`);
  expect(names).toEqual([]);
});

test('a database with rows, and a file that exists, are refused', async () => {
  const path = await backUp(await originalUrl());
  expect(await refused(path, await originalUrl())).toContain('The database is not empty');
  const { code, error } = await florin(await originalUrl(), ['backup', path]);
  expect([code, error]).toEqual([2, expect.stringContaining('exists. Name a new file.')]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a damaged or incomplete file, and keys that do not open it, restore nothing; the right ones then do', async () => {
  const path = await backUp(await originalUrl());
  const url = await emptyDatabase();
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(path).subarray(0, -2000));
  expect(await refused(cut, url)).toContain('ends too early');
  const other = changed(path, (text) => Buffer.from(text.toString('latin1').replace('"succeeded"', '"succeedes"'), 'latin1'));
  const without = changed(path, (text) => text.subarray(0, text.lastIndexOf('\nend ') + 1));
  expect(await refused(without, url)).toContain('ends too early');
  const garbage = join(folder, 'garbage.backup');
  writeFileSync(garbage, 'not a backup');
  expect(await refused(garbage, url)).toContain('is not a backup');
  expect(await refused(path, url, ringText([{ id: 'k1', key: randomBytes(32) }]))).toContain('differs from the key k1');
  expect(await refused(other, url)).toContain('differ from the checksums');
  expect(await queryIn(url, 'select from objects limit 1')).toEqual([]);
  expect((await florin(url, ['restore', path])).code).toBe(0);
});

test('a backup from before migrate --contract is restored into its own schema', async () => {
  const all = await migrationFiles();
  const expanded = all.filter(({ contract_of }) => contract_of === null).map(({ name }) => name);
  const url = await emptyDatabase();
  await migrate({ url, log: () => {}, only: new Set(expanded) });
  const path = await backUp(url);
  const into = await emptyDatabase();
  const { code, error } = await florin(into, ['restore', path]);
  expect([code, error]).toEqual([0, '']);
  expect((await queryIn(into, 'select name from migrations order by number')).map(({ name }) => name)).toEqual(expanded);
});

test('a backup of a newer version is refused with that version', async () => {
  const path = await backUp(await originalUrl());
  const newer = changed(path, (text) =>
    Buffer.from(text.toString('latin1').replace('"migrations":[', '"migrations":["9999-later.sql",'), 'latin1'),
  );
  expect(await refused(newer, await emptyDatabase())).toMatch(/was written by florin \d.*9999-later\.sql/);
});
