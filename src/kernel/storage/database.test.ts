import { afterAll, beforeAll, expect, test } from 'vitest';
import { filters, now, objectRow } from '../../../test/support/rows-to-store.js';
import { type Stored, startStored } from '../../../test/support/stored.js';
import { storing } from './writes.js';

let stored: Stored;
beforeAll(async () => {
  stored = await startStored(1);
});
afterAll(() => stored.stop());

/** The number of prepared statements on the one connection. */
async function preparedCount(): Promise<number> {
  const { rows } = await stored.database.pool.query('select count(*)::int as count from pg_prepared_statements');
  return rows[0].count;
}

test('a text is prepared at its second use', async () => {
  const before = await preparedCount();
  const once = { text: 'select 1 as once', values: [] };
  await stored.database.query(once);
  expect(await preparedCount()).toBe(before);
  await stored.database.query(once);
  expect(await preparedCount()).toBe(before + 1);
});

test('hundreds of write shapes leave a bounded number of prepared statements, and all are stored', async () => {
  const store = storing(stored.database, { group_commit: true, filters, together_min: 0 });
  let made = 0;
  for (let turn = 0; turn < 2; turn++)
    for (let objects = 1; objects <= 8; objects++)
      for (let events = 1; events <= 8; events++)
        for (const claimed of [0, 1, 2]) {
          const account = `acct_${turn}_${objects}_${events}_${claimed}`;
          const ids = (count: number): string[] => Array.from({ length: count }, (_, number) => `it_${number}`);
          await store({
            now,
            objects: ids(objects).map((id) => objectRow(account, id)),
            events: ids(events).map((id) => ({
              account,
              id,
              type: 'customer.created',
              object: 'customer',
              object_id: id,
              status: null,
              doc: '{}',
            })),
            claims: ids(claimed).map((key) => ({ account, key, owner: key, fingerprint: Buffer.from([1]), status: null, reply: null })),
          });
          made += objects;
        }
  expect(await stored.rows('select count(*)::int from objects')).toEqual([{ count: made }]);
  expect(await preparedCount()).toBeLessThan(150);
});

test('thousands of texts leave a bounded number of prepared statements, and frequent ones stay prepared', async () => {
  const usual = { text: 'select 2 as usual', values: [] };
  await stored.database.query(usual);
  await stored.database.query(usual);
  for (let turn = 0; turn < 2; turn++)
    for (let number = 0; number < 1000; number++)
      await stored.database.query({ text: `select ${number} as number_${number % 3}_${number}`, values: [] });
  for (let number = 0; number < 1000; number++)
    for (let turn = 0; turn < 2; turn++) await stored.database.query({ text: `select ${number} as other_${number}`, values: [] });
  expect(await preparedCount()).toBeLessThanOrEqual(300);
  const { rows } = await stored.database.pool.query('select statement from pg_prepared_statements where statement = $1', [usual.text]);
  expect(rows).toHaveLength(1);
});
