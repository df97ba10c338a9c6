import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { book_tables } from '../../src/kernel/storage/books.js';
import type { KeyRing } from '../../src/kernel/vault/key-ring.js';
import { rotate } from '../../src/kernel/vault/rotate.js';
import { settleKeys } from '../../src/kernel/vault/stored-keys.js';
import { openVault } from '../../src/kernel/vault/vault.js';
import { auditedService } from '../support/audited.js';
import { urlOf } from '../support/database.js';
import { made, populate } from '../support/populate.js';
import { startReceiver } from '../support/receiver.js';
import { loggedRequest } from '../support/request-logs.js';
import { type Client, card, clientOf, key_ring, serve, startService, type TestService } from '../support/service.js';
import { rowsOf, startInstallation } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await auditedService();
});

const reset = (client: Client) => client.post('/v1/test_helpers/reset');
const save = async (client: Client, name?: string) => made(client, '/v1/test_helpers/snapshots', name === undefined ? {} : { name });
const load = (client: Client, id: string) => client.post(`/v1/test_helpers/snapshots/${id}/load`);
const accountOf = async (client: Client): Promise<string> => (await client.get('/v1/account')).body.id;

/** All rows of a sandbox and its connected accounts, except what a load gives new values and sums that are added up again. */
async function rowsIn(account: string, of = service): Promise<Record<string, string[]>> {
  const members = await rowsOf<{ account: string }>(
    of,
    'select account from connections where platform = $1 union select $1',
    `${account}_test`,
  );
  const accounts = members.map((each) => each.account);
  const tables = Object.keys(book_tables)
    .filter((table) => table !== 'activity' && table !== 'ledger_checked')
    .map(async (table) => {
      const text = `select (to_jsonb(it) - 'written_in' - 'total' - 'leased_until')::text as row from ${table} it where account = any ($1) order by 1`;
      const rows = await rowsOf<{ row: string }>(of, text, accounts);
      // Members and their sessions outlive a reset.
      return [table, rows.flatMap(({ row }) => (/"object": "member(_session)?"/.test(row) ? [] : [row]))] as const;
    });
  return Object.fromEntries(await Promise.all(tables));
}

const countIn = (rows: Record<string, string[]>): number => Object.values(rows).reduce((sum, { length }) => sum + length, 0);

