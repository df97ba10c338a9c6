import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const paying = { amount: 2000, currency: 'usd', confirm: true } as const;

describe('a payment by card', () => {
  test('confirmed when created is succeeded, with a charge, its balance transaction and pending funds', async () => {
    const client = service.client();
    const { status, body } = await client.post('/v1/payment_intents', {
      ...paying,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction'],
    });
    expect([status, body]).toMatchObject([200, { status: 'succeeded', amount_received: 2000, amount_capturable: 0, next_action: null }]);
    expect(body.latest_charge).toMatchObject({
      paid: true,
      captured: true,
      amount_captured: 2000,
      status: 'succeeded',
      payment_intent: body.id,
    });
    expect(body.latest_charge.balance_transaction).toMatchObject({
      type: 'charge',
      amount: 2000,
      fee: 88,
      net: 1912,
      status: 'pending',
      source: body.latest_charge.id,
    });
    const { body: balance } = await client.get('/v1/balance');
    expect([balance.pending[0].amount, balance.available[0].amount]).toEqual([1912, 0]);
  });

  test('that is declined answers 402 with the intent, which waits for another payment method', async () => {
    const client = service.client();
    const { status, body } = await client.post('/v1/payment_intents', { ...paying, payment_method_data: card('4000000000009995') });
    expect([status, body.error]).toMatchObject([
      402,
      {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        payment_intent: { status: 'requires_payment_method', payment_method: null },
      },
    ]);
    const { last_payment_error, latest_charge } = body.error.payment_intent;
    expect([last_payment_error, body.error.charge]).toMatchObject([{ code: 'card_declined', charge: latest_charge }, latest_charge]);
    expect((await client.get(`/v1/charges/${latest_charge}`)).body).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: 'card_declined',
      balance_transaction: null,
    });
  });

  test('can be held, captured in part, and what is not taken is let go', async () => {
    const client = service.client();
    const { body: held } = await client.post('/v1/payment_intents', {
      ...paying,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
    });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    const over = await client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 2001 });
    expect([over.status, over.body.error]).toMatchObject([400, { code: 'amount_too_large', param: 'amount_to_capture' }]);
    const { body } = await client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 1500, expand: ['latest_charge'] });
    expect(body).toMatchObject({ status: 'succeeded', amount: 2000, amount_received: 1500, amount_capturable: 0 });
    expect(body.latest_charge).toMatchObject({ captured: true, amount_captured: 1500, amount_refunded: 500, refunded: false });
    const again = await client.post(`/v1/payment_intents/${held.id}/capture`);
    expect([again.status, again.body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });
});
