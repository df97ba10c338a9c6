import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { kept } from './kept.js';

test('of two first starts at once the second uses the value of the first, and a later start too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = kept(folder, 'value', () => {
    expect(kept(folder, 'value', () => 'of the first')).toBe('of the first');
    return 'of the second';
  });
  expect([made, kept(folder, 'value', () => 'later')]).toEqual(['of the first', 'of the first']);
  expect(readdirSync(folder)).toEqual(['value']);
  expect(statSync(join(folder, 'value')).mode & 0o777).toBe(0o600);
});
