import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, connected } from '../support/connect.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const enabled = { enabled: true } as const;

async function sessionOf(client: Client, account: string, components: object) {
  const { status, body, text } = await client.post('/v1/account_sessions', { account, components });
  expect(status, text).toBe(200);
  return body;
}

/** The address of a component in a frame. */
const frame = ({ client_secret }: { readonly client_secret: string }, component: string): string =>
  `${service.url}/embed/${client_secret.replace('accs_secret__', '')}/${component}`;

const sent = (url: string, body: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(body) });

/** A payment in the books of a connected account. */
const paidIn = async (client: Client, account: string, more: object = {}) =>
  (
    await client.post(
      '/v1/payment_intents',
      { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'], ...more },
      as(account),
    )
  ).body;

test('200: a session names its components with all their features, and expires within an hour', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const session = await sessionOf(client, id, { payments: { ...enabled, features: { refund_management: false } } });
  expect(session).toMatchObject({
    account: id,
    client_secret: expect.stringMatching(/^accs_secret__/),
    components: {
      account_onboarding: { enabled: false, features: { external_account_collection: true } },
      payments: { enabled: true, features: { capture_payments: true, dispute_management: false, refund_management: false } },
      tax_settings: { enabled: false, features: {} },
    },
    expires_at: session.created + 3600,
    object: 'account_session',
  });
});

test.each([
  [{}, 'parameter_missing', 'components'],
  [{ payments: { enabled: false } }, 'parameter_missing', 'components'],
  [{ tax_settings: enabled }, 'parameter_invalid', 'components[tax_settings][enabled]'],
  [
    { payments: { ...enabled, features: { dispute_management: true } } },
    'parameter_invalid',
    'components[payments][features][dispute_management]',
  ],
  [{ surprise: enabled }, 'parameter_unknown', 'components[surprise]'],
])('400: a session refuses the components %j', async (components, code, param) => {
  const client = service.client();
  const { id } = await connected(client);
  const { status, body } = await client.post('/v1/account_sessions', { account: id, components });
  expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
});

test('403: an account that is not connected has no sessions', async () => {
  const client = service.client();
  const account = (await client.get('/v1/account')).body.id;
  const { status } = await client.post('/v1/account_sessions', { account, components: { payments: enabled } });
  expect(status).toBe(403);
});

test('a component shows the payments of the account and refunds one; without the feature it does not', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const { latest_charge } = await paidIn(client, id, { description: 'Green tea' });
  const without = await sessionOf(client, id, { payments: { ...enabled, features: { refund_management: false } } });
  const plain = await (await fetch(frame(without, 'payments'))).text();
  expect(plain).toContain('Green tea');
  expect(plain).not.toContain('>Refund<');
  expect((await sent(`${frame(without, 'payments')}/refund`, { charge: latest_charge })).status).toBe(400);
  expect((await client.get(`/v1/charges/${latest_charge}`, {}, as(id))).body.refunded).toBe(false);
  const session = await sessionOf(client, id, { payments: enabled });
  expect(await (await fetch(frame(session, 'payments'))).text()).toContain('>Refund<');
  expect((await sent(`${frame(session, 'payments')}/refund`, { charge: latest_charge })).status).toBe(303);
  expect((await client.get(`/v1/charges/${latest_charge}`, {}, as(id))).body.refunded).toBe(true);
});

test('a component captures an authorized payment', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const held = await paidIn(client, id, { capture_method: 'manual' });
  const session = await sessionOf(client, id, { payments: enabled });
  expect((await sent(`${frame(session, 'payments')}/capture`, { payment_intent: held.id })).status).toBe(303);
  expect((await client.get(`/v1/payment_intents/${held.id}`, {}, as(id))).body.status).toBe('succeeded');
});

test('a component pays out the balance and changes the schedule, where its features let it', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await client.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  await client.post('/v1/transfers', { amount: 700, currency: 'usd', destination: id });
  const features = { standard_payouts: true, edit_payout_schedule: true };
  const session = await sessionOf(client, id, { payouts: { ...enabled, features } });
  const url = frame(session, 'payouts');
  expect(await (await fetch(url)).text()).toContain('Pay out $7.00');
  expect((await sent(`${url}/pay_out`, { payout: '700 usd instant' })).status).toBe(400);
  expect((await sent(`${url}/pay_out`, { payout: '700 usd standard' })).status).toBe(303);
  expect((await client.get('/v1/payouts', {}, as(id))).body.data).toMatchObject([{ amount: 700, automatic: false }]);
  expect((await sent(`${url}/reschedule`, { schedule: 'weekly tuesday' })).status).toBe(303);
  const { payouts } = (await client.get('/v1/balance_settings', {}, as(id))).body.payments;
  expect(payouts.schedule).toEqual({ interval: 'weekly', weekly_payout_days: ['tuesday'] });
  const nothing = await sessionOf(client, id, { payouts: enabled });
  expect((await sent(`${frame(nothing, 'payouts')}/reschedule`, { schedule: 'daily' })).status).toBe(400);
});

test('a component that is not enabled shows nothing of the account, and no other session does', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await paidIn(client, id, { description: 'Green tea' });
  const session = await sessionOf(client, id, { account_onboarding: enabled });
  expect(await (await fetch(frame(session, 'payments'))).text()).not.toContain('Green tea');
  const changed = { client_secret: session.client_secret.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')) };
  expect(await (await fetch(frame(changed, 'account_onboarding'))).text()).not.toContain('Account setup');
});

test('a session ends after an hour', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const session = await sessionOf(client, id, { account_onboarding: enabled });
  const clock = (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time;
  await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock + 3601 });
  const page = await (await fetch(frame(session, 'account_onboarding'))).text();
  expect(page).toContain("event: 'expired'");
  expect(page).not.toContain('Account setup');
});

test('onboarding stands in the frame, and leaves out the bank account where the feature does', async () => {
  const client = service.client();
  const { id } = await connected(client, {
    ...{ type: 'express', country: 'US', business_type: 'individual' },
    capabilities: { transfers: { requested: true } },
  });
  const pageFor = async (features: object): Promise<Response> => {
    const session = await sessionOf(client, id, { account_onboarding: { ...enabled, features } });
    const opened = await sent(`${frame(session, 'account_onboarding')}/onboard`);
    return fetch(opened.headers.get('location') ?? '');
  };
  const whole = await pageFor({});
  expect(whole.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(await whole.text()).toContain('external_account.account_number');
  expect(await (await pageFor({ external_account_collection: false })).text()).not.toContain('external_account');
});

test('a link that a platform creates itself does not stand in a frame', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } } });
  const urls = { refresh_url: 'https://platform.example/again', return_url: 'https://platform.example/done' };
  const { url } = (await client.post('/v1/account_links', { account: id, type: 'account_onboarding', ...urls })).body;
  const page = await fetch(url);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
