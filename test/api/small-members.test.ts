import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { connected } from '../support/connect.js';
import { twenty } from '../support/payments.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { upload } from '../support/uploads.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const idsOf = async (client: Client, path: string, params: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await client.get(path, params)).body.data.map(({ id }: { id: string }) => id);

test('charges are listed by their group, and get a customer if they have none', async () => {
  const client = service.client();
  const { id } = await must(client.post('/v1/charges', { ...twenty, source: 'tok_visa', transfer_group: 'order_1742' }));
  await must(client.post('/v1/charges', { ...twenty, source: 'tok_visa' }));
  expect(await idsOf(client, '/v1/charges', { transfer_group: 'order_1742' })).toEqual([id]);
  const [one, other] = [(await must(client.post('/v1/customers'))).id, (await must(client.post('/v1/customers'))).id];
  expect((await must(client.post(`/v1/charges/${id}`, { customer: one }))).customer).toBe(one);
  expect(await idsOf(client, '/v1/charges', { customer: one })).toEqual([id]);
  const refused = await client.post(`/v1/charges/${id}`, { customer: other });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'customer']);
  expect((await must(client.post(`/v1/charges/${id}`, { customer: one, description: 'Tea' }))).description).toBe('Tea');
});

test('links to files are listed by whether they have expired', async () => {
  const client = service.client();
  const { id: file } = (await upload(service, client)).body;
  const [over, open] = [(await must(client.post('/v1/file_links', { file }))).id, (await must(client.post('/v1/file_links', { file }))).id];
  await must(client.post(`/v1/file_links/${over}`, { expires_at: 'now' }));
  expect(await idsOf(client, '/v1/file_links', { expired: true })).toEqual([over]);
  expect(await idsOf(client, '/v1/file_links', { expired: false })).toEqual([open]);
});

test('the balance transaction of a reversal shows the description of the reversal', async () => {
  const client = service.client();
  const { id: destination } = await connected(client);
  await must(client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' }));
  const { id } = await must(client.post('/v1/transfers', { amount: 1000, currency: 'usd', destination }));
  const described = await must(client.post(`/v1/transfers/${id}/reversals`, { amount: 400, description: 'Order 1742 was returned' }));
  const plain = await must(client.post(`/v1/transfers/${id}/reversals`, { amount: 100 }));
  const shown = async (of: { balance_transaction: string }) =>
    (await client.get(`/v1/balance_transactions/${of.balance_transaction}`)).body.description;
  expect([await shown(described as never), await shown(plain as never)]).toEqual(['Order 1742 was returned', null]);
});

test('an attempt to set up names the account for which its intent saves the payment method', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const params = { payment_method: 'pm_card_visa', payment_method_types: ['card'], confirm: true };
  const { id: setup_intent } = await must(client.post('/v1/setup_intents', { ...params, on_behalf_of: account }));
  const { data } = (await client.get('/v1/setup_attempts', { setup_intent })).body;
  expect(data[0].on_behalf_of).toBe(account);
});

test('top-ups are listed by their amount, payment methods by whether they may be shown again', async () => {
  const client = service.client();
  const made = async (amount: number): Promise<string> => (await must(client.post('/v1/topups', { amount, currency: 'usd' }))).id;
  const [small, large] = [await made(500), await made(12_000)];
  expect(await idsOf(client, '/v1/topups', { amount: 500 })).toEqual([small]);
  expect(await idsOf(client, '/v1/topups', { 'amount[gt]': 500 })).toEqual([large]);
  expect(await idsOf(client, '/v1/topups', { 'amount[gte]': 500, 'amount[lt]': 12_000 })).toEqual([small]);
  expect((await client.get('/v1/topups', { 'amount[lte]': 'much' })).body.error?.param).toBe('amount[lte]');
  expect((await client.get(`/v1/topups/${small}`)).body.initiated_by).toBe('user');
  const { id: customer } = await must(client.post('/v1/customers'));
  const kept = async (allow_redisplay?: string): Promise<string> => {
    const card = { type: 'card', card: { token: 'tok_visa' }, ...(allow_redisplay && { allow_redisplay }) };
    const { id } = await must(client.post('/v1/payment_methods', card));
    await must(client.post(`/v1/payment_methods/${id}/attach`, { customer }));
    return id;
  };
  const [always, plain] = [await kept('always'), await kept()];
  const path = `/v1/customers/${customer}/payment_methods`;
  expect(await idsOf(client, path, { allow_redisplay: 'always' })).toEqual([always]);
  expect(await idsOf(client, path, { allow_redisplay: 'unspecified' })).toEqual([plain]);
});

test('a customer shows how a parcel is sent, and the credit that the next invoice takes off', async () => {
  const client = service.client();
  const shipping = { name: 'Jo', address: { country: 'DE' }, carrier: 'DHL', tracking_number: '1742' };
  const { id, ...made } = await must(client.post('/v1/customers', { balance: -500, shipping, tax: { ip_address: '192.0.2.1' } }));
  expect(made).toMatchObject({ balance: -500, invoice_credit_balance: { usd: 500 }, shipping, tax: { provider: 'stripe' } });
  await must(client.post(`/v1/customers/${id}/balance_transactions`, { amount: 700, currency: 'usd' }));
  const expanded = await client.get(`/v1/customers/${id}`, { 'expand[]': 'invoice_credit_balance' });
  expect(expanded.body).toMatchObject({ balance: 200, invoice_credit_balance: { usd: -200 } });
});
