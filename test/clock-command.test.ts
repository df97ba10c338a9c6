import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import { type Client, startService, type TestService } from './support/service.js';

const data = mkdtempSync(join(tmpdir(), 'florin-clock-'));

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
});

type Run = { readonly code: number; readonly said: string; readonly error: string };

/** Runs `florin clock` as a user does, in a separate process. */
const florin = (...args: readonly string[]): Promise<Run> =>
  new Promise((settle) => {
    const env = { ...process.env, FLORIN_DATA: data, PORT: String(service.port) };
    execFile(process.execPath, [program, 'clock', ...args], { env }, (failure, stdout, stderr) => {
      settle({ code: failure ? Number(failure.code) : 0, said: stdout.trim(), error: stderr.trim() });
    });
  });

const shown = async (client: Client): Promise<number> => (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;

test('the clock of a sandbox is shown and moved, with the key that the service prints as the default', async () => {
  const client = service.client();
  writeFileSync(join(data, 'sandbox-key'), client.key);
  expect(JSON.parse((await florin('--json')).said)).toMatchObject({ status: 'ready', frozen_time: expect.any(Number) });
  expect((await florin()).said).toMatch(/^ready 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const before = await shown(client);
  const { code, said } = await florin('advance', '30d');
  expect([code, said.startsWith('ready ')]).toEqual([0, true]);
  expect(await shown(client)).toBeGreaterThanOrEqual(before + 30 * 86_400);
});

test('a test clock is moved to a date, and the command ends when it has arrived', async () => {
  const client = service.client();
  const at = ['--key', client.key, '--url', service.url];
  const frozen_time = Date.UTC(2026, 0, 1) / 1000;
  const { id } = (await client.post('/v1/test_helpers/test_clocks', { frozen_time })).body;
  expect((await florin('show', '--clock', id, ...at)).said).toBe('ready 2026-01-01T00:00:00Z');
  expect(await florin('advance', '2027-01-01', '--clock', id, ...at)).toEqual({ code: 0, said: 'ready 2027-01-01T00:00:00Z', error: '' });
  expect((await client.get(`/v1/test_helpers/test_clocks/${id}`)).body).toMatchObject({
    status: 'ready',
    frozen_time: Date.UTC(2027, 0, 1) / 1000,
  });
});

test('a refusal of the service, and an invalid time, is one line, with the exit code of a failure or of usage', async () => {
  const { key } = service.client();
  const refused = await florin('advance', '2001-01-01', '--key', key);
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringMatching(/^A clock only moves forward; it shows \d+ now\. \(frozen_time\)$/),
  ]);
  const strange = await florin('advance', 'tomorrow', '--key', key);
  expect([strange.code, strange.error]).toEqual([2, expect.stringContaining('tomorrow is not a date')]);
  const alone = await florin('--key', key, '--url', 'http://127.0.0.1:9');
  expect([alone.code, alone.error]).toEqual([1, expect.stringContaining('No service answers at http://127.0.0.1:9')]);
});
