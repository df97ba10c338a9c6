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

const path = '/v1/payment_method_configurations';
const eur = { amount: 2000, currency: 'eur' };
const automatic = { ...eur, automatic_payment_methods: { enabled: true } };

const preferring = (preference: string, ...types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { display_preference: { preference } }]));

const shown = (value: string, preference = value) => ({
  available: value === 'on',
  display_preference: { overridable: null, preference, value },
});

const defaultOf = async (client: Client, options: object = {}) => {
  const { status, text, body } = await client.get(path, {}, options);
  expect(status, text).toBe(200);
  return body.data.find((each: { is_default: boolean }) => each.is_default);
};

const made = async (client: Client, params: Readonly<Record<string, unknown>>) => {
  const { status, text, body } = await client.post(path, params);
  expect(status, text).toBe(200);
  return body;
};

test('every account has a default configuration that offers all types', async () => {
  const client = service.client();
  expect(await defaultOf(client)).toMatchObject({
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: null,
    card: shown('on', 'none'),
    klarna: shown('on', 'none'),
    apple_pay: shown('on', 'none'),
  });
  const { id } = await connected(client);
  const of_connected = await defaultOf(client, as(id));
  expect(of_connected.id).not.toBe((await defaultOf(client)).id);
  expect((await client.get(`${path}/${of_connected.id}`, {}, as(id))).body.is_default).toBe(true);
});

test('the default configuration and the setting of the account are one state', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const { id } = await defaultOf(client);
  const off = await client.post(`${path}/${id}`, preferring('off', 'klarna', 'ideal'));
  expect(off.body).toMatchObject({ klarna: shown('off'), ideal: shown('off'), card: shown('on', 'none') });
  const settings = async () => (await client.get('/v1/account')).body.settings.payments.disabled_payment_method_types;
  expect((await settings()).sort()).toEqual(['ideal', 'klarna']);
  const payments = { disabled_payment_method_types: ['klarna', 'eps'] };
  expect((await client.post(`/v1/accounts/${account}`, { settings: { payments } })).status).toBe(200);
  expect((await client.get(`${path}/${id}`)).body).toMatchObject({ klarna: shown('off'), ideal: shown('on'), eps: shown('off') });
  const types = (await client.post('/v1/payment_intents', automatic)).body.payment_method_types;
  expect([types.includes('ideal'), types.includes('klarna'), types.includes('eps')]).toEqual([true, false, false]);
  await client.post(`${path}/${id}`, preferring('none', 'klarna', 'eps'));
  expect(await settings()).toEqual([]);
});

test('a platform changes the default configuration of a connected account by its settings', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await client.post(`/v1/accounts/${id}`, { settings: { payments: { disabled_payment_method_types: ['ideal'] } } });
  expect((await defaultOf(client, as(id))).ideal).toEqual(shown('off'));
  expect((await defaultOf(client)).ideal).toEqual(shown('on', 'none'));
});

test('a payment intent offers the types of its configuration, and shows which one that was', async () => {
  const client = service.client();
  const by_default = (await client.post('/v1/payment_intents', automatic)).body;
  expect(by_default.payment_method_configuration_details).toEqual({ id: (await defaultOf(client)).id, parent: null });
  const { id } = await made(client, { name: 'Few', ...preferring('off', 'klarna', 'ideal') });
  const intent = (await client.post('/v1/payment_intents', { ...eur, payment_method_configuration: id })).body;
  const left = by_default.payment_method_types.filter((type: string) => type !== 'klarna' && type !== 'ideal');
  expect(intent).toMatchObject({
    automatic_payment_methods: { enabled: true },
    payment_method_configuration_details: { id, parent: null },
    payment_method_types: left,
  });
  const other = await made(client, preferring('off', 'eps'));
  const updated = (await client.post(`/v1/payment_intents/${by_default.id}`, { payment_method_configuration: other.id })).body;
  expect(updated.payment_method_configuration_details.id).toBe(other.id);
  expect(updated.payment_method_types).toEqual(by_default.payment_method_types.filter((type: string) => type !== 'eps'));
  expect((await client.post('/v1/payment_intents', eur)).body.payment_method_configuration_details).toBeNull();
});

