import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { program } from '../support/built.js';
import { administer, queryIn, urlOf } from '../support/database.js';
import { funded } from '../support/merchant.js';
import { paid } from '../support/payments.js';
import { ringText, serve, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

/** A service that connects with a role that owns no table, beside one that does. */
let owner: TestService;
let serving: TestService;
let owner_url: string;
let url: string;
const role = `serving_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  owner = await startService();
  const [row] = await rowsOf<{ name: string }>(owner, 'select current_database() as name');
  const template_url = inject('template_url');
  await administer(template_url, `create role ${role} login`);
  await rowsOf(owner, 'select grant_serving($1)', role);
  owner_url = urlOf(template_url, row?.name ?? '');
  url = owner_url.replace('user=postgres', `user=${role}`);
  serving = await serve(url);
});
afterAll(async () => {
  await serving.stop();
  await rowsOf(owner, `drop owned by ${role}`);
  await owner.stop();
  await administer(inject('template_url'), `drop role ${role}`);
});

test('the whole service runs with a role that owns no table: payments, refunds, payouts, deliveries, due work, upkeep', async () => {
  const client = await funded(serving, 10_000);
  const { latest_charge } = await paid(client);
  expect((await client.post('/v1/refunds', { charge: latest_charge, amount: 100 })).status).toBe(200);
  expect((await client.post('/v1/payouts', { amount: 100, currency: 'usd' })).status).toBe(200);
  await serving.until(async () => (await rowsOf<{ place: string }>(owner, 'select place from audit_chain')).length > 0);
  expect(await audit(serving.engine.database)).toEqual([]);
  expect(serving.lines.filter((line) => line.includes('42501'))).toEqual([]);
});

const append_only = ['entries', 'audit_records', 'audit_chain'];

test.each(append_only)('the role adds to %s and may neither change nor delete nor empty it, trigger or no trigger', async (table) => {
  await rowsOf(owner, `alter table ${table} disable trigger user`);
  for (const text of [`update ${table} set account = 'x'`, `delete from ${table}`, `truncate ${table}`])
    await expect(queryIn(url, text)).rejects.toMatchObject({ code: '42501' });
  await expect(queryIn(url, `alter table ${table} enable trigger user`)).rejects.toMatchObject({ code: '42501' });
  await rowsOf(owner, `alter table ${table} enable trigger user`);
});

test('the role may not record a migration, and may use tables of later ones', async () => {
  await expect(queryIn(url, `insert into migrations (number, name) values (9999, 'x')`)).rejects.toMatchObject({ code: '42501' });
  await rowsOf(owner, 'create table of_later (id int)');
  await queryIn(url, 'insert into of_later values (1)');
});

const florin = (...args: readonly string[]): Promise<{ code: number; lines: readonly string[] }> =>
  new Promise((done) => {
    const env = {
      ...process.env,
      DATABASE_URL: owner_url,
      FLORIN_VAULT_KEYS: ringText(),
      LOG_LEVEL: 'silent',
    };
    execFile(process.execPath, [program, ...args], { env }, (failure, stdout, stderr) =>
      done({ code: failure ? Number(failure.code) : 0, lines: (stdout || stderr).trim().split('\n') }),
    );
  });

test('florin audit log prints the records, and florin audit finds an edited one', async () => {
  const client = await funded(serving, 10_000);
  const payout = (await client.post('/v1/payouts', { amount: 100, currency: 'usd' })).body.id;
  const { lines } = await florin('audit', 'log', '--subject', payout, '--json');
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ subject: payout, action: 'POST /v1/payouts' })]);
  await serving.until(async () => (await rowsOf(owner, 'select 1 from audit_unlinked')).length === 0);
  const sound = await florin('audit');
  expect([sound.code, sound.lines[0]]).toEqual([0, 'Every invariant holds.']);
  await rowsOf(owner, 'alter table audit_records disable trigger user');
  await rowsOf(owner, `update audit_records set outcome = 'refused' where subject = $1`, payout);
  const broken = await florin('audit');
  expect([broken.code, broken.lines.join()]).toEqual([1, expect.stringContaining('the record or its link was changed')]);
});
