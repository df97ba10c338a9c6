import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant } from '../support/keyholders.js';
import { accountOf } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const path = '/v1/payment_method_domains';
const active = { status: 'active' };
const ways = ['amazon_pay', 'apple_pay', 'google_pay', 'klarna', 'link', 'paypal'];

const registered = async (client: Client, params: Readonly<Record<string, unknown>>) => {
  const { status, text, body } = await client.post(path, params);
  expect(status, text).toBe(200);
  return body;
};

/** What Elements ask for with the key of a page. */
const offer = async (client: Client, params: Readonly<Record<string, string>>) => {
  const response = await fetch(`${service.url}/v1/elements/sessions?${new URLSearchParams(params)}`, {
    headers: { authorization: `Bearer ${client.publishable_key}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string[]> & { error?: { param: string } } };
};

test('a domain is registered once, found by its name, and disabled', async () => {
  const client = service.client();
  const domain = await registered(client, { domain_name: 'Shop.Example.com' });
  expect(domain).toMatchObject({ object: 'payment_method_domain', domain_name: 'shop.example.com', enabled: true, livemode: false });
  for (const way of ways) expect(domain[way]).toEqual(active);
  const again = await client.post(path, { domain_name: 'shop.example.com' });
  expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, 'resource_already_exists', 'domain_name']);
  const other = await registered(client, { domain_name: 'pay.example.com', enabled: false });
  const idsOf = async (params: Readonly<Record<string, string | boolean>>) =>
    (await client.get(path, params)).body.data.map(({ id }: { id: string }) => id);
  expect(await idsOf({ domain_name: 'shop.example.com' })).toEqual([domain.id]);
  expect(await idsOf({ enabled: false })).toEqual([other.id]);
  expect((await client.post(`${path}/${domain.id}`, { enabled: false })).body.enabled).toBe(false);
  expect((await client.get(`${path}/${domain.id}`)).body.enabled).toBe(false);
  expect(await idsOf({ enabled: true })).toEqual([]);
});

test('400: what is no name of a public domain', async () => {
  const client = service.client();
  for (const domain_name of [
    'https://shop.example.com',
    'shop.example.com/pay',
    'shop.example.com:8080',
    '10.0.0.1',
    'localhost',
    '-a.example.com',
  ]) {
    const { status, body } = await client.post(path, { domain_name });
    expect([status, body.error.param], domain_name).toEqual([400, 'domain_name']);
  }
});

test('validating a domain tells which ways to pay are switched off, and activates them again', async () => {
  const client = service.client();
  const { id } = await registered(client, { domain_name: 'shop.example.com' });
  const configurations = (await client.get('/v1/payment_method_configurations')).body.data;
  const prefer = (preference: string) =>
    client.post(`/v1/payment_method_configurations/${configurations[0].id}`, { google_pay: { display_preference: { preference } } });
  await prefer('off');
  const off = (await client.post(`${path}/${id}/validate`)).body;
  expect(off.google_pay).toEqual({ status: 'inactive', status_details: { error_message: expect.stringMatching(/google_pay off/) } });
  expect(off.apple_pay).toEqual(active);
  await prefer('on');
  expect((await client.post(`${path}/${id}/validate`)).body.google_pay).toEqual(active);
});

test('in live mode wallets are inactive, and a page without a registered domain is offered no express button', async () => {
  const { live } = await openMerchant(service);
  expect((await offer(live, { merchant_host: 'shop.example.com', currency: 'usd' })).body.express_types).toEqual([]);
  const domain = await registered(live, { domain_name: 'shop.example.com' });
  expect([domain.google_pay.status, domain.paypal]).toEqual(['inactive', active]);
  const { body } = await offer(live, { merchant_host: 'shop.example.com', currency: 'usd' });
  expect(body.express_types).toEqual(['amazon_pay', 'klarna', 'link', 'paypal']);
});

test('in test mode a page is offered every express button, unless its domain is disabled or a way is switched off', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const express = async (merchant_host: string) => (await offer(client, { merchant_host, currency: 'usd' })).body.express_types;
  expect(await express('127.0.0.1')).toEqual(ways);
  const { id } = await registered(client, { domain_name: 'shop.example.com', enabled: false });
  expect(await express('SHOP.example.com')).toEqual([]);
  expect(await express('other.example.com')).toEqual(ways);
  await client.post(`${path}/${id}`, { enabled: true });
  expect(await express('shop.example.com')).toEqual(ways);
  await client.post(`/v1/accounts/${account}`, { settings: { payments: { disabled_payment_method_types: ['paypal', 'klarna'] } } });
  expect(await express('localhost')).toEqual(['amazon_pay', 'apple_pay', 'google_pay', 'link']);
});

test('elements without an intent are offered the types of a configuration, and 400 for one that is not active', async () => {
  const client = service.client();
  const off = { display_preference: { preference: 'off' } };
  const { id } = (await client.post('/v1/payment_method_configurations', { ideal: off, paypal: off })).body;
  const all = (await offer(client, { currency: 'eur' })).body.payment_method_types ?? [];
  const few = (await offer(client, { currency: 'eur', payment_method_configuration: id })).body;
  expect(few.payment_method_types).toEqual(all.filter((type) => type !== 'ideal' && type !== 'paypal'));
  expect(few.express_types).not.toContain('paypal');
  const kept = (await offer(client, { currency: 'eur', saves_payment_method: 'true' })).body.payment_method_types;
  expect([kept?.includes('card'), kept?.includes('ideal')]).toEqual([true, false]);
  await client.post(`/v1/payment_method_configurations/${id}`, { active: false });
  for (const payment_method_configuration of [id, 'pmc_none']) {
    const { status, body } = await offer(client, { currency: 'eur', payment_method_configuration });
    expect([status, body.error?.param]).toEqual([400, 'payment_method_configuration']);
  }
});
