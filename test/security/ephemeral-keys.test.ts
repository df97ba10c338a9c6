import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { openMerchant } from '../support/keyholders.js';
import { advanceClock } from '../support/merchant.js';
import { type Client, card, startService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

const service = await startService();

/** A device of a customer: the key from its shop's server, and the requests of the SDK for it. */
async function deviceOf(shop: Client) {
  const customer = (
    await must(shop.post('/v1/customers', { name: 'Jo', email: 'jo@example.com', description: 'pays late', metadata: { a: '1' } }))
  ).id;
  const key = await must(shop.post('/v1/ephemeral_keys', { customer }, { headers: { 'stripe-version': '2020-08-27' } }));
  return { customer, key, device: service.client(key.secret) };
}

const methodOf = async (shop: Client, customer?: string): Promise<string> => {
  const { id } = await must(shop.post('/v1/payment_methods', { ...card() }));
  if (customer) await must(shop.post(`/v1/payment_methods/${id}/attach`, { customer }));
  return id;
};

const refusal = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

const forbidden = [403, 'permission_denied'];

describe('an ephemeral key', () => {
  test('200: reads its customer, without the shop’s notes', async () => {
    const { customer, device } = await deviceOf(service.client());
    const { status, body, text } = await device.get(`/v1/customers/${customer}`);
    expect([status, body]).toMatchObject([
      200,
      { id: customer, object: 'customer', email: 'jo@example.com', default_source: null, shipping: null },
    ]);
    expect(text).not.toMatch(/pays late|metadata|balance/);
  });

  test('200: attaches a payment method to its customer, lists it, makes it the default, and detaches it', async () => {
    const shop = service.client();
    const { customer, device } = await deviceOf(shop);
    const id = await methodOf(shop);
    const attached = await must(device.post(`/v1/payment_methods/${id}/attach`, { customer }));
    expect(attached).toMatchObject({ id, customer, type: 'card', card: { last4: '4242' } });
    expect((await must(device.get('/v1/payment_methods', { customer, type: 'card', limit: 100 }))).data).toMatchObject([{ id, customer }]);
    await must(device.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } }));
    await must(device.post(`/v1/customers/${customer}`, { shipping: { name: 'Jo', address: { line1: '1 Main Street' } } }));
    expect((await shop.get(`/v1/customers/${customer}`)).body).toMatchObject({
      invoice_settings: { default_payment_method: id },
      shipping: { name: 'Jo' },
    });
    await must(device.post(`/v1/payment_methods/${id}`, { card: { exp_year: 2040 } }));
    expect((await must(device.post(`/v1/payment_methods/${id}/detach`))).customer).toBeNull();
    expect((await must(device.get('/v1/payment_methods', { customer, type: 'card' }))).data).toEqual([]);
  });

  test('200: saves a token as a source of its customer, and deletes it', async () => {
    const { customer, device } = await deviceOf(service.client());
    const source = await must(device.post(`/v1/customers/${customer}/sources`, { source: 'tok_visa' }));
    await must(device.post(`/v1/customers/${customer}`, { default_source: source.id }));
    await must(device.del(`/v1/customers/${customer}/sources/${source.id}`));
  });

  test('403 and 404: reaches no other customer, and no object of another one', async () => {
    const shop = service.client();
    const [mine, theirs] = [await deviceOf(shop), await deviceOf(shop)];
    const [kept, loose] = [await methodOf(shop, theirs.customer), await methodOf(shop)];
    for (const customer of [theirs.customer, 'cus_unknown']) {
      expect(refusal(await mine.device.get(`/v1/customers/${customer}`))).toEqual(forbidden);
      expect(refusal(await mine.device.post(`/v1/customers/${customer}`, { shipping: { name: 'Me' } }))).toEqual(forbidden);
      expect(refusal(await mine.device.get('/v1/payment_methods', { customer, type: 'card' }))).toEqual(forbidden);
      expect(refusal(await mine.device.post(`/v1/payment_methods/${loose}/attach`, { customer }))).toEqual(forbidden);
      expect(refusal(await mine.device.post(`/v1/customers/${customer}/sources`, { source: 'tok_visa' }))).toEqual(forbidden);
    }
    expect(refusal(await mine.device.get('/v1/payment_methods', { type: 'card' }))).toEqual(forbidden);
    const missing = [404, 'resource_missing'];
    for (const id of [kept, loose, 'pm_unknown']) {
      expect(refusal(await mine.device.post(`/v1/payment_methods/${id}/detach`))).toEqual(missing);
      expect(refusal(await mine.device.post(`/v1/payment_methods/${id}`, { card: { exp_year: 2040 } }))).toEqual(missing);
    }
    expect(refusal(await mine.device.post(`/v1/payment_methods/${kept}/attach`, { customer: mine.customer }))).toEqual(missing);
    const { status } = await mine.device.post(`/v1/customers/${mine.customer}`, { invoice_settings: { default_payment_method: kept } });
    expect(status).toBe(400);
    expect((await shop.get(`/v1/payment_methods/${kept}`)).body).toMatchObject({ customer: theirs.customer });
  });

  test.each([
    ['email', { email: 'me@example.com' }],
    ['balance', { balance: -100 }],
    ['metadata', { metadata: { vip: '1' } }],
    ['invoice_settings', { invoice_settings: { footer: 'Mine' } }],
    ['invoice_settings', { invoice_settings: { default_payment_method: 'pm_x', custom_fields: [] } }],
  ])('403: cannot change %s of its customer', async (param, params) => {
    const { customer, device } = await deviceOf(service.client());
    const { status, body } = await device.post(`/v1/customers/${customer}`, params);
    expect([status, body.error.code, body.error.param]).toEqual([403, 'permission_denied', param]);
  });

  test('401 api_key_expired: expires when it is deleted, and an hour of its account\u2019s clock after its creation', async () => {
    const shop = service.client();
    const [deleted, expired] = [await deviceOf(shop), await deviceOf(shop)];
    await must(deleted.device.get(`/v1/customers/${deleted.customer}`));
    await must(shop.del(`/v1/ephemeral_keys/${deleted.key.id}`));
    expect(refusal(await deleted.device.get(`/v1/customers/${deleted.customer}`))).toEqual([401, 'api_key_expired']);
    await advanceClock(shop, 3000);
    await must(expired.device.get(`/v1/customers/${expired.customer}`));
    await advanceClock(shop, 600);
    expect(refusal(await expired.device.get(`/v1/customers/${expired.customer}`))).toEqual([401, 'api_key_expired']);
  });

  test('401 api_key_unknown: another ending, another account\u2019s id, and the id alone open nothing', async () => {
    const { customer, key } = await deviceOf(service.client());
    for (const wrong of [`${key.secret}x`, `${key.secret.slice(0, -1)}!`, key.id, `${key.id}_secret_`, `ek_${'0'.repeat(22)}_secret_x`])
      expect([wrong, ...refusal(await service.client(wrong).get(`/v1/customers/${customer}`))]).toEqual([wrong, 401, 'api_key_unknown']);
  });

  test('is stored as a hash, and shown in the one answer that creates it', async () => {
    const shop = service.client();
    const { key } = await deviceOf(shop);
    expect(key.secret).toMatch(/^ek_\w{22}_secret_\w{24}$/);
    const [row] = await rowsOf<{ secret: string; doc: string }>(service, 'select secret, doc::text from objects where id = $1', key.id);
    expect(row?.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.doc).not.toContain('_secret_');
    expect((await shop.del(`/v1/ephemeral_keys/${key.id}`)).text).not.toContain('_secret_');
  });

  test('of live mode reaches live objects', async () => {
    const { live, test: sandbox } = await openMerchant(service);
    const { customer, device } = await deviceOf(live);
    expect((await must(device.get(`/v1/customers/${customer}`))).livemode).toBe(true);
    const other = await deviceOf(sandbox);
    expect(refusal(await device.get(`/v1/customers/${other.customer}`))).toEqual(forbidden);
  });
});
