import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connected } from '../support/connect.js';
import { accountOf } from '../support/merchant.js';
import { authorized, authorizeUrl, clientIdOf, consent, redirect_uri } from '../support/oauth.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const sdk = (key: string): Stripe => {
  const { hostname, port } = new URL(service.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
};

/** A platform whose account was made on the page, with the keys that it has received. */
async function exchanged(more: Readonly<Record<string, string>> = {}) {
  const client = service.client();
  const code = (await authorized(service, client, { business_name: 'Tea & Co', email: 'jo@example.com' }, more)).get('code') ?? '';
  const platform = sdk(client.key);
  const token = await platform.oauth.token({ grant_type: 'authorization_code', code });
  return { client, code, platform, token, account: token.stripe_user_id ?? '' };
}

const failed = async (asked: Promise<unknown>) => {
  const error = (await asked.then(
    () => null,
    (error: unknown) => error,
  )) as { readonly type: string; readonly statusCode: number; readonly message: string } | null;
  return error && [error.statusCode, error.type];
};

test('an account that is made on the page gives the platform keys that act for it, and the state comes back', async () => {
  const { client, platform, token, account } = await exchanged();
  expect(token).toMatchObject({ livemode: false, scope: 'read_write', token_type: 'bearer' });
  const own = await sdk(token.access_token ?? '').accounts.retrieveCurrent();
  expect([own.id, own.email, own.business_profile?.name, own.type]).toEqual([account, 'jo@example.com', 'Tea & Co', 'standard']);
  await sdk(token.access_token ?? '').customers.create({ name: 'Jo' });
  expect((await platform.customers.list({}, { stripeAccount: account })).data).toMatchObject([{ name: 'Jo' }]);
  const { data } = (await client.get('/v1/events', { type: 'account.application.authorized' }, { headers: { 'stripe-account': account } }))
    .body;
  const { data: shown } = data[0];
  expect(shown.object).toMatchObject({ id: (await accountOf(client)).replace('acct_', 'ca_'), object: 'application', name: 'Sandbox' });
  expect(JSON.stringify(data)).not.toMatch(/code|refresh/);
  const state = randomUUID();
  expect((await authorized(service, client, {}, { state })).get('state')).toBe(state);
});

test('a code is exchanged once, by its own platform, within five minutes', async () => {
  const { code, platform } = await exchanged();
  const invalid = [400, 'StripeInvalidGrantError'];
  expect(await failed(platform.oauth.token({ grant_type: 'authorization_code', code }))).toEqual(invalid);
  const client = service.client();
  const other = service.client();
  const fresh = (await authorized(service, client)).get('code') ?? '';
  await accountOf(other);
  expect(await failed(sdk(other.key).oauth.token({ grant_type: 'authorization_code', code: fresh }))).toEqual(invalid);
  const clock = (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock + 301 });
  expect(await failed(sdk(client.key).oauth.token({ grant_type: 'authorization_code', code: fresh }))).toEqual(invalid);
});

test('twenty exchanges of one code at once make one pair of keys', async () => {
  const client = service.client();
  const code = (await authorized(service, client)).get('code') ?? '';
  const platform = sdk(client.key);
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => platform.oauth.token({ grant_type: 'authorization_code', code })));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a refresh token gives further keys of the same or a smaller scope', async () => {
  const { platform, token } = await exchanged();
  const refresh_token = token.refresh_token ?? '';
  const further = await platform.oauth.token({ grant_type: 'refresh_token', refresh_token, scope: 'read_only' });
  const reader = sdk(further.access_token ?? '');
  expect((await reader.customers.list()).data).toEqual([]);
  expect(await failed(reader.customers.create({ name: 'Jo' }))).toEqual([403, 'StripePermissionError']);
  const limited = await exchanged({ scope: 'read_only' });
  expect(limited.token.scope).toBe('read_only');
  const wider = { grant_type: 'refresh_token', refresh_token: limited.token.refresh_token ?? '', scope: 'read_write' } as const;
  expect((await failed(limited.platform.oauth.token(wider)))?.[0]).toBe(400);
});

