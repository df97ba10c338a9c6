import { describe, expect, test } from 'vitest';
import { callerIn, dated, dialects, newCustomer } from '../support/callers.js';
import { accountOf, bankAccount } from '../support/merchant.js';
import { act, intentNow, intentWith, pay, refusal, twenty } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const both = onBothRoads();

test.each(dialects)('%s creates a customer with its method as default in one call', async (dialect) => {
  const caller = callerIn(dialect, service);
  const named = { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } };
  const { status, body } = await caller.post('/v1/customers', named);
  expect(status).toBe(200);
  const { body: methods } = await caller.get(`/v1/customers/${body.id}/payment_methods`);
  expect(methods.data.map(({ id }: { id: string }) => id)).toEqual([body.invoice_settings.default_payment_method]);
  const method = (await caller.post('/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } })).body.id;
  const again = await newCustomer(caller, { payment_method: method, invoice_settings: { default_payment_method: method } });
  expect(again.invoice_settings.default_payment_method).toBe(method);
});

describe('the minimum amount', () => {
  test.each([
    [49, 'usd', '0.50 USD'],
    [29, 'gbp', '0.30 GBP'],
    [49, 'jpy', '50 JPY'],
    [17_499, 'huf', '175.00 HUF'],
  ])('%i %s is too little: the minimum is %s', async (amount, currency, least) => {
    const client = service.client();
    const answer = await pay(client, { amount, currency });
    expect(refusal(answer)).toEqual([400, 'amount_too_small', 'amount']);
    expect(answer.body.error.message).toContain(least);
    expect((await pay(client, { amount: amount + 1, currency })).status).toBe(200);
    const direct = { amount, currency, source: 'tok_visa' };
    expect(refusal(await client.post('/v1/charges', direct))).toEqual([400, 'amount_too_small', 'amount']);
    expect((await client.post('/v1/charges', { ...direct, amount: amount + 1 })).status).toBe(200);
  });

  test('an intent cannot be changed to less than the minimum, neither by its amount nor by its currency', async () => {
    const client = service.client();
    const intent = await intentWith(client, { amount: 60 });
    expect(refusal(await client.post(`/v1/payment_intents/${intent.id}`, { amount: 49 }))).toEqual([400, 'amount_too_small', 'amount']);
    expect(refusal(await client.post(`/v1/payment_intents/${intent.id}`, { currency: 'sek' }))).toEqual([
      400,
      'amount_too_small',
      'amount',
    ]);
    expect(await intentNow(client, intent)).toMatchObject({ amount: 60, currency: 'usd' });
  });

  test('a type with a lower minimum can be paid with it, and no other', async () => {
    const client = service.client();
    const fpx = { amount: 150, currency: 'myr', payment_method_types: ['fpx', 'card'] };
    const intent = await intentWith(client, fpx);
    expect(refusal(await act(client, intent, 'confirm', { payment_method: 'pm_card_visa' }))).toEqual([400, 'amount_too_small', 'amount']);
    const paying = await act(client, intent, 'confirm', { payment_method_data: { type: 'fpx' } });
    expect(paying.body.status).toBe('requires_action');
    expect(refusal(await pay(client, { ...fpx, payment_method_types: ['card'] }))).toEqual([400, 'amount_too_small', 'amount']);
  });
});

test('400: for SDKs a cancellation reason is one of four values, natively it is free text', async () => {
  const client = service.client();
  const sdk = dated(service.url, client);
  const intent = await intentWith(client);
  const refused = await act(sdk, intent, 'cancel', { cancellation_reason: 'the shop burnt down' });
  expect(refusal(refused)).toEqual([400, 'parameter_invalid', 'cancellation_reason']);
  expect(refused.body.error.message).toContain('duplicate, fraudulent, requested_by_customer, abandoned');
  expect((await act(sdk, intent, 'cancel', { cancellation_reason: 'abandoned' })).body.cancellation_reason).toBe('abandoned');
  const other = await intentWith(client);
  expect((await act(client, other, 'cancel', { cancellation_reason: 'the shop burnt down' })).body.status).toBe('canceled');
});

describe('Stripe-Version', () => {
  const client = service.client();
  const asked = (version: string) => client.get('/v1/balance', {}, { headers: { 'stripe-version': version } });

  test.each(['nonsense', '2025', '2025-13-01', '2025-02-30', '1.0.1', '2025-09-30.', '2025-09-30.clover; beta', '2025-9-30', 'native'])(
    '400: %s is malformed, and the message shows the form',
    async (version) => {
      const answer = await asked(version);
      expect(refusal(answer)).toEqual([400, 'parameter_invalid', 'Stripe-Version']);
      expect(answer.body.error.message).toContain('2025-09-30');
    },
  );

  // stripe-php's own tests set 2222-22-22 and do not set it back, so that every later test sends it.
  test.each([
    ...['2017-05-25', '2017-08-15', '2020-08-27', '2025-09-30.clover', '2026-10-28.preview', '2025-03-31.preview', '2222-22-22'],
    ...['2222-22-22.preview-v2', '2022-11-15; some_beta=v1', '2020-08-27; orders_beta=v3', '2025-03-31.basil;a=v1;b=v2'],
    `2020-08-27;${Array.from({ length: 12 }, (_, each) => `a_longer_beta_${each}=v1`).join(';')}`,
  ])('200: %s is accepted as a version', async (version) => {
    const { status, headers } = await asked(version);
    expect([status, headers.get('stripe-version')]).toEqual([200, version]);
  });

  test('200: an endpoint keeps the preview version that created it, and may name one', async () => {
    const make = async (version: string, more: object = {}) => {
      const params = { url: 'https://example.com/hooks', enabled_events: ['*'], ...more };
      return (await client.post('/v1/webhook_endpoints', params, { headers: { 'stripe-version': version } })).body.api_version;
    };
    expect(await make('2020-08-27; orders_beta=v3')).toBe('2020-08-27; orders_beta=v3');
    expect(await make('2025-09-30.clover', { api_version: '2026-10-28.preview-v2' })).toBe('2026-10-28.preview-v2');
  });
});

test('400: on_behalf_of names an account that does not exist', async () => {
  const client = service.client();
  const own = await accountOf(client);
  const stranger = await accountOf(service.client());
  const missing = [400, 'resource_missing', 'on_behalf_of'];
  for (const on_behalf_of of ['acct_nobody', stranger]) {
    expect(refusal(await pay(client, { on_behalf_of }))).toEqual(missing);
    expect(refusal(await client.post('/v1/setup_intents', { on_behalf_of }))).toEqual(missing);
    expect(refusal(await client.post('/v1/charges', { ...twenty, source: 'tok_visa', on_behalf_of }))).toEqual(missing);
  }
  expect((await intentWith(client, { on_behalf_of: own })).on_behalf_of).toBe(own);
});

test('400: a statement descriptor has characters that statements cannot show', async () => {
  const client = service.client();
  for (const text of ['two\nlines', 'a<b', 'a>b', 'say "hi"', "it's", 'a\\b', 'a*b', 'tab\tin it', '12345'])
    for (const name of ['statement_descriptor_suffix', 'statement_descriptor'])
      expect(refusal(await pay(client, { [name]: text })), `${name} ${text}`).toEqual([400, 'parameter_invalid', name]);
  const { statement_descriptor_suffix } = await intentWith(client, { statement_descriptor_suffix: 'Tea & Co. #7' });
  expect(statement_descriptor_suffix).toBe('Tea & Co. #7');
});

describe('a customer who is deleted', () => {
  test('cancels the open intents: they can no longer be paid or set up', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const intent = await intentWith(client, { customer: customer.id });
    const setup = (await client.post('/v1/setup_intents', { customer: customer.id })).body;
    await client.del(`/v1/customers/${customer.id}`);
    const refused = await act(client, intent, 'confirm', { payment_method: 'pm_card_visa' });
    expect(refusal(refused)).toEqual([400, 'resource_missing', 'customer']);
    expect(refused.body.error.message).toContain(customer.id);
    const confirmed = await client.post(`/v1/setup_intents/${setup.id}/confirm`, { payment_method: 'pm_card_visa' });
    expect(refusal(confirmed)).toEqual([400, 'resource_missing', 'customer']);
    expect((await intentNow(client, intent)).status).toBe('requires_payment_method');
    expect((await act(client, intent, 'cancel')).body.status).toBe('canceled');
  });

  test('leaves no payment method attached', async () => {
    const client = service.client();
    const customer = await newCustomer(client, { payment_method: 'pm_card_visa' });
    const { default_payment_method: id } = customer.invoice_settings;
    await client.del(`/v1/customers/${customer.id}`);
    const method = await service.until(async () => {
      const { body } = await client.get(`/v1/payment_methods/${id}`);
      return body.customer === null && body;
    });
    expect(refusal(await pay(client, { payment_method: method.id, confirm: true }))).toEqual([
      400,
      'payment_method_unexpected_state',
      'payment_method',
    ]);
    const { body } = await client.get('/v1/events', { type: 'payment_method.detached' });
    expect(body.data.map(({ data }: { data: { object: { id: string } } }) => data.object.id)).toEqual([id]);
  });
});

