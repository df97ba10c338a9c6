import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const upcomingOf = async ({ client }: ClockedShop) =>
  (await client.get('/v1/events?type=invoice.upcoming')).body.data.map(
    ({ created, data }: { created: number; data: { object: { total: number } } }) => [dated(created / 1000), data.object.total],
  );
const payments = async ({ client, customer }: ClockedShop): Promise<number> =>
  (await client.get(`/v1/payment_intents?customer=${customer}`)).body.data.length;

test('the event of an upcoming invoice comes seven days before it, and the invoice does not exist yet', async () => {
  const shop = await openClockedShop(service);
  const sub = await shop.subscribe([{ price: await shop.price(1000), quantity: 2 }]);
  const before = await payments(shop);
  await shop.advance('2026-02-20');
  expect(await upcomingOf(shop)).toEqual([]);
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, amount: 300, currency: 'usd', description: 'A cup' });
  await shop.advance('2026-02-22');
  expect(await upcomingOf(shop)).toEqual([['2026-02-21', 2300]]);
  const { data } = (await shop.client.get('/v1/events?type=invoice.upcoming')).body.data[0];
  expect(data.object).toMatchObject({ billing_reason: 'upcoming', status: 'draft', customer: shop.customer, amount_due: 2300 });
  expect(data.object.lines.data.map((line: { amount: number }) => line.amount).sort()).toEqual([2000, 300]);
  const { period_start, period_end, automatically_finalizes_at, next_payment_attempt } = data.object;
  expect([period_start, period_end].map(dated)).toEqual(['2026-01-31', '2026-02-28']);
  expect([automatically_finalizes_at, next_payment_attempt].map(dated)).toEqual(['2026-02-28T01:00', '2026-02-28T01:00']);
  expect((await shop.client.get(`/v1/invoices?subscription=${sub.id}`)).body.data.length).toBe(1);
  expect((await shop.client.get(`/v1/invoices/${data.object.id}`)).status).toBe(404);
  expect(await payments(shop)).toBe(before);
  await shop.advance('2026-02-28T02:00');
  const [latest] = (await shop.client.get(`/v1/invoices?subscription=${sub.id}`)).body.data;
  expect([latest.total, latest.status]).toEqual([2300, 'paid']);
});

test('each renewal has one such event, whatever changes of the subscription come between', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-01-27');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, {
    cancel_at: (await made(shop.client, `/v1/subscriptions/${sub.id}`, {})).created + 300 * 86_400,
  });
  await made(shop.client, `/v1/subscriptions/${sub.id}`, {
    items: [{ id: sub.items.data[0].id, quantity: 3 }],
    proration_behavior: 'none',
  });
  await shop.advance('2026-03-01T02:00');
  expect(await upcomingOf(shop)).toEqual([
    ['2026-02-22', 3000],
    ['2026-01-25', 1000],
  ]);
});

test('a period shorter than the notice has the event as it starts', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  await shop.subscribe([{ price: await shop.price(100, { recurring: { interval: 'day' } }) }]);
  await shop.advance('2026-01-03T12:00');
  expect((await upcomingOf(shop)).map(([moment]: [string]) => moment)).toEqual(['2026-01-03', '2026-01-02', '2026-01-01']);
});

test.each([
  ['has sent invoices', { collection_method: 'send_invoice', days_until_due: 14 }, {}],
  ['ends with its period', {}, { cancel_at_period_end: true }],
  ['has paused collection', {}, { pause_collection: { behavior: 'void' } }],
])('there is no such event for a subscription that %s', async (_, given, change) => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], given);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { metadata: { tried: 'yes' }, ...change });
  await shop.advance('2026-01-31');
  expect(await upcomingOf(shop)).toEqual([]);
});
