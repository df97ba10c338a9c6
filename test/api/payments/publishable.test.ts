import { describe, expect, test } from 'vitest';
import { dated, newCustomer } from '../../support/callers.js';
import { act, held, intentNow, intentWith, paid, payerDoes, refusal, waiting } from '../../support/payments.js';
import { craft, type Got } from '../../support/requests.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();

/** A sandbox and its shop's browser: the same account by its publishable key. */
async function shop(params: Readonly<Record<string, unknown>> = {}): Promise<{ client: Client; browser: Client; intent: Answer['body'] }> {
  const service = both.service('in one write');
  const client = service.client();
  const intent = await intentWith(client, { metadata: { margin: 'high' }, description: 'A coat', merchant_order_id: 'order-7', ...params });
  return { client, browser: service.client(client.publishable_key), intent };
}

/** The members of a payment that a payer may see: its purpose, its status, and the next step. */
const tagged = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
].sort();

test('200: with its client secret a payment shows the tagged members only', async () => {
  const { browser, intent } = await shop();
  const { status, body } = await browser.get(`/v1/payment_intents/${intent.id}`, { client_secret: intent.client_secret });
  expect([status, Object.keys(body).sort()]).toEqual([200, tagged]);
  expect(body).toMatchObject({
    amount: 2000,
    description: 'A coat',
    client_secret: intent.client_secret,
    status: 'requires_payment_method',
  });
});

test('200: expansions show a browser no more members', async () => {
  const { client, browser } = await shop();
  const customer = await newCustomer(client, { email: 'jo@example.com' });
  const intent = await paid(client, { customer: customer.id });
  const query = {
    client_secret: intent.client_secret,
    'expand[0]': 'customer',
    'expand[1]': 'latest_charge',
    'expand[2]': 'payment_method',
  };
  const { body } = await browser.get(`/v1/payment_intents/${intent.id}`, query);
  expect(Object.keys(body).sort()).toEqual(tagged);
  expect(JSON.stringify(body)).not.toContain(customer.id);
});

test('200: a browser pays with a card that it created, and sees the tagged members', async () => {
  const { client, browser, intent } = await shop();
  const { body: method } = await browser.post('/v1/payment_methods', { ...card() });
  const params = { client_secret: intent.client_secret, payment_method: method.id };
  const { status, body } = await act(browser, intent, 'confirm', params);
  expect([status, body.status, Object.keys(body).sort()]).toEqual([200, 'succeeded', tagged]);
  expect(await intentNow(client, intent)).toMatchObject({ status: 'succeeded', amount_received: 2000, metadata: { margin: 'high' } });
});

test('200: the browser SDK does the same, with a form', async () => {
  const { browser, intent } = await shop();
  const params = {
    client_secret: intent.client_secret,
    payment_method_data: card(),
    return_url: 'https://shop.example/',
    use_stripe_sdk: true,
  };
  const { status, body } = await act(dated(both.service('in one write').url, browser), intent, 'confirm', params);
  expect([status, body.status]).toEqual([200, 'succeeded']);
});

test('402: a decline shows a browser the reduced payment, and no data of the merchant', async () => {
  const { client, browser } = await shop();
  const customer = await newCustomer(client);
  const { id: method } = (await client.post('/v1/payment_methods', { ...card('4000000000000341'), metadata: { note: 'pays late' } })).body;
  await client.post(`/v1/payment_methods/${method}/attach`, { customer: customer.id });
  const intent = await intentWith(client, { customer: customer.id, metadata: { margin: 'high' } });
  const { status, body, text } = await act(browser, intent, 'confirm', { client_secret: intent.client_secret, payment_method: method });
  expect([status, body.error.code, Object.keys(body.error.payment_intent).sort()]).toEqual([402, 'card_declined', tagged]);
  for (const secret of [customer.id, 'pays late', 'margin']) expect(text).not.toContain(secret);
});

test("200: a browser sees the payer's next step", async () => {
  const { browser, intent } = await shop();
  const params = { client_secret: intent.client_secret, payment_method_data: card('4000000000003220') };
  const { body } = await act(browser, intent, 'confirm', params);
  expect([body.status, body.next_action.type]).toEqual(['requires_action', 'redirect_to_url']);
});

test('400 parameter_missing: without the client secret', async () => {
  const { browser, intent } = await shop();
  const answers = [
    await browser.get(`/v1/payment_intents/${intent.id}`),
    await act(browser, intent, 'confirm', { payment_method_data: card() }),
  ];
  expect(answers.map(refusal)).toEqual(Array(2).fill([400, 'parameter_missing', 'client_secret']));
});

test('404: the client secret is wrong, of another payment, cut short, or a list', async () => {
  const { client, browser, intent } = await shop();
  const other = (await intentWith(client)).client_secret;
  for (const client_secret of [other, `${intent.client_secret}x`, intent.client_secret.slice(0, -1), intent.id]) {
    const answer = await act(browser, intent, 'confirm', { client_secret, payment_method_data: card() });
    expect(refusal(answer)).toEqual([404, 'resource_missing', 'id']);
    expect(answer.text).not.toContain(intent.client_secret);
  }
  expect((await browser.get(`/v1/payment_intents/${intent.id}`, { 'client_secret[]': intent.client_secret })).status).toBe(400);
  expect((await intentNow(client, intent)).status).toBe('requires_payment_method');
});

