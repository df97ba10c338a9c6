import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import { intentNow, intentWith, pay, refusal, twenty } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads } from '../../support/roads.js';
import { card } from '../../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

/** A new payment with nothing but an amount and a currency. */
const blank = {
  ...twenty,
  object: 'payment_intent',
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: expect.stringMatching(/^pi_[0-9A-Za-z]{22}_secret_[0-9A-Za-z]{24}$/),
  confirmation_method: 'automatic',
  created: expect.any(Number),
  customer: null,
  description: null,
  id: expect.stringMatching(/^pi_[0-9A-Za-z]{22}$/),
  invoice: null,
  last_payment_error: null,
  latest_attempt: null,
  latest_charge: null,
  livemode: false,
  mandate: null,
  merchant_order_id: null,
  merchant_user_id: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  processing: null,
  quantity: null,
  receipt_email: null,
  return_url: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
};

describe.each(dialects)('%s creates a payment', (dialect) => {
  const caller = () => callerIn(dialect, both.service('in one write'));

  test('200: with only an amount and a currency, it waits for a payment method', async () => {
    const shop = caller();
    const { status, body } = await pay(shop);
    expect([status, body]).toMatchObject([200, blank]);
    expect(await intentNow(shop, body)).toEqual(body);
    expect(await eventsOf(shop, body.id)).toEqual(['payment_intent.created']);
  });

  test('200: with every descriptive parameter, all are returned as sent', async () => {
    const shop = caller();
    const described = {
      description: 'Three coats',
      merchant_order_id: 'order-7',
      merchant_user_id: 'user-9',
      metadata: { season: 'winter' },
      quantity: 3,
      receipt_email: 'jo@example.com',
      shipping: {
        name: 'Jo',
        phone: '+41441234567',
        address: { line1: 'Weg 1', line2: null, city: 'Bern', country: 'CH', postal_code: '3000', state: null },
      },
      statement_descriptor: 'COATS AND MORE',
      statement_descriptor_suffix: 'WINTER',
      transfer_group: 'group-1',
    };
    const sent = {
      ...described,
      shipping: { ...described.shipping, address: { line1: 'Weg 1', city: 'Bern', country: 'ch', postal_code: '3000' } },
    };
    expect(await intentWith(shop, sent)).toMatchObject({ ...blank, ...described });
  });

  test('200: with a payment method it is ready to be confirmed, and takes the type of that method', async () => {
    const shop = caller();
    const customer = await newCustomer(shop);
    const body = await intentWith(shop, { customer: customer.id, payment_method: 'pm_card_visa', setup_future_usage: 'off_session' });
    expect(body).toMatchObject({
      status: 'requires_confirmation',
      customer: customer.id,
      payment_method: expect.stringMatching(/^pm_\w{22}$/),
      payment_method_types: ['card'],
      setup_future_usage: 'off_session',
      latest_attempt: null,
      latest_charge: null,
    });
    const sepa = await intentWith(shop, {
      currency: 'EUR',
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'DE89370400440532013000' },
        billing_details: { name: 'Jo', email: 'jo@example.com' },
      },
    });
    expect(sepa).toMatchObject({ status: 'requires_confirmation', currency: 'eur', payment_method_types: ['sepa_debit'] });
    expect(sepa.payment_method).toMatch(/^pm_/);
  });

  test('200: with automatic payment methods every type that supports the currency may pay', async () => {
    const shop = caller();
    const { payment_method_types: dollars } = await intentWith(shop, { automatic_payment_methods: { enabled: true } });
    const { payment_method_types: reais, automatic_payment_methods } = await intentWith(shop, {
      currency: 'brl',
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    });
    expect([dollars.includes('alipay'), dollars.includes('pix'), dollars.includes('ideal')]).toEqual([true, false, false]);
    expect([reais.includes('card'), reais.includes('pix'), reais.includes('alipay')]).toEqual([true, true, false]);
    expect(automatic_payment_methods).toEqual({ enabled: true, allow_redirects: 'always' });
  });

  test('200: named types are kept, whatever the payment method', async () => {
    const body = await intentWith(caller(), { currency: 'eur', payment_method_types: ['card', 'ideal'], payment_method_data: card() });
    expect(body.payment_method_types).toEqual(['card', 'ideal']);
  });
});

