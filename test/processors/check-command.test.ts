import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { secret, startAcquirer } from '../support/acquirer.js';
import { program } from '../support/built.js';

type Run = { readonly code: number; readonly lines: readonly string[]; readonly error: string };

const check = (...args: readonly string[]): Promise<Run> =>
  new Promise((settle) => {
    const env = { ...process.env, FLORIN_PROCESSOR_SECRET: secret };
    execFile(process.execPath, [program, 'processor', 'check', ...args], { env }, (failure, stdout, stderr) => {
      settle({ code: failure ? Number(failure.code) : 0, lines: stdout.trim().split('\n'), error: stderr });
    });
  });

test('the documented sample passes every trial that it is put to', async () => {
  const acquirer = await startAcquirer('sample');
  const asks = ['--declined', 'amount=1001', '--needs_action', 'amount=1002', '--pending', 'amount=1003'];
  const { code, lines } = await check(acquirer.url, '--without', 'contest', ...asks);
  await acquirer.stop();
  expect(lines.filter((line) => line.startsWith('WRONG'))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, 0 skipped$/);
  expect(code).toBe(0);
});

test('a program that verifies no signature and forgets its keys fails', async () => {
  let count = 0;
  const server = createServer((_, response) => response.end(JSON.stringify({ result: 'approved', reference: `r${++count}` }))).listen(0);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, lines } = await check(url);
  server.close().closeAllConnections();
  const wrong = lines.filter((line) => line.startsWith('WRONG')).join('\n');
  expect(wrong).toContain('refuses an ask without a signature: it answered with status 200 instead of 401');
  expect(wrong).toContain('answers the same to the same key, and moves the money once: an answer to the same key');
  expect(lines).toContainEqual(expect.stringMatching(/^- .*not tried: no ask is known that it answers with pending/));
  expect(code).toBe(1);
});

test.each([
  [['ftp://x'], 'ftp://x is not a URL'],
  [['http://127.0.0.1:1', '--without', 'steal'], '--without names steal'],
  [['http://127.0.0.1:1', '--declined', 'soon'], '--declined must be card=NUMBER'],
  [['http://127.0.0.1:1', '--secret-env', 'NOT_SET_HERE'], 'into the variable NOT_SET_HERE'],
])('a mistake in %j is named', async (args, message) => {
  const { code, error } = await check(...args);
  expect(error).toContain(message);
  expect(code).toBe(2);
});
