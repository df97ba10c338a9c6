import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/embedded-postgres/embedded-postgres.js';
import { queryIn } from '../support/database.js';
import { room } from '../support/room.js';
import { startProcess } from '../support/running.js';

/** A PostgreSQL with unsafe settings, as used for the tests of an application. */
let folder: string;
let url: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = mkdtempSync(join(room, 'florin-unsafe-'));
  server = await startEmbeddedPostgres({ directory: folder, database: 'florin', log: () => {} });
  url = server.url;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (): NodeJS.ProcessEnv => ({ DATABASE_URL: url, FLORIN_VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}` });

const refusal = async (): Promise<string> => {
  const started = await startProcess(folder, environment()).catch((error: Error) => error.message);
  if (typeof started === 'string') return started;
  await started.stop();
  throw new Error('It has started');
};

const set = (name: string, value: string): Promise<unknown> => queryIn(url, `alter database florin set ${name} = ${value}`);

test('a PostgreSQL with full_page_writes off is refused, and the message names the setting and its fix', async () => {
  await queryIn(url, 'alter system set full_page_writes = off');
  await queryIn(url, 'select pg_reload_conf()');
  const message = await refusal();
  expect(message).toContain('full_page_writes is off');
  expect(message).toContain('alter system set full_page_writes = on');
  expect(message).not.toMatch(/fsync is|synchronous_commit is|\n\s+at /);
});

test('so is one with synchronous_commit off, and all findings are reported at once', async () => {
  await set('synchronous_commit', 'off');
  const message = await refusal();
  for (const name of ['full_page_writes', 'synchronous_commit']) expect(message).toContain(`${name} is off`);
  await set('synchronous_commit', 'local');
  expect(await refusal()).not.toContain('synchronous_commit is off');
});

test('nothing was migrated there, and a setting for tests allows the start', async () => {
  expect(await queryIn(url, `select to_regclass('migrations') as migrations`)).toEqual([{ migrations: null }]);
  const running = await startProcess(folder, { ...environment(), FLORIN_UNSAFE_DATABASE: 'on' });
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  expect(await running.stop()).toBe(0);
});
