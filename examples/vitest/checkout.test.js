import { startFlorin } from 'florin/testing';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let florin;
let stripe;
beforeAll(async () => {
  florin = await startFlorin();
  const { hostname: host, port } = new URL(florin.url);
  stripe = new Stripe(florin.key, { host, port, protocol: 'http' });
  await stripe.products.create({
    name: 'Tea',
    default_price_data: { unit_amount: 1500, currency: 'eur', recurring: { interval: 'month' } },
  });
  await florin.snapshot.save('catalogue');
}, 60_000);
beforeEach(() => florin.snapshot.load('catalogue'));
afterAll(() => florin.close());

test('a subscription is paid again after a month', async () => {
  const { data } = await stripe.prices.list();
  const customer = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: data[0].id }] });
  await florin.advance(32 * 86_400);
  const invoices = await stripe.invoices.list({ customer: customer.id });
  expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('each test begins with the catalogue alone', async () => {
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await stripe.products.list()).data).toHaveLength(1);
});
