import { describe, expect, test } from 'vitest';
import { eventsOf } from '../support/callers.js';
import { booked, chargeOf, disputeOf, doomedRefund, passDays, refundNow, refundOf, slowRefund } from '../support/money-back.js';
import { balanceOf, held, intentNow, paid, pay, refusal, sumOfTransactions, waiting } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import type { Client } from '../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

const blank = {
  amount: 2000,
  balance_transaction: expect.stringMatching(/^txn_/),
  charge: expect.stringMatching(/^ch_/),
  created: expect.any(Number),
  currency: 'usd',
  customer: null,
  description: null,
  destination_details: {
    type: 'card',
    card: { reference: null, reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
  },
  failure_balance_transaction: null,
  failure_reason: null,
  id: expect.stringMatching(/^re_[0-9A-Za-z]{22}$/),
  instructions_email: null,
  livemode: false,
  metadata: {},
  next_action: null,
  object: 'refund',
  payment_intent: expect.stringMatching(/^pi_/),
  payment_method: expect.stringMatching(/^pm_/),
  pending_reason: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
};

const refused = async (shop: Client, params: object): Promise<unknown[]> => refusal(await shop.post('/v1/refunds', { ...params }));

describe.each(roads)('%s', (road) => {
  const caller = () => both.client(road);

  test('200: a payment is refunded in full; its charge is refunded and its intent unchanged', async () => {
    const shop = caller();
    const intent = await paid(shop);
    expect(await refundOf(shop, intent)).toEqual(blank);
    expect(await chargeOf(shop, intent)).toMatchObject({ amount: 2000, amount_captured: 2000, amount_refunded: 2000, refunded: true });
    expect(await intentNow(shop, intent)).toEqual(intent);
  });

  test('the funds leave the available balance, and the fee is not returned', async () => {
    const shop = caller();
    const refund = await refundOf(shop, await paid(shop));
    expect(await booked(shop, refund)).toEqual([['refund', -2000, 0]]);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -2000 });
    expect(await sumOfTransactions(shop)).toBe(-88);
  });

  test('events record the refund and the charge', async () => {
    const shop = caller();
    const intent = await paid(shop);
    const refund = await refundOf(shop, intent);
    expect(await eventsOf(shop, refund.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated']);
    expect(await eventsOf(shop, intent.latest_charge)).toEqual(['charge.succeeded', 'charge.refunded']);
  });

  test('a slow bank leaves it pending, and it succeeds after a day', async () => {
    const shop = caller();
    const refund = await slowRefund(shop);
    expect(await refundNow(shop, refund)).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await passDays(shop, 2);
    expect(await refundNow(shop, refund)).toMatchObject({ status: 'succeeded', pending_reason: null });
    expect(await eventsOf(shop, refund.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated']);
  });

  test('a returned refund fails later; its money is available again and can be refunded again', async () => {
    const shop = caller();
    const refund = await doomedRefund(shop, { amount: 500 });
    expect(refund.status).toBe('succeeded');
    await passDays(shop, 2);
    const failed = await refundNow(shop, refund);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await booked(shop, refund)).toEqual([
      ['refund', -500, 0],
      ['refund_failure', 500, 0],
    ]);
    expect((await shop.get(`/v1/balance_transactions/${failed.failure_balance_transaction}`)).body.source).toBe(refund.id);
    const { body: charge } = await shop.get(`/v1/charges/${refund.charge}`);
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await eventsOf(shop, refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
      'charge.refund.updated',
    ]);
    expect((await shop.post('/v1/refunds', { charge: charge.id })).body).toMatchObject({ amount: 2000 });
  });

  test.each([
    ['succeed', { status: 'succeeded', failure_reason: null }, 2000],
    ['fail', { status: 'failed', failure_reason: 'expired_or_canceled_card' }, 0],
  ])('a test can let a pending one %s at once, and nothing is undone the day after', async (outcome, as, amount_refunded) => {
    const shop = caller();
    const refund = await slowRefund(shop);
    const { status, body } = await shop.post(`/v1/test_helpers/refunds/${refund.id}/settle`, { outcome });
    expect([status, body]).toMatchObject([200, as]);
    await passDays(shop, 2);
    expect(await refundNow(shop, refund)).toEqual(body);
    expect((await shop.get(`/v1/charges/${refund.charge}`)).body.amount_refunded).toBe(amount_refunded);
  });

  test('a pending one that is canceled returns its money to the merchant, and its bank is not asked again', async () => {
    const shop = caller();
    const refund = await slowRefund(shop);
    const { status, body } = await shop.post(`/v1/refunds/${refund.id}/cancel`);
    expect([status, body]).toMatchObject([200, { status: 'canceled', failure_reason: 'merchant_request' }]);
    expect(await booked(shop, refund)).toEqual([
      ['refund', -2000, 0],
      ['refund_failure', 2000, 0],
    ]);
    await passDays(shop, 2);
    expect(await refundNow(shop, refund)).toEqual(body);
    expect(await eventsOf(shop, refund.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated']);
  });
});

describe('a part of a payment', () => {
  test('200: is refunded twice, and then the rest without an amount', async () => {
    const shop = client();
    const intent = await paid(shop);
    await refundOf(shop, intent, { amount: 500 });
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 500, refunded: false });
    await refundOf(shop, intent, { amount: '700' });
    expect(await refundOf(shop, intent)).toMatchObject({ amount: 800 });
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 2000, refunded: true });
    expect(await refused(shop, { payment_intent: intent.id })).toEqual([400, 'charge_already_refunded']);
  });

  test('400 amount_too_large: the message has the remaining amount', async () => {
    const shop = client();
    const intent = await paid(shop);
    await refundOf(shop, intent, { amount: 1500 });
    const answer = await shop.post('/v1/refunds', { charge: intent.latest_charge, amount: 501 });
    expect(refusal(answer)).toEqual([400, 'amount_too_large', 'amount']);
    expect(answer.body.error.message).toContain('500');
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 1500 });
  });

  test('the part that a partial capture has voided cannot be refunded', async () => {
    const shop = client();
    const intent = await held(shop);
    await shop.post(`/v1/payment_intents/${intent.id}/capture`, { amount_to_capture: 1200 });
    expect(await refused(shop, { payment_intent: intent.id, amount: 1201 })).toEqual([400, 'amount_too_large', 'amount']);
    expect(await refundOf(shop, intent)).toMatchObject({ amount: 1200 });
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_captured: 1200, amount_refunded: 2000, refunded: true });
  });
});

