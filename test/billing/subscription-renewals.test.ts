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
