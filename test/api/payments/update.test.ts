import { describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import { act, held, intentNow, intentWith, paid, pay, payerDoes, refusal, waiting } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

type Body = Answer['body'];

const update = (shop: Client, { id }: Body, params: Readonly<Record<string, unknown>>): Promise<Answer> =>
  shop.post(`/v1/payment_intents/${id}`, params);

const iban = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

/** A payment in each status. */
const states: Readonly<Record<string, (shop: Client) => Promise<Body>>> = {
  requires_payment_method: (shop) => intentWith(shop),
  requires_confirmation: (shop) => intentWith(shop, { payment_method: 'pm_card_visa' }),
  requires_action: (shop) => waiting(shop),
  processing: (shop) => intentWith(shop, { currency: 'eur', confirm: true, payment_method_data: iban }),
  requires_capture: (shop) => held(shop),
  succeeded: (shop) => paid(shop),
  canceled: async (shop) => (await act(shop, await intentWith(shop), 'cancel')).body,
};

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

describe.each(Object.entries(states))('a payment that is %s', (status, make) => {
  test('200: accepts a new description in any status, and nothing else changes', async () => {
    const shop = client();
    const intent = await make(shop);
    expect(intent.status).toBe(status);
    const described = {
      description: 'Two coats',
      merchant_order_id: 'order-8',
      merchant_user_id: 'user-8',
      metadata: { a: '1' },
      quantity: 2,
      receipt_email: 'jo@example.com',
      shipping: { name: 'Jo' },
      statement_descriptor: 'COATS',
      statement_descriptor_suffix: 'TWO',
      transfer_group: 'g',
    };
    const answer = await update(shop, intent, described);
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...intent, ...described, shipping: expect.objectContaining({ name: 'Jo', address: null }) },
    ]);
    expect((await update(shop, intent, { metadata: { a: '', b: '2' }, description: '' })).body).toMatchObject({
      metadata: { b: '2' },
      description: null,
    });
  });

  test.each([
    ['amount', 3000],
    ['currency', 'chf'],
    ['customer', 'a customer'],
    ['setup_future_usage', 'off_session'],
    ['capture_method', 'manual'],
    ['payment_method_types', ['card', 'klarna']],
    ['payment_method_options', { card: { request_three_d_secure: 'any' } }],
    ['return_url', 'https://shop.example/back'],
  ])(`${open.includes(status) ? '200: takes' : '400: does not take'} another %s`, async (name, given) => {
    const shop = client();
    const intent = await make(shop);
    const value = name === 'customer' ? (await newCustomer(shop)).id : given;
    const answer = await update(shop, intent, { [name]: value });
    if (!open.includes(status)) {
      expect(refusal(answer)).toEqual([400, 'payment_intent_unexpected_state', name]);
      return expect(await intentNow(shop, intent)).toEqual(intent);
    }
    expect([answer.status, answer.body]).toMatchObject([200, { [name]: value }]);
  });
});

