import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { urlOf } from './support/database.js';
import { refusedStart, startProcess } from './support/running.js';
import { clearAway, serverRuns, temporaryFolder } from './support/trial.js';

afterAll(clearAway);

const vault_keys = `k1:${Buffer.from(Array.from({ length: 32 }, (_, place) => place)).toString('base64')}`;
const unprivileged = { uid: 65534, gid: 65534 };

const listening = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen({ host: '127.0.0.1', port: 0 }, () => resolve(server));
  });

const portOf = (server: Server): string => String((server.address() as AddressInfo).port);

test('a port in use ends the start with one line that names it and PORT=, before anything is created', async () => {
  const directory = join(temporaryFolder(), 'data');
  const taken = await listening();
  const { code, said } = await refusedStart(directory, { PORT: portOf(taken) });
  expect([code, said.length]).toEqual([1, 1]);
  expect(said[0]).toMatch(new RegExp(`^Port ${portOf(taken)} of 127.0.0.1 is in use.* PORT=\\d+`));
  expect(existsSync(directory)).toBe(false);
  taken.close();
});

test('a second service of one folder that finds the port in use leaves the first its database', async () => {
  const directory = join(temporaryFolder(), 'data');
  const first = await startProcess(directory);
  const { code } = await refusedStart(directory, { PORT: new URL(first.url).port });
  expect(code).toBe(1);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect(serverRuns(directory)).toBe(false);
});

test('a failure after the embedded PostgreSQL was started leaves none running', async () => {
  const directory = join(temporaryFolder(), 'data');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'vault-keys'), 'nonsense\n');
  const { code, said } = await refusedStart(directory);
  expect([code, said.length]).toEqual([1, 1]);
  expect(said[0]).toContain('does not hold vault keys');
  expect(serverRuns(directory)).toBe(false);
});

test.each([
  [
    'a file in the way',
    (folder: string) => writeFileSync(join(folder, 'data'), ''),
    /^The data folder .* file already exists.*FLORIN_DATA=/,
  ],
  ['a host that is not ours', () => ({ HOST: '192.0.2.1' }), /^192\.0\.2\.1 is not an address of this machine.*HOST=/],
])('%s is one line that says how to mend it', async (_, prepare, line) => {
  const folder = temporaryFolder();
  const { code, said } = await refusedStart(join(folder, 'data'), prepare(folder) ?? {});
  expect([code, said]).toEqual([1, [expect.stringMatching(line)]]);
});

test.runIf(process.getuid?.() === 0)('a folder without write permission is one line that names the fix', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const { code, said } = await refusedStart(join(folder, 'data'), {}, unprivileged);
  expect([code, said]).toEqual([1, [expect.stringMatching(/^The data folder .* permission denied.*FLORIN_DATA=/)]]);
});

/** The database of the tests, with a URL whose database name and role can be changed. */
const asked = (change: (url: string) => string): string => change(inject('template_url'));

test.each([
  ['that is not there', asked((url) => urlOf(url, 'nowhere')), /^The database does not exist.*nowhere.*createdb/],
  ['whose role is unknown', asked((url) => url.replace('user=postgres', 'user=stranger')), /refuses the login of DATABASE_URL.*stranger/],
])('a database %s is one line that names the fix, without waiting', async (_, DATABASE_URL, line) => {
  const { code, said } = await refusedStart(temporaryFolder(), { DATABASE_URL, FLORIN_VAULT_KEYS: vault_keys });
  expect([code, said]).toEqual([1, [expect.stringMatching(line)]]);
});

test('an unreachable database is retried, and then one line names the fix', async () => {
  const closed_port = await listening();
  const DATABASE_URL = `postgres://florin:hunter2@localhost:${portOf(closed_port)}/florin`;
  closed_port.close();
  const { code, said } = await refusedStart(temporaryFolder(), { DATABASE_URL, FLORIN_VAULT_KEYS: vault_keys });
  expect(code).toBe(1);
  expect(said).toEqual([
    expect.stringContaining('does not answer yet'),
    expect.stringMatching(/^PostgreSQL cannot be reached: .*ECONNREFUSED.*DATABASE_URL/),
  ]);
  expect(said.join()).not.toContain('hunter2');
});
