import { describe, expect, test } from 'vitest';
import { asking_card, authenticated, chargesOf } from '../../support/by-hand.js';
import { newCustomer } from '../../support/callers.js';
import { advanceClock } from '../../support/merchant.js';
import { act, intentNow, payerDoes } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { type Answer, card } from '../../support/service.js';

const both = onBothRoads();

type Intent = Answer['body'];

describe.each(roads)('the second confirmation, %s,', (road) => {
  test.each([
    ['nothing', {}],
    ['the same method', 'method'],
    ['the same payment and capture methods', { payment_method_types: ['card'], capture_method: 'automatic', payment_method_options: {} }],
    ['a return_url and a customer', { return_url: 'https://shop.example/', receipt_email: 'jo@example.com' }],
    ['error_on_requires_action', { error_on_requires_action: true, use_stripe_sdk: true }],
  ] as const)('continues the same attempt when it has %s', async (_, params) => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const { body } = await act(shop, intent, 'confirm', params === 'method' ? { payment_method: intent.payment_method } : params);
    expect(body).toMatchObject({ status: 'succeeded', latest_attempt: intent.latest_attempt });
  });

  test.each([
    ['another method', { payment_method: asking_card }],
    ['a method as data', { payment_method_data: card('4000000000003220') }],
    ['manual capture', { capture_method: 'manual' }],
    ['other options', { payment_method_options: { card: { request_three_d_secure: 'any' } } }],
  ])('starts another attempt, and requires authentication again, when it has %s', async (_, params) => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const { body } = await act(shop, intent, 'confirm', params);
    expect(body).toMatchObject({ status: 'requires_action', finished_step: null });
    expect(body.latest_attempt).not.toBe(intent.latest_attempt);
    expect(await chargesOf(shop, intent)).toEqual([]);
  });

  test('requires authentication again after the amount has changed, and not after a description has', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const described = (await shop.post(`/v1/payment_intents/${intent.id}`, { description: 'A coat' })).body;
    expect(described).toMatchObject({ status: 'requires_confirmation', finished_step: 'redirect_to_url' });
    const dearer = (await shop.post(`/v1/payment_intents/${intent.id}`, { amount: 2500 })).body;
    expect(dearer).toMatchObject({ status: 'requires_confirmation', finished_step: null, amount: 2500 });
    const { body } = await act(shop, intent, 'confirm');
    expect(body.status).toBe('requires_action');
    expect(body.latest_attempt).not.toBe(intent.latest_attempt);
    await payerDoes(shop, body, 'succeed');
    expect((await act(shop, body, 'confirm')).body).toMatchObject({ status: 'succeeded', amount_received: 2500 });
  });

  test('follows each of two steps where the payer takes two', async () => {
    const shop = both.client(road);
    const payment_method_options = { card: { request_three_d_secure: 'any' } };
    const paying = { payment_method: undefined, payment_method_data: card('4111111111111111'), payment_method_options };
    const first = await authenticated(shop, paying);
    expect(first.finished_step).toBe('ddc_redirect');
    await advanceClock(shop, 3000);
    const second = (await act(shop, first, 'confirm')).body;
    expect([second.status, second.next_action.type]).toEqual(['requires_action', 'challenge_redirect']);
    expect((await payerDoes(shop, second, 'succeed')).body.finished_step).toBe('challenge_redirect');
    // The second step has its own hour.
    await advanceClock(shop, 1000);
    expect((await act(shop, second, 'confirm')).body).toMatchObject({ status: 'succeeded', latest_attempt: first.latest_attempt });
  });

  test('saves a wallet for later, and no earlier confirmation does', async () => {
    const shop = both.client(road);
    const customer = (await newCustomer(shop)).id;
    const paying = { currency: 'php', payment_method: undefined, payment_method_data: { type: 'gcash' } };
    const intent = await authenticated(shop, { ...paying, customer, setup_future_usage: 'off_session' });
    const owned = async (): Promise<Intent[]> => (await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data;
    const mandate = async (): Promise<string> => (await shop.get(`/v1/mandates/${intent.mandate}`)).body.status;
    expect([await mandate(), (await owned()).length]).toEqual(['pending', 0]);
    const { body } = await act(shop, intent, 'confirm', { mandate_data: { customer_acceptance: { type: 'offline' } } });
    expect([body.status, body.mandate, await mandate(), (await owned()).length]).toEqual(['succeeded', intent.mandate, 'active', 1]);
  });

  test('sets a payment to processing where the bank takes its time', async () => {
    const shop = both.client(road);
    const billing_details = { name: 'Ana', email: 'ana@example.com', address: { country: 'BR' } };
    const paying = { currency: 'brl', payment_method: undefined, payment_method_data: { type: 'boleto', billing_details } };
    const intent = await authenticated(shop, paying);
    expect(intent.status).toBe('requires_confirmation');
    expect((await act(shop, intent, 'confirm')).body.status).toBe('processing');
    await advanceClock(shop, 86_500);
    expect((await intentNow(shop, intent)).status).toBe('succeeded');
  });
});

expectSoundBooks(both);

test("an update without a change keeps the payer's step", async () => {
  const shop = both.client('in one write');
  const intent = await authenticated(shop);
  const same = { amount: intent.amount, currency: intent.currency, capture_method: 'automatic', metadata: { order: '7' } };
  expect((await shop.post(`/v1/payment_intents/${intent.id}`, same)).body).toMatchObject({ finished_step: 'redirect_to_url' });
  expect((await act(shop, intent, 'confirm')).body.status).toBe('succeeded');
  expect(await chargesOf(shop, intent)).toHaveLength(1);
});
