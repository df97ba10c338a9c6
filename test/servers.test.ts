import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/kernel/storage/database.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { addressesIn } from '../src/kernel/storage/servers.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/service/embedded-postgres/embedded-postgres.js';
import { room } from './support/room.js';
import { serve, type TestService } from './support/service.js';

/** Two servers of one installation. Either can be made read-only, as a standby is to its callers. */
const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];
let service: TestService | undefined;

beforeAll(async () => {
  for (const name of ['one', 'two']) {
    const directory = join(mkdtempSync(join(room, `florin-${name}-`)), 'data');
    folders.push(directory);
    servers.push(await startEmbeddedPostgres({ directory, database: 'florin', log: () => {} }));
  }
  for (const { url } of servers) await migrate({ url, log: () => {} });
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const urlOf = (place: number): string => servers[place]?.url ?? '';

/** The URL of both, as an operator writes it. */
const both = (attributes = ''): string => {
  const hosts = servers.map(({ url }) => new URL(url).searchParams.get('host'));
  return `postgresql:///florin?host=${hosts.join(',')}&port=5432&user=postgres&sslmode=disable${attributes}`;
};

async function started(database_url: string): Promise<TestService> {
  service = await serve(database_url, { FLORIN_WORKER: 'off' });
  return service;
}

/** Runs statements on a server outside the service, despite its being read-only. */
async function beside(place: number, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(place) });
  await client.connect();
  for (const text of ['set default_transaction_read_only = off', ...texts]) await client.query(text);
  await client.end();
}

const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'florin' and pid <> pg_backend_pid()`;
const become = (place: number, is_read_only: 'on' | 'off', ...more: readonly string[]): Promise<void> =>
  beside(place, `alter database florin set default_transaction_read_only = ${is_read_only}`, ...more);

const ready = async (url: string): Promise<{ status: number; body: { error?: { message: string } } }> => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { error?: { message: string } } };
};

test('503: a server that has become read-only is reported as such, by /readyz and to writers, and reads continue', async () => {
  const service = await started(urlOf(0));
  const client = service.client();
  const { body: made } = await client.post('/v1/customers', { name: 'Jo' });
  expect((await ready(service.url)).status).toBe(200);
  await become(0, 'on', others);
  const refused = await service.until(async () => {
    const answer = await client.post('/v1/customers', { name: 'Jo' });
    return /accepts no writes/.test(answer.text) && answer;
  });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await ready(service.url)).toMatchObject({ status: 503, body: { error: { message: expect.stringContaining('it is a standby') } } });
  expect((await client.get(`/v1/customers/${made.id}`)).body).toEqual(made);
  await become(0, 'off', others);
  await service.until(async () => (await ready(service.url)).status === 200);
  expect((await client.post('/v1/customers', { name: 'Jo' })).status).toBe(200);
});

test('503: a role that can no longer log in', async () => {
  await beside(0, 'create role serving login', 'grant all on all tables in schema public to serving');
  const url = new URL(urlOf(0));
  url.searchParams.set('user', 'serving');
  const service = await started(url.href);
  const client = service.client();
  expect((await client.post('/v1/customers', { name: 'Jo' })).status).toBe(200);
  await beside(0, 'alter role serving nologin', others);
  const refused = await service.until(async () => {
    const answer = await client.post('/v1/customers', { name: 'Jo' });
    return /refuses this service's login/.test(answer.text) && answer;
  });
  expect(refused.status).toBe(503);
  expect((await ready(service.url)).body.error?.message).toContain("refuses this service's login");
});

test('of several servers the writable one is found, and found again when it is another', async () => {
  await become(0, 'on', others);
  const service = await started(both('&target_session_attrs=read-write'));
  const client = service.client();
  const customers = async (place: number): Promise<number> => {
    const database = openDatabase({ url: urlOf(place), connections: 1, log: () => {} });
    const [row] = await database.query<{ count: number }>({
      text: `select count(*)::int from objects where doc ->> 'name' = 'Ada'`,
      values: [],
    });
    await database.close();
    return row?.count ?? -1;
  };
  expect((await client.post('/v1/customers', { name: 'Ada' })).status).toBe(200);
  expect([await customers(0), await customers(1)]).toEqual([0, 1]);
  // Switched over: connections stay open, and no longer write.
  await become(0, 'off');
  await become(1, 'on', 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  await service.until(async () => (await client.post('/v1/customers', { name: 'Ada' })).status === 200);
  expect([await customers(0), await customers(1)]).toEqual([1, 1]);
  expect((await ready(service.url)).status).toBe(200);
});

test('a standby is not migrated, and the message names the URL to use instead', async () => {
  await expect(migrate({ url: urlOf(1), log: () => {} })).rejects.toThrow(/is read-only: it is a standby.*target_session_attrs=read-write/);
  expect(await migrate({ url: both(), log: () => {} })).toEqual([]);
});

test.each([
  ['postgres://jo:secret@one:5432,two:5433/florin?sslmode=disable&target_session_attrs=read-write', ['one:5432', 'two:5433'], true],
  ['postgres://jo:secret@one/florin?target_session_attrs=primary', ['one'], true],
  ['postgres://jo:secret@one/florin', ['one'], false],
])('%s is read as libpq does', (url, hosts, writes) => {
  const read = addressesIn(url);
  expect(read.urls.map((each) => new URL(each).host)).toEqual(hosts);
  expect(read.urls.every((each) => !each.includes('target_session_attrs') && each.startsWith('postgres://jo:secret@'))).toBe(true);
  expect(read.writes).toBe(writes);
});

test.each([
  ['postgres://jo:secret@one/florin?target_session_attrs=standby', 'target_session_attrs is standby, but Florin writes'],
  ['postgres://jo:secret@one:port/florin', 'a host or port is invalid'],
])('%s is refused with a sentence that does not repeat the password', (url, said) => {
  const failure = (() => {
    try {
      return addressesIn(url);
    } catch (error) {
      return String(error);
    }
  })();
  expect(failure).toContain(`DATABASE_URL cannot be read: ${said}`);
  expect(failure).not.toContain('secret');
});
