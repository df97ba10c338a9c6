import type Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

async function shopOf(stripe: Stripe): Promise<{ customer: string; price: string }> {
  const customer = await stripe.customers.create({
    email: 'jo@example.com',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1500,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  });
  return { customer: customer.id, price: price.id };
}

forEachSdk('$name subscribes, updates, lists and cancels', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, price } = await shopOf(stripe);
  const sub = await stripe.subscriptions.create({ customer, items: [{ price, quantity: 2 }], metadata: { order: '7' } });
  expect([sub.status, sub.billing_mode.type]).toEqual(['active', sdk.name === 'stripe 17' ? 'classic' : 'flexible']);
  const [item] = sub.items.data;
  expect([item?.price.id, item?.quantity, item?.plan.amount]).toEqual([price, 2, 1500]);
  expect(item?.current_period_end).toBe(untyped<{ current_period_end: number }>(sub).current_period_end);
  const changed = await stripe.subscriptions.update(sub.id, { cancel_at_period_end: true, metadata: { order: '8' } });
  expect([changed.cancel_at_period_end, changed.cancel_at, changed.metadata.order]).toEqual([true, item?.current_period_end, '8']);
  const updated = await stripe.subscriptionItems.update(item?.id ?? '', { quantity: 3, proration_behavior: 'none' });
  expect(updated.quantity).toBe(3);
  expect((await stripe.subscriptions.cancel(sub.id, { cancellation_details: { comment: 'bye' } })).status).toBe('canceled');
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ id }) => id)).toEqual([sub.id]);
  expect((await stripe.subscriptions.list({ customer, status: 'ended' })).data.map(({ id }) => id)).toEqual([sub.id]);
});

forEachSdk('$name gets the client secret of a subscription that waits for its first payment', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, price } = await shopOf(stripe);
  const older = sdk.name === 'stripe 17';
  const sub = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: [older ? 'latest_invoice.payment_intent' : 'latest_invoice.confirmation_secret'],
  });
  const invoice = sub.latest_invoice as Stripe.Invoice;
  const of_older = untyped<{ payment_intent: Stripe.PaymentIntent }>(invoice);
  const secret = older ? of_older.payment_intent.client_secret : invoice.confirmation_secret?.client_secret;
  expect([sub.status, secret?.startsWith('pi_')]).toEqual(['incomplete', true]);
  await stripe.paymentIntents.confirm(secret?.split('_secret_')[0] ?? '', { payment_method: 'pm_card_visa' });
  expect((await stripe.subscriptions.retrieve(sub.id)).status).toBe('active');
});

forEachSdk('$name gets an error that names the price that cannot be an item', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer } = await shopOf(stripe);
  const once = await stripe.prices.create({ currency: 'usd', unit_amount: 5, product_data: { name: 'Once' } });
  const error = await errorOf(stripe.subscriptions.create({ customer, items: [{ price: once.id }] }));
  expect([error.statusCode, error.param]).toEqual([400, 'items[0][price]']);
});
