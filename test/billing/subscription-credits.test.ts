import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

/** A subscription of 100 a day in April. */
async function subscribed(quantity = 1) {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const sub = await shop.subscribe([{ price: await shop.price(3000), quantity }], { billing_mode: { type: 'flexible' } });
  const change = (params: object) => made(shop.client, `/v1/subscriptions/${sub.id}`, params as never);
  const seats = (count: number, more: object = {}) => change({ items: [{ id: sub.items.data[0].id, quantity: count }], ...more });
  return { shop, sub, change, seats };
}

const billsOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}&limit=100`)).body.data;
const pendingOf = async ({ client, customer }: ClockedShop): Promise<{ id: string; amount: number }[]> =>
  (await client.get(`/v1/invoiceitems?customer=${customer}&pending=true`)).body.data;
const amountsOf = (lines: readonly { amount: number }[]) => lines.map(({ amount }) => amount).sort((a, b) => a - b);

test('charges of a voided invoice are not credited, and its credits can be given again', async () => {
  const { shop, sub, seats } = await subscribed();
  await shop.advance('2026-04-11');
  const changed = await seats(10, { proration_behavior: 'always_invoice', payment_behavior: 'default_incomplete' });
  await made(shop.client, `/v1/invoices/${changed.latest_invoice}/void`, {});
  const back = await seats(1, { proration_behavior: 'always_invoice' });
  const [bill] = await billsOf(shop, sub);
  expect([bill.id, amountsOf(bill.lines.data), bill.total]).toEqual([back.latest_invoice, [-2000, 2000], 0]);
  expect((await shop.client.get(`/v1/customers/${shop.customer}`)).body.balance).toBe(0);
});

test('a month whose invoice is voided is not credited', async () => {
  const { shop, change, seats } = await subscribed();
  await change({ pause_collection: { behavior: 'void' } });
  await shop.advance('2026-05-02');
  await seats(0);
  expect(amountsOf(await pendingOf(shop))).toEqual([0]);
});

test('a pending charge that was deleted is not credited', async () => {
  const { shop, seats } = await subscribed();
  await shop.advance('2026-04-11');
  await seats(4);
  const [charge] = (await pendingOf(shop)).filter(({ amount }) => amount === 8000);
  expect((await shop.client.del(`/v1/invoiceitems/${charge?.id}`)).status).toBe(200);
  await seats(1);
  expect(amountsOf(await pendingOf(shop))).toEqual([-2000, 2000]);
});

test('a pending credit that was deleted is given with the next change', async () => {
  const { shop, sub, seats } = await subscribed(2);
  await shop.advance('2026-04-11');
  await seats(0);
  const credit = (await pendingOf(shop)).find(({ amount }) => amount === -4000);
  expect((await shop.client.del(`/v1/invoiceitems/${credit?.id}`)).status).toBe(200);
  await seats(1);
  expect(amountsOf((await billsOf(shop, sub))[0].lines.data)).toEqual([-4000, 0, 2000]);
});

test('changes dated before earlier ones charge each day once', async () => {
  const { shop, sub, change } = await subscribed();
  const [dearer, dearest] = [await shop.price(6000), await shop.price(9000)];
  const item = sub.items.data[0].id;
  await shop.advance('2026-04-21');
  await change({ items: [{ id: item, price: dearer }], proration_date: moment('2026-04-21') });
  await change({ items: [{ id: item, price: dearest }], proration_date: moment('2026-04-11') });
  const prorated = await pendingOf(shop);
  expect(amountsOf(prorated)).toEqual([-2000, -1000, -1000, 2000, 6000]);
  expect(3000 + prorated.reduce((sum, { amount }) => sum + amount, 0)).toBe(7000);
});

test('an item that changes often stores its charges in few parts, and credits all of them', async () => {
  const { shop, sub, seats } = await subscribed();
  for (let day = 2; day <= 60; day++) {
    await shop.advance(moment('2026-04-01') + day * 3600);
    await seats(1 + (day % 2));
  }
  const [item] = await rowsOf<{ parts: number }>(
    service,
    `select json_array_length(doc -> 'debits') as parts from objects where object = 'subscription_item' and doc ->> 'subscription' = $1`,
    sub.id,
  );
  expect(item?.parts).toBeLessThan(55);
  await seats(0, { proration_date: moment('2026-04-01') });
  await shop.advance('2026-05-01T02:00');
  const [, first] = await billsOf(shop, sub);
  const total = (await billsOf(shop, sub)).reduce((sum: number, bill: { total: number }) => sum + bill.total, 0);
  expect([first.amount_paid, total]).toEqual([3000, 0]);
});
