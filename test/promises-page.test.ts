import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'docs/promises.md'), 'utf8');

/** The rows of the page: the number of a promise, and its tests. */
const rows = page.split('\n').flatMap((line) => {
  const [, number, , held_by = ''] = line.split('|').map((cell) => cell.trim());
  return /^\d+$/.test(number ?? '') ? [{ number: Number(number), held_by }] : [];
});

const named = rows.flatMap(({ number, held_by }) =>
  [...held_by.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', name = '']) => ({ number, file, name })),
);

test('the page has fifty promises, each with its tests, or marked as not yet tested', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, place) => place + 1));
  expect(rows.filter(({ held_by }) => !/`[^`]+` "[^"]+"|not yet/.test(held_by))).toEqual([]);
});

test.each(named)('promise $number: $file has a test "$name"', ({ file, name }) => {
  expect(existsSync(resolve(root, file)), file).toBe(true);
  expect(readFileSync(resolve(root, file), 'utf8')).toContain(name);
});
