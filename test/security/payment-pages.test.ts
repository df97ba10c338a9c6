import { expect, test } from 'vitest';
import { craft, type Got } from '../support/requests.js';
import { type Client, card } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const get = (path: string, key: string): Promise<Got> => craft(service.port, { path, key });

const note = { note: 'pays late' };

type Payer = { readonly client: Client; readonly id: string; readonly key: string };

/** A payment of a customer with a merchant's note that no payer may read, and the key of its page. */
async function payer(number: string): Promise<{ client: Client; body: Got['body'] }> {
  const client = service.client();
  const customer = await client.post('/v1/customers', { email: 'jo@example.com', metadata: note });
  const { body } = await client.post('/v1/payment_intents', {
    amount: 1050,
    currency: 'usd',
    customer: customer.body.id,
    payment_method_data: card(number),
    confirm: true,
    metadata: note,
    merchant_order_id: 'order 1042',
    expand: ['latest_charge'],
  });
  return { client, body };
}

const keyOf = (url: string): string => `page_${url.split('/').at(-1)}`;

async function waiting(): Promise<Payer> {
  const { client, body } = await payer('4000000000003220');
  return { client, id: body.id, key: keyOf(body.next_action.redirect_to_url.url) };
}

async function paid(): Promise<Payer> {
  const { client, body } = await payer('4242424242424242');
  return { client, id: body.latest_charge.id, key: keyOf(body.latest_charge.receipt_url) };
}

const merchants_own = ['metadata', 'customer', 'merchant_order_id', 'merchant_user_id', 'latest_charge', 'application', 'on_behalf_of'];

test("a payment's page sees its contents and its return_url, and none of the merchant's data", async () => {
  const { id, key } = await waiting();
  const { status, body, text } = await get(`/v1/payment_intents/${id}`, key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, amount: 1050, currency: 'usd', status: 'requires_action', return_url: null, livemode: false });
  expect(merchants_own.filter((name) => name in body)).toEqual([]);
  expect(text).not.toMatch(/pays late|jo@example.com|order 1042/);
});

test("a receipt sees the contents of its charge, and none of the merchant's data", async () => {
  const { id, key } = await paid();
  const { status, body, text } = await get(`/v1/charges/${id}`, key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, amount: 1050, amount_captured: 1050, amount_refunded: 0, status: 'succeeded', refunded: false });
  expect(body.payment_method_details).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
  expect(body.billing_details).toEqual({ tax_id: null });
  for (const name of [...merchants_own, 'balance_transaction', 'outcome', 'processor', 'receipt_email'])
    expect(body).not.toHaveProperty(name);
  expect(text).not.toMatch(/pays late|jo@example.com/);
});

test.each([
  'customer',
  'payment_method',
  'payment_method.customer',
  'latest_charge',
  'latest_charge.customer',
  'latest_charge.balance_transaction',
])("expanding %s shows a payment's page none of the merchant's notes", async (path) => {
  const { id, key } = await waiting();
  const { text } = await get(`/v1/payment_intents/${id}?expand[0]=${path}`, key);
  expect(text).not.toMatch(/pays late|jo@example.com/);
});

test.each(['customer', 'payment_intent', 'payment_intent.customer', 'balance_transaction', 'payment_method.customer'])(
  "expanding %s shows a receipt none of the merchant's notes or money",
  async (path) => {
    const { id, key } = await paid();
    const { text } = await get(`/v1/charges/${id}?expand[0]=${path}`, key);
    expect(text).not.toMatch(/pays late|jo@example.com|"net"|"fee"/);
  },
);

test('a receipt expands no list: the charge alone is visible', async () => {
  const { client, id, key } = await paid();
  await client.post('/v1/refunds', { charge: id, amount: 50 });
  const { body: seen } = await get(`/v1/charges/${id}?expand[0]=refunds&expand[1]=refunds.data.payment_intent`, key);
  expect(seen).toMatchObject({ id, amount_refunded: 50 });
  expect(seen).not.toHaveProperty('refunds');
  expect((await client.get(`/v1/charges/${id}`, { 'expand[0]': 'refunds' })).body.refunds.data).toHaveLength(1);
});

test('a page reaches its own object and no other operation', async () => {
  const { client, id, key } = await waiting();
  const { body: other } = await client.post('/v1/payment_intents', { amount: 500, currency: 'usd' });
  const receipt = await paid();
  expect((await get(`/v1/payment_intents/${other.id}`, key)).status).toBe(404);
  expect((await get(`/v1/charges/${receipt.id}`, key)).status).toBe(404);
  expect((await get('/v1/payment_intents', key)).status).toBe(403);
  expect((await get('/v1/charges', receipt.key)).status).toBe(403);
  for (const path of [
    `/v1/payment_intents/${id}/cancel`,
    `/v1/payment_intents/${id}/capture`,
    `/v1/payment_intents/${id}`,
    '/v1/charges',
  ]) {
    expect((await client.post(path, {}, { key })).status, path).toBe(403);
  }
});

test('a receipt answers no step of a payment', async () => {
  const { client, id } = await waiting();
  const receipt = await paid();
  expect(
    (await client.post(`/v1/test_helpers/payment_intents/${id}/next_action`, { outcome: 'succeed' }, { key: receipt.key })).status,
  ).toBe(404);
});
