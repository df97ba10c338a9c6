import { describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import { advanceClock } from '../../support/merchant.js';
import { balanceOf, chargeNow, held, paid, refusal, sumOfTransactions, told, twenty, waiting } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();
const day = 86_400;

type Params = Readonly<Record<string, unknown>>;

const charge = (shop: Client, params: Params = {}): Promise<Answer> => shop.post('/v1/charges', { ...twenty, ...params });

const { card: jos_card } = card() as { card: object };

describe.each(roads)('a charge without an intent, %s,', (road) => {
  const client = () => both.client(road);

  test.each([
    ['a token', { source: 'tok_visa' }],
    ['a card', { source: jos_card }],
    ['card data', { source: { object: 'card', ...jos_card } }],
    ['a payment method', { payment_method: 'pm_card_visa' }],
  ])('200: by %s is captured at once', async (_, params) => {
    const shop = client();
    const { status, body } = await charge(shop, {
      ...params,
      description: 'A coat',
      metadata: { order: '7' },
      receipt_email: 'jo@example.com',
      statement_descriptor: 'COATS',
      transfer_group: 'g',
    });
    expect([status, body]).toMatchObject([
      200,
      {
        object: 'charge',
        ...twenty,
        amount_captured: 2000,
        amount_refunded: 0,
        balance_transaction: expect.stringMatching(/^txn_/),
        captured: true,
        description: 'A coat',
        failure_code: null,
        metadata: { order: '7' },
        outcome: { type: 'authorized', network_status: 'approved_by_network' },
        paid: true,
        payment_intent: null,
        payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
        receipt_email: 'jo@example.com',
        receipt_url: expect.stringContaining('/receipt'),
        refunded: false,
        statement_descriptor: 'COATS',
        status: 'succeeded',
        transfer_group: 'g',
      },
    ]);
    expect(await chargeNow(shop, body.id)).toEqual(body);
    expect(await told(shop)).toEqual([['charge.succeeded', 'succeeded']]);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
  });

  test("200: of a customer alone uses the customer's default", async () => {
    const shop = client();
    const customer = await newCustomer(shop, { payment_method: 'pm_card_mastercard', invoice_settings: {} });
    const { body: methods } = await shop.get(`/v1/customers/${customer.id}/payment_methods`);
    await shop.post(`/v1/customers/${customer.id}`, { invoice_settings: { default_payment_method: methods.data[0].id } });
    const { status, body } = await charge(shop, { customer: customer.id });
    expect([status, body]).toMatchObject([
      200,
      { customer: customer.id, payment_method: methods.data[0].id, payment_method_details: { card: { brand: 'mastercard' } } },
    ]);
  });

  test.each([
    ['tok_chargeDeclined', 'card_declined', 'generic_decline'],
    ['tok_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['tok_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['tok_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['tok_threeDSecure2Required', 'authentication_required', 'authentication_required'],
  ])('402: by %s is declined, with the id of the failed charge', async (source, code, decline_code) => {
    const shop = client();
    const { status, body } = await charge(shop, { source });
    expect([status, body.error]).toMatchObject([402, { type: 'card_error', code, decline_code, charge: expect.stringMatching(/^ch_/) }]);
    expect(await chargeNow(shop, body.error.charge)).toMatchObject({
      ...twenty,
      status: 'failed',
      paid: false,
      captured: false,
      amount_captured: 0,
      balance_transaction: null,
      failure_code: code,
      failure_message: body.error.message,
      outcome: { type: 'issuer_declined' },
    });
    expect(await told(shop)).toEqual([['charge.failed', 'failed']]);
    expect(await sumOfTransactions(shop)).toBe(0);
  });

  test('200: can be authorized and captured in part, once', async () => {
    const shop = client();
    const { body: begun } = await charge(shop, { source: 'tok_visa', capture: false });
    expect(begun).toMatchObject({ status: 'succeeded', paid: true, captured: false, amount_captured: 0, balance_transaction: null });
    expect(refusal(await shop.post(`/v1/charges/${begun.id}/capture`, { amount: 2001 }))).toEqual([400, 'amount_too_large', 'amount']);
    const { status, body } = await shop.post(`/v1/charges/${begun.id}/capture`, { amount: 1500, receipt_email: 'jo@example.com' });
    expect([status, body]).toMatchObject([
      200,
      { captured: true, amount: 2000, amount_captured: 1500, amount_refunded: 500, refunded: false, receipt_email: 'jo@example.com' },
    ]);
    expect((await shop.get(`/v1/balance_transactions/${body.balance_transaction}`)).body).toMatchObject({ amount: 1500, source: begun.id });
    expect(refusal(await shop.post(`/v1/charges/${begun.id}/capture`))).toEqual([400, 'charge_already_captured']);
    expect((await told(shop)).map(([type]) => type)).toEqual(['charge.succeeded', 'charge.updated', 'charge.captured']);
  });

  test('is voided after seven days by the clock when it was authorized, and cannot be captured then', async () => {
    const shop = client();
    const { id } = (await charge(shop, { source: 'tok_visa', capture: false })).body;
    const kept = (await charge(shop, { source: 'tok_visa', capture: false })).body;
    await shop.post(`/v1/charges/${kept.id}/capture`);
    await advanceClock(shop, 7 * day - 60);
    expect((await chargeNow(shop, id)).refunded).toBe(false);
    await advanceClock(shop, 120);
    expect(await chargeNow(shop, id)).toMatchObject({ refunded: true, amount_refunded: 2000, captured: false, balance_transaction: null });
    expect(await chargeNow(shop, kept.id)).toMatchObject({ refunded: false, captured: true });
    expect(refusal(await shop.post(`/v1/charges/${id}/capture`))).toEqual([400, 'charge_not_capturable']);
    expect((await told(shop)).map(([type]) => type)).toEqual(['charge.succeeded', 'charge.succeeded', 'charge.captured', 'charge.expired']);
  });

  test('400: of an intent is captured through its intent only', async () => {
    const shop = client();
    const intent = await held(shop);
    const answer = await shop.post(`/v1/charges/${intent.latest_charge}/capture`);
    expect([refusal(answer), answer.body.error.message]).toEqual([[400, 'charge_not_capturable'], expect.stringContaining(intent.id)]);
    expect(refusal(await shop.post(`/v1/charges/${(await paid(shop)).latest_charge}/capture`))[0]).toBe(400);
  });

  test('400: that failed cannot be captured', async () => {
    const shop = client();
    const { charge: failed } = (await charge(shop, { source: 'tok_chargeDeclined', capture: false })).body.error;
    expect(await chargeNow(shop, failed)).toMatchObject({ status: 'failed', captured: false });
    expect(refusal(await shop.post(`/v1/charges/${failed}/capture`))).toEqual([400, 'charge_not_capturable']);
  });

  test('200: under a key is created once', async () => {
    const shop = client();
    const extra = { headers: { 'idempotency-key': 'once' } };
    const params = { ...twenty, source: 'tok_chargeDeclined' };
    const [first, again] = [await shop.post('/v1/charges', params, extra), await shop.post('/v1/charges', params, extra)];
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([402, first.text, 'true']);
    expect((await shop.get('/v1/charges')).body.data).toHaveLength(1);
  });
});

describe('a charge', () => {
  const client = () => both.client('in one write');

  test.each([
    ['no payment method', {}, 'parameter_missing', 'source'],
    ['an unknown token', { source: 'tok_gold' }, 'resource_missing', 'source'],
    ['a payment method as its source', { source: 'pm_card_visa' }, 'parameter_invalid', 'source'],
    ['a number as its source', { source: '4242424242424242' }, 'parameter_invalid', 'source'],
    ['an impossible card', { source: { ...jos_card, number: '4242424242424241' } }, 'incorrect_number', 'source[number]'],
    ['a card with a colour', { source: { ...jos_card, colour: 'red' } }, 'parameter_unknown', 'source[colour]'],
    ['no amount', { source: 'tok_visa', amount: undefined }, 'parameter_missing', 'amount'],
    ['an unknown customer', { source: 'tok_visa', customer: 'cus_0000000000000000000000' }, 'resource_missing', 'customer'],
  ])('is refused with %s, and nothing is created', async (_, params, code, param) => {
    const shop = client();
    const answer = await charge(shop, params);
    expect(refusal(answer).slice(1)).toEqual([code, param]);
    expect([400, 402]).toContain(answer.status);
    expect((await shop.get('/v1/charges')).body.data).toEqual([]);
  });

  test("400: is not created with another customer's payment method, nor with one that is not a card", async () => {
    const shop = client();
    const [owner, other] = [await newCustomer(shop), await newCustomer(shop)];
    const { id } = (await shop.post('/v1/payment_methods/pm_card_visa/attach', { customer: owner.id })).body;
    expect(refusal(await charge(shop, { customer: other.id, payment_method: id }))).toEqual([
      400,
      'payment_method_customer_mismatch',
      'payment_method',
    ]);
    const wallet = (await shop.post('/v1/payment_methods', { type: 'alipay' })).body.id;
    expect(refusal(await charge(shop, { payment_method: wallet }))).toEqual([400, 'payment_method_unexpected_state', 'payment_method']);
    expect((await charge(shop, { customer: owner.id, payment_method: id })).body).toMatchObject({
      status: 'succeeded',
      customer: owner.id,
    });
  });

  test('200: gets a new description, and an event has the previous one', async () => {
    const shop = client();
    const { latest_charge: id } = await paid(shop, { description: 'one', metadata: { a: '1', b: '2' } });
    const before = await chargeNow(shop, id);
    const changes = {
      description: 'two',
      metadata: { a: '', c: '3' },
      receipt_email: 'jo@example.com',
      transfer_group: 'g',
      shipping: { name: 'Jo' },
      fraud_details: { user_report: 'safe' },
    };
    const { status, body } = await shop.post(`/v1/charges/${id}`, changes);
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        ...changes,
        metadata: { b: '2', c: '3' },
        shipping: expect.objectContaining({ name: 'Jo', address: null }),
        fraud_details: { ...before.fraud_details, user_report: 'safe' },
      },
    ]);
    const { body: events } = await shop.get('/v1/events', { type: 'charge.updated' });
    expect(events.data).toHaveLength(1);
    expect(events.data[0].data).toEqual({
      object: body,
      previous_attributes: Object.fromEntries(
        ['description', 'fraud_details', 'metadata', 'receipt_email', 'shipping', 'transfer_group'].map((name) => [name, before[name]]),
      ),
    });
  });

  test.each(['amount', 'captured', 'currency', 'disputed', 'paid', 'payment_intent', 'refunded', 'status'])(
    '400: cannot change its %s',
    async (name) => {
      const shop = client();
      const { latest_charge: id } = await paid(shop);
      expect(refusal(await shop.post(`/v1/charges/${id}`, { [name]: 'x' }))).toEqual([400, 'parameter_unknown', name]);
    },
  );

  test('404: of another sandbox is unknown, for reading, updating and capturing', async () => {
    const { latest_charge: id } = await held(client());
    const stranger = client();
    const answers = [
      await stranger.get(`/v1/charges/${id}`),
      await stranger.post(`/v1/charges/${id}`, { description: 'mine' }),
      await stranger.post(`/v1/charges/${id}/capture`),
    ];
    expect(answers.map(refusal)).toEqual(Array(3).fill([404, 'resource_missing', 'id']));
  });

  test('does not exist while its payer authenticates', async () => {
    const shop = client();
    await waiting(shop);
    expect((await shop.get('/v1/charges')).body.data).toEqual([]);
  });
});

expectSoundBooks(both);
