import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'florin-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An empty folder with the packed package as npm installs it; its dependencies are those of this repository. */
beforeAll(() => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  ) as { filename: string }[];
  const installed = join(folder, 'node_modules', 'florin');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', installed, '--strip-components=1']);
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  mkdirSync(join(folder, 'node_modules', '.bin'));
  symlinkSync('../florin/dist/service/commands/florin.js', join(folder, 'node_modules', '.bin', 'florin'));
});

test('npx florin starts in an empty folder, takes a payment and stops', async () => {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'error' };
  const service = spawn('npx', ['--no-install', 'florin'], { cwd: folder, env, detached: true });
  let said = '';
  service.stderr.on('data', (text) => (said += text));
  const welcome = await new Promise<string>((settle, fail) => {
    service.stdout.on('data', (text) => {
      said += text;
      if (said.includes('/v1/events')) settle(said);
    });
    service.once('exit', () => fail(new Error(said)));
  });
  const [, url = ''] = /API (\S+)/.exec(welcome) ?? [];
  const [key = ''] = /sk_test_\w+/.exec(welcome) ?? [];
  const body = new URLSearchParams({ amount: '2000', currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' });
  const paid = await fetch(`${url}/v1/payment_intents`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });
  expect(await paid.json()).toMatchObject({ status: 'succeeded' });
  const ended = new Promise((resolve) => service.once('close', resolve));
  process.kill(-(service.pid as number), 'SIGTERM');
  await ended;
});

test('the package has the testing kit with its types', () => {
  const script = `const { startFlorin } = await import('florin/testing'); process.stdout.write(typeof startFlorin);`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })).toBe('function');
  const listed = execFileSync('ls', [join(folder, 'node_modules/florin/dist/service/testing')], { encoding: 'utf8' });
  expect(listed.split('\n')).toContain('index.d.ts');
});
