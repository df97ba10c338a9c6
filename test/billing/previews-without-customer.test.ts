import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import type { Body } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const preview = ({ client }: ClockedShop, params: object): Promise<Body> => made(client, '/v1/invoices/create_preview', { ...params });

/** The number of customers. */
const customers = async ({ client }: ClockedShop): Promise<number> => (await client.get('/v1/customers?limit=100')).body.data.length;

test('a preview without a customer shows the cost of a basket, and creates no customer', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const before = await customers(shop);
  const service_fee = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'eur', unit_amount: 29_900 })).id;
  const off = (await made(shop.client, '/v1/coupons', { percent_off: 15 })).id;
  const basket = await preview(shop, { invoice_items: [{ price: service_fee, quantity: 1 }], discounts: [{ coupon: off }] });
  expect([basket.currency, basket.subtotal, basket.total, basket.customer]).toEqual(['eur', 29_900, 25_415, null]);
  expect(await customers(shop)).toBe(before);
});

test('a preview applies given tax details of a customer, and does not store them', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const vat = (await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 })).id;
  const items = [{ price: await shop.price(1000), tax_rates: [vat] }];
  const asked = { subscription_details: { items } };
  const tax_ids = [{ type: 'eu_vat', value: 'de123456789' }];
  const details = { address: { country: 'DE', city: 'Bonn' }, tax: { ip_address: '203.0.113.7' }, tax_exempt: 'reverse', tax_ids };
  for (const of of [{}, { customer: shop.customer }]) {
    expect((await preview(shop, { ...asked, ...of })).total).toBe(1200);
    const seen = await preview(shop, { ...asked, ...of, customer_details: details });
    expect([seen.total, seen.customer_tax_exempt, seen.customer_address.city]).toEqual([1000, 'reverse', 'Bonn']);
    expect([seen.customer_tax_ids, seen.customer]).toEqual([[{ type: 'eu_vat', value: 'DE123456789' }], of.customer ?? null]);
  }
  const { body } = await shop.client.get(`/v1/customers/${shop.customer}`);
  expect([body.tax_exempt, body.address]).toEqual(['none', null]);
  const sub = await shop.subscribe(items);
  expect((await preview(shop, { subscription: sub.id, customer_details: { tax_exempt: 'exempt' } })).total).toBe(1000);
  expect((await preview(shop, { subscription: sub.id })).total).toBe(1200);
});

test('a preview of recurring items has no one-time items or discounts', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const fee = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'usd', unit_amount: 29_900 })).id;
  const off = (await made(shop.client, '/v1/coupons', { percent_off: 15, duration: 'once' })).id;
  const [price, dearer] = [await shop.price(4900), await shop.price(9900)];
  const basket = { subscription_details: { items: [{ price }] }, invoice_items: [{ price: fee }], discounts: [{ coupon: off }] };
  expect((await preview(shop, basket)).total).toBe(29_580);
  const recurs = await preview(shop, { ...basket, preview_mode: 'recurring' });
  expect([recurs.total, recurs.lines.data.length]).toEqual([4900, 1]);
  const trial = { items: [{ price }], trial_end: moment('2026-07-15') };
  expect((await preview(shop, { customer: shop.customer, subscription_details: trial })).total).toBe(0);
  const after = await preview(shop, { customer: shop.customer, subscription_details: trial, preview_mode: 'recurring' });
  expect([after.total, after.lines.data[0].period]).toEqual([4900, { start: moment('2026-07-15'), end: moment('2026-08-15') }]);
  const sub = await shop.subscribe([{ price }]);
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, amount: 700, currency: 'usd' });
  await shop.advance('2026-07-11');
  const change = { items: [{ id: sub.items.data[0].id, price: dearer }], proration_behavior: 'always_invoice' };
  const asked = { subscription: sub.id, subscription_details: change };
  expect((await preview(shop, asked)).total).not.toBe(9900);
  expect((await preview(shop, { ...asked, preview_mode: 'recurring' })).total).toBe(9900);
  const of_customer = { customer: shop.customer, preview_mode: 'recurring' };
  expect((await preview(shop, of_customer)).total).toBe(4900);
  await shop.client.del(`/v1/subscriptions/${sub.id}`);
  const { status, body } = await shop.client.post('/v1/invoices/create_preview', of_customer);
  expect([status, body.error.code]).toEqual([404, 'invoice_upcoming_none']);
});

test('400: a preview names the mistake in the customer, and in its items', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  await shop.subscribe([{ price: await shop.price(1000) }]);
  const euros = await shop.price(1000, { currency: 'eur' });
  const tax_ids = [{ type: 'eu_vat', value: 'nonsense' }];
  for (const [params, param] of [
    [{}, 'customer'],
    [{ customer_details: { tax_exempt: 'exempt' } }, 'customer'],
    [{ customer: shop.customer, customer_details: { tax_ids } }, 'customer_details[tax_ids][0][value]'],
    [{ customer: shop.customer, currency: 'eur', invoice_items: [{ amount: 5 }] }, 'currency'],
    // A mistake in the currency is reported before those beside it.
    [
      { customer: shop.customer, subscription_details: { items: [{ price: euros }] }, invoice_items: [{ amount: 5, currency: 'usd' }] },
      'currency',
    ],
    [{ customer: shop.customer, preview_mode: 'sometimes' }, 'preview_mode'],
  ] as const) {
    const { status, body } = await shop.client.post('/v1/invoices/create_preview', params);
    expect([status, body.error?.param]).toEqual([400, param]);
  }
});
