import { describe, expect, test } from 'vitest';
import { advanceClock } from '../../support/merchant.js';
import {
  act,
  balanceOf,
  chargeNow,
  intentNow,
  intentWith,
  paid,
  pay,
  payerDoes,
  refusal,
  sumOfTransactions,
  told,
} from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';

const both = onBothRoads();
const day = 86_400;

const billing_details = { name: 'Jo', email: 'jo@example.com', address: { country: 'BR' } };
const by = (type: string) => ({
  confirm: true,
  currency: { boleto: 'brl', pix: 'brl', oxxo: 'mxn' }[type] ?? 'eur',
  payment_method_data: { type, billing_details, ...(type === 'sepa_debit' && { sepa_debit: { iban: 'DE89370400440532013000' } }) },
});

describe.each(roads)('captured money %s', (road) => {
  const client = () => both.client(road);

  test('is pending for two days by the clock, and then available', async () => {
    const shop = client();
    const intent = await paid(shop, { expand: ['latest_charge.balance_transaction'] });
    const { balance_transaction: booked, ...charge } = intent.latest_charge;
    expect(booked).toMatchObject({
      object: 'balance_transaction',
      amount: 2000,
      fee: 88,
      net: 1912,
      currency: 'usd',
      fee_details: [{ amount: 88, currency: 'usd', type: 'stripe_fee', description: 'Processing fee' }],
      reporting_category: 'charge',
      source: charge.id,
      status: 'pending',
      type: 'charge',
    });
    expect(booked.available_on - booked.created).toBe(2 * day);
    await advanceClock(shop, 2 * day - 60);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
    await advanceClock(shop, 120);
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 1912 });
    expect((await shop.get(`/v1/balance_transactions/${booked.id}`)).body).toEqual({ ...booked, status: 'available' });
  });

  test.each(['pm_card_bypassPending', 'pm_card_bypassPendingInternational'])('is available at once by %s', async (payment_method) => {
    const shop = client();
    const { latest_charge } = await paid(shop, { payment_method });
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 1912 });
    const { balance_transaction } = await chargeNow(shop, latest_charge);
    expect((await shop.get(`/v1/balance_transactions/${balance_transaction}`)).body).toMatchObject({ status: 'available', net: 1912 });
  });

  test('is available at once by tok_bypassPending, when it is captured', async () => {
    const shop = client();
    const intent = await intentWith(shop, {
      confirm: true,
      capture_method: 'manual',
      payment_method_data: { type: 'card', card: { token: 'tok_bypassPending' } },
    });
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 0 });
    await act(shop, intent, 'capture', { amount_to_capture: 1000 });
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 941 });
  });

  test('can be paid out as soon as it is available, and adds up in every currency', async () => {
    const shop = client();
    await paid(shop, { amount: 10_000 });
    await paid(shop, { amount: 5000, payment_method: 'pm_card_bypassPending' });
    await paid(shop, { amount: 7000, currency: 'eur' });
    await paid(shop, { amount: 900, currency: 'jpy' });
    await paid(shop, { amount: 3000, payment_method: 'pm_card_chargeDeclined' }).catch(() => null);
    expect(refusal(await shop.post('/v1/payouts', { amount: 5000, currency: 'usd' }))).toEqual([400, 'balance_insufficient', 'amount']);
    expect((await shop.post('/v1/payouts', { amount: 4000, currency: 'usd' })).status).toBe(200);
    await advanceClock(shop, 3 * day);
    for (const currency of ['usd', 'eur', 'jpy']) {
      const { pending, available } = await balanceOf(shop, currency);
      expect([currency, pending, available]).toEqual([currency, 0, await sumOfTransactions(shop, currency)]);
    }
    expect(await balanceOf(shop, 'jpy')).toEqual({ pending: 0, available: 900 - 26 });
  });

  test('is never more than its amount less the fee', async () => {
    const shop = client();
    for (const amount of [20, 31]) await paid(shop, { amount, currency: 'php', payment_method: 'pm_card_bypassPending' });
    expect(await balanceOf(shop, 'php')).toEqual({ pending: 0, available: 0 });
    expect(await sumOfTransactions(shop, 'php')).toBe(0);
  });
});

