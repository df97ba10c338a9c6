import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n');
const [first = [], second = []] = stages();
const room = mkdtempSync(join(tmpdir(), 'florin-image-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** The instructions of each stage. */
function stages(): string[][] {
  const found: string[][] = [];
  for (const line of lines.filter((each) => /^[A-Z]/.test(each))) line.startsWith('FROM ') ? found.push([line]) : found.at(-1)?.push(line);
  return found;
}

const copiesIn = (stage: readonly string[]): { readonly from: string[]; readonly to: string }[] =>
  stage
    .filter((line) => line.startsWith('COPY '))
    .map((line) => {
      const words = line.split(/\s+/).filter((word) => word !== 'COPY' && !word.startsWith('--'));
      return { from: words.slice(0, -1), to: words.at(-1) ?? '' };
    });

test('the build has every file that it copies, and its commands work in a clean copy', () => {
  const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const built = join(room, 'build');
  for (const { from, to } of copiesIn(first))
    for (const path of from) {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(allowed).toContain(path);
      cpSync(join(root, path), join(built, to === './' ? path : to), { recursive: true });
    }
  symlinkSync(join(root, 'node_modules'), join(built, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: built });
  const final = join(room, 'final');
  for (const { from, to } of copiesIn(second))
    for (const path of from) {
      const inside = path.replace('/florin/', '');
      expect(existsSync(join(built, inside)), path).toBe(true);
      if (inside !== 'node_modules') cpSync(join(built, inside), join(final, to === './' ? inside : to), { recursive: true });
    }
  symlinkSync(join(root, 'node_modules'), join(final, 'node_modules'));
  const command = JSON.parse(lines.find((line) => line.startsWith('CMD '))?.slice('CMD '.length) ?? '[]') as string[];
  expect(command.at(-1)).toBe('start');
  const said = execFileSync(process.execPath, [...command.slice(1, -1), '--version'], { cwd: final, encoding: 'utf8' });
  expect(said.trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});

test('the image runs without privileges, keeps its data in a volume, and asks the service for its health', () => {
  const text = second.join('\n');
  expect(text).toMatch(/^USER node$/m);
  expect(text).toMatch(/^VOLUME \/data$/m);
  expect(text).toMatch(/^HEALTHCHECK .*\/readyz/m);
  for (const name of ['compose.yaml', 'compose.postgres.yaml']) expect(readFileSync(join(root, name), 'utf8')).toContain('services:');
});
