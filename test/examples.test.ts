import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { program } from './support/built.js';

const root = resolve(import.meta.dirname, '..');
const room = mkdtempSync(join(tmpdir(), 'florin-examples-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** A copy of an example beside this repository's packages, of which Florin itself is one. */
function copyOf(name: string): string {
  const folder = join(room, name);
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const entry of readdirSync(join(root, 'node_modules'))) symlinkSync(join(root, 'node_modules', entry), join(modules, entry));
  symlinkSync(root, join(modules, 'florin'));
  return folder;
}

const run = promisify(execFile);

test('the example for Vitest passes', async () => {
  const cwd = copyOf('vitest');
  const env = { ...process.env, NODE_OPTIONS: '--preserve-symlinks', VITEST: undefined, CI: 'true', NO_COLOR: '1' };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', cwd], { cwd, env: { ...env, NODE_OPTIONS: '' } });
  expect(stdout).toMatch(/Tests\s+2 passed/);
});

const jest = join(root, 'node_modules', '.bin', 'jest');

test.skipIf(!existsSync(jest))('the example for Jest passes (skipped where jest is not installed)', async () => {
  const { stderr } = await run(jest, [], { cwd: copyOf('jest') });
  expect(stderr).toMatch(/Tests:\s+1 passed/);
});

const python = '/usr/bin/python3';
const has_pytest = spawnSync(python, ['-c', 'import pytest, stripe']).status === 0;

test.skipIf(!has_pytest)(
  "the example for pytest passes (skipped where Debian's python3-pytest and python3-stripe are not installed)",
  async () => {
    const env = { ...process.env, FLORIN: `${process.execPath} ${program}` };
    const { stdout } = await run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: copyOf('pytest'), env });
    expect(stdout).toContain('2 passed');
  },
);

test('the examples name the versions of this repository, and the workflow the settings that exist', () => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['vitest', 'jest']) {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8'));
    expect(devDependencies).toMatchObject({ florin: own.version, stripe: own.devDependencies.stripe });
  }
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const workflow = readFileSync(join(root, 'examples/github-actions/tests.yml'), 'utf8');
  for (const [name] of workflow.matchAll(/\b(FLORIN_\w+|PUBLIC_URL)/g)) expect(settings).toContain(name);
});
