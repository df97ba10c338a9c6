import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../src/kernel/storage/migrate.js';
import { urlOf } from './support/database.js';
import { accountOf } from './support/merchant.js';
import { type Client, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const offset_ms = 36_000_000;

/** A sandbox of an earlier version, whose ids used the account's clock: with a customer, and its clock ten hours ahead. */
async function leftAhead(client: Client): Promise<{ id: string; created: number }> {
  const { database, ids } = service.engine;
  const account = `${await accountOf(client)}_test`;
  const { id: made, created: at } = (await client.post('/v1/customers', { name: 'of before' })).body;
  const moment_ms = service.now() + offset_ms;
  const [id, created] = [ids.fresh('cus', moment_ms), Math.floor(moment_ms / 1000)];
  await database.transaction(async (query) => {
    await query({
      text: `update objects set id = $3, doc = replace(replace(doc::text, $2, $3), $4, $5)::json where account = $1 and id = $2`,
      values: [account, made, id, `"created":${at}`, `"created":${created}`],
    });
    for (const text of before_0010) await query({ text, values: [] });
    await query({ text: 'insert into clocks (account, offset_ms) values ($1, $2)', values: [account, offset_ms] });
  });
  return { id, created };
}

/** Events in a table without partitions, as before 0084. */
const before_0084 = [
  'create table plain_events (like events including defaults, primary key (account, id))',
  'insert into plain_events select * from events',
  'drop table events cascade',
  'drop table archived_events',
  'drop function parts_of, attach_part, add_month_of_events, archive_month_of_events, drop_month_of_events',
  'alter table plain_events rename to events',
  'alter index plain_events_pkey rename to events_pkey',
  'create index events_type on events (account, type, id desc)',
  'create index events_object on events (account, object_id, id desc)',
];

const before_0010 = [
  ...before_0084,
  'alter table objects drop column created_at',
  'alter table events drop column created_at',
  'alter table clocks drop column id_offset_ms',
  'alter table clocks drop column advancing_to',
  'alter table jobs drop column clock',
  'alter table jobs drop column runs_at',
  'delete from migrations where number in (10, 11, 84)',
];

test("in a sandbox whose clock was moved before ids used the service's time, new objects sort after old ones, and both are found by their times", async () => {
  const client = service.client();
  const before = await leftAhead(client);
  const [row] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  const url = urlOf(inject('template_url'), row?.name ?? '');
  expect(await migrate({ url, log: () => {} })).toContain('0010-created-by-clocks.sql');
  // The caller is cached for a moment, with the earlier clock.
  service.advance(60_000);
  const { body: after } = await client.post('/v1/customers', { name: 'after' });
  const list = async (query: object): Promise<string[]> =>
    (await client.get('/v1/customers', query as Record<string, string>)).body.data.map(({ id }: { id: string }) => id);
  expect(after.created).toBeGreaterThanOrEqual(before.created);
  expect(await list({})).toEqual([after.id, before.id]);
  expect(await list({ 'created[gte]': before.created })).toEqual([after.id, before.id]);
  expect(await list({ 'created[lt]': before.created })).toEqual([]);
  expect(await list({ 'created[gt]': before.created })).toEqual([after.id]);
  expect((await client.get('/v1/customers', { starting_after: after.id })).body.data.map(({ id }: { id: string }) => id)).toEqual([
    before.id,
  ]);
});
