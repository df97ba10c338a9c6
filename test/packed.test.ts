import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
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

/** The files of a folder of the repository or of the installed package, with their paths in it. */
const filesIn = (base: string, below: string): string[] =>
  readdirSync(join(base, below), { recursive: true, encoding: 'utf8' })
    .map((name) => join(below, name))
    .filter((path) => statSync(join(base, path)).isFile())
    .sort();

test('the package has all that was built, the migrations and the release notes, and neither tests nor sources', () => {
  const installed = join(folder, 'node_modules', 'florin');
  for (const below of ['dist', 'migrations', 'docs/guides']) expect(filesIn(installed, below)).toEqual(filesIn(root, below));
  expect(readdirSync(installed).sort()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'migrations', 'node_modules', 'openapi.json', 'package.json'].sort(),
  );
  expect(readdirSync(join(installed, 'docs'))).toEqual(['guides']);
  expect(filesIn(installed, 'dist').filter((path) => /\.test\.|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
});

test('no file of the package has a private key, a key of a vault, or the folder in which it was built', () => {
  const installed = join(folder, 'node_modules', 'florin');
  const hidden = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[\w+/]{20}|FLORIN_VAULT_KEYS=\w+:[\w+/]{43}=/;
  const text = (path: string): string => readFileSync(join(installed, path), 'latin1');
  const paths = ['dist', 'docs', 'migrations'].flatMap((below) => filesIn(installed, below));
  expect([...paths, 'CHANGELOG.md', 'README.md'].filter((path) => hidden.test(text(path)) || text(path).includes(`${root}/`))).toEqual([]);
});

test('the bill of materials names every shipped dependency with its version and licence, and marks those of development', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  type Component = {
    readonly purl: string;
    readonly licenses?: readonly unknown[];
    readonly properties?: readonly { readonly name: string }[];
  };
  const found = new Map<string, Component>(bill.components.map((each: Component) => [each.purl, each]));
  const isOfDevelopment = ({ properties = [] }: Component): boolean =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  const missing = Object.entries(dependencies).filter(([name, version]) => {
    const component = found.get(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    return !component?.licenses?.length || isOfDevelopment(component);
  });
  expect([...found.values()].some(isOfDevelopment)).toBe(true);
  expect([bill.bomFormat, missing]).toEqual(['CycloneDX', []]);
});

test('every version of the release notes says how to upgrade to it', () => {
  const [, ...versions] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  expect(versions.filter((text) => !/^### Upgrading$/m.test(text)).map((text) => text.split('\n')[0])).toEqual([]);
});