describe('a payment method', () => {
  test('200: makes a payment ready to be confirmed; when it is removed, the payment waits for another', async () => {
    const shop = client();
    const intent = await intentWith(shop);
    const ready = (await update(shop, intent, { payment_method: 'pm_card_visa' })).body;
    expect(ready).toMatchObject({ status: 'requires_confirmation', payment_method: expect.stringMatching(/^pm_\w{22}$/) });
    const without = (await update(shop, intent, { payment_method: '' })).body;
    expect(without).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    const replaced = (await update(shop, intent, { payment_method_data: card('5555555555554444') })).body;
    expect(replaced.status).toBe('requires_confirmation');
    expect((await act(shop, intent, 'confirm')).body).toMatchObject({ status: 'succeeded', payment_method: replaced.payment_method });
  });

  test.each([
    ['another payment method', { payment_method: 'pm_card_visa' }, 'requires_confirmation'],
    ['the data of another payment method', { payment_method_data: card() }, 'requires_confirmation'],
    ['no payment method', { payment_method: '' }, 'requires_payment_method'],
    ['another amount', { amount: 50 }, 'requires_confirmation'],
    ['another currency', { currency: 'eur' }, 'requires_confirmation'],
    ['another capture method', { capture_method: 'manual' }, 'requires_confirmation'],
    ['another option', { payment_method_options: { card: { capture_method: 'manual' } } }, 'requires_confirmation'],
  ])('200: %s ends the step that waits for the payer', async (_, params, status) => {
    const shop = client();
    const intent = await waiting(shop);
    const { body } = await update(shop, intent, params);
    expect(body).toMatchObject({ status, next_action: null });
    expect(refusal(await payerDoes(shop, intent, 'succeed'))).toEqual([400, 'payment_intent_unexpected_state']);
    expect((await intentNow(shop, intent)).latest_charge).toBe(null);
  });

  test('200: a wallet replaced by a card leaves no open mandate', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const params = {
      customer,
      confirm: true,
      setup_future_usage: 'off_session',
      payment_method_types: ['alipay', 'card'],
      payment_method_data: { type: 'alipay' },
    };
    const intent = (await pay(shop, params)).body;
    expect([intent.status, intent.mandate]).toEqual(['requires_action', expect.stringMatching(/^mandate_/)]);
    const { body } = await update(shop, intent, { payment_method_data: card() });
    expect([body.mandate, (await shop.get(`/v1/mandates/${intent.mandate}`)).body.status]).toEqual([null, 'inactive']);
  });

  test("200: other changes keep the payer's step", async () => {
    const shop = client();
    const intent = await waiting(shop);
    const { body } = await update(shop, intent, { setup_future_usage: 'on_session', description: 'A coat' });
    expect(body).toMatchObject({ status: 'requires_action', next_action: intent.next_action });
    expect((await payerDoes(shop, intent, 'succeed')).body.status).toBe('succeeded');
  });

  test('400: a method of a disallowed type, of another customer, or given twice is refused', async () => {
    const shop = client();
    const intent = await intentWith(shop, { currency: 'eur' });
    const [owner, other] = [await newCustomer(shop), await newCustomer(shop)];
    const { id } = (await shop.post('/v1/payment_methods/pm_card_visa/attach', { customer: owner.id })).body;
    const refusals = [
      await update(shop, intent, { payment_method_data: { type: 'ideal' } }),
      await update(shop, intent, { payment_method: id }),
      await update(shop, intent, { payment_method: id, customer: other.id }),
      await update(shop, intent, { payment_method: id, payment_method_data: card() }),
    ];
    expect(refusals.map(refusal)).toEqual([
      [400, 'payment_method_unexpected_state', 'payment_method'],
      [400, 'payment_method_customer_mismatch', 'payment_method'],
      [400, 'payment_method_customer_mismatch', 'payment_method'],
      [400, 'parameters_exclusive', 'payment_method_data'],
    ]);
    expect(await intentNow(shop, intent)).toEqual(intent);
    expect((await update(shop, intent, { payment_method: id, customer: owner.id })).body.status).toBe('requires_confirmation');
  });

  test('400: a currency or an amount outside the limits is refused before the confirmation', async () => {
    const shop = client();
    const intent = await intentWith(shop, { currency: 'eur', payment_method_data: { type: 'ideal' } });
    expect(refusal(await update(shop, intent, { currency: 'usd' }))).toEqual([400, 'payment_intent_invalid_parameter', 'currency']);
    const manual = await update(shop, intent, { capture_method: 'manual' });
    expect(refusal(manual)).toEqual([400, 'parameter_invalid', 'capture_method']);
  });

  test('200: in another currency every type that supports it may pay, unless the types are named', async () => {
    const shop = client();
    const automatic = await intentWith(shop, { automatic_payment_methods: { enabled: true } });
    const { payment_method_types } = (await update(shop, automatic, { currency: 'eur' })).body;
    expect([payment_method_types.includes('ideal'), payment_method_types.includes('alipay'), payment_method_types.includes('pix')]).toEqual(
      [true, true, false],
    );
    const misplaced = await update(shop, automatic, { currency: 'brl', payment_method_types: ['card', 'ideal'] });
    expect(refusal(misplaced)).toEqual([400, 'payment_intent_invalid_parameter', 'payment_method_types']);
    expect((await update(shop, automatic, { currency: 'brl', payment_method_types: ['card'] })).body.payment_method_types).toEqual([
      'card',
    ]);
    const named = await intentWith(shop, { payment_method_types: ['card', 'alipay'] });
    expect((await update(shop, named, { currency: 'eur' })).body.payment_method_types).toEqual(['card', 'alipay']);
  });

  test('200: the confirmation uses the amount that was set last', async () => {
    const shop = client();
    const intent = await intentWith(shop, { payment_method: 'pm_card_visa' });
    await update(shop, intent, { amount: 3100, currency: 'EUR' });
    expect((await act(shop, intent, 'confirm')).body).toMatchObject({ amount_received: 3100, currency: 'eur' });
  });
});

expectSoundBooks(both);
