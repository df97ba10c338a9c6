import { describe, expect, test } from 'vitest';
import { advanceClock } from '../../support/merchant.js';
import {
  act,
  balanceOf,
  chargeNow,
  held,
  intentNow,
  intentWith,
  paid,
  pay,
  payerDoes,
  refusal,
  sumOfTransactions,
  told,
  waiting,
} from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';

const both = onBothRoads();
const day = 86_400;

describe.each(roads)('an authorization, %s,', (road) => {
  const client = () => both.client(road);

  test.each([
    ['the payment', { capture_method: 'manual' }],
    ['the options of its card', { payment_method_options: { card: { capture_method: 'manual' } } }],
    [
      'the options of its card although the payment says otherwise',
      { capture_method: 'automatic', payment_method_options: { card: { capture_method: 'manual' } } },
    ],
  ])('200: because %s says so can be captured; until then nothing is booked', async (_, params) => {
    const shop = client();
    const intent = await paid(shop, params);
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    const charge = await chargeNow(shop, intent.latest_charge);
    expect(charge).toMatchObject({ status: 'succeeded', paid: true, captured: false, amount_captured: 0, balance_transaction: null });
    expect(charge.payment_method_details.card.capture_before - charge.created).toBe(7 * day);
    expect(await sumOfTransactions(shop)).toBe(0);
    const { status, body } = await act(shop, intent, 'capture');
    expect([status, body]).toMatchObject([
      200,
      { status: 'succeeded', amount: 2000, amount_capturable: 0, amount_received: 2000, latest_charge: charge.id },
    ]);
    expect(await chargeNow(shop, charge.id)).toMatchObject({
      captured: true,
      amount_captured: 2000,
      amount_refunded: 0,
      refunded: false,
      balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.amount_capturable_updated', 'requires_capture'],
      ['payment_intent.succeeded', 'succeeded'],
      ['charge.captured', 'succeeded'],
    ]);
  });

  test('200: is captured at once when only the options of its own type say so', async () => {
    const intent = await held(client(), { payment_method_options: { card: { capture_method: 'automatic' } } });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2000, amount_capturable: 0 });
  });

  test.each([1, 1500, '1500', 1999])('200: can be captured in part, %s of it, and the rest is released', async (amount_to_capture) => {
    const shop = client();
    const intent = await held(shop);
    const { body } = await act(shop, intent, 'capture', {
      amount_to_capture,
      metadata: { sent: 'yes' },
      final_capture: true,
      statement_descriptor: 'PART',
      statement_descriptor_suffix: 'TWO',
    });
    const amount = Number(amount_to_capture);
    expect(body).toMatchObject({
      status: 'succeeded',
      amount: 2000,
      amount_received: amount,
      amount_capturable: 0,
      metadata: { sent: 'yes' },
      statement_descriptor: 'PART',
    });
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({
      amount: 2000,
      amount_captured: amount,
      amount_refunded: 2000 - amount,
      refunded: false,
      captured: true,
    });
    const { body: transactions } = await shop.get('/v1/balance_transactions', { source: intent.latest_charge });
    const [{ fee }] = transactions.data;
    expect(transactions.data).toMatchObject([{ amount, net: amount - fee, type: 'charge', source: intent.latest_charge }]);
    expect(await balanceOf(shop)).toEqual({ pending: amount - fee, available: 0 });
  });

  test.each([
    ['more than the hold', 2001, 'amount_too_large'],
    ['nothing', 0, 'parameter_invalid_integer'],
    ['less than nothing', -1, 'parameter_invalid_integer'],
    ['half a cent', 0.5, 'parameter_invalid_integer'],
    ['a word', 'all', 'parameter_invalid_integer'],
  ])('400: %s cannot be captured, and the hold stays', async (_, amount_to_capture, code) => {
    const shop = client();
    const intent = await held(shop);
    expect(refusal(await act(shop, intent, 'capture', { amount_to_capture }))).toEqual([400, code, 'amount_to_capture']);
    expect(await intentNow(shop, intent)).toEqual(intent);
  });

  test('400: cannot be captured twice', async () => {
    const shop = client();
    const intent = await held(shop);
    await act(shop, intent, 'capture', { amount_to_capture: 500 });
    expect(refusal(await act(shop, intent, 'capture', { amount_to_capture: 500 }))).toEqual([400, 'payment_intent_unexpected_state']);
    expect((await intentNow(shop, intent)).amount_received).toBe(500);
    expect((await shop.get('/v1/balance_transactions')).body.data).toHaveLength(1);
  });

  test('400: there is none in any other status', async () => {
    const shop = client();
    const canceled = (await act(shop, await held(shop), 'cancel')).body;
    const others = [
      await intentWith(shop),
      await intentWith(shop, { payment_method: 'pm_card_visa' }),
      await waiting(shop),
      await paid(shop),
      canceled,
    ];
    for (const intent of others) expect(refusal(await act(shop, intent, 'capture'))).toEqual([400, 'payment_intent_unexpected_state']);
    expect(await sumOfTransactions(shop)).toBe(1912);
  });

  test('400: needs a method that supports manual capture', async () => {
    const answer = await pay(client(), {
      currency: 'eur',
      capture_method: 'manual',
      confirm: true,
      payment_method_data: { type: 'ideal' },
    });
    expect(refusal(answer)).toEqual([400, 'parameter_invalid', 'capture_method']);
  });

  test('200: is voided when the payment is canceled, and nothing is ever booked', async () => {
    const shop = client();
    const intent = await held(shop);
    const { status, body } = await act(shop, intent, 'cancel', { cancellation_reason: 'the coat is gone' });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'canceled',
        amount_capturable: 0,
        amount_received: 0,
        cancellation_reason: 'the coat is gone',
        canceled_at: expect.any(Number),
        latest_charge: intent.latest_charge,
      },
    ]);
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({
      status: 'succeeded',
      captured: false,
      refunded: true,
      amount_refunded: 2000,
      amount_captured: 0,
      balance_transaction: null,
    });
    expect(await sumOfTransactions(shop)).toBe(0);
    expect((await told(shop)).slice(3)).toEqual([
      ['payment_intent.canceled', 'canceled'],
      ['charge.refunded', 'succeeded'],
    ]);
  });

  test('is voided after seven days by the clock, and not a minute before', async () => {
    const shop = client();
    const intent = await held(shop);
    await advanceClock(shop, 7 * day - 60);
    expect((await intentNow(shop, intent)).status).toBe('requires_capture');
    await advanceClock(shop, 120);
    const now = await intentNow(shop, intent);
    expect(now).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic', amount_capturable: 0 });
    expect(now.canceled_at - intent.created).toBeGreaterThanOrEqual(7 * day);
    expect(now.canceled_at - intent.created).toBeLessThan(7 * day + 5);
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({ refunded: true, amount_refunded: 2000, captured: false });
    expect((await told(shop)).slice(3)).toEqual([
      ['payment_intent.canceled', 'canceled'],
      ['charge.expired', 'succeeded'],
    ]);
    expect(refusal(await act(shop, intent, 'capture'))).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('stays captured when it was captured in time', async () => {
    const shop = client();
    const intent = await held(shop);
    await advanceClock(shop, 6 * day);
    await act(shop, intent, 'capture');
    await advanceClock(shop, 8 * day);
    expect((await intentNow(shop, intent)).status).toBe('succeeded');
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 1912 });
  });
});

