import { createHash, randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../src/kernel/storage/migrate.js';
import { storing } from '../src/kernel/vault/stored-keys.js';
import { openVault } from '../src/kernel/vault/vault.js';
import { type Former, startFormer } from './support/former.js';
import { formerSearch } from './support/former-search.js';
import { type Recording, type Replayed, record, recordingOf, replayed } from './support/replay.js';
import { type Client, key_ring, serve, type TestService } from './support/service.js';

let former: Former;
let service: TestService | undefined;
const loads: { stop(): Promise<number> }[] = [];
afterEach(async () => {
  for (const each of loads.splice(0)) await each.stop();
  await service?.stop();
  service = undefined;
  await former.stop();
});

/** A key of an account that an earlier version has opened. */
async function keyOf(account_id: string): Promise<string> {
  const key = `sk_test_${randomBytes(12).toString('hex')}`;
  await former.rows(
    `insert into keys (hash, id, account, account_id, livemode, kind, name, hint, created_at) values ($1, $2, $3, $4, false, 'secret', 'Key', '', now())`,
    createHash('sha256').update(key).digest(),
    `key_${randomBytes(8).toString('hex')}`,
    `${account_id}_test`,
    account_id,
  );
  return key;
}

/** Repeats a function until it is stopped, and answers with the number of calls. */
function load(work: (turn: number) => Promise<void>): { stop(): Promise<number> } {
  let stopped = false;
  let turn = 0;
  const running = (async () => {
    while (!stopped) await work(turn++);
  })();
  const loaded = {
    stop: async () => {
      stopped = true;
      await running;
      return turn;
    },
  };
  loads.push(loaded);
  return loaded;
}

const found = async (client: Client, query: string): Promise<string[]> =>
  (await client.get('/v1/customers/search', { query, limit: '100' })).body.data.map(({ id }: { id: string }) => id);

test('across 0006 search finds objects of either version, before, during and after the schema change', async () => {
  former = await startFormer(5);
  const account_id = `acct_${randomBytes(8).toString('hex')}`;
  const key = await keyOf(account_id);
  const old = formerSearch(former, `${account_id}_test`);
  const made: string[] = [];
  for (let number = 0; number < 60; number++) made.push(await old.write('before@example.com'));
  const unfound: string[] = [];
  const beside = load(async (turn) => {
    const id = await old.write(`during_${turn}@example.com`);
    if ((await old.find(`during_${turn}@example.com`))[0] !== id) unfound.push(id);
  });
  await migrate({ url: former.url, log: () => {} });
  service = await serve(former.url, { FLORIN_WORKER: 'off' });
  const client = service.client(key);

  expect(await found(client, 'email:"before@example.com"')).toEqual(made.sort().reverse());
  expect((await found(client, 'name~"former" AND email:"before@example.com"')).length).toBe(60);
  const { body: fresh } = await client.post('/v1/customers', { email: 'new@example.com' });
  expect(await old.find('new@example.com')).toEqual([fresh.id]);
  const late = await old.write('late@example.com');
  expect(await found(client, 'email:"late@example.com"')).toEqual([late]);

  // Each changes and deletes the other's objects.
  await old.write('changed@example.com', fresh.id);
  expect([await found(client, 'email:"new@example.com"'), await found(client, 'email:"changed@example.com"')]).toEqual([[], [fresh.id]]);
  await client.post(`/v1/customers/${late}`, { email: 'later@example.com' });
  expect([await old.find('late@example.com'), await old.find('later@example.com')]).toEqual([[], [late]]);
  await old.remove(fresh.id);
  expect(await found(client, 'email:"changed@example.com"')).toEqual([]);
  await client.del(`/v1/customers/${late}`);
  expect(await old.find('later@example.com')).toEqual([]);

  const turns = await beside.stop();
  expect(unfound).toEqual([]);
  // The last process of the earlier version has gone.
  expect(await migrate({ url: former.url, log: () => {}, contracts: true })).toEqual([
    '0018-search-terms-of-accounts.sql',
    '0073-packed-events-only.sql',
  ]);
  expect((await found(client, 'email:"before@example.com"')).length).toBe(60);
  for (const turn of [0, turns - 1]) expect((await found(client, `email:"during_${turn}@example.com"`)).length).toBe(1);
  const [shapes] = await former.rows(`select count(*)::int from searches where terms ? 'account' or terms = '{}'`);
  expect(shapes).toEqual({ count: 0 });
});

test('existing customers show the opposite of their balance', async () => {
  former = await startFormer(11);
  await migrate({ url: former.url, log: () => {} });
  const docs = [
    { id: 'cus_1', balance: -500, currency: 'usd' },
    { id: 'cus_2', balance: 200, currency: 'eur', invoice_credit_balance: {}, metadata: {} },
    { id: 'cus_3', balance: 0, currency: 'usd' },
    { id: 'cus_4', balance: 70, currency: 'usd', invoice_credit_balance: { usd: -70 } },
  ];
  for (const doc of docs)
    await former.rows(
      `insert into objects (account, object, id, version, doc, deleted) values ('acct_1_test', 'customer', $1, 1, $2, false)`,
      doc.id,
      JSON.stringify(doc),
    );
  await former.rows('delete from migrations where number = 87');
  await migrate({ url: former.url, log: () => {} });
  expect(await former.rows(`select doc::text, version from objects where object = 'customer' order by id`)).toEqual([
    { version: 2, doc: '{"id":"cus_1","balance":-500,"currency":"usd","invoice_credit_balance":{"usd":500}}' },
    { version: 2, doc: '{"id":"cus_2","balance":200,"currency":"eur","invoice_credit_balance":{"eur":-200},"metadata":{}}' },
    ...docs.slice(2).map((doc) => ({ version: 1, doc: JSON.stringify(doc) })),
  ]);
});

const schema = 11;

/** The ids that the recorded program read through the API and that are not found now. */
const unfoundBy = async (client: Client, { reads }: Recording): Promise<string[]> => {
  const missing: string[] = [];
  for (const { path, ids } of reads) {
    const { status, body } = await client.get(path);
    const listed: string[] = status === 200 ? body.data.map(({ id }: { id: string }) => id) : [];
    missing.push(...ids.filter((id) => !listed.includes(id)).map((id) => `${status} ${path} ${id}`));
  }
  return missing;
};

test.runIf(process.env.RECORD)('the present program is recorded', async () => {
  former = await startFormer(0);
  await former.rows('drop table migrations');
  await migrate({ url: former.url, log: () => {} });
  service = await serve(former.url, { FLORIN_WORKER: 'off' });
  await record(service, Number(process.env.RECORD));
});

test('the recorded earlier program runs beside the present one through every migration: no error, and no missing object', async () => {
  former = await startFormer(schema);
  const recording = recordingOf(schema);
  const accounts: Replayed[] = [];
  const wrong: string[] = [];
  const live = load(async (number) => {
    const account = replayed(former, recording, number);
    wrong.push(...(await account.write()), ...(await account.read()));
    accounts.push(account);
  });
  const database_url = former.url;
  await migrate({ url: database_url, log: () => {} });
  // Sealed values of the recording belong to the recorded account, and open in none of the replayed ones.
  const { text, values } = storing(
    openVault(key_ring, randomBytes, () => {}),
    'k1',
  );
  await former.rows(text, ...values);
  service = await serve(database_url, { FLORIN_WORKER: 'off' });

  // Each finds the other's objects, in an account from before and in a new one.
  const now = replayed(former, recording, 900_000);
  expect(await now.write()).toEqual([]);
  for (const account of [accounts[0] as Replayed, now]) {
    const client = service.client(account.key);
    expect(await unfoundBy(client, recording)).toEqual([]);
    expect((await client.post('/v1/customers', { email: 'jo@example.com', metadata: { order: '6735' } })).status).toBe(200);
    const more = {
      '/v1/customers': 1,
      '/v1/customers?email=jo@example.com': 1,
      '/v1/customers/search?query=email:"jo@example.com"': 1,
      '/v1/events?limit=100': 1,
    };
    expect(await account.read(more)).toEqual([]);
  }
  await migrate({ url: database_url, log: () => {}, contracts: true });
  expect(await live.stop()).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
  for (const { key } of accounts) expect(await unfoundBy(service.client(key), recording)).toEqual([]);
});
