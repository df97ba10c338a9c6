import { describe, expect, test } from 'vitest';
import { allEvents, callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import { card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

describe.each(dialects)('%s', (dialect) => {
  test('200: an intent succeeds with the method it was created with', async () => {
    const caller = callerIn(dialect, service);
    const { id } = (await caller.post('/v1/setup_intents', { payment_method: 'pm_card_visa' })).body;
    const { status, body } = await caller.post(`/v1/setup_intents/${id}/confirm`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'succeeded', next_action: null, last_setup_error: null, mandate: null });
    expect(await eventsOf(caller, id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
    const [attempt] = (await caller.get('/v1/setup_attempts', { setup_intent: id })).body.data;
    expect(attempt).toMatchObject({
      id: body.latest_attempt,
      object: 'setup_attempt',
      status: 'succeeded',
      setup_intent: id,
      payment_method: body.payment_method,
      payment_method_details: { type: 'card', card: { three_d_secure: null } },
      setup_error: null,
      usage: 'off_session',
    });
  });

  test('200: parameters of the confirmation are kept', async () => {
    const caller = callerIn(dialect, service);
    const customer = await newCustomer(caller);
    const { id } = (await caller.post('/v1/setup_intents', { metadata: { kept: '1', gone: '2' } })).body;
    const { status, body } = await caller.post(`/v1/setup_intents/${id}/confirm`, {
      customer: customer.id,
      description: 'A saved card',
      metadata: { added: '3', gone: '' },
      payment_method_data: card('5555555555554444'),
      return_url: 'https://shop.example.com/done',
      usage: 'on_session',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      customer: customer.id,
      description: 'A saved card',
      metadata: { kept: '1', added: '3' },
      return_url: 'https://shop.example.com/done',
      usage: 'on_session',
      status: 'succeeded',
    });
    expect(body.metadata).not.toHaveProperty('gone');
  });

  test('402 card_declined: the intent waits for another method, and succeeds with it', async () => {
    const caller = callerIn(dialect, service);
    const { id } = (await caller.post('/v1/setup_intents', { payment_method: 'pm_card_chargeDeclined' })).body;
    const { status, body } = await caller.post(`/v1/setup_intents/${id}/confirm`);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_method_type: 'card',
    });
    expect(body.error.doc_url).toBe(`${service.url}/docs#error-card_declined`);
    expect(body.error.payment_method).toMatchObject({ object: 'payment_method', card: { last4: '0002' } });
    const intent = (await caller.get(`/v1/setup_intents/${id}`)).body;
    expect(body.error.setup_intent).toEqual(intent);
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null, next_action: null });
    expect(intent.last_setup_error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: body.error.message,
      param: null,
      payment_method_type: 'card',
      payment_method: { id: body.error.payment_method.id, object: 'payment_method', type: 'card', card: { last4: '0002', brand: 'visa' } },
    });
    const again = await caller.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
    expect(again.body).toMatchObject({ status: 'succeeded', last_setup_error: null });
    expect(await eventsOf(caller, id)).toEqual(['setup_intent.created', 'setup_intent.setup_failed', 'setup_intent.succeeded']);
    const attempts = (await caller.get('/v1/setup_attempts', { setup_intent: id })).body.data;
    expect(attempts.map((attempt: { status: string }) => attempt.status)).toEqual(['succeeded', 'failed']);
    expect(attempts[1].setup_error).toMatchObject({ code: 'card_declined' });
  });

  test('402: an intent created and confirmed in one request exists afterwards, and waits', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4000000000009995') });
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
    const { data } = (await caller.get('/v1/setup_intents')).body;
    expect(data).toEqual([body.error.setup_intent]);
    expect(await eventsOf(caller, data[0].id)).toEqual(['setup_intent.created', 'setup_intent.setup_failed']);
  });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ['4100000000000019', 'card_declined', 'fraudulent'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
])('402: the card %s is refused with %s %s', async (number, code, decline_code) => {
  const client = service.client();
  const { status, body } = await client.post('/v1/setup_intents', { confirm: true, payment_method_data: card(number) });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code, decline_code });
  expect(body.error.setup_intent.last_setup_error).toMatchObject({ code, decline_code, message: body.error.message });
});

test('402: the message for a lost or stolen card is the same as for any declined one', async () => {
  const declined = async (name: string): Promise<string> =>
    (await service.client().post('/v1/setup_intents', { confirm: true, payment_method: name })).body.error.message;
  const plain = await declined('pm_card_chargeDeclined');
  expect(await declined('pm_card_chargeDeclinedLostCard')).toBe(plain);
  expect(await declined('pm_card_chargeDeclinedStolenCard')).toBe(plain);
});

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
  ['pm_card_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
])('402: %s is refused with %s %s', async (payment_method, code, decline_code) => {
  const { status, body } = await service.client().post('/v1/setup_intents', { confirm: true, payment_method });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ code, decline_code });
});

