import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../src/kernel/storage/database.js';
import { openVault } from '../src/kernel/vault/vault.js';
import { checkup, type Patient } from '../src/service/commands/checkup.js';
import { queryIn } from './support/database.js';
import { card, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off' });
  await service.client().post('/v1/payment_methods', { ...card() });
});
afterAll(() => service.stop());

const config: Patient['config'] = { unknown: [], data: '/tmp', database_url: null, database_connections: 6 };

/** The failed checks, by name, of a service that is healthy except for these changes. */
async function wrongWith(
  patient: { readonly engine?: Partial<Patient['engine']>; readonly config?: Partial<Patient['config']> } = {},
): Promise<Record<string, string>> {
  const { database, vault, now_ms } = service.engine;
  const url = await urlOfService();
  const found = await checkup({ url, engine: { database, vault, now_ms, ...patient.engine }, config: { ...config, ...patient.config } });
  return Object.fromEntries(found.filter(({ is_well }) => !is_well).map(({ name, said }) => [name, said]));
}

async function urlOfService(): Promise<string> {
  const [{ name = '' } = {}] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
  return inject('template_url').replace(/\/template(\?|$)/, `/${name}$1`);
}

/** Connects as another role, or with another setting, to the same database. */
async function asking<T>(change: (url: string) => string, look: (found: Record<string, string>) => T): Promise<T> {
  const url = change(await urlOfService());
  const database = openDatabase({ url, connections: 1, log: () => {} });
  try {
    return look(await wrongWith({ engine: { database } }));
  } finally {
    await database.close();
  }
}

test('a healthy service passes every check', async () => {
  expect(await wrongWith()).toEqual({});
});

describe('each finding comes with its fix', () => {
  test("a database that acknowledges losable writes, though Florin's own connections request more", async () => {
    const [{ name = '' } = {}] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
    await rowsOf(service, `alter database ${name} set synchronous_commit = off`);
    const found = await wrongWith();
    await rowsOf(service, `alter database ${name} reset synchronous_commit`);
    expect(found).toEqual({ durability: expect.stringContaining('alter system set synchronous_commit = on') });
  });

  test('an index, a trigger, a column and a table that were dropped', async () => {
    const index = await rowsOf<{ definition: string }>(service, `select pg_get_indexdef('jobs_due'::regclass) as definition`);
    await rowsOf(service, 'drop index jobs_due');
    expect(await wrongWith()).toEqual({
      schema: expect.stringMatching(/lacks the index jobs\.jobs_due\. As the owner of the tables: CREATE INDEX/),
    });
    await rowsOf(service, index[0]?.definition ?? '');
    expect(await wrongWith()).toEqual({});
    await rowsOf(service, 'alter table request_logs rename column outcome to result');
    expect(await wrongWith()).toEqual({ schema: expect.stringMatching(/the column request_logs\.outcome.*restore a backup/) });
    await rowsOf(service, 'alter table request_logs rename to somewhere_else');
    expect(await wrongWith()).toEqual({ schema: expect.stringMatching(/lacks the table request_logs\. Stop the service/) });
    await rowsOf(service, 'alter table somewhere_else rename column result to outcome');
    await rowsOf(service, 'alter table somewhere_else rename to request_logs');
    expect(await wrongWith()).toEqual({});
  });

  test('an unknown setting', async () => {
    expect(await wrongWith({ config: { unknown: ['FLORIN_X is no setting.'] } })).toEqual({ settings: 'FLORIN_X is no setting.' });
  });

  test.each([
    ['that is another one under the same name', 'k1', /The vault key k1 of the key ring differs.*Set FLORIN_VAULT_KEYS/],
    [
      'that no row names, in place of the one they name',
      'k2',
      /sealed with the vault key k1, which the key ring \(k2\) does not hold\. Add it after/,
    ],
  ])('a vault key %s', async (_, id, said) => {
    const vault = openVault(
      [{ id, key: Buffer.alloc(32, 8) }],
      (bytes) => Buffer.alloc(bytes, 1),
      () => {},
    );
    expect(await wrongWith({ engine: { vault } })).toEqual({ vault: expect.stringMatching(said) });
  });

  test('a vault key that only older rows name and the key ring does not have', async () => {
    await rowsOf(service, `insert into vault_keys (id, sealed) select 'k0', sealed from vault_keys limit 1`);
    expect(await wrongWith()).toEqual({ vault: expect.stringMatching(/sealed with the vault key k0/) });
    await rowsOf(service, `delete from vault_keys where id = 'k0'`);
  });

  test('a clock that is ahead', async () => {
    const now_ms = (): number => service.now() + 60_000;
    expect(await wrongWith({ engine: { now_ms } })).toEqual({ clock: expect.stringMatching(/(59|60) s apart.*NTP/) });
  });

  test('a missing folder', async () => {
    expect(await wrongWith({ config: { data: '/nowhere' } })).toEqual({ disk: expect.stringContaining('/nowhere') });
  });

  test('a ledger of another cluster', async () => {
    const [{ cluster } = { cluster: '' }] = await rowsOf<{ cluster: string }>(service, 'select cluster from ledger_watermark');
    await rowsOf(service, `update ledger_watermark set cluster = 'another'`);
    expect(await wrongWith()).toEqual({ watermark: expect.stringMatching(/another cluster.*FLORIN_WORKER=on/) });
    await rowsOf(service, 'update ledger_watermark set cluster = $1', cluster);
  });

  test('a migration that has not run', async () => {
    await rowsOf(service, `delete from migrations where number = 19`);
    expect(await wrongWith()).toEqual({ schema: expect.stringMatching(/lacks 0019-.*florin migrate/) });
    await rowsOf(service, `insert into migrations (number, name) values (19, '0019-ledger-clusters.sql')`);
  });

  test('a role that may not write', async () => {
    await rowsOf(service, `do $$ begin create role doctor_reader login; exception when duplicate_object then null; end $$`);
    await rowsOf(service, 'grant select on all tables in schema public to doctor_reader');
    const found = await asking(
      (url) => url.replace('user=postgres', 'user=doctor_reader'),
      (it) => it,
    );
    expect(Object.keys(found)).toEqual(['privileges']);
    expect(found.privileges).toMatch(/lacks .*insert on entries.*grant insert on entries to doctor_reader/);
    expect(found.privileges).not.toContain('update on entries');
    await rowsOf(service, 'drop owned by doctor_reader');
    await rowsOf(service, 'drop role doctor_reader');
  });

  test('a database that accepts no writes', async () => {
    const [{ name = '' } = {}] = await rowsOf<{ name: string }>(service, 'select current_database() as name');
    await queryIn(inject('template_url'), `alter database ${name} set default_transaction_read_only = on`);
    const found = await asking(
      (url) => url,
      (it) => it,
    );
    expect(found).toMatchObject({ writable: expect.stringContaining('default_transaction_read_only') });
    await queryIn(inject('template_url'), `alter database ${name} set default_transaction_read_only = off`);
  });

  test('a missing database, and then no further check is reported', async () => {
    const found = await asking(
      (url) => url.replace(/\/test_\w+/, '/nowhere'),
      (it) => it,
    );
    expect(found).toEqual({ connection: expect.stringMatching(/^The database does not exist.*createdb/) });
  });
});