test('404: the client secret is refused with the key of another shop', async () => {
  const [mine, theirs] = [await shop(), await shop()];
  const query = { client_secret: mine.intent.client_secret };
  expect((await theirs.browser.get(`/v1/payment_intents/${mine.intent.id}`, query)).status).toBe(404);
});

test('403 secret_key_required: every other operation', async () => {
  const { client, browser, intent } = await shop();
  const { client_secret } = intent;
  const { latest_charge } = await held(client);
  const answers = [
    await browser.post('/v1/payment_intents', { amount: 1, currency: 'usd' }),
    await browser.post(`/v1/payment_intents/${intent.id}`, { client_secret, amount: 1 }),
    await act(browser, intent, 'cancel', { client_secret }),
    await act(browser, intent, 'capture', { client_secret }),
    await browser.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { client_secret, outcome: 'succeed' }),
    await browser.get('/v1/payment_intents'),
    await browser.get('/v1/payment_intents/search', { query: 'amount:2000' }),
    await browser.post('/v1/charges', { amount: 1, currency: 'usd', source: 'tok_visa' }),
    await browser.get(`/v1/charges/${latest_charge}`),
    await browser.get('/v1/charges'),
    await browser.post(`/v1/charges/${latest_charge}/capture`),
    await browser.get('/v1/balance_transactions'),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(answers.map(() => [403, 'secret_key_required']));
});

test.each([
  ['amount', 1],
  ['capture_method', 'manual'],
  ['currency', 'jpy'],
  ['customer', 'cus_0000000000000000000000'],
  ['error_on_requires_action', true],
  ['metadata', { paid: 'yes' }],
  ['off_session', true],
  ['off-session', true],
  ['payment_method_options', { card: { capture_method: 'automatic' } }],
  ['payment_method_types', ['alipay']],
])('403: a browser that confirms cannot send %s', async (name, value) => {
  const { client, browser, intent } = await shop({
    capture_method: 'automatic',
    payment_method_options: { card: { capture_method: 'manual' } },
  });
  const params = { client_secret: intent.client_secret, payment_method_data: card(), [name]: value };
  const answer = await act(browser, intent, 'confirm', params);
  expect([answer.status === 403 || refusal(answer)[1] === 'parameter_unknown', answer.status < 500]).toEqual([true, true]);
  expect(await intentNow(client, intent)).toEqual(intent);
});

describe.each(roads)('the page of a payment, %s,', (road) => {
  const get = (path: string, key: string): Promise<Got> => craft(both.service(road).port, { path, key });
  const pageKey = (intent: Answer['body']): string => `page_${intent.next_action.redirect_to_url.url.split('/challenge/')[1]}`;

  test('sees the members that a browser sees, and completes its own step', async () => {
    const client = both.client(road);
    const intent = await waiting(client, { return_url: 'https://shop.example/done' });
    const { status, body } = await get(`/v1/payment_intents/${intent.id}`, pageKey(intent));
    expect([status, Object.keys(body).sort()]).toEqual([200, [...tagged, 'return_url'].sort()]);
    const done = await client.post(
      `/v1/test_helpers/payment_intents/${intent.id}/next_action`,
      { outcome: 'succeed' },
      { key: pageKey(intent) },
    );
    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(done.body).not.toHaveProperty('metadata');
  });

  test('is void for any other attempt, any other payment and any other operation', async () => {
    const client = both.client(road);
    const intent = await waiting(client);
    const another = await waiting(client);
    const key = pageKey(intent);
    await act(client, intent, 'confirm', { payment_method: 'pm_card_threeDSecure2Required' });
    expect((await get(`/v1/payment_intents/${intent.id}`, key)).status).toBe(404);
    expect((await client.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome: 'succeed' }, { key })).status).toBe(
      404,
    );
    expect((await intentNow(client, intent)).status).toBe('requires_action');
    expect((await get(`/v1/payment_intents/${another.id}`, key)).status).toBe(404);
    for (const path of ['/v1/payment_intents', '/v1/charges', '/v1/balance']) expect((await get(path, key)).status).toBe(403);
    expect((await get(`/v1/payment_intents/${another.id}`, `${pageKey(another)}x`)).status).toBe(401);
  });

  test('of a receipt reads its own charge only', async () => {
    const client = both.client(road);
    const [mine, other] = [await paid(client), await paid(client)];
    const { body: charge } = await client.get(`/v1/charges/${mine.latest_charge}`);
    const key = `page_${String(charge.receipt_url).split('/receipt/')[1] ?? String(charge.receipt_url).split('/').at(-1)}`;
    const { status, body } = await get(`/v1/charges/${charge.id}`, key);
    expect([status, body.amount, body.metadata, body.customer]).toEqual([200, 2000, undefined, undefined]);
    expect((await get(`/v1/charges/${other.latest_charge}`, key)).status).toBe(404);
    expect((await client.post(`/v1/charges/${charge.id}`, { description: 'mine' }, { key })).status).toBe(403);
  });

  test('is void once its payment is done', async () => {
    const client = both.client(road);
    const intent = await waiting(client);
    await payerDoes(client, intent, 'fail');
    const again = await client.post(
      `/v1/test_helpers/payment_intents/${intent.id}/next_action`,
      { outcome: 'succeed' },
      { key: pageKey(intent) },
    );
    expect(again.status).toBe(400);
    expect((await intentNow(client, intent)).status).toBe('requires_payment_method');
  });
});

expectSoundBooks(both);
