import { describe, expect, test } from 'vitest';
import { newCustomer } from '../support/callers.js';
import { chargeNow, intentNow, intentWith, pay, payerDoes, refusal } from '../support/payments.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const return_url = 'https://shop.example.com/done';
const word = expect.stringMatching(/^[a-z]{10,}$/);

const paidBy = async (client: Client, type: string, params: object = {}, data: object = {}) => {
  const begun = await intentWith(client, {
    ...{ amount: 20_000, confirm: true, return_url, payment_method_types: [type] },
    payment_method_data: { type, billing_details: { name: 'Jo Doe', email: 'jo@example.com' }, ...data },
    ...params,
  });
  await payerDoes(client, begun, 'succeed');
  return intentNow(client, begun);
};

const chargeOf = async (client: Client, intent: { latest_charge: string }) =>
  (await chargeNow(client, intent.latest_charge)).payment_method_details;

describe('A charge shows details that the provider of its payment method reports', () => {
  test.each([
    ['kakao_pay', 'krw', { buyer_id: word, transaction_id: word }],
    ['alma', 'eur', { installments: { count: 3 }, transaction_id: word }],
    ['satispay', 'eur', { transaction_id: word }],
    [
      'crypto',
      'usd',
      { network: 'ethereum', token_currency: 'usdc', buyer_address: expect.any(String), transaction_hash: expect.any(String) },
    ],
    ['paypal', 'usd', { payer_email: 'jo@example.com', payer_name: 'Jo Doe', payer_id: word, country: null, transaction_id: word }],
    ['revolut_pay', 'eur', { funding: { type: 'card', card: { brand: 'visa', last4: '4242' } }, transaction_id: word }],
    ['zip', 'usd', {}],
  ])('%s', async (type, currency, shown) => {
    const client = service.client();
    const details = await chargeOf(client, await paidBy(client, type, { currency }));
    expect(details).toMatchObject({ type, [type]: shown });
    if (type === 'zip') expect(details.zip).toEqual({});
  });

  test('afterpay_clearpay: the reference that the merchant has given', async () => {
    const client = service.client();
    const billing_details = { name: 'Jo Doe', email: 'jo@example.com', address: { country: 'US' } };
    const options = { payment_method_options: { afterpay_clearpay: { reference: 'order-1' } } };
    const details = await chargeOf(client, await paidBy(client, 'afterpay_clearpay', options, { billing_details }));
    expect(details.afterpay_clearpay).toEqual({ order_id: word, reference: 'order-1' });
  });

  test('sofort: the language of the page, and the country of the bank', async () => {
    const client = service.client();
    const params = { currency: 'eur', payment_method_options: { sofort: { preferred_language: 'nl' } } };
    const intent = await paidBy(client, 'sofort', params, { sofort: { country: 'NL' } });
    await payerDoes(client, intent, 'succeed');
    const details = await chargeOf(client, await intentNow(client, intent));
    expect(details.sofort).toMatchObject({ preferred_language: 'nl', country: 'NL', bank_name: 'Florin Test Bank' });
    expect(refusal(await pay(client, { ...params, payment_method_options: { sofort: { preferred_language: 'ja' } } }))).toEqual([
      ...[400, 'parameter_invalid'],
      'payment_method_options[sofort][preferred_language]',
    ]);
  });

  test('au_becs_debit: the day on which the account is debited, while that is to come', async () => {
    const client = service.client();
    const account = { au_becs_debit: { account_number: '000123456', bsb_number: '000000' } };
    const intent = await intentWith(client, {
      ...{ currency: 'aud', confirm: true, payment_method_types: ['au_becs_debit'] },
      payment_method_data: { type: 'au_becs_debit', billing_details: { name: 'Jo', email: 'jo@example.com' }, ...account },
    });
    expect(intent.status).toBe('processing');
    const details = await chargeOf(client, intent);
    expect(details.au_becs_debit).toMatchObject({ last4: '3456', expected_debit_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
  });
});

describe('A charge by card shows', () => {
  const cardOf = async (client: Client, card: object, params: object = {}) => {
    const intent = await intentWith(client, { confirm: true, return_url, payment_method_data: { type: 'card', card }, ...params });
    return { intent, charge: await chargeNow(client, intent.latest_charge) };
  };

  test("the issuer's code and the network's id of the payment, and no secret of the card", async () => {
    const client = service.client();
    const { intent, charge } = await cardOf(client, { token: 'tok_visa_debit' });
    const { card } = charge.payment_method_details;
    expect(card).toMatchObject({
      ...{ authorization_code: expect.stringMatching(/^[A-P]{6}$/), network_transaction_id: word, transaction_link_id: null },
      ...{ iin: '400005', issuer: 'Florin Test Bank', regulated_status: 'regulated', electronic_commerce_indicator: '07' },
      ...{ installments: null, mandate: null, moto: null, network_token: null, three_d_secure: null, wallet: null },
    });
    expect(card).not.toHaveProperty('multicapture');
    expect(charge.authorization_code).toBe(card.authorization_code);
    const method = (await client.get(`/v1/payment_methods/${intent.payment_method}`)).body;
    expect(method.card).toMatchObject({ issuer: 'Florin Test Bank', regulated_status: 'regulated', iin: '400005' });
  });

  test('how an authorization can be captured', async () => {
    const client = service.client();
    const { charge } = await cardOf(client, { token: 'tok_visa' }, { amount: 2000, capture_method: 'manual' });
    expect(charge.payment_method_details.card).toMatchObject({
      ...{ extended_authorization: { status: 'disabled' }, multicapture: { status: 'unavailable' } },
      overcapture: { maximum_amount_capturable: 2000, status: 'unavailable' },
    });
  });

  test('how its payer authenticated, or failed to', async () => {
    const client = service.client();
    const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    const tried = async (outcome: 'succeed' | 'fail') => {
      const { intent } = await cardOf(client, { token: 'tok_mastercard' }, asked);
      await payerDoes(client, intent, outcome);
      // After the device data follows the challenge.
      if (outcome === 'succeed') await payerDoes(client, intent, outcome);
      return (await chargeNow(client, (await intentNow(client, intent)).latest_charge)).payment_method_details.card.three_d_secure;
    };
    const proof = { authentication_flow: 'challenge', transaction_id: word, version: '2.2.0' };
    expect(await tried('succeed')).toMatchObject({
      ...{ ...proof, electronic_commerce_indicator: '02', result: 'authenticated', result_reason: null, exemption_indicator: null },
    });
    expect(await tried('fail')).toMatchObject({ ...proof, result: 'failed', result_reason: 'rejected' });
  });

  test.each(['apple_pay', 'link'])('its wallet: %s', async (type) => {
    const client = service.client();
    const { charge } = await cardOf(client, { token: 'tok_visa', wallet: { type } });
    expect(charge.payment_method_details.card.wallet).toEqual({
      ...{ dynamic_last4: null, type },
      [type]: type === 'link' ? { funding_source_group: null } : {},
    });
  });
});

describe('An attempt to set up shows', () => {
  const attemptOf = async (client: Client, params: object, outcome?: 'succeed' | 'fail') => {
    const setup = (await client.post('/v1/setup_intents', { confirm: true, return_url, ...params })).body;
    if (outcome) await client.post(`/v1/test_helpers/setup_intents/${setup.id}/next_action`, { outcome });
    return (await client.get('/v1/setup_attempts', { setup_intent: setup.id })).body.data[0];
  };

  test('the card, its checks and its issuer', async () => {
    const data = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' } };
    const { payment_method_details: shown } = await attemptOf(service.client(), { payment_method_data: data });
    expect(shown).toMatchObject({
      type: 'card',
      card: { brand: 'visa', last4: '4242', iin: '424242', network: 'visa', checks: { cvc_check: 'pass' }, issuer: 'Florin Test Bank' },
    });
    expect(shown.card.three_d_secure).toBeNull();
  });

  test('what the network advises after a decline', async () => {
    const client = service.client();
    const setup = await client.post('/v1/setup_intents', {
      ...{ confirm: true, return_url },
      payment_method_data: { type: 'card', card: { token: 'tok_visa_chargeDeclinedInsufficientFunds' } },
    });
    const { setup_error } = (await client.get('/v1/setup_attempts', { setup_intent: setup.body.error.setup_intent.id })).body.data[0];
    expect(setup_error).toMatchObject({ decline_code: 'insufficient_funds' });
  });

  test('the bank of its payer, once that is known', async () => {
    const params = {
      payment_method_types: ['ideal'],
      payment_method_data: { type: 'ideal', billing_details: { name: 'Jo Doe', email: 'jo@example.com' }, ideal: { bank: 'ing' } },
      mandate_data: { customer_acceptance: { type: 'offline' } },
    };
    const { payment_method_details: shown } = await attemptOf(service.client(), params, 'succeed');
    expect(shown).toMatchObject({ type: 'ideal', ideal: { bank: 'ing', bic: 'TESTDEFF', verified_name: 'Jo Doe' } });
  });
});

test.each([
  ['FR1420041010050500013M02606', '20041', '01005'],
  ['DE89370400440532013000', '37040044', null],
])('%s: the bank and the branch', async (iban, bank_code, branch_code) => {
  const { body } = await service.client().post('/v1/payment_methods', { type: 'sepa_debit', sepa_debit: { iban } });
  expect(body.sepa_debit).toMatchObject({ bank_code, branch_code, country: iban.slice(0, 2) });
});

test('a payment method shows the account of its payer once it has paid', async () => {
  const client = service.client();
  const made = (await client.post('/v1/payment_methods', { type: 'cashapp' })).body;
  expect(made.cashapp).toEqual({ buyer_id: null, cashtag: null });
  const customer = await newCustomer(client);
  const intent = await intentWith(client, {
    ...{ confirm: true, return_url, payment_method_types: ['cashapp'], payment_method: made.id },
    ...{ customer: customer.id, setup_future_usage: 'off_session' },
  });
  await payerDoes(client, intent, 'succeed');
  const { cashapp } = (await client.get(`/v1/payment_methods/${made.id}`)).body;
  expect(cashapp).toEqual({ buyer_id: word, cashtag: expect.stringMatching(/^\$[a-z]+$/) });
  expect((await chargeOf(client, await intentNow(client, intent))).cashapp).toMatchObject(cashapp);
});

describe('PayTo', () => {
  const billing_details = { name: 'Jo Doe', email: 'jo@example.com' };
  const made = (client: Client, payto: object) => client.post('/v1/payment_methods', { type: 'payto', billing_details, payto });

  test('takes a PayID, or the number of an account, which it does not show', async () => {
    const client = service.client();
    expect((await made(client, { pay_id: 'jo@example.com' })).body.payto).toEqual({
      bsb_number: null,
      last4: null,
      pay_id: 'jo@example.com',
    });
    const { body, text } = await made(client, { account_number: '000123456', bsb_number: '000-000' });
    expect(body.payto).toEqual({ bsb_number: '000000', last4: '3456', pay_id: null });
    expect(text).not.toContain('000123456');
  });

  test.each([
    [{ pay_id: 'jo@example.com', account_number: '000123456', bsb_number: '000000' }, 'parameters_exclusive', 'payto[pay_id]'],
    [{ account_number: '000123456' }, 'parameter_missing', 'payto[bsb_number]'],
    [{ bsb_number: '000000' }, 'parameter_missing', 'payto[account_number]'],
    [{ account_number: '12', bsb_number: '000000' }, 'parameter_invalid', 'payto[account_number]'],
  ])('400 for %j', async (payto, code, param) => expect(refusal(await made(service.client(), payto))).toEqual([400, code, param]));

  test('is charged again under its mandate, whose terms its mandate shows', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const setup = (
      await client.post('/v1/setup_intents', {
        ...{ confirm: true, customer: customer.id, return_url, payment_method_types: ['payto'] },
        payment_method_data: { type: 'payto', billing_details, payto: { pay_id: 'jo@example.com' } },
      })
    ).body;
    await client.post(`/v1/test_helpers/setup_intents/${setup.id}/next_action`, { outcome: 'succeed' });
    const mandate = (await client.get(`/v1/mandates/${setup.mandate}`)).body;
    expect(mandate).toMatchObject({ status: 'active', multi_use: {} });
    expect(mandate.payment_method_details).toMatchObject({
      type: 'payto',
      payto: { amount: null, amount_type: 'maximum', payment_schedule: 'adhoc' },
    });
    const again = await intentWith(client, {
      ...{ amount: 2000, currency: 'aud', confirm: true, off_session: true, customer: customer.id },
      ...{ payment_method: setup.payment_method, payment_method_types: ['payto'] },
    });
    expect(again.status).toBe('succeeded');
    expect((await chargeOf(client, again)).payto).toMatchObject({ pay_id: 'jo@example.com' });
  });
});

describe('A refund shows its destination', () => {
  test.each([
    ['klarna', 'klarna', { reference: null, reference_status: 'pending' }],
    ['revolut_pay', 'revolut', {}],
    ['paypal', 'paypal', { network_decline_code: null, reference: null, reference_status: 'pending' }],
  ])('of a payment by %s: %s', async (type, name, shown) => {
    const client = service.client();
    const billing_details = { name: 'Jo Doe', email: 'jo@example.com', address: { country: 'DE' } };
    const intent = await paidBy(client, type, { currency: 'eur' }, { billing_details });
    const { body } = await client.post('/v1/refunds', { payment_intent: intent.id });
    const { destination_details } = (await client.get(`/v1/refunds/${body.id}`)).body;
    expect(destination_details).toMatchObject({ type: name, [name]: shown });
    expect(Object.keys(destination_details).sort()).toEqual([name, 'type'].sort());
  });
});

describe('A mandate shows what was agreed', () => {
  const mandateOf = async (client: Client, params: object) => {
    const setup = (await client.post('/v1/setup_intents', { confirm: true, return_url, ...params })).body;
    return (await client.get(`/v1/mandates/${setup.mandate ?? setup.single_use_mandate}`)).body;
  };
  const acss = {
    payment_method_types: ['acss_debit'],
    payment_method_data: {
      ...{ type: 'acss_debit', billing_details: { name: 'Jo Doe', email: 'jo@example.com' } },
      acss_debit: { account_number: '000123456789', institution_number: '000', transit_number: '11000' },
    },
  };

  test('in the options of its intent, else that it holds now and then', async () => {
    const client = service.client();
    const mandate_options = { payment_schedule: 'interval', interval_description: 'Each first of a month', transaction_type: 'business' };
    const options = { payment_method_options: { acss_debit: { currency: 'cad', mandate_options } } };
    const agreed = await mandateOf(client, { ...acss, ...options });
    expect(agreed.payment_method_details).toEqual({ type: 'acss_debit', acss_debit: mandate_options });
    const plain = await mandateOf(client, acss);
    expect(plain.payment_method_details.acss_debit).toEqual({
      ...{ interval_description: null, payment_schedule: 'sporadic', transaction_type: 'personal' },
    });
    expect(plain).not.toHaveProperty('on_behalf_of');
  });

  test('for one charge of an amount', async () => {
    const single_use = { amount: 2500, currency: 'cad' };
    const mandate = await mandateOf(service.client(), { ...acss, single_use });
    expect(mandate).toMatchObject({ type: 'single_use', single_use });
    expect(mandate).not.toHaveProperty('multi_use');
  });
});