describe('400: no refund is created', () => {
  test.each([
    ['of nothing', {}, 'parameter_missing', 'charge'],
    ['with an amount of zero', { charge: 'x', amount: 0 }, 'parameter_invalid_integer', 'amount'],
    ['with a negative amount', { charge: 'x', amount: '-5' }, 'parameter_invalid_integer', 'amount'],
    ['with a fraction of a minor unit', { charge: 'x', amount: '1.5' }, 'parameter_invalid_integer', 'amount'],
    ['with a reason reserved for Florin', { charge: 'x', reason: 'expired_uncaptured_charge' }, 'parameter_invalid', 'reason'],
    ['of an unknown charge', { charge: 'ch_0000000000000000000000' }, 'resource_missing', 'charge'],
    ['of an unknown intent', { payment_intent: 'pi_0000000000000000000000' }, 'resource_missing', 'payment_intent'],
    ['with a status', { charge: 'x', status: 'succeeded' }, 'parameter_unknown', 'status'],
  ])('%s', async (_, params, code, param) => {
    expect(await refused(client(), params)).toEqual([400, code, param]);
  });

  test('of an intent and of a charge at once', async () => {
    const shop = client();
    const { id, latest_charge } = await paid(shop);
    const both_named = { payment_intent: id, charge: latest_charge };
    expect(await refused(shop, both_named)).toEqual([400, 'parameters_exclusive', 'payment_intent']);
  });

  test('of a payment that waits for its payer', async () => {
    const shop = client();
    const { id } = await waiting(shop);
    expect(await refused(shop, { payment_intent: id })).toEqual([400, 'charge_not_refundable', 'payment_intent']);
  });

  test('of a payment that was declined', async () => {
    const shop = client();
    const { body } = await pay(shop, { confirm: true, payment_method: 'pm_card_chargeDeclined' });
    expect(await refused(shop, { charge: body.error.charge })).toEqual([400, 'charge_not_refundable']);
  });

  test('of an authorized payment', async () => {
    const shop = client();
    const { id } = await held(shop);
    expect(await refused(shop, { payment_intent: id })).toEqual([400, 'charge_not_refundable']);
  });

  test('of a payment that its payer has charged back', async () => {
    const shop = client();
    const intent = await paid(shop);
    await disputeOf(shop, intent);
    expect(await refused(shop, { payment_intent: intent.id })).toEqual([400, 'charge_disputed']);
  });

  test("of another account's payment", async () => {
    const { latest_charge } = await paid(client());
    expect(await refused(client(), { charge: latest_charge })).toEqual([400, 'resource_missing', 'charge']);
  });

  test.each([
    ['boleto', 'brl', {}, [400, 'charge_not_refundable']],
    ['ovo', 'idr', {}, [400, 'charge_not_refundable']],
    ['spei', 'mxn', {}, [400, 'charge_not_refundable']],
    ['pix', 'brl', { amount: 500 }, [400, 'charge_not_refundable', 'amount']],
  ])('by %s, which does not allow it', async (type, currency, some, expected) => {
    const shop = client();
    const intent = await byMethod(shop, type, currency);
    expect(await refused(shop, { payment_intent: intent.id, ...some })).toEqual(expected);
  });
});