describe('the default bank account of a currency', () => {
  const flags = async (client: ReturnType<typeof service.client>) => {
    const { body } = await client.get(`/v1/accounts/${await accountOf(client)}/external_accounts`);
    return Object.fromEntries(body.data.map((each: { id: string; default_for_currency: boolean }) => [each.id, each.default_for_currency]));
  };

  const added = async (client: ReturnType<typeof service.client>, currency: string, params: object = {}): Promise<string> => {
    const external_account = { object: 'bank_account', account_number: '000123456789', country: 'US', currency };
    const path = `/v1/accounts/${await accountOf(client)}/external_accounts`;
    return (await client.post(path, { external_account, ...params })).body.id;
  };

  test('is unique: a second one takes the flag from the first', async () => {
    const client = service.client();
    const [first = ''] = Object.keys(await flags(client));
    const second = await bankAccount(client, '000123456789');
    expect(await flags(client)).toEqual({ [first]: true, [second]: false });
    const third = await added(client, 'usd', { default_for_currency: true });
    expect(await flags(client)).toEqual({ [first]: false, [second]: false, [third]: true });
  });

  test('is the first one of its currency without being set', async () => {
    const client = service.client();
    const [first = ''] = Object.keys(await flags(client));
    const euros = await added(client, 'eur');
    expect(await flags(client)).toEqual({ [first]: true, [euros]: true });
    expect((await client.post('/v1/payouts', { amount: 1, currency: 'eur' })).body.error.code).toBe('parameter_invalid');
  });
});

