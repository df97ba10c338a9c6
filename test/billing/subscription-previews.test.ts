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
type Line = { readonly amount: number; readonly discount_amounts: readonly Amount[]; readonly taxes: readonly Amount[] };
type Amount = { readonly amount: number };
const sumOf = (amounts: readonly Amount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);
const totalOfLine = ({ amount, discount_amounts, taxes }: Line): number => amount - sumOf(discount_amounts) + sumOf(taxes);
const linesOf = ({ lines }: Lines) => lines.data.map(({ amount, description }) => [amount, description]);

test('a preview of a change shows its invoice, and stores nothing', async () => {
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

test('a preview without a change is the next renewal, also in the form of older clients', async () => {
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

test('a preview of a subscription that does not exist yet is its first invoice', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const price = await shop.price(1000);
  const details = { items: [{ price, quantity: 2 }] };
  const preview = await made(shop.client, '/v1/invoices/create_preview', { customer: shop.customer, subscription_details: details });
  expect(linesOf(preview)).toEqual([[2000, '2 × Tea (at $10.00 / month)']]);
  expect((await shop.client.get(`/v1/subscriptions?customer=${shop.customer}`)).body.data).toEqual([]);
});

test('a preview for a customer alone is the next invoice among those of their subscriptions', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const { client, customer, price, subscribe } = shop;
  const yearly = await subscribe([{ price: await price(9000, { recurring: { interval: 'year' } }) }]);
  const monthly = await subscribe([{ price: await price(1000) }]);
  await made(client, '/v1/invoiceitems', { customer, currency: 'usd', amount: 70 });
  for (const preview of [
    await made(client, '/v1/invoices/create_preview', { customer }),
    (await client.get('/v1/invoices/upcoming', { customer })).body,
  ])
    expect([preview.subscription, preview.total]).toEqual([monthly.id, 1070]);
  await made(client, `/v1/subscriptions/${monthly.id}`, { cancel_at_period_end: true });
  expect((await made(client, '/v1/invoices/create_preview', { customer })).subscription).toBe(yearly.id);
  await client.del(`/v1/subscriptions/${yearly.id}`);
  expect(await made(client, '/v1/invoices/create_preview', { customer })).toMatchObject({ subscription: null, total: 70 });
});

test('a preview of a backdated or anchored subscription has the same lines as its creation', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-11' });
  const { client, customer } = shop;
  const items = [{ price: await shop.price(3100) }];
  const [start_date, anchor] = [moment('2026-06-01'), moment('2026-08-01')];
  const shown = (subscription_details: object) => made(client, '/v1/invoices/create_preview', { customer, subscription_details });
  const billed = async (params: object) => linesOf((await shop.subscribe(items, { ...params, expand: ['latest_invoice'] })).latest_invoice);
  const begun = linesOf(await shown({ items, start_date }));
  expect(begun.map(([amount]) => amount)).toEqual([3100, 3100]);
  expect(await billed({ backdate_start_date: start_date })).toEqual(begun);
  const moved = linesOf(await shown({ items, billing_cycle_anchor: anchor }));
  expect(moved.map(([amount]) => amount)).toEqual([2100]);
  expect(await billed({ billing_cycle_anchor: anchor })).toEqual(moved);
  const older = { customer, 'subscription_items[0][price]': items[0]?.price, subscription_start_date: start_date };
  expect(linesOf((await client.get('/v1/invoices/upcoming', older)).body)).toEqual(begun);
});

test('400: the messages of a preview: a start too far back, an anchor of an existing subscription, a deleted customer', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-11' });
  const { client, customer } = shop;
  const items = [{ price: await shop.price(1000) }];
  const { id: subscription } = await shop.subscribe(items);
  const refused = async (params: object) => {
    const { status, body } = await client.post('/v1/invoices/create_preview', { ...params });
    return [status, body.error.code, body.error.param];
  };
  const start_date = moment('1990-01-01');
  expect(await refused({ customer, subscription_details: { items, start_date } })).toEqual([400, 'parameter_invalid', 'start_date']);
  const billing_cycle_anchor = moment('2026-08-01');
  const anchored = await refused({ subscription, subscription_details: { billing_cycle_anchor } });
  expect(anchored).toEqual([400, 'parameter_invalid', 'subscription_details[billing_cycle_anchor]']);
  await client.del(`/v1/customers/${customer}`);
  for (const subscription_details of [undefined, { items }])
    expect(await refused({ subscription, subscription_details })).toEqual([400, 'resource_missing', 'subscription']);
});