test('every table with an account is emptied by a reset, or is one of those that outlive it', async () => {
  const rows = await rowsOf<{ name: string }>(
    service,
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'account')`,
  );
  const outlive = ['audit_chain', 'audit_records', 'audit_unlinked', 'clocks', 'keys', 'listeners', 'snapshot_rows', 'snapshots'];
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(book_tables), ...outlive].sort());
});

test('a sandbox with every kind of object is emptied, and a snapshot brings all of it back exactly', async () => {
  const { services, stop } = await startInstallation({}, { FLORIN_WORKER: 'off', FLORIN_REQUEST_LOG: 'off' });
  const [busy, idle] = services as [TestService, TestService];
  const key = busy.client().key;
  const ids = await populate(busy, busy.client(key));
  await busy.client(key).post('/v1/customers', {}, { headers: { 'idempotency-key': 'kept' } });
  await loggedRequest(busy, busy.client(key));
  await rowsOf(
    busy,
    `with old as (delete from events where id = (select min(id) from events) returning *) insert into archived_events select * from old`,
  );
  // Without a worker nothing changes the rows between the save and the comparisons.
  await busy.stop();
  const client = idle.client(key);
  const account = await accountOf(client);
  const violations = () => audit(idle.engine.database);
  const { id, objects, events } = await save(client, 'everything');
  const saved = await rowsIn(account, idle);
  expect([objects, events]).toEqual([saved.objects?.length, saved.events?.length]);
  for (const [table, rows] of Object.entries(saved)) expect(rows.length, table).toBeGreaterThan(0);

  expect((await reset(client)).body).toEqual({ object: 'test_helpers.reset', account, livemode: false });
  for (const kind of ['customers', 'payment_intents', 'accounts', 'webhook_endpoints', 'products', 'files', 'request_logs'])
    expect((await client.get(`/v1/${kind}`)).body.data, kind).toEqual([]);
  expect((await client.get('/v1/balance')).body).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 0 }] });
  expect(await accountOf(client)).toBe(account);
  // The account, its bank account and its configuration of payment methods remain.
  expect(countIn(await rowsIn(account, idle))).toBeLessThan(7);
  expect(await violations()).toEqual([]);

  await made(client, '/v1/customers', { name: 'After the reset' });
  expect((await load(client, id)).body).toMatchObject({ id, object: 'test_helpers.snapshot', name: 'everything' });
  const restored = await rowsIn(account, idle);
  for (const table of Object.keys(saved)) expect(restored[table], table).toEqual(saved[table]);
  expect(await violations()).toEqual([]);
  const { customer, payment_method } = ids;
  const params = { amount: 700, currency: 'usd', confirm: true, customer, payment_method, off_session: true };
  expect((await made(client, '/v1/payment_intents', params)).status).toBe('succeeded');
  expect(await violations()).toEqual([]);
  await stop();
});

test('a reset returns the clock to the current time, and a snapshot has its own clock', async () => {
  const client = service.client();
  const clock = async (): Promise<number> => (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  const day = 86_400;
  const begun = await clock();
  await made(client, '/v1/test_helpers/sandbox_clock/advance', { frozen_time: begun + 30 * day });
  const { id, frozen_time } = await save(client);
  expect(frozen_time).toBeGreaterThanOrEqual(begun + 30 * day);
  await reset(client);
  expect(await clock()).toBeLessThan(begun + day);
  const { created } = await made(client, '/v1/customers', {});
  expect(created).toBeLessThan(begun + day);
  await load(client, id);
  expect(await clock()).toBeGreaterThanOrEqual(begun + 30 * day);
});

test('deliveries that waited in a snapshot are sent after it is loaded, and signed with the endpoint that was saved', async () => {
  let status = 500;
  const receiver = await startReceiver(() => status);
  const client = service.client();
  await made(client, '/v1/webhook_endpoints', { url: receiver.url('/'), enabled_events: ['customer.created'] });
  const customer = await made(client, '/v1/customers', {});
  const waiting = async () =>
    rowsOf(service, `select tried from jobs where queue = 'webhook' and account like $1`, `${await accountOf(client)}%`);
  await service.until(async () => (await waiting())[0] && ((await waiting())[0] as { tried: number }).tried === 1);
  const { id } = await save(client);
  await reset(client);
  expect(await waiting()).toEqual([]);
  await load(client, id);
  status = 200;
  service.advance(3_600_000);
  const again = await service.until(async () => receiver.deliveries[1]);
  expect(JSON.parse(again.body).data.object.id).toBe(customer.id);
  await receiver.stop();
});

test('an idempotency key is free again after a reset, and used again after a load', async () => {
  const client = service.client();
  const create = () => client.post('/v1/customers', {}, { headers: { 'idempotency-key': 'same' } });
  const first = await create();
  const { id } = await save(client);
  await reset(client);
  const second = await create();
  expect(second.body.id).not.toBe(first.body.id);
  await load(client, id);
  expect((await create()).text).toBe(first.text);
});

test('a reset under an idempotency key is carried out each time', async () => {
  const client = service.client();
  const again = () => client.post('/v1/test_helpers/reset', {}, { headers: { 'idempotency-key': 'reset' } });
  for (const _ of [1, 2]) {
    await made(client, '/v1/customers', {});
    expect((await again()).status).toBe(200);
    expect((await client.get('/v1/customers')).body.data).toEqual([]);
  }
});

test('requests that run while the sandbox is reset and restored succeed or are refused, and the books stay whole', async () => {
  const client = service.client();
  const customer = await made(client, '/v1/customers', {});
  const method = await made(client, '/v1/payment_methods', { ...card() });
  await made(client, `/v1/payment_methods/${method.id}/attach`, { customer: customer.id });
  await made(client, '/v1/test_helpers/top_ups', { amount: 1_000_000, currency: 'usd' });
  const { id } = await save(client);
  let is_over = false;
  const statuses = new Set<number>();
  const work = async (): Promise<void> => {
    while (!is_over) {
      const { status, body } = await client.post('/v1/payment_intents', {
        amount: 500,
        currency: 'usd',
        confirm: true,
        customer: customer.id,
        payment_method: method.id,
        off_session: true,
      });
      statuses.add(status);
      if (status === 200) statuses.add((await client.post('/v1/refunds', { payment_intent: body.id, amount: 200 })).status);
      statuses.add((await client.post('/v1/payouts', { amount: 100, currency: 'usd' })).status);
    }
  };
  const working = Promise.all([work(), work(), work()]);
  for (const _ of [1, 2, 3]) {
    expect((await reset(client)).status).toBe(200);
    expect((await load(client, id)).status).toBe(200);
  }
  is_over = true;
  await working;
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toContain(200);
  expect(await audit(service.engine.database)).toEqual([]);
  await load(client, id);
  expect((await client.get('/v1/payment_intents')).body.data).toEqual([]);
  expect((await client.get('/v1/balance')).body.available).toMatchObject([{ amount: 1_000_000 }]);
});

test('a reset of one sandbox leaves every other as it is', async () => {
  const [one, other] = [service.client(), service.client()];
  for (const client of [one, other]) await made(client, '/v1/test_helpers/top_ups', { amount: 500, currency: 'usd' });
  const before = await rowsIn(await accountOf(other));
  await reset(one);
  // Logs and totals are written afterwards.
  const later = { balances: [], request_logs: [] };
  expect({ ...(await rowsIn(await accountOf(other))), ...later }).toEqual({ ...before, ...later });
  const { id } = await save(one, 'mine');
  expect((await load(other, id)).body.error).toMatchObject({ code: 'resource_missing', param: 'id' });
  expect((await other.get('/v1/test_helpers/snapshots')).body.data).toEqual([]);
});

test('a platform is reset with its connected accounts, and none of them alone', async () => {
  const client = service.client();
  const connected = await made(client, '/v1/accounts', { type: 'custom', country: 'US' });
  const inside = { headers: { 'stripe-account': connected.id } };
  await client.post('/v1/customers', { name: 'Jo' }, inside);
  const { id } = await save(client);
  const alone = await client.post('/v1/test_helpers/reset', {}, inside);
  expect(alone.status).toBe(403);
  expect(alone.body.error.message).toContain('together with its platform');
  await reset(client);
  expect((await client.get('/v1/customers', {}, inside)).status).toBe(403);
  await load(client, id);
  expect((await client.get('/v1/customers', {}, inside)).body.data).toMatchObject([{ name: 'Jo' }]);
});

test('a snapshot is saved under a name once, listed by it, and deleted', async () => {
  const client = service.client();
  await save(client);
  const former = await save(client, 'seeded');
  await made(client, '/v1/customers', {});
  const later = await save(client, 'seeded');
  const list = await client.get('/v1/test_helpers/snapshots', { name: 'seeded' });
  expect(list.body.data).toEqual([later]);
  expect((await client.get('/v1/test_helpers/snapshots')).body.data).toHaveLength(2);
  expect((await client.get(`/v1/test_helpers/snapshots/${former.id}`)).status).toBe(404);
  expect((await client.get(`/v1/test_helpers/snapshots/${later.id}`)).body).toEqual(later);
  expect((await client.del(`/v1/test_helpers/snapshots/${later.id}`)).body).toEqual({
    id: later.id,
    object: 'test_helpers.snapshot',
    deleted: true,
  });
  expect((await client.del(`/v1/test_helpers/snapshots/${later.id}`)).status).toBe(404);
  expect(await rowsOf(service, 'select from snapshot_rows where snapshot = $1', later.id)).toEqual([]);
});

test('a snapshot of an earlier form of the tables is refused, and the sandbox stays as it is', async () => {
  const client = service.client();
  const { id } = await save(client);
  const customer = await made(client, '/v1/customers', {});
  await rowsOf(service, 'update snapshots set schema = schema - 1 where id = $1', id);
  const { status, body } = await load(client, id);
  expect([status, body.error.code]).toEqual([400, 'snapshot_outdated']);
  expect((await client.get(`/v1/customers/${customer.id}`)).status).toBe(200);
});

test('only a secret key, or a restricted key with its permission, resets a sandbox, and each time leaves an audit record', async () => {
  const client = service.client();
  await client.get('/v1/account');
  const refused = await client.post('/v1/test_helpers/reset', {}, { key: client.publishable_key });
  expect(refused.body.error.code).toBe('secret_key_required');
  await reset(client);
  const { data } = (await client.get('/v1/audit_records', { action: 'POST /v1/test_helpers/reset' })).body;
  expect(data).toMatchObject([{ outcome: 'succeeded', actor_type: 'secret' }, { outcome: 'refused' }]);
});

test('a rotation of the vault reseals snapshots, so that they load with the new key alone', async () => {
  const first = await startService({ FLORIN_WORKER: 'off' });
  const client = first.client();
  const method = await made(client, '/v1/payment_methods', { ...card() });
  const endpoint = await made(client, '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] });
  const keyed = { headers: { 'idempotency-key': 'kept' } };
  const created = await client.post('/v1/customers', {}, keyed);
  const { id } = await save(client);
  await reset(client);
  const next: KeyRing = [{ id: 'k2', key: randomBytes(32) }];
  const vault = openVault([...next, ...key_ring], randomBytes, () => {});
  await settleKeys(first.engine.database, vault);
  const told = (): void => {};
  const { tampered, retired } = await rotate(first.engine.database, vault, told, async () => {});
  expect([tampered, retired]).toEqual([[], ['k1']]);

  const [row] = await rowsOf<{ name: string }>(first, 'select current_database() as name');
  const second = await serve(urlOf(inject('template_url'), row?.name ?? ''), {}, { key_ring: next });
  const after = clientOf(second.url, client.key);
  expect((await load(after, id)).status).toBe(200);
  expect((await after.post('/v1/customers', {}, keyed)).text).toBe(created.text);
  const paid = await made(after, '/v1/payment_intents', { amount: 100, currency: 'usd', confirm: true, payment_method: method.id });
  expect(paid.status).toBe('succeeded');
  // A delivery is signed with the secret that was sealed again.
  await second.until(async () => (await after.get('/v1/webhook_attempts', { webhook_endpoint: endpoint.id })).body.data[0]);
  await second.stop();
  await first.stop();
});