test('400 natively and for SDKs: payment_method_types is empty', async () => {
  for (const dialect of dialects) {
    const caller = callerIn(dialect, service);
    const none = { payment_method_types: dialect === dialects[0] ? [] : '' };
    expect(refusal(await pay(caller, none))).toEqual([400, 'parameter_invalid_empty', 'payment_method_types']);
    expect(refusal(await caller.post('/v1/setup_intents', none))).toEqual([400, 'parameter_invalid_empty', 'payment_method_types']);
  }
});

test('natively a sandbox generates the bank account of a bare sepa_debit; SDKs send it', async () => {
  const client = service.client();
  const bare = { type: 'sepa_debit' };
  const paying = { amount: 2000, currency: 'eur', payment_method_data: bare, confirm: true };
  const intent = await intentWith(client, { ...paying, expand: ['payment_method'] });
  expect(intent).toMatchObject({ status: 'processing', payment_method: { sepa_debit: { last4: '3000', country: 'DE' } } });
  expect(intent.payment_method.billing_details).toMatchObject({ name: expect.any(String), email: expect.any(String) });
  const setup = await client.post('/v1/setup_intents', { payment_method_data: bare, confirm: true, payment_method_types: ['sepa_debit'] });
  expect(setup.body.status).toBe('succeeded');
  const sdk = dated(service.url, client);
  expect(refusal(await pay(sdk, paying))).toEqual([400, 'parameter_missing', 'payment_method_data[sepa_debit][iban]']);
});