test('a subscription that ends with its period has no next invoice', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { cancel_at_period_end: true });
  const { body } = await shop.client.post('/v1/invoices/create_preview', { subscription: sub.id });
  expect(body.error?.code).toBe('invoice_upcoming_none');
});

test('a preview includes the discounts and tax rates of its items, and additional items, also in the form of older clients', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  await made(shop.client, '/v1/coupons', { id: 'half', percent_off: 50 });
  await made(shop.client, '/v1/coupons', { id: 'five', amount_off: 500, currency: 'usd' });
  const vat = (await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 })).id;
  const price = await shop.price(1000);
  const items = [{ price, discounts: [{ coupon: 'half' }], tax_rates: [vat] }];
  const invoice_items = [
    { amount: 2000, discounts: [{ coupon: 'half' }] },
    { amount: 300, currency: 'usd' },
  ];
  const asked = { subscription_details: { items }, invoice_items, discounts: [{ coupon: 'five' }] };
  const first = await made(shop.client, '/v1/invoices/create_preview', { customer: shop.customer, ...asked });
  expect(first.lines.data.map(totalOfLine)).toEqual([723, 217, 432]);
  expect([first.subtotal, first.total]).toEqual([1800, 1372]);
  const sub = await shop.subscribe([{ price }], { discounts: [{ coupon: 'five' }] });
  const meant = [{ id: sub.items.data[0].id, discounts: [{ coupon: 'half' }], tax_rates: [vat] }];
  const renewal = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id, subscription_details: { items: meant } });
  expect(renewal.lines.data.map(totalOfLine)).toEqual([600]);
  const { body: old } = await shop.client.get('/v1/invoices/upcoming', {
    subscription: sub.id,
    coupon: 'half',
    'subscription_default_tax_rates[0]': vat,
    'invoice_items[0][amount]': '100',
  });
  expect([old.subtotal, old.total]).toEqual([1100, 660]);
  expect((await shop.client.get('/v1/coupons/half')).body.times_redeemed).toBe(0);
});

test('400: additional items of a preview must be in its currency', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const euros = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'eur', unit_amount: 100 })).id;
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  for (const [item, param] of [
    [{ amount: 100, currency: 'eur' }, 'invoice_items[0][currency]'],
    [{ price: euros }, 'invoice_items[0][price]'],
  ] as const)
    for (const of of [{ subscription: sub.id }, { customer: shop.customer }]) {
      const { status, body } = await shop.client.post('/v1/invoices/create_preview', { ...of, invoice_items: [item] });
      expect([status, body.error?.param]).toEqual([400, param]);
    }
});

test('a preview has the end of the change: without the end it continues, and an end of all periods bills nothing', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const subscription = (await shop.subscribe([{ price: await shop.price(1000) }], { cancel_at_period_end: true })).id;
  const preview = async (subscription_details: object) => {
    const { status, body } = await shop.client.post('/v1/invoices/create_preview', { subscription, subscription_details });
    return [status, body.total ?? body.error.code];
  };
  expect(await preview({ cancel_at_period_end: true })).toEqual([404, 'invoice_upcoming_none']);
  expect(await preview({ cancel_at_period_end: false })).toEqual([200, 1000]);
  expect(await preview({ cancel_at: 'min_period_end' })).toEqual([404, 'invoice_upcoming_none']);
});
