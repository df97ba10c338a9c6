import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stored, startStored } from '../../test/support/stored.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';

let stored: Stored;

beforeAll(async () => {
  stored = await startStored();
});
afterAll(() => stored.stop());

test('a migration may take longer than a request: whoever waits for one does not give up', async () => {
  const hurried: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      stored.database.transaction(async (query) => {
        await query({ text: `set local statement_timeout = '20ms'`, values: [] });
        return work(query);
      }),
  };
  let migrated: Promise<unknown> = Promise.resolve();
  await stored.database.transaction(async (query) => {
    await query({ text: `select pg_advisory_xact_lock(hashtext('florin migrate'))`, values: [] });
    migrated = migrate(hurried).catch((fault: unknown) => fault);
    const waiting = `select from pg_stat_activity where wait_event = 'advisory' and clock_timestamp() - query_start > '60ms'`;
    while ((await stored.rows(waiting)).length === 0) expect(await Promise.race([migrated, 'waits'])).toBe('waits');
  });
  expect(await migrated).toEqual([]);
});
