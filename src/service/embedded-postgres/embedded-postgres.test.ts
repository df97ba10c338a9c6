import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  ask,
  clearAway,
  clearPattern,
  copy,
  crash,
  emptyDirectory,
  isLeftAlone,
  serverPid,
  serverRuns,
  start,
  startNeighbour,
  temporaryFolder,
  usedDirectory,
} from '../../../test/support/trial.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterEach(clearAway);
afterAll(clearPattern);

test('a second run reads the data of the first', async () => {
  const directory = emptyDirectory();
  const first = await start(directory);
  await ask(first.url, "create table kept as select 'here' as it");
  await first.stop();
  expect(serverRuns(directory)).toBe(false);
  const second = await start(directory);
  expect([first.started, second.started, first.url === second.url]).toEqual([true, true, true]);
  expect(await ask(second.url, 'select it from kept')).toBe('here');
  await second.stop();
});

test('the server is durable, private, and logs nothing that clients send', async () => {
  const directory = await usedDirectory();
  const server = await start(directory);
  const shown = async (name: string) => ask(server.url, `show ${name}`);
  expect(await shown('listen_addresses')).toBe('');
  expect(await shown('fsync')).toBe('on');
  expect(await shown('synchronous_commit')).toBe('on');
  expect(await shown('data_checksums')).toBe('on');
  expect(await shown('server_encoding')).toBe('UTF8');
  expect(await ask(server.url, "select upper('ä') || ('B' < 'a')")).toBe('Ätrue');
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'postgres')).mode & 0o777).toBe(0o700);
  await expect(ask(server.url, "select '4242424242424242x'::bigint")).rejects.toThrow('invalid input syntax');
  expect(readFileSync(join(directory, 'postgres.log'), 'utf8')).not.toContain('4242');
  await server.stop();
});

test('the server has a separate process group, so Ctrl-C reaches the service first', async () => {
  const directory = await usedDirectory();
  const server = await start(directory);
  expect(process.kill(-serverPid(directory), 0)).toBe(true);
  await server.stop();
});

test('the last process to leave shuts the server down, even if another started it', async () => {
  const directory = await usedDirectory();
  const first = await start(directory);
  const second = await startNeighbour(directory);
  expect([first.started, second.started]).toEqual([true, false]);
  await first.stop();
  await first.stop();
  expect(await ask(second.url, 'select 1')).toBe(1);
  expect(await second.leave()).toBe(0);
  expect(serverRuns(directory)).toBe(false);
});

test('of two processes that start at once in an empty directory, one starts the server and both use it', async () => {
  const directory = emptyDirectory();
  const both = await Promise.all([startNeighbour(directory), startNeighbour(directory)]);
  expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
  const system = 'select system_identifier::text from pg_control_system()';
  expect(await ask(both[0].url, system)).toBe(await ask(both[1].url, system));
  expect(await Promise.all(both.map(({ leave }) => leave()))).toEqual([0, 0]);
  expect(serverRuns(directory)).toBe(false);
  expect(readdirSync(directory).sort()).toEqual(['postgres', 'postgres.log']);
});

test('a process that never calls stop can exit, and the next one takes over its server', async () => {
  const directory = await usedDirectory();
  const forgetful = await startNeighbour(directory);
  const ended = new Promise((resolve) => forgetful.process.once('exit', resolve));
  forgetful.process.stdin?.end();
  expect(await ended).toBe(0);
  const next = await start(directory);
  expect(next.started).toBe(false);
  await isLeftAlone(next.url);
  await next.stop();
  expect(serverRuns(directory)).toBe(false);
});

test('a directory can be moved while its server is stopped or running', async () => {
  const a = await usedDirectory();
  const [b, c] = [`${a}-moved`, `${a}-again`];
  const first = await start(a);
  await ask(first.url, "create table kept as select 'here' as it");
  await first.stop();
  renameSync(a, b);
  const killed = await startNeighbour(b);
  expect(await ask(killed.url, 'select it from kept')).toBe('here');
  await crash(killed.process.pid as number);
  renameSync(b, c);
  const last = await start(c);
  expect(last.started).toBe(false);
  expect(await ask(last.url, 'select it from kept')).toBe('here');
  await isLeftAlone(last.url);
  await last.stop();
  expect(serverRuns(c)).toBe(false);
});

test('a copy of a running directory gets a separate server', async () => {
  const original = await usedDirectory();
  const copied = emptyDirectory();
  copy(original, copied);
  const first = await start(original);
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    copy(join(original, 'postgres', name), join(copied, 'postgres', name));
  }
  const second = await start(copied);
  await ask(second.url, 'create table only_here ()');
  expect(second.started).toBe(true);
  expect(await ask(first.url, "select to_regclass('only_here')")).toBe(null);
});

test('a path that is too long for a socket and has URL characters works', async () => {
  const folder = temporaryFolder();
  const directory = join(folder, 'Käufer & Söhne 100% #1?', 'x'.repeat(100));
  const first = await start(directory);
  const second = await startNeighbour(directory);
  expect(await ask(second.url, 'show florin.directory')).toBe(directory);
  await second.leave();
  await first.stop();
  expect(serverRuns(directory)).toBe(false);
  const socket_folder = new URL(first.url).searchParams.get('host') as string;
  expect(statSync(socket_folder).mode & 0o777).toBe(0o700);
  chmodSync(socket_folder, 0o777);
  await expect(start(directory)).rejects.toThrow('created by another user');
  rmSync(socket_folder, { recursive: true });
});

test('data of another major version is refused with instructions', async () => {
  const directory = await usedDirectory();
  writeFileSync(join(directory, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(directory)).rejects.toThrow(/PostgreSQL 17.* includes PostgreSQL 18.*pg_dump/);
});

test('a server that cannot start reports the reason at once', async () => {
  const directory = await usedDirectory();
  writeFileSync(join(directory, 'postgres', 'postgresql.auto.conf'), 'nonsense = 1\n');
  await expect(start(directory)).rejects.toThrow('unrecognized configuration parameter "nonsense"');
});
