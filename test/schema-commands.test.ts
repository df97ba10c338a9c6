import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { program } from './support/built.js';
import { administer, urlOf } from './support/database.js';
import { type Former, startFormer } from './support/former.js';
import { startProcess } from './support/running.js';
import { clientOf } from './support/service.js';

/** A database of an earlier version, its owner, and a role that serves and owns nothing. */
let former: Former;
const folder = mkdtempSync(join(tmpdir(), 'florin-schema-'));
const serving = `serving_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  former = await startFormer(11);
  await former.rows(`create role ${serving} login`);
  await former.rows(`alter default privileges in schema public grant select, insert, update, delete on tables to ${serving}`);
  await former.rows(`grant select, insert, update, delete on all tables in schema public to ${serving}`);
});
afterAll(async () => {
  await former.rows(`drop owned by ${serving}`);
  await former.stop();
  await administer(inject('template_url'), `drop role ${serving}`);
  rmSync(folder, { recursive: true, force: true });
});

const vault_keys = `k1:${randomBytes(32).toString('base64')}`;

const environmentOf = (role: string): NodeJS.ProcessEnv => {
  const url = new URL(urlOf(inject('template_url'), former.name));
  url.searchParams.set('user', role);
  return { DATABASE_URL: url.href, FLORIN_VAULT_KEYS: vault_keys, FLORIN_OPEN_SANDBOX: 'on', PORT: '0' };
};

const florin = (role: string, ...args: readonly string[]): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    const env = { ...process.env, ...environmentOf(role), LOG_LEVEL: 'silent' };
    execFile(process.execPath, [program, ...args], { env }, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code) : 0, said: stdout.trim() || stderr.trim() }),
    );
  });

const newest = async (): Promise<unknown> => (await former.rows('select max(number) as number from migrations'))[0];

test('only start and migrate change the schema; every other command, and a dry run, names the missing migration', async () => {
  const before = await newest();
  const dry = await florin('postgres', 'migrate', '--dry-run');
  const others = await Promise.all([
    florin('postgres', 'audit'),
    florin('postgres', 'start', '--no-migrate'),
    florin('postgres', 'keys', 'list'),
    florin('postgres', 'keys', 'revoke', 'key_1'),
    florin('postgres', 'accounts', 'list'),
    florin('postgres', 'vault', 'rotate'),
  ]);
  for (const { code, said } of others) {
    expect(said).toContain('0017-search-terms-of-before.sql');
    expect(said).toContain('Run florin migrate first, as the role that owns the tables.');
    expect(code).toBe(1);
  }
  expect(dry.code).toBe(0);
  expect(dry.said).toMatch(
    /^would run {2}0017-search-terms-of-before.sql {2}in batches over searches \([\d,]+ rows\), .*less than a second/m,
  );
  expect(dry.said).toMatch(/^would run .*in one transaction, which locks objects for a moment/m);
  expect(dry.said).toMatch(/concurrently, without a lock that stops requests, on objects \([\d,]+ rows\)/);
  expect(dry.said).toContain('waits for --contract  0018-search-terms-of-accounts.sql');
  expect(await newest()).toEqual(before);
});

test('older processes that are connected prevent a contraction, and are named', async () => {
  const older = new pg.Client({ connectionString: former.url, application_name: 'florin/0.0.9/checkout-2' });
  await older.connect();
  try {
    const { code, said } = await florin('postgres', 'migrate', '--contract');
    expect([code, said]).toEqual([1, expect.stringContaining('florin/0.0.9/checkout-2')]);
  } finally {
    await older.end();
  }
});

test('one role migrates and another serves', async () => {
  expect((await florin(serving, 'migrate')).code).toBe(1);
  const { code, said } = await florin('postgres', 'migrate', '--contract');
  expect([code, said]).toEqual([0, expect.stringMatching(/^0017.*100 % of searches|^Ran 0012/m)]);
  // No change is left, so a role without that permission needs no setting.
  const [plainly, permitted] = await Promise.all([
    startProcess(folder, environmentOf(serving)),
    startProcess(folder, environmentOf(serving), undefined, ['--no-migrate']),
  ]);
  for (const { url } of [plainly, permitted]) {
    const { status } = await clientOf(url, 'sk_test_serving').post('/v1/payment_intents', {
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(status).toBe(200);
  }
  expect(await Promise.all([plainly, permitted].map((each) => each.stop()))).toEqual([0, 0]);
  expect((await florin(serving, 'audit')).said).toMatch(/^Every invariant holds\./);
});
