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

type Card = 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired';

const now = async ({ client }: ClockedShop, { id }: { id: string }, query?: Record<string, unknown>) =>
  (await client.get(`/v1/subscriptions/${id}`, query)).body;
const billsOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.toReversed();
const pendingOf = async ({ client, customer }: ClockedShop) =>
  (await client.get(`/v1/invoiceitems?customer=${customer}&pending=true`)).body.data;
const toldOf = async ({ client }: ClockedShop) =>
  (await allEvents(client)).map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('customer.subscription.'));

/** A subscription of April at 10 dollars, on the 16th, whose customer then pays with a given card; and a higher price. */
async function subscribed(card: Card = 'pm_card_chargeCustomerFail') {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  const sub = await shop.subscribe([{ price }]);
  await shop.advance('2026-04-16');
  await paysWith(shop, card);
  return { shop, sub, price, dearer, item: sub.items.data[0].id as string };
}

async function paysWith({ client, customer }: ClockedShop, card: Card): Promise<void> {
  const { id } = await made(client, `/v1/payment_methods/${card}/attach`, { customer });
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } });
}

type Of = Awaited<ReturnType<typeof subscribed>>;

/** Changes to the higher price, billed at once. */
const upgrade = ({ shop, sub, item, dearer }: Of, payment_behavior: string, more: object = {}) =>
  shop.client.post(`/v1/subscriptions/${sub.id}`, {
    items: [{ id: item, price: dearer }],
    proration_behavior: 'always_invoice',
    payment_behavior,
    ...more,
  });

test('a pending update applies at once where its invoice is paid', async () => {
  const of = await subscribed('pm_card_visa');
  const { status, body } = await upgrade(of, 'pending_if_incomplete');
  expect([status, body.status, body.pending_update, body.items.data[0].price.id]).toEqual([200, 'active', null, of.dearer]);
  const [, bill] = await billsOf(of.shop, of.sub);
  expect([bill.status, bill.total, body.latest_invoice]).toEqual(['paid', 1000, bill.id]);
  expect(await toldOf(of.shop)).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.updated',
  ]);
});

test('a change whose payment is declined is pending, and the subscription is unchanged', async () => {
  const of = await subscribed();
  const { status, body } = await upgrade(of, 'pending_if_incomplete', { expand: ['latest_invoice.payment_intent'] });
  expect([status, body.status, body.items.data[0].price.id]).toEqual([200, 'active', of.price]);
  expect(body.pending_update).toMatchObject({
    expires_at: moment('2026-04-16T23:00'),
    billing_cycle_anchor: null,
    subscription_items: [{ id: of.item, price: { id: of.dearer } }],
    trial_end: null,
  });
  const { latest_invoice: bill } = body;
  expect([bill.status, bill.amount_due, bill.payment_intent.status]).toEqual(['open', 1000, 'requires_payment_method']);
  expect((await of.shop.client.get(`/v1/subscription_items/${of.item}`)).body.price.id).toBe(of.price);
});

test('a pending update applies when its invoice is paid, with an event', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete');
  await made(of.shop.client, `/v1/invoices/${body.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  const changed = await now(of.shop, of.sub);
  expect([changed.pending_update, changed.status, changed.items.data[0].price.id]).toEqual([null, 'active', of.dearer]);
  expect((await toldOf(of.shop)).slice(-2)).toEqual(['customer.subscription.updated', 'customer.subscription.pending_update_applied']);
  await paysWith(of.shop, 'pm_card_visa');
  await of.shop.advance('2026-05-01T02:00');
  expect((await billsOf(of.shop, of.sub)).map(({ total, status }: never) => [total, status])).toEqual([
    [1000, 'paid'],
    [1000, 'paid'],
    [3000, 'paid'],
  ]);
});

test('a pending update that is paid and then undone credits its charges', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete');
  await made(of.shop.client, `/v1/invoices/${body.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  await made(of.shop.client, `/v1/subscriptions/${of.sub.id}`, { items: [{ id: of.item, price: of.price }] });
  expect((await pendingOf(of.shop)).map(({ amount }: never) => amount).sort()).toEqual([-1500, 500]);
});

test('a pending update without a payment for 23 hours is dropped, its invoice is voided, and there is an event', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete');
  await of.shop.advance('2026-04-16T22:59');
  expect((await now(of.shop, of.sub)).pending_update).not.toBe(null);
  await of.shop.advance('2026-04-17');
  const kept = await now(of.shop, of.sub);
  expect([kept.pending_update, kept.status, kept.items.data[0].price.id]).toEqual([null, 'active', of.price]);
  expect((await of.shop.client.get(`/v1/invoices/${body.latest_invoice}`)).body.status).toBe('void');
  expect((await toldOf(of.shop)).at(-1)).toBe('customer.subscription.pending_update_expired');
  await paysWith(of.shop, 'pm_card_visa');
  await of.shop.advance('2026-05-01T02:00');
  expect((await billsOf(of.shop, of.sub)).at(-1).total).toBe(1000);
});

