import { describe, expect, test } from 'vitest';
import { card_names } from '../../src/resources/payments/payment-methods/test-names.js';
import { allEvents, callerIn, dialects, eventsOf, newCustomer } from '../support/callers.js';
import { type Answer, type Client, card } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
const make = async (client: Client, params: object = card()): Promise<Answer['body']> =>
  (await client.post('/v1/payment_methods', { ...params })).body;

const billing_details = {
  address: { city: 'Bern', country: 'CH', line1: 'Bundesplatz 3', line2: null, postal_code: '3011', state: null },
  email: 'jo@example.com',
  name: 'Jo',
  phone: '+41 31 300 00 00',
};

describe.each(dialects)('%s', (dialect) => {
  test('200: a card is created and shown without its number', async () => {
    const caller = callerIn(dialect, service);
    const { status, body, text } = await caller.post('/v1/payment_methods', { ...card(), metadata: { a: '1' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'payment_method',
      type: 'card',
      customer: null,
      livemode: false,
      metadata: { a: '1' },
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
      card: {
        brand: 'visa',
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
        country: 'US',
        exp_month: 12,
        exp_year: 2034,
        funding: 'credit',
        last4: '4242',
        networks: { available: ['visa'], preferred: null },
        three_d_secure_usage: { supported: true },
      },
    });
    expect(body.id).toMatch(/^pm_\w{22}$/);
    expect(text).not.toContain('4242424242424242');
    expect(body.card).not.toHaveProperty('number');
    expect(body.card).not.toHaveProperty('cvc');
    expect((await caller.get(`/v1/payment_methods/${body.id}`)).body).toEqual(body);
    expect(await allEvents(caller)).toEqual([]);
  });

  test('200: billing details are kept, and merged when they change', async () => {
    const caller = callerIn(dialect, service);
    const { id } = await make(caller, { ...card(), billing_details: { name: 'Jo', email: 'old@example.com', address: { city: 'Bern' } } });
    const { status, body } = await caller.post(`/v1/payment_methods/${id}`, {
      billing_details: { email: 'jo@example.com', address: { country: 'ch' } },
      metadata: { a: '1' },
      card: { exp_month: 1, exp_year: 2040 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      billing_details: { name: 'Jo', email: 'jo@example.com', address: { city: 'Bern', country: 'CH' } },
      metadata: { a: '1' },
      card: { exp_month: 1, exp_year: 2040, last4: '4242' },
    });
    expect(await eventsOf(caller, id)).toEqual(['payment_method.updated']);
  });

  test('200: is attached to a customer and detached again', async () => {
    const caller = callerIn(dialect, service);
    const customer = await newCustomer(caller);
    const { id } = await make(caller);
    const attached = await caller.post(`/v1/payment_methods/${id}/attach`, { customer: customer.id });
    expect(attached).toMatchObject({ status: 200, body: { id, customer: customer.id } });
    const detached = await caller.post(`/v1/payment_methods/${id}/detach`);
    expect(detached).toMatchObject({ status: 200, body: { id, customer: null } });
    expect(await eventsOf(caller, id)).toEqual(['payment_method.attached', 'payment_method.detached']);
  });

  test('200: a test name creates a new card each time, attached at once', async () => {
    const caller = callerIn(dialect, service);
    const customer = await newCustomer(caller);
    const attach = (): Promise<Answer> => caller.post('/v1/payment_methods/pm_card_mastercard/attach', { customer: customer.id });
    const [first, second] = [(await attach()).body, (await attach()).body];
    expect(first).toMatchObject({ customer: customer.id, card: { brand: 'mastercard', last4: '4444' } });
    expect(second.id).not.toBe(first.id);
    expect(second.card.fingerprint).toBe(first.card.fingerprint);
    expect(idsOf(await caller.get('/v1/payment_methods', { customer: customer.id }))).toEqual([second.id, first.id]);
  });
});

test('200: all billing details are accepted', async () => {
  const client = service.client();
  expect(await make(client, { ...card(), billing_details })).toMatchObject({ billing_details });
});

test('200: an update records the previous values', async () => {
  const client = service.client();
  const { id } = await make(client, { ...card(), metadata: { a: '1' } });
  await client.post(`/v1/payment_methods/${id}`, { metadata: { a: '2' } });
  await client.post(`/v1/payment_methods/${id}`, { metadata: { a: '2' } });
  expect(await allEvents(client)).toMatchObject([
    { type: 'payment_method.updated', data: { object: { metadata: { a: '2' } }, previous_attributes: { metadata: { a: '1' } } } },
  ]);
});

test.each([...card_names])('200: %s is a card', async (name) => {
  const client = service.client();
  const { body: intent } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method: name });
  const { status, body } = await client.get(`/v1/payment_methods/${intent.payment_method}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 'card',
    card: { brand: expect.stringMatching(/^\w+$/), last4: expect.stringMatching(/^\d{4}$/) },
  });
  expect(body.card.brand).not.toBe('unknown');
});

test.each([
  ['5555555555554444', 'mastercard', 'US', 'credit'],
  ['378282246310005', 'amex', 'US', 'credit'],
  ['6011111111111117', 'discover', 'US', 'credit'],
  ['36227206271667', 'diners', 'US', 'credit'],
  ['3566002020360505', 'jcb', 'US', 'credit'],
  ['6200000000000005', 'unionpay', 'US', 'credit'],
  ['4000056655665556', 'visa', 'US', 'debit'],
  ['5105105105105100', 'mastercard', 'US', 'prepaid'],
  ['4000002760000016', 'visa', 'DE', 'credit'],
  ['4000058260000005', 'visa', 'GB', 'debit'],
])('200: %s is of %s, from %s, %s', async (number, brand, country, funding) => {
  const { card: made } = await make(service.client(), card(number));
  expect(made).toMatchObject({ brand, country, funding, last4: number.slice(-4) });
});

test('200: one number has one fingerprint in a sandbox, and another one in the next', async () => {
  const client = service.client();
  const [a, b, c] = [await make(client), await make(client), await make(client, card('5555555555554444'))];
  expect(a.card.fingerprint).toBe(b.card.fingerprint);
  expect(a.card.fingerprint).not.toBe(c.card.fingerprint);
  expect((await make(service.client())).card.fingerprint).not.toBe(a.card.fingerprint);
});

test('402 incorrect_number, invalid_cvc: an impossible card is not created', async () => {
  const client = service.client();
  const wrong = await client.post('/v1/payment_methods', { ...card('4242424242424241') });
  expect(wrong).toMatchObject({ status: 402, body: { error: { code: 'incorrect_number', param: 'card[number]' } } });
  const amex = { type: 'card', card: { number: '378282246310005', exp_month: 1, exp_year: 2034, cvc: '123' } };
  expect((await client.post('/v1/payment_methods', amex)).body.error).toMatchObject({ code: 'invalid_cvc', param: 'card[cvc]' });
  expect((await client.get('/v1/payment_methods')).body.data).toEqual([]);
});

test.each([
  [{}, 'parameter_missing', 'type'],
  [{ type: 'cash' }, 'parameter_invalid', 'type'],
  [{ type: 'card' }, 'parameter_missing', 'card'],
  [{ type: 'card', card: { token: 'tok_unheard_of' } }, 'resource_missing', 'card[token]'],
  [{ type: 'gcash', billing_details: { email: 'jo' } }, 'email_invalid', 'billing_details[email]'],
  [{ type: 'gcash', billing_details: { address: { country: 'Switzerland' } } }, 'parameter_invalid', 'billing_details[address][country]'],
  [{ type: 'gcash', customer: 'cus_1' }, 'parameter_unknown', 'customer'],
])('400 for %j', async (params, code, param) => {
  const { status, body } = await service.client().post('/v1/payment_methods', params);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code, param });
});

test('400: only a card has an expiry date, and a month is 1 to 12', async () => {
  const client = service.client();
  const wallet = await make(client, { type: 'gcash' });
  const refused = await client.post(`/v1/payment_methods/${wallet.id}`, { card: { exp_month: 1, exp_year: 2034 } });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid', param: 'card' } } });
  const visa = await make(client);
  const { body } = await client.post(`/v1/payment_methods/${visa.id}`, { card: { exp_month: 13 } });
  expect(body.error).toMatchObject({ code: 'parameter_invalid_integer', param: 'card[exp_month]' });
});

describe('attach and detach', () => {
  test('200: attaching again changes nothing and has no event', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const { id } = await make(client);
    for (const _ of [1, 2]) await client.post(`/v1/payment_methods/${id}/attach`, { customer: customer.id });
    expect(await eventsOf(client, id)).toEqual(['payment_method.attached']);
  });

  test('400 payment_method_customer_mismatch: it belongs to another customer', async () => {
    const client = service.client();
    const [owner, other] = [await newCustomer(client), await newCustomer(client)];
    const { id } = (await client.post('/v1/payment_methods/pm_card_visa/attach', { customer: owner.id })).body;
    const { status, body } = await client.post(`/v1/payment_methods/${id}/attach`, { customer: other.id });
    expect(status).toBe(400);
    expect(body.error.code).toBe('payment_method_customer_mismatch');
    expect((await client.get(`/v1/payment_methods/${id}`)).body.customer).toBe(owner.id);
  });

  test('400: no customer, an unknown one, a deleted one, one of another sandbox', async () => {
    const client = service.client();
    const { id } = await make(client);
    const deleted = await newCustomer(client);
    await client.del(`/v1/customers/${deleted.id}`);
    const missing = await client.post(`/v1/payment_methods/${id}/attach`);
    expect(missing.body.error).toMatchObject({ code: 'parameter_missing', param: 'customer' });
    for (const customer of ['cus_unknown', deleted.id, (await newCustomer(service.client())).id]) {
      const { status, body } = await client.post(`/v1/payment_methods/${id}/attach`, { customer });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'resource_missing', param: 'customer', message: `No such customer: '${customer}'` });
    }
  });

  test('400 payment_method_unexpected_state: it is not attached', async () => {
    const client = service.client();
    const { id } = await make(client);
    const { status, body } = await client.post(`/v1/payment_methods/${id}/detach`);
    expect(status).toBe(400);
    expect(body.error.code).toBe('payment_method_unexpected_state');
  });

  test('400 payment_method_unexpected_state: a detached method cannot be used again', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const { id } = (await client.post('/v1/payment_methods/pm_card_visa/attach', { customer: customer.id })).body;
    await client.post(`/v1/payment_methods/${id}/detach`);
    const { status, body } = await client.post(`/v1/payment_methods/${id}/attach`, { customer: customer.id });
    expect(status).toBe(400);
    expect(body.error.code).toBe('payment_method_unexpected_state');
  });

  test('404: an unknown method, and one of another sandbox', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const foreign = await make(service.client());
    for (const id of ['pm_unknown', foreign.id]) {
      for (const [verb, params] of [
        ['attach', { customer: customer.id }],
        ['detach', {}],
      ] as const)
        expect((await client.post(`/v1/payment_methods/${id}/${verb}`, params)).status).toBe(404);
      expect((await client.get(`/v1/payment_methods/${id}`)).body.error.message).toBe(`No such payment_method: '${id}'`);
    }
  });
});

describe('lists', () => {
  test.each(['/v1/payment_methods', '/v1/payment_methods/list'])('200: GET %s, by customer and by type', async (path) => {
    const client = service.client();
    const customer = await newCustomer(client, { payment_method: 'pm_card_visa' });
    const attached = customer.invoice_settings.default_payment_method;
    const [wallet, visa] = [await make(client, { type: 'gcash' }), await make(client)];
    expect(idsOf(await client.get(path))).toEqual([visa.id, wallet.id, attached]);
    expect(idsOf(await client.get(path, { type: 'card' }))).toEqual([visa.id, attached]);
    expect(idsOf(await client.get(path, { customer: customer.id, type: 'card' }))).toEqual([attached]);
    expect(idsOf(await client.get(path, { customer: customer.id, type: 'gcash' }))).toEqual([]);
    const paged = await client.get(path, { limit: 1, starting_after: visa.id });
    expect(idsOf(paged)).toEqual([wallet.id]);
    expect(paged.body).toMatchObject({ has_more: true, url: '/v1/payment_methods' });
  });

  test('200: the methods of a customer are listed under the customer’s path, and retrieved there', async () => {
    const client = service.client();
    const customer = await newCustomer(client, { payment_method: 'pm_card_visa' });
    const mine = customer.invoice_settings.default_payment_method;
    const other = await make(client);
    const path = `/v1/customers/${customer.id}/payment_methods`;
    const list = await client.get(path, { type: 'card' });
    expect(idsOf(list)).toEqual([mine]);
    expect(list.body.url).toBe(path);
    expect((await client.get(`${path}/${mine}`)).body).toMatchObject({ id: mine, customer: customer.id });
    expect((await client.get(`${path}/${other.id}`)).status).toBe(404);
    const elsewhere = await newCustomer(client);
    expect((await client.get(`/v1/customers/${elsewhere.id}/payment_methods/${mine}`)).status).toBe(404);
    expect(idsOf(await client.get(`/v1/customers/${elsewhere.id}/payment_methods`))).toEqual([]);
  });

  test('200: with the customer of each', async () => {
    const client = service.client();
    const customer = await newCustomer(client, { payment_method: 'pm_card_visa', name: 'Jo' });
    const { body } = await client.get(`/v1/customers/${customer.id}/payment_methods`, { 'expand[]': 'data.customer' });
    expect(body.data).toMatchObject([{ customer: { id: customer.id, name: 'Jo' } }]);
  });
});

test('a card of two networks is charged by the one that its payer prefers', async () => {
  const client = service.client();
  const card = { number: '4000002500001001', exp_month: 12, exp_year: 2040, networks: { preferred: 'cartes_bancaires' } };
  const made = (await client.post('/v1/payment_methods', { type: 'card', card })).body;
  expect(made.card.networks).toEqual({ available: ['visa', 'cartes_bancaires'], preferred: 'cartes_bancaires' });
  const paying = { amount: 2000, currency: 'eur', confirm: true, payment_method_types: ['card'] };
  const networkOf = async (method: string): Promise<string> => {
    const { latest_charge } = (await client.post('/v1/payment_intents', { ...paying, payment_method: method })).body;
    return (await client.get(`/v1/charges/${latest_charge}`)).body.payment_method_details.card.network;
  };
  const { id } = (await client.post('/v1/payment_methods', { type: 'card', card: { ...card, networks: { preferred: 'visa' } } })).body;
  expect([await networkOf(made.id), await networkOf(id)]).toEqual(['cartes_bancaires', 'visa']);
  const other = (await client.post('/v1/payment_methods', { type: 'card', card })).body;
  const changed = (await client.post(`/v1/payment_methods/${other.id}`, { card: { networks: { preferred: 'visa' } } })).body;
  expect(changed.card.networks).toEqual({ available: ['visa', 'cartes_bancaires'], preferred: 'visa' });
  const { networks: _, ...plain } = card;
  const tokenOf = async (): Promise<string> => (await client.post('/v1/tokens', { card: plain })).body.id;
  const of_token = { type: 'card', card: { token: await tokenOf(), networks: { preferred: 'visa' } } };
  expect((await client.post('/v1/payment_methods', of_token)).body.card.networks.preferred).toBe('visa');
  for (const [path, body] of [
    ['/v1/payment_methods', { type: 'card', card: { ...card, networks: { preferred: 'mastercard' } } }],
    ['/v1/payment_methods', { type: 'card', card: { token: await tokenOf(), networks: { preferred: 'mastercard' } } }],
    [`/v1/payment_methods/${other.id}`, { card: { networks: { preferred: 'mastercard' } } }],
  ] as const) {
    const { status, body: answer } = await client.post(path, body);
    expect([status, answer.error.param]).toEqual([400, 'card[networks][preferred]']);
  }
});

test('a bank account in the US changes its type, and 400 for another payment method', async () => {
  const client = service.client();
  const us_bank_account = { account_number: '000123456789', routing_number: '110000000', account_type: 'checking' };
  const radar_options = { session: 'rse_1' };
  const billing_details = { name: 'Jo Doe' };
  const made = (await client.post('/v1/payment_methods', { type: 'us_bank_account', us_bank_account, radar_options, billing_details }))
    .body;
  expect(made).toMatchObject({ radar_options, us_bank_account: { account_type: 'checking', last4: '6789' } });
  const path = `/v1/payment_methods/${made.id}`;
  const changed = (await client.post(path, { us_bank_account: { account_holder_type: 'company', account_type: 'savings' } })).body;
  expect(changed.us_bank_account).toMatchObject({ account_holder_type: 'company', account_type: 'savings', last4: '6789' });
  const refused = await client.post(path, { card: { exp_month: 1 } });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'card']);
});