test.each([
  ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
  ['no currency', { currency: undefined }, 'parameter_missing', 'currency'],
  ['nothing', { amount: 0 }, 'amount_too_small', 'amount'],
  ['a negative amount', { amount: -1 }, 'amount_too_small', 'amount'],
  ['half a cent', { amount: 0.5 }, 'parameter_invalid_integer', 'amount'],
  ['an amount in words', { amount: 'twenty' }, 'parameter_invalid_integer', 'amount'],
  ['more than a million dollars', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
  ['an unknown currency', { currency: 'usdollar' }, 'parameter_invalid', 'currency'],
  ['gold', { currency: 'xau' }, 'parameter_invalid', 'currency'],
  ['an unknown customer', { customer: 'cus_0000000000000000000000' }, 'resource_missing', 'customer'],
  ['an unknown payment method', { payment_method: 'pm_0000000000000000000000' }, 'resource_missing', 'payment_method'],
  ['an unknown type', { payment_method_types: ['cash'] }, 'parameter_invalid', 'payment_method_types[0]'],
  ['two payment methods', { payment_method: 'pm_card_visa', payment_method_data: card() }, 'parameters_exclusive', 'payment_method_data'],
  [
    'a payment method of a type that is not allowed',
    { currency: 'eur', payment_method_data: card(), payment_method_types: ['ideal'] },
    'payment_method_unexpected_state',
    'payment_method',
  ],
  [
    'a type that does not support the currency',
    { payment_method_types: ['card', 'ideal'] },
    'payment_intent_invalid_parameter',
    'payment_method_types',
  ],
  ['an unknown confirmation_method', { confirmation_method: 'by_hand' }, 'parameter_invalid', 'confirmation_method'],
  ['an unknown capture_method', { capture_method: 'later' }, 'parameter_invalid', 'capture_method'],
  ['an unknown usage', { setup_future_usage: 'always' }, 'parameter_invalid', 'setup_future_usage'],
  ['an invalid e-mail address', { receipt_email: 'jo' }, 'email_invalid', 'receipt_email'],
  ['a script as the return_url', { return_url: 'javascript:alert(1)' }, 'url_invalid', 'return_url'],
  ['a descriptor of 23 characters', { statement_descriptor: 'x'.repeat(23) }, 'parameter_invalid_string', 'statement_descriptor'],
  ['a suffix of 23 characters', { statement_descriptor_suffix: 'x'.repeat(23) }, 'parameter_invalid_string', 'statement_descriptor_suffix'],
  ['a negative quantity', { quantity: -1 }, 'parameter_invalid_integer', 'quantity'],
  ['an order id of 256 characters', { merchant_order_id: 'x'.repeat(256) }, 'parameter_invalid_string', 'merchant_order_id'],
  ['a status', { status: 'succeeded' }, 'parameter_unknown', 'status'],
  ['an amount received', { amount_received: 1 }, 'parameter_unknown', 'amount_received'],
  [
    'an unknown option',
    { payment_method_options: { card: { colour: 'red' } } },
    'parameter_unknown',
    'payment_method_options[card][colour]',
  ],
  [
    'days to pay where a type counts in seconds',
    { payment_method_options: { pix: { expires_after_days: 1 } } },
    'parameter_unknown',
    'payment_method_options[pix][expires_after_days]',
  ],
  [
    'seconds to pay where a type counts in days',
    { payment_method_options: { oxxo: { expires_after_seconds: 60 } } },
    'parameter_unknown',
    'payment_method_options[oxxo][expires_after_seconds]',
  ],
  [
    'days to pay where a type has none',
    { payment_method_options: { ideal: { expires_after_days: 1 } } },
    'parameter_unknown',
    'payment_method_options[ideal][expires_after_days]',
  ],
  [
    'more days to pay than a voucher allows',
    { payment_method_options: { oxxo: { expires_after_days: 8 } } },
    'parameter_invalid_integer',
    'payment_method_options[oxxo][expires_after_days]',
  ],
  ['off_session without confirm', { off_session: true, payment_method: 'pm_card_visa' }, 'parameter_invalid', 'off_session'],
  ['off_session in its other spelling', { 'off-session': true, payment_method: 'pm_card_visa' }, 'parameter_invalid', 'off_session'],
])("400: a payment with %s is refused with the parameter's name, and nothing is created", async (_, params, code, param) => {
  const shop = client();
  expect(refusal(await pay(shop, params))).toEqual([400, code, param]);
  expect((await shop.get('/v1/payment_intents')).body.data).toEqual([]);
});

test.each([
  [
    'sepa_debit in dollars',
    { currency: 'usd', type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } },
    'payment_intent_invalid_parameter',
    'currency',
  ],
  ['ideal in pounds', { currency: 'gbp', type: 'ideal' }, 'payment_intent_invalid_parameter', 'currency'],
  ['p24 without an e-mail address', { currency: 'eur', type: 'p24' }, 'parameter_missing', 'payment_method_data[billing_details][email]'],
  [
    'klarna from Brazil',
    { currency: 'eur', type: 'klarna' },
    'payment_intent_invalid_parameter',
    'payment_method_data[billing_details][address][country]',
  ],
  ['pix below three reais', { currency: 'brl', type: 'pix', amount: 299 }, 'amount_too_small', 'amount'],
  ['unionpay in dollars', { currency: 'usd', type: 'unionpay' }, 'payment_intent_invalid_parameter', 'currency'],
  ['upi above fifty thousand rupees', { currency: 'inr', type: 'upi', amount: 5_000_001 }, 'amount_too_large', 'amount'],
  ['wechat_pay above fifty thousand dollars', { currency: 'usd', type: 'wechat_pay', amount: 5_000_001 }, 'amount_too_large', 'amount'],
])(
  '400: a payment by %s is refused',
  async (_, { currency, amount, ...method }: { currency: string; amount?: number; type: string }, code, param) => {
    const billing_details = method.type === 'p24' ? {} : { name: 'Jo', email: 'jo@example.com', address: { country: 'BR' } };
    const answer = await pay(client(), { currency, ...(amount && { amount }), payment_method_data: { ...method, billing_details } });
    expect(refusal(answer)).toEqual([400, code, param]);
  },
);