test('a pending update expires with the period at the latest', async () => {
  const of = await subscribed();
  await of.shop.advance('2026-04-30T04:00');
  const { body } = await upgrade(of, 'pending_if_incomplete');
  expect(dated(body.pending_update.expires_at)).toBe('2026-05-01');
  await paysWith(of.shop, 'pm_card_visa');
  await of.shop.advance('2026-05-01T02:00');
  const renewed = await now(of.shop, of.sub);
  expect([renewed.pending_update, renewed.items.data[0].price.id]).toEqual([null, of.price]);
  expect((await billsOf(of.shop, of.sub)).map(({ status, total }: never) => [status, total])).toEqual([
    ['paid', 1000],
    ['void', 55],
    ['paid', 1000],
  ]);
});

test('a change waits for a payer who must authenticate', async () => {
  const of = await subscribed('pm_card_authenticationRequired');
  const { status, body } = await upgrade(of, 'pending_if_incomplete', { expand: ['latest_invoice.payment_intent'] });
  expect([status, body.status, body.latest_invoice.payment_intent.status]).toEqual([200, 'active', 'requires_action']);
  expect(body.pending_update.subscription_items[0].price.id).toBe(of.dearer);
});

test('another change replaces a pending one', async () => {
  const of = await subscribed();
  const { body: first } = await upgrade(of, 'pending_if_incomplete');
  const { body } = await upgrade(of, 'pending_if_incomplete', { items: [{ id: of.item, quantity: 2 }] });
  expect(body.pending_update.subscription_items).toMatchObject([{ price: { id: of.price }, quantity: 2 }]);
  expect((await of.shop.client.get(`/v1/invoices/${first.latest_invoice}`)).body.status).toBe('void');
  await made(of.shop.client, `/v1/invoices/${body.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  expect((await now(of.shop, of.sub)).items.data).toMatchObject([{ price: { id: of.price }, quantity: 2 }]);
});

test('an update of descriptive members keeps a pending update', async () => {
  const of = await subscribed();
  await upgrade(of, 'pending_if_incomplete');
  const noted = await made(of.shop.client, `/v1/subscriptions/${of.sub.id}`, { metadata: { order: '7' } });
  expect(noted.pending_update).not.toBe(null);
  await made(of.shop.client, `/v1/invoices/${noted.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  expect((await now(of.shop, of.sub)).metadata).toEqual({ order: '7' });
});

test('a subscription canceled with a pending update owes nothing for it', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete');
  const canceled = (await of.shop.client.del(`/v1/subscriptions/${of.sub.id}`)).body;
  expect([canceled.status, (await now(of.shop, of.sub)).pending_update]).toEqual(['canceled', null]);
  expect((await of.shop.client.get(`/v1/invoices/${body.latest_invoice}`)).body.status).toBe('void');
});

test('voiding the invoice of a pending update drops the update', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete');
  await made(of.shop.client, `/v1/invoices/${body.latest_invoice}/void`, {});
  expect(await now(of.shop, of.sub)).toMatchObject({ pending_update: null, status: 'active' });
});

test('items that wait for an invoice stay pending until the change is paid', async () => {
  const of = await subscribed();
  await made(of.shop.client, '/v1/invoiceitems', { customer: of.shop.customer, currency: 'usd', amount: 700 });
  const { body } = await upgrade(of, 'pending_if_incomplete');
  expect((await of.shop.client.get(`/v1/invoices/${body.latest_invoice}`)).body.total).toBe(1000);
  expect((await pendingOf(of.shop)).map(({ amount }: never) => amount)).toEqual([700]);
});

test('a change that bills nothing now applies at once', async () => {
  const of = await subscribed();
  const { body } = await upgrade(of, 'pending_if_incomplete', { proration_behavior: 'create_prorations' });
  expect([body.pending_update, body.items.data[0].price.id]).toEqual([null, of.dearer]);
});

