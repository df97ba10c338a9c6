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
