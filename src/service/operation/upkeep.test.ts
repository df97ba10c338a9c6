import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, funded } from '../../../test/support/merchant.js';
import { startService, type TestService } from '../../../test/support/service.js';
import { rowsOf } from '../../../test/support/services.js';
import { metrics } from './metrics.js';
import { startUpkeep } from './upkeep.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off' });
});
afterAll(() => service.stop());

/** The metric after the next ledger check; a second of this upkeep takes five milliseconds. */
async function imbalanceNow(): Promise<number> {
  const { database, vault } = service.engine;
  const measured = metrics(database);
  const faults: unknown[] = [];
  let looks = 0;
  const imbalance = (rows: number): void => {
    measured.imbalance(rows);
    looks += 1;
  };
  const upkeep = startUpkeep(
    { database, vault },
    { imbalance, warn: () => {}, linked: () => {}, onError: (error) => faults.push(error) },
    [],
    5,
  );
  await service.until(async () => looks > 0);
  await upkeep.stop(5000);
  expect(faults).toEqual([]);
  const { values } = (await measured.registry.getSingleMetric('florin_ledger_imbalance')?.get()) ?? { values: [] };
  return values[0]?.value ?? Number.NaN;
}

test('the worker checks the ledger every minute and finds nothing while it is consistent', async () => {
  await funded(service, 1000);
  expect(await imbalanceNow()).toBe(0);
});

test('the metric rises when a total is not the sum of its entries', async () => {
  const client = await funded(service, 1000);
  const account = `${await accountOf(client)}_test`;
  expect(await imbalanceNow()).toBe(0);
  await rowsOf(service, `update balances set total = total + 1 where account = $1 and ledger_account = 'merchant_available'`, account);
  // The account with a wrong total, and the accounts of its merchant, which no longer sum to zero.
  expect(await imbalanceNow()).toBe(2);
  await rowsOf(service, `update balances set total = total - 1 where account = $1 and ledger_account = 'merchant_available'`, account);
  expect(await imbalanceNow()).toBe(0);
});

test('messages of test mode are deleted after a month', async () => {
  const kept = `insert into mails (account, id, created_at, doc) values ('acct_1_test', $1, now() - $2::interval, '{}')`;
  await rowsOf(service, kept, 'evt_old', '31 days');
  await rowsOf(service, kept, 'evt_new', '29 days');
  const faults: unknown[] = [];
  const told = { imbalance: () => {}, warn: () => {}, linked: () => {}, onError: (error: unknown) => faults.push(error) };
  const upkeep = startUpkeep(service.engine, told, [], 0.01);
  await service.until(async () => (await rowsOf(service, `select from mails where id = 'evt_old'`)).length === 0);
  await upkeep.stop(5000);
  expect(faults).toEqual([]);
  expect(await rowsOf(service, 'select id from mails')).toEqual([{ id: 'evt_new' }]);
});

test('declines are deleted after a day, and other usage never', async () => {
  const kept = `insert into usage (account, metered, customer, at, id, value, replaces)
    values ('acct_1_test', $1, '', extract(epoch from now() - $2::interval), 'ch_1', 1, false)`;
  await rowsOf(service, kept, 'declines account', '25 hours');
  await rowsOf(service, kept, 'declines account', '23 hours');
  await rowsOf(service, kept, 'mtr_1', '25 hours');
  const faults: unknown[] = [];
  const told = { imbalance: () => {}, warn: () => {}, linked: () => {}, onError: (error: unknown) => faults.push(error) };
  const upkeep = startUpkeep(service.engine, told, [], 0.01);
  await service.until(async () => (await rowsOf(service, `select from usage where metered = 'declines account'`)).length === 1);
  await upkeep.stop(5000);
  expect(faults).toEqual([]);
  expect(await rowsOf(service, 'select metered from usage order by metered')).toEqual([
    { metered: 'declines account' },
    { metered: 'mtr_1' },
  ]);
});
