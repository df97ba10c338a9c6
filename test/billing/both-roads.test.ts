import { expect, test } from 'vitest';
import { eventsSoFar, must, toldSince } from '../support/billing.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import { openClockedShop } from '../support/subscribed.js';

const both = onBothRoads();

test.each(roads)('%s: a renewal bills items, pending items and a coupon, and collects an hour later', async (road) => {
  const shop = await openClockedShop(both.service(road), { at: '2026-01-31' });
  const { client, customer } = shop;
  const coupon = (await must(client.post('/v1/coupons', { percent_off: 10, duration: 'forever' }))).id;
  const price = await shop.price(1000);
  const subscription = await shop.subscribe([{ price, quantity: 2 }], { discounts: [{ coupon }] });
  await must(client.post('/v1/invoiceitems', { customer, amount: 500, currency: 'usd', description: 'Setup' }));
  const before = await eventsSoFar(client);
  await shop.advance('2026-03-01');
  const { latest_invoice } = await must(client.get(`/v1/subscriptions/${subscription.id}`));
  const bill = await must(client.get(`/v1/invoices/${latest_invoice}`));
  expect(bill).toMatchObject({ status: 'paid', amount_due: 2250, amount_paid: 2250, amount_remaining: 0, attempt_count: 1 });
  const told = (await toldSince(client, before)).filter((type) => /^(invoice|payment_intent|charge)\./.test(type));
  const order = ['invoice.created', 'invoice.finalized', 'charge.succeeded', 'payment_intent.succeeded', 'invoice.paid'];
  expect(told.filter((type) => order.includes(type))).toEqual(order);
});

test.each(roads)('%s: a deleted customer ends all of their subscriptions, beyond a page', async (road) => {
  const shop = await openClockedShop(both.service(road));
  const price = await shop.price(1000);
  const ids: string[] = [];
  for (let count = 0; count < 120; count++) ids.push((await shop.subscribe([{ price }], { trial_period_days: 30 })).id);
  await must(shop.client.del(`/v1/customers/${shop.customer}`));
  const isOver = async (id: string) => (await shop.client.get(`/v1/subscriptions/${id}`)).body.status === 'canceled';
  for (const id of ids) await both.service(road).until(() => isOver(id));
});

test.each(roads)('%s: one of ten prices that concurrently claim a lookup key gets it, and it can be transferred', async (road) => {
  const shop = await openClockedShop(both.service(road));
  const claim = (more = {}) =>
    shop.client.post('/v1/prices', { currency: 'usd', product: shop.product, unit_amount: 1, lookup_key: 'tea', ...more });
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.error.code, body.error.param]);
  expect(new Set(refused.map((each) => JSON.stringify(each)))).toEqual(new Set(['[400,"resource_already_exists","lookup_key"]']));
  expect((await claim({ transfer_lookup_key: true })).status).toBe(200);
});

expectSoundBooks(both);
