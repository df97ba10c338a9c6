import { afterAll, beforeAll, expect, test } from 'vitest';
import { types } from '../../src/resources/core/payment-method-types/types.js';
import { dated, newCustomer } from '../support/callers.js';
import { act, intentNow, intentWith, payerDoes } from '../support/payments.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Client, startService, type TestService } from '../support/service.js';

let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const return_url = 'https://shop.example.com/back';
const billing_details = { name: 'Jo', email: 'jo@example.com', phone: '+551155256325', address: { country: 'BR' } };

/** The member names of a step natively and for SDKs, by the type of payment method, and its members for SDKs. */
const steps: readonly (readonly [type: string, native: string, stripe: string, members: readonly string[]])[] = [
  ['alipay', 'alipay_handle_redirect', 'alipay_handle_redirect', ['native_data', 'native_url', 'return_url', 'url']],
  ['alipayplus', 'alipayplus_handle_redirect', 'redirect_to_url', ['return_url', 'url']],
  ['gcash', 'gcash_handle_redirect', 'redirect_to_url', ['return_url', 'url']],
  ['ideal', 'redirect_to_url', 'redirect_to_url', ['return_url', 'url']],
  ['oxxo', 'oxxo_handle_redirect', 'oxxo_display_details', ['expires_after', 'hosted_voucher_url', 'number']],
  [
    'pix',
    'pix_handle_redirect',
    'pix_display_qr_code',
    ['data', 'expires_at', 'hosted_instructions_url', 'image_url_png', 'image_url_svg'],
  ],
  [
    'promptpay',
    'promptpay_handle_redirect',
    'promptpay_display_qr_code',
    ['data', 'hosted_instructions_url', 'image_url_png', 'image_url_svg'],
  ],
  [
    'spei',
    'spei_display_details',
    'display_bank_transfer_instructions',
    ['amount_remaining', 'currency', 'financial_addresses', 'hosted_instructions_url', 'reference', 'type'],
  ],
  [
    'wechat_pay',
    'wechat_pay_display_qr_code',
    'wechat_pay_display_qr_code',
    ['data', 'hosted_instructions_url', 'image_data_url', 'image_url_png', 'image_url_svg'],
  ],
  ['boleto', 'redirect_to_url', 'boleto_display_details', ['expires_at', 'hosted_voucher_url', 'number', 'pdf']],
  ['upi', 'redirect_to_url', 'upi_handle_redirect_or_display_qr_code', ['hosted_instructions_url', 'qr_code']],
  ['konbini', 'konbini_display_details', 'konbini_display_details', ['expires_at', 'hosted_voucher_url', 'stores']],
  ['paynow', 'redirect_to_url', 'paynow_display_qr_code', ['data', 'hosted_instructions_url', 'image_url_png', 'image_url_svg']],
];

const begun = async (client: Client, type: keyof typeof types) => {
  const currency = types[type].currencies?.[0] ?? 'usd';
  return intentWith(client, {
    amount: type === 'upi' ? 10_000 : 3000,
    currency,
    confirm: true,
    return_url,
    payment_method_types: [type],
    payment_method_data: { type, billing_details },
  });
};

test.each(steps)('a payment by %s is to %s natively, and for SDKs to %s', async (type, native, stripe, members) => {
  const client = service.client();
  const intent = await begun(client, type as keyof typeof types);
  expect(intent.next_action).toMatchObject({ type: native, [native]: expect.any(Object) });
  const sdk = dated(service.url, client);
  const { next_action } = await intentNow(sdk, intent);
  expect(Object.keys(next_action).sort()).toEqual([stripe, 'type'].sort());
  expect(next_action.type).toBe(stripe);
  expect(Object.keys(next_action[stripe]).sort()).toEqual(members);
  expect(
    Object.entries(next_action[stripe]).filter(([name, value]) => value === undefined || (value === null && name !== 'native_data')),
  ).toEqual([]);
  if (stripe === 'redirect_to_url') expect(next_action.redirect_to_url.return_url).toBe(return_url);
  expect((await payerDoes(sdk, intent, 'succeed')).body.next_action).toBeNull();
});

