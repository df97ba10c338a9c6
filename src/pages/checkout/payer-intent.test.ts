import { describe, expect, test } from 'vitest';
import { idSource } from '../../kernel/base/ids.js';
import { amountOf, dueOf, type Intent, kindFor, labelOf, referenceOf, returnParams, routesOf } from './payer-intent.js';

const payment: Intent = {
  id: 'pi_00aBcDeFgHiJkLmNoPqRst',
  object: 'payment_intent',
  amount: 4200,
  currency: 'mxn',
  client_secret: 'pi_1_secret_2',
  status: 'requires_action',
  description: null,
  livemode: false,
  return_url: null,
  next_action: { type: 'oxxo_handle_redirect', oxxo_handle_redirect: { bar_code: '93000262280678', timeout: '259200', url: 'x' } },
  payment_method: { type: 'oxxo', card: null },
};
const { amount: _, currency: __, ...rest } = payment;
const setup: Intent = { ...rest, id: 'seti_1', object: 'setup_intent', client_secret: 'seti_1_secret_2' };

describe('routesOf', () => {
  test('knows the two kinds of intent, and nothing else that a token may name', () => {
    expect(routesOf('payment_intent', 'pi_1')).toEqual({
      read: '/v1/payment_intents/pi_1?expand[0]=payment_method',
      finish: '/v1/test_helpers/payment_intents/pi_1/next_action',
    });
    expect(routesOf('setup_intent', 'a/../b')?.read).toBe('/v1/setup_intents/a%2F..%2Fb?expand[0]=payment_method');
    for (const object of ['charge', 'refund', '', 'constructor']) expect(routesOf(object, 'x_1')).toBeNull();
  });
});

describe('returnParams', () => {
  test.each([
    ['succeeded', 'succeeded'],
    ['requires_capture', 'succeeded'],
    ['processing', 'pending'],
    ['requires_payment_method', 'failed'],
    ['requires_confirmation', 'failed'],
    ['canceled', 'failed'],
    ['constructor', 'failed'],
  ])('a payment that is %s comes back as %s', (status, redirect_status) => {
    expect(returnParams({ ...payment, status })).toEqual({
      payment_intent: payment.id,
      payment_intent_client_secret: payment.client_secret,
      redirect_status,
    });
  });

  test('a payment that its server has yet to confirm comes back as its payer has left it', () => {
    const confirming = { ...payment, status: 'requires_confirmation', finished_step: 'redirect_to_url' };
    expect(returnParams(confirming)).toMatchObject({ redirect_status: 'succeeded' });
    expect(returnParams({ ...confirming, finished_step: null })).toMatchObject({ redirect_status: 'failed' });
  });

  test('a setup intent comes back by its own names', () => {
    expect(returnParams({ ...setup, status: 'succeeded' })).toEqual({
      setup_intent: 'seti_1',
      setup_intent_client_secret: 'seti_1_secret_2',
      redirect_status: 'succeeded',
    });
  });
});

describe('what a page tells', () => {
  test('a payment has an amount, a setup has none', () => {
    expect(amountOf(payment)).toEqual({ amount: 4200, currency: 'mxn' });
    expect(amountOf(setup)).toBeNull();
  });

  test('a method that is gone was a card', () => {
    for (const payment_method of [null, 'pm_1']) {
      expect(kindFor({ ...payment, payment_method })).toBe('three_d_secure');
      expect(labelOf({ ...payment, payment_method })).toBeNull();
    }
    expect([kindFor(payment), labelOf(payment)]).toEqual(['voucher', 'OXXO']);
  });

  test('the reference is the number that was given out, or the end of the id', () => {
    expect(referenceOf(payment)).toBe('93000262280678');
    expect(referenceOf({ ...payment, next_action: { type: 'spei_display_details', spei_display_details: {} } })).toBe('IJKLMNOPQRST');
    expect(referenceOf({ ...payment, next_action: null })).toHaveLength(12);
  });

  test.each([
    [{ timeout: '259200' }, 259_200],
    [{ timeout: 86_400 }, 86_400],
    [{ timeout: 'soon' }, null],
    [{ timeout: -1 }, null],
    [{ timeout: true }, null],
    [{}, null],
  ])('a step with %j lasts %j seconds from the attempt on', (member, seconds) => {
    const made_ms = 1_935_684_000_000;
    const attempt = idSource((bytes) => new Uint8Array(bytes)).fresh('patt', made_ms);
    const due = dueOf({ ...payment, next_action: { type: 'x', x: member } }, attempt);
    expect(due && due - made_ms / 1000).toBe(seconds);
  });
});
