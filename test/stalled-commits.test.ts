import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../src/kernel/storage/migrate.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/service/embedded-postgres/embedded-postgres.js';
import { room } from './support/room.js';
import { serve, type TestService } from './support/service.js';

const connections = 6;
const left = 2;

/** A separate server whose standby can be removed. */
let folder: string;
let server: EmbeddedPostgres;
let service: TestService;
let beside: pg.Pool;
beforeAll(async () => {
  folder = mkdtempSync(join(room, 'florin-stalled-'));
  server = await startEmbeddedPostgres({ directory: join(folder, 'data'), database: 'florin', log: () => {} });
  await migrate({ url: server.url, log: () => {} });
  service = await serve(server.url, { FLORIN_DATABASE_CONNECTIONS: String(connections) });
  beside = new pg.Pool({ connectionString: server.url, max: 1 });
});
afterAll(async () => {
  await standby('');
  await service?.stop();
  await beside?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const standby = async (name: string): Promise<void> => {
  await beside.query(`alter system set synchronous_standby_names = '${name}'`);
  await beside.query('select pg_reload_conf()');
};

const count = async (condition: string): Promise<number> => {
  const { rows } = await beside.query(
    `select from pg_stat_activity where datname = 'florin' and backend_type = 'client backend' and pid <> pg_backend_pid() and ${condition}`,
  );
  return rows.length;
};

test('503: while commits wait for a standby no more is written, reads continue, and the server holds no more connections than its limit', async () => {
  const client = service.client();
  const { body: made } = await client.post('/v1/customers', { name: 'Jo' });
  await standby('missing');
  let most = 0;
  const said = new Set<string>();
  const write = async (): Promise<boolean> => {
    const { status, body } = await client.post('/v1/customers', { name: 'Ada' });
    expect(status).toBe(503);
    said.add(body.error.message);
    most = Math.max(most, await count('true'));
    return body.error.message.includes('commits wait for a standby');
  };
  const writers = Array.from({ length: 20 }, () => service.until(write));
  const readers = service.until(async () => {
    const { status } = await client.get(`/v1/customers/${made.id}`);
    return status === 200 && said.size > 1;
  });
  await Promise.all([...writers, readers]);
  // Written repeatedly, with connections for reads.
  for (let again = 0; again < 30; again++) expect(await write()).toBe(true);
  expect((await client.get(`/v1/customers/${made.id}`)).status).toBe(200);
  expect(await (await fetch(`${service.url}/readyz`)).text()).toContain('commits wait for a standby');
  expect(await count(`wait_event = 'SyncRep'`)).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(connections + left);

  await standby('');
  await service.until(async () => (await client.post('/v1/customers', { name: 'Jo' })).status === 200);
  await service.until(async () => (await count(`wait_event = 'SyncRep'`)) === 0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(service.engine.database.pool.options.max).toBe(connections);
});
