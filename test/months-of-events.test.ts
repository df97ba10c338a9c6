import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { forgetAttempts, keepMonths } from '../src/kernel/storage/event-months.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { administer, queryIn, urlOf } from './support/database.js';
import { startFormer } from './support/former.js';
import { accountOf } from './support/merchant.js';
import { startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const day_ms = 86_400_000;
const never = { events_days: 0, archive_days: 0 };

type Part = { readonly part: string; readonly low: string | null; readonly high: string | null };
const partsOf = (table: string): Promise<Part[]> => rowsOf<Part>(service, `select * from parts_of('${table}')`);
const namesOf = async (table: string): Promise<string[]> => (await partsOf(table)).map(({ part }) => part);
const nameOf = (ms: number): string => `events_${new Date(ms).toISOString().slice(0, 7).replace('-', '_')}`;
const partOf = async (id: string): Promise<string | undefined> =>
  (
    await rowsOf<{ part: string }>(
      service,
      `select tableoid::regclass::text as part from events where id = $1 union all select tableoid::regclass::text from archived_events where id = $1`,
      id,
    )
  )[0]?.part;

test('an event lies in the partition of its month, and those of the next two months exist', async () => {
  const client = service.client();
  await client.post('/v1/customers', { name: 'Ada' });
  const { body } = await client.get('/v1/events', { limit: 1 });
  expect(await partOf(body.data[0].id)).toBe(nameOf(service.now()));
  await keepMonths(service.engine.database, never, service.now());
  const last = new Date(service.now());
  last.setUTCDate(1);
  last.setUTCMonth(last.getUTCMonth() + 2);
  expect(await namesOf('events')).toContain(nameOf(last.getTime()));
  expect(await keepMonths(service.engine.database, never, service.now())).toEqual({ added: 0, archived: [], dropped: [] });
});

test('an archived event is no longer listed, is found by its id, and is delivered again', async () => {
  const client = service.client();
  const customer = (await client.post('/v1/customers', { name: 'Ada' })).body;
  const event = (await client.get('/v1/events', { type: 'customer.created' })).body.data[0];
  service.advance(70 * day_ms);
  await client.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
  const moved = await keepMonths(service.engine.database, { events_days: 31, archive_days: 0 }, service.now());
  expect(moved.archived).toContain(nameOf(service.now() - 70 * day_ms));
  const listed = (await client.get('/v1/events', { limit: 100 })).body.data.map(({ type }: { type: string }) => type);
  expect(listed).toEqual(['customer.updated']);
  const found = await client.get(`/v1/events/${event.id}`);
  expect([found.status, found.body.data.object.name]).toEqual([200, 'Ada']);
  expect(await audit(service.engine.database)).toEqual([]);
});

test('an archived month has no index but that of its ids, and is dropped when the archive is too old', async () => {
  const client = service.client();
  await client.post('/v1/customers', { name: 'Ada' });
  const event = (await client.get('/v1/events', { limit: 1 })).body.data[0];
  service.advance(70 * day_ms);
  await keepMonths(service.engine.database, { events_days: 31, archive_days: 0 }, service.now());
  const part = await partOf(event.id);
  expect(await namesOf('archived_events')).toContain(part);
  const indexes = await rowsOf(service, `select indisprimary from pg_index where indrelid = '${part}'::regclass`);
  expect(indexes).toEqual([{ indisprimary: true }]);
  service.advance(70 * day_ms);
  const { dropped } = await keepMonths(service.engine.database, { events_days: 31, archive_days: 62 }, service.now());
  expect(dropped).toContain(part);
  expect((await client.get(`/v1/events/${event.id}`)).status).toBe(404);
});

test('events of a clock far ahead are stored, and move into their month when it is added', async () => {
  const client = service.client();
  service.advance(400 * day_ms);
  await client.post('/v1/customers', { name: 'Ada' });
  const event = (await client.get('/v1/events', { limit: 1 })).body.data[0];
  expect(await partOf(event.id)).toBe('events_rest');
  await keepMonths(service.engine.database, never, service.now());
  expect(await partOf(event.id)).toBe(nameOf(service.now()));
  expect((await client.get(`/v1/events/${event.id}`)).body.id).toBe(event.id);
});

test('attempts to deliver are deleted with the events they are older than, and no other object is', async () => {
  const client = service.client();
  const account = `${await accountOf(client)}_test`;
  const attempt = (id: string): string =>
    `insert into objects (account, object, id, version, doc) values ('${account}', 'webhook_attempt', '${id}', 1, '{}')`;
  const { rows: before } = {
    rows: await rowsOf<{ id: string }>(service, `select id_bound('wa', to_timestamp($1)) as id`, (service.now() - 40 * day_ms) / 1000),
  };
  const { rows: since } = {
    rows: await rowsOf<{ id: string }>(service, `select id_bound('wa', to_timestamp($1)) as id`, (service.now() - 20 * day_ms) / 1000),
  };
  await rowsOf(service, attempt(`${before[0]?.id}00000000000000`));
  await rowsOf(service, attempt(`${since[0]?.id}00000000000000`));
  const objects = `select object, id from objects where account = $1 order by object, id`;
  const all = await rowsOf<{ object: string; id: string }>(service, objects, account);
  await forgetAttempts(service.engine.database, never, service.now());
  expect(await rowsOf(service, objects, account)).toEqual(all);
  await forgetAttempts(service.engine.database, { events_days: 31, archive_days: 0 }, service.now());
  expect(await rowsOf(service, objects, account)).toEqual(all.filter(({ id }) => !id.startsWith(before[0]?.id ?? 'none')));
});

test('the events of an earlier schema become one partition that ends after the next month, and nothing is lost', async () => {
  const former = await startFormer(83);
  const insert = `insert into events (account, id, type, object_id, doc) select 'acct_1_test', id, 'customer.created', 'cus_1', '{"id": 1}'
    from (select 'evt_0V' || lpad(n::text, 20, '0') as id from generate_series(1, 1000) n) made`;
  await former.rows(insert);
  await former.rows(`create role reader_${process.pid}`);
  await former.rows(`grant select on events to reader_${process.pid}`);
  await migrate({ url: former.url, log: () => {} });
  const parts = await former.rows<Part & { bound: string }>(
    `select *, id_bound('evt', date_trunc('month', (now() at time zone 'UTC') + interval '2 months') at time zone 'UTC') as bound from parts_of('events') where part = 'events_before'`,
  );
  expect(parts[0]?.high).toBe(parts[0]?.bound);
  const [row] = await former.rows(
    `select count(*)::int, count(distinct tableoid)::int as parts, has_table_privilege('reader_${process.pid}', 'events', 'select') as granted,
      has_table_privilege('reader_${process.pid}', 'events', 'insert') as too_much from events`,
  );
  expect(row).toEqual({ count: 1000, parts: 1, granted: true, too_much: false });
  await former.rows(`drop owned by reader_${process.pid}`);
  await former.rows(`drop role reader_${process.pid}`);
  await former.stop();
});

test('a database whose language sorts letters otherwise has the same months', async () => {
  const template_url = inject('template_url');
  const name = `test_icu_${process.pid}`;
  await administer(template_url, `create database ${name} template template0 locale_provider icu icu_locale 'en-US' locale 'C'`);
  const url = urlOf(template_url, name);
  await migrate({ url, log: () => {} });
  const text = `select ('a' < 'B') as is_other, (select count(*)::int from parts_of('events') where part in ('events_' || to_char(now() at time zone 'UTC', 'YYYY_MM'),
    'events_' || to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM'))) as months, archive_month_of_events(now()) as archived`;
  expect(await queryIn(url, text)).toEqual([{ is_other: true, months: 2, archived: 'events_before' }]);
  await administer(template_url, `drop database ${name} with (force)`);
});
