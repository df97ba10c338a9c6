import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkChain } from '../../src/kernel/audit/chain.js';
import type { Fields } from '../../src/kernel/base/fields.js';
import type { Entry } from '../../src/kernel/base/rules.js';
import type { KeyRing } from '../../src/kernel/vault/key-ring.js';
import { settleKeys } from '../../src/kernel/vault/stored-keys.js';
import { openContents, openVault } from '../../src/kernel/vault/vault.js';
import { catalogue } from '../../src/resources/index.js';
import { program } from '../support/built.js';
import { count, repeats } from '../support/campaign.js';
import { urlOf } from '../support/database.js';
import { funded } from '../support/merchant.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Client, card, key_ring, ringText, serve, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

const next: KeyRing = [{ id: 'k2', key: randomBytes(32) }];
const both: KeyRing = [...next, ...key_ring];

/** The number of sealed numbers in the vault besides those of the load. */
const records = repeats('sealed_records');

let first: TestService;
let url: string;
let receiver: Receiver;
beforeAll(async () => {
  [first, receiver] = [await startService({ FLORIN_WORKER: 'off' }), await startReceiver()];
  const [row] = await rowsOf<{ name: string }>(first, 'select current_database() as name');
  url = urlOf(inject('template_url'), row?.name ?? '');
  await fill();
});
afterAll(() => Promise.all([first.stop(), receiver.stop()]));

/** Numbers sealed with the first key. */
async function fill(): Promise<void> {
  const { vault } = first.engine;
  const ids = Array.from({ length: records }, (_, place) => `pm_${place}`);
  const sealed = ids.map((id) => vault.seal(JSON.stringify({ number: id }), `acct_many ${id}`).sealed);
  await rowsOf(
    first,
    `insert into vault select 'acct_many', id, 'k1', sealed from unnest($1::text[], $2::bytea[]) u (id, sealed)`,
    ids,
    sealed,
  );
}

/** Runs a command in a separate process. */
function florin(
  ring: KeyRing,
  ...args: readonly string[]
): { readonly child: ChildProcess; readonly begun: Promise<void>; readonly said: () => string; readonly ended: Promise<number | null> } {
  const env = { ...process.env, DATABASE_URL: url, FLORIN_VAULT_KEYS: ringText(ring), LOG_LEVEL: 'silent', PORT: '0' };
  const child = spawn(process.execPath, [program, ...args], { env });
  let said = '';
  const begun = new Promise<void>((done) => child.stdout.once('data', () => done()));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return { child, begun, said: () => said, ended: new Promise((done) => child.once('exit', done)) };
}

/** Saves cards and pays with them until it is stopped; answers with the failures. */
async function load(client: Client, isOver: () => boolean): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (let paid = 0; !isOver() || paid < 3; paid++) {
    const { body } = await client.post('/v1/payment_methods', { ...card() });
    const intent = await client.post('/v1/payment_intents', { amount: 100, currency: 'usd', confirm: true, payment_method: body.id });
    if (intent.body.status !== 'succeeded') wrong.push(intent.body);
  }
  return wrong;
}

const staleRows = (service: TestService): Promise<object[]> =>
  rowsOf(
    service,
    `select id from vault where key_id <> 'k2' union all select id from objects where object = 'webhook_endpoint' and secret not like 'k2.%'
      union all select key from idempotency where reply is not null and convert_from(substring(reply from 1 for 2), 'UTF8') <> 'k2'`,
  );

