import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

/** What the model of billing has found wrong (`test/properties.billing.test.ts`), each by its shortest story. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const declining = (): Promise<ClockedShop> => openClockedShop(service, { card: 'pm_card_chargeCustomerFail' });

describe('402: whoever pays what a subscription owes is told that it was declined', () => {
  test('by its invoice, while it is incomplete', async () => {
    const shop = await declining();
    const { latest_invoice } = await shop.subscribe([{ price: await shop.price(1000) }]);
    const { status, body } = await shop.client.post(`/v1/invoices/${latest_invoice}/pay`);
    expect([status, body.error.code]).toEqual([402, 'card_declined']);
  });

  test('by the payment of its invoice', async () => {
    const shop = await declining();
    const { latest_invoice: bill } = await shop.subscribe([{ price: await shop.price(1000) }], { expand: ['latest_invoice'] });
    const { status, body } = await shop.client.post(`/v1/payment_intents/${bill.payment_intent}/confirm`, {
      payment_method: 'pm_card_chargeDeclined',
    });
    expect([status, body.error.code]).toEqual([402, 'card_declined']);
  });

  test('by its invoice, when it is past due', async () => {
    const shop = await declining();
    const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 1 });
    await shop.advance('2026-02-01T02:00');
    const { body: late } = await shop.client.get(`/v1/subscriptions/${sub.id}`);
    const { status, body } = await shop.client.post(`/v1/invoices/${late.latest_invoice}/pay`);
    expect([late.status, status, body.error.code]).toEqual(['past_due', 402, 'card_declined']);
  });
});

test('a subscription that is canceled with a last bill is told, though that bill was declined', async () => {
  const shop = await declining();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 1 });
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, amount: 500, currency: 'usd' });
  const { status, body } = await shop.client.del(`/v1/subscriptions/${sub.id}?invoice_now=true`);
  expect([status, body.status]).toEqual([200, 'canceled']);
  expect((await shop.client.get(`/v1/invoices/${body.latest_invoice}`)).body).toMatchObject({ status: 'open', attempted: true });
});

test('items keep their order when one of them changes', async () => {
  const shop = await openClockedShop(service);
  const [tea, cake, milk] = [await shop.price(1000), await shop.price(300), await shop.price(100)];
  const sub = await shop.subscribe([{ price: tea }, { price: cake }]);
  const [first, second] = sub.items.data;
  const changed = await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ price: milk }, { id: first.id, quantity: 3 }] });
  expect(changed.items.data.map(({ id, quantity }: { id: string; quantity: number }) => [id, quantity])).toEqual([
    [first.id, 3],
    [second.id, 1],
    [changed.items.data[2].id, 1],
  ]);
});

test('400: an item is named twice, and would be given back twice', async () => {
  const shop = await openClockedShop(service);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }, { price: await shop.price(300) }]);
  const { id } = sub.items.data[0];
  const twice = { id, deleted: true };
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, { items: [twice, twice] });
  expect([status, body.error.param]).toEqual([400, 'items[1][id]']);
});

test('a discount of one invoice is used up by the invoice with which a subscription goes on', async () => {
  const shop = await openClockedShop(service);
  const { id: coupon } = await made(shop.client, '/v1/coupons', { percent_off: 50, duration: 'once' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 5, discounts: [{ coupon }] });
  await made(shop.client, `/v1/subscriptions/${sub.id}/pause`, { type: 'subscription' });
  const { latest_invoice } = await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { expand: ['latest_invoice'] });
  await shop.advance('2026-02-28T02:00');
  const { body } = await shop.client.get(`/v1/invoices?subscription=${sub.id}`);
  expect([latest_invoice.total, body.data[0].total]).toEqual([500, 1000]);
});