test.each([
  ['tok_visa', 'visa', '4242', 'credit'],
  ['tok_visa_debit', 'visa', '5556', 'debit'],
  ['tok_mastercard', 'mastercard', '4444', 'credit'],
  ['tok_mastercard_prepaid', 'mastercard', '5100', 'prepaid'],
  ['tok_amex', 'amex', '0005', 'credit'],
  ['tok_discover', 'discover', '1117', 'credit'],
  ['tok_diners', 'diners', '0004', 'credit'],
  ['tok_jcb', 'jcb', '0505', 'credit'],
  ['tok_unionpay', 'unionpay', '0005', 'credit'],
])('200: %s is a card of %s', async (token, brand, last4, funding) => {
  const client = service.client();
  const { body } = await client.post('/v1/setup_intents', { confirm: true, payment_method_data: { type: 'card', card: { token } } });
  expect(body.status).toBe('succeeded');
  const method = (await client.get(`/v1/payment_methods/${body.payment_method}`)).body;
  expect(method.card).toMatchObject({ brand, last4, funding });
});

test('200: the checks of a card are stored with it', async () => {
  const client = service.client();
  const checksOf = async (payment_method_data: object): Promise<unknown> => {
    const { body } = await client.post('/v1/setup_intents', { confirm: true, payment_method_data });
    return (await client.get(`/v1/payment_methods/${body.payment_method}`)).body.card.checks;
  };
  expect(await checksOf(card())).toMatchObject({ cvc_check: 'pass' });
  expect(await checksOf(card('4000000000000101'))).toMatchObject({ cvc_check: 'fail' });
  expect(await checksOf(card('4000000000000010'))).toMatchObject({ address_line1_check: 'fail', address_postal_code_check: 'fail' });
  expect(await checksOf({ type: 'card', card: { token: 'tok_visa' } })).toMatchObject({ cvc_check: 'pass' });
});

test('402 expired_card: a card that has expired since it was saved', async () => {
  const client = service.client();
  const now = new Date(service.now());
  const data = {
    type: 'card',
    card: { number: '4242424242424242', exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() },
  };
  const { id } = (await client.post('/v1/setup_intents', { payment_method_data: data })).body;
  const frozen_time = Math.floor(service.now() / 1000) + 40 * 86_400;
  expect((await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time })).status).toBe(200);
  const { status, body } = await client.post(`/v1/setup_intents/${id}/confirm`);
  expect(status).toBe(402);
  expect(body.error.code).toBe('expired_card');
});

test('400 setup_intent_unexpected_state: a final intent cannot be confirmed again', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa' })).body;
  const other = (await client.post('/v1/setup_intents')).body.id;
  await client.post(`/v1/setup_intents/${other}/cancel`);
  for (const [ended, state] of [
    [id, 'succeeded'],
    [other, 'canceled'],
  ]) {
    const { status, body } = await client.post(`/v1/setup_intents/${ended}/confirm`, { payment_method: 'pm_card_visa' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'setup_intent_unexpected_state' });
    expect(body.error.message).toBe(`You could not confirm this SetupIntent because it has a status of ${state}.`);
  }
  expect((await allEvents(client)).filter(({ type }) => type === 'setup_intent.succeeded')).toHaveLength(1);
});

test('400 setup_intent_unexpected_state: there is no payment method to confirm with', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents')).body;
  const { status, body } = await client.post(`/v1/setup_intents/${id}/confirm`);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'setup_intent_unexpected_state', param: 'payment_method' });
});

test('400 payment_method_customer_mismatch: neither with the stored customer nor with a given one', async () => {
  const client = service.client();
  const owner = await newCustomer(client, { payment_method: 'pm_card_visa' });
  const [mine, other] = [await newCustomer(client), await newCustomer(client)];
  const payment_method = owner.invoice_settings.default_payment_method;
  const { id } = (await client.post('/v1/setup_intents', { customer: mine.id })).body;
  for (const params of [{ payment_method }, { payment_method, customer: other.id }]) {
    const { status, body } = await client.post(`/v1/setup_intents/${id}/confirm`, params);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'payment_method_customer_mismatch' });
  }
  expect((await client.get(`/v1/setup_intents/${id}`)).body).toMatchObject({ customer: mine.id, status: 'requires_payment_method' });
});

test('400 payment_method_unexpected_state: a method of a type that is not allowed', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { payment_method_types: ['gcash'] })).body;
  const { status, body } = await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'payment_method_unexpected_state', param: 'payment_method' });
});

test('404 resource_missing: the intent never existed, or belongs to another sandbox', async () => {
  const { id } = (await service.client().post('/v1/setup_intents')).body;
  for (const unknown of ['seti_unknown', id]) {
    const { status, body } = await service.client().post(`/v1/setup_intents/${unknown}/confirm`, { payment_method: 'pm_card_visa' });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'resource_missing', message: `No such setup_intent: '${unknown}'` });
  }
});
