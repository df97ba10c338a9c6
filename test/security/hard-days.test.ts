import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { administer, urlOf } from '../support/database.js';
import { type Between, startProxy } from '../support/proxy.js';
import { craft, type Got } from '../support/requests.js';
import { type Client, serve, type TestService } from '../support/service.js';

const name = `test_hard_${process.pid}_${randomBytes(4).toString('hex')}`;
let proxy: Between;
let service: TestService;
let client: Client;
beforeAll(async () => {
  await administer(inject('template_url'), `create database ${name} template template`);
  proxy = await startProxy(urlOf(inject('template_url'), name));
  service = await serve(proxy.url, { FLORIN_TIME_SCALE: '0' });
  client = service.client();
  await client.get('/v1/customers');
});
afterEach(() => proxy.restore());
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
});

/** A connection that bypasses the proxy. */
async function beside<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: urlOf(inject('template_url'), name) });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

const requests = [
  { path: '/v1/customers' },
  { path: '/v1/customers/cus_unknown' },
  { path: '/v1/balance' },
  { path: '/v1/customers/search?query=name:%22x%22' },
  {
    method: 'POST',
    path: '/v1/customers',
    body: '{"name":"Jo"}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'hard' },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents',
    body: 'confirm=true&payment_method=pm_card_visa',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
];

const askedAll = (key = client.key): Promise<Got[]> => Promise.all(requests.map((request) => craft(service.port, { ...request, key })));

function expectUnavailable(answers: readonly Got[]): void {
  for (const { status, body, headers } of answers) {
    expect([status, body?.error?.code, body?.error?.type]).toEqual([503, 'service_unavailable', 'api_error']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
}

const recovered = (): Promise<boolean> => service.until(async () => (await client.get('/v1/customers')).status === 200);

const ready = async (): Promise<number> => (await craft(service.port, { path: '/readyz' })).status;

test('503: while the database is down, also for a new key; and requests succeed when it is back', async () => {
  await proxy.cut();
  expectUnavailable(await askedAll());
  expectUnavailable(await askedAll('sk_test_notseenyetbyus'));
  expect([await ready(), (await craft(service.port, { path: '/healthz' })).status]).toEqual([503, 200]);
  await proxy.restore();
  await recovered();
  expect(await ready()).toBe(200);
});

test('503: while the database accepts connections and does not answer', async () => {
  proxy.freeze();
  expectUnavailable(await askedAll());
  await proxy.restore();
  await recovered();
});

test('503 or done: while every connection is terminated again and again', async () => {
  const answers: Got[] = [];
  for (let round = 0; round < 5; round++) {
    const asked = askedAll();
    await beside((connection) =>
      connection.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`, [name]),
    );
    answers.push(...(await asked));
  }
  expectUnavailable(answers.filter(({ status }) => status >= 500));
  await recovered();
});

test('a connection terminated within a transaction fails the transaction, and not the process', async () => {
  const { database } = service.engine;
  const broken = database.transaction(async (query) => {
    const [{ pid } = { pid: 0 }] = await query<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] });
    await beside((connection) => connection.query('select pg_terminate_backend($1)', [pid]));
    await service.until(async () => {
      const { rows } = await beside((connection) => connection.query('select 1 from pg_stat_activity where pid = $1', [pid]));
      return rows.length === 0;
    });
    await query({ text: 'select 1', values: [] });
  });
  await expect(broken).rejects.toThrow();
  await recovered();
});

test('503: while the database refuses connections', async () => {
  const refuse = (allowed: boolean): Promise<void> =>
    administer(inject('template_url'), `alter database ${name} allow_connections ${allowed}`);
  await refuse(false);
  try {
    await administer(inject('template_url'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await service.until(async () => (await client.get('/v1/customers')).status !== 200);
    expectUnavailable(await askedAll());
  } finally {
    await refuse(true);
  }
  await recovered();
});

test('503: a slow statement is canceled, and has no effect', async () => {
  await beside(async (connection) => {
    await connection.query('begin');
    await connection.query('lock table objects in access exclusive mode');
    expectUnavailable([await craft(service.port, { method: 'POST', path: '/v1/customers', body: '{}', key: client.key })]);
    await connection.query('rollback');
  });
  await recovered();
  const before = (await client.get('/v1/events', { limit: 100 })).body.data.length;
  expect((await client.post('/v1/customers')).status).toBe(200);
  expect((await client.get('/v1/events', { limit: 100 })).body.data.length).toBe(before + 1);
});

/** Makes the first `failures` of every `failures + 1` writes of a customer fail with a PostgreSQL error code. */
const failing = (code: string, failures: number): Promise<unknown> =>
  beside((connection) =>
    connection.query(`
      create sequence if not exists tries;
      create or replace function fail_sometimes() returns trigger language plpgsql as $$ begin
        if nextval('tries') % ${failures + 1} <> 0 then raise exception 'injected' using errcode = '${code}'; end if;
        return new;
      end $$;
      select setval('tries', ${failures + 1});
      create or replace trigger fail_sometimes before insert on objects for each row when (new.object = 'customer') execute function fail_sometimes()`),
  );

const atRest = (): Promise<unknown> => beside((connection) => connection.query('drop trigger if exists fail_sometimes on objects'));

test.each([
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
])('%s is retried without an error to the caller', async (_, code) => {
  const own = service.client();
  await own.get('/v1/customers');
  await failing(code, 3);
  for (let count = 0; count < 10; count++) expect((await own.post('/v1/customers', { name: 'Jo' })).status).toBe(200);
  await atRest();
  expect((await own.get('/v1/customers', { limit: 100 })).body.data).toHaveLength(10);
  expect((await own.get('/v1/events', { type: 'customer.created', limit: 100 })).body.data).toHaveLength(10);
});

test('503: a write that loses every race may be retried later', async () => {
  await failing('40001', 1000);
  const answer = await craft(service.port, { method: 'POST', path: '/v1/customers', body: '{}', key: client.key });
  await atRest();
  expectUnavailable([answer]);
});

test('writers that want the same objects in any order all succeed', async () => {
  const own = service.client();
  const { body: customer } = await own.post('/v1/customers', { name: 'Jo' });
  const { body: method } = await own.post('/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, count) =>
      count % 2
        ? own.post(`/v1/customers/${customer.id}`, { metadata: { [`key${count}`]: 'x' } })
        : own.post(`/v1/payment_methods/${method.id}`, { metadata: { [`key${count}`]: 'x' } }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(Object.keys((await own.get(`/v1/customers/${customer.id}`)).body.metadata)).toHaveLength(12);
});
