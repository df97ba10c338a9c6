import { expect, test } from 'vitest';
import { dated, newCustomer } from '../../support/callers.js';
import { type Answer, type Client, card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

/** A sandbox and its shop's browser: the same account by its publishable key. */
async function shop(): Promise<{ client: Client; browser: Client; intent: Answer['body'] }> {
  const client = service.client();
  const intent = (await client.post('/v1/setup_intents', { metadata: { secret: 'yes' }, description: 'To save a card' })).body;
  return { client, browser: service.client(client.publishable_key), intent };
}

/** The members that the specification tags as retrievable with a publishable key, and those that a page needs to offer payment methods. */
const tagged = [
  'id',
  'object',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
];

test('200: with its client secret an intent shows the tagged members only', async () => {
  const { browser, intent } = await shop();
  const { status, body } = await browser.get(`/v1/setup_intents/${intent.id}`, { client_secret: intent.client_secret });
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual([...tagged].sort());
  expect(body).toMatchObject({ description: 'To save a card', client_secret: intent.client_secret });
});

test('200: expansions show a browser no more members', async () => {
  const { client, browser } = await shop();
  const customer = await newCustomer(client);
  const intent = (await client.post('/v1/setup_intents', { customer: customer.id, payment_method: 'pm_card_visa' })).body;
  const query = { client_secret: intent.client_secret, 'expand[0]': 'customer', 'expand[1]': 'payment_method' };
  const { body } = await browser.get(`/v1/setup_intents/${intent.id}`, query);
  expect(body).not.toHaveProperty('customer');
  expect(body.payment_method).toBe(intent.payment_method);
});

test('200: a browser creates a payment method and confirms with it', async () => {
  const { client, browser, intent } = await shop();
  const method = await browser.post('/v1/payment_methods', { ...card() });
  expect(method).toMatchObject({ status: 200, body: { object: 'payment_method', card: { last4: '4242' } } });
  const params = { client_secret: intent.client_secret, payment_method: method.body.id };
  const { status, body } = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, params);
  expect(status).toBe(200);
  expect(body.status).toBe('succeeded');
  expect(Object.keys(body).sort()).toEqual([...tagged].sort());
  expect((await client.get(`/v1/setup_intents/${intent.id}`)).body).toMatchObject({ status: 'succeeded', metadata: { secret: 'yes' } });
});

test('200: the browser SDK does the same, with a form', async () => {
  const { browser, intent } = await shop();
  const params = { client_secret: intent.client_secret, payment_method_data: card(), use_stripe_sdk: true };
  const { status, body } = await dated(service.url, browser).post(`/v1/setup_intents/${intent.id}/confirm`, params);
  expect(status).toBe(200);
  expect(body.status).toBe('succeeded');
});

test('402: a decline shows a browser the reduced intent', async () => {
  const { browser, intent } = await shop();
  const params = { client_secret: intent.client_secret, payment_method_data: card('4000000000000002') };
  const { status, body } = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, params);
  expect(status).toBe(402);
  expect(Object.keys(body.error.setup_intent).sort()).toEqual([...tagged].sort());
});

test('400 parameter_missing: without the client secret', async () => {
  const { browser, intent } = await shop();
  const read = await browser.get(`/v1/setup_intents/${intent.id}`);
  const confirmed = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, { payment_method_data: card() });
  for (const { status, body } of [read, confirmed]) {
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'client_secret' });
  }
});

test('404: the client secret is wrong, of another intent, cut short, or a list', async () => {
  const { client, browser, intent } = await shop();
  const other = (await client.post('/v1/setup_intents')).body.client_secret;
  for (const client_secret of [other, `${intent.client_secret}x`, intent.client_secret.slice(0, -1), intent.id]) {
    const { status, body } = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, { client_secret, payment_method_data: card() });
    expect(status).toBe(404);
    expect(body.error.code).toBe('resource_missing');
    expect(JSON.stringify(body)).not.toContain(intent.client_secret);
  }
  const list = await browser.get(`/v1/setup_intents/${intent.id}`, { 'client_secret[]': intent.client_secret });
  expect(list.status).toBe(400);
});

test('404: the client secret is refused with the key of another shop', async () => {
  const [mine, theirs] = [await shop(), await shop()];
  const query = { client_secret: mine.intent.client_secret };
  expect((await theirs.browser.get(`/v1/setup_intents/${mine.intent.id}`, query)).status).toBe(404);
});

test('403 secret_key_required: every other operation', async () => {
  const { browser, intent } = await shop();
  const { client_secret } = intent;
  const answers = [
    await browser.post('/v1/setup_intents', {}),
    await browser.post(`/v1/setup_intents/${intent.id}`, { client_secret }),
    await browser.post(`/v1/setup_intents/${intent.id}/cancel`, { client_secret }),
    await browser.post(`/v1/test_helpers/setup_intents/${intent.id}/next_action`, { client_secret, outcome: 'succeed' }),
    await browser.get('/v1/setup_intents'),
    await browser.get('/v1/setup_attempts', { setup_intent: intent.id }),
    await browser.get('/v1/customers'),
    await browser.post('/v1/customers', {}),
    await browser.get('/v1/payment_methods'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(body.error.code).toBe('secret_key_required');
  }
});

test.each([
  ['customer', async (client: Client) => (await newCustomer(client)).id],
  ['metadata', async () => ({ paid: 'yes' })],
  ['description', async () => 'mine now'],
  ['usage', async () => 'on_session'],
] as const)('a browser cannot change the %s of an intent by confirming it', async (name, value) => {
  const { client, browser, intent } = await shop();
  const params = { client_secret: intent.client_secret, payment_method_data: card(), [name]: await value(client) };
  const { status } = await browser.post(`/v1/setup_intents/${intent.id}/confirm`, params);
  expect(status).toBeGreaterThanOrEqual(400);
  expect((await client.get(`/v1/setup_intents/${intent.id}`)).body[name]).toEqual(intent[name]);
});
