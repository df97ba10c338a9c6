import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/service/config.js';

const folder = mkdtempSync(join(tmpdir(), 'florin-secrets-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('a setting with a secret can be the content of a file', () => {
  const url = 'postgres://florin:secret@db/florin';
  const keys = `k1:${Buffer.from([...Array(32).keys()]).toString('base64')}`;
  const config = readConfig({ DATABASE_URL_FILE: file('database', `${url}\n`), FLORIN_VAULT_KEYS_FILE: file('keys', keys) });
  expect(config.database_url).toBe(url);
  expect(config.vault_keys?.[0]?.id).toBe('k1');
  expect(config.unknown).toEqual([]);
});

test('a file that is missing, or a setting that is also set, is reported without the value', () => {
  const both = {
    FLORIN_SMTP_URL: 'smtp://user:hidden@mail',
    FLORIN_SMTP_URL_FILE: file('smtp', 'smtp://other:hidden@mail'),
    FLORIN_MAIL_FROM: 'a@b.example',
  };
  expect(() => readConfig(both)).toThrow(/FLORIN_SMTP_URL and FLORIN_SMTP_URL_FILE are both set/);
  expect(() => readConfig(both)).not.toThrow(/hidden/);
  expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere/database' })).toThrow(
    /DATABASE_URL_FILE: the file \/nowhere\/database cannot be read/,
  );
});

test('a setting without a secret has no file, and such a name is reported', () => {
  expect(readConfig({ FLORIN_SITE_FILE: '/nowhere' }).unknown.join()).toMatch(/FLORIN_SITE_FILE is not a setting/);
});
