import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { oldest_node } from '../src/service/commands/node-version.js';
import { program } from './support/built.js';
import { refusedStart, startProcess } from './support/running.js';
import { clientOf } from './support/service.js';
import { clearAway, temporaryFolder } from './support/trial.js';

afterAll(clearAway);

type Run = { readonly code: number; readonly said: string; readonly error: string };

/** Runs `florin` in its own folder, as a user does. */
const florin = (folder: string, args: readonly string[], node: readonly string[] = []): Promise<Run> =>
  new Promise((settle) => {
    const env = { PATH: process.env.PATH, HOME: '/tmp', LOG_LEVEL: 'silent' };
    execFile(process.execPath, [...node, program, ...args], { env, cwd: folder }, (failure, said, error) =>
      settle({ code: failure ? Number(failure.code) : 0, said, error }),
    );
  });

test.each([
  [['keys', 'list']],
  [['accounts', 'list']],
  [['doctor']],
  [['audit']],
  [['clock']],
  [['listen']],
  [['deliveries', 'status']],
  [['fx', 'rates']],
  [['vault', 'rotate']],
])('florin %j in a folder without data says so, and creates none', async (args) => {
  const folder = temporaryFolder();
  const { code, error } = await florin(folder, args);
  expect([code, readdirSync(folder)]).toEqual([1, []]);
  expect(error).toMatch(
    /^No Florin data in .*\.florin\. Run this in the folder where the service was started, .*FLORIN_DATA=.*florin start/,
  );
  expect(error.trim().split('\n')).toHaveLength(1);
});

test('an empty list of keys names the command that creates one', async () => {
  const folder = temporaryFolder();
  await florin(folder, ['migrate']);
  const { code, said, error } = await florin(folder, ['keys', 'list']);
  expect([code, said]).toEqual([0, '']);
  expect(error).toMatch(/^There are no keys\. florin accounts create/);
});

test.runIf(existsSync('/proc/self'))('a data folder that cannot be created ends the start at once', async () => {
  const { code, said } = await refusedStart('/proc/florin/data');
  expect([code, said]).toEqual([1, [expect.stringMatching(/^The data folder \/proc\/florin\/data cannot be used: .*FLORIN_DATA=/)]]);
});

test('a service that listens on all addresses shows one that can be opened', async () => {
  const service = await startProcess(join(temporaryFolder(), 'data'), { HOST: '0.0.0.0' });
  try {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const facts = await (await fetch(service.url)).json();
    expect(facts).toMatchObject({ api: `${service.url}/v1`, docs: `${service.url}/docs` });
    for (const path of ['/', '/docs']) {
      const page = await (await fetch(`${service.url}${path}`, { headers: { accept: 'text/html' } })).text();
      expect(page).toContain(service.url);
      expect(page).not.toContain('0.0.0.0');
    }
  } finally {
    await service.stop();
  }
});

test('a Node that is too old is named, with the required version', async () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })';
  const { code, error } = await florin(temporaryFolder(), ['help'], ['--import', `data:text/javascript,${encodeURIComponent(older)}`]);
  expect([code, error]).toEqual([1, expect.stringMatching(/^This is Node 20\.18\.3; Florin needs 20\.19\.0 or newer\. .*nvm install 20/)]);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  expect(oldest_node).toBe(`${engines.node.replace('>=', '')}.0`);
});

test('options of start take precedence over the environment', async () => {
  const [environment, option] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'data')];
  const service = await startProcess(environment, { PORT: '1', HOST: '192.0.2.1' }, undefined, [
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--data',
    option,
  ]);
  try {
    expect([existsSync(option), existsSync(environment)]).toEqual([true, false]);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  } finally {
    await service.stop();
  }
});

/** Runs `florin listen` beside a service until it has printed the expected line. */
function listening(directory: string, url: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: '/tmp', LOG_LEVEL: 'silent', FLORIN_DATA: directory };
  const child = spawn(process.execPath, [program, 'listen', '--url', url, ...args], { env });
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((found) => {
      const look = (line: string): void => {
        if (pattern.test(line)) found(line);
      };
      said.forEach(look);
      lines.on('line', look);
    });
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  return { until, end: () => child.kill('SIGINT') && ended };
}

test('florin listen delivers events to a program while it runs, and shows its answers', async () => {
  const directory = join(temporaryFolder(), 'data');
  const service = await startProcess(directory);
  const signatures: unknown[] = [];
  const receiver = createServer((request, response) => {
    signatures.push(request.headers['stripe-signature']);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const client = clientOf(service.url, readFileSync(join(directory, 'sandbox-key'), 'utf8').trim());
  const to = `127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
  const forwarding = listening(directory, service.url, ['--forward-to', to, '--events', 'customer.created']);
  const watching = listening(directory, service.url, []);
  try {
    expect(await forwarding.until(/^Ready/)).toMatch(new RegExp(`delivered to http://${to} and signed with whsec_\\w+$`));
    await watching.until(/^Ready/);
    await client.post('/v1/customers', { name: 'Jo' });
    expect(await forwarding.until(/evt_/)).toMatch(/^\d\d:\d\d:\d\d {2}evt_\w+ {2}customer\.created {2}204$/);
    expect(await watching.until(/evt_/)).toMatch(/^\d\d:\d\d:\d\d {2}evt_\w+ {2}customer\.created$/);
    expect(signatures).toEqual([expect.stringMatching(/^t=\d+,v1=/)]);
    expect([await forwarding.end(), await watching.end()]).toEqual([0, 0]);
    expect((await client.get('/v1/webhook_endpoints')).body.data).toEqual([]);
  } finally {
    receiver.close();
    await service.stop();
  }
});

test('a stack trace of the built program names source files and their lines', async () => {
  const traced = 'const write = process.stderr.write.bind(process.stderr); process.stderr.write = () => write(new Error().stack);';
  const { error } = await florin(temporaryFolder(), ['nonsense'], ['--import', `data:text/javascript,${encodeURIComponent(traced)}`]);
  expect(error).toMatch(/src\/service\/commands\/program\.ts:\d+:\d+/);
});
