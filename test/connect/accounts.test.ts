import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContents } from '../../src/kernel/vault/vault.js';
import { as, connected, of_company, representative, whole_account } from '../support/connect.js';
import { accountOf, moveClockTo, topUp } from '../support/merchant.js';
import { startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a platform creates an account, retrieves and updates it by its own key, and lists it', async () => {
  const client = service.client();
  const account = await connected(client);
  expect(account).toMatchObject({
    object: 'account',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    controller: { fees: { payer: 'application_custom' }, is_controller: true, stripe_dashboard: { type: 'none' } },
    requirements: { currently_due: [], disabled_reason: null },
    type: 'custom',
  });
  expect(JSON.stringify(account)).not.toContain('"platform"');
  const changed = await client.post(`/v1/accounts/${account.id}`, { email: 'jo@example.com' });
  expect([changed.status, changed.body.email]).toEqual([200, 'jo@example.com']);
  expect((await client.get(`/v1/accounts/${account.id}`)).body).toEqual(changed.body);
  expect((await client.get('/v1/account', undefined, as(account.id))).body.id).toBe(account.id);
  const other = await connected(client, { type: 'express' });
  const listed = (await client.get('/v1/accounts')).body;
  expect([listed.url, listed.data.map(({ id }: { id: string }) => id)]).toEqual(['/v1/accounts', [other.id, account.id]]);
  expect((await service.client().get('/v1/accounts')).body.data).toEqual([]);
});

test('requirements are listed until all of them have been provided', async () => {
  const client = service.client();
  const capabilities = { transfers: { requested: true } };
  const { id, ...begun } = await connected(client, { type: 'express', business_type: 'company', capabilities });
  expect(begun).toMatchObject({ capabilities: { transfers: 'inactive' }, charges_enabled: false, payouts_enabled: false });
  expect(begun.requirements.disabled_reason).toBe('requirements.past_due');
  const of_itself = (begun.requirements.currently_due as string[]).filter((name) => !/^(owners|representative)\./.test(name));
  expect(of_itself).toEqual([
    'business_profile.mcc',
    'business_profile.url',
    'company.address.city',
    'company.address.line1',
    'company.address.postal_code',
    'company.address.state',
    'company.name',
    'company.phone',
    'company.tax_id',
    'external_account',
    'tos_acceptance.date',
    'tos_acceptance.ip',
  ]);
  const { type: _, external_account, capabilities: __, ...rest } = of_company;
  await client.post(`/v1/accounts/${id}/persons`, representative);
  const complete = (await client.post(`/v1/accounts/${id}`, rest)).body;
  expect([complete.requirements.currently_due, complete.payouts_enabled]).toEqual([['external_account'], false]);
  await client.post(`/v1/accounts/${id}/external_accounts`, { external_account });
  const after = (await client.get(`/v1/accounts/${id}`)).body;
  expect(after).toMatchObject({ capabilities: { transfers: 'active' }, payouts_enabled: true, details_submitted: true });
  expect(after.external_accounts).toMatchObject({ object: 'list', url: `/v1/accounts/${id}/external_accounts`, has_more: false });
  expect(after.external_accounts.data).toEqual((await client.get(`/v1/accounts/${id}/external_accounts`)).body.data);
  expect(after.external_accounts.data).toHaveLength(1);
});

test('a platform’s request for an account has effects in that account only', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const customer = (await client.post('/v1/customers', { name: 'Jo' }, as(id))).body;
  expect((await client.get(`/v1/customers/${customer.id}`, undefined, as(id))).body.name).toBe('Jo');
  expect((await client.get(`/v1/customers/${customer.id}`)).status).toBe(404);
  expect((await client.get('/v1/customers')).body.data).toEqual([]);
  expect((await client.get('/v1/balance', undefined, as(id))).body.available).toMatchObject([{ amount: 0 }]);
});

test('403: no platform acts for an account of another one, and no account for its platform', async () => {
  const [client, stranger] = [service.client(), service.client()];
  const { id } = await connected(client);
  const found = await stranger.get('/v1/customers', undefined, as(id));
  expect([found.status, found.body.error.code]).toEqual([403, 'account_invalid']);
  const both = await client.get(`/v1/accounts/${await accountOf(client)}`, undefined, as(id));
  expect([both.status, both.body.error.code]).toEqual([403, 'account_invalid']);
  const nested = await client.post('/v1/accounts', whole_account, as(id));
  expect([nested.status, nested.body.error.code]).toEqual([403, 'permission_denied']);
});

