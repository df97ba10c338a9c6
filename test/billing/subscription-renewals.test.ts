import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/ledger/balances.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const now = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/subscriptions/${id}`)).body;
const billsOf = async ({ client }: ClockedShop, id: string) => (await client.get(`/v1/invoices?subscription=${id}&limit=100`)).body.data;

test('a first invoice that is paid when its short period is over: the next period is billed all the same', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(100_000) }], {
    billing_cycle_anchor: moment('2026-01-01T02:00'),
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.payment_intent'],
  });
  await shop.advance('2026-01-01T03:00');
  expect((await now(shop, sub.id)).status).toBe('incomplete');
  await made(shop.client, `/v1/payment_intents/${sub.latest_invoice.payment_intent.id}/confirm`, { payment_method: 'pm_card_visa' });
  await service.until(async () => (await billsOf(shop, sub.id)).length === 2);
  await shop.advance('2026-02-01T04:00');
  const bills = await billsOf(shop, sub.id);
  expect(bills.map(({ amount_due }: never) => amount_due)).toEqual([100_000, 100_000, 269]);
  expect(await audit(service.engine.database)).toEqual([]);
  const { status, current_period_end } = await now(shop, sub.id);
  expect([status, dated(current_period_end)]).toEqual(['active', '2026-03-01T02:00']);
});

test('a weekly subscription that nobody pays ends with the retries of its first unpaid invoice, however many have followed', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const sub = await shop.subscribe([{ price: await shop.price(1000, { recurring: { interval: 'week' } }) }]);
  const { id } = await made(shop.client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer: shop.customer });
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: id } });
  await shop.advance('2026-02-20');
  const { status, cancellation_details, ended_at } = await now(shop, sub.id);
  expect([status, cancellation_details.reason, dated(ended_at)]).toEqual(['canceled', 'payment_failed', '2026-01-29T01:00']);
  expect(await billsOf(shop, sub.id)).toHaveLength(5);
});
