import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at = '2026-01-31') => openClockedShop(service, { at });

test('a subscription shows its items with their price, their plan and their period, and its own period', async () => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const made = await shop.subscribe([{ price, quantity: 2, metadata: { seat: 'a' } }], { metadata: { order: '1' }, description: 'Tea' });
  expect(made).toMatchObject({
    object: 'subscription',
    billing_cycle_anchor: moment('2026-01-31'),
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    collection_method: 'charge_automatically',
    created: moment('2026-01-31'),
    currency: 'usd',
    customer: shop.customer,
    description: 'Tea',
    metadata: { order: '1' },
    quantity: 2,
    plan: { id: price, object: 'plan', amount: 1000, interval: 'month', product: shop.product },
    test_clock: shop.clock,
    trial_end: null,
  });
  expect([made.current_period_start, made.current_period_end].map(dated)).toEqual(['2026-01-31', '2026-02-28']);
  expect(made.items).toMatchObject({
    object: 'list',
    has_more: false,
    total_count: 1,
    url: `/v1/subscription_items?subscription=${made.id}`,
  });
  const [item] = made.items.data;
  expect(item).toMatchObject({
    object: 'subscription_item',
    quantity: 2,
    subscription: made.id,
    metadata: { seat: 'a' },
    price: { id: price, unit_amount: 1000 },
  });
  expect((await shop.client.get(`/v1/subscription_items/${item.id}`)).body).toEqual(item);
  expect((await shop.client.get(`/v1/subscription_items?subscription=${made.id}`)).body.data).toEqual([item]);
  expect((await shop.client.get(`/v1/subscriptions?customer=${shop.customer}`)).body.data.map(({ id }: { id: string }) => id)).toEqual([
    made.id,
  ]);
});

test('subscriptions are listed by a price that one of their current items has', async () => {
  const shop = await openShop();
  const [tea, cake] = [await shop.price(1000), await shop.price(300)];
  const both = await shop.subscribe([{ price: tea }, { price: cake }]);
  const alone = await shop.subscribe([{ price: tea }]);
  const ended = await shop.subscribe([{ price: tea }]);
  await shop.client.del(`/v1/subscriptions/${ended.id}`);
  const found = async (query: string): Promise<string[]> => {
    const { body } = await shop.client.get(`/v1/subscriptions?test_clock=${shop.clock}&${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await found(`price=${tea}`)).toEqual([alone.id, both.id]);
  expect(await found(`price=${tea}&status=all`)).toEqual([ended.id, alone.id, both.id]);
  expect(await found(`price=${tea}&limit=1&starting_after=${alone.id}`)).toEqual([both.id]);
  expect(await Promise.all([tea, cake].map((each) => found(`plan=${each}`)))).toEqual([[alone.id, both.id], [both.id]]);
  await shop.client.post(`/v1/subscription_items/${alone.items.data[0].id}`, { price: cake });
  expect(await found(`price=${tea}`)).toEqual([both.id]);
  expect(await found(`price=${cake}`)).toEqual([alone.id, both.id]);
  expect(await found('price=price_unknown')).toEqual([]);
  const both_said = await shop.client.get(`/v1/subscriptions?price=${tea}&plan=${cake}`);
  expect([both_said.status, both_said.body.error.param]).toEqual([400, 'plan']);
});

test('a month that starts on the 31st ends on the last day of every month, counted from the 31st', async () => {
  const shop = await openShop('2026-01-31');
  const { id } = await shop.subscribe([{ price: await shop.price(1000) }]);
  const ends: string[] = [];
  for (const date of ['2026-01-31T01:00', '2026-03-01', '2026-04-01', '2026-05-01']) {
    await shop.advance(date);
    ends.push(dated((await shop.client.get(`/v1/subscriptions/${id}`)).body.current_period_end));
  }
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
});