const iban = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

describe.each(roads)('a payment that is canceled %s', (road) => {
  const client = () => both.client(road);

  test.each([
    ['requires_payment_method', (shop: ReturnType<typeof client>) => intentWith(shop)],
    ['requires_confirmation', (shop: ReturnType<typeof client>) => intentWith(shop, { payment_method: 'pm_card_visa' })],
    ['requires_action', (shop: ReturnType<typeof client>) => waiting(shop)],
    ['requires_capture', (shop: ReturnType<typeof client>) => held(shop)],
  ])('200: while it is %s is canceled for good', async (status, make) => {
    const shop = client();
    const intent = await make(shop);
    expect(intent.status).toBe(status);
    const { body } = await act(shop, intent, 'cancel', { cancellation_reason: 'requested_by_customer' });
    expect(body).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'requested_by_customer',
      canceled_at: expect.any(Number),
      next_action: null,
      amount_capturable: 0,
    });
    expect((await told(shop)).filter(([type]) => type === 'payment_intent.canceled')).toHaveLength(1);
    const refusals = [
      await act(shop, intent, 'cancel'),
      await act(shop, intent, 'confirm', { payment_method: 'pm_card_visa' }),
      await act(shop, intent, 'capture'),
      await payerDoes(shop, intent, 'succeed'),
    ];
    expect(refusals.map(refusal)).toEqual(Array(4).fill([400, 'payment_intent_unexpected_state']));
    expect(await intentNow(shop, intent)).toEqual(body);
  });

  test('400: stays unchanged while it is processing, or after it has succeeded or was canceled', async () => {
    const shop = client();
    const processing = await intentWith(shop, { currency: 'eur', confirm: true, payment_method_data: iban });
    const canceled = (await act(shop, await intentWith(shop), 'cancel')).body;
    for (const intent of [processing, await paid(shop), canceled]) {
      expect(refusal(await act(shop, intent, 'cancel', { cancellation_reason: 'late' }))).toEqual([400, 'payment_intent_unexpected_state']);
      expect(await intentNow(shop, intent)).toEqual(intent);
    }
  });

  test('400: the reason is any text of 500 characters', async () => {
    const shop = client();
    const intent = await intentWith(shop);
    expect(refusal(await act(shop, intent, 'cancel', { cancellation_reason: 'x'.repeat(501) }))).toEqual([
      400,
      'parameter_invalid_string',
      'cancellation_reason',
    ]);
    const reason = `${'ü'.repeat(498)}!?`;
    expect((await act(shop, intent, 'cancel', { cancellation_reason: reason })).body.cancellation_reason).toBe(reason);
  });
});

expectSoundBooks(both);
