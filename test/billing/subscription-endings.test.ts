import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at = '2026-04-01', card = 'pm_card_visa') => openClockedShop(service, { at, card });

type Line = { readonly amount: number; readonly description: string; readonly period: { readonly start: number; readonly end: number } };

const said = ({ amount, period }: Line) => [amount, dated(period.start), dated(period.end)];
const change = ({ client }: ClockedShop, id: string, params: Readonly<Record<string, unknown>>) =>
  made(client, `/v1/subscriptions/${id}`, params);
const now = async ({ client }: ClockedShop, { id }: { id: string }) => (await client.get(`/v1/subscriptions/${id}`)).body;
const billsOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.toReversed();
const linesOf = async (shop: ClockedShop, sub: { id: string }) =>
  (await billsOf(shop, sub)).map(({ lines }: { lines: { data: Line[] } }) => lines.data.map(said));
const pendingOf = async ({ client, customer }: ClockedShop): Promise<Line[]> =>
  (await client.get(`/v1/invoiceitems?customer=${customer}&pending=true`)).body.data;
const periodOf = ({
  current_period_start: start,
  current_period_end: end,
}: {
  current_period_start: number;
  current_period_end: number;
}) => [dated(start), dated(end)];

test.each(['classic', 'flexible'])('%s: an end within the period shortens it, and credits the rest', async (type) => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(3000) }], { billing_mode: { type } });
  const ending = await change(shop, sub.id, { cancel_at: moment('2026-04-16') });
  expect([ending.status, dated(ending.cancel_at), ending.cancel_at_period_end]).toEqual(['active', '2026-04-16', false]);
  expect([periodOf(ending), periodOf(ending.items.data[0])]).toEqual(Array.from({ length: 2 }, () => ['2026-04-01', '2026-04-16']));
  const credits = await pendingOf(shop);
  expect(credits.map(said)).toEqual([[-1500, '2026-04-16', '2026-05-01']]);
  expect(credits[0]?.description).toBe('Unused time on Tea after 16 Apr 2026');
  await shop.advance('2026-04-16T02:00');
  const [, last] = await billsOf(shop, sub);
  expect([(await now(shop, sub)).status, last.status, last.total]).toEqual(['canceled', 'paid', -1500]);
  expect((await shop.client.get(`/v1/customers/${shop.customer}`)).body.balance).toBe(-1500);
});

test('an end within the period credits nothing without prorations, and at once with an invoice', async () => {
  const shop = await openShop();
  const price = await shop.price(3000);
  const [one, other] = [await shop.subscribe([{ price }]), await shop.subscribe([{ price }])];
  const cancel_at = moment('2026-04-16');
  await change(shop, one.id, { cancel_at, proration_behavior: 'none' });
  expect([await linesOf(shop, one), await pendingOf(shop)]).toEqual([[[[3000, '2026-04-01', '2026-05-01']]], []]);
  await change(shop, other.id, { cancel_at, proration_behavior: 'always_invoice' });
  expect((await linesOf(shop, other))[1]).toEqual([[-1500, '2026-04-16', '2026-05-01']]);
});

test('removing the end restores the full period, and charges the credited amount again', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(3000) }]);
  await change(shop, sub.id, { cancel_at: moment('2026-04-16') });
  await shop.advance('2026-04-06');
  await change(shop, sub.id, { cancel_at: moment('2026-04-21') });
  const kept = await change(shop, sub.id, { cancel_at: '' });
  expect([kept.cancel_at, periodOf(kept)]).toEqual([null, ['2026-04-01', '2026-05-01']]);
  expect((await pendingOf(shop)).map(said).sort()).toEqual(
    [
      [-1500, '2026-04-16', '2026-05-01'],
      [500, '2026-04-16', '2026-04-21'],
      [1000, '2026-04-21', '2026-05-01'],
    ].sort(),
  );
  await shop.advance('2026-05-01T02:00');
  expect((await billsOf(shop, sub)).at(-1).total).toBe(3000);
});

test('removing an end without a credit charges nothing', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(3000) }]);
  await change(shop, sub.id, { cancel_at: moment('2026-04-16'), proration_behavior: 'none' });
  const kept = await change(shop, sub.id, { cancel_at: '' });
  expect([periodOf(kept), await pendingOf(shop)]).toEqual([['2026-04-01', '2026-05-01'], []]);
});

