import { describe, expect, test } from 'vitest';
import { payment_method_types } from '../../../src/resources/payments/payment-methods/payment-method.js';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import type { Answer, Client } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

const return_url = 'https://shop.example.com/done';

/** Types that are set up at once; every other one redirects the payer first. */
const at_once = [
  ...['card', 'sepa_debit', 'boleto', 'oxxo', 'spei', 'blik', 'konbini', 'multibanco', 'customer_balance'],
  ...['au_becs_debit', 'bacs_debit', 'nz_bank_account'],
];

/** The next actions of the types that have their own (from the specification, and Stripe); all others redirect to a URL. */
const own_action: Readonly<Record<string, string>> = {
  acss_debit: 'verify_with_microdeposits',
  akulaku: 'akulaku_handle_redirect',
  alipay: 'alipay_handle_redirect',
  alipay_hk: 'alipay_hk_handle_redirect',
  alipayplus: 'alipayplus_handle_redirect',
  bank_transfer_id: 'bank_transfer_id_handle_redirect',
  bpi: 'bpi_handle_redirect',
  cashapp: 'cashapp_handle_redirect_or_display_qr_code',
  dana: 'dana_handle_redirect',
  gcash: 'gcash_handle_redirect',
  pix: 'pix_handle_redirect',
  promptpay: 'promptpay_handle_redirect',
  rabbit_line_pay: 'rabbit_line_pay_handle_redirect',
  shopeepay: 'shopeepay_handle_redirect',
  swish: 'swish_handle_redirect_or_display_qr_code',
  truemoney: 'truemoney_handle_redirect',
  us_bank_account: 'verify_with_microdeposits',
  wechat_pay: 'wechat_pay_display_qr_code',
};

const asking = payment_method_types.filter((type) => !at_once.includes(type));

const data = (type: string): object => ({
  type,
  ...(type === 'sepa_debit' && { sepa_debit: { iban: 'DE89370400440532013000' } }),
  ...(type === 'bacs_debit' && { bacs_debit: { account_number: '00012345', sort_code: '108800' } }),
  ...(type === 'au_becs_debit' && { au_becs_debit: { account_number: '000123456', bsb_number: '000000' } }),
  ...(type === 'nz_bank_account' && {
    nz_bank_account: { bank_code: '11', branch_code: '0000', account_number: '0000000', suffix: '10' },
  }),
  ...(type === 'card' && { card: { token: 'tok_visa' } }),
});

const begin = (client: Client, type: string, params: object = {}): Promise<Answer> =>
  client.post('/v1/setup_intents', { confirm: true, return_url, payment_method_data: data(type), ...params });

const finish = (client: Client, id: string, outcome: string): Promise<Answer> =>
  client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome });

test('the 37 types of the specification, 3 more of its next actions, and 37 of Stripe are supported', () => {
  expect(new Set(payment_method_types).size).toBe(77);
  expect(asking.length + at_once.length).toBe(77);
});

describe.each(asking)('%s', (type) => {
  test('200: the payer approves, and the method is saved', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const { status, body } = await begin(client, type, { customer: customer.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'requires_action', payment_method_types: [type] });
    const { type: action, ...members } = body.next_action;
    expect(action).toBe(own_action[type] ?? 'redirect_to_url');
    expect(Object.keys(members).filter((name) => members[name] !== null)).toEqual([action]);
    expect(JSON.stringify(members[action])).toContain(`${service.url}/challenge/`);
    expect((await client.get(`/v1/mandates/${body.mandate}`)).body).toMatchObject({ status: 'pending', type: 'multi_use' });

    const done = (await finish(client, body.id, 'succeed')).body;
    expect(done).toMatchObject({ status: 'succeeded', next_action: null, mandate: body.mandate });
    expect((await client.get(`/v1/mandates/${body.mandate}`)).body).toMatchObject({
      object: 'mandate',
      status: 'active',
      payment_method: done.payment_method,
      payment_method_details: { type },
      customer_acceptance: { type: 'offline' },
    });
    expect((await client.get(`/v1/payment_methods/${done.payment_method}`)).body).toMatchObject({
      type,
      customer: customer.id,
      card: null,
    });
  });

  test('200 requires_payment_method: the payer refuses', async () => {
    const client = service.client();
    const { body } = await begin(client, type);
    const failed = (await finish(client, body.id, 'fail')).body;
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      mandate: null,
      next_action: null,
      payment_method: null,
      last_setup_error: { code: 'setup_intent_authentication_failure', payment_method_type: type },
    });
    expect((await client.get(`/v1/mandates/${body.mandate}`)).body.status).toBe('inactive');
    expect(await eventsOf(client, body.mandate)).toEqual(['mandate.updated']);
  });
});

describe.each(at_once)('%s', (type) => {
  test.each(dialects)('200: is set up at once for %s', async (dialect) => {
    const caller = callerIn(dialect, service);
    const { status, body } = await begin(caller, type);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', next_action: null, payment_method_types: [type] });
    expect(body.mandate === null).toBe(type === 'card');
  });
});

test('200: the picture of a QR code is a data URL', async () => {
  const { body } = await begin(service.client(), 'wechat_pay');
  const { image_url_png, image_url_svg, data: text } = body.next_action.wechat_pay_display_qr_code;
  expect(image_url_png).toMatch(/^data:image\/png;base64,/);
  expect(image_url_svg).toMatch(/^data:image\/svg\+xml/);
  expect(text).toContain('/challenge/');
});

test('200: a Pix code is valid for a day', async () => {
  const { body } = await begin(service.client(), 'pix');
  expect(body.next_action.pix_handle_redirect).toMatchObject({ timeout: 86_400, url: expect.any(String), qrcode: expect.any(String) });
});

test('200: an IBAN is shown by its last digits only', async () => {
  const client = service.client();
  const { body } = await begin(client, 'sepa_debit');
  const { text, body: method } = await client.get(`/v1/payment_methods/${body.payment_method}`);
  expect(method.sepa_debit).toMatchObject({ country: 'DE', last4: '3000', bank_code: '37040044' });
  expect(text).not.toContain('0532013000');
});

test.each([
  [{ type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013001' } }, 'parameter_invalid'],
  [{ type: 'sepa_debit', sepa_debit: { iban: 'a number' } }, 'parameter_invalid'],
])('400 for the debit %j', async (payment_method_data, code) => {
  const { status, body } = await service.client().post('/v1/setup_intents', { payment_method_data });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code, param: 'payment_method_data[sepa_debit][iban]' });
});
