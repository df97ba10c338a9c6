import { expect, test } from 'vitest';
import { finalInvoice } from '../support/billed.js';
import { must } from '../support/billing.js';
import { sessionOf } from '../support/checkout.js';
import { intentWithPage } from '../support/keyholders.js';
import { accountOf } from '../support/merchant.js';
import { craft, type Got } from '../support/requests.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const get = (path: string, key: string): Promise<Got> => craft(service.port, { path, key });

/** An intent of a customer with a merchant's note that no payer may read. */
async function payer(): Promise<{ client: Client; id: string; page_key: string }> {
  const client = service.client();
  const customer = await client.post('/v1/customers', { email: 'jo@example.com', metadata: { note: 'pays late' } });
  const method = await client.post('/v1/payment_methods', {
    type: 'card',
    card: { token: 'tok_threeDSecure2Required' },
    metadata: { note: 'pays late' },
  });
  await client.post(`/v1/payment_methods/${method.body.id}/attach`, { customer: customer.body.id });
  const params = { customer: customer.body.id, payment_method: method.body.id, confirm: true, metadata: { note: 'pays late' } };
  const { body } = await client.post('/v1/setup_intents', params);
  return { client, id: body.id, page_key: `page_${body.next_action.redirect_to_url.url.split('/challenge/')[1]}` };
}

test('a page sees the members of its intent for a publishable key, and the return_url', async () => {
  const { id, page_key } = await payer();
  const { status, body } = await get(`/v1/setup_intents/${id}`, page_key);
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(
    [
      'cancellation_reason',
      'client_secret',
      'created',
      'description',
      'id',
      'last_setup_error',
      'livemode',
      'next_action',
      'object',
      'payment_method',
      'payment_method_types',
      'return_url',
      'status',
    ].sort(),
  );
});

test.each(['customer', 'payment_method', 'payment_method.customer', 'latest_attempt', 'latest_attempt.customer'])(
  "expanding %s shows a page none of the merchant's notes",
  async (path) => {
    const { id, page_key } = await payer();
    const { text } = await get(`/v1/setup_intents/${id}?expand[0]=${path}`, page_key);
    expect(text).not.toContain('pays late');
    expect(text).not.toContain('jo@example.com');
  },
);

test('the error of a failed page shows no more than the intent', async () => {
  const { id, client, page_key } = await payer();
  await client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome: 'fail' });
  const { status, text, body } = await get(`/v1/setup_intents/${id}?expand[0]=last_setup_error.payment_method.customer`, page_key);
  expect(status).toBe(200);
  expect(body.last_setup_error).not.toBeNull();
  expect(text).not.toContain('jo@example.com');
});

test('404: a page does not reach another intent of its account', async () => {
  const { client, page_key } = await payer();
  const { body: other } = await client.post('/v1/setup_intents');
  const { status, body } = await get(`/v1/setup_intents/${other.id}`, page_key);
  expect([status, body.error.code]).toEqual([404, 'resource_missing']);
});

test('404: the page of an earlier attempt is void', async () => {
  const client = service.client();
  const { id, page_key } = await intentWithPage(client);
  await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  expect((await get(`/v1/setup_intents/${id}`, page_key)).status).toBe(404);
});

test('401: the address of a page with any change is no key', async () => {
  const { page_key } = await payer();
  const [payload = '', mac = ''] = page_key.slice('page_'.length).split('.');
  const flipped = (text: string): string => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`;
  for (const key of [
    `${flipped(payload)}.${mac}`,
    `${payload}.${flipped(mac)}`,
    payload,
    `${payload}.`,
    `.${mac}`,
    `${payload}.${mac}AAAA`,
  ]) {
    const { status, body } = await get('/v1/account', `page_${key}`);
    expect([status, body.error.code]).toEqual([401, 'api_key_unknown']);
  }
});

test('a page sees only the public details of its merchant', async () => {
  const { client, page_key } = await payer();
  const { body: account } = await client.get('/v1/account');
  await client.post(`/v1/accounts/${account.id}`, { email: 'owner@example.com', metadata: { note: 'pays late' } });
  const { status, text } = await get('/v1/account', page_key);
  expect(status).toBe(200);
  expect(text).not.toContain('owner@example.com');
  expect(text).not.toContain('pays late');
});

test('addresses of pages are short: the path has at most 58 characters', async () => {
  const client = service.client();
  const price = await must(client.post('/v1/prices', { currency: 'usd', unit_amount: 700, product_data: { name: 'Ticket' } }));
  const link = await must(client.post('/v1/payment_links', { line_items: [{ price: price.id, quantity: 1 }] }));
  const invoice = await finalInvoice(client, [5000]);
  const session = await sessionOf(client);
  const { receipt_url } = await must(client.post('/v1/charges', { amount: 500, currency: 'usd', source: 'tok_visa' }));
  for (const url of [link.url, invoice.hosted_invoice_url, session.url, receipt_url]) {
    expect(url.split('/').at(-1).length).toBeLessThanOrEqual(58);
    expect((await fetch(url)).status).toBe(200);
  }
});

test('addresses from before they were short still work', async () => {
  const client = service.client();
  const { url, id, livemode } = await sessionOf(client);
  const account = `${await accountOf(client)}${livemode ? '' : '_test'}`;
  const payload = Buffer.from([account, 'checkout.session', id, id].join(' ')).toString('base64url');
  const signature = service.engine.vault.hash('page', payload).subarray(0, 16).toString('base64url');
  const [before, now] = await Promise.all([fetch(`${service.url}/checkout/${payload}.${signature}`), fetch(url)]);
  expect([before.status, now.status]).toEqual([200, 200]);
  expect((await fetch(`${service.url}/checkout/${payload}.${signature.slice(0, 20)}`)).status).toBe(404);
});