const payer = { name: 'Ana Souza', email: 'ana@example.com', address: { country: 'BR' } };

async function byMethod(shop: Client, type: string, currency: string) {
  const { body } = await pay(shop, {
    confirm: true,
    currency,
    payment_method_types: [type],
    payment_method_data: { type, billing_details: payer },
    return_url: 'https://shop.example.com/',
  });
  await shop.post(`/v1/test_helpers/payment_intents/${body.id}/next_action`, { outcome: 'succeed' });
  await passDays(shop, 5);
  const intent = await intentNow(shop, body);
  expect(intent.status).toBe('succeeded');
  return intent;
}

test('200: a payment by another method than a card is refunded as a payment_refund', async () => {
  const shop = client();
  const refund = await refundOf(shop, await byMethod(shop, 'pix', 'brl'));
  expect(refund).toMatchObject({ status: 'succeeded', destination_details: { type: 'pix' } });
  expect(await booked(shop, refund)).toEqual([['payment_refund', -2000, 0]]);
});

test('200: an inquiry does not prevent a refund', async () => {
  const shop = client();
  const intent = await paid(shop);
  await disputeOf(shop, intent, { inquiry: true });
  expect(await refundOf(shop, intent)).toMatchObject({ status: 'succeeded' });
});

test('a refund because of fraud marks the charge', async () => {
  const shop = client();
  const intent = await paid(shop);
  const refund = await refundOf(shop, intent, { amount: 1, reason: 'fraudulent', metadata: { order: '7' } });
  expect(refund).toMatchObject({ reason: 'fraudulent', metadata: { order: '7' } });
  expect(await chargeOf(shop, intent)).toMatchObject({ fraud_details: { user_report: 'fraudulent', stripe_report: null } });
});