test('an account uses the clock of its platform', async () => {
  const client = service.client();
  const start = (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  await moveClockTo(client, start + 86_400);
  const { id, created: made_at } = await connected(client);
  expect(made_at).toBeGreaterThanOrEqual(start + 86_400);
  const clock = async () => (await client.get('/v1/test_helpers/sandbox_clock', undefined, as(id))).body.frozen_time - start;
  expect(await clock()).toBeGreaterThanOrEqual(86_400);
  await moveClockTo(client, start + 5 * 86_400);
  expect(await clock()).toBeGreaterThanOrEqual(5 * 86_400);
});

test('a rejected account can do nothing, until the rejection is reversed', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const rejected = (await client.post(`/v1/accounts/${id}/reject`, { reason: 'fraud' })).body;
  expect(rejected).toMatchObject({ charges_enabled: false, payouts_enabled: false, requirements: { disabled_reason: 'rejected.fraud' } });
  const back = (await client.post(`/v1/accounts/${id}/unreject`)).body;
  expect(back).toMatchObject({ charges_enabled: true, requirements: { disabled_reason: null } });
  const own = await client.post(`/v1/accounts/${await accountOf(client)}/reject`, { reason: 'fraud' });
  expect([own.status, own.body.error.code]).toEqual([403, 'permission_denied']);
});

test('an account is deleted once it is empty, and no platform acts for it after that', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' }, as(id));
  const full = await client.del(`/v1/accounts/${id}`);
  expect([full.status, full.body.error.param]).toEqual([400, 'account']);
  // Funds in another currency, held for its cards, of its customers or in transit count as well.
  for (const [path, given] of [
    ['/v1/test_helpers/top_ups', { amount: 1000, currency: 'eur' }],
    ['/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd', destination_balance: 'issuing' }],
  ] as const) {
    const other = await connected(client);
    expect((await client.post(path, given, as(other.id))).status).toBe(200);
    expect((await client.del(`/v1/accounts/${other.id}`)).status).toBe(400);
  }
  const keeping = await connected(client);
  const customer = (await client.post('/v1/customers', {}, as(keeping.id))).body.id;
  const cash = { amount: 300, currency: 'usd' };
  expect((await client.post(`/v1/test_helpers/customers/${customer}/fund_cash_balance`, cash, as(keeping.id))).status).toBe(200);
  expect((await client.del(`/v1/accounts/${keeping.id}`)).status).toBe(400);
  const paying = await connected(client);
  await client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' }, as(paying.id));
  expect((await client.post('/v1/payouts', { amount: 1000, currency: 'usd' }, as(paying.id))).status).toBe(200);
  expect((await client.del(`/v1/accounts/${paying.id}`)).status).toBe(400);
  const empty = await connected(client);
  const kept = async (): Promise<string[]> => {
    const text = 'select id, key_id, sealed from vault where account = $1';
    const rows = await rowsOf<{ id: string; key_id: string; sealed: Buffer }>(service, text, `${empty.id}_test`);
    return rows.flatMap((row) => Object.keys(openContents(service.engine.vault, `${empty.id}_test`, row.id, row)));
  };
  expect((await kept()).sort()).toEqual(['number', 'ssn_last_4']);
  expect((await client.del(`/v1/accounts/${empty.id}`)).body).toEqual({ id: empty.id, object: 'account', deleted: true });
  expect(await kept()).toEqual([]);
  expect((await client.get(`/v1/accounts/${empty.id}`)).status).toBe(403);
  expect((await client.get('/v1/customers', undefined, as(empty.id))).status).toBe(403);
  expect((await client.get('/v1/accounts')).body.data.map((each: { id: string }) => each.id)).not.toContain(empty.id);
  await topUp(client, 1);
});

test('400: an account has a type or a controller, and only known capabilities', async () => {
  const client = service.client();
  const both = await client.post('/v1/accounts', { type: 'custom', controller: { fees: { payer: 'application' } } });
  expect([both.status, both.body.error.param]).toEqual([400, 'controller']);
  const { controller } = await connected(client, { controller: { stripe_dashboard: { type: 'express' } } });
  expect(controller).toMatchObject({ stripe_dashboard: { type: 'express' }, is_controller: true, type: 'application' });
  const unknown = await client.post('/v1/accounts', { capabilities: { flying: { requested: true } } });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'capabilities']);
});
