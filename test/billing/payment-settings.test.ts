import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { startService, type TestService } from '../support/service.js';
import { openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const challenged = { payment_method_options: { card: { request_three_d_secure: 'any' } }, payment_method_types: ['card', 'link'] };

test('the payment settings of a subscription apply to each of its invoices and their payments', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-31' });
  const price = await shop.price(1000);
  const made = await shop.subscribe([{ price }], { payment_settings: challenged, payment_behavior: 'default_incomplete' });
  const invoices = async () => (await shop.client.get(`/v1/invoices?subscription=${made.id}`)).body.data;
  const intentOf = async ({ payment_intent }: { payment_intent: string }) =>
    (await shop.client.get(`/v1/payment_intents/${payment_intent}`)).body;
  const [first] = await invoices();
  expect(first.payment_settings).toMatchObject(challenged);
  expect(await intentOf(first)).toMatchObject(challenged);
  await must(shop.client.post(`/v1/invoices/${first.id}/pay`));
  await must(shop.client.post(`/v1/subscriptions/${made.id}`, { payment_settings: { payment_method_options: '' } }));
  await shop.advance('2026-03-01');
  const [second] = await invoices();
  expect(second).toMatchObject({
    status: 'paid',
    payment_settings: { payment_method_options: null, payment_method_types: ['card', 'link'] },
  });
});

test('400: an invoice accepts neither unknown payment types nor manual capture', async () => {
  const shop = await openClockedShop(service);
  const wrong = async (payment_settings: object) => {
    const { status, body } = await shop.client.post('/v1/invoices', { customer: shop.customer, payment_settings });
    return [status, body.error?.param];
  };
  expect(await wrong({ payment_method_types: ['tally_stick'] })).toEqual([400, 'payment_settings[payment_method_types][0]']);
  expect(await wrong({ payment_method_options: { card: { capture_method: 'manual' } } })).toEqual([
    400,
    'payment_settings[payment_method_options][card][capture_method]',
  ]);
});
