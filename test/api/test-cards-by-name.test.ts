import { expect, test } from 'vitest';
import { card_names } from '../../src/resources/payments/payment-methods/test-names.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** The result of a payment with each published name (docs.stripe.com/testing): the code of its refusal; all others are paid. */
const refused: Readonly<Record<string, string>> = {
  authenticationRequired: 'requires_action',
  authenticationRequiredChargeDeclinedInsufficientFunds: 'requires_action',
  authenticationRequiredOnSetup: 'requires_action',
  authenticationRequiredSetupForOffSession: 'requires_action',
  chargeCustomerFail: 'card_declined',
  chargeDeclined: 'card_declined',
  chargeDeclinedExpiredCard: 'expired_card',
  chargeDeclinedFraudulent: 'card_declined',
  chargeDeclinedIncorrectCvc: 'incorrect_cvc',
  chargeDeclinedInsufficientFunds: 'card_declined',
  chargeDeclinedLostCard: 'card_declined',
  chargeDeclinedProcessingError: 'processing_error',
  chargeDeclinedStolenCard: 'card_declined',
  chargeDeclinedVelocityLimitExceeded: 'card_declined',
  radarBlock: 'card_declined',
  threeDSecure2Required: 'requires_action',
  threeDSecureRequired: 'requires_action',
  threeDSecureRequiredChargeDeclined: 'requires_action',
  threeDSecureRequiredProcessingError: 'card_declined',
  visa_chargeDeclined: 'card_declined',
  visa_chargeDeclinedInsufficientFunds: 'card_declined',
  visa_chargeDeclinedLostCard: 'card_declined',
  visa_chargeDeclinedStolenCard: 'card_declined',
  visa_chargeDeclinedVelocityLimitExceeded: 'card_declined',
};

const pay = async (client: Client, params: object): Promise<string> => {
  const { body } = await client.post('/v1/payment_intents', { amount: 1000, currency: 'usd', confirm: true, ...params });
  return body.error?.code ?? body.status;
};

test.each([...card_names].map((name) => name.slice('pm_card_'.length)))(
  'pm_card_%s and its token end a payment as published',
  async (name) => {
    const client = service.client();
    const ends = [
      await pay(client, { payment_method: `pm_card_${name}` }),
      await pay(client, { payment_method_data: { type: 'card', card: { token: `tok_${name}` } } }),
    ];
    const expected = refused[name] ?? 'succeeded';
    expect(ends).toEqual([expected, expected]);
  },
);

test('400: a payment with a single capture cannot be captured in parts', async () => {
  const client = service.client();
  const held = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', capture_method: 'manual' };
  const { body: intent } = await client.post('/v1/payment_intents', held);
  const { status, body } = await client.post(`/v1/payment_intents/${intent.id}/capture`, { amount_to_capture: 500, final_capture: false });
  expect([status, body.error.param]).toEqual([400, 'final_capture']);
  expect((await client.post(`/v1/payment_intents/${intent.id}/capture`, { final_capture: true })).body.status).toBe('succeeded');
});