describe.each(roads)('attaching a card, %s,', (road) => {
  const declining = [
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ] as const;

  test.each(declining)('402: %s is refused, and not attached', async (name, code, decline_code) => {
    const client = both.client(road);
    const customer = (await newCustomer(client)).id;
    const refused = await client.post(`/v1/payment_methods/${name}/attach`, { customer });
    expect(refusal(refused)).toEqual([402, code]);
    expect(refused.body.error).toMatchObject({ type: 'card_error', decline_code });
    expect((await client.get(`/v1/customers/${customer}/payment_methods`)).body.data).toEqual([]);
    const made = await client.post('/v1/customers', { payment_method: name });
    expect(refusal(made)).toEqual([402, code]);
    const { body } = await client.get('/v1/customers');
    expect(body.data.map((each: { invoice_settings: object }) => each.invoice_settings)).toEqual(
      body.data.map(() => ({ custom_fields: null, default_payment_method: null, footer: null, rendering_options: null })),
    );
    expect((await client.get('/v1/events', { type: 'payment_method.attached' })).body.data).toEqual([]);
  });

  const declining_tokens = [
    ['tok_chargeDeclined', 'card_declined'],
    ['tok_chargeDeclinedExpiredCard', 'expired_card'],
  ] as const;

  test.each(declining_tokens)('402: %s is not attached as a source, and does not become the default', async (source, code) => {
    const client = both.client(road);
    expect(refusal(await client.post('/v1/customers', { source }))).toEqual([402, code]);
    const { body: customer } = await client.post('/v1/customers', { source: 'tok_visa' });
    for (const path of ['', '/sources']) {
      expect(refusal(await client.post(`/v1/customers/${customer.id}${path}`, { source })), path).toEqual([402, code]);
    }
    const { body: kept } = await client.get(`/v1/customers/${customer.id}/sources`);
    expect(kept.data.map(({ id }: { id: string }) => id)).toEqual([customer.default_source]);
    const { body: customers } = await client.get('/v1/customers');
    expect(customers.data.map((each: typeof customer) => each.default_source)).toEqual([customer.default_source, null]);
    const recorded = (await client.get('/v1/events', { type: 'customer.source.created' })).body.data;
    expect(recorded).toHaveLength(1);
  });

  test('200: a working source shows the checks of its issuer; the next one replaces it or is added beside it', async () => {
    const client = both.client(road);
    const source = { object: 'card', number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
    const { body: customer } = await client.post('/v1/customers', { source });
    const path = `/v1/customers/${customer.id}`;
    const first = (await client.get(`${path}/sources/${customer.default_source}`)).body;
    expect(first).toMatchObject({ last4: '4242', customer: customer.id, cvc_check: 'pass' });
    const beside = (await client.post(`${path}/sources`, { source: 'tok_mastercard', metadata: { shelf: '7' } })).body;
    expect(beside).toMatchObject({ brand: 'MasterCard', metadata: { shelf: '7' } });
    expect((await client.get(path)).body.default_source).toBe(first.id);
    const { default_source } = (await client.post(path, { source: 'tok_amex' })).body;
    const { body: kept } = await client.get(`${path}/sources`);
    expect(kept.data.map(({ id }: { id: string }) => id)).toEqual([default_source, beside.id]);
  });

  test('200: a card that works, one that requires authentication later, and one that declines only charges', async () => {
    const client = both.client(road);
    const customer = (await newCustomer(client)).id;
    for (const name of ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeCustomerFail']) {
      const { body } = await client.post(`/v1/payment_methods/${name}/attach`, { customer });
      expect(body.customer, name).toBe(customer);
    }
    expect((await client.get(`/v1/customers/${customer}/payment_methods`)).body.data).toHaveLength(3);
  });
});

expectSoundBooks(both);
