import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { serving } from '../src/kernel/storage/session.js';
import { program } from './support/built.js';
import { administer, urlOf } from './support/database.js';
import { describePooler, type Pooler, startPooler } from './support/pgbouncer.js';
import { refusedStart, startProcess } from './support/running.js';
import { clientOf } from './support/service.js';

describePooler('behind a PgBouncer that does not know prepared statements', () => {
  const template_url = inject('template_url');
  const name = `test_pooled_${process.pid}_${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'florin-pooled-'));
  let pooler: Pooler;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    await administer(template_url, `create database ${name} template template`);
    for (const [setting, value] of Object.entries(serving))
      await administer(template_url, `alter database ${name} set ${setting} = '${value}'`);
    pooler = await startPooler(urlOf(template_url, name));
    environment = {
      DATABASE_URL: pooler.url,
      FLORIN_VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      FLORIN_OPEN_SANDBOX: 'on',
      FLORIN_UNSAFE_DATABASE: 'on',
    };
  });
  afterAll(async () => {
    await pooler.stop();
    await administer(template_url, `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a start with named statements is refused, and the setting to change is named', async () => {
    const { code, said } = await refusedStart(folder, environment);
    expect([code, said.join('\n')]).toEqual([1, expect.stringContaining('FLORIN_PREPARED_STATEMENTS=off')]);
  });

  test('without them it takes payments, and a key can be revoked', async () => {
    const unnamed = { ...environment, FLORIN_PREPARED_STATEMENTS: 'off' };
    const service = await startProcess(folder, unnamed, undefined, ['--no-migrate']);
    const client = clientOf(service.url, 'sk_test_pooled');
    const paid = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.post('/v1/payment_intents', paid)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'succeeded']));
    const florin = (...words: readonly string[]): Promise<string> =>
      new Promise((done, fail) => {
        const env = { ...process.env, ...unnamed };
        execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
          error ? fail(new Error(stderr)) : done(stdout),
        );
      });
    const id = /\bkey_\w+/.exec(await florin('keys', 'list'))?.[0] ?? '';
    expect(await florin('keys', 'revoke', id)).toContain(id);
    await service.stop();
  });
});
