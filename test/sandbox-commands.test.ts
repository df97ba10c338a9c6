import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Run = { readonly code: number; readonly said: string; readonly error: string };

const florin = (...args: readonly string[]): Promise<Run> =>
  new Promise((settle) => {
    execFile(process.execPath, [program, ...args, '--url', service.url], (failure, stdout, stderr) => {
      settle({ code: failure ? Number(failure.code) : 0, said: stdout.trim(), error: stderr.trim() });
    });
  });

test('a sandbox is saved under a name, emptied, brought back by the name, and the snapshot is deleted', async () => {
  const client = service.client();
  const key = ['--key', client.key];
  const customers = async (): Promise<number> => (await client.get('/v1/customers')).body.data.length;
  await client.post('/v1/customers');
  const saved = await florin('snapshot', 'save', 'prepared', ...key);
  expect(saved.said).toMatch(/^snap_\w+ {2}20\S+Z {2}\d+ objects, \d+ events {2}prepared$/);
  expect((await florin('reset', ...key)).said).toMatch(/^The sandbox acct_\w+ is empty\./);
  expect(await customers()).toBe(0);
  expect(await florin('snapshot', 'load', 'prepared', ...key)).toEqual({ code: 0, said: saved.said, error: '' });
  expect(await customers()).toBe(1);
  expect((await florin('snapshot', 'list', ...key)).said).toBe(saved.said);
  expect((await florin('snapshot', 'delete', saved.said.split(' ')[0] ?? '', ...key)).said).toMatch(/^snap_\w+ is deleted\.$/);
  expect(await florin('snapshot', 'load', 'prepared', ...key)).toMatchObject({ code: 1, error: "No such snapshot: 'prepared' (id)" });
});