test('200: a charge of an older client is refunded', async () => {
  const shop = client();
  const { body: charge } = await shop.post('/v1/charges', { amount: 900, currency: 'usd', source: 'tok_visa' });
  const { body } = await shop.post('/v1/refunds', { charge: charge.id });
  expect(body).toMatchObject({ amount: 900, payment_intent: null, charge: charge.id, status: 'succeeded' });
});

test('a key creates one refund however often it is sent', async () => {
  const shop = client();
  const intent = await paid(shop);
  const once = { headers: { 'idempotency-key': 'refund-1' } };
  const first = await shop.post('/v1/refunds', { payment_intent: intent.id, amount: 600 }, once);
  const again = await shop.post('/v1/refunds', { payment_intent: intent.id, amount: 600 }, once);
  expect(again.text).toBe(first.text);
  expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 600 });
});

test('only metadata can be changed', async () => {
  const shop = client();
  const refund = await refundOf(shop, await paid(shop));
  const { body } = await shop.post(`/v1/refunds/${refund.id}`, { metadata: { order: '6735' } });
  expect(body).toEqual({ ...refund, metadata: { order: '6735' } });
  expect(refusal(await shop.post(`/v1/refunds/${refund.id}`, { amount: 1 }))).toEqual([400, 'parameter_unknown', 'amount']);
});

test('400 refund_unexpected_state: a final refund can neither be canceled nor completed, and the message says so', async () => {
  const shop = client();
  const refund = await refundOf(shop, await paid(shop));
  const canceling = await shop.post(`/v1/refunds/${refund.id}/cancel`);
  expect(refusal(canceling)).toEqual([400, 'refund_unexpected_state']);
  expect(canceling.body.error.message).toBe('You could not cancel this refund because it has a status of succeeded.');
  const settling = await shop.post(`/v1/test_helpers/refunds/${refund.id}/settle`, { outcome: 'fail' });
  expect(refusal(settling)).toEqual([400, 'refund_unexpected_state']);
  expect(await refundNow(shop, refund)).toEqual(refund);
});

describe('lists', () => {
  test.each(['/v1/refunds', '/v1/refunds/list'])('%s shows the newest first, of one charge or of one intent', async (path) => {
    const shop = client();
    const [one, other] = [await paid(shop), await paid(shop)];
    const first = await refundOf(shop, one, { amount: 100 });
    const second = await refundOf(shop, one, { amount: 200 });
    const third = await refundOf(shop, other);
    const ids = async (query: object) => (await shop.get(path, { ...query })).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual([third.id, second.id, first.id]);
    expect(await ids({ charge: one.latest_charge })).toEqual([second.id, first.id]);
    expect(await ids({ payment_intent: other.id })).toEqual([third.id]);
  });

  test("a charge's refunds are found under its own path, and no other's", async () => {
    const shop = client();
    const [one, other] = [await paid(shop), await paid(shop)];
    const refund = await refundOf(shop, one);
    const { body } = await shop.get(`/v1/charges/${one.latest_charge}/refunds`);
    expect(body).toMatchObject({ data: [refund], url: `/v1/charges/${one.latest_charge}/refunds`, has_more: false });
    expect((await shop.get(`/v1/charges/${one.latest_charge}/refunds/${refund.id}`)).body).toEqual(refund);
    expect((await shop.get(`/v1/charges/${other.latest_charge}/refunds/${refund.id}`)).status).toBe(404);
    expect((await shop.get('/v1/charges/ch_0000000000000000000000/refunds')).status).toBe(404);
  });

  test('its charge, intent and balance transaction can be expanded', async () => {
    const shop = client();
    const intent = await paid(shop);
    const expand = ['charge', 'payment_intent', 'balance_transaction'];
    const { body } = await shop.post('/v1/refunds', { payment_intent: intent.id, expand });
    expect(body).toMatchObject({
      charge: { id: intent.latest_charge, refunded: true },
      payment_intent: { id: intent.id },
      balance_transaction: { type: 'refund', net: -2000, source: body.id },
    });
  });
});

expectSoundBooks(both);