test('for SDKs a step in two parts is one redirect, in an SDK, a browser, an error, an event and a delivery', async () => {
  const client = service.client();
  const endpoint = await client.post(
    '/v1/webhook_endpoints',
    { url: receiver.url('/sdk'), enabled_events: ['payment_intent.requires_action'] },
    { headers: { 'stripe-version': '2025-09-30.clover' } },
  );
  expect(endpoint.status).toBe(200);
  const intent = await intentWith(client, {
    amount: 2000,
    currency: 'usd',
    confirm: true,
    return_url,
    payment_method: 'pm_card_threeDSecure2Required',
    payment_method_options: { card: { request_three_d_secure: 'any' } },
  });
  expect(intent.next_action.type).toBe('ddc_redirect');
  const { url } = intent.next_action.ddc_redirect;
  const shown = { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
  const sdk = dated(service.url, client);
  expect((await intentNow(sdk, intent)).next_action).toEqual(shown);
  const { body: list } = await sdk.get('/v1/payment_intents');
  expect(list.data[0].next_action).toEqual(shown);
  const version = { 'stripe-version': '2025-09-30.clover' };
  const browser = await client.get(
    `/v1/payment_intents/${intent.id}`,
    { client_secret: intent.client_secret },
    { key: client.publishable_key, headers: version },
  );
  expect(browser.body.next_action).toEqual(shown);
  const refused = await act(sdk, intent, 'capture');
  expect(refused.body.error.payment_intent.next_action).toEqual(shown);
  const { body: events } = await sdk.get('/v1/events', { type: 'payment_intent.requires_action' });
  expect(events.data[0].data.object.next_action).toEqual(shown);
  const { body: natively } = await client.get('/v1/events', { type: 'payment_intent.requires_action' });
  expect(natively.data[0].data.object.next_action.type).toBe('ddc_redirect');
  const delivery = await service.until(async () => receiver.at('/sdk')[0]);
  expect(JSON.parse(delivery.body).data.object.next_action).toEqual(shown);
});

test('the step of a setup intent has the same two names', async () => {
  const client = service.client();
  const customer = (await newCustomer(client)).id;
  const params = { customer, confirm: true, payment_method_types: ['gcash'], payment_method_data: { type: 'gcash' }, return_url };
  const { body: setup } = await client.post('/v1/setup_intents', params);
  expect(setup.next_action.type).toBe('gcash_handle_redirect');
  const { body } = await dated(service.url, client).get(`/v1/setup_intents/${setup.id}`);
  expect(body.next_action).toEqual({
    type: 'redirect_to_url',
    redirect_to_url: { return_url, url: setup.next_action.gcash_handle_redirect.url },
  });
});

test('the expiry of a step is shown natively beside its member', async () => {
  const client = service.client();
  const intent = await begun(client, 'pix');
  const { expires_at } = intent.next_action;
  expect(expires_at).toBe(intent.created + intent.next_action.pix_handle_redirect.timeout);
  const sdk = dated(service.url, client);
  expect((await intentNow(sdk, intent)).next_action.pix_display_qr_code.expires_at).toBe(expires_at);
});

test('the parameters that an app hands to WeChat are in the link natively, and in seven members for SDKs', async () => {
  const client = service.client();
  const intent = await intentWith(client, {
    amount: 3000,
    currency: 'cny',
    confirm: true,
    payment_method_types: ['wechat_pay'],
    payment_method_data: { type: 'wechat_pay' },
    payment_method_options: { wechat_pay: { client: 'android' } },
  });
  expect(Object.keys(intent.next_action.wechat_pay_redirect_to_android_app)).toEqual(['native_url']);
  const { next_action } = await intentNow(dated(service.url, client), intent);
  expect(next_action.wechat_pay_redirect_to_android_app).toEqual({
    app_id: expect.stringMatching(/^wx/),
    nonce_str: expect.any(String),
    package: 'Sign=WXPay',
    partner_id: expect.any(String),
    prepay_id: expect.stringMatching(/^wx/),
    sign: expect.any(String),
    timestamp: expect.stringMatching(/^\d+$/),
  });
});
