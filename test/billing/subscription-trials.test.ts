import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at: string, card: string | null = 'pm_card_visa') => openClockedShop(service, { at, card });
const now = async ({ client }: ClockedShop, { id }: { id: string }) => (await client.get(`/v1/subscriptions/${id}`)).body;
const invoicesOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data;
const countOf = async ({ client }: ClockedShop, type: string): Promise<number> =>
  (await client.get(`/v1/events?type=${type}`)).body.data.length;

test('400: a trial that ends before it starts', async () => {
  const shop = await openShop('2026-01-31');
  const price = await shop.price(1000);
  const asked = { customer: shop.customer, items: [{ price }], trial_end: moment('2026-01-30') };
  const { status, body } = await shop.client.post('/v1/subscriptions', asked);
  expect([status, body.error.param]).toEqual([400, 'trial_end']);
});

test('a trial before an anchor is invoiced for the part to the anchor, and then for a full period', async () => {
  const shop = await openShop('2026-01-15');
  const sub = await shop.subscribe([{ price: await shop.price(3100) }], {
    trial_period_days: 7,
    billing_cycle_anchor: moment('2026-02-01'),
  });
  await shop.advance('2026-02-01T01:00');
  expect((await invoicesOf(shop, sub)).map(({ created, total }: never) => [dated(created), total])).toEqual([
    ['2026-02-01', 3100],
    ['2026-01-22', 1000],
    ['2026-01-15', 0],
  ]);
});

test.each([
  ['cancel', 'canceled', 'customer.subscription.deleted'],
  ['pause', 'paused', 'customer.subscription.paused'],
  ['create_invoice', 'active', 'customer.subscription.updated'],
])(
  'a trial that ends without a payment method and with missing_payment_method=%s makes the subscription %s',
  async (missing_payment_method, status, event) => {
    const shop = await openShop('2026-01-15', null);
    const sub = await shop.subscribe([{ price: await shop.price(1000) }], {
      trial_end: moment('2026-01-20'),
      trial_settings: { end_behavior: { missing_payment_method } },
    });
    await shop.advance('2026-01-20');
    expect((await now(shop, sub)).status).toBe(status);
    expect(await countOf(shop, event)).toBe(1);
  },
);

test('a trial without a successful payment at its end is past due', async () => {
  const shop = await openShop('2026-01-15', null);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 5 });
  await shop.advance('2026-01-20T02:00');
  expect((await now(shop, sub)).status).toBe('past_due');
});

test('a paused subscription is resumed with a period that starts then', async () => {
  const shop = await openShop('2026-01-15', null);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], {
    trial_period_days: 5,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  await shop.advance('2026-03-10');
  const method = (await made(shop.client, '/v1/payment_methods/pm_card_visa/attach', { customer: shop.customer })).id;
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: method } });
  const resumed = await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { billing_cycle_anchor: 'now' });
  expect([resumed.status, dated(resumed.current_period_start), dated(resumed.current_period_end)]).toEqual([
    'active',
    '2026-03-10',
    '2026-04-10',
  ]);
  expect((await invoicesOf(shop, sub))[0]).toMatchObject({ status: 'paid', amount_paid: 1000 });
  expect(await countOf(shop, 'customer.subscription.resumed')).toBe(1);
});

test('a trial that ends now is paid now, and an extended one ends later', async () => {
  const shop = await openShop('2026-01-15');
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price }], { trial_period_days: 14 });
  const longer = await made(shop.client, `/v1/subscriptions/${sub.id}`, { trial_end: moment('2026-02-10') });
  expect([longer.status, longer.trial_end, longer.current_period_end, longer.billing_cycle_anchor]).toEqual([
    'trialing',
    ...Array(3).fill(moment('2026-02-10')),
  ]);
  await shop.advance('2026-02-01');
  expect((await now(shop, sub)).status).toBe('trialing');
  const ended = await made(shop.client, `/v1/subscriptions/${sub.id}`, { trial_end: 'now', expand: ['latest_invoice'] });
  expect([ended.status, dated(ended.current_period_end), ended.latest_invoice.amount_paid]).toEqual(['active', '2026-03-01', 1000]);
});

