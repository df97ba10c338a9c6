import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected } from '../support/connect.js';
import { accountOf } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const switchOff = async (client: Client, account: string, types: readonly string[]): Promise<void> => {
  const settings = { payments: { disabled_payment_method_types: types } };
  const { status, text } = await client.post(`/v1/accounts/${account}`, { settings });
  expect(status, text).toBe(200);
};

const listed = async (client: Client, account: string, options: object = {}) => {
  const { status, text, body } = await client.get(`/v1/accounts/${account}/payment_methods`, { limit: 100 }, options);
  expect(status, text).toBe(200);
  return body.data as { id: string; enabled: boolean; currencies: string[] | null; countries: string[] | null; limits: object[] }[];
};

test('an account lists its payment methods, with currencies, countries and limits, and each can be disabled', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const before = await listed(client, account);
  expect(before.find(({ id }) => id === 'promptpay')).toMatchObject({
    object: 'account_payment_method',
    enabled: true,
    currencies: ['thb'],
    countries: ['TH'],
    limits: [{ currency: 'thb', minimum: 100, maximum: 500_000 }],
    type: 'promptpay',
  });
  expect(before.find(({ id }) => id === 'card')).toMatchObject({ currencies: null, countries: null, limits: [] });
  expect(before.every(({ enabled }) => enabled)).toBe(true);
  await switchOff(client, account, ['klarna', 'promptpay']);
  const off = (await listed(client, account)).filter(({ enabled }) => !enabled);
  expect(off.map(({ id }) => id).sort()).toEqual(['klarna', 'promptpay']);
  const page = (await client.get(`/v1/accounts/${account}/payment_methods`, { limit: 2, starting_after: 'card' })).body;
  expect([page.data.length, page.has_more]).toEqual([2, true]);
});

test('a disabled type pays for nothing created later: neither by its name, nor automatically, nor with a method', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const eur = { amount: 2000, currency: 'eur' };
  const automatic = { ...eur, automatic_payment_methods: { enabled: true } };
  const earlier = (await client.post('/v1/payment_intents', automatic)).body;
  expect(earlier.payment_method_types).toContain('klarna');
  await switchOff(client, account, ['klarna', 'card']);
  const later = (await client.post('/v1/payment_intents', automatic)).body;
  const left = earlier.payment_method_types.filter((type: string) => type !== 'klarna' && type !== 'card');
  expect(later.payment_method_types).toEqual(left);
  expect(later).not.toHaveProperty('types_off');
  const kept = (await client.post(`/v1/payment_intents/${later.id}`, { setup_future_usage: 'off_session' })).body;
  expect(kept.payment_method_types).not.toContain('card');
  const refused = async (path: string, params: object): Promise<[number, string, string]> => {
    const { status, body } = await client.post(path, { ...eur, ...params });
    return [status, body.error?.code, body.error?.param];
  };
  const by_name = [400, 'payment_intent_invalid_parameter', 'payment_method_types'];
  expect(await refused('/v1/payment_intents', { payment_method_types: ['ideal', 'klarna'] })).toEqual(by_name);
  expect(await refused('/v1/payment_intents', {})).toEqual(by_name);
  expect(await refused('/v1/payment_intents', { payment_method: 'pm_card_visa' })).toEqual([...by_name.slice(0, 2), 'payment_method']);
  expect(await refused('/v1/charges', { source: 'tok_visa' })).toEqual([...by_name.slice(0, 2), 'source']);
  const { status, body } = await client.post(`/v1/payment_intents/${later.id}`, { payment_method_types: ['card'] });
  expect([status, body.error.param]).toEqual([400, 'payment_method_types']);
  const confirming = { payment_method_types: ['card'], payment_method: 'pm_card_visa', return_url: 'https://example.com/' };
  const confirmed = await client.post(`/v1/payment_intents/${later.id}/confirm`, confirming);
  expect([confirmed.status, confirmed.body.error.param]).toEqual([400, 'payment_method_types']);
  await switchOff(client, account, []);
  expect((await client.post('/v1/payment_intents', automatic)).body.payment_method_types).toEqual(earlier.payment_method_types);
});

test('400: where all types for a currency are disabled, the message says so', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const all = (await listed(client, account)).filter(({ currencies }) => currencies === null || currencies.includes('brl'));
  await switchOff(
    client,
    account,
    all.map(({ id }) => id),
  );
  const { status, body } = await client.post('/v1/payment_intents', {
    amount: 2000,
    currency: 'brl',
    automatic_payment_methods: { enabled: true },
  });
  expect([status, body.error.param, body.error.message]).toEqual([
    400,
    'currency',
    expect.stringMatching(/no enabled payment method for BRL/),
  ]);
});

test('an account stored before types could be disabled has all of them enabled', async () => {
  const client = service.client();
  const account = await accountOf(client);
  await rowsOf(service, `update objects set doc = (doc::jsonb #- '{settings,payments}')::json where id = $1`, account);
  expect((await listed(client, account)).every(({ enabled }) => enabled)).toBe(true);
  expect((await client.post('/v1/payment_intents', { amount: 2000, currency: 'eur' })).status).toBe(200);
});

test('a platform disables types for a connected account, and cannot see or change those of another one', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await switchOff(client, id, ['ideal']);
  expect((await listed(client, id)).find((each) => each.id === 'ideal')?.enabled).toBe(false);
  expect((await listed(client, id, as(id))).find((each) => each.id === 'ideal')?.enabled).toBe(false);
  expect((await listed(client, await accountOf(client))).every(({ enabled }) => enabled)).toBe(true);
  const ideal = { amount: 2000, currency: 'eur', payment_method_types: ['ideal'] };
  expect((await client.post('/v1/payment_intents', ideal, as(id))).status).toBe(400);
  expect((await client.post('/v1/payment_intents', ideal)).status).toBe(200);
  expect((await service.client().get(`/v1/accounts/${id}/payment_methods`)).status).toBe(403);
  const unknown = await client.post(`/v1/accounts/${id}`, { settings: { payments: { disabled_payment_method_types: ['shells'] } } });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'settings[payments][disabled_payment_method_types][0]']);
});