test('a setup intent and a checkout session offer the types of a configuration', async () => {
  const client = service.client();
  const { id } = await made(client, preferring('off', 'sepa_debit', 'klarna'));
  const setup = (await client.post('/v1/setup_intents', { payment_method_configuration: id })).body;
  expect(setup.payment_method_configuration_details).toEqual({ id, parent: null });
  expect([setup.payment_method_types.includes('card'), setup.payment_method_types.includes('sepa_debit')]).toEqual([true, false]);
  const line_items = [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: 'Tea' } } }];
  const selling = { mode: 'payment', line_items, success_url: 'https://example.com/' };
  const session = async (params: object) => {
    const { status, text, body } = await client.post('/v1/checkout/sessions', { ...selling, ...params });
    expect(status, text).toBe(200);
    return body;
  };
  const before = await session({});
  const after = await session({ payment_method_configuration: id });
  expect(before.payment_method_types).toContain('klarna');
  expect(after.payment_method_types).toEqual(
    before.payment_method_types.filter((type: string) => !['klarna', 'sepa_debit'].includes(type)),
  );
  expect(after.payment_method_configuration_details).toEqual({ id, parent: null });
  expect(before.payment_method_configuration_details.id).toBe((await defaultOf(client)).id);
});

test('a session offers and is paid by a type that the account has switched off, if its own configuration offers it', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const { id } = await made(client, { name: 'All' });
  await client.post(`/v1/accounts/${account}`, { settings: { payments: { disabled_payment_method_types: ['card'] } } });
  const line_items = [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: 'Tea' } } }];
  const selling = { mode: 'payment', line_items, success_url: 'https://example.com/' };
  expect((await client.post('/v1/checkout/sessions', selling)).body.payment_method_types).not.toContain('card');
  const session = (await client.post('/v1/checkout/sessions', { ...selling, payment_method_configuration: id })).body;
  expect(session.payment_method_types).toContain('card');
  const paid = await client.post(`/v1/payment_pages/${session.id}/confirm`, {
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
      billing_details: { email: 'jo@example.com', name: 'Jo' },
    },
  });
  expect([paid.status, paid.body.status], paid.text).toEqual([200, 'complete']);
  const intent = (await client.get(`/v1/payment_intents/${paid.body.payment_intent}`)).body;
  expect(intent.payment_method_configuration_details).toEqual({ id, parent: null });
});

test('400: an inactive configuration, one beside named types, and a default that would be inactive', async () => {
  const client = service.client();
  const refused = async (at: string, params: Readonly<Record<string, unknown>>): Promise<[number, string]> => {
    const { status, body } = await client.post(at, params);
    return [status, body.error?.param];
  };
  const { id } = await made(client, { name: 'Old' });
  const by_name = [400, 'payment_method_configuration'];
  const both = { payment_method_configuration: id, payment_method_types: ['card'] };
  expect(await refused('/v1/payment_intents', { ...eur, ...both })).toEqual(by_name);
  expect(await refused('/v1/setup_intents', both)).toEqual(by_name);
  expect((await client.post(`${path}/${id}`, { active: false })).body.active).toBe(false);
  expect(await refused('/v1/payment_intents', { ...eur, payment_method_configuration: id })).toEqual(by_name);
  expect((await client.get(path, { active: false })).body.data.map((each: { id: string }) => each.id)).toEqual([id]);
  const fixed = (await client.post('/v1/payment_intents', eur)).body.id;
  const second = await made(client, { name: 'New' });
  expect(await refused(`/v1/payment_intents/${fixed}`, { payment_method_configuration: second.id })).toEqual(by_name);
  expect(await refused(`${path}/${(await defaultOf(client)).id}`, { active: false })).toEqual([400, 'active']);
  expect(await refused(path, { shells: { display_preference: { preference: 'on' } } })).toEqual([400, 'shells']);
  expect(await refused(path, preferring('maybe', 'card'))).toEqual([400, 'card[display_preference][preference]']);
  expect(await refused('/v1/payment_intents', { ...eur, payment_method_configuration: 'pmc_none' })).toEqual(by_name);
});

