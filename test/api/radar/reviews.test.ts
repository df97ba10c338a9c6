import { describe, expect, test } from 'vitest';
import { allEvents } from '../../support/callers.js';
import { act, chargeNow, paid, pay, refusal } from '../../support/payments.js';
import { is, ruleThat } from '../../support/radar.js';
import { onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card } from '../../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

type Body = Answer['body'];

/** A payment that a rule has put under review. */
async function flagged(shop: Client, params: object = {}): Promise<Body> {
  await ruleThat(shop, 'review', is('currency', 'usd'));
  return paid(shop, {
    payment_method_data: { ...card(), billing_details: { address: { postal_code: '10115' } } },
    payment_method: undefined,
    ...params,
  });
}

const reviewOf = async (shop: Client, { review }: Body): Promise<Body> => (await shop.get(`/v1/reviews/${review}`)).body;

const told = async (shop: Client): Promise<string[]> =>
  (await allEvents(shop)).map(({ type }: Body) => type).filter((type: string) => /^(review|radar)\./.test(type));

describe.each(roads)('a review, %s,', (road) => {
  test('200: is opened by a rule and closed by its approval', async () => {
    const shop = both.client(road);
    const online = { ip_address: '192.0.2.1', user_agent: 'Test' };
    const payment = await flagged(shop, { mandate_data: { customer_acceptance: { type: 'online', online } } });
    const review = await reviewOf(shop, payment);
    expect(review).toMatchObject({
      object: 'review',
      billing_zip: '10115',
      charge: payment.latest_charge,
      closed_reason: null,
      ip_address: '192.0.2.1',
      open: true,
      opened_reason: 'rule',
      payment_intent: payment.id,
      reason: 'rule',
    });
    expect((await chargeNow(shop, payment.latest_charge)).review).toBe(review.id);
    const approved = await shop.post(`/v1/reviews/${review.id}/approve`);
    expect(approved.body).toEqual({ ...review, open: false, closed_reason: 'approved', reason: 'approved' });
    expect(refusal(await shop.post(`/v1/reviews/${review.id}/approve`))).toEqual([400, 'parameter_invalid', 'id']);
    expect((await shop.get('/v1/reviews')).body.data).toEqual([approved.body]);
    expect(await told(shop)).toEqual(['review.opened', 'review.closed']);
  });
});

describe('a review is closed by what happens to its payment', () => {
  test.each([
    ['a refund in full', 'refunded', (shop: Client, { id }: Body) => shop.post('/v1/refunds', { payment_intent: id })],
    [
      'a refund as fraud',
      'refunded_as_fraud',
      (shop: Client, { id }: Body) => shop.post('/v1/refunds', { payment_intent: id, reason: 'fraudulent' }),
    ],
    ['a dispute', 'disputed', (shop: Client, { latest_charge }: Body) => shop.post('/v1/test_helpers/disputes', { charge: latest_charge })],
  ])('%s', async (_, closed_reason, happens) => {
    const shop = client();
    const payment = await flagged(shop);
    expect((await happens(shop, payment)).status).toBe(200);
    expect(await reviewOf(shop, payment)).toMatchObject({ open: false, closed_reason, reason: closed_reason });
    expect(await told(shop)).toEqual(['review.opened', 'review.closed']);
  });

  test('a cancellation of the authorization', async () => {
    const shop = client();
    const payment = await flagged(shop, { capture_method: 'manual' });
    await act(shop, payment, 'cancel');
    expect(await reviewOf(shop, payment)).toMatchObject({ open: false, closed_reason: 'canceled' });
  });

  test('a dispute that comes with the approval', async () => {
    const shop = client();
    const payment = await flagged(shop, { payment_method_data: card('4000000000002685') });
    expect(await reviewOf(shop, payment)).toMatchObject({ open: false, closed_reason: 'disputed' });
  });

  test('a refund in part leaves it open', async () => {
    const shop = client();
    const payment = await flagged(shop);
    await shop.post('/v1/refunds', { payment_intent: payment.id, amount: 500 });
    expect(await reviewOf(shop, payment)).toMatchObject({ open: true });
  });
});

describe.each(roads)('an early fraud warning, %s,', (road) => {
  const warnings = '/v1/radar/early_fraud_warnings';

  test.each([
    ['a refund', (shop: Client, charge: string) => shop.post('/v1/refunds', { charge })],
    ['a dispute', (shop: Client, charge: string) => shop.post('/v1/test_helpers/disputes', { charge })],
  ])('200: comes with its test card, and is actionable until %s', async (_, happens) => {
    const shop = both.client(road);
    const { body } = await pay(shop, { confirm: true, payment_method_data: card('4000000000005423') });
    const charge = body.latest_charge;
    const [warning] = (await shop.get(warnings, { charge })).body.data;
    expect(warning).toMatchObject({
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge,
      fraud_type: 'unauthorized_use_of_card',
      payment_intent: body.id,
    });
    expect((await shop.get(warnings, { payment_intent: body.id })).body.data).toEqual([warning]);
    expect((await happens(shop, charge)).status).toBe(200);
    expect((await shop.get(`${warnings}/${warning.id}`)).body).toEqual({ ...warning, actionable: false });
    expect(await told(shop)).toEqual(['radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated']);
  });
});
