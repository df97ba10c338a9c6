import { expect, test } from 'vitest';
import { invoiceNow, must } from '../support/billing.js';
import { commonService } from '../support/services.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

const service = await commonService();

/** Bills an amount by hand for a subscription, beside its periods; the invoice is open. */
async function billedByHand({ client, customer }: ClockedShop, subscription: string, more: object = {}) {
  await must(client.post('/v1/invoiceitems', { customer, subscription, currency: 'usd', amount: 300 }));
  const { id } = await must(client.post('/v1/invoices', { subscription, ...more }));
  return must(client.post(`/v1/invoices/${id}/finalize`));
}

const statusOf = async ({ client }: ClockedShop, id: string) => (await must(client.get(`/v1/subscriptions/${id}`))).status;

const good = 'pm_card_visa';
const declining = 'pm_card_chargeCustomerFail';

async function payWith({ client, customer }: ClockedShop, card: string): Promise<void> {
  const { id } = await must(client.post(`/v1/payment_methods/${card}/attach`, { customer }));
  await must(client.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } }));
}

/** A subscription of a clocked shop whose first renewal was declined. */
async function pastDue() {
  const shop = await openClockedShop(service);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await payWith(shop, declining);
  await shop.advance('2026-02-28T02:00');
  const { status, latest_invoice } = await must(shop.client.get(`/v1/subscriptions/${sub.id}`));
  expect(status).toBe('past_due');
  return { ...shop, sub, latest: latest_invoice };
}

test('a manual invoice pays for no period: when it is paid, its subscription stays past due', async () => {
  const shop = await pastDue();
  const extra = await billedByHand(shop, shop.sub.id);
  await must(shop.client.post(`/v1/invoices/${extra.id}/pay`, { paid_out_of_band: true }));
  expect(await statusOf(shop, shop.sub.id)).toBe('past_due');
  await payWith(shop, good);
  await must(shop.client.post(`/v1/invoices/${shop.latest}/pay`));
  expect(await statusOf(shop, shop.sub.id)).toBe('active');
});

test('a manual invoice that is declined to the last retry does not change its subscription', async () => {
  const shop = await openClockedShop(service);
  const sub = await shop.subscribe([{ price: await shop.price(1000, { recurring: { interval: 'year' } }) }]);
  await payWith(shop, declining);
  const extra = await billedByHand(shop, sub.id, { auto_advance: true });
  await shop.advance('2026-04-01');
  expect(await invoiceNow(shop.client, extra)).toMatchObject({ status: 'open', attempt_count: 5, next_payment_attempt: null });
  expect(await statusOf(shop, sub.id)).toBe('active');
});

test('a manual invoice that is declined to the last retry does not end a subscription that is past due', async () => {
  const shop = await pastDue();
  await must(shop.client.post(`/v1/invoices/${shop.latest}`, { auto_advance: false }));
  const extra = await billedByHand(shop, shop.sub.id, { auto_advance: true });
  await shop.advance('2026-03-26');
  expect(await invoiceNow(shop.client, extra)).toMatchObject({ status: 'open', next_payment_attempt: null });
  expect(await statusOf(shop, shop.sub.id)).toBe('past_due');
});

test('after a voided latest invoice the one before it decides the status of a subscription, and manual invoices do not', async () => {
  const shop = await pastDue();
  const extra = await billedByHand(shop, shop.sub.id);
  expect((await shop.client.post(`/v1/invoices/${extra.id}/pay`)).status).toBe(402);
  await must(shop.client.post(`/v1/invoices/${shop.latest}/void`));
  expect(await statusOf(shop, shop.sub.id)).toBe('active');
  expect((await shop.client.post(`/v1/invoices/${extra.id}/pay`)).status).toBe(402);
  expect(await statusOf(shop, shop.sub.id)).toBe('active');
  await must(shop.client.post(`/v1/invoices/${extra.id}/void`));
  expect(await statusOf(shop, shop.sub.id)).toBe('active');
});

test('a discount for one invoice applies to one, whether manual or periodic', async () => {
  const shop = await openClockedShop(service);
  const { client } = shop;
  const { id: coupon } = await must(client.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const renewed = async (id: string) => (await must(client.get('/v1/invoices', { subscription: id, limit: 1 }))).data[0];
  const subscribe = async () => {
    const { id } = await shop.subscribe([{ price: await shop.price(1000) }]);
    return must(client.post(`/v1/subscriptions/${id}`, { discounts: [{ coupon }] }));
  };
  const first = await subscribe();
  expect(await billedByHand(shop, first.id)).toMatchObject({ total: 150 });
  expect((await must(client.get(`/v1/subscriptions/${first.id}`))).discounts).toEqual([]);
  const second = await subscribe();
  await must(client.post('/v1/invoiceitems', { customer: shop.customer, subscription: second.id, currency: 'usd', amount: 300 }));
  const draft = await must(client.post('/v1/invoices', { subscription: second.id }));
  expect(draft).toMatchObject({ total: 150, discounts: second.discounts });
  await shop.advance('2026-02-28');
  expect([(await renewed(first.id)).total, (await renewed(second.id)).total]).toEqual([1000, 500]);
  expect(await must(client.post(`/v1/invoices/${draft.id}/finalize`))).toMatchObject({ total: 300, discounts: [] });
  const third = await subscribe();
  const empty = await must(client.post('/v1/invoices', { subscription: third.id, pending_invoice_items_behavior: 'exclude' }));
  await must(client.post(`/v1/invoices/${empty.id}/finalize`));
  expect((await must(client.get(`/v1/subscriptions/${third.id}`))).discounts).toEqual(third.discounts);
});
