import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acquired, pay, startAcquired } from '../../support/acquired.js';

let it: Acquired;
beforeAll(async () => {
  it = await startAcquired(['acquirer']);
});
afterAll(() => it.stop());

const growing = {
  capture_method: 'manual',
  payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
  metadata: { room: '7' },
};

test('an acquirer increments the authorization, and gets no data that concerns the shop alone', async () => {
  const client = it.service.client();
  const { body: intent } = await pay(client, 1000, growing);
  const params = { amount: 1500, metadata: { margin: 'high' } };
  const { status, body } = await client.post(`/v1/payment_intents/${intent.id}/increment_authorization`, params);
  expect([status, body.amount_capturable, body.metadata]).toEqual([200, 1500, { room: '7', margin: 'high' }]);
  expect(await it.booked(intent.id)).toMatchObject([{ held: 1500, taken: 0 }]);
  const asked = JSON.parse(it.wires.acquirer?.line.passed.at(-1)?.body ?? '{}');
  expect(asked).toMatchObject({ verb: 'increment', amount: 1500, currency: 'usd', reference: expect.any(String) });
  expect(asked).not.toHaveProperty('described');
});

test('402 card_declined: the authorization stays unchanged, and so does its description', async () => {
  const client = it.service.client();
  const { body: intent } = await pay(client, 1000, growing);
  const params = { amount: 1501, description: 'Two nights', metadata: { room: '8' } };
  const { status, body } = await client.post(`/v1/payment_intents/${intent.id}/increment_authorization`, params);
  expect([status, body.error.code]).toEqual([402, 'card_declined']);
  const { body: now } = await client.get(`/v1/payment_intents/${intent.id}`, { 'expand[]': 'latest_charge' });
  expect(now).toMatchObject({
    status: 'requires_capture',
    amount: 1000,
    amount_capturable: 1000,
    description: null,
    metadata: { room: '7' },
  });
  expect(now.latest_charge).toMatchObject({ amount: 1000, captured: false });
  expect(await it.booked(intent.id)).toMatchObject([{ held: 1000, taken: 0 }]);
  const { body: captured } = await client.post(`/v1/payment_intents/${intent.id}/capture`);
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1000 });
});
