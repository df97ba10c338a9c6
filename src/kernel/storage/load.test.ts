import { afterAll, beforeAll, expect, test } from 'vitest';
import { filters, now, objectRow } from '../../../test/support/rows-to-store.js';
import { type Stored, startStored } from '../../../test/support/stored.js';
import { type Load, loader, type Want } from './load.js';
import { storing } from './writes.js';

let stored: Stored;
let load: Load;
beforeAll(async () => {
  stored = await startStored();
  load = loader(stored.database);
  const store = storing(stored.database, { group_commit: true, filters, together_min: 0 });
  await store({ now, objects: ['cus_1', 'cus_2'].map((id) => objectRow('acct_a', id)) });
});
afterAll(() => stored.stop());

const customerOf = (account: string, id: string): Want => ({ of: 'object', account, object: 'customer', id });

test('an object that concurrent requests read is read once, and each request gets it', async () => {
  stored.sent.length = 0;
  const asked = [
    [customerOf('acct_a', 'cus_1'), customerOf('acct_a', 'cus_2')],
    [customerOf('acct_a', 'cus_2'), customerOf('acct_b', 'cus_1')],
    [customerOf('acct_a', 'cus_1')],
  ];
  const found = await Promise.all(asked.map((wants) => load(wants)));
  expect(found.map((rows) => rows.map((row) => row?.id ?? null))).toEqual([['cus_1', 'cus_2'], ['cus_2', null], ['cus_1']]);
  expect(stored.sent.map(({ values }) => values.at(-1))).toEqual([['cus_1', 'cus_2', 'cus_1']]);
});
