import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const invoicesOf = async ({ client }: ClockedShop, { id }: { id: string }) =>
  (await client.get(`/v1/invoices?subscription=${id}`)).body.data.map(({ status, number }: { status: string; number: string }) => [
    status,
    number,
  ]);

const countTogether = async ({ client }: ClockedShop): Promise<void> => {
  const { id } = (await client.get('/v1/account')).body;
  await made(client, `/v1/accounts/${id}`, { settings: { invoices: { numbering: 'account', prefix: 'REG' } } });
};

test('a subscription of an account with one sequence of invoice numbers is paid at once', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  await countTogether(shop);
  const sub = await shop.subscribe([{ price: await shop.price(1000) }]);
  expect(sub.status).toBe('active');
  expect(await invoicesOf(shop, sub)).toEqual([['paid', 'REG-0001']]);
  await shop.advance('2026-02-01T02:00');
  expect(await invoicesOf(shop, sub)).toEqual([
    ['paid', 'REG-0002'],
    ['paid', 'REG-0001'],
  ]);
});

test('402: a subscription that must be paid at once is refused in such an account too, and uses no number', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: 'pm_card_chargeCustomerFail' });
  await countTogether(shop);
  const price = await shop.price(1000);
  const asked = { customer: shop.customer, items: [{ price }], payment_behavior: 'error_if_incomplete' };
  expect((await shop.client.post('/v1/subscriptions', asked)).status).toBe(402);
});

test('a draft that cannot be finalized automatically stays a draft with the reason, and the clock continues', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const draft = await made(client, '/v1/invoices', { customer, currency: 'usd', auto_advance: true });
  await made(client, `/v1/invoices/${draft.id}/add_lines`, { lines: [{ amount: 100_000_000, description: 'Too much' }] });
  await shop.advance('2026-01-02');
  const { body } = await client.get(`/v1/invoices/${draft.id}`);
  expect([body.status, body.number, body.last_finalization_error.code]).toEqual(['draft', null, 'amount_too_large']);
  expect((await client.get('/v1/events?type=invoice.finalization_failed')).body.data.length).toBe(1);
});

test('a first payment still processing after 23 hours stops no clock', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: null });
  const { client, customer } = shop;
  const method = await made(client, '/v1/payment_methods', {
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details: { name: 'Jo', email: 'jo@example.com' },
  });
  await made(client, `/v1/payment_methods/${method.id}/attach`, { customer });
  const price = await shop.price(1000, { currency: 'eur' });
  const sub = await shop.subscribe([{ price }], {
    default_payment_method: method.id,
    payment_settings: { payment_method_types: ['sepa_debit'] },
  });
  await shop.advance('2026-01-03');
  await shop.advance('2026-01-20');
  expect(await invoicesOf(shop, sub)).toEqual([['paid', expect.any(String)]]);
});
