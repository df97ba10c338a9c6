import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import {
  act,
  chargeNow,
  intentNow,
  intentWith,
  paid,
  pay,
  payerDoes,
  refusal,
  successfulCharges,
  told,
  waiting,
} from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { card } from '../../support/service.js';

const both = onBothRoads();

describe.each(roads)('a payment that is confirmed %s', (road) => {
  const client = () => both.client(road);

  test('200: by card has a charge with all details', async () => {
    const shop = client();
    const customer = await newCustomer(shop);
    const shipping = {
      name: 'Jo',
      phone: null,
      address: { city: 'Bern', country: 'CH', line1: null, line2: null, postal_code: null, state: null },
    };
    const described = {
      customer: customer.id,
      description: 'A coat',
      metadata: { order: '7' },
      receipt_email: 'jo@example.com',
      shipping,
      statement_descriptor: 'COATS',
      transfer_group: 'g',
    };
    const intent = await intentWith(shop, described);
    const { status, body } = await act(shop, intent, 'confirm', {
      payment_method_data: { ...card(), billing_details: { name: 'Jo', address: { postal_code: '3000' } } },
    });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'succeeded',
        amount_received: 2000,
        amount_capturable: 0,
        next_action: null,
        last_payment_error: null,
        processing: null,
        latest_charge: expect.stringMatching(/^ch_\w{22}$/),
      },
    ]);
    expect(await chargeNow(shop, body.latest_charge)).toMatchObject({
      ...described,
      amount: 2000,
      amount_captured: 2000,
      amount_refunded: 0,
      balance_transaction: expect.stringMatching(/^txn_\w{22}$/),
      billing_details: { name: 'Jo', email: null, address: { postal_code: '3000' } },
      calculated_statement_descriptor: 'COATS',
      captured: true,
      currency: 'usd',
      dispute: null,
      disputed: false,
      failure_code: null,
      outcome: {
        network_status: 'approved_by_network',
        reason: null,
        risk_level: 'normal',
        type: 'authorized',
        seller_message: 'Payment complete.',
      },
      paid: true,
      payment_intent: intent.id,
      payment_method: body.payment_method,
      payment_method_details: {
        type: 'card',
        card: {
          amount_authorized: 2000,
          brand: 'visa',
          capture_before: null,
          checks: { cvc_check: 'pass', address_postal_code_check: 'pass', address_line1_check: null },
          last4: '4242',
          three_d_secure: null,
        },
      },
      receipt_url: expect.stringMatching(/^http.*\/receipt/),
      refunded: false,
      status: 'succeeded',
    });
  });

  test.each([
    ['4000000000009995', { advice_code: 'try_again_later', network_decline_code: '51' }],
    ['4000000000009987', { advice_code: 'do_not_try_again', network_decline_code: '41' }],
    ['4000000000000069', { advice_code: 'confirm_card_data', network_decline_code: '54' }],
    ['4100000000000019', { advice_code: null, network_decline_code: null, network_status: 'not_sent_to_network' }],
  ])(
    'the charge of the declined card %s has the code and the advice of the network, unless it was blocked before',
    async (number, codes) => {
      const shop = client();
      const { body } = await pay(shop, { confirm: true, payment_method_data: card(number) });
      const { outcome } = await chargeNow(shop, body.error.payment_intent.latest_charge);
      expect(outcome).toMatchObject({ network_advice_code: null, ...codes });
    },
  );

  test('402 card_declined: waits for another method, keeps the reason, and the next method pays', async () => {
    const shop = client();
    const { status, body } = await pay(shop, { confirm: true, payment_method_data: card('4000000000009995') });
    const { payment_intent: intent, ...error } = body.error;
    expect([status, error]).toMatchObject([
      402,
      {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        charge: intent.latest_charge,
        payment_method: { type: 'card' },
      },
    ]);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        charge: intent.latest_charge,
        payment_method: { card: { last4: '9995' } },
      },
    });
    expect(await intentNow(shop, intent)).toEqual(intent);
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({
      status: 'failed',
      paid: false,
      captured: false,
      amount: 2000,
      amount_captured: 0,
      balance_transaction: null,
      failure_code: 'card_declined',
      failure_message: 'Your card has insufficient funds.',
      outcome: { network_status: 'declined_by_network', reason: 'insufficient_funds', type: 'issuer_declined' },
      receipt_url: null,
    });
    const { body: done } = await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' });
    expect(done).toMatchObject({ status: 'succeeded', last_payment_error: null, amount_received: 2000 });
    expect(done.latest_charge).not.toBe(intent.latest_charge);
    expect(
      (await shop.get('/v1/charges', { payment_intent: intent.id })).body.data.map(({ status }: { status: string }) => status),
    ).toEqual(['succeeded', 'failed']);
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['charge.failed', 'failed'],
      ['payment_intent.payment_failed', 'requires_payment_method'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
    ]);
  });

  test('200: by a card that requires 3D Secure waits for the payer, and their authentication decides', async () => {
    const shop = client();
    const intent = await waiting(shop, { return_url: 'https://shop.example/done' });
    expect(intent).toMatchObject({
      status: 'requires_action',
      latest_charge: null,
      return_url: 'https://shop.example/done',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: 'https://shop.example/done', url: expect.stringContaining('/challenge/') },
      },
    });
    const { status, body } = await payerDoes(shop, intent, 'succeed');
    expect([status, body]).toMatchObject([200, { status: 'succeeded', next_action: null, amount_received: 2000 }]);
    expect((await chargeNow(shop, body.latest_charge)).payment_method_details.card.three_d_secure).toMatchObject({
      result: 'authenticated',
    });
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['payment_intent.requires_action', 'requires_action'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
    ]);
    expect(refusal(await payerDoes(shop, intent, 'succeed'))).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test.each(['fail', 'abandon', 'expire'])(
    '200: a request that reports that the payer would %s gets the intent, which waits for another method',
    async (outcome) => {
      const shop = client();
      const intent = await waiting(shop);
      const { status, body } = await payerDoes(shop, intent, outcome);
      expect([status, body]).toMatchObject([
        200,
        {
          status: 'requires_payment_method',
          payment_method: null,
          next_action: null,
          last_payment_error: { code: 'payment_intent_authentication_failure', charge: body.latest_charge },
        },
      ]);
      expect(await chargeNow(shop, body.latest_charge)).toMatchObject({
        status: 'failed',
        failure_code: 'payment_intent_authentication_failure',
      });
      expect((await told(shop)).slice(2)).toEqual([
        ['charge.failed', 'failed'],
        ['payment_intent.payment_failed', 'requires_payment_method'],
      ]);
    },
  );

  test('200: natively with 3D Secure requested takes the two published steps', async () => {
    const shop = client();
    const payment_method_options = { card: { request_three_d_secure: 'any' } };
    const intent = await paid(shop, { payment_method_data: card('4111111111111111'), payment_method: undefined, payment_method_options });
    expect(intent.next_action.type).toBe('ddc_redirect');
    const second = (await payerDoes(shop, intent, 'succeed')).body;
    expect([second.status, second.next_action.type]).toEqual(['requires_action', 'challenge_redirect']);
    expect((await payerDoes(shop, intent, 'succeed')).body.status).toBe('succeeded');
    expect((await told(shop)).map(([type]) => type)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('200: again during authentication, with another card, the old step is void', async () => {
    const shop = client();
    const intent = await waiting(shop);
    const { body } = await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' });
    expect(body).toMatchObject({ status: 'succeeded', next_action: null });
    expect(body.latest_attempt).not.toBe(intent.latest_attempt);
    expect(await successfulCharges(shop, intent)).toHaveLength(1);
  });

  test.each([
    ['off_session', true],
    ['off_session', 'one_off'],
    ['off_session', 'recurring'],
    ['off-session', true],
    ['off-session', 'recurring'],
    ['error_on_requires_action', true],
  ])('402 authentication_required: with %s: %s cannot be authenticated without the payer', async (name, value) => {
    const shop = client();
    const { status, body } = await pay(shop, { confirm: true, payment_method: 'pm_card_threeDSecure2Required', [name]: value });
    expect([status, body.error]).toMatchObject([
      402,
      {
        type: 'card_error',
        code: 'authentication_required',
        decline_code: 'authentication_required',
        payment_intent: { status: 'requires_payment_method', next_action: null, last_payment_error: { code: 'authentication_required' } },
      },
    ]);
    expect((await told(shop)).map(([type]) => type)).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    const later = await act(shop, body.error.payment_intent, 'confirm', { payment_method: 'pm_card_threeDSecure2Required', [name]: false });
    expect(later.body.status).toBe('requires_action');
  });

  test('200: off session a card that was saved for it pays without a step, and one that was not requires authentication', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const first = await paid(shop, {
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      setup_future_usage: 'off_session',
    });
    expect(first.status).toBe('requires_action');
    const { payment_method } = (await payerDoes(shop, first, 'succeed')).body;
    const second = await paid(shop, { customer, payment_method, off_session: true });
    expect([second.status, second.payment_method]).toEqual(['succeeded', payment_method]);
    const unsaved = await pay(shop, { confirm: true, payment_method: 'pm_card_authenticationRequiredOnSetup', off_session: true });
    expect(refusal(unsaved)).toEqual([402, 'authentication_required']);
  });

  test('200: for later use attaches the method to the customer after the payment, and not before', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const intent = await waiting(shop, { customer, setup_future_usage: 'off_session' });
    const owned = async (): Promise<string[]> =>
      (await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data.map(({ id }: { id: string }) => id);
    expect(await owned()).toEqual([]);
    await payerDoes(shop, intent, 'succeed');
    expect(await owned()).toEqual([intent.payment_method]);
    expect(await eventsOf(shop, intent.payment_method)).toContain('payment_method.attached');
  });

  test.each([
    ['it is declined', { setup_future_usage: 'off_session', payment_method: 'pm_card_chargeDeclined' }],
    ['the payment does not save it', {}],
    [
      'the options of its type say none',
      { setup_future_usage: 'off_session', payment_method_options: { card: { setup_future_usage: 'none' } } },
    ],
  ])('the method stays unattached when %s', async (_, params) => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    await pay(shop, { confirm: true, payment_method: 'pm_card_visa', customer, ...params });
    expect((await shop.get(`/v1/customers/${customer}/payment_methods`)).body.data).toEqual([]);
  });

  test('200: the options of a type can request later use as well', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const { payment_method } = await paid(shop, { customer, payment_method_options: { card: { setup_future_usage: 'on_session' } } });
    expect((await shop.get(`/v1/payment_methods/${payment_method}`)).body.customer).toBe(customer);
  });

  test('200: for later use by debit creates a mandate that is active once the payment succeeds', async () => {
    const shop = client();
    const customer = (await newCustomer(shop)).id;
    const payment_method_data = {
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Jo', email: 'jo@example.com' },
    };
    const intent = await intentWith(shop, {
      currency: 'eur',
      customer,
      confirm: true,
      setup_future_usage: 'off_session',
      payment_method_data,
    });
    const mandate = async () => (await shop.get(`/v1/mandates/${intent.mandate}`)).body.status;
    expect([intent.status, await mandate()]).toEqual(['processing', 'pending']);
    await payerDoes(shop, intent, 'succeed');
    expect(await mandate()).toBe('active');
  });

  test('400: without a payment method it cannot be confirmed, and nothing changes', async () => {
    const shop = client();
    const intent = await intentWith(shop);
    expect(refusal(await act(shop, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state', 'payment_method']);
    expect(await intentNow(shop, intent)).toEqual(intent);
    expect(refusal(await pay(shop, { confirm: true }))).toEqual([400, 'payment_intent_unexpected_state', 'payment_method']);
  });

  test('400: a succeeded, authorized or canceled one cannot be confirmed', async () => {
    const shop = client();
    const canceled = (await act(shop, await intentWith(shop), 'cancel')).body;
    for (const intent of [await paid(shop), await paid(shop, { capture_method: 'manual' }), canceled]) {
      const answer = await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' });
      expect(refusal(answer)).toEqual([400, 'payment_intent_unexpected_state']);
      expect(answer.body.error.message).toContain(intent.status);
      expect(await intentNow(shop, intent)).toEqual(intent);
    }
  });

  test('200: applies parameters that only the confirmation has', async () => {
    const shop = client();
    const intent = await intentWith(shop, { currency: 'eur', payment_method_types: ['card', 'ideal'] });
    const { body } = await act(shop, intent, 'confirm', {
      payment_method_data: { type: 'ideal' },
      receipt_email: 'jo@example.com',
      return_url: 'https://shop.example/done',
      shipping: { name: 'Jo' },
    });
    expect(body).toMatchObject({
      status: 'requires_action',
      receipt_email: 'jo@example.com',
      shipping: { name: 'Jo' },
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: 'https://shop.example/done' } },
    });
  });
});

describe.each(dialects)('%s', (dialect) => {
  test('200: an official SDK gets one redirect where a native caller gets two steps', async () => {
    const shop = callerIn(dialect, both.service('in one write'));
    const params = {
      confirm: true,
      payment_method_data: card('4111111111111111'),
      payment_method_options: { card: { request_three_d_secure: 'any' } },
    };
    const { body } = await pay(shop, params);
    expect(body.next_action.type).toBe(dialect === dialects[0] ? 'ddc_redirect' : 'redirect_to_url');
  });
});

expectSoundBooks(both);