test('a trial with an early end continues until its first invoice is paid', async () => {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { trial_end: moment('2026-04-20') });
  await paysWith(shop, 'pm_card_chargeCustomerFail');
  await shop.advance('2026-04-10');
  const waiting = await made(shop.client, `/v1/subscriptions/${sub.id}`, { trial_end: 'now', payment_behavior: 'pending_if_incomplete' });
  expect([waiting.status, dated(waiting.pending_update.trial_end), dated(waiting.trial_end)]).toEqual([
    'trialing',
    '2026-04-10',
    '2026-04-20',
  ]);
  await made(shop.client, `/v1/invoices/${waiting.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  const { status, trial_end, current_period_start, current_period_end } = await now(shop, sub);
  expect([status, ...[trial_end, current_period_start, current_period_end].map(dated)]).toEqual([
    'active',
    '2026-04-10',
    '2026-04-10',
    '2026-05-10',
  ]);
});

test('an added item is pending as well, and exists once it is paid', async () => {
  const { shop, sub, dearer } = await subscribed();
  const how = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' };
  const { status, body } = await shop.client.post('/v1/subscription_items', { subscription: sub.id, price: dearer, ...how });
  expect([status, body.error.code]).toEqual([402, 'invoice_payment_intent_requires_action']);
  const waiting = await now(shop, sub);
  expect([waiting.items.data.length, waiting.pending_update.subscription_items.length]).toEqual([1, 2]);
  await made(shop.client, `/v1/invoices/${waiting.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  const { items } = await now(shop, sub);
  expect(items.data.map(({ id }: never) => id)).toEqual(waiting.pending_update.subscription_items.map(({ id }: never) => id));
  const [, added] = items.data;
  expect((await shop.client.get(`/v1/subscription_items/${added.id}`)).body).toMatchObject({ price: { id: dearer }, subscription: sub.id });
});

test('an item that is added and paid at once is the answer', async () => {
  const { shop, sub, dearer } = await subscribed('pm_card_visa');
  const how = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' };
  const { status, body } = await shop.client.post('/v1/subscription_items', { subscription: sub.id, price: dearer, ...how });
  expect([status, body.object, body.price?.id]).toEqual([200, 'subscription_item', dearer]);
});

test('a changed item is pending as well', async () => {
  const of = await subscribed();
  const how = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' };
  const { status, body } = await of.shop.client.post(`/v1/subscription_items/${of.item}`, { quantity: 3, ...how });
  expect([status, body.quantity]).toEqual([200, 1]);
  expect((await now(of.shop, of.sub)).pending_update.subscription_items).toMatchObject([{ id: of.item, quantity: 3 }]);
});

test('402: a change that must be paid at once does not apply where its payment fails, and its invoice is voided', async () => {
  const of = await subscribed();
  const before = await now(of.shop, of.sub);
  const { status, body } = await upgrade(of, 'error_if_incomplete', { metadata: { order: '7' } });
  expect([status, body.error.code]).toEqual([402, 'card_declined']);
  expect(await now(of.shop, of.sub)).toEqual(before);
  await of.shop.advance('2026-04-17');
  const bills = await billsOf(of.shop, of.sub);
  expect([bills.map(({ status }: never) => status), await pendingOf(of.shop)]).toEqual([['paid', 'void'], []]);
  expect(await now(of.shop, of.sub)).toEqual(before);
});

test('402: a change that must be paid at once does not apply where the payer must authenticate', async () => {
  const of = await subscribed('pm_card_authenticationRequired');
  const { status } = await upgrade(of, 'error_if_incomplete');
  expect([status, (await now(of.shop, of.sub)).items.data[0].price.id]).toEqual([402, of.price]);
});

test('402: an item that must be paid at once is not added', async () => {
  const { shop, sub, dearer } = await subscribed();
  const how = { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' };
  const { status, body } = await shop.client.post('/v1/subscription_items', { subscription: sub.id, price: dearer, ...how });
  expect([status, body.error.code, (await now(shop, sub)).items.data.length]).toEqual([402, 'card_declined', 1]);
});

test('a change that is paid at once applies the other parameters of its request', async () => {
  const of = await subscribed();
  const { id } = await made(of.shop.client, '/v1/payment_methods/pm_card_visa/attach', { customer: of.shop.customer });
  const { status, body } = await upgrade(of, 'error_if_incomplete', {
    metadata: { order: '7' },
    default_payment_method: id,
    cancel_at_period_end: true,
  });
  expect([status, body.items.data[0].price.id, body.metadata, body.default_payment_method, dated(body.cancel_at)]).toEqual([
    200,
    of.dearer,
    { order: '7' },
    id,
    '2026-05-01',
  ]);
});

test.each([
  ['pending_if_incomplete', { metadata: { a: 'b' } }, 'metadata'],
  ['pending_if_incomplete', { default_payment_method: 'pm_card_visa' }, 'default_payment_method'],
  ['error_if_incomplete', { collection_method: 'charge_automatically' }, 'collection_method'],
])('400: %s cannot be combined with %o', async (behavior, more, param) => {
  const of = await subscribed('pm_card_visa');
  const own = await made(of.shop.client, '/v1/payment_methods/pm_card_visa/attach', { customer: of.shop.customer });
  const given = 'default_payment_method' in more ? { default_payment_method: own.id } : more;
  const { status, body } = await upgrade(of, behavior, given);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameters_exclusive', param]);
});

test('400: no update is pending on a sent invoice', async () => {
  const of = await subscribed('pm_card_visa');
  await made(of.shop.client, `/v1/subscriptions/${of.sub.id}`, { collection_method: 'send_invoice', days_until_due: 7 });
  const { status, body } = await upgrade(of, 'pending_if_incomplete');
  expect([status, body.error.param]).toEqual([400, 'payment_behavior']);
});
