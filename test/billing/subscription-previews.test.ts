import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

type Lines = { readonly lines: { readonly data: readonly { readonly amount: number; readonly description: string }[] } };
const linesOf = ({ lines }: Lines) => lines.data.map(({ amount, description }) => [amount, description]);

test('a preview of a change says what the change then bills, and stores nothing', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price, quantity: 2 }]);
  await shop.advance('2026-07-11');
  const items = [{ id: sub.items.data[0].id, quantity: 3 }];
  const asked = { items, proration_behavior: 'always_invoice' };
  const preview = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id, subscription_details: asked });
  expect([preview.id.startsWith('upcoming_in'), preview.subscription, preview.total]).toEqual([true, sub.id, 677]);
  expect((await shop.client.get(`/v1/subscriptions/${sub.id}`)).body.quantity).toBe(2);
  expect((await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}`)).body.data).toEqual([]);
  const changed = await made(shop.client, `/v1/subscriptions/${sub.id}`, { ...asked, expand: ['latest_invoice'] });
  expect(linesOf(changed.latest_invoice)).toEqual(linesOf(preview));
});

test('a preview without a change is the next renewal, also as older clients ask for it', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const preview = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id });
  expect(preview.lines.data).toMatchObject([{ amount: 1000, period: { start: moment('2026-08-01'), end: moment('2026-09-01') } }]);
  const { body } = await shop.client.get('/v1/invoices/upcoming', {
    subscription: sub.id,
    'subscription_items[0][id]': sub.items.data[0].id,
    'subscription_items[0][quantity]': '4',
    subscription_proration_behavior: 'none',
  });
  expect(linesOf(body)).toEqual([[4000, '4 × Tea (at $10.00 / month)']]);
  await shop.advance('2026-08-01');
  const { latest_invoice } = (await shop.client.get(`/v1/subscriptions/${sub.id}`)).body;
  expect(linesOf((await shop.client.get(`/v1/invoices/${latest_invoice}`)).body)).toEqual(linesOf(preview));
});

test('a preview of a subscription that there is not yet is its first invoice', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const price = await shop.price(1000);
  const details = { items: [{ price, quantity: 2 }] };
  const preview = await made(shop.client, '/v1/invoices/create_preview', { customer: shop.customer, subscription_details: details });
  expect(linesOf(preview)).toEqual([[2000, '2 × Tea (at $10.00 / month)']]);
  expect((await shop.client.get(`/v1/subscriptions?customer=${shop.customer}`)).body.data).toEqual([]);
});

test('a subscription that ends with its period has no next invoice', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { cancel_at_period_end: true });
  const { body } = await shop.client.post('/v1/invoices/create_preview', { subscription: sub.id });
  expect(body.error?.code).toBe('invoice_upcoming_none');
});

test.each([
  ['discounts', { discounts: [{ coupon: 'gold' }] }],
  ['invoice_items', { invoice_items: [{ amount: 100 }] }],
])('400: a preview of a subscription that would not count %s refuses them', async (param, more) => {
  const shop = await openClockedShop(service);
  await made(shop.client, '/v1/coupons', { id: 'gold', percent_off: 50 });
  const { id: subscription } = await shop.subscribe([{ price: await shop.price(1000) }]);
  const { status, body } = await shop.client.post('/v1/invoices/create_preview', { subscription, ...more });
  expect([status, body.error.param]).toEqual([400, param]);
});