describe.each(roads)('a payment with a delayed outcome, %s,', (road) => {
  const client = () => both.client(road);

  test('200: is processing with a pending charge, and succeeds by the clock', async () => {
    const shop = client();
    const intent = await intentWith(shop, by('sepa_debit'));
    expect(intent).toMatchObject({ status: 'processing', processing: { type: 'sepa_debit' }, amount_received: 0, next_action: null });
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({
      status: 'pending',
      paid: false,
      captured: false,
      balance_transaction: null,
      payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE' } },
    });
    await advanceClock(shop, 5 * day - 60);
    expect((await intentNow(shop, intent)).status).toBe('processing');
    await advanceClock(shop, 180);
    expect(await intentNow(shop, intent)).toMatchObject({
      status: 'succeeded',
      processing: null,
      amount_received: 2000,
      latest_charge: intent.latest_charge,
    });
    const charge = await chargeNow(shop, intent.latest_charge);
    expect(charge).toMatchObject({ status: 'succeeded', paid: true, captured: true, amount_captured: 2000 });
    expect((await shop.get(`/v1/balance_transactions/${charge.balance_transaction}`)).body).toMatchObject({
      type: 'payment',
      amount: 2000,
      source: charge.id,
    });
    expect(await told(shop)).toEqual([
      ['payment_intent.created', 'requires_confirmation'],
      ['charge.pending', 'pending'],
      ['payment_intent.processing', 'processing'],
      ['payment_intent.succeeded', 'succeeded'],
      ['charge.succeeded', 'succeeded'],
    ]);
  });

  test('200: succeeds early when the test helper says so, once', async () => {
    const shop = client();
    const intent = await intentWith(shop, by('sepa_debit'));
    const { body } = await payerDoes(shop, intent, 'succeed');
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 2000, processing: null });
    expect(refusal(await payerDoes(shop, intent, 'fail'))).toEqual([400, 'payment_intent_unexpected_state']);
    await advanceClock(shop, 6 * day);
    expect((await shop.get('/v1/balance_transactions')).body.data).toHaveLength(1);
  });

  test.each(['fail', 'expire'])('200: waits for another method when the test helper lets it %s', async (outcome) => {
    const shop = client();
    const intent = await intentWith(shop, by('sepa_debit'));
    const { status, body } = await payerDoes(shop, intent, outcome);
    expect([status, body]).toMatchObject([
      200,
      { status: 'requires_payment_method', processing: null, payment_method: null, last_payment_error: { charge: intent.latest_charge } },
    ]);
    expect(await chargeNow(shop, intent.latest_charge)).toMatchObject({ status: 'failed', failure_code: body.last_payment_error.code });
    expect((await told(shop)).slice(3)).toEqual([
      ['payment_intent.payment_failed', 'requires_payment_method'],
      ['charge.failed', 'failed'],
    ]);
    await advanceClock(shop, 6 * day);
    expect((await intentNow(shop, intent)).status).toBe('requires_payment_method');
    const again = await act(shop, intent, 'confirm', { payment_method_data: by('sepa_debit').payment_method_data });
    expect([again.body.status, again.body.latest_charge === intent.latest_charge]).toEqual(['processing', false]);
  });

  test.each([
    ['sofort', 5],
    ['boleto', 1],
  ])('200: by %s is authorized by its payer first, and then by the bank', async (type, days) => {
    const shop = client();
    const intent = await intentWith(shop, by(type));
    expect(intent.status).toBe('requires_action');
    expect((await payerDoes(shop, intent, 'succeed')).body).toMatchObject({
      status: 'processing',
      next_action: null,
      processing: { type },
    });
    await advanceClock(shop, days * day + 60);
    expect((await intentNow(shop, intent)).status).toBe('succeeded');
    expect((await told(shop)).map(([name]) => name)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.pending',
      'payment_intent.processing',
      'payment_intent.succeeded',
      'charge.succeeded',
    ]);
  });
});

describe.each(roads)('a step that its payer does not take, %s,', (road) => {
  const client = () => both.client(road);

  const inSeconds = (seconds: number) => (): number => seconds;
  /** From a time to the last second of a day in a zone this many hours behind Greenwich. */
  const toTheEndOf =
    (days: number, hours_behind: number) =>
    (created: number): number => {
      const at = new Date((created - hours_behind * 3600) * 1000);
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days, 23 + hours_behind, 59, 59) / 1000 - created;
    };

  test.each([
    ['ideal', {}, inSeconds(3600)],
    ['pix', {}, inSeconds(day)],
    ['pix', { expires_after_seconds: 600 }, inSeconds(600)],
    ['boleto', {}, toTheEndOf(3, 3)],
    ['boleto', { expires_after_days: 1 }, toTheEndOf(1, 3)],
    ['oxxo', { expires_after_days: 5 }, toTheEndOf(5, 6)],
  ])('expires by the clock: %s with %j', async (type, options, lasts) => {
    const shop = client();
    const intent = await intentWith(shop, { ...by(type), payment_method_options: { [type]: options } });
    const seconds = lasts(intent.created);
    await advanceClock(shop, seconds - 60);
    expect((await intentNow(shop, intent)).status).toBe('requires_action');
    await advanceClock(shop, 120);
    const now = await intentNow(shop, intent);
    expect(now).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    });
    expect((await told(shop)).slice(2).map(([name]) => name)).toEqual(['charge.failed', 'payment_intent.payment_failed']);
  });

  test('does not expire when another attempt has started', async () => {
    const shop = client();
    const intent = await intentWith(shop, by('ideal'));
    await advanceClock(shop, 3000);
    await act(shop, intent, 'confirm', { payment_method_data: { type: 'ideal' } });
    await advanceClock(shop, 1200);
    expect((await intentNow(shop, intent)).status).toBe('requires_action');
    await advanceClock(shop, 2400);
    expect((await intentNow(shop, intent)).status).toBe('requires_payment_method');
  });

  test('by card never expires', async () => {
    const shop = client();
    const intent = (await pay(shop, { confirm: true, payment_method: 'pm_card_threeDSecure2Required' })).body;
    await advanceClock(shop, 30 * day);
    expect((await intentNow(shop, intent)).status).toBe('requires_action');
    expect((await payerDoes(shop, intent, 'succeed')).body.status).toBe('succeeded');
  });
});

expectSoundBooks(both);
