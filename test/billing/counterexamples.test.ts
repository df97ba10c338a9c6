import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, moment, openClockedShop } from '../support/subscribed.js';

/** The counterexamples that the model of billing has found (`test/properties.billing.test.ts`), each as its shortest sequence. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const declining = (): Promise<ClockedShop> => openClockedShop(service, { card: 'pm_card_chargeCustomerFail' });

describe("402: a request that pays a subscription's invoice is answered with the decline", () => {
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

test('a canceled subscription with a last invoice has its event, though that invoice was declined', async () => {
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

test('400: an item is named twice, and would be credited twice', async () => {
  const shop = await openClockedShop(service);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }, { price: await shop.price(300) }]);
  const { id } = sub.items.data[0];
  const twice = { id, deleted: true };
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, { items: [twice, twice] });
  expect([status, body.error.param]).toEqual([400, 'items[1][id]']);
});

test('a discount for one invoice is used up by the invoice that resumes a subscription', async () => {
  const shop = await openClockedShop(service);
  const { id: coupon } = await made(shop.client, '/v1/coupons', { percent_off: 50, duration: 'once' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 5, discounts: [{ coupon }] });
  await made(shop.client, `/v1/subscriptions/${sub.id}/pause`, { type: 'subscription' });
  const { latest_invoice } = await made(shop.client, `/v1/subscriptions/${sub.id}/resume`, { expand: ['latest_invoice'] });
  await shop.advance('2026-02-28T02:00');
  const { body } = await shop.client.get(`/v1/invoices?subscription=${sub.id}`);
  expect([latest_invoice.total, body.data[0].total]).toEqual([500, 1000]);
});

test('a trial is not credited, though the invoice of its start is not paid', async () => {
  const shop = await declining();
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, amount: 1000, currency: 'usd' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_period_days: 1 });
  expect((await shop.client.get(`/v1/subscriptions/${sub.id}`)).body.status).toBe('past_due');
  await made(shop.client, `/v1/subscriptions/${sub.id}`, { trial_end: sub.trial_end + 86_400 });
  expect((await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}&pending=true`)).body.data).toEqual([]);
});

describe('a voided invoice', () => {
  /** A subscription at 3000 a month with sent invoices, two days after it started. */
  async function sent() {
    const shop = await openClockedShop(service, { at: '2026-04-01' });
    const how = { collection_method: 'send_invoice', days_until_due: 30, billing_mode: { type: 'flexible' } };
    const { id, items, latest_invoice } = await shop.subscribe([{ price: await shop.price(3000) }], how);
    await shop.advance('2026-04-03');
    const quantity = async (count: number, more: object = {}) => {
      const changed = await made(shop.client, `/v1/subscriptions/${id}`, { items: [{ id: items.data[0].id, quantity: count }], ...more });
      return changed.latest_invoice as string;
    };
    const voided = async (invoice: string) => {
      await shop.client.post(`/v1/invoices/${invoice}/finalize`);
      await made(shop.client, `/v1/invoices/${invoice}/void`, {});
    };
    const pending = async (): Promise<number[]> =>
      (await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}&pending=true`)).body.data
        .map(({ amount }: { amount: number }) => amount)
        .sort((one: number, other: number) => one - other);
    return { shop, first: latest_invoice as string, quantity, voided, pending };
  }

  test('does not restore its own charges and credits', async () => {
    const { quantity, voided, pending } = await sent();
    await quantity(2);
    await voided(await quantity(3, { proration_behavior: 'always_invoice' }));
    await quantity(0);
    // The rest of the month was charged once, and the other quantities only on voided invoices.
    expect(await pending()).toEqual([-2800, 0]);
  });

  test('does not restore charges of an invoice that is voided as well', async () => {
    const { first, quantity, voided, pending } = await sent();
    const changed = await quantity(2, { proration_behavior: 'always_invoice' });
    await voided(first);
    await voided(changed);
    await quantity(0);
    expect(await pending()).toEqual([0]);
  });

  test('is not credited where it billed the changes of a subscription together with other items', async () => {
    const { shop, quantity, voided, pending } = await sent();
    await quantity(2);
    const by_hand = { customer: shop.customer, pending_invoice_items_behavior: 'include' };
    await voided((await made(shop.client, '/v1/invoices', by_hand)).id);
    await quantity(0);
    expect(await pending()).toEqual([-2800, 0]);
  });
});

test('400: an incomplete subscription cannot end within its period, because an unpaid period is not credited', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01', card: null });
  const how = { payment_behavior: 'default_incomplete', billing_mode: { type: 'flexible' } };
  const { id } = await shop.subscribe([{ price: await shop.price(3000) }], how);
  const end = (params: object) => shop.client.post(`/v1/subscriptions/${id}`, { cancel_at: moment('2026-04-16'), ...params });
  const { status, body } = await end({});
  expect([status, body.error.code, body.error.param]).toEqual([400, 'subscription_unexpected_state', 'cancel_at']);
  expect((await end({ proration_behavior: 'none' })).body.cancel_at).toBe(moment('2026-04-16'));
  expect((await shop.client.get(`/v1/invoiceitems?customer=${shop.customer}`)).body.data).toEqual([]);
});

test('in classic mode a trial ends with its subscription, whenever the end was set', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const price = await shop.price(3000);
  const until = async (type: 'classic' | 'flexible'): Promise<readonly number[]> => {
    const { id } = await shop.subscribe([{ price }], { trial_period_days: 20, billing_mode: { type } });
    const cut = await made(shop.client, `/v1/subscriptions/${id}`, { cancel_at: moment('2026-04-11') });
    // Later updates do not move its boundaries.
    const paused = await made(shop.client, `/v1/subscriptions/${id}`, { pause_collection: { behavior: 'keep_as_draft' } });
    return [cut.trial_end, cut.billing_cycle_anchor, paused.billing_cycle_anchor];
  };
  const [cut, whole] = [moment('2026-04-11'), moment('2026-04-21')];
  expect([await until('classic'), await until('flexible')]).toEqual([
    [cut, cut, cut],
    [whole, whole, whole],
  ]);
});

test('a trial as long as its subscription is not a shortened period, whatever a later update of the pause says', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const weekly = await shop.price(450, { recurring: { interval: 'week' } });
  const how = { trial_period_days: 8, cancel_at: moment('2026-04-09'), billing_mode: { type: 'classic' } };
  const { id } = await shop.subscribe([{ price: weekly }], how);
  await made(shop.client, `/v1/subscriptions/${id}/pause`, { type: 'subscription' });
  const after = await made(shop.client, `/v1/subscriptions/${id}`, { pause_collection: { behavior: 'keep_as_draft' } });
  expect([after.status, after.current_period_end, after.cancel_at]).toEqual(['paused', moment('2026-04-09'), moment('2026-04-09')]);
});

test('a metered item no longer has a quantity, though it was charged by quantity before', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const recurring = { interval: 'month', usage_type: 'metered' };
  const sub = await shop.subscribe([{ price: await shop.price(3000), quantity: 2 }]);
  const items = [{ id: sub.items.data[0].id, price: await shop.price(30, { recurring }) }];
  const changed = await made(shop.client, `/v1/subscriptions/${sub.id}`, { items });
  expect([changed.quantity, changed.items.data[0].quantity]).toEqual([null, undefined]);
});
