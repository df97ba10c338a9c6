import { describe, expect, test } from 'vitest';
import { dated, newCustomer } from '../support/callers.js';
import { advanceClock } from '../support/merchant.js';
import { act, chargeNow, intentNow, intentWith, pay, payerDoes, refusal } from '../support/payments.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const day = 86_400;

const holder = { name: 'Jo', email: 'jo@example.com', address: { country: 'GB' } };

const us = (account_number = '000123456789') => ({
  type: 'us_bank_account',
  billing_details: holder,
  us_bank_account: { account_number, routing_number: '110000000', account_holder_type: 'individual', account_type: 'checking' },
});

const acss = {
  type: 'acss_debit',
  billing_details: holder,
  acss_debit: { account_number: '000123456789', institution_number: '000', transit_number: '11000' },
};

const at_once = [
  [
    'bacs_debit',
    'gbp',
    { account_number: '00012345', sort_code: '10-88-00' },
    { sort_code: '108800', last4: '2345' },
    { account_number: '22222227' },
  ],
  [
    'au_becs_debit',
    'aud',
    { account_number: '000123456', bsb_number: '000-000' },
    { bsb_number: '000000', last4: '3456' },
    { account_number: '222222227' },
  ],
  [
    'nz_bank_account',
    'nzd',
    { bank_code: '11', branch_code: '0000', account_number: '0000123', suffix: '010' },
    { bank_code: '11', branch_code: '0000', suffix: '010', last4: '0123', bank_name: 'TEST BANK' },
    { account_number: '2222227' },
  ],
  ['sepa_debit', 'eur', { iban: 'DE89370400440532013000' }, { last4: '3000', country: 'DE' }, { iban: 'DE62370400440532013001' }],
] as const;

describe.each(at_once)('a debit by %s', (type, currency, account, shown, failing) => {
  const debit = (client: Client, changes: object = {}) =>
    intentWith(client, {
      amount: 2000,
      currency,
      confirm: true,
      payment_method_types: [type],
      payment_method_data: { type, billing_details: holder, [type]: { ...account, ...changes } },
    });

  test('takes days, and its charge shows the account without its number', async () => {
    const client = service.client();
    const intent = await debit(client);
    expect(intent).toMatchObject({ status: 'processing', processing: { type }, next_action: null });
    expect((await client.get(`/v1/payment_methods/${intent.payment_method}`)).body[type]).toMatchObject({
      ...shown,
      fingerprint: expect.any(String),
    });
    await advanceClock(client, 6 * day);
    const paid = await intentNow(client, intent);
    expect(paid.status).toBe('succeeded');
    expect((await chargeNow(client, paid.latest_charge)).payment_method_details[type]).toMatchObject(shown);
  });

  test('comes back from an account without funds', async () => {
    const client = service.client();
    const intent = await debit(client, failing);
    expect(intent.status).toBe('processing');
    await advanceClock(client, 6 * day);
    expect(await intentNow(client, intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed', decline_code: 'insufficient_funds' },
    });
  });
});

const verified = [
  ['us_bank_account', 'usd', us()],
  ['acss_debit', 'cad', acss],
] as const;

