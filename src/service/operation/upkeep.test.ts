import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, funded } from '../../../test/support/merchant.js';
import { startService, type TestService } from '../../../test/support/service.js';
import { rowsOf } from '../../../test/support/services.js';
import { rollUp } from '../../kernel/ledger/balances.js';
import { checkNewEntries, checkNextAccounts, type LedgerCheck, readChecks } from '../../kernel/ledger/checks.js';
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
  const measured = metrics(database, { version: '1.2.3', processors: [], outcomes: [], isRunning: () => true });
  const faults: unknown[] = [];
  let looks = 0;
  const checked = (checks: readonly LedgerCheck[]): void => {
    measured.checked(checks);
    looks += 1;
  };
  const upkeep = startUpkeep(
    { database, vault },
    { checked, warn: () => {}, linked: () => {}, onError: (error) => faults.push(error) },
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

const violationsNow = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await readChecks(service.engine.database)).map(({ of, violations }) => [of, violations]));

test('a check of the new entries reads no entry again, and one of all entries sums up each account', async () => {
  const { database } = service.engine;
  const client = await funded(service, 1000);
  const account = `${await accountOf(client)}_test`;
  await rollUp(database);
  await checkNewEntries(database);
  const plus = async (by: number): Promise<void> => {
    for (const table of ['balances', 'ledger_checked'])
      await rowsOf(
        service,
        `update ${table} set total = total + $2 where account = $1 and ledger_account in ('merchant_available', 'card_network')`,
        account,
        by,
      );
  };
  await plus(1);
  await rowsOf(service, `update ledger_checks set finished_at = now() - interval '3 days' where of = 'all'`);
  await checkNewEntries(database);
  const [changed] = await rowsOf<{ count: number }>(
    service,
    `select count(*)::int from balances where account = $1 and ledger_account in ('merchant_available', 'card_network')`,
    account,
  );
  expect(await checkNextAccounts(database)).toBe(false);
  expect(await violationsNow()).toMatchObject({ all: changed?.count });
  await plus(-1);
  expect(await checkNextAccounts(database), 'not due again').toBe(false);
  await rowsOf(service, `update ledger_checks set finished_at = now() - interval '3 days' where of = 'all'`);
  await checkNextAccounts(database);
  expect(await violationsNow()).toMatchObject({ all: 0 });
});

test('a check of all entries that ended in the middle is continued by the next process', async () => {
  const { database } = service.engine;
  await rowsOf(service, `update ledger_checks set position = 'zzzz', found = 3 where of = 'all'`);
  expect(await checkNextAccounts(database)).toBe(false);
  expect(await rowsOf(service, `select position, violations from ledger_checks where of = 'all'`)).toEqual([
    { position: null, violations: 3 },
  ]);
});

test('messages of test mode are deleted after a month', async () => {
  const kept = `insert into mails (account, id, created_at, doc) values ('acct_1_test', $1, now() - $2::interval, '{}')`;
  await rowsOf(service, kept, 'evt_old', '31 days');
  await rowsOf(service, kept, 'evt_new', '29 days');
  const faults: unknown[] = [];
  const told = { checked: () => {}, warn: () => {}, linked: () => {}, onError: (error: unknown) => faults.push(error) };
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
  const told = { checked: () => {}, warn: () => {}, linked: () => {}, onError: (error: unknown) => faults.push(error) };
  const upkeep = startUpkeep(service.engine, told, [], 0.01);
  await service.until(async () => (await rowsOf(service, `select from usage where metered = 'declines account'`)).length === 1);
  await upkeep.stop(5000);
  expect(faults).toEqual([]);
  expect(await rowsOf(service, 'select metered from usage order by metered')).toEqual([
    { metered: 'declines account' },
    { metered: 'mtr_1' },
  ]);
});
