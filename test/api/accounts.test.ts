import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, bankAccount, liveClient } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';
import { upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const external = async (client: { key: string }, more = ''): Promise<string> =>
  `/v1/accounts/${await accountOf(service.client(client.key))}/external_accounts${more}`;

const bank = { object: 'bank_account', account_number: '000123456789', country: 'us', currency: 'USD' };

test('200: an unknown secret test key opens a new sandbox, and finds it again', async () => {
  const client = service.client();
  const { status, body } = await client.get('/v1/account');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^acct_[0-9A-Za-z]{22}$/),
    object: 'account',
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    default_destination: expect.stringMatching(/^ba_/),
    livemode: false,
    payouts_enabled: true,
    type: 'standard',
  });
  expect((await client.get('/v1/account')).body).toEqual(body);
  expect((await client.get(`/v1/accounts/${body.id}`)).body).toEqual(body);
});

test('200: twenty first requests at once open one sandbox', async () => {
  const client = service.client();
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/v1/account')));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test('200: two keys open two sandboxes', async () => {
  const [one, other] = [await accountOf(service.client()), await accountOf(service.client())];
  expect(one).not.toBe(other);
});

test('200: the publishable twin of a key belongs to the same sandbox', async () => {
  const client = service.client();
  await client.get('/v1/account');
  const params = { type: 'card', card: { number: '4242424242424242', exp_month: '12', exp_year: '2034' } };
  const { status, body } = await client.post('/v1/payment_methods', params, { key: client.publishable_key });
  expect(status).toBe(200);
  expect((await client.get(`/v1/payment_methods/${body.id}`)).status).toBe(200);
});

test.each(['pk_test_', 'rk_test_', 'sk_live_', 'pk_live_', 'whsec_', ''])(
  '401: an unknown key that starts with "%s" opens nothing',
  async (prefix) => {
    const { status, body, headers } = await service.client(`${prefix}${randomBytes(12).toString('hex')}`).get('/v1/account');
    expect([status, body.error.code]).toEqual([401, 'api_key_unknown']);
    expect(headers.get('www-authenticate')).toMatch(/^Basic /);
  },
);

test('401: with open sandboxes switched off an unknown key opens nothing', async () => {
  const closed = await startService({ FLORIN_OPEN_SANDBOX: 'off' });
  const { status } = await closed.client().get('/v1/account');
  await closed.stop();
  expect(status).toBe(401);
});

test('403: a publishable key does not see the account', async () => {
  const client = service.client();
  await client.get('/v1/account');
  expect((await client.get('/v1/account', undefined, { key: client.publishable_key })).status).toBe(403);
});

test('200: an account changes its settings, and an event records the change', async () => {
  const client = service.client();
  const id = await accountOf(client);
  const business_profile = { mcc: '5734', support_email: 'help@example.com', url: 'https://example.com' };
  const params = { business_profile, business_type: 'company', email: 'owner@example.com', metadata: { a: '1' } };
  const { status, body } = await client.post(`/v1/accounts/${id}`, params);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...params, business_profile: { ...business_profile, name: 'Sandbox', support_phone: null } });
  expect((await client.get('/v1/account')).body).toEqual(body);
  const { body: events } = await client.get('/v1/events', { type: 'account.updated' });
  const { external_accounts: _, ...told } = body;
  expect(events.data[0].data).toMatchObject({ object: told, previous_attributes: { business_type: null, email: null, metadata: {} } });
});

