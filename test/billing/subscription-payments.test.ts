import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEvents } from '../support/callers.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (card: string | null = 'pm_card_visa', at = '2026-01-31') => openClockedShop(service, { at, card });

const now = async ({ client }: ClockedShop, id: string, query?: Record<string, unknown>) =>
  (await client.get(`/v1/subscriptions/${id}`, query)).body;
const invoicesOf = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/invoices?subscription=${id}`)).body.data;

test('a subscription with a card is paid at once, and has its events in this order', async () => {
  const shop = await openShop();
  const before = (await allEvents(shop.client)).length;
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price, quantity: 2 }], { expand: ['latest_invoice'] });
  expect(sub.status).toBe('active');
  expect(sub.latest_invoice).toMatchObject({
    amount_due: 2000,
    amount_paid: 2000,
    billing_reason: 'subscription_create',
    status: 'paid',
    subscription: sub.id,
    period_start: moment('2026-01-31'),
    period_end: moment('2026-01-31'),
  });
  expect(sub.latest_invoice.lines.data).toMatchObject([
    {
      amount: 2000,
      description: '2 × Tea (at $10.00 / month)',
      period: { start: moment('2026-01-31'), end: moment('2026-02-28') },
      price: { id: price },
      quantity: 2,
      subscription_item: sub.items.data[0].id,
      type: 'subscription',
    },
  ]);
  const told = (await allEvents(shop.client)).slice(before).map(({ type }: { type: string }) => type);
  expect(told.filter((type: string) => !/^(plan|price)\./.test(type))).toEqual([
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.updated',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ]);
});

test('a subscription renews at the end of each month: a draft for an hour, then paid', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-02-28');
  const [draft] = await invoicesOf(shop, sub.id);
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 1000 });
  expect([draft.period_start, draft.period_end].map(dated)).toEqual(['2026-01-31', '2026-02-28']);
  expect(draft.lines.data.map(({ period: { start, end } }: never) => [start, end].map(dated))).toEqual([['2026-02-28', '2026-03-31']]);
  expect((await now(shop, sub.id)).latest_invoice).toBe(draft.id);
  await shop.advance('2026-02-28T01:00');
  expect((await shop.client.get(`/v1/invoices/${draft.id}`)).body).toMatchObject({ status: 'paid', amount_paid: 1000, attempt_count: 1 });
  await shop.advance('2026-06-01');
  const paid = await invoicesOf(shop, sub.id);
  expect(paid.map(({ status, period_end }: never) => [status, dated(period_end)])).toEqual([
    ['paid', '2026-05-31'],
    ['paid', '2026-04-30'],
    ['paid', '2026-03-31'],
    ['paid', '2026-02-28'],
    ['paid', '2026-01-31'],
  ]);
});

test('400: there is no payment method', async () => {
  const shop = await openShop(null);
  const { status, body } = await shop.client.post('/v1/subscriptions', {
    customer: shop.customer,
    items: [{ price: await shop.price(1000) }],
  });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'default_payment_method']);
});

test('a subscription that waits for its first payment has an intent for it, and is active when that has succeeded', async () => {
  const shop = await openShop(null);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], {
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.payment_intent'],
  });
  const { payment_intent: intent } = sub.latest_invoice;
  expect([sub.status, sub.latest_invoice.status, intent.status]).toEqual(['incomplete', 'open', 'requires_payment_method']);
  expect(intent.client_secret).toMatch(/^pi_.*_secret_/);
  await made(shop.client, `/v1/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' });
  expect((await now(shop, sub.id)).status).toBe('active');
});

test('a declined first payment leaves the subscription incomplete, and it expires 23 hours later', async () => {
  const shop = await openShop('pm_card_chargeCustomerFail');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { expand: ['latest_invoice.payment_intent'] });
  expect([sub.status, sub.latest_invoice.payment_intent.status]).toEqual(['incomplete', 'requires_payment_method']);
  await shop.advance('2026-01-31T23:00');
  expect((await now(shop, sub.id)).status).toBe('incomplete_expired');
});

test('400 amount_too_large: a subscription beyond the maximum amount is not created, and has no event', async () => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const before = (await allEvents(shop.client)).length;
  const { status, body } = await shop.client.post('/v1/subscriptions', {
    customer: shop.customer,
    items: [{ price, quantity: 999_999_999 }],
  });
  expect([status, body.error.code]).toEqual([400, 'amount_too_large']);
  expect((await shop.client.get('/v1/subscriptions', { customer: shop.customer, status: 'all' })).body.data).toEqual([]);
  expect(await allEvents(shop.client)).toHaveLength(before);
});

