import { describe, expect, test } from 'vitest';
import { advanceClock } from '../../support/merchant.js';
import { act, balanceOf, chargeNow, held, intentNow, paid, refusal, told } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import type { Answer, Client } from '../../support/service.js';

const both = onBothRoads();
const growing = { payment_method_options: { card: { request_incremental_authorization: 'if_available' } } };
const increments_max = 10;

const increment = (client: Client, { id }: { id: string }, params: object): Promise<Answer> =>
  client.post(`/v1/payment_intents/${id}/increment_authorization`, { ...params });

describe.each(roads)('an increment of an authorization, %s:', (road) => {
  test('200: the hold and the capturable amount grow, and nothing is booked before the capture', async () => {
    const shop = both.client(road);
    const intent = await held(shop, growing);
    const { status, body } = await increment(shop, intent, { amount: 2500, description: 'Two nights', metadata: { room: '7' } });
    expect([status, body]).toMatchObject([
      200,
      { status: 'requires_capture', amount: 2500, amount_capturable: 2500, description: 'Two nights', metadata: { room: '7' } },
    ]);
    const charge = await chargeNow(shop, intent.latest_charge);
    expect(charge).toMatchObject({ amount: 2500, amount_captured: 0, captured: false });
    expect(charge.payment_method_details.card).toMatchObject({
      amount_authorized: 2500,
      incremental_authorization: { status: 'available' },
      last4: '4242',
    });
    expect((await told(shop)).slice(-2)).toEqual([
      ['charge.updated', 'succeeded'],
      ['payment_intent.amount_capturable_updated', 'requires_capture'],
    ]);
    expect((await act(shop, intent, 'capture')).body).toMatchObject({ status: 'succeeded', amount_received: 2500 });
    expect((await balanceOf(shop)).pending).toBe(2397);
  });
});

describe('the increment is declined', () => {
  const shop = () => both.client('in one write');

  test('400 amount_too_small: the amount is not above the authorized one', async () => {
    const client = shop();
    const intent = await held(client, growing);
    for (const amount of [1999, 2000])
      expect(refusal(await increment(client, intent, { amount }))).toEqual([400, 'amount_too_small', 'amount']);
    expect(refusal(await increment(client, intent, {}))).toEqual([400, 'parameter_missing', 'amount']);
  });

  test('400 payment_intent_unexpected_state: increments were not requested, or nothing is authorized', async () => {
    const client = shop();
    const intents = [await held(client), await paid(client, growing), await paid(client)];
    for (const intent of intents)
      expect(refusal(await increment(client, intent, { amount: 2500 }))).toEqual([400, 'payment_intent_unexpected_state']);
    expect((await chargeNow(client, intents[1].latest_charge)).payment_method_details.card.incremental_authorization).toBeUndefined();
  });

  test('400 payment_intent_unexpected_state: the eleventh increment', async () => {
    const client = shop();
    const intent = await held(client, growing);
    for (let count = 1; count <= increments_max; count++)
      expect((await increment(client, intent, { amount: 2000 + count })).status).toBe(200);
    expect(refusal(await increment(client, intent, { amount: 3000 }))).toEqual([400, 'payment_intent_unexpected_state']);
    const { text } = await client.get(`/v1/payment_intents/${intent.id}`);
    expect(text).not.toContain('increments');
    expect(await intentNow(client, intent)).toMatchObject({ amount: 2010, amount_capturable: 2010 });
  });

  test('one of many concurrent increments to the same amount is granted', async () => {
    const client = shop();
    const intent = await held(client, growing);
    const answers = await Promise.all(Array.from({ length: 6 }, () => increment(client, intent, { amount: 2500 })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await chargeNow(client, intent.latest_charge)).toMatchObject({ amount: 2500 });
  });
});

test('the increment expires with the rest of the hold', async () => {
  const client = both.client('in one write');
  const intent = await held(client, growing);
  await increment(client, intent, { amount: 2500 });
  await advanceClock(client, 8 * 86_400);
  expect(await intentNow(client, intent)).toMatchObject({ status: 'canceled', amount_capturable: 0 });
  expect(await chargeNow(client, intent.latest_charge)).toMatchObject({ amount: 2500, amount_refunded: 2500, refunded: true });
});

expectSoundBooks(both);