test('an account that is deauthorized is no longer that of the platform: keys, tokens and the header are void', async () => {
  const { client, platform, token, account } = await exchanged();
  const client_id = await clientIdOf(client);
  const { data } = (await client.get('/v1/accounts')).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([account]);
  expect(await platform.oauth.deauthorize({ client_id, stripe_user_id: account })).toMatchObject({ stripe_user_id: account });
  expect((await failed(sdk(token.access_token ?? '').customers.list()))?.[0]).toBe(401);
  expect((await failed(platform.customers.list({}, { stripeAccount: account })))?.[0]).toBe(403);
  const refresh = { grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' } as const;
  expect(await failed(platform.oauth.token(refresh))).toEqual([400, 'StripeInvalidGrantError']);
  expect((await client.get('/v1/accounts')).body.data).toEqual([]);
  expect((await failed(platform.oauth.deauthorize({ client_id, stripe_user_id: account })))?.[0]).toBe(400);
});

test('account.application.deauthorized reaches the endpoints of the platform', async () => {
  const { client, platform, account } = await exchanged();
  const endpoint = await platform.webhookEndpoints.create({
    ...{ url: 'https://platform.example/hook', connect: true },
    enabled_events: ['account.application.deauthorized'],
  });
  await platform.oauth.deauthorize({ client_id: await clientIdOf(client), stripe_user_id: account });
  const attempts = await service.until(async () => {
    const { rows } = await deliveries(endpoint.id);
    return rows.length > 0 ? rows : null;
  });
  expect(attempts).toMatchObject([{ type: 'account.application.deauthorized' }]);
});

const deliveries = async (endpoint: string) => ({
  rows: await service.engine.database.query<{ type: string }>({
    text: 'select e.type from event_log e join event_deliveries d on d.event = e.id where d.webhook_endpoint = $1',
    values: [endpoint],
  }),
});

test('an existing account with a dashboard authorizes its platform; one of another platform, or without a dashboard, does not', async () => {
  const client = service.client();
  const url = authorizeUrl(service, await clientIdOf(client));
  const { id } = await connected(client, { type: 'standard' });
  const custom = await connected(client, { type: 'custom' });
  const elsewhere = await connected(service.client(), { type: 'standard' });
  const answers = [];
  for (const account of [id, custom.id, elsewhere.id, 'acct_none', '']) {
    const { status } = await consent(url, { choice: 'existing', account });
    answers.push(status);
  }
  expect(answers).toEqual([303, 400, 400, 400, 400]);
});

test('no visitor is sent to an address that the platform has not registered', async () => {
  const client = service.client();
  const client_id = await clientIdOf(client);
  const answer = async (more: Readonly<Record<string, string>>, id = client_id) =>
    (await fetch(authorizeUrl(service, id, more), { redirect: 'manual' })).status;
  expect(await answer({})).toBe(200);
  expect(await answer({ redirect_uri: 'https://elsewhere.example/' })).toBe(400);
  expect(await answer({ response_type: 'token' })).toBe(400);
  expect(await answer({}, 'ca_unknown')).toBe(400);
  const page = await (await fetch(authorizeUrl(service, client_id, { state: 'x<y' }))).text();
  expect(page).toContain(`${redirect_uri}?error=access_denied`);
  expect(page).not.toContain('x<y');
});

const asked = async (client: Client, path: string, body: Readonly<Record<string, string>>, key = client.key) => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(body) });
  return [answer.status, ((await answer.json()) as { error: string }).error];
};

test('errors have the form of OAuth', async () => {
  const client = service.client();
  await accountOf(client);
  expect(await asked(client, '/oauth/token', { grant_type: 'password' })).toEqual([400, 'unsupported_grant_type']);
  expect(await asked(client, '/oauth/token', { grant_type: 'authorization_code', code: 'ac_123' })).toEqual([400, 'invalid_grant']);
  expect(await asked(client, '/oauth/token', { scope: 'everything' })).toEqual([400, 'invalid_scope']);
  expect(await asked(client, '/oauth/token', {}, client.key.replace('sk_', 'pk_'))).toEqual([401, 'invalid_client']);
  expect(await asked(client, '/oauth/deauthorize', { client_id: 'ca_other', stripe_user_id: 'acct_1' })).toEqual([401, 'invalid_client']);
});