test(`${records} numbers, secrets and replies get a new key during traffic, though the rotation is killed halfway; then the old key can be removed`, async () => {
  const client = await funded(first, 10_000);
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/hook'), enabled_events: ['*'] });
  const headers = { 'idempotency-key': 'before' };
  const before = await client.post('/v1/customers', { name: 'Jo' }, { headers });
  const saved = (await client.post('/v1/payment_methods', { ...card() })).body;
  const rotated = await serve(url, {}, { key_ring: both });
  let isOver = false;
  const work = load(rotated.client(client.key), () => isOver);
  const killed = florin(both, 'vault', 'rotate');
  await killed.begun;
  expect(killed.said()).toMatch(/: \d+ resealed/);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const left = (await staleRows(first)).length;
  const again = florin(both, 'vault', 'rotate');
  expect([await again.ended, again.said()]).toEqual([0, expect.stringContaining('No row names k1: remove it')]);
  isOver = true;
  expect(await work).toEqual([]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(records + 20);
  expect(await staleRows(first)).toEqual([]);
  count('sealed numbers with a new key, all of which open', records);
  await rotated.stop();
  await withoutTheOldKey(client, { before, saved });
});

type Kept = {
  readonly before: { readonly text: string };
  readonly saved: { readonly id: string; readonly card: { readonly fingerprint: string } };
};

/** Values sealed with the old key open without it, and keyed hashes still match. */
async function withoutTheOldKey({ key }: Client, { before, saved }: Kept): Promise<void> {
  const service = await serve(url, {}, { key_ring: next });
  const client = service.client(key);
  const replay = await client.post('/v1/customers', { name: 'Jo' }, { headers: { 'idempotency-key': 'before' } });
  expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([before.text, 'true']);
  expect((await client.post('/v1/payment_methods', { ...card() })).body.card.fingerprint).toBe(saved.card.fingerprint);
  const paid = { amount: 100, currency: 'usd', confirm: true, payment_method: saved.id };
  expect((await client.post('/v1/payment_intents', paid)).body.status).toBe('succeeded');
  const deliveries = receiver.deliveries.length;
  await service.until(async () => receiver.deliveries.length > deliveries);
  const rows = await rowsOf<{ account: string; id: string; key_id: string; sealed: Buffer }>(service, 'select * from vault');
  for (const { account, id, ...row } of rows) openContents(service.engine.vault, account, id, row);
  expect(rows.length).toBeGreaterThan(records);
  expect((await checkChain(service.engine.database, service.engine.vault)).broken).toEqual([]);
  const [record] = await rowsOf<{ action: string; outcome: string }>(
    service,
    `select action, outcome from audit_records where account = ''`,
  );
  expect(record).toEqual({ action: 'florin vault rotate', outcome: 'succeeded' });
  await service.stop();
}

test('endpoints are the only objects with sealed secrets, so a rotation misses no other', () => {
  const sealed = (catalogue as readonly Entry[]).flatMap((entry) =>
    'resource' in entry && Object.values(entry.resource.fields as Fields).some(({ secret }) => secret === 'signing')
      ? [entry.resource.object]
      : [],
  );
  expect(new Set(sealed)).toEqual(new Set(['webhook_endpoint']));
});

const settle = (ring: KeyRing): Promise<void> =>
  settleKeys(
    first.engine.database,
    openVault(ring, randomBytes, () => {}),
  );

test('a process whose ring lacks a key that rows name, or has another one under its name, is refused at its start', async () => {
  await expect(settle(key_ring)).rejects.toThrow(/sealed with the vault key k2, which the key ring \(k1\) does not hold/);
  await expect(settle([{ id: 'k2', key: randomBytes(32) }])).rejects.toThrow(/k2 of the key ring differs/);
  await settle(next);
  const started = florin(key_ring, 'start');
  expect([await started.ended, started.said()]).toEqual([1, expect.stringContaining('which the key ring (k1) does not hold')]);
});

test('a key is made known to all processes before one of them seals with it', async () => {
  const coming: KeyRing = [{ id: 'k3', key: randomBytes(32) }];
  const prepared = await serve(url, {}, { key_ring: [...next, ...coming] });
  const ahead = await serve(url, {}, { key_ring: [...coming, ...next] });
  const client = ahead.client();
  const { id } = (await client.post('/v1/payment_methods', { ...card() })).body;
  const paying = { amount: 100, currency: 'usd', confirm: true, payment_method: id };
  expect((await prepared.client(client.key).post('/v1/payment_intents', paying)).body.status).toBe('succeeded');
  await Promise.all([prepared.stop(), ahead.stop()]);
});
