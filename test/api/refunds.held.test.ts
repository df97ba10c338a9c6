import { describe, expect, test } from 'vitest';
import { allEvents, eventsOf } from '../support/callers.js';
import { booked, passDays, refundNow } from '../support/money-back.js';
import { act, balanceOf, chargeNow, held as heldByIntent, refusal, twenty } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import type { Answer, Client } from '../support/service.js';

const both = onBothRoads();

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** A charge without an intent that is authorized. */
async function hold(shop: Client, params: Params = {}): Promise<Body> {
  const { status, text, body } = await shop.post('/v1/charges', { ...twenty, source: 'tok_visa', capture: false, ...params });
  if (status !== 200) throw new Error(text);
  return body;
}

const refund = (shop: Client, { id }: { id: string }, params: Params = {}): Promise<Answer> =>
  shop.post('/v1/refunds', { charge: id, ...params });

const capture = (shop: Client, { id }: { id: string }, params: Params = {}): Promise<Answer> =>
  shop.post(`/v1/charges/${id}/capture`, params);

const times = <T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));

const outcomes = (answers: readonly Answer[]): unknown[] =>
  answers.map((answer) => (answer.status === 200 ? answer.body.status : refusal(answer)[1])).sort();

describe.each(roads)('%s, a refund of an authorized charge', (road) => {
  const client = () => both.client(road);

  test('200: voids it, and has no balance transaction because no money has moved', async () => {
    const shop = client();
    const charge = await hold(shop);
    const { status, body } = await refund(shop, charge, { metadata: { order: '7' } });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^re_/),
        object: 'refund',
        amount: 2000,
        balance_transaction: null,
        charge: charge.id,
        created: expect.any(Number),
        currency: 'usd',
        customer: null,
        description: null,
        destination_details: {
          type: 'card',
          card: { reference: null, reference_status: 'unavailable', reference_type: 'system_trace_audit_number', type: 'reversal' },
        },
        failure_balance_transaction: null,
        failure_reason: null,
        instructions_email: null,
        livemode: false,
        metadata: { order: '7' },
        next_action: null,
        payment_intent: null,
        payment_method: charge.payment_method,
        pending_reason: null,
        reason: null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      },
    ]);
    expect(await refundNow(shop, body)).toEqual(body);
    expect(await chargeNow(shop, charge.id)).toEqual({ ...charge, amount_refunded: 2000, refunded: true });
    expect([await balanceOf(shop), await booked(shop, body), await booked(shop, charge)]).toEqual([{ pending: 0, available: 0 }, [], []]);
  });

  test('has events for the refund and the charge, with the changes of the charge', async () => {
    const shop = client();
    const charge = await hold(shop);
    const { body } = await refund(shop, charge);
    expect(await eventsOf(shop, body.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated']);
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.refunded']);
    const event = (await allEvents(shop)).find(({ type }) => type === 'charge.refunded');
    expect(event.data).toEqual({
      object: await chargeNow(shop, charge.id),
      previous_attributes: { amount_refunded: 0, refunded: false },
    });
  });

  test.each([2000, '2000'])('200: may name the full amount: %j', async (amount) => {
    const shop = client();
    expect((await refund(shop, await hold(shop), { amount })).body).toMatchObject({ status: 'succeeded', amount: 2000 });
  });

  test.each([
    [1999, 'charge_not_refundable', /as a whole: 2000/],
    ['1', 'charge_not_refundable', /as a whole: 2000/],
    [2001, 'amount_too_large', /holds 2000/],
  ])('400: of %j of 2000 is refused with a sentence, and the authorization stays', async (amount, code, sentence) => {
    const shop = client();
    const charge = await hold(shop);
    const answer = await refund(shop, charge, { amount });
    expect([refusal(answer), answer.body.error.message]).toEqual([[400, code, 'amount'], expect.stringMatching(sentence)]);
    expect(await chargeNow(shop, charge.id)).toEqual(charge);
    expect((await shop.get('/v1/refunds')).body.data).toEqual([]);
    expect((await capture(shop, charge)).body).toMatchObject({ captured: true, amount_captured: 2000 });
  });

  test('400: a voided charge cannot be refunded again or captured, and does not expire', async () => {
    const shop = client();
    const charge = await hold(shop);
    await refund(shop, charge);
    expect(refusal(await refund(shop, charge))).toEqual([400, 'charge_already_refunded']);
    expect(refusal(await capture(shop, charge))).toEqual([400, 'charge_not_capturable']);
    const let_go = await chargeNow(shop, charge.id);
    await passDays(shop, 8);
    expect(await chargeNow(shop, charge.id)).toEqual(let_go);
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.refunded']);
  });

  test('400: an expired authorization has nothing to void', async () => {
    const shop = client();
    const charge = await hold(shop);
    await passDays(shop, 8);
    expect(refusal(await refund(shop, charge))).toEqual([400, 'charge_already_refunded']);
  });

  test('400: is final, so it can neither be canceled nor completed', async () => {
    const shop = client();
    const { body } = await refund(shop, await hold(shop));
    expect(refusal(await shop.post(`/v1/refunds/${body.id}/cancel`))).toEqual([400, 'refund_unexpected_state']);
    const settling = await shop.post(`/v1/test_helpers/refunds/${body.id}/settle`, { outcome: 'fail' });
    expect(refusal(settling)).toEqual([400, 'refund_unexpected_state']);
  });

  test.each(['tok_pendingRefund', 'tok_refundFail'])(
    '200: of %s voids like any other, because no bank has to return money',
    async (source) => {
      const shop = client();
      const { body } = await refund(shop, await hold(shop, { source }));
      expect(body.status).toBe('succeeded');
      await passDays(shop, 2);
      expect(await refundNow(shop, body)).toEqual(body);
    },
  );

  test('under one key is created once, however often it is sent', async () => {
    const shop = client();
    const charge = await hold(shop);
    const extra = { headers: { 'idempotency-key': 'let-go' } };
    const send = () => shop.post('/v1/refunds', { charge: charge.id }, extra);
    const [first, again] = [await send(), await send()];
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await shop.get('/v1/refunds')).body.data).toHaveLength(1);
  });

  test('is created once by twenty concurrent requests', async () => {
    const shop = client();
    const charge = await hold(shop);
    expect(outcomes(await times(20, () => refund(shop, charge)))).toEqual([...Array(19).fill('charge_already_refunded'), 'succeeded']);
    expect((await shop.get('/v1/refunds', { charge: charge.id })).body.data).toHaveLength(1);
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.refunded']);
  });

  test('racing a capture leaves no authorization: it is voided, or the captured money is refunded', async () => {
    const shop = client();
    for (let round = 0; round < 6; round++) {
      const charge = await hold(shop);
      const answers = await Promise.all([capture(shop, charge, { amount: 1500 }), refund(shop, charge)]);
      const [taken, given] = answers;
      const now = await chargeNow(shop, charge.id);
      expect(now).toMatchObject({ amount_refunded: 2000, refunded: true });
      expect(given.status).toBe(200);
      expect(taken.status === 200 ? taken.body.captured : refusal(taken)[1]).toBe(now.captured ? true : 'charge_not_capturable');
      const refunded = await refundNow(shop, given.body);
      expect([refunded.status, refunded.amount]).toEqual(['succeeded', now.captured ? 1500 : 2000]);
      expect(await booked(shop, refunded)).toEqual(now.captured ? [['refund', -1500, 0]] : []);
    }
  });
});

