import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuideName, guides, guideText } from '../src/pages/reference/guides.js';
import { program } from './support/built.js';
import { no_python_sdk, pythonWithSdk } from './support/python.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'florin-guides-'));
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  // Readers have npx; here it runs the program of this checkout.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@" --url ${service.url}\n`, {
    mode: 0o755,
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

type Block = { readonly language: string; readonly code: string };

/** The samples of a guide, with an own sandbox for each guide. `console` marks samples for another machine, and `html` those of a page. */
const blocksOf = (name: GuideName): Block[] => {
  const ending = `guide_${name.replaceAll('-', '_')}`;
  const text = guideText(name, service.url).replaceAll('_test_my_first_key', `_test_${ending}`);
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));
};

const codeIn = (blocks: readonly Block[], language: string): string =>
  blocks.flatMap((each) => (each.language === language ? [each.code] : [])).join('\n');

type Ended = { readonly code: number; readonly output: string; readonly error: string };

const run = (command: string, args: readonly string[]): Promise<Ended> =>
  new Promise((settle) => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, LOG_LEVEL: 'silent' };
    execFile(command, args, { env, cwd: folder }, (failure, output, error) => {
      settle({ code: failure ? Number(failure.code) : 0, output, error });
    });
  });

/** The comments behind `console.log(…);` say what is printed. */
const promised = (code: string): string[] =>
  [...code.matchAll(/(?:console\.log|print)\(.*\);? +(?:\/\/|#) (.*)$/gm)].map(([, said = '']) => said);

test.each(guides)('the samples of $title are in a known language', ({ name }) => {
  const known = ['sh', 'js', 'js server', 'python', 'html', 'console'];
  expect(blocksOf(name).filter(({ language }) => !known.includes(language))).toEqual([]);
});

const withCommands = guides.filter(({ name }) =>
  ['quick-start', 'issuing', 'webhooks', 'testing', 'operating', 'migrate-from-mocks'].includes(name),
);

test.each(withCommands)('the commands of $title succeed', async ({ name }) => {
  const code = codeIn(blocksOf(name), 'sh');
  const { code: exit, output, error } = await run('bash', ['-euo', 'pipefail', '-c', code]);
  expect({ exit, error, refused: output.includes('"error":{') ? output : '' }).toEqual({ exit: 0, error: '', refused: '' });
});

const withProgram = guides.filter(({ name }) => !['going-live', 'operating', 'webhooks'].includes(name));

test.each(withProgram)('the program of $title runs and prints what its comments say', async ({ name }) => {
  const code = codeIn(blocksOf(name), 'js');
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  const { output, error } = await run(process.execPath, [file]);
  expect(error).toBe('');
  expect(output.trim().split('\n').filter(Boolean)).toEqual(promised(code));
});

test('the Python of the guide on moving from Stripe runs and prints what its comments say', async ({ skip }) => {
  const python = await pythonWithSdk();
  if (!python) return skip(no_python_sdk);
  const code = codeIn(blocksOf('migrate-from-stripe'), 'python');
  const { output, error } = await run(python, ['-c', code]);
  expect({ error, said: output.trim().split('\n') }).toEqual({ error: '', said: promised(code) });
});

test('the receiver of the guide on webhooks verifies and prints an event', async () => {
  const client = service.client();
  const port = await freePort();
  const { body: endpoint } = await client.post('/v1/webhook_endpoints', {
    url: `http://127.0.0.1:${port}`,
    enabled_events: ['customer.created'],
  });
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, codeIn(blocksOf('webhooks'), 'js server').replace('listen(3000)', `listen(${port}, () => console.log('listening'))`));
  const receiver = execFile(process.execPath, [file], { env: { ...process.env, WEBHOOK_SECRET: endpoint.secret }, cwd: folder });
  let output = '';
  receiver.stdout?.on('data', (text: string) => {
    output += text;
  });
  try {
    await service.until(async () => output.includes('listening'));
    const { body: customer } = await client.post('/v1/customers');
    await service.until(async () => output.includes(`customer.created ${customer.id}`));
  } finally {
    receiver.kill();
  }
});

const freePort = (): Promise<number> =>
  new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });

test('each guide has a page with its headings and samples, and the page of every other guide is one link away', async () => {
  for (const { name } of guides) {
    const response = await fetch(new URL(`/docs/guides/${name}`, service.url));
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<h1>');
    expect(page).not.toContain('http://127.0.0.1:12111');
    for (const other of guides) expect(page).toContain(`href="/docs/guides/${other.name}"`);
    const links = [...page.matchAll(/href="(\/docs\/guides\/[\w-]+)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !guides.some((each) => path === `/docs/guides/${each.name}`))).toEqual([]);
  }
});
