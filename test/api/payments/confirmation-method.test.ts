import { describe, expect, test } from 'vitest';
import { asked, asking_card, authenticated, by_hand, chargesOf } from '../../support/by-hand.js';
import { eventsOf } from '../../support/callers.js';
import { advanceClock } from '../../support/merchant.js';
import {
  act,
  balanceOf,
  chargeNow,
  intentNow,
  intentWith,
  paid,
  payerDoes,
  refusal,
  successfulCharges,
  told,
  twenty,
} from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import { connect, errorOf, type Sdk, sdks } from '../../support/sdk.js';
import { card } from '../../support/service.js';

const both = onBothRoads();

describe.each(roads)('a payment confirmed by hand, %s,', (road) => {
  test('waits for the server after the payer’s authentication, and its second confirmation pays once', async () => {
    const shop = both.client(road);
    const intent = await asked(shop);
    const { status, body: confirmable } = await payerDoes(shop, intent, 'succeed');
    expect([status, confirmable]).toMatchObject([
      200,
      {
        status: 'requires_confirmation',
        finished_step: 'redirect_to_url',
        next_action: null,
        payment_method: intent.payment_method,
        latest_attempt: intent.latest_attempt,
        latest_charge: null,
        amount_received: 0,
      },
    ]);
    expect(await chargesOf(shop, intent)).toEqual([]);
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 0 });
    const { status: done, body } = await act(shop, intent, 'confirm');
    expect([done, body]).toMatchObject([200, { status: 'succeeded', amount_received: 2000, latest_attempt: intent.latest_attempt }]);
    expect([body.finished_step, body.next_action]).toEqual([null, null]);
    expect((await chargeNow(shop, body.latest_charge)).payment_method_details.card.three_d_secure).toMatchObject({
      result: 'authenticated',
    });
    expect(await chargesOf(shop, intent)).toHaveLength(1);
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['payment_intent.requires_action', 'requires_action'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
    ]);
    expect(refusal(await act(shop, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('pays at its first confirmation where no authentication is required', async () => {
    const body = await paid(both.client(road), by_hand);
    expect(body).toMatchObject({ status: 'succeeded', confirmation_method: 'manual' });
    expect(body).not.toHaveProperty('finished_step');
  });

  test('returns the payer to the shop with a succeeded redirect, and is not paid yet', async () => {
    const shop = both.client(road);
    const intent = await asked(shop, { return_url: 'https://shop.example/done' });
    const page = intent.next_action.redirect_to_url.url;
    const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'succeed' }), redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? 'http://nowhere');
    expect([location.origin, location.searchParams.get('redirect_status')]).toEqual(['https://shop.example', 'succeeded']);
    expect((await intentNow(shop, intent)).status).toBe('requires_confirmation');
    const again = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }), redirect: 'manual' });
    expect(again.status).toBe(200);
    expect((await act(shop, intent, 'confirm')).body.status).toBe('succeeded');
  });

  test('is charged once by any number of concurrent confirmations', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const answers = await Promise.all([1, 2, 3].map(() => act(shop, intent, 'confirm')));
    expect(answers.filter(({ body }) => body.status === 'succeeded')).toHaveLength(1);
    expect((await intentNow(shop, intent)).status).toBe('succeeded');
    expect(await successfulCharges(shop, intent)).toHaveLength(1);
  });

  test('replays a second confirmation under its key', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const confirm = () => shop.post(`/v1/payment_intents/${intent.id}/confirm`, {}, { headers: { 'idempotency-key': 'second' } });
    const [first, again] = [await confirm(), await confirm()];
    expect([first.body.status, again.text]).toEqual(['succeeded', first.text]);
    expect(await successfulCharges(shop, intent)).toHaveLength(1);
  });

  test.each(['fail', 'abandon', 'expire'])('waits for another method at once when the payer would %s', async (outcome) => {
    const shop = both.client(road);
    const intent = await asked(shop);
    const { status, body } = await payerDoes(shop, intent, outcome);
    expect([status, body]).toMatchObject([
      200,
      { status: 'requires_payment_method', payment_method: null, last_payment_error: { code: 'payment_intent_authentication_failure' } },
    ]);
    expect(await eventsOf(shop, intent.id)).toContain('payment_intent.payment_failed');
    expect(refusal(await act(shop, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state', 'payment_method']);
    expect((await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' })).body.status).toBe('succeeded');
  });

  test('answers the second confirmation with a decline of the bank', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop, { payment_method: 'pm_card_threeDSecureRequiredChargeDeclined' });
    const answer = await act(shop, intent, 'confirm');
    expect(refusal(answer)).toEqual([402, 'card_declined']);
    expect(answer.body.error.payment_intent).toMatchObject({ status: 'requires_payment_method', finished_step: null });
    expect((await chargesOf(shop, intent)).map(({ status }) => status)).toEqual(['failed']);
  });

  test('returns to requires_payment_method an hour after the authentication without a confirmation, and can be tried again', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    await advanceClock(shop, 3500);
    expect((await intentNow(shop, intent)).status).toBe('requires_confirmation');
    await advanceClock(shop, 101);
    expect(await intentNow(shop, intent)).toMatchObject({
      status: 'requires_payment_method',
      finished_step: null,
      payment_method: null,
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_payment_attempt_expired', charge: null, payment_method: { id: intent.payment_method } },
    });
    expect((await told(shop)).slice(2)).toEqual([['payment_intent.payment_failed', 'requires_payment_method']]);
    expect(refusal(await payerDoes(shop, intent, 'succeed'))).toEqual([400, 'payment_intent_unexpected_state']);
    expect(refusal(await act(shop, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state', 'payment_method']);
    const { body } = await act(shop, intent, 'confirm', { payment_method: asking_card });
    await payerDoes(shop, body, 'succeed');
    expect((await act(shop, body, 'confirm')).body).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect(await chargesOf(shop, intent)).toHaveLength(1);
  });

  test('stays unchanged after that hour when it was confirmed, canceled or tried again', async () => {
    const shop = both.client(road);
    const [confirmed, canceled, repeated] = [await authenticated(shop), await authenticated(shop), await authenticated(shop)];
    await act(shop, confirmed, 'confirm');
    await act(shop, canceled, 'cancel');
    await act(shop, repeated, 'confirm', { payment_method: asking_card });
    await advanceClock(shop, 3700);
    const states = await Promise.all([confirmed, canceled, repeated].map(async (intent) => (await intentNow(shop, intent)).status));
    expect(states).toEqual(['succeeded', 'canceled', 'requires_action']);
  });

  test('can be canceled instead of confirmed again, and nothing was charged', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop);
    const { status, body } = await act(shop, intent, 'cancel', { cancellation_reason: 'requested_by_customer' });
    expect([status, body]).toMatchObject([200, { status: 'canceled', finished_step: null, amount_received: 0 }]);
    expect(refusal(await act(shop, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state']);
    expect(await chargesOf(shop, intent)).toEqual([]);
    expect((await told(shop)).at(-1)).toEqual(['payment_intent.canceled', 'canceled']);
  });

  test('is authorized by its second confirmation where capture is manual as well', async () => {
    const shop = both.client(road);
    const intent = await authenticated(shop, { capture_method: 'manual' });
    const { body: held } = await act(shop, intent, 'confirm');
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    const { body } = await act(shop, intent, 'capture', { amount_to_capture: 1500 });
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 1500 });
    expect(await successfulCharges(shop, intent)).toMatchObject([{ amount_captured: 1500, captured: true }]);
  });

  test("keeps the payer's page when it is confirmed again too early", async () => {
    const shop = both.client(road);
    const intent = await asked(shop, { return_url: 'https://shop.example/done' });
    const { status, body } = await act(shop, intent, 'confirm');
    expect([status, body.status, body.latest_attempt, body.next_action]).toEqual([
      200,
      'requires_action',
      intent.latest_attempt,
      intent.next_action,
    ]);
    await payerDoes(shop, intent, 'succeed');
    expect((await act(shop, intent, 'confirm')).body.status).toBe('succeeded');
    expect(await chargesOf(shop, intent)).toHaveLength(1);
  });
});

describe('a browser', () => {
  test('400: a browser cannot confirm by hand, neither first nor again, and nothing happens', async () => {
    const shop = both.client('in one write');
    const browser = both.service('in one write').client(shop.publishable_key);
    const first = await intentWith(shop, { ...by_hand, payment_method: 'pm_card_visa' });
    const again = await authenticated(shop);
    for (const intent of [first, again, await asked(shop)]) {
      for (const params of [{}, { payment_method_data: card() }]) {
        const answer = await act(browser, intent, 'confirm', { client_secret: intent.client_secret, ...params });
        expect(refusal(answer)).toEqual([400, 'payment_intent_invalid_parameter']);
        expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', payment_intent: { status: intent.status } });
        expect(answer.body.error.message).toMatch(/publishable key.*confirmation_method is manual/);
        expect(answer.body.error.payment_intent).not.toHaveProperty('metadata');
      }
      expect(await intentNow(shop, intent)).toEqual(intent);
    }
  });

  test('200: a server that sends the client secret as well is not mistaken for a browser', async () => {
    const shop = both.client('in one write');
    const intent = await authenticated(shop);
    expect((await act(shop, intent, 'confirm', { client_secret: intent.client_secret })).body.status).toBe('succeeded');
  });

  test('400: a browser cannot do so with the secret in the query and without it in the body', async () => {
    const shop = both.client('in one write');
    const browser = both.service('in one write').client(shop.publishable_key);
    const intent = await authenticated(shop);
    const secretly = `/v1/payment_intents/${intent.id}/confirm?client_secret=${intent.client_secret}`;
    expect(refusal(await browser.post(secretly, { client_secret: null }))).toEqual([400, 'parameter_conflict', 'client_secret']);
    expect(refusal(await browser.post(secretly))).toEqual([400, 'payment_intent_invalid_parameter']);
    expect((await intentNow(shop, intent)).status).toBe('requires_confirmation');
  });

  test('200: a browser sees the confirmation_method, but not the confirmation it waits for', async () => {
    const shop = both.client('in one write');
    const browser = both.service('in one write').client(shop.publishable_key);
    const intent = await authenticated(shop);
    const { status, body } = await browser.get(`/v1/payment_intents/${intent.id}`, { client_secret: intent.client_secret });
    expect([status, body]).toMatchObject([200, { status: 'requires_confirmation', confirmation_method: 'manual', next_action: null }]);
    expect(body).not.toHaveProperty('finished_step');
  });
});

test('400: the confirmation_method is set at creation, and cannot be changed', async () => {
  const shop = both.client('in one write');
  const intent = await intentWith(shop, { payment_method: 'pm_card_visa' });
  const answers = [await shop.post(`/v1/payment_intents/${intent.id}`, by_hand), await act(shop, intent, 'confirm', by_hand)];
  expect(answers.map(refusal)).toEqual(Array(2).fill([400, 'parameter_unknown', 'confirmation_method']));
  expect(await intentNow(shop, intent)).toEqual(intent);
});

test("the official SDK confirms on the server, hands over to the payer and confirms again, as in Stripe's guide", async () => {
  const service = both.service('in one write');
  const shop = both.client('in one write');
  const [newest] = sdks as [Sdk];
  const stripe = connect(newest, service, shop.key);
  const intent = await stripe.paymentIntents.create({
    ...twenty,
    ...by_hand,
    confirm: true,
    payment_method: asking_card,
    return_url: 'https://shop.example/done',
  });
  expect([intent.status, intent.next_action?.type]).toEqual(['requires_action', 'redirect_to_url']);
  const browser = connect(newest, service, shop.publishable_key);
  const { client_secret } = intent;
  const error = await errorOf(browser.paymentIntents.confirm(intent.id, { client_secret } as object));
  expect([error.type, error.statusCode]).toEqual(['StripeInvalidRequestError', 400]);
  await payerDoes(shop, intent, 'succeed');
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_confirmation');
  const done = await stripe.paymentIntents.confirm(intent.id, {}, { idempotencyKey: 'order-7-second' });
  expect(done).toMatchObject({ status: 'succeeded', confirmation_method: 'manual', amount_received: 2000 });
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

expectSoundBooks(both);