describe.each(verified)('an account of type %s that is not verified', (type, currency, payment_method_data) => {
  const begun = (client: Client, more: object = {}) =>
    intentWith(client, { amount: 2000, currency, confirm: true, payment_method_types: [type], payment_method_data, ...more });

  const verify = (client: Client, { id }: { id: string }, told: object) =>
    client.post(`/v1/payment_intents/${id}/verify_microdeposits`, { ...told });

  test('gets small deposits first, and is debited once its owner confirms them', async () => {
    const client = service.client();
    const intent = await begun(client);
    expect(intent.status).toBe('requires_action');
    expect(intent.next_action).toMatchObject({
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: { arrival_date: expect.any(Number), hosted_verification_url: expect.stringContaining('http') },
    });
    expect((await verify(client, intent, { amounts: [32, 45] })).body.status).toBe('processing');
    await advanceClock(client, 6 * day);
    const paid = await intentNow(client, intent);
    expect(paid.status).toBe('succeeded');
    const { payment_method_details } = await chargeNow(client, paid.latest_charge);
    expect(payment_method_details[type]).toMatchObject({ last4: '6789', bank_name: expect.any(String) });
  });

  test('by an SDK and by a browser: the code of a single deposit', async () => {
    const client = service.client();
    const intent = await begun(client);
    const sdk = dated(service.url, client);
    expect((await intentNow(sdk, intent)).next_action).toEqual({
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: intent.next_action.verify_with_microdeposits,
    });
    const { client_secret } = intent;
    const path = `/v1/payment_intents/${intent.id}/verify_microdeposits`;
    const browser = { key: client.publishable_key };
    expect((await client.post(path, { descriptor_code: 'SM11AA' }, browser)).status).toBe(400);
    const told = await client.post(path, { client_secret, descriptor_code: 'SM11AA' }, browser);
    expect(told.body.status).toBe('processing');
  });

  test('400 for wrong amounts, and the owner can try again', async () => {
    const client = service.client();
    const intent = await begun(client);
    expect(refusal(await verify(client, intent, { amounts: [1, 2] }))).toEqual([
      400,
      'payment_method_microdeposit_verification_amounts_mismatch',
      'amounts',
    ]);
    expect(refusal(await verify(client, intent, { descriptor_code: 'SM44DD' }))).toEqual([
      400,
      'payment_method_microdeposit_verification_descriptor_code_mismatch',
      'descriptor_code',
    ]);
    expect((await intentNow(client, intent)).status).toBe('requires_action');
    expect(refusal(await verify(client, intent, {}))).toEqual([400, 'parameter_missing', 'amounts']);
    expect(refusal(await verify(client, intent, { amounts: [32, 45], descriptor_code: 'SM11AA' }))).toEqual([
      400,
      'parameters_exclusive',
      'descriptor_code',
    ]);
    expect((await verify(client, intent, { descriptor_code: 'SM11AA' })).body.status).toBe('processing');
    expect(refusal(await verify(client, intent, { amounts: [32, 45] }))).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('fails after too many wrong attempts', async () => {
    const client = service.client();
    const intent = await begun(client);
    const { body } = await verify(client, intent, { amounts: [10, 11] });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_method_microdeposit_verification_attempts_exceeded' },
    });
  });

  test('is verified by a setup intent, and then debited without another verification', async () => {
    const client = service.client();
    const customer = (await newCustomer(client)).id;
    const given = { customer, confirm: true, payment_method_types: [type], payment_method_data };
    const { body: setup } = await client.post('/v1/setup_intents', given);
    expect(setup).toMatchObject({ status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } });
    const path = `/v1/setup_intents/${setup.id}/verify_microdeposits`;
    expect(refusal(await client.post(path, { amounts: [3, 4] }))).toEqual([
      400,
      'payment_method_microdeposit_verification_amounts_mismatch',
      'amounts',
    ]);
    expect((await client.post(path, { amounts: [45, 32] })).body.status).toBe('succeeded');
    const off_session = { customer, currency, payment_method: setup.payment_method, payment_method_types: [type], off_session: true };
    expect((await pay(client, { ...off_session, confirm: true })).body.status).toBe('processing');
  });

  test('400: is not attached without verification', async () => {
    const client = service.client();
    const customer = (await newCustomer(client)).id;
    const { id } = (await client.post('/v1/payment_methods', payment_method_data)).body;
    const attached = await client.post(`/v1/payment_methods/${id}/attach`, { customer });
    expect(refusal(attached)).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
    expect(attached.body.error.message).toContain('SetupIntent');
  });

  test('the page where its owner verifies it has the same effect', async () => {
    const client = service.client();
    const intent = await begun(client);
    const { hosted_verification_url } = intent.next_action.verify_with_microdeposits;
    expect(await (await fetch(hosted_verification_url)).text()).toContain('Verify your bank account');
    expect((await payerDoes(client, intent, 'succeed')).body.status).toBe('processing');
  });
});

test.each([
  ['000111111113', 'account_closed'],
  ['000111111116', 'no_account'],
  ['000222222227', 'insufficient_funds'],
  ['000333333335', 'debit_not_authorized'],
])('the published account %s fails its debit days later: %s', async (number, decline_code) => {
  const client = service.client();
  const data = { payment_method_types: ['us_bank_account'], payment_method_data: us(number) };
  const intent = await intentWith(client, { amount: 2000, currency: 'usd', confirm: true, ...data });
  await client.post(`/v1/payment_intents/${intent.id}/verify_microdeposits`, { amounts: [32, 45] });
  await advanceClock(client, 5 * day);
  const failed = await intentNow(client, intent);
  expect([failed.status, failed.last_payment_error?.decline_code]).toEqual(['requires_payment_method', decline_code]);
});

test('400: a debit names the parameter that it requires and does not get', async () => {
  const sdk = dated(service.url, service.client());
  const made = (type: string, given: object) => sdk.post('/v1/payment_methods', { type, [type]: given });
  expect(refusal(await made('us_bank_account', { account_number: '000123456789' }))).toEqual([
    400,
    'parameter_missing',
    'us_bank_account[routing_number]',
  ]);
  expect(refusal(await made('us_bank_account', { routing_number: '11', account_number: '1' }))[0]).toBe(400);
  expect(refusal(await made('bacs_debit', { account_number: '00012345', sort_code: '1' }))).toEqual([
    400,
    'parameter_invalid',
    'bacs_debit[sort_code]',
  ]);
  expect(refusal(await sdk.post('/v1/payment_methods', { type: 'acss_debit' }))).toEqual([
    400,
    'parameter_missing',
    'acss_debit[account_number]',
  ]);
});

test('no answer, event or log shows the number of an account', async () => {
  const client = service.client();
  const { text } = await client.post('/v1/payment_methods', us('000987654321'));
  expect(text).not.toContain('000987654321');
  const intent = await intentWith(client, {
    payment_method_types: ['us_bank_account'],
    payment_method_data: us('000987654321'),
    confirm: true,
  });
  expect(JSON.stringify(await act(client, intent, 'cancel'))).not.toContain('000987654321');
  expect((await client.get('/v1/events')).text).not.toContain('000987654321');
});
