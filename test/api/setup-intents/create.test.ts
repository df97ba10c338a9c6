import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import { card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

describe.each(dialects)('%s', (dialect) => {
  test('200: an intent without a method waits for one, and has an event', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/setup_intents');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'setup_intent',
      status: 'requires_payment_method',
      livemode: false,
      usage: 'off_session',
      payment_method: null,
      payment_method_types: ['card'],
      payment_method_options: { card: null },
      customer: null,
      description: null,
      metadata: {},
      next_action: null,
      last_setup_error: null,
      latest_attempt: null,
      cancellation_reason: null,
      mandate: null,
      single_use_mandate: null,
      return_url: null,
    });
    expect(body.id).toMatch(/^seti_\w{22}$/);
    expect(body.client_secret).toMatch(new RegExp(`^${body.id}_secret_\\w{24,}$`));
    expect(body.created).toBe(Math.floor(body.created));
    expect(await eventsOf(caller, body.id)).toEqual(['setup_intent.created']);
  });

  test('200: all given values are kept', async () => {
    const caller = callerIn(dialect, service);
    const customer = await newCustomer(caller);
    const given = {
      customer: customer.id,
      description: 'A saved card',
      metadata: { order: '7', shop: 'Zürich' },
      payment_method_types: ['card', 'alipay'],
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      usage: 'on_session',
    };
    const { status, body } = await caller.post('/v1/setup_intents', given);
    expect(status).toBe(200);
    expect(body).toMatchObject(given);
    expect((await caller.get(`/v1/setup_intents/${body.id}`)).body).toEqual(body);
  });

  test('200: payment_method_data creates the method of the intent, whose type becomes the allowed one', async () => {
    const caller = callerIn(dialect, service);
    const { body } = await caller.post('/v1/setup_intents', { payment_method_data: { type: 'gcash', metadata: { a: '1' } } });
    expect(body).toMatchObject({ status: 'requires_confirmation', payment_method_types: ['gcash'] });
    const method = await caller.get(`/v1/payment_methods/${body.payment_method}`);
    expect(method.body).toMatchObject({ type: 'gcash', customer: null, metadata: { a: '1' } });
  });

  test('200: a confirmed card is attached to the customer', async () => {
    const caller = callerIn(dialect, service);
    const customer = await newCustomer(caller);
    const { status, body } = await caller.post('/v1/setup_intents', {
      confirm: true,
      customer: customer.id,
      payment_method_data: card(),
      return_url: 'https://shop.example.com/done',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', customer: customer.id, return_url: 'https://shop.example.com/done' });
    const method = await caller.get(`/v1/payment_methods/${body.payment_method}`);
    expect(method.body.customer).toBe(customer.id);
    expect(await eventsOf(caller, body.id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
    expect(await eventsOf(caller, body.payment_method)).toContain('payment_method.attached');
  });

  test('400 parameter_invalid return_url: only a confirming request may have it', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/setup_intents', { return_url: 'https://shop.example.com/done' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param: 'return_url' });
    const refused = await caller.post('/v1/setup_intents', { return_url: 'https://shop.example.com/done', confirm: false });
    expect(refused.status).toBe(400);
    expect((await caller.get('/v1/setup_intents')).body.data).toEqual([]);
  });

  test('400 setup_intent_unexpected_state: confirming needs a method', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/setup_intents', { confirm: true });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'setup_intent_unexpected_state', param: 'payment_method' });
  });
});

test('200: return_url may be the scheme of an app', async () => {
  const params = { confirm: true, payment_method: 'pm_card_visa', return_url: 'myshop://done' };
  expect((await service.client().post('/v1/setup_intents', params)).body).toMatchObject({
    status: 'succeeded',
    return_url: 'myshop://done',
  });
});

test('400 payment_method_customer_mismatch: a method of a customer needs that same customer', async () => {
  const client = service.client();
  const [owner, other] = [await newCustomer(client, { payment_method: 'pm_card_visa' }), await newCustomer(client)];
  const payment_method = owner.invoice_settings.default_payment_method;
  for (const params of [{ customer: other.id }, {}, { customer: other.id, confirm: true }]) {
    const { status, body } = await client.post('/v1/setup_intents', { ...params, payment_method });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'payment_method_customer_mismatch', param: 'payment_method' });
  }
  expect((await client.post('/v1/setup_intents', { customer: owner.id, payment_method, confirm: true })).body.status).toBe('succeeded');
});

test('400 payment_method_unexpected_state payment_method: the type of the method is not among those allowed', async () => {
  const client = service.client();
  const types = { payment_method_types: ['alipay', 'gcash'] };
  for (const params of [
    { payment_method: 'pm_card_visa' },
    { payment_method: 'pm_card_visa', confirm: true },
    { payment_method_data: card() },
  ]) {
    const { status, body } = await client.post('/v1/setup_intents', { ...types, ...params });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'payment_method_unexpected_state', param: 'payment_method' });
    expect(body.error.message).toContain('alipay, gcash');
  }
});

