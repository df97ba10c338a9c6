import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { openDatabase } from '../src/kernel/storage/database.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { version } from '../src/service/wiring/version.js';
import { administer, queryIn, urlOf } from './support/database.js';
import { buildEarlier, describeWithHistory } from './support/earlier-program.js';
import { type Running, startProcess } from './support/running.js';
import { clientOf, ringText } from './support/service.js';
import { until } from './support/trial.js';

const payers = 4;
const key = 'sk_test_upgraded';
const payment = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
/** The earlier program is of a time before programs named their connections, so its address does. */
const former_name = 'florin/0.0.9/former';

describeWithHistory('the program of an earlier commit and the present one on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-earlier-'));
  const name = `test_programs_${process.pid}_${randomBytes(4).toString('hex')}`;
  const url = urlOf(inject('template_url'), name);
  const environment = { FLORIN_VAULT_KEYS: ringText(), FLORIN_OPEN_SANDBOX: 'on', FLORIN_UNSAFE_DATABASE: 'on' };
  const processes: Running[] = [];
  let program: string;

  beforeAll(async () => {
    program = buildEarlier(folder);
    await administer(inject('template_url'), `create database ${name}`);
  });
  afterAll(async () => {
    for (const { kill } of processes) kill();
    await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  test('an upgrade under load: every request is answered 200, and each payment is made and refunded once', async () => {
    const named = new URL(url);
    named.searchParams.set('application_name', former_name);
    const old = await startProcess(folder, { ...environment, DATABASE_URL: named.href }, undefined, [], program);
    processes.push(old);
    let serving: readonly Running[] = [old];
    const statuses: number[] = [];
    const refunded: string[] = [];
    let is_over = false;
    let turn = 0;
    const post = async (path: string, params: Readonly<Record<string, unknown>>): Promise<string> => {
      const { url: at } = serving[turn++ % serving.length] as Running;
      const { status, body } = await clientOf(at, key).post(path, params, {
        headers: { 'idempotency-key': randomBytes(8).toString('hex') },
      });
      statuses.push(status);
      return body.id;
    };
    // With two processes the one refunds what the other has charged.
    const paying = Array.from({ length: payers }, async () => {
      while (!is_over) {
        const id = await post('/v1/payment_intents', payment);
        await post('/v1/refunds', { payment_intent: id, amount: 400 });
        refunded.push(id);
      }
    });
    const more = (): Promise<void> => {
      const wanted = refunded.length + 60;
      return until(() => refunded.length >= wanted);
    };
    const log = (): void => {};
    try {
      await more();
      expect(await migrate({ url, log, version })).toContain('0072-packed-events.sql');
      await more();
      const present = await startProcess(folder, { ...environment, DATABASE_URL: url });
      processes.push(present);
      serving = [old, present];
      await more();
      await expect(migrate({ url, log, version, contracts: true })).rejects.toThrow(`Older processes are connected, and need what this`);
      await more();
      serving = [present];
      await more();
      expect(await old.stop()).toBe(0);
      await more();
      expect(await migrate({ url, log, version, contracts: true })).toContain('0073-packed-events-only.sql');
      await more();
    } finally {
      is_over = true;
    }
    await Promise.all(paying);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);

    const refunds = `select doc ->> 'payment_intent' as id from objects where object = 'refund'`;
    expect((await queryIn(url, refunds)).map(({ id }) => id).sort()).toEqual([...refunded].sort());
    const payments = `select id from objects where object = 'payment_intent' and doc ->> 'status' = 'succeeded'`;
    expect((await queryIn(url, payments)).map(({ id }) => id).sort()).toEqual([...refunded].sort());
    const database = openDatabase({ url, connections: 1, log: () => {} });
    expect(await audit(database)).toEqual([]);
    await database.close();
    const [present] = serving;
    const { status, body } = await clientOf(present?.url ?? '', key).get('/v1/events', { limit: 100, type: 'charge.refunded' });
    expect([status, body.data.length]).toEqual([200, 100]);
    console.log(
      `two programs: ${statuses.length} requests during the upgrade, all answered 200; ${refunded.length} payments, each refunded once`,
    );
  });
});
