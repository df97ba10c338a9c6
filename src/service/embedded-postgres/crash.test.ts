import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  ask,
  clearAway,
  clearPattern,
  crash,
  emptyDirectory,
  endWithTest,
  isLeftAlone,
  serverPid,
  serverRuns,
  start,
  startNeighbour,
  until,
  usedDirectory,
} from '../../../test/support/trial.js';
import { isAlive, isRoot, unprivileged } from './folder.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterEach(clearAway);
afterAll(clearPattern);

test('the next service uses the server of a killed service', async () => {
  const directory = await usedDirectory();
  const killed = await startNeighbour(directory);
  await ask(killed.url, "create table kept as select 'here' as it");
  await crash(killed.process.pid as number);
  const next = await start(directory);
  expect(next.started).toBe(false);
  expect(await ask(next.url, 'select it from kept')).toBe('here');
  await isLeftAlone(next.url);
  await next.stop();
  expect(serverRuns(directory)).toBe(false);
});

test('the service restarts a killed server', async () => {
  const directory = await usedDirectory();
  const server = await start(directory);
  await ask(server.url, "create table kept as select 'here' as it");
  await crash(serverPid(directory));
  await until(async () => (await ask(server.url, 'select it from kept').catch(() => '')) === 'here');
  await server.stop();
  expect(serverRuns(directory)).toBe(false);
});

test('after both are killed during a query, all committed data is there', async () => {
  const directory = await usedDirectory();
  const killed = await startNeighbour(directory);
  await ask(killed.url, "create table kept as select 'here' as it");
  const query_of_killed = await beginEndlessQuery(killed.url);
  killed.process.kill('SIGKILL');
  query_of_killed.destroy();
  await crash(serverPid(directory));
  const next = await start(directory);
  expect(next.started).toBe(true);
  expect(await ask(next.url, 'select it from kept')).toBe('here');
});

/** Starts a query that never checks whether its server is alive. Returns its connection. */
async function beginEndlessQuery(url: string): Promise<Socket> {
  const socket = new Socket();
  const client = new Client({ connectionString: url, stream: () => socket });
  client.on('error', () => {});
  await client.connect();
  client.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => {});
  const running = "select count(*)::int from pg_stat_activity where query like '%1e12%' and pid <> pg_backend_pid()";
  await until(async () => (await ask(url, running)) === 1);
  return socket;
}

test('lock files that name an unrelated live process do not prevent the start', async () => {
  const directory = await usedDirectory();
  const account = isRoot() ? unprivileged : {};
  const stranger = endWithTest(spawn('sleep', ['1000'], { ...account, stdio: 'ignore' }));
  const folder = join(directory, 'postgres');
  writeFileSync(join(folder, 'postmaster.pid'), `${stranger.pid}\n${folder}\n1700000000\n5432\n.\n\n1 1\nready\n`);
  writeFileSync(join(folder, '.s.PGSQL.5432.lock'), `${stranger.pid}\n${folder}\n1700000000\n5432\n.\n`);
  const server = await start(directory);
  expect(server.started).toBe(true);
  expect(isAlive(stranger.pid as number)).toBe(true);
  await server.stop();
});

test('a killed first start leaves no partial data', async () => {
  const directory = emptyDirectory();
  const dead = spawnSync('true').pid;
  mkdirSync(join(directory, `postgres.draft-${dead}`, 'base'), { recursive: true });
  const server = await start(directory);
  expect(readdirSync(directory).sort()).toEqual(['postgres', 'postgres.log']);
  await server.stop();
});
