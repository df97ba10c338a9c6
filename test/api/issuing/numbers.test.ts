import { describe, expect, test } from 'vitest';
import { passesLuhn } from '../../../src/kernel/base/concealed.js';
import { openContents } from '../../../src/kernel/vault/vault.js';
import { test_cards } from '../../../src/processors/sandbox/cards.js';
import { auditedService } from '../../support/audited.js';
import { cardOf, holderOf, sent } from '../../support/issued.js';
import { openMerchant } from '../../support/keyholders.js';
import type { Client } from '../../support/service.js';
import { rowsOf } from '../../support/services.js';

const service = await auditedService();

const both = { 'expand[0]': 'number', 'expand[1]': 'cvc' };

const seen = async (client: Client, id: string): Promise<{ number: string; cvc: string; last4: string }> =>
  (await client.get(`/v1/issuing/cards/${id}`, both)).body;

test('200: a secret key that retrieves a virtual card may expand its number and its cvc', async () => {
  const client = service.client();
  const card = await cardOf(client);
  const { status, body } = await client.get(`/v1/issuing/cards/${card.id}`, both);
  expect(status).toBe(200);
  const { number, cvc, ...rest } = body;
  expect(rest).toEqual(card);
  expect(number).toMatch(/^400009\d{10}$/);
  expect(cvc).toMatch(/^\d{3}$/);
  expect([passesLuhn(number), number.slice(-4), test_cards.has(number)]).toEqual([true, card.last4, false]);
  const { body: one } = await client.get(`/v1/issuing/cards/${card.id}`, { 'expand[]': 'number' });
  expect([one.number, 'cvc' in one]).toEqual([number, false]);
  const { body: none } = await client.get(`/v1/issuing/cards/${card.id}`);
  expect(['number' in none, 'cvc' in none]).toEqual([false, false]);
});

test('a physical card shows neither, because they are printed on it', async () => {
  const client = service.client();
  const card = await cardOf(client, { ...sent });
  const { status, body } = await client.get(`/v1/issuing/cards/${card.id}`, both);
  expect([status, body]).toEqual([200, card]);
});

test('numbers of cards issued at once are all different, and do not reveal their order', async () => {
  const client = service.client();
  const cardholder = (await holderOf(client)).id;
  const cards = await Promise.all(Array.from({ length: 20 }, () => cardOf(client, { cardholder })));
  const numbers = await Promise.all(cards.map(async ({ id }) => (await seen(client, id)).number));
  expect(new Set(numbers).size).toBe(20);
  expect(numbers.every(passesLuhn)).toBe(true);
  expect(new Set(numbers.map((number) => number.slice(0, 9))).size).toBeGreaterThan(10);
});

describe('400: the number is shown only where the card itself is retrieved', () => {
  test.each([
    ['a list', 'get', '/v1/issuing/cards', { 'expand[]': 'data.number' }],
    ['after creation', 'post', '/v1/issuing/cards', { expand: ['number'] }],
  ] as const)('not in %s', async (_, method, path, params) => {
    const client = service.client();
    const { status, body } = await client[method](path, { ...(method === 'post' && { currency: 'usd', type: 'virtual' }), ...params });
    expect([status, body.error.param, body.error.message]).toEqual([400, 'expand', expect.stringContaining('object itself is retrieved')]);
    expect((await client.get('/v1/issuing/cards')).body.data).toEqual([]);
  });

  test('not in an update, and not through another card', async () => {
    const client = service.client();
    const card = await cardOf(client);
    const changed = await client.post(`/v1/issuing/cards/${card.id}`, { metadata: { a: '1' }, expand: ['cvc'] });
    const other = await client.get(`/v1/issuing/cards/${card.id}`, { 'expand[]': 'replaced_by.number' });
    expect([changed.status, other.status]).toEqual([400, 400]);
    expect((await client.get(`/v1/issuing/cards/${card.id}`)).body.metadata).toEqual({});
  });
});

test('403: a restricted key may read the card, but not its number, and a publishable key neither', async () => {
  const merchant = await openMerchant(service);
  const card = await cardOf(merchant.test);
  const restricted = await merchant.restricted('issuing_cards_write');
  expect((await restricted.get(`/v1/issuing/cards/${card.id}`)).body).toEqual(card);
  const refused = await restricted.get(`/v1/issuing/cards/${card.id}`, both);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
  const { status, text } = await merchant.test.get(`/v1/issuing/cards/${card.id}`, both, { key: merchant.test.publishable_key });
  expect([status, text.includes(card.last4)]).toEqual([403, false]);
});

test('404: the number of another account’s card is unknown, as the card is', async () => {
  const card = await cardOf(service.client());
  expect((await service.client().get(`/v1/issuing/cards/${card.id}`, both)).status).toBe(404);
});

test('access to a number is audited, and so is a refused attempt; reading the card alone is not', async () => {
  const { test: client, restricted } = await openMerchant(service);
  const { id } = await cardOf(client);
  await client.get(`/v1/issuing/cards/${id}`);
  await client.get(`/v1/issuing/cards/${id}`, both);
  await (await restricted('issuing_cards_read')).get(`/v1/issuing/cards/${id}`, both);
  const records = await service.until(async () => {
    const { data } = (await client.get('/v1/audit_records', { action: 'GET /v1/issuing/cards/:id' })).body;
    return data.length === 2 && data;
  });
  expect(records).toMatchObject([
    { actor_type: 'restricted', outcome: 'refused', subject: null },
    { actor_type: 'secret', outcome: 'succeeded', subject: id },
  ]);
});

describe('a PIN', () => {
  const kept = async (id: string): Promise<Record<string, string>> => {
    const text = 'select account, key_id, sealed from vault where id = $1';
    const [row] = await rowsOf<{ account: string; key_id: string; sealed: Buffer }>(service, text, id);
    if (!row) throw new Error(`Nothing is sealed of ${id}`);
    const contents = openContents(service.engine.vault, row.account, id, row);
    return Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, value.reveal()]));
  };

  test('the encrypted PIN is stored beside the number as it was sent, and never returned', async () => {
    const client = service.client();
    const card = await cardOf(client, { pin: { encrypted_number: 'eyJhbGciOiJSU0Et-1' } });
    const before = await kept(card.id);
    expect(before).toEqual({ number: expect.any(String), cvc: expect.any(String), pin: 'eyJhbGciOiJSU0Et-1' });
    const { text } = await client.post(`/v1/issuing/cards/${card.id}`, { pin: { encrypted_number: 'eyJhbGciOiJSU0Et-2' } });
    expect(await kept(card.id)).toEqual({ ...before, pin: 'eyJhbGciOiJSU0Et-2' });
    const read = await client.get(`/v1/issuing/cards/${card.id}`, both);
    for (const answer of [text, read.text]) expect(answer).not.toContain('eyJhbGciOiJSU0Et');
  });

  test('400: a PIN in plain text is refused in any spelling, and so is text that cannot be encrypted', async () => {
    const client = service.client();
    const card = await cardOf(client);
    const digits = [
      '1234',
      '12 34',
      '1-2-3-4',
      ' 1234 ',
      '1234\n',
      '1 2 3 4 5 6 7 8 9 0 1 2 3 4 5',
      '1234567890123456',
      'PIN 1234',
      'PIN:1234',
    ];
    for (const encrypted_number of [...digits, '', 'eyJhbGciOiJSU0Et 1', `e${'y'.repeat(4096)}`]) {
      const { status, body } = await client.post(`/v1/issuing/cards/${card.id}`, { pin: { encrypted_number } });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'pin[encrypted_number]']);
    }
  });
});