test.each([
  [{ email: 'unknown' }, 'email_invalid', 'email'],
  [{ business_profile: { url: 'javascript:alert(1)' } }, 'url_invalid', 'business_profile[url]'],
  [{ business_type: 'club' }, 'parameter_invalid', 'business_type'],
  [{ settings: { branding: { primary_color: 'red' } } }, 'parameter_invalid', 'settings[branding][primary_color]'],
  [{ settings: { branding: { logo: 'file_none' } } }, 'resource_missing', 'settings[branding][logo]'],
  [{ country: 'DE' }, 'parameter_unknown', 'country'],
  [{ payouts_enabled: false }, 'parameter_unknown', 'payouts_enabled'],
])('400: an account refuses %j', async (params, code, param) => {
  const client = service.client();
  const { status, body } = await client.post(`/v1/accounts/${await accountOf(client)}`, params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test('400: a logo must be a file uploaded as one', async () => {
  const client = service.client();
  const account = `/v1/accounts/${await accountOf(client)}`;
  const { body: file } = await upload(service, client, { purpose: 'dispute_evidence' });
  for (const member of ['logo', 'icon']) {
    const { status, body } = await client.post(account, { settings: { branding: { [member]: file.id } } });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', `settings[branding][${member}]`]);
  }
});

test('403: another account and its bank accounts are out of reach, with the same message as an account that never existed', async () => {
  const [client, stranger] = [service.client(), service.client()];
  const [id, theirs] = [await accountOf(client), await bankAccount(client, '000123456789')];
  const never = `acct_${'0'.repeat(22)}`;
  const asked = async (account: string) => [
    await stranger.get(`/v1/accounts/${account}`),
    await stranger.post(`/v1/accounts/${account}`, { email: 'x@example.com' }),
    await stranger.get(`/v1/accounts/${account}/external_accounts`),
    await stranger.post(`/v1/accounts/${account}/external_accounts`, { external_account: bank }),
  ];
  const told = async (account: string) =>
    (await asked(account)).map(({ status, body }) => [status, body.error.code, body.error.message.replace(account, 'it')]);
  expect(await told(id)).toEqual(await told(never));
  expect((await told(id)).map(([status, code]) => [status, code])).toEqual(Array(4).fill([403, 'account_invalid']));
  expect((await stranger.get(await external(stranger, `/${theirs}`))).status).toBe(404);
  expect((await stranger.del(await external(stranger, `/${theirs}`))).status).toBe(404);
});

test('403: the Stripe-Account header names the caller’s account or is refused', async () => {
  const client = service.client();
  const own = await client.get('/v1/account', undefined, { headers: { 'stripe-account': await accountOf(client) } });
  const other = await client.get('/v1/account', undefined, { headers: { 'stripe-account': await accountOf(service.client()) } });
  expect([own.status, other.status, other.body.error.code]).toEqual([200, 403, 'account_invalid']);
});

test('200: a bank account is added; only the end of its number is ever shown', async () => {
  const client = service.client();
  const external_account = { ...bank, account_number: '000111111116', account_holder_name: 'Jo', routing_number: '110000000' };
  const { status, body, text } = await client.post(await external(client), { external_account, metadata: { a: '1' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^ba_/),
    object: 'bank_account',
    account: await accountOf(client),
    account_holder_name: 'Jo',
    country: 'US',
    currency: 'usd',
    default_for_currency: false,
    last4: '1116',
    metadata: { a: '1' },
    routing_number: '110000000',
    status: 'new',
  });
  expect(text).not.toContain('000111111116');
  expect((await client.get(await external(client, `/${body.id}`))).body).toEqual(body);
  const { body: events } = await client.get('/v1/events', { type: 'account.external_account.created' });
  expect(events.data[0].data.object).toEqual(body);
});

test('200: one number has one fingerprint within an account, and another one in another account', async () => {
  const [client, stranger] = [service.client(), service.client()];
  const fingerprint = async (of: typeof client): Promise<string> =>
    (await of.get(await external(of, `/${await bankAccount(of, '000444444440')}`))).body.fingerprint;
  const [first, again, theirs] = [await fingerprint(client), await fingerprint(client), await fingerprint(stranger)];
  expect(again).toBe(first);
  expect(theirs).not.toBe(first);
});

test.each([
  [{}, 'parameter_missing', 'external_account'],
  [{ external_account: 'btok_1' }, 'resource_missing', 'external_account'],
  [{ external_account: { ...bank, account_number: '12' } }, 'parameter_invalid', 'external_account[account_number]'],
  [{ external_account: { ...bank, country: 'USA' } }, 'parameter_invalid', 'external_account[country]'],
  [{ external_account: { ...bank, currency: 'dollars' } }, 'parameter_invalid', 'external_account[currency]'],
  [{ external_account: { ...bank, object: 'card' } }, 'parameter_invalid', 'external_account[object]'],
  [{ external_account: { ...bank, last4: '1234' } }, 'parameter_unknown', 'external_account[last4]'],
])('400: the bank account %j is refused', async (params, code, param) => {
  const client = service.client();
  const { status, body } = await client.post(await external(client), params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test('200: external accounts are listed newest first', async () => {
  const client = service.client();
  const path = await external(client);
  const added = await bankAccount(client, '000123456789');
  const { body } = await client.get(path);
  expect(body).toMatchObject({ object: 'list', url: path, has_more: false, data: [{ id: added }, { object: 'bank_account' }] });
});

test('200: a removed bank account is gone, has an event, and gets no payouts', async () => {
  const client = service.client();
  const id = await bankAccount(client, '000123456789');
  const path = await external(client, `/${id}`);
  expect((await client.del(path)).body).toEqual({ id, object: 'bank_account', deleted: true });
  expect((await client.get(path)).status).toBe(404);
  expect((await client.del(path)).status).toBe(404);
  expect((await client.get(await external(client))).body.data).toHaveLength(1);
  const { body: events } = await client.get('/v1/events', { type: 'account.external_account.deleted' });
  expect(events.data[0].data.object.id).toBe(id);
  const { status, body } = await client.post('/v1/payouts', { amount: 1, currency: 'usd', destination: id });
  expect([status, body.error.param]).toEqual([400, 'destination']);
});

test('400: the default bank account cannot be removed, because payouts go there', async () => {
  const client = service.client();
  const { default_destination } = (await client.get('/v1/account')).body;
  const { status } = await client.del(await external(client, `/${default_destination}`));
  expect(status).toBe(400);
  expect((await client.get(await external(client, `/${default_destination}`))).status).toBe(200);
});

test('200: a bank account added as the default gets the payouts from then on', async () => {
  const client = service.client();
  await client.post('/v1/test_helpers/top_ups', { amount: 100, currency: 'usd' });
  const { body: added } = await client.post(await external(client), { external_account: bank, default_for_currency: true });
  expect((await client.get('/v1/account')).body.default_destination).toBe(added.id);
  expect((await client.post('/v1/payouts', { amount: 1, currency: 'usd' })).body.destination).toBe(added.id);
});

test('200: a live account starts without a bank account', async () => {
  const client = await liveClient(service);
  const { body } = await client.get('/v1/account');
  expect(body).toMatchObject({ livemode: true, default_destination: null, business_profile: { name: 'Live' } });
});

test('200: the first bank account of a live account gets its payouts', async () => {
  const client = await liveClient(service);
  const { body: added } = await client.post(await external(client), { external_account: { ...bank, currency: 'eur' } });
  expect((await client.get('/v1/account')).body).toMatchObject({ default_destination: added.id, default_currency: 'eur' });
});
