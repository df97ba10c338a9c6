import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { walks } from './walks.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

type File = { readonly path: string; readonly text: string };

/** The files of a folder and of those within it whose names end in one of the endings. */
function filesOf(folder: string, endings: readonly string[]): File[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && statSync(path).isFile())
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
}

const linesOf = (files: readonly File[]): number => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

const count = (files: readonly File[], pattern: RegExp): number =>
  files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);

/** A table of whole numbers, one row a name. */
const table = (title: string, rows: readonly (readonly [name: string, ...figures: readonly (number | string)[]])[]): void => {
  process.stdout.write(`\n${title}\n`);
  for (const [name, ...figures] of rows)
    process.stdout.write(
      `  ${name.padEnd(34)}${figures.map((figure) => (typeof figure === 'number' ? figure.toLocaleString('en') : figure).padStart(10)).join('')}\n`,
    );
};

const all = filesOf('src', ['.ts']);
const product = all.filter(({ path }) => !path.endsWith('.test.ts'));
const tests = [...all.filter(({ path }) => path.endsWith('.test.ts')), ...filesOf('test', ['.ts'])];
const folders = [...new Set(product.map(({ path }) => path.split('/').slice(0, 2).join('/')))];

table('Product code: files, lines, functions', [
  ...folders.map((folder) => {
    const within = product.filter(({ path }) => path.startsWith(`${folder}/`));
    return [folder, within.length, linesOf(within), count(within, functions())] as const;
  }),
  ['all', product.length, linesOf(product), count(product, functions())],
]);
table('Tests: files, lines', [['src and test', tests.length, linesOf(tests)]]);
table('Conventions', [
  ['refusals by capability', count(product, /\b(?:asked|around)\.refuse\(|(?<![.\w])refuse\(/g)],
  ['Refusal or null', count(product, /\bRefusal \| null/g)],
  ["'code' in, 'refuse' in", count(product, /'(code|refuse)' in \w/g)],
  ['throw refused', count(product, /throw refused\(/g)],
  ['casts through unknown', count(product, /as unknown as/g)],
]);

process.stdout.write('\nCounting what requests run through...\n');
table(
  'One request: files, functions',
  (await walks()).map(({ name, files, functions }) => [name, files, functions]),
);

/** Heads of functions, as the formatter leaves them. */
function functions(): RegExp {
  return /\bfunction\b|=>/g;
}