test.each(['classic', 'flexible'])('%s: a change in a period that ends early is prorated to that end', async (type) => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(3000) }], { billing_mode: { type } });
  await change(shop, sub.id, { cancel_at: moment('2026-04-21') });
  await shop.advance('2026-04-11');
  await change(shop, sub.id, { items: [{ id: sub.items.data[0].id, quantity: 2 }] });
  expect((await pendingOf(shop)).map(said).sort()).toEqual(
    [
      [-1000, '2026-04-21', '2026-05-01'],
      [-1000, '2026-04-11', '2026-04-21'],
      [2000, '2026-04-11', '2026-04-21'],
    ].sort(),
  );
});

test('a renewal into the last period is charged for its part, as in its preview', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(3000) }]);
  await change(shop, sub.id, { cancel_at: moment('2026-05-11') });
  const preview = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id });
  await shop.advance('2026-05-01T02:00');
  const renewed = await now(shop, sub);
  expect([periodOf(renewed), renewed.status]).toEqual([['2026-05-01', '2026-05-11'], 'active']);
  expect((await linesOf(shop, sub))[1]).toEqual([[968, '2026-05-01', '2026-05-11']]);
  expect(preview.total).toBe(968);
  await shop.advance('2026-05-12');
  expect([(await now(shop, sub)).status, (await billsOf(shop, sub)).length]).toEqual(['canceled', 2]);
});

test('a subscription that ends within its first period is charged for its part, or in full without prorations', async () => {
  const shop = await openShop();
  const price = await shop.price(3000);
  const cancel_at = moment('2026-04-11');
  const part = await shop.subscribe([{ price }], { cancel_at });
  expect([dated(part.cancel_at), periodOf(part), part.canceled_at]).toEqual([
    '2026-04-11',
    ['2026-04-01', '2026-04-11'],
    moment('2026-04-01'),
  ]);
  expect(await linesOf(shop, part)).toEqual([[[1000, '2026-04-01', '2026-04-11']]]);
  const all = await shop.subscribe([{ price }], { cancel_at, proration_behavior: 'none' });
  expect(await linesOf(shop, all)).toEqual([[[3000, '2026-04-01', '2026-04-11']]]);
  await shop.advance('2026-04-12');
  expect([(await now(shop, part)).status, (await now(shop, all)).status]).toEqual(['canceled', 'canceled']);
});

test('an end with the shorter of two periods credits the rest of the longer one', async () => {
  const shop = await openShop();
  const [month, year] = [await shop.price(1000), await shop.price(36_500, { recurring: { interval: 'year' } })];
  const sub = await shop.subscribe([{ price: month }, { price: year }], { billing_mode: { type: 'flexible' } });
  const ending = await change(shop, sub.id, { cancel_at: 'min_period_end' });
  expect([dated(ending.cancel_at), (await pendingOf(shop)).map(said)]).toEqual(['2026-05-01', [[-33_500, '2026-05-01', '2027-04-01']]]);
});

test.each([
  ['a past end', { cancel_at: 1 }, 'cancel_at'],
  ['two ends', { cancel_at: 4_000_000_000, cancel_at_period_end: true }, 'cancel_at'],
])('400: a subscription cannot start with %s', async (_, params, param) => {
  const shop = await openShop();
  const items = [{ price: await shop.price(1000) }];
  const { status, body } = await shop.client.post('/v1/subscriptions', { customer: shop.customer, items, ...params });
  expect([status, body.error.param]).toEqual([400, param]);
});

/** A subscription whose renewal was declined in May and whose next invoice is a draft. */
async function declinedTwice(after_last_retry = 'canceled') {
  const shop = await openShop();
  const { id: own } = (await shop.client.get('/v1/account')).body;
  await made(shop.client, `/v1/accounts/${own}`, { settings: { subscriptions: { after_last_retry } } });
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  const declining = 'pm_card_chargeCustomerFail';
  const { id } = await made(shop.client, `/v1/payment_methods/${declining}/attach`, { customer: shop.customer });
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: id } });
  await shop.advance('2026-05-01T02:00');
  return { shop, sub };
}

