import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import { startProcess } from './support/running.js';
import { clientOf } from './support/service.js';
import { clearAway, serverRuns, temporaryFolder } from './support/trial.js';

afterAll(clearAway);

const unprivileged = { uid: 65534, gid: 65534 };

/** The key that a start created for its sandbox. */
const keyOf = (directory: string): string => readFileSync(join(directory, 'sandbox-key'), 'utf8').trim();

test('the first start needs nothing but a folder, and the key it prints works', async () => {
  const directory = join(temporaryFolder(), 'data');
  const service = await startProcess(directory);
  expect(keyOf(directory)).toMatch(/^sk_test_\w{36}$/);
  expect(statSync(directory).mode & 0o077).toBe(0);
  expect(statSync(join(directory, 'sandbox-key')).mode & 0o077).toBe(0);
  expect(statSync(join(directory, 'vault-keys')).mode & 0o077).toBe(0);
  const { body } = await clientOf(service.url, keyOf(directory)).post('/v1/setup_intents', {
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  expect(body.status).toBe('succeeded');
  expect(await service.stop()).toBe(0);
});

test('with --json the first start prints its address and keys on one line, and its log on the error output', async () => {
  const env = { ...process.env, FLORIN_DATA: join(temporaryFolder(), 'data'), LOG_LEVEL: 'info' };
  const service = spawn(process.execPath, [program, 'start', '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(service, 'close');
  const logged = service.stderr.toArray();
  const lines: string[] = [];
  const output = createInterface({ input: service.stdout }).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const { url, secret_key, publishable_key } = JSON.parse(lines[0] ?? '');
  const { status } = await clientOf(url, secret_key).get('/v1/balance');
  expect([status, publishable_key]).toEqual([200, secret_key.replace('sk_', 'pk_')]);
  service.kill('SIGTERM');
  await ended;
  expect(lines).toHaveLength(1);
  expect(Buffer.concat(await logged).toString()).toContain('"msg":"stopping"');
});

test('SIGTERM stops the service and its database, and the second start finds all data', async () => {
  const directory = join(temporaryFolder(), 'data');
  const first = await startProcess(directory);
  const key = keyOf(directory);
  const { body: made } = await clientOf(first.url, key).post('/v1/payment_methods', {
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 },
  });
  expect(serverRuns(directory)).toBe(true);
  expect(await first.stop('SIGTERM')).toBe(0);
  expect(serverRuns(directory)).toBe(false);
  const second = await startProcess(directory);
  expect(keyOf(directory)).toBe(key);
  const client = clientOf(second.url, key);
  expect((await client.get(`/v1/payment_methods/${made.id}`)).body).toEqual(made);
  const { body: confirmed } = await client.post('/v1/setup_intents', { confirm: true, payment_method: made.id });
  expect(confirmed.status).toBe('succeeded');
  expect(await second.stop('SIGINT')).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets running requests finish, and then no process is left', async (signal) => {
  const directory = join(temporaryFolder(), 'data');
  const service = await startProcess(directory);
  const client = clientOf(service.url, keyOf(directory));
  await client.get('/v1/customers');
  const under_way = Array.from({ length: 20 }, (_, place) => client.post('/v1/customers', { name: `Jo ${place}` }));
  const ended = service.stop(signal);
  expect((await Promise.all(under_way)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await ended).toBe(0);
  expect(serverRuns(directory)).toBe(false);
});

test('two processes share one folder, and the database runs until the last one stops', async () => {
  const directory = join(temporaryFolder(), 'data');
  const first = await startProcess(directory);
  const second = await startProcess(directory);
  const key = keyOf(directory);
  const { body } = await clientOf(first.url, key).post('/v1/customers', { name: 'Jo' });
  expect((await clientOf(second.url, key).get(`/v1/customers/${body.id}`)).body).toEqual(body);
  expect(await first.stop()).toBe(0);
  expect((await clientOf(second.url, key).get('/v1/customers')).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(serverRuns(directory)).toBe(false);
});

test('an invalid setting is named, with its valid values, before anything is started', async () => {
  const directory = join(temporaryFolder(), 'data');
  const environment = { PORT: 'http', LOG_LEVEL: 'loud', FLORIN_TIME_SCALE: '-1' };
  const failure = await startProcess(directory, environment).catch((error: Error) => error);
  for (const problem of [/ended \(1\)/, /PORT must be a whole number/, /LOG_LEVEL must be/, /FLORIN_TIME_SCALE must be a number/]) {
    expect(String(failure)).toMatch(problem);
  }
  expect(serverRuns(directory)).toBe(false);
});

test.runIf(process.getuid?.() === 0)('an ordinary user needs no more rights than root', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o700);
  chownSync(folder, unprivileged.uid, unprivileged.gid);
  const directory = join(folder, 'data');
  const service = await startProcess(directory, {}, unprivileged);
  const { status } = await clientOf(service.url, keyOf(directory)).post('/v1/customers');
  expect(status).toBe(200);
  expect(statSync(join(directory, 'sandbox-key')).uid).toBe(unprivileged.uid);
  expect(await service.stop()).toBe(0);
  rmSync(directory, { recursive: true });
});