test('400 parameters_exclusive: an existing method and the data of a new one are both given', async () => {
  const client = service.client();
  const both = { payment_method: 'pm_card_visa', payment_method_data: card('5555555555554444') };
  const { id } = (await client.post('/v1/setup_intents')).body;
  for (const path of ['/v1/setup_intents', `/v1/setup_intents/${id}`, `/v1/setup_intents/${id}/confirm`]) {
    const { status, body } = await client.post(path, both);
    expect(status, path).toBe(400);
    expect(body.error).toMatchObject({ code: 'parameters_exclusive', param: 'payment_method_data' });
  }
});

test.each([
  [{ customer: 'cus_unknown' }, 'resource_missing', 'customer'],
  [{ payment_method: 'pm_unknown' }, 'resource_missing', 'payment_method'],
  [{ payment_method: 'pm_card_unheard_of' }, 'resource_missing', 'payment_method'],
  [{ usage: 'always' }, 'parameter_invalid', 'usage'],
  [{ confirm: 'yes' }, 'parameter_invalid', 'confirm'],
  [{ payment_method_types: ['card', 'cash'] }, 'parameter_invalid', 'payment_method_types[1]'],
  [
    { payment_method_options: { card: { request_three_d_secure: 'never' } } },
    'parameter_invalid',
    'payment_method_options[card][request_three_d_secure]',
  ],
  [{ payment_method_data: { card: {} } }, 'parameter_missing', 'payment_method_data[type]'],
  [{ payment_method_data: { type: 'card' } }, 'parameter_missing', 'payment_method_data[card]'],
  [
    { payment_method_data: { type: 'card', card: { number: '4242424242424242', exp_year: '2034' } } },
    'parameter_missing',
    'payment_method_data[card][exp_month]',
  ],
  [{ payment_method_data: { type: 'cash' } }, 'parameter_invalid', 'payment_method_data[type]'],
  [{ confirm: true, return_url: 'javascript:alert(1)' }, 'url_invalid', 'return_url'],
  [{ metadata: 'text' }, 'parameter_invalid', 'metadata'],
  [{ status: 'succeeded' }, 'parameter_unknown', 'status'],
  [{ payment_method_data: { type: 'card', card: { pin: '1' } } }, 'parameter_unknown', 'payment_method_data[card][pin]'],
  [{ description: '4242 4242 4242 4242' }, 'parameter_invalid_string', 'description'],
])('400 for %j', async (params, code, param) => {
  const client = service.client();
  const { status, body } = await client.post('/v1/setup_intents', params);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error', code, param });
  expect((await client.get('/v1/setup_intents')).body.data).toEqual([]);
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
  [{ number: '42' }, 'invalid_number', 'number'],
  [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
  [{ exp_month: '1', exp_year: '2020' }, 'invalid_expiry_year', 'exp_year'],
  [{ exp_year: '2150' }, 'invalid_expiry_year', 'exp_year'],
  [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
  [{ cvc: '1234' }, 'invalid_cvc', 'cvc'],
])('402 for a card with %j: nothing is created', async (wrong, code, member) => {
  const client = service.client();
  const { card: right } = card() as { card: object };
  const { status, body } = await client.post('/v1/setup_intents', { payment_method_data: { type: 'card', card: { ...right, ...wrong } } });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, param: `payment_method_data[card][${member}]` });
  expect((await client.get('/v1/setup_intents')).body.data).toEqual([]);
});

test('402 invalid_expiry_month: a card is valid to the end of its month and not longer', async () => {
  const client = service.client();
  const now = new Date(service.now());
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const expiring = (moment: Date): object => ({
    type: 'card',
    card: { number: '4242424242424242', exp_month: moment.getUTCMonth() + 1, exp_year: moment.getUTCFullYear() },
  });
  expect((await client.post('/v1/setup_intents', { confirm: true, payment_method_data: expiring(now) })).body.status).toBe('succeeded');
  const { status, body } = await client.post('/v1/setup_intents', { payment_method_data: expiring(before) });
  expect(status).toBe(402);
  expect(body.error.code).toMatch(/^invalid_expiry_(month|year)$/);
});

test('200: numbers of a card may be integers or digits, its year may have two', async () => {
  const params = { payment_method_data: { type: 'card', card: { number: '4242 4242 4242 4242', exp_month: 3, exp_year: 34, cvc: '123' } } };
  const client = service.client();
  const { body } = await client.post('/v1/setup_intents', params);
  expect((await client.get(`/v1/payment_methods/${body.payment_method}`)).body.card).toMatchObject({
    exp_month: 3,
    exp_year: 2034,
    last4: '4242',
    brand: 'visa',
  });
});