test('items of a trial change without an invoice', async () => {
  const shop = await openShop('2026-01-15');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 14 });
  const changed = await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0].id, quantity: 3 }] });
  expect([changed.status, changed.quantity, changed.latest_invoice]).toEqual(['trialing', 3, sub.latest_invoice]);
  expect((await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}`)).body.data).toEqual([]);
});

test.each([
  ['keep_as_draft', 'draft'],
  ['void', 'void'],
  ['mark_uncollectible', 'uncollectible'],
])('while collection is paused with %s an invoice ends as %s, and the subscription continues', async (behavior, status) => {
  const shop = await openShop('2026-01-15');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { pause_collection: { behavior, resumes_at: moment('2026-03-01') } });
  await shop.advance('2026-02-16');
  expect([(await now(shop, sub)).status, (await invoicesOf(shop, sub))[0].status]).toEqual(['active', status]);
  await shop.advance('2026-03-16');
  expect([(await now(shop, sub)).pause_collection, (await invoicesOf(shop, sub))[0].status]).toEqual([null, 'paid']);
});

test('an item is added, changed and removed at its own path, with the same effect as through its subscription', async () => {
  const shop = await openShop('2026-04-01');
  const [tea, milk] = [await shop.price(1000), await shop.price(300)];
  const sub = await shop.subscribe([{ price: tea }]);
  await shop.advance('2026-04-16');
  const item = await made(shop.client, '/v1/subscription_items', { subscription: sub.id, price: milk, quantity: 2 });
  expect(item).toMatchObject({ object: 'subscription_item', subscription: sub.id, quantity: 2, price: { id: milk } });
  expect((await now(shop, sub)).items.data.map(({ id }: never) => id)).toEqual([sub.items.data[0].id, item.id]);
  expect((await made(shop.client, `/v1/subscription_items/${item.id}`, { quantity: 4 })).quantity).toBe(4);
  const { body } = await shop.client.del(`/v1/subscription_items/${item.id}`, { proration_behavior: 'none' });
  expect(body).toEqual({ id: item.id, object: 'subscription_item', deleted: true });
  expect((await shop.client.get(`/v1/subscription_items?subscription=${sub.id}`)).body.data).toHaveLength(1);
  const amounts = (await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}`)).body.data.map(
    ({ amount }: { amount: number }) => amount,
  );
  expect(amounts.sort((a: number, b: number) => a - b)).toEqual([-300, 300, 600]);
});

test('a subscription in classic mode is migrated to flexible mode', async () => {
  const shop = await openShop('2026-04-01');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { billing_mode: { type: 'classic' } });
  expect(sub.billing_mode).toEqual({ type: 'classic', flexible: null });
  const migrated = await made(shop.client, `/v1/subscriptions/${sub.id}/migrate`, { billing_mode: { type: 'flexible' } });
  expect(migrated.billing_mode).toEqual({
    type: 'flexible',
    flexible: { proration_discounts: 'included' },
    updated_at: moment('2026-04-01'),
  });
});

/** A trial whose first invoice has a one-time charge, with a card that is declined. */
async function declinedOnTrial(shop: ClockedShop) {
  const fee = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'usd', unit_amount: 500 })).id;
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price }], { trial_end: moment('2026-01-29'), add_invoice_items: [{ price: fee }] });
  return { ...(await now(shop, sub)), fee } as never as { id: string; status: string; items: { data: { id: string }[] }; fee: string };
}

/** Gives the customer a working card, and pays the open invoices. */
async function payLate(shop: ClockedShop, sub: { id: string }): Promise<void> {
  const method = (await made(shop.client, '/v1/payment_methods/pm_card_visa/attach', { customer: shop.customer })).id;
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: method } });
  for (const { id, status } of await invoicesOf(shop, sub)) if (status === 'open') await made(shop.client, `/v1/invoices/${id}/pay`, {});
}

test('a trial whose first invoice is declined stays a trial: its time is free, and it continues when that is paid', async () => {
  const shop = await openShop('2026-01-15', 'pm_card_chargeCustomerFail');
  const sub = await declinedOnTrial(shop);
  expect(sub.status).toBe('past_due');
  const changed = await made(shop.client, `/v1/subscriptions/${sub.id}`, { items: [{ id: sub.items.data[0]?.id, quantity: 3 }] });
  expect([changed.status, dated(changed.trial_end), dated(changed.current_period_end)]).toEqual(['past_due', '2026-01-29', '2026-01-29']);
  expect((await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}&pending=true`)).body.data).toEqual([]);
  expect((await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id })).total).toBe(3000);
  await payLate(shop, sub);
  expect((await now(shop, sub)).status).toBe('trialing');
  await shop.advance('2026-01-29T02:00');
  expect((await now(shop, sub)).status).toBe('active');
  expect((await invoicesOf(shop, sub)).map(({ total }: never) => total)).toEqual([3000, 500]);
});

test('a trial with an unpaid first invoice can end now like any other, and credits nothing when it is canceled', async () => {
  const shop = await openShop('2026-01-15', 'pm_card_chargeCustomerFail');
  const [one, other] = [await declinedOnTrial(shop), await declinedOnTrial(shop)];
  await made(shop.client, `/v1/payment_methods/pm_card_visa/attach`, { customer: shop.customer });
  await shop.advance('2026-01-20');
  const ended = await made(shop.client, `/v1/subscriptions/${one.id}`, { trial_end: 'now', expand: ['latest_invoice'] });
  expect([dated(ended.trial_end), dated(ended.current_period_end), ended.latest_invoice.total]).toEqual(['2026-01-20', '2026-02-20', 1000]);
  await shop.client.del(`/v1/subscriptions/${other.id}`, { prorate: true, invoice_now: true });
  expect((await invoicesOf(shop, other)).map(({ total }: never) => total)).toEqual([500]);
});

test('a trial with an unpaid first invoice and without a payment method ends by its setting', async () => {
  const shop = await openShop('2026-01-15', 'pm_card_chargeCustomerFail');
  const sub = await declinedOnTrial(shop);
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } });
  const { data } = (await shop.client.get(`/v1/payment_methods?customer=${shop.customer}`)).body;
  for (const { id } of data) await made(shop.client, `/v1/payment_methods/${id}/detach`, {});
  await shop.advance('2026-01-29');
  expect([(await now(shop, sub)).status, await countOf(shop, 'customer.subscription.trial_will_end')]).toEqual(['canceled', 1]);
});
