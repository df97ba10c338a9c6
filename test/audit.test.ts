import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { program } from './support/built.js';
import { urlOf } from './support/database.js';
import { accountOf } from './support/merchant.js';
import { paid } from './support/payments.js';
import { ringText, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

/** The command on a live database, while a service uses it. */
let service: TestService;
let database_url: string;
beforeAll(async () => {
  service = await startService();
  const [row] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  database_url = urlOf(inject('template_url'), row?.name ?? '');
});
afterAll(() => service.stop());

const auditNow = (...options: readonly string[]): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: database_url, FLORIN_VAULT_KEYS: ringText(), LOG_LEVEL: 'silent' };
    execFile(process.execPath, [program, 'audit', ...options], { env }, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code) : 0, said: stdout.trim() || stderr }),
    );
  });

test('florin audit fails when a row is broken, and prints the invariant and the objects', async () => {
  const client = service.client();
  const intent = await paid(client);
  expect(await auditNow()).toEqual({ code: 0, said: expect.stringMatching(/^Every invariant holds\.\nAudit records linked: \d+/) });
  const account = `${await accountOf(client)}_test`;
  await rowsOf(
    service,
    `update objects set doc = jsonb_set(doc::jsonb, '{amount_captured}', '1')::json where id = $1`,
    intent.latest_charge,
  );
  const { code, said } = await auditNow();
  expect(code).toBe(1);
  const found = new Map(JSON.parse(said).map(({ invariant, rows }: { invariant: string; rows: object[] }) => [invariant, rows]));
  expect(found.get('every object has moved the amount of its status')).toEqual([
    { account, id: intent.latest_charge, status: 'succeeded', expected: 1, moved: 2000 },
  ]);
  expect([...found.keys()].sort()).toEqual([
    'captured less refunded is never below zero',
    'every object has moved the amount of its status',
  ]);
});

test('florin audit --account checks one account and those connected to it, and --each-account finds which of all is broken', async () => {
  const [sound, broken] = [service.client(), service.client()];
  await paid(sound);
  const intent = await paid(broken);
  const { body: connected } = await broken.post('/v1/accounts', { type: 'custom', country: 'US' });
  const [one, other] = await Promise.all([sound, broken].map(accountOf));
  await rowsOf(
    service,
    `update objects set doc = jsonb_set(doc::jsonb, '{amount_captured}', '1')::json where id = $1`,
    intent.latest_charge,
  );
  expect(await auditNow('--account', one ?? '')).toEqual({
    code: 0,
    said: expect.stringMatching(/^Every invariant holds\. Accounts checked: 1\.$/),
  });
  for (const account of [other ?? '', connected.id]) {
    const { code, said } = await auditNow('--account', account, '--json');
    const [first = '{}'] = said.split('\n');
    expect([code, JSON.parse(first).account]).toEqual([1, `${other}_test`]);
    expect(said).toContain(intent.latest_charge);
  }
  const { code, said } = await auditNow('--each-account');
  expect(code).toBe(1);
  expect(said).toContain(`${other}_test:\n`);
  expect(said).not.toContain(`${one}_test:\n`);
  const after = await auditNow('--each-account', '--after', `${other}_test`);
  expect(after.said).not.toContain(`${other}_test:\n`);
  expect((await auditNow('--account', 'acct_unknown')).said).toContain('There is no account acct_unknown');
  expect((await auditNow('--after', 'acct_1')).said).toContain('--after needs --each-account');
}, 60_000);