test('an account of before there were configurations receives its default with its next automatic payment', async () => {
  const client = service.client();
  const account = await accountOf(client);
  await client.post(`/v1/accounts/${account}`, { settings: { payments: { disabled_payment_method_types: ['eps'] } } });
  const { id } = await defaultOf(client);
  await rowsOf(service, 'delete from objects where id = $1', id);
  await rowsOf(service, `update objects set doc = (doc::jsonb - 'payment_method_configuration')::json where id = $1`, account);
  expect(await defaultOf(client)).toBeUndefined();
  const intent = (await client.post('/v1/payment_intents', automatic)).body;
  const later = await defaultOf(client);
  expect(intent.payment_method_configuration_details.id).toBe(later.id);
  expect([later.eps, later.card]).toEqual([shown('off'), shown('on', 'none')]);
  expect((await client.post('/v1/payment_intents', automatic)).body.payment_method_configuration_details.id).toBe(later.id);
});

test('excluded types may not pay: automatic ones leave them out, and named ones are refused', async () => {
  const client = service.client();
  const all = (await client.post('/v1/payment_intents', automatic)).body;
  const without = (await client.post('/v1/payment_intents', { ...automatic, excluded_payment_method_types: ['klarna', 'card'] })).body;
  expect(without.payment_method_types).toEqual(all.payment_method_types.filter((type: string) => type !== 'klarna' && type !== 'card'));
  expect([all.excluded_payment_method_types, without.excluded_payment_method_types]).toEqual([null, ['klarna', 'card']]);
  const updated = (await client.post(`/v1/payment_intents/${all.id}`, { excluded_payment_method_types: ['eps'] })).body;
  expect(updated.payment_method_types).toEqual(all.payment_method_types.filter((type: string) => type !== 'eps'));
  const again = (await client.post(`/v1/payment_intents/${all.id}`, { excluded_payment_method_types: '' })).body;
  expect([again.excluded_payment_method_types, again.payment_method_types]).toEqual([null, all.payment_method_types]);
  const refused = { payment_method_types: ['card', 'ideal'], excluded_payment_method_types: ['ideal'] };
  for (const [at, params] of [
    ['/v1/payment_intents', { ...eur, ...refused }],
    ['/v1/payment_intents', { ...eur, excluded_payment_method_types: ['card'] }],
    ['/v1/setup_intents', refused],
  ] as const) {
    const { status, body } = await client.post(at, params);
    expect([status, body.error.param]).toEqual([400, 'excluded_payment_method_types']);
  }
  const paid = await client.post(`/v1/payment_intents/${without.id}/confirm`, {
    payment_method: 'pm_card_visa',
    return_url: 'https://example.com/',
  });
  expect([paid.status, paid.body.error.param]).toEqual([400, 'payment_method']);
  const setup = { automatic_payment_methods: { enabled: true }, excluded_payment_method_types: ['card'] };
  expect((await client.post('/v1/setup_intents', setup)).body.payment_method_types).not.toContain('card');
});

test('allowed types choose among those that are possible, and rule out all others', async () => {
  const client = service.client();
  const allowed_payment_method_types = ['ideal', 'card', 'pix'];
  const intent = (await client.post('/v1/payment_intents', { ...eur, allowed_payment_method_types })).body;
  expect(intent).toMatchObject({
    allowed_payment_method_types,
    automatic_payment_methods: { enabled: true },
    excluded_payment_method_types: null,
    payment_method_types: ['card', 'ideal'],
  });
  const fewer = (await client.post(`/v1/payment_intents/${intent.id}`, { allowed_payment_method_types: ['ideal'] })).body;
  expect(fewer.payment_method_types).toEqual(['ideal']);
  expect((await client.post('/v1/setup_intents', { allowed_payment_method_types })).body.payment_method_types).toEqual(['card', 'pix']);
  for (const at of ['/v1/payment_intents', '/v1/setup_intents']) {
    const both = { ...(at.includes('payment') && eur), allowed_payment_method_types, payment_method_types: ['sepa_debit'] };
    const { status, body } = await client.post(at, both);
    expect([status, body.error.param]).toEqual([400, 'allowed_payment_method_types']);
  }
  const line_items = [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: 'Tea' } } }];
  const selling = { mode: 'payment', line_items, success_url: 'https://example.com/', allowed_payment_method_types };
  const session = (await client.post('/v1/checkout/sessions', selling)).body;
  expect([session.allowed_payment_method_types, session.payment_method_types]).toEqual([allowed_payment_method_types, ['card', 'ideal']]);
  const none = await client.post('/v1/checkout/sessions', { ...selling, allowed_payment_method_types: ['pix'] });
  expect([none.status, none.body.error.param]).toEqual([400, 'allowed_payment_method_types']);
});