test('400: a change beyond the maximum amount changes nothing', async () => {
  const shop = await openShop();
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price }]);
  const { status, body } = await shop.client.post(`/v1/subscriptions/${sub.id}`, {
    items: [{ id: sub.items.data[0].id, quantity: 999_999_999 }],
    proration_behavior: 'always_invoice',
  });
  expect([status, body.error.code]).toEqual([400, 'amount_too_large']);
  expect((await now(shop, sub.id)).quantity).toBe(1);
});

test('every event of an invoice contains the invoice', async () => {
  const shop = await openShop('pm_card_chargeCustomerFail');
  await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-02-02');
  const told = (await allEvents(shop.client)).filter(({ type }: { type: string }) => type.startsWith('invoice.'));
  expect(told.length).toBeGreaterThan(3);
  expect(new Set(told.map(({ data }: { data: { object: { object: string } } }) => data.object.object))).toEqual(new Set(['invoice']));
});

test('a first payment that needs authentication leaves the subscription incomplete until the payer has authenticated', async () => {
  const shop = await openShop('pm_card_authenticationRequired');
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { expand: ['latest_invoice.payment_intent'] });
  const { payment_intent: intent } = sub.latest_invoice;
  expect([sub.status, intent.status]).toEqual(['incomplete', 'requires_action']);
  await made(shop.client, `/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome: 'succeed' });
  expect((await now(shop, sub.id)).status).toBe('active');
});

/** From now on the customer's default card is declined. */
async function replaceCard({ client, customer }: ClockedShop, card: string): Promise<void> {
  const method = (await made(client, `/v1/payment_methods/${card}/attach`, { customer })).id;
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: method } });
}

test('a renewal that is declined every time ends the subscription after its last retry', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await replaceCard(shop, 'pm_card_chargeCustomerFail');
  await shop.advance('2026-03-25');
  expect(await now(shop, sub.id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  await shop.advance('2026-06-01');
  expect(await invoicesOf(shop, sub.id)).toHaveLength(2);
});

test('a canceled subscription has the event customer.subscription.deleted, and renews no more', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const { status, body } = await shop.client.del(`/v1/subscriptions/${sub.id}`, {
    cancellation_details: { comment: 'bye', feedback: 'unused' },
  });
  expect([status, body.status, body.ended_at]).toEqual([200, 'canceled', moment('2026-01-31')]);
  expect(body.cancellation_details).toEqual({ comment: 'bye', feedback: 'unused', reason: 'cancellation_requested' });
  expect((await shop.client.get('/v1/events?type=customer.subscription.deleted')).body.data).toHaveLength(1);
  expect((await shop.client.del(`/v1/subscriptions/${sub.id}`)).status).toBe(400);
  await shop.advance('2026-04-01');
  expect(await invoicesOf(shop, sub.id)).toHaveLength(1);
});

test("a deleted customer's subscriptions are canceled", async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.client.del(`/v1/customers/${shop.customer}`);
  await service.until(async () => (await now(shop, sub.id)).status === 'canceled');
});

test('a sent invoice is due in days, and the subscription continues until it is overdue', async () => {
  const shop = await openShop(null);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { collection_method: 'send_invoice', days_until_due: 5 });
  expect(sub.status).toBe('active');
  await shop.advance('2026-01-31T01:00');
  expect((await invoicesOf(shop, sub.id))[0]).toMatchObject({ status: 'open', due_date: moment('2026-02-05') });
  await shop.advance('2026-02-06');
  expect((await now(shop, sub.id)).status).toBe('past_due');
});

test.each([
  ['of the subscription', (kept: string) => kept],
  ['of the customer, where the subscription no longer has one', () => ''],
])('a retry after a declined card charges the new card %s', async (_, methodOf) => {
  const shop = await openShop();
  const { client, customer } = shop;
  const attached = async (card: string) => (await made(client, `/v1/payment_methods/${card}/attach`, { customer })).id;
  const kept = await attached('pm_card_mastercard');
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: kept } });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await made(client, `/v1/subscriptions/${sub.id}`, { default_payment_method: await attached('pm_card_chargeCustomerFail') });
  await shop.advance('2026-02-28T02:00');
  expect([(await now(shop, sub.id)).status, (await invoicesOf(shop, sub.id))[0].status]).toEqual(['past_due', 'open']);
  await made(client, `/v1/subscriptions/${sub.id}`, { default_payment_method: methodOf(kept) });
  await shop.advance('2026-03-04');
  expect([(await now(shop, sub.id)).status, (await invoicesOf(shop, sub.id))[0].status]).toEqual(['active', 'paid']);
});
