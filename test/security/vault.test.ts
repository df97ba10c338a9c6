import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVault } from '../../src/kernel/vault/vault.js';
import { card, startService, type TestService } from '../support/service.js';
import { upload } from '../support/uploads.js';

const ring = (...ids: readonly number[]) => ids.map((id) => ({ id: `k${id}`, key: Buffer.alloc(32, id) }));
const vaultOf = (...ids: readonly number[]) => openVault(ring(...ids), randomBytes, () => {});

test('a sealed value opens in its own place, with its own key', () => {
  const { key_id, sealed } = vaultOf(1).seal('4242', 'acct_a pm_1');
  expect(vaultOf(1).open(sealed, key_id, 'acct_a pm_1')).toBe('4242');
});

test('a flipped bit anywhere is refused', () => {
  const vault = vaultOf(1);
  const { key_id, sealed } = vault.seal('4242424242424242', 'place');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const tampered = Buffer.from(sealed);
    tampered.writeUInt8(tampered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => vault.open(tampered, key_id, 'place')).toThrow();
  }
});

test('a truncated ciphertext is refused, at any length', () => {
  const vault = vaultOf(1);
  const { key_id, sealed } = vault.seal('4242424242424242', 'place');
  for (let length = 0; length < sealed.length; length++) expect(() => vault.open(sealed.subarray(0, length), key_id, 'place')).toThrow();
});

test('a ciphertext moved to another object or another account is refused', () => {
  const vault = vaultOf(1);
  const { key_id, sealed } = vault.seal('4242', 'acct_a pm_1');
  for (const place of ['acct_a pm_2', 'acct_b pm_1', 'acct_a', '']) expect(() => vault.open(sealed, key_id, place)).toThrow();
});

test('the same content is sealed differently each time', () => {
  const vault = vaultOf(1);
  const all = Array.from({ length: 100 }, () => vault.seal('4242', 'place').sealed.toString('hex'));
  expect(new Set(all).size).toBe(100);
});

test('a new first key seals from now on, and old rows still open', () => {
  const { key_id, sealed } = vaultOf(1).seal('old', 'place');
  const rotated = vaultOf(3, 2, 1);
  expect(rotated.open(sealed, key_id, 'place')).toBe('old');
  expect(rotated.seal('new', 'place').key_id).toBe('k3');
});

test('a key removed from the ring is named, not guessed', () => {
  const { key_id, sealed } = vaultOf(1).seal('old', 'place');
  expect(() => vaultOf(2).open(sealed, key_id, 'place')).toThrow(/k1/);
});

test('the same number keeps its fingerprint through a rotation', () => {
  expect(vaultOf(2, 1).hash('fingerprint', '4242')).toEqual(vaultOf(1).hash('fingerprint', '4242'));
  expect(vaultOf(2).hash('fingerprint', '4242')).not.toEqual(vaultOf(1).hash('fingerprint', '4242'));
});

test('a hash for one purpose is useless for another', () => {
  expect(vaultOf(1).hash('page', '4242')).not.toEqual(vaultOf(1).hash('idempotency', '4242'));
});

test('a ring without a key opens no vault', () => {
  expect(() => openVault([], randomBytes, () => {})).toThrow();
});

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const update = (text: string, ...values: readonly unknown[]): Promise<object[]> => service.engine.database.query({ text, values });

/** The value of the alert's metric. */
const alertsNow = async (): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^florin_vault_tampered_total (\d+)$/m.exec(text)?.[1]);
};

test('a changed row of the vault is never used, and reveals nothing', async () => {
  const client = service.client();
  const alerts = await alertsNow();
  const [first, second] = [
    (await client.post('/v1/payment_methods', { ...card() })).body.id,
    (await client.post('/v1/payment_methods', { ...card('4000000000000002') })).body.id,
  ];
  await update('update vault set sealed = other.sealed from vault other where vault.id = $1 and other.id = $2', first, second);
  const confirmed = await client.post('/v1/setup_intents', { payment_method: first, confirm: true });
  expect(confirmed.status).toBe(500);
  expect(confirmed.body.error).toMatchObject({ code: 'sealed_content_invalid', type: 'api_error' });
  expect(await alertsNow()).toBeGreaterThan(alerts);
  expect(service.lines.filter((line) => line.includes('ALERT') && line.includes(first))).not.toEqual([]);
  expect((await client.get('/v1/setup_intents')).body.data).toEqual([]);
  expect((await client.post('/v1/setup_intents', { payment_method: 'pm_card_visa', confirm: true })).status).toBe(200);
});

test('a stored reply that was moved to another key is not replayed', async () => {
  const client = service.client();
  for (const key of ['a', 'b']) await client.post('/v1/customers', { name: 'Jo' }, { headers: { 'idempotency-key': key } });
  const account = `${(await client.get('/v1/account')).body.id}_test`;
  await update(
    'update idempotency it set reply = other.reply from idempotency other where it.account = $1 and other.account = $1 and it.key = $2 and other.key = $3',
    account,
    'a',
    'b',
  );
  const { status, headers, body } = await client.post('/v1/customers', { name: 'Jo' }, { headers: { 'idempotency-key': 'a' } });
  expect([status, body.error.code]).toEqual([500, 'sealed_content_invalid']);
  expect(headers.get('idempotent-replayed')).toBeNull();
});

test.each([
  ['another file', 'sealed = other.sealed'],
  ['bytes that were never sealed', `sealed = 'x'`],
])('a file whose contents were replaced with %s is reported as tampered with, and never as not found', async (_, exchange) => {
  const client = service.client();
  const files = [];
  for (let made = 0; made < 2; made++) files.push((await upload(service, client, { fields: { 'file_link_data[create]': 'true' } })).body);
  const [first, second] = files;
  await update(`update vault set ${exchange} from vault other where vault.id = $1 and other.id = $2`, first.id, second.id);
  const owned = await client.get(`/v1/files/${first.id}/contents`);
  expect([owned.status, owned.body.error.code]).toEqual([500, 'sealed_content_invalid']);
  expect((await fetch(second.links.data[0].url)).status).toBe(200);
});
