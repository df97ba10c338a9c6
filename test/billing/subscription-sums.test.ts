import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at = '2026-01-31') => openClockedShop(service, { at });
const now = async ({ client }: ClockedShop, { id }: { id: string }) => (await client.get(`/v1/subscriptions/${id}`)).body;
const totalsOf = async ({ client }: ClockedShop, { id }: { id: string }): Promise<number[]> =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.map(({ total }: { total: number }) => total).reverse();

test('a repeating coupon applies for its months, and one with duration once to a single invoice', async () => {
  const shop = await openShop();
  await made(shop.client, '/v1/coupons', { id: 'three', percent_off: 25, duration: 'repeating', duration_in_months: 2 });
  await made(shop.client, '/v1/coupons', { id: 'once', amount_off: 300, currency: 'usd', duration: 'once' });
  const price = await shop.price(1000);
  const repeats = await shop.subscribe([{ price }], { discounts: [{ coupon: 'three' }] });
  const once = await shop.subscribe([{ price }], { coupon: 'once' });
  expect([repeats.discount.coupon.id, repeats.discounts]).toEqual(['three', [repeats.discount.id]]);
  await shop.advance('2026-04-30T02:00');
  expect(await totalsOf(shop, repeats)).toEqual([750, 750, 1000, 1000]);
  expect(await totalsOf(shop, once)).toEqual([700, 1000, 1000, 1000]);
  expect((await now(shop, repeats)).discounts).toEqual([]);
});

test('a discount of a subscription replaces that of its customer', async () => {
  const shop = await openShop();
  await made(shop.client, '/v1/coupons', { id: 'of-customer', percent_off: 50, duration: 'forever' });
  await made(shop.client, '/v1/coupons', { id: 'own', percent_off: 10, duration: 'forever' });
  await made(shop.client, `/v1/customers/${shop.customer}`, { coupon: 'of-customer' });
  const price = await shop.price(1000);
  expect(await totalsOf(shop, await shop.subscribe([{ price }]))).toEqual([500]);
  const code = (await made(shop.client, '/v1/promotion_codes', { coupon: 'own', code: 'TEN' })).id;
  expect(await totalsOf(shop, await shop.subscribe([{ price }], { discounts: [{ promotion_code: code }] }))).toEqual([900]);
});

test('tax rates of a subscription are on all its invoices', async () => {
  const shop = await openShop();
  const rate = (await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 })).id;
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { default_tax_rates: [rate] });
  expect(sub.default_tax_rates).toMatchObject([{ id: rate, percentage: 20 }]);
  await shop.advance('2026-02-28T02:00');
  expect(await totalsOf(shop, sub)).toEqual([1200, 1200]);
});

test('usage of a month is billed at its end, and no usage costs nothing', async () => {
  const shop = await openShop();
  const meter = await made(shop.client, '/v1/billing/meters', {
    display_name: 'Calls',
    event_name: 'calls',
    default_aggregation: { formula: 'sum' },
  });
  const price = await shop.price(5, { recurring: { interval: 'month', usage_type: 'metered', meter: meter.id } });
  const sub = await shop.subscribe([{ price }]);
  expect([sub.status, sub.latest_invoice, sub.items.data[0].quantity]).toEqual(['active', null, undefined]);
  await shop.advance('2026-02-10');
  await made(shop.client, '/v1/billing/meter_events', {
    event_name: 'calls',
    payload: { stripe_customer_id: shop.customer, value: '30' },
    timestamp: moment('2026-02-09'),
  });
  await shop.advance('2026-03-31T02:00');
  expect(await totalsOf(shop, sub)).toEqual([150, 0]);
  const [, first] = (await shop.client.get(`/v1/invoices?subscription=${sub.id}`)).body.data;
  expect(first.lines.data).toMatchObject([
    { amount: 150, quantity: 30, period: { start: moment('2026-01-31'), end: moment('2026-02-28') } },
  ]);
});

test('graduated tiers have a line each', async () => {
  const shop = await openShop();
  const tiers = [
    { up_to: 5, unit_amount: 700 },
    { up_to: 10, unit_amount: 650 },
    { up_to: 'inf', unit_amount: 600 },
  ];
  const price = await shop.price(0, { unit_amount: undefined, billing_scheme: 'tiered', tiers_mode: 'graduated', tiers });
  const sub = await shop.subscribe([{ price, quantity: 20 }], { expand: ['latest_invoice'] });
  expect(sub.latest_invoice.lines.data.map(({ amount }: { amount: number }) => amount)).toEqual([3500, 3250, 6000]);
});

test.each([
  [
    'a one-time price',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1, { recurring: undefined }) }] }),
    'items[0][price]',
  ],
  ['an inactive price', async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1, { active: false }) }] }), 'items[0][price]'],
  [
    'two currencies',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1) }, { price: await shop.price(1, { currency: 'eur' }) }] }),
    'items[1][price]',
  ],
  [
    'months and weeks together',
    async (shop: ClockedShop) => ({
      items: [{ price: await shop.price(1) }, { price: await shop.price(1, { recurring: { interval: 'week' } }) }],
    }),
    'items',
  ],
  ['no items', async () => ({ items: [] }), 'items'],
  ['21 items', async (shop: ClockedShop) => ({ items: Array(21).fill({ price: await shop.price(1) }) }), 'items'],
  [
    'a payment method of another customer',
    async (shop: ClockedShop) => {
      const { id } = await made(shop.client, '/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } });
      return { items: [{ price: await shop.price(1) }], default_payment_method: id };
    },
    'default_payment_method',
  ],
  [
    'two trials',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1) }], trial_end: moment('2026-03-01'), trial_period_days: 3 }),
    'trial_period_days',
  ],
  [
    'an anchor in the past',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1) }], billing_cycle_anchor: 1 }),
    'billing_cycle_anchor',
  ],
  [
    'a start in the future',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1) }], backdate_start_date: moment('2026-03-01') }),
    'backdate_start_date',
  ],
  [
    'a sent invoice without days until it is due',
    async (shop: ClockedShop) => ({ items: [{ price: await shop.price(1) }], collection_method: 'send_invoice' }),
    'days_until_due',
  ],
] as const)('400: a subscription with %s', async (_, params, param) => {
  const shop = await openShop();
  const { status, body } = await shop.client.post('/v1/subscriptions', { customer: shop.customer, ...(await params(shop)) });
  expect([status, body.error.param]).toEqual([400, param]);
});