test('a canceled subscription is no longer charged automatically, and its open invoices can be paid by hand', async () => {
  const { shop, sub } = await declinedTwice();
  const [, owed] = await billsOf(shop, sub);
  expect([owed.status, owed.auto_advance, owed.next_payment_attempt === null]).toEqual(['open', true, false]);
  await shop.client.del(`/v1/subscriptions/${sub.id}`);
  const [, kept] = await billsOf(shop, sub);
  expect([kept.status, kept.auto_advance, kept.next_payment_attempt]).toEqual(['open', false, null]);
  await shop.advance('2026-06-20');
  const [, later] = await billsOf(shop, sub);
  expect([later.attempt_count, later.status]).toEqual([owed.attempt_count, 'open']);
  const paid = await made(shop.client, `/v1/invoices/${owed.id}/pay`, { payment_method: 'pm_card_visa' });
  expect([paid.status, (await now(shop, sub)).status]).toEqual(['paid', 'canceled']);
});

test('the draft of a canceled subscription stays a draft until it is finalized by hand', async () => {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  await shop.advance('2026-05-01');
  await shop.client.del(`/v1/subscriptions/${sub.id}`);
  await shop.advance('2026-05-03');
  const [, draft] = await billsOf(shop, sub);
  expect([draft.status, draft.auto_advance, draft.automatically_finalizes_at]).toEqual(['draft', false, null]);
  expect((await made(shop.client, `/v1/invoices/${draft.id}/finalize`, {})).status).toBe('open');
});

test('a requested last invoice is collected although the subscription is canceled', async () => {
  const { shop, sub } = await declinedTwice();
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, currency: 'usd', amount: 700, subscription: sub.id });
  await shop.client.del(`/v1/subscriptions/${sub.id}`, { invoice_now: true });
  const bills = await billsOf(shop, sub);
  expect(bills.map(({ status, total, auto_advance }: never) => [status, total, auto_advance])).toEqual([
    ['paid', 1000, false],
    ['open', 1000, false],
    ['open', 700, true],
  ]);
});

/** A monthly subscription with sent invoices that are never paid and due after ten days. */
async function sentMonthly() {
  const shop = await openShop();
  const sub = await shop.subscribe([{ price: await shop.price(1000) }], { collection_method: 'send_invoice', days_until_due: 10 });
  return { shop, sub };
}

test('a subscription whose latest invoice is voided has the status of the one before it', async () => {
  const { shop, sub } = await sentMonthly();
  await shop.advance('2026-05-15');
  const [april, may] = await billsOf(shop, sub);
  expect([april.status, may.status, (await now(shop, sub)).status]).toEqual(['open', 'open', 'past_due']);
  await made(shop.client, `/v1/invoices/${may.id}/void`, {});
  expect((await now(shop, sub)).status).toBe('past_due');
  await made(shop.client, `/v1/invoices/${april.id}/pay`, { paid_out_of_band: true });
  expect((await now(shop, sub)).status).toBe('active');
});

test('a subscription whose latest invoice is voided is active where the one before it is paid', async () => {
  const { shop, sub } = await sentMonthly();
  await shop.advance('2026-05-15');
  const [april, may] = await billsOf(shop, sub);
  await made(shop.client, `/v1/invoices/${april.id}/pay`, { paid_out_of_band: true });
  expect((await now(shop, sub)).status).toBe('past_due');
  await made(shop.client, `/v1/invoices/${may.id}/void`, {});
  expect((await now(shop, sub)).status).toBe('active');
});

test('a subscription is active where all of its invoices are voided', async () => {
  const { shop, sub } = await sentMonthly();
  await shop.advance('2026-04-15');
  const [april] = await billsOf(shop, sub);
  expect((await now(shop, sub)).status).toBe('past_due');
  await made(shop.client, `/v1/invoices/${april.id}/void`, {});
  expect((await now(shop, sub)).status).toBe('active');
});

test('a subscription unpaid after its last retry stays unpaid when a later invoice is voided', async () => {
  const { shop, sub } = await declinedTwice('unpaid');
  await shop.advance('2026-06-02');
  expect((await now(shop, sub)).status).toBe('unpaid');
  const [, , june] = await billsOf(shop, sub);
  expect(june.status).toBe('draft');
  await made(shop.client, `/v1/invoices/${june.id}/finalize`, {});
  await made(shop.client, `/v1/invoices/${june.id}/void`, {});
  expect((await now(shop, sub)).status).toBe('unpaid');
});