test.each([
  ['promptpay', 'thb', {}],
  ['bank_transfer_id', 'idr', {}],
  ['klarna', 'eur', { name: 'Jo Doe', address: { country: 'DE' } }],
])('200: a payment by %s requires no parameter that its published request does not have', async (type, currency, billing_details) => {
  const { body } = await pay(client(), { currency, confirm: true, payment_method_data: { type, billing_details } });
  expect(body).toMatchObject({ status: 'requires_action', payment_method_types: [type] });
});

test("400: another customer's payment method is refused", async () => {
  const shop = client();
  const [owner, other] = [await newCustomer(shop), await newCustomer(shop)];
  const { id } = (await shop.post('/v1/payment_methods/pm_card_visa/attach', { customer: owner.id })).body;
  for (const customer of [other.id, undefined]) {
    expect(refusal(await pay(shop, { customer, payment_method: id }))).toEqual([400, 'payment_method_customer_mismatch', 'payment_method']);
  }
  expect((await pay(shop, { customer: owner.id, payment_method: id, confirm: true })).body.status).toBe('succeeded');
});

test('404: a payment of another sandbox is unknown', async () => {
  const body = await intentWith(client());
  const stranger = client();
  expect(refusal(await stranger.get(`/v1/payment_intents/${body.id}`))).toEqual([404, 'resource_missing', 'id']);
});

test('200: a key creates a payment once, and repeats its answer', async () => {
  const shop = client();
  const extra = { headers: { 'idempotency-key': 'coat-7' } };
  const [first, again] = [
    await pay(shop, { confirm: true, payment_method: 'pm_card_visa' }, extra),
    await pay(shop, { confirm: true, payment_method: 'pm_card_visa' }, extra),
  ];
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
  expect((await shop.get('/v1/charges')).body.data).toHaveLength(1);
});

expectSoundBooks(both);