test('two processes with different write paths void an authorization once', async () => {
  const shop = both.client('in one write');
  const elsewhere = both.service('in two writes').client(shop.key);
  const charge = await hold(shop);
  const answers = await times(10, (place) => refund(place % 2 ? shop : elsewhere, charge));
  expect(outcomes(answers)).toEqual([...Array(9).fill('charge_already_refunded'), 'succeeded']);
});

describe('a refunded authorization', () => {
  const client = () => both.client('in one write');

  test('because of fraud is marked as such', async () => {
    const shop = client();
    const charge = await hold(shop);
    expect((await refund(shop, charge, { reason: 'fraudulent' })).body).toMatchObject({ reason: 'fraudulent' });
    expect(await chargeNow(shop, charge.id)).toMatchObject({ fraud_details: { user_report: 'fraudulent' } });
  });

  test('lists its refund, and the refund names its charge', async () => {
    const shop = client();
    const charge = await hold(shop);
    const { body } = await refund(shop, charge, { expand: ['charge', 'balance_transaction'] });
    expect(body).toMatchObject({ charge: { id: charge.id, refunded: true }, balance_transaction: null });
    const { body: expanded } = await shop.get(`/v1/charges/${charge.id}`, { 'expand[]': 'refunds' });
    expect(expanded.refunds.data).toEqual([{ ...body, charge: charge.id }]);
    expect((await shop.get(`/v1/charges/${charge.id}/refunds`)).body.data).toEqual(expanded.refunds.data);
  });

  test('has a receipt without a payment', async () => {
    const shop = client();
    const charge = await hold(shop);
    await refund(shop, charge);
    expect(await (await fetch(charge.receipt_url)).text()).toContain('held and then released');
  });

  test('that is captured first has a refund of money, with its balance transaction', async () => {
    const shop = client();
    const charge = await hold(shop);
    await capture(shop, charge, { amount: 1200 });
    const { body } = await refund(shop, charge);
    expect(body).toMatchObject({ amount: 1200, balance_transaction: expect.stringMatching(/^txn_/) });
    expect(await booked(shop, body)).toEqual([['refund', -1200, 0]]);
  });
});

describe('an authorization of an intent', () => {
  const client = () => both.client('in one write');

  test.each(['payment_intent', 'charge'] as const)('400: is not refunded by its %s, but canceled or captured', async (by) => {
    const shop = client();
    const intent = await heldByIntent(shop);
    const named = by === 'charge' ? intent.latest_charge : intent.id;
    const answer = await shop.post('/v1/refunds', { [by]: named });
    expect([refusal(answer), answer.body.error.message]).toEqual([
      [400, 'charge_not_refundable'],
      `The PaymentIntent ${intent.id} has only authorized this money. Cancel it to release the authorization, or capture it first.`,
    ]);
    expect((await act(shop, intent, 'cancel')).body.status).toBe('canceled');
  });

  test('400: that is voided has nothing to refund, and the message does not suggest to cancel it', async () => {
    const shop = client();
    const intent = await heldByIntent(shop);
    await act(shop, intent, 'cancel');
    const answer = await shop.post('/v1/refunds', { payment_intent: intent.id });
    expect(refusal(answer)).toEqual([400, 'charge_not_refundable']);
    expect(answer.body.error.message).not.toContain('Cancel');
  });

  test('gets no refund when it is voided, or captured in part', async () => {
    const shop = client();
    const [canceled, captured] = [await heldByIntent(shop), await heldByIntent(shop)];
    await act(shop, canceled, 'cancel');
    await act(shop, captured, 'capture', { amount_to_capture: 500 });
    expect((await shop.get('/v1/refunds')).body.data).toEqual([]);
    expect((await allEvents(shop)).filter(({ type }) => type.startsWith('refund.'))).toEqual([]);
  });
});

expectSoundBooks(both);
