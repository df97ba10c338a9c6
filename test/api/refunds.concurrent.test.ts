import { describe, expect, test } from 'vitest';
import { chargeOf, refundOf, slowRefund } from '../support/money-back.js';
import { paid, refusal } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import type { Answer, Client } from '../support/service.js';

const both = onBothRoads();

const times = <T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));

const outcomes = (answers: readonly Answer[]): unknown[] =>
  answers.map((answer) => (answer.status === 200 ? answer.body.status : refusal(answer)[1])).sort();

/** The total of a payment's valid refunds. */
async function standing(client: Client, payment_intent: string): Promise<number> {
  const { body } = await client.get('/v1/refunds', { payment_intent, limit: 100 });
  const stand = body.data.filter(({ status }: Answer['body']) => status !== 'failed' && status !== 'canceled');
  return stand.reduce((sum: number, { amount }: Answer['body']) => sum + amount, 0);
}

describe.each(roads)('%s', (road) => {
  test('one of twenty concurrent refunds of 60 % is created, for each of several payments', async () => {
    const shop = both.client(road);
    const intents = await times(4, () => paid(shop));
    const answers = await Promise.all(
      intents.map(({ id }) => times(20, () => shop.post('/v1/refunds', { payment_intent: id, amount: 1200 }))),
    );
    for (const of_one of answers) expect(outcomes(of_one)).toEqual([...Array(19).fill('amount_too_large'), 'succeeded']);
    for (const intent of intents) {
      expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 1200, refunded: false });
      expect(await standing(shop, intent.id)).toBe(1200);
    }
  });

  test('ten of twenty concurrent refunds of a tenth are created, by charge or by intent', async () => {
    const shop = both.client(road);
    const intent = await paid(shop);
    const answers = await times(20, (place) =>
      shop.post('/v1/refunds', { amount: 200, ...(place % 2 ? { charge: intent.latest_charge } : { payment_intent: intent.id }) }),
    );
    expect(outcomes(answers)).toEqual([...Array(10).fill('charge_already_refunded'), ...Array(10).fill('succeeded')]);
    expect(await standing(shop, intent.id)).toBe(2000);
  });

  test('a refund canceled and completed by twenty concurrent requests ends once', async () => {
    const shop = both.client(road);
    const refund = await slowRefund(shop);
    const answers = await times(20, (place) =>
      place % 2
        ? shop.post(`/v1/refunds/${refund.id}/cancel`)
        : shop.post(`/v1/test_helpers/refunds/${refund.id}/settle`, { outcome: 'succeed' }),
    );
    const { status } = (await shop.get(`/v1/refunds/${refund.id}`)).body;
    const ended = answers.filter((answer) => answer.status === 200).map(({ body }) => body.status);
    expect([...new Set(ended)]).toEqual([status]);
    const { body: charge } = await shop.get(`/v1/charges/${refund.charge}`);
    expect(charge.amount_refunded).toBe(status === 'canceled' ? 0 : 2000);
  });

  test('one of a concurrent refund and chargeback of the same payment is created', async () => {
    const shop = both.client(road);
    const intents = await times(6, () => paid(shop));
    for (const intent of intents) {
      const [refund, dispute] = await Promise.all([
        shop.post('/v1/refunds', { payment_intent: intent.id }),
        shop.post('/v1/test_helpers/disputes', { charge: intent.latest_charge }),
      ]);
      expect([refund.status, dispute.status].sort()).toEqual([200, 400]);
    }
  });
});

test('two processes with different write paths refund no more than was paid', async () => {
  const shop = both.client('in one write');
  const elsewhere = both.service('in two writes').client(shop.key);
  const intent = await paid(shop);
  await refundOf(shop, intent, { amount: 100 });
  const answers = await times(20, (place) =>
    (place % 2 ? shop : elsewhere).post('/v1/refunds', { payment_intent: intent.id, amount: 950 }),
  );
  expect(outcomes(answers)).toEqual([...Array(18).fill('charge_already_refunded'), 'succeeded', 'succeeded']);
});

expectSoundBooks(both);
